import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import CaptchaSolvers

@Suite("Pictures on pages of BrowserSolver", .timeLimit(.minutes(60)))
struct BrowserPictureTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data("rest".utf8)

    private func fetch(_ url: URL?, clock: ManualClock = ManualClock()) async throws(CaptchaHandlingError) -> Picture {
        guard let url else { throw CaptchaHandlingError(.unreadableChallenge) }
        return try await PictureFetcher(clock: clock, source: nil).picture(at: url)
    }

    private func reason(_ url: URL?) async -> String? {
        do throws(CaptchaHandlingError) {
            _ = try await fetch(url)
            return nil
        } catch {
            #expect(error.code == .solverFailed)
            return error.reason
        }
    }

    @Test("A picture is requested once, however often its page is looked at, and without cookies")
    func once() async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .body(Self.png, type: "text/plain", headerFields: ["Set-Cookie": "a=b"])
        } run: { upstream in
            let trial = BrowserTrial()
            for round in 1...2 {
                let url = upstream.baseURL.appendingPathComponent("captcha.png")
                let challenge = CaptchaChallenge(scheme: "x", prompt: .picture(url))
                let solving = trial.solving(challenge)
                let tab = try await trial.tab(round)
                for _ in 0..<3 {
                    #expect(try await tab.page().body.contains("src=\"\(tab.path)picture/1\""))
                    let picture = try await tab.answer(tab.request("GET", "picture/1"))
                    #expect(picture["Content-Type"] == "image/png")
                    #expect(picture["Cache-Control"] == "no-store")
                    #expect(picture["Content-Security-Policy"]?.contains("sandbox") == true)
                }
                #expect(upstream.requests.count == round)
                #expect(upstream.requests.last?.cookies.parameters.isEmpty == true)
                let form = try await tab.send(tab.form("right"))
                #expect(await solving.value == .token("right"))
                await trial.solver.didReplay(challenge, outcome: .accepted)
                #expect(try await form.response()?.status == 200)
                await trial.waitForClosed(round)
            }
        }
    }

    @Test("A picture may stand in its own address")
    func dataURL() async throws {
        let text = "data:image/png;base64," + Self.png.base64EncodedString()
        #expect(try await fetch(URL(string: text)).data == Self.png)
        let svg = try await fetch(URL(string: "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E"))
        #expect(svg.type == .svg)
        // RFC 2397 leaves the choice: bytes of any kind may be percent-encoded as well.
        let bytes = Self.png.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try await fetch(URL(string: "data:image/png," + bytes)).data == Self.png)
        #expect(await reason(URL(string: "data:image/png;base64,@@@")) != nil)
        #expect(await reason(URL(string: "data:text/html,%3Cscript%3E")) != nil)
        #expect(await reason(URL(string: "data:nothing")) != nil)
    }

    @Test(
        "What is no picture, comes from nowhere or is too large fails, and says so",
        arguments: [
            ("/html", "no picture of a known kind"), ("/missing", "status 404"), ("/private", "status 401"),
            ("/large", "larger than 4 MiB"), ("/loop", "more than 5 times"), ("/nowhere", "status 302"),
            ("/file", "redirected to nowhere"), ("/empty", "no picture"), ("/endless", "larger than 4 MiB"),
        ])
    func failures(path: String, reason: String) async throws {
        try await LoopbackUpstream.withUpstream { request in
            switch request.path {
            case "/html": .html("<svg-not>")
            case "/private": .status(401, headerFields: ["WWW-Authenticate": "Basic realm=\"x\""])
            case "/large": .body(Self.png + Data(count: 5 << 20), type: "image/png")
            // Whoever waits for its end is told that the connection is lost.
            case "/endless": .truncated(PlainResponse(body: Self.png + Data(count: 9 << 20)), afterBytes: 6 << 20)
            case "/loop": .redirect(to: "loop")
            case "/nowhere": .status(302)
            case "/file": .redirect(to: "file:///etc/passwd")
            case "/empty": .status(200)
            default: .status(404)
            }
        } run: { upstream in
            #expect(await self.reason(URL(string: "\(upstream.baseURL)\(path)"))?.contains(reason) == true)
        }
    }

    @Test("A picture that is got in another way may be no larger either")
    func largeSource() async throws {
        let url = try #require(URL(string: "https://api.example/captcha.png"))
        let fetcher = PictureFetcher(clock: ManualClock()) { _ in Self.png + Data(count: Picture.maximumSize) }
        let error = await #expect(throws: CaptchaHandlingError.self) { try await fetcher.picture(at: url) }
        #expect(error?.reason?.contains("larger than 4 MiB") == true)
    }

    @Test("Redirects are followed, also relative ones")
    func redirects() async throws {
        try await LoopbackUpstream.withUpstream { request in
            switch request.path {
            case "/a/b": .redirect(to: "c?x=1")
            case "/a/c": .redirect(to: "/d", status: 307)
            default: .body(Self.png, type: "image/png")
            }
        } run: { upstream in
            let picture = try await fetch(URL(string: "\(upstream.baseURL)/a/b"))
            #expect(picture.type == .png)
            #expect(upstream.requests.map(\.target) == ["/a/b", "/a/c?x=1", "/d"])
        }
    }

    @Test("An address of another kind is none that can be shown", arguments: ["file:///a.png", "ftp://a/b", "a.png"])
    func otherAddress(text: String) async throws {
        let url = try #require(URL(string: text))
        let error = await #expect(throws: CaptchaHandlingError.self) { try await fetch(url) }
        #expect(error?.code == .noSolverForPrompt)
    }

    @Test(
        "A server that does not answer is given up after 30 seconds, or when the caller leaves",
        arguments: [true, false])
    func silence(isCancelled: Bool) async throws {
        let gate = Gate()
        try await LoopbackUpstream.withUpstream { _ in
            await gate.wait()
            return .status(204)
        } run: { upstream in
            let clock = ManualClock()
            let url = upstream.baseURL
            let fetching = Task { () throws(CaptchaHandlingError) in try await fetch(url, clock: clock) }
            await gate.waitForWaiters()
            await clock.waitForSleepers()
            if isCancelled { fetching.cancel() } else { clock.advance(by: .seconds(30)) }
            let error = await #expect(throws: CaptchaHandlingError.self) { () async throws in try await fetching.value }
            #expect(error?.code == (isCancelled ? .cancelled : .solverFailed))
        }
    }

    @Test("A caller that leaves is told just that, whatever the own way to get a picture makes of it")
    func ownCancellation() async throws {
        let url = try #require(URL(string: "https://api.example/captcha.png"))
        let gate = Gate()
        let fetcher = PictureFetcher(clock: ManualClock()) { _ in
            await gate.wait()
            throw URLError(.cancelled)
        }
        let fetching = Task { () throws(CaptchaHandlingError) in try await fetcher.picture(at: url) }
        await gate.waitForWaiters()
        fetching.cancel()
        let error = await #expect(throws: CaptchaHandlingError.self) { () async throws in try await fetching.value }
        #expect(error?.code == .cancelled)
    }

    @Test(
        "After a refusal the tab waits for a picture, however long that takes, and is told if it cannot be got",
        arguments: [true, false])
    func slow(arrives: Bool) async throws {
        let gate = Gate()
        let trial = BrowserTrial { _ in
            await gate.wait()
            if !arrives { throw CocoaError(.fileNoSuchFile) }
            return Self.png
        }
        let first = CaptchaChallenge(scheme: "x", prompt: .question("2 + 2?"))
        let solving = trial.solving(first)
        let tab = try await trial.tab()
        let form = try await tab.send(tab.form("5"))
        #expect(await solving.value == .token("5"))
        await trial.solver.didReplay(first, outcome: .refused)
        await trial.clock.waitForSleepers()
        let url = try #require(URL(string: "https://api.example/captcha.png"))
        let next = CaptchaChallenge(scheme: "x", prompt: .picture(url), round: 2)
        let solvingNext = trial.solving(next)
        await gate.waitForWaiters()
        // Longer than a page waits that nobody has taken over.
        trial.clock.advance(by: .seconds(60))
        gate.open()
        // The page is out when the failure is: the program may end on it.
        if !arrives {
            _ = await solvingNext.value
            #expect(trial.closeCount == 1)
        }
        let page = try await form.response()?.body
        if arrives {
            #expect(page?.contains("src=\"\(tab.path)picture/2\"") == true)
            solvingNext.cancel()
        } else {
            #expect(page?.contains("refused your answer") == true)
        }
        _ = await solvingNext.value
        await trial.waitForClosed()
        #expect(trial.openCount == 1)
    }

    @Test("A picture that cannot be got opens no page")
    func noPage() async throws {
        let trial = BrowserTrial { _ in throw CocoaError(.fileNoSuchFile) }
        let url = try #require(URL(string: "https://api.example/captcha.png"))
        let outcome = await trial.solver.outcome(CaptchaChallenge(scheme: "x", prompt: .picture(url)))
        #expect(outcome == .failed(.solverFailed, "the picture could not be got: the request failed"))
        #expect(trial.openCount == 0)
    }
}
