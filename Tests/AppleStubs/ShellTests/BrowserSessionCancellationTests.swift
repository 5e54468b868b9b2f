import AuthenticationServices
import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation
import Testing

extension AppleShells {
    @Suite("Browser session: cancellation and turns", .serialized)
    @MainActor
    struct BrowserSessionCancellationTests {
        private let opener = BrowserSessionOpener(callbackScheme: "myapp")
        #if canImport(WebKit)
            private let screen = Screen()
        #endif

        @Test(
            "Cancelling the task closes the session and ends the visit once, whether or not closing calls the handler",
            arguments: [false, true])
        func cancelled(completesOnCancel: Bool) async {
            await Browser.with(completesOnCancel: completesOnCancel) { browser in
                let visit = Task { await opener.outcome() }
                let session = await browser.session()
                visit.cancel()
                #expect(await visit.value == .cancelled)
                #if STUB_TVOS
                    #expect(!session.isCancelled)
                #else
                    #expect(session.isCancelled)
                #endif
                session.comeBack(to: "myapp://captcha")
            }
        }

        @Test("A task that is cancelled already opens nothing")
        func cancelledBefore() async {
            await Browser.with(onStart: { _ in Issue.record("a session started") }) { _ in
                let gate = Gate()
                let visit = Task {
                    await gate.wait()
                    return await opener.outcome()
                }
                visit.cancel()
                #expect(await visit.value == .cancelled)
            }
        }

        @Test("A task that is cancelled while the link is made opens nothing")
        func cancelledAtLink() async {
            await Browser.with(onStart: { _ in Issue.record("a session started") }) { _ in
                let visit = Task {
                    await opener.outcome(onLink: { _ in withUnsafeCurrentTask { $0?.cancel() } })
                }
                #expect(await visit.value == .cancelled)
            }
        }

        @Test("Visits take turns: one session is open at a time, and no link is made before its turn")
        func turns() async {
            let steps = Steps()
            await Browser.with(onStart: { _ in steps.add("start") }) { browser in
                let visits = (1...3).map { _ in
                    Task { await opener.outcome(onLink: { _ in steps.add("link") }) }
                }
                for _ in 1...3 {
                    let session = await browser.session()
                    steps.add("end")
                    session.comeBack(to: "myapp://captcha")
                }
                for visit in visits { #expect(await visit.value == .end(.returned)) }
            }
            #expect(steps.all == Array(repeating: ["link", "start", "end"], count: 3).flatMap { $0 })
        }

        @Test("A visit that is cancelled while it waits leaves at once, and the one before goes on")
        func cancelledInLine() async {
            await Browser.with { browser in
                let first = Task { await opener.outcome() }
                let session = await browser.session()
                let second = Task { await opener.outcome(onLink: { _ in Issue.record("a link was asked for") }) }
                second.cancel()
                #expect(await second.value == .cancelled)
                #expect(!session.isCancelled)
                session.comeBack(to: "myapp://captcha")
                #expect(await first.value == .end(.returned))
            }
        }
    }
}
