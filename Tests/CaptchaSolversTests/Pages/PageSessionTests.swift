import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Testing

@MainActor
@Suite("A session with a captcha page")
struct PageSessionTests {
    private let view = FakePageView()
    private let clock = ManualClock()

    private func session(isInvisible: Bool = false, isLoaded: Bool = false) throws -> PageSession {
        PageSession(try .shop(isInvisible: isInvisible), in: view, isLoaded: isLoaded, clock: clock)
    }

    /// Starts a session, and waits until the view was told that much.
    private func start(_ session: PageSession, calls: Int) async -> Task<Outcome, Never> {
        let task = Task { await session.outcome() }
        await view.waitForCalls(calls)
        return task
    }

    @Test("A visible page's token comes out, and the view is closed once")
    func visible() async throws {
        let task = await start(try session(), calls: 2)
        view.post("captchaDidLoad")
        view.post("challengeDidAppear")
        view.post("captchaDidFinish", "abc")
        view.post("captchaDidFinish", "late")
        #expect(await task.value == .token("abc"))
        #expect(view.calls == ["load", "show", "close"])
        #expect(view.onInput == nil)
        view.post("captchaDidFinish", "later still")
        view.send(.closedByPerson)
        #expect(view.calls == ["load", "show", "close"])
    }

    @Test("An invisible page is shown for its challenge, and loaded again when that is closed for good")
    func invisible() async throws {
        let task = await start(try session(isInvisible: true), calls: 1)
        view.post("captchaDidLoad")
        view.post("challengeDidAppear")
        view.post("challengeDidDisappear")
        #expect(view.calls == ["load", "show", "hide"])
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        await view.waitForCalls(4)
        view.post("captchaDidLoad")
        view.post("challengeDidAppear")
        view.post("captchaDidFinish", "abc")
        #expect(await task.value == .token("abc"))
        #expect(view.calls == ["load", "show", "hide", "reload", "show", "close"])
    }

    @Test("Frames within, other origins and other handlers are not listened to")
    func strangers() async throws {
        let task = await start(try session(), calls: 2)
        view.post("captchaDidFinish", "frame", isMainFrame: false)
        view.post("captchaDidFinish", "stranger", host: "evil.example")
        view.post("captchaDidFail", "stranger", host: "evil.example")
        view.post("captchaDidFinish", "abc")
        #expect(await task.value == .token("abc"))
    }

    @Test("A page that does not load in time ends as timed out")
    func loadLimit() async throws {
        let task = await start(try session(), calls: 2)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        #expect(await task.value == .failed(.timedOut, "the page did not load in time"))
        #expect(view.calls == ["load", "show", "close"])
    }

    @Test("A person who does not answer in time ends it as timed out, and the load limit is no more")
    func solveLimit() async throws {
        let task = await start(try session(), calls: 2)
        await clock.waitForSleepers()
        view.post("captchaDidLoad")
        // The load limit's sleeper is gone with its timer.
        #expect(clock.sleeperCount == 0)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(299))
        view.post("challengeDidAppear")
        clock.advance(by: .seconds(1))
        #expect(await task.value == .failed(.timedOut, "there was no token in time"))
        #expect(clock.sleeperCount == 0)
    }

    @Test("A limit that was over just when it was lifted is not taken for the one that is set next")
    func staleLimit() async throws {
        let task = await start(try session(), calls: 2)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(30))
        // Its task comes here only after these.
        view.post("captchaDidLoad")
        view.post("captchaDidExpire")
        for _ in 0..<100 { await Task.yield() }
        view.post("captchaDidLoad")
        view.post("captchaDidFinish", "abc")
        #expect(await task.value == .token("abc"))
    }

    @Test("A load that fails is tried again after a second and after two, and then fails with what WebKit said")
    func loadFailure() async throws {
        let task = await start(try session(), calls: 2)
        for delay in 1...2 {
            view.send(.navigationFailed(domain: "NSURLErrorDomain", code: -999))
            view.send(.navigationFailed(domain: "NSURLErrorDomain", code: -1009))
            await clock.waitForSleepers()
            clock.advance(by: .seconds(delay))
            await view.waitForCalls(2 + delay)
        }
        view.send(.navigationFailed(domain: "NSURLErrorDomain", code: -1009))
        #expect(await task.value == .failed(.solverFailed, "network: NSURLErrorDomain -1009"))
        #expect(view.calls == ["load", "show", "reload", "reload", "close"])
    }

    @Test("A person who closes the view has dismissed it")
    func closed() async throws {
        let task = await start(try session(), calls: 2)
        view.send(.closedByPerson)
        #expect(await task.value == .failed(.dismissed))
        #expect(view.calls == ["load", "show", "close"])
    }

    @Test("Cancelling the task takes the view down and ends it once")
    func cancelled() async throws {
        let task = await start(try session(), calls: 2)
        task.cancel()
        #expect(await task.value == .failed(.cancelled))
        #expect(view.calls == ["load", "show", "close"])
    }

    @Test("A task that is cancelled before it starts loads nothing")
    func cancelledBefore() async throws {
        let session = try session()
        let gate = Gate()
        let task = Task {
            await gate.wait()
            return await session.outcome()
        }
        task.cancel()
        #expect(await task.value == .failed(.cancelled))
        #expect(view.calls == ["close"])
    }

    @Test("A token and a cancellation at the same time give one outcome and one close")
    func race() async throws {
        for isTokenFirst in [true, false] {
            let view = FakePageView()
            let session = PageSession(try .shop(), in: view, clock: clock)
            let task = Task { await session.outcome() }
            await view.waitForCalls(2)
            if !isTokenFirst { task.cancel() }
            view.post("captchaDidFinish", "abc")
            task.cancel()
            let outcome = await task.value
            #expect(outcome == .token("abc") || outcome == .failed(.cancelled))
            if isTokenFirst { #expect(outcome == .token("abc")) }
            #expect(view.calls == ["load", "show", "close"])
        }
    }

    @Test("Inputs in the middle of a call are taken in their order")
    func reentrancy() async throws {
        let view = view
        view.onCall = { call in
            switch call {
            case "load":
                view.post("captchaDidLoad")
                view.post("challengeDidAppear")
                view.post("challengeDidDisappear")
            case "show": view.post("challengeDidDisappear")
            case "hide": view.post("captchaDidFinish", "abc")
            default: view.send(.closedByPerson)
            }
        }
        let outcome = await (try session(isInvisible: true)).outcome()
        #expect(outcome == .token("abc"))
        #expect(view.calls == ["load", "show", "hide", "close"])
    }

    @Test("A session is for one showing: a second call fails and leaves the first alone")
    func secondCall() async throws {
        let session = try session()
        let task = await start(session, calls: 2)
        #expect(await session.outcome() == .failed(.solverFailed, "a page session is for one showing"))
        view.post("captchaDidFinish", "abc")
        #expect(await task.value == .token("abc"))
        #expect(await session.outcome() == .failed(.solverFailed, "a page session is for one showing"))
        #expect(view.calls == ["load", "show", "close"])
    }

    @Test("A new showing in a view that has the page starts from a reset, and takes no old token")
    func newShowing() async throws {
        let task = await start(try session(isLoaded: true), calls: 2)
        view.post("captchaDidFinish", "old")
        view.post("captchaDidLoad")
        view.post("captchaDidFinish", "new")
        #expect(await task.value == .token("new"))
        #expect(view.calls == ["evaluate window.captcha && window.captcha.reset();", "show", "close"])
    }

    @Test("A screen that comes up again has the widget reset")
    func reappeared() async throws {
        let task = await start(try session(), calls: 2)
        view.post("captchaDidLoad")
        view.send(.reappeared)
        view.post("captchaDidFinish", "old")
        view.post("captchaDidLoad")
        view.post("captchaDidFinish", "new")
        #expect(await task.value == .token("new"))
    }

    @Test("A failure says its kind in the underlying error")
    func underlying() async throws {
        let session = try session()
        let task = Task {
            await #expect(throws: CaptchaHandlingError.self) { try await session.token() }
        }
        await view.waitForCalls(2)
        view.post("captchaDidFail", ["kind": "configuration", "code": "110200"])
        let error = await task.value
        #expect(error?.code == .solverFailed)
        #expect(error?.reason == "configuration: 110200")
        #expect((error?.underlying as? PageFailure)?.kind == .configuration)
    }

    @Test("Nothing is left of a session that is over")
    func lifetime() async throws {
        weak var weakSession: PageSession?
        weak var weakView: FakePageView?
        do {
            let view = FakePageView()
            let session = PageSession(try .shop(), in: view, clock: clock)
            (weakSession, weakView) = (session, view)
            view.onCall = { [weak view] in if $0 == "show" { view?.post("captchaDidFinish", "abc") } }
            #expect(await session.outcome() == .token("abc"))
        }
        #expect(weakSession == nil)
        #expect(weakView == nil)
    }
}
