import CaptchaRetry
import CaptchaRetryTesting
import Foundation

/// A client of a Matrix homeserver, as one writes it where there are no captchas.
struct Homeserver {
    static let variable = "CAPTCHA_SYNAPSE_URL"

    let upstream: Upstream

    init(solver: StubSolver) throws {
        upstream = try Upstream("synapse", at: Self.variable, schemes: [.matrix], solver: solver)
    }

    /// An account that no other test, and no earlier run, has.
    struct Account {
        let name = "tester-" + UUID().uuidString.lowercased()
        let password = UUID().uuidString

        var userID: String { "@\(name):localhost" }
    }

    /// The answer to a registration.
    func register(_ account: Account) async throws -> PlainResponse {
        try await post("register", #"{"username": "\#(account.name)", "password": "\#(account.password)"}"#)
    }

    /// The answer to a login.
    func logIn(_ account: Account) async throws -> PlainResponse {
        let identifier = #"{"type": "m.id.user", "user": "\#(account.name)"}"#
        return try await post(
            "login", #"{"type": "m.login.password", "identifier": \#(identifier), "password": "\#(account.password)"}"#)
    }

    private func post(_ place: String, _ json: String) async throws -> PlainResponse {
        let path = "/_matrix/client/v3/" + place
        return try await upstream.send(
            upstream.request("POST", path, "application/json", body: Data(json.utf8)))
    }
}

extension StubSolver {
    /// Passes the widget, or in the rounds that `isGood` says no to yields a token that the provider refuses.
    static func passingWidget(isGood: @escaping @Sendable (_ round: Int) -> Bool = { _ in true }) -> StubSolver {
        StubSolver { challenge in
            guard case .widget = challenge.prompt else {
                throw CaptchaHandlingError(.noSolverForPrompt, challenge: challenge)
            }
            return try CaptchaToken((isGood(challenge.round) ? "good-" : "bad-") + UUID().uuidString)
        }
    }
}
