import CaptchaRetry
import CaptchaSolvers

/// A view without a screen, which notes what it is told.
@MainActor
final class FakePageView: PageView {
    var onInput: (@MainActor (PageInput) -> Void)?
    /// What it was told, in this order.
    private(set) var calls: [String] = []
    /// Whom else to tell, in the middle of the call.
    var onCall: (@MainActor (String) -> Void)?
    private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// The input of whoever had it last, to play a view that goes on talking when it is over.
    private var lastInput: (@MainActor (PageInput) -> Void)?

    func load(_ page: CaptchaPage) { note("load") }
    func reload() { note("reload") }
    func evaluate(_ script: String) { note("evaluate \(script)") }
    func show() { note("show") }
    func hide() { note("hide") }
    func resize(width: Double, height: Double) { note("resize \(width) \(height)") }
    func close() { note("close") }

    /// Suspends until it was told that much.
    func waitForCalls(_ count: Int) async {
        if calls.count >= count { return }
        await withCheckedContinuation { waiters.append((count, $0)) }
    }

    /// A message of SmartCaptcha's page, by the main frame at `https://shop.example` if not said otherwise.
    func post(
        _ method: String, _ data: Any = "", isMainFrame: Bool = true, host: String = "shop.example"
    ) {
        send(
            .message(
                PageMessage(
                    body: ["method": method, "data": data] as [String: Any], handler: CaptchaPage.nativeClient,
                    isMainFrame: isMainFrame, scheme: "https", host: host, port: 0)))
    }

    func send(_ input: PageInput) { (onInput ?? lastInput)?(input) }

    private func note(_ call: String) {
        lastInput = onInput ?? lastInput
        calls.append(call)
        onCall?(call)
        let ready = waiters.filter { $0.count <= calls.count }
        waiters.removeAll { $0.count <= calls.count }
        for waiter in ready { waiter.continuation.resume() }
    }
}

extension PageSession {
    /// The token's text, or the code and the reason of the error.
    func outcome() async -> Outcome {
        do throws(CaptchaHandlingError) {
            return .token(try await token().value)
        } catch {
            return .failed(error.code, error.reason)
        }
    }
}
