import TestSupport
import CaptchaRetry
import CaptchaRetryTesting
import Foundation

/// An upstream that wants a token for `/single`, used up by one request, and for `/shared` one that it takes back now
/// and then; a solver that answers for it; and the record of both.
final class StressUpstream: CaptchaSolver {
    struct State {
        var random: SeededGenerator
        var singleTokens: Set<String> = []
        var sharedToken: String?
        var made = 0
        var active: [String: Int] = [:]
        var sends: [String: Int] = [:]
        var usedSingleTokens: [String: String] = [:]
        var violations: [String] = []
    }

    static let schemes: [any CaptchaScheme] = [
        StressScheme(id: "single", tokenScope: .singleUse),
        StressScheme(id: "shared", tokenScope: .shared(lifetime: .seconds(1_000))),
    ]

    let state: Lock<State>

    init(seed: UInt64) { state = Lock(State(random: SeededGenerator(seed: seed))) }

    func answer(_ request: UpstreamRequest) -> UpstreamAnswer {
        let id = request.query["id"] ?? ""
        return state.withLock { state in
            state.sends[id, default: 0] += 1
            switch request.path {
            case "/redirect": return .redirect(to: "/plain?" + (request.rawQuery ?? ""))
            case "/unauthorized": return .status(401, headerFields: ["WWW-Authenticate": "Basic realm=\"x\""])
            case "/big": return .body(Data(repeating: 65, count: 100_000), type: "text/plain")
            case "/single": return Self.single(request.headerFields["X-single"], id, &state)
            case "/shared": return Self.shared(request.headerFields["X-shared"], &state)
            default: return .json("{}")
            }
        }
    }

    private static func single(_ token: String?, _ id: String, _ state: inout State) -> UpstreamAnswer {
        if let token {
            if let other = state.usedSingleTokens[token] {
                state.violations.append("rules 8, 13: \(token) of \(other) was used again by \(id)")
            }
            state.usedSingleTokens[token] = id
            if state.singleTokens.remove(token) != nil { return .json("{}") }
        }
        return .json(#"{"captcha": "single"}"#, status: 403)
    }

    private static func shared(_ token: String?, _ state: inout State) -> UpstreamAnswer {
        if Int.random(in: 0..<100, using: &state.random) == 0 { state.sharedToken = nil }
        if let token, token == state.sharedToken { return .json("{}") }
        return .json(#"{"captcha": "shared"}"#, status: 403)
    }

    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        let fate = state.withLock { state in
            state.active[challenge.scheme, default: 0] += 1
            if state.active[challenge.scheme] != 1 { state.violations.append("rule 11: two prompts at once") }
            return Int.random(in: 0..<100, using: &state.random)
        }
        defer { state.withLock { $0.active[challenge.scheme, default: 0] -= 1 } }
        for _ in 0..<fate % 7 { await Task.yield() }
        if fate < 5 { throw CaptchaHandlingError(.dismissed) }
        if fate < 10 { throw CaptchaHandlingError(.solverFailed) }
        return try CaptchaToken(
            state.withLock { state in
                state.made += 1
                let token = "token-\(state.made)"
                // Some are wrong.
                if fate < 20 { return token }
                if challenge.scheme == "single" { state.singleTokens.insert(token) } else { state.sharedToken = token }
                return token
            })
    }
}

/// `{"captcha": …}` with the scheme's name, answered in a header field of that name.
struct StressScheme: CaptchaScheme {
    let id: String
    let tokenScope: TokenScope
    let signal = CaptchaSignal(statuses: [403], bodyMarkers: ["captcha"])

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard response.json()?["captcha"]?.string == id else { return nil }
        return CaptchaChallenge(scheme: id, prompt: .question("?"))
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        token.value.map { [.header("X-" + id, $0)] } ?? []
    }
}
