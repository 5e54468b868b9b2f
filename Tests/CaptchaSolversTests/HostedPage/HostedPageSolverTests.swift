import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaSolvers

@Suite("A solver whose prompt is a hosted page")
struct HostedPageSolverTests {
    private let challenge = CaptchaChallenge.question("?")
    private let token: CaptchaToken

    init() throws { token = try CaptchaToken("t") }

    @Test("The backend creates a process with the callback, its link is opened, and its answer is the token")
    func created() async throws {
        let backend = try StubBackend([.token(token)])
        let opener = try StubOpener()
        #expect(await backend.solver(opener).outcome(challenge) == .token("t"))
        #expect(opener.opened == [backend.link])
        #expect(backend.asked == [HostedProcess(link: backend.link, reference: "id-1")])
        let created = try #require(backend.created.first)
        #expect(backend.created.count == 1 && created.challenge == challenge)
        let parts = try #require(URLComponents(url: created.callback, resolvingAgainstBaseURL: false))
        #expect(parts.scheme == "app" && parts.host == "ended")
        #expect(parts.queryItems?.map(\.name) == ["state"])
        #expect((parts.queryItems?.first?.value?.count ?? 0) * 4 >= 128)
    }

    @Test("A process that the upstream has created is opened as it is, and read by its reference")
    func createdByUpstream() async throws {
        let backend = try StubBackend([.done])
        let returns = Lock<[Bool]>([])
        let opener = try StubOpener { visit throws(CaptchaHandlingError) in
            guard let url = URL(string: "app://ended") else { return .closed }
            returns.withLock { $0.append(visit.isReturn(url)) }
            return .returned
        }
        let prompt = CaptchaPrompt.hostedProcess(backend.link, reference: "theirs")
        #expect(await backend.solver(opener).outcome(.init(scheme: "s", prompt: prompt)) == .token(nil))
        #expect(backend.created.isEmpty && opener.opened == [backend.link])
        #expect(backend.asked == [HostedProcess(link: backend.link, reference: "theirs")])
        #expect(returns.withLock { $0 } == [true])
    }

    @Test("Without a way to create processes, other prompts are declined and nothing is opened")
    func declined() async throws {
        let (backend, opener) = (try StubBackend([.done]), try StubOpener())
        let solver = HostedPageSolver(opener: opener, polling: backend.polling()) { try await backend.result($0) }
        #expect(
            await solver.outcome(challenge)
                == .failed(.noSolverForPrompt, "nobody creates a process for a question"))
        let prompt = CaptchaPrompt.hostedProcess(backend.link, reference: nil)
        #expect(await solver.outcome(.init(scheme: "s", prompt: prompt)) == .token(nil))
        #expect(opener.opened.count == 1)
    }

    @Test("Each answer of the backend has its outcome")
    func answers() async throws {
        let outcomes: [(HostedPageResult, Outcome)] = [
            (.token(token), .token("t")),
            (.reference("id-1"), .token("id-1")),
            (.done, .token(nil)),
            (.dismissed, .failed(.dismissed)),
            (.refused(reason: "no face"), .failed(.solverFailed, "no face")),
            (.refused(reason: nil), .failed(.solverFailed, "the process was refused")),
            (.reference(""), .failed(.unusableToken, "it is empty")),
            (.reference("a\nb"), .failed(.unusableToken, "it holds a control character")),
        ]
        for (result, outcome) in outcomes {
            let solver = try StubBackend([result]).solver(StubOpener())
            #expect(await solver.outcome(challenge) == outcome)
        }
    }

    @Test("A link that no browser session takes is an unreadable challenge, and is not opened")
    func badLinks() async throws {
        for link in ["javascript:alert(1)", "file:///etc/passwd", "app://x", "https:///x", "nowhere", "//host/x"] {
            let (backend, opener) = (try StubBackend([.done], link: link), try StubOpener())
            #expect(
                await backend.solver(opener).outcome(challenge)
                    == .failed(.unreadableChallenge, "the link is not http(s)"), "\(link)")
            let prompt = CaptchaPrompt.hostedProcess(backend.link, reference: nil)
            #expect(
                await backend.solver(opener).outcome(.init(scheme: "s", prompt: prompt))
                    == .failed(.unreadableChallenge, "the link is not http(s)"), "\(link)")
            #expect(opener.opened.isEmpty && backend.asked.isEmpty)
        }
    }

    @Test("What the closures throw is the underlying error, unless it says itself what it is")
    func closureErrors() async throws {
        let (backend, opener) = (try StubBackend([.done]), try StubOpener())
        let own = CaptchaHandlingError(.noSolverForPrompt, reason: "not for questions")
        for thrown: any Error in [StubBackend.Failure(), own, CancellationError()] {
            let failsToCreate = HostedPageSolver(opener: opener, polling: backend.polling()) { _, _ in
                throw thrown
            } result: { _ in
                .done
            }
            let failsToRead = HostedPageSolver(opener: opener, polling: backend.polling()) {
                try await backend.create($0, $1)
            } result: { _ in
                throw thrown
            }
            for solver in [failsToCreate, failsToRead] {
                do {
                    _ = try await solver.solve(challenge)
                    Issue.record("it did not throw")
                } catch {
                    let isOwn = thrown is CaptchaHandlingError
                    #expect(error.code == (isOwn ? .noSolverForPrompt : .solverFailed))
                    #expect(error.underlying.map { type(of: $0) == type(of: thrown) } == (isOwn ? nil : true))
                }
            }
        }
        #expect(opener.openCount == 0)
    }

    @Test("What the opener throws comes through")
    func openerErrors() async throws {
        let backend = try StubBackend([.done])
        let opener = try StubOpener { _ throws(CaptchaHandlingError) in
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "no window")
        }
        #expect(await backend.solver(opener).outcome(challenge) == .failed(.noSolverForPrompt, "no window"))
        #expect(backend.asked.isEmpty)
    }

    @Test("An opener that asks for the link twice gets the same one, and one process is created")
    func linkTwice() async throws {
        let backend = try StubBackend([.done])
        let links = Lock<[URL]>([])
        let opener = try StubOpener { [link = backend.link] visit throws(CaptchaHandlingError) in
            let again = try await visit.link(link)
            links.withLock { $0.append(again) }
            return .returned
        }
        #expect(await backend.solver(opener).outcome(challenge) == .token(nil))
        #expect(links.withLock { $0 } == [backend.link])
        #expect(backend.created.count == 1)
    }

    @Test("An opener that returns without having opened anything has failed")
    func openedNothing() async throws {
        struct Idle: HostedPageOpener {
            func visit(_ visit: HostedPageVisit) async throws(CaptchaHandlingError) -> HostedPageEnd { .returned }
        }
        let backend = try StubBackend([.done])
        let solver = HostedPageSolver(opener: Idle(), polling: backend.polling()) { try await backend.result($0) }
        let prompt = CaptchaPrompt.hostedProcess(backend.link, reference: nil)
        #expect(
            await solver.outcome(.init(scheme: "s", prompt: prompt))
                == .failed(.solverFailed, "the opener came back without having opened anything"))
    }

    @Test("Two at the same time have a process, a state and a result each")
    func twoAtOnce() async throws {
        let gate = Gate()
        let backend = try StubBackend([.done])
        let opener = try StubOpener(gate.page)
        let solver = backend.solver(opener)
        async let first = solver.outcome(.question("1"))
        async let second = solver.outcome(.question("2"))
        await gate.waitForWaiters(2)
        gate.open()
        #expect(await [first, second] == [.token(nil), .token(nil)])
        #expect(Set(backend.created.map(\.callback)).count == 2)
        #expect(Set(backend.created.map(\.challenge)) == [.question("1"), .question("2")])
    }

    @Test("Processes and results print as nothing that would let anybody act on them")
    func secrecy() throws {
        let process = HostedProcess(link: try #require(URL(string: "https://h.example/secret")), reference: "secret")
        for value: Any in [process, HostedPageResult.reference("secret"), HostedPageResult.token(token)] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("secret")) }
        }
        #expect("\(HostedPageResult.refused(reason: "why"))" == "refused")
    }
}
