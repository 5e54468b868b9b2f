import CaptchaRetry
import CaptchaRetryTesting
import CaptchaRetryURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(
    "Accounts at a real MediaWiki",
    .enabled(if: Upstream.isStarted(Wiki.variable), "MediaWiki is not there; Tests/Upstreams/run starts it"))
struct MediaWikiAccountTests {
    private struct CaptchaWanted: Error {
        var challenge: CaptchaChallenge
    }

    @Test("An account is created with the second answer, after the first one was wrong, and can log in")
    func creation() async throws {
        let (solver, account) = (StubSolver.computing { $0 == 1 ? 1 : 0 }, Account())
        let wiki = try Wiki(solver: solver)
        let request = try wiki.postRequest(account.creation(token: try await wiki.token("createaccount")))
        let response = try await create(request, at: wiki)
        #expect(response.json()?["createaccount"]?["status"]?.string == "PASS")
        #expect(Set(solver.asked.map { $0["captchaId"] }).count == 2)
        #expect(solver.told.outcomes == [.refused, .accepted])
        // A client of its own: the creation logs in as well.
        #expect(try await logIn(account, at: Wiki(solver: solver)) == "PASS")
        #expect(solver.asked.count == 2)
    }

    @Test("Account creation without a captcha fails as it does without this package, and nobody is asked")
    func withoutCaptcha() async throws {
        let (solver, account) = (StubSolver.computing(), Account())
        let wiki = try Wiki(solver: solver)
        let response = try await wiki.post(account.creation(token: try await wiki.token("createaccount")))
        #expect(response.json()?["createaccount"]?["messagecode"]?.string == "captcha-createaccount-fail")
        #expect(try await logIn(account, at: Wiki(solver: solver)) == "FAIL")
        #expect(solver.asked.isEmpty)
    }

    /// Creates an account. The wiki names the captcha only to those who ask for it beforehand.
    private func create(_ creation: URLRequest, at wiki: Wiki) async throws -> PlainResponse {
        let scheme = MediaWikiScheme()
        return try await wiki.upstream.retry.perform {
            ($0 as? CaptchaWanted)?.challenge
        } operation: { answer in
            var request = creation
            if let answer { try request.apply(scheme.edits(for: answer.token, answering: answer.challenge)) }
            let response = try await wiki.upstream.send(request)
            guard scheme.challenge(in: response, to: request) != nil else { return response }
            let question = try wiki.queryRequest("meta=authmanagerinfo&amirequestsfor=create")
            let info = try await wiki.upstream.send(question)
            let challenge = try #require(scheme.challenge(inAuthManagerInfo: info, to: question))
            throw CaptchaWanted(challenge: challenge)
        }
    }

    private func logIn(_ account: Account, at wiki: Wiki) async throws -> String? {
        let response = try await wiki.post(account.login(token: try await wiki.token("login")))
        return response.json()?["clientlogin"]?["status"]?.string
    }
}

/// An account that no other test, and no earlier run, has.
private struct Account {
    let name = "Tester " + UUID().uuidString
    let password = UUID().uuidString

    func creation(token: String) -> [String: String] {
        [
            "action": "createaccount", "format": "json", "createtoken": token, "username": name, "password": password,
            "retype": password, "createreturnurl": "http://127.0.0.1/",
        ]
    }

    func login(token: String) -> [String: String] {
        [
            "action": "clientlogin", "format": "json", "logintoken": token, "username": name, "password": password,
            "loginreturnurl": "http://127.0.0.1/",
        ]
    }
}
