import AuthenticationServices
import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation
import Testing

extension AppleShells {
    @Suite("Hosted page in a browser session", .serialized)
    @MainActor
    struct BrowserSessionSolverTests {
        #if canImport(WebKit)
            private let screen = Screen()
        #endif

        private func solver(
            onCallback: @escaping @Sendable (URL) -> Void, result: HostedPageResult
        ) -> HostedPageSolver {
            var polling = HostedPagePolling()
            polling.clock = ManualClock()
            return HostedPageSolver(opener: BrowserSessionOpener(callbackScheme: "myapp"), polling: polling) {
                _, callback in
                onCallback(callback)
                guard let link = URL(string: "https://pages.example/1") else {
                    throw CaptchaHandlingError(.unreadableChallenge)
                }
                return HostedProcess(link: link, reference: "process-1")
            } result: { process in
                process.reference == "process-1" ? result : .refused(reason: "another process")
            }
        }

        private func outcome(_ solver: HostedPageSolver) async -> Outcome {
            do throws(CaptchaHandlingError) {
                return .token(try await solver.solve(CaptchaChallenge(scheme: "shop", prompt: .question("?"))).value)
            } catch {
                return .failed(error.code, error.reason)
            }
        }

        @Test("The backend's answer is the token when the page has sent the person back to the callback it was given")
        func returned() async throws {
            try await Browser.with { browser in
                let callbacks = Locked<[URL]>([])
                let solver = solver(
                    onCallback: { url in callbacks.withLock { $0.append(url) } },
                    result: .token(try CaptchaToken("token")))
                let solve = Task { await outcome(solver) }
                let session = await browser.session()
                let callback = try #require(callbacks.withLock { $0.first })
                #expect(callback.absoluteString.hasPrefix("myapp://captcha?state="))
                session.comeBack(to: callback.absoluteString)
                #expect(await solve.value == .token("token"))
            }
        }

        @Test(
            "A return with another state is not this visit's, and the backend that knows of nothing makes it a dismissal"
        )
        func strayReturn() async {
            await Browser.with { browser in
                let solver = solver(onCallback: { _ in }, result: .pending)
                let solve = Task { await outcome(solver) }
                await browser.session().comeBack(to: "myapp://captcha?state=other")
                #expect(await solve.value == .dismissed)
            }
        }

        @Test("A person who closes the session, and whose process is not done, has dismissed the prompt")
        func closed() async {
            await Browser.with { browser in
                let solver = solver(onCallback: { _ in }, result: .pending)
                let solve = Task { await outcome(solver) }
                await browser.session().complete(error: ASWebAuthenticationSessionError(.canceledLogin))
                #expect(await solve.value == .dismissed)
            }
        }

        @Test("A person who closes the session when the process is done has passed without a token")
        func closedWhenDone() async {
            await Browser.with { browser in
                let solver = solver(onCallback: { _ in }, result: .done)
                let solve = Task { await outcome(solver) }
                await browser.session().complete(error: ASWebAuthenticationSessionError(.canceledLogin))
                #expect(await solve.value == .token(nil))
            }
        }

        @Test("Cancelling the solve closes the session")
        func cancelled() async {
            await Browser.with { browser in
                let solver = solver(onCallback: { _ in }, result: .pending)
                let solve = Task { await outcome(solver) }
                let session = await browser.session()
                solve.cancel()
                #expect(await solve.value == .cancelled)
                #if !STUB_TVOS
                    #expect(session.isCancelled)
                #endif
            }
        }
    }
}
