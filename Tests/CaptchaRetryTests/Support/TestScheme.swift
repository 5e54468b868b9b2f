import CaptchaRetry
import Foundation

@testable import CaptchaRetryTesting

/// The scheme of a made-up upstream: `{"captcha": "ID"}` at any status, answered in a header field and echoed with the
/// identifier.
struct TestScheme: CaptchaScheme {
    var id = "test"
    var tokenScope = TokenScope.singleUse
    var expiry: CaptchaChallenge.Expiry?
    var solveLiftsCheck = true
    /// Upstreams with two schemes tell them apart by this name.
    var member = "captcha"
    var signal: CaptchaSignal { CaptchaSignal(bodyMarkers: ["\"\(member)\""]) }

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard let text = response.json()?[member]?.text else { return nil }
        let prompt: CaptchaPrompt = text == "impossible" ? .unanswerable("a hard block") : .question(text)
        return CaptchaChallenge(scheme: id, prompt: prompt, echo: [.init("id", text)], expiry: expiry)
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value, let id = challenge["id"] else { return [] }
        return [.header("X-\(member)-token", value), .header("X-\(member)-id", id)]
    }
}

extension UpstreamRequest {
    var token: String? { headerFields["X-captcha-token"] }
    var tokenID: String? { headerFields["X-captcha-id"] }
}

extension UpstreamAnswer {
    static let ok = UpstreamAnswer.json(#"{"ok": true}"#)

    static func captcha(_ id: some CustomStringConvertible, status: Int = 403) -> UpstreamAnswer {
        .json(#"{"captcha": "\#(id)"}"#, status: status)
    }
}

extension PlainRequest {
    static let get = PlainRequest(url: URL(string: "https://api.example/items?page=1"))
}

extension PlainResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Collects events.
final class EventLog: Sendable {
    private let log = Monitor<[CaptchaEvent]>([])

    var events: [CaptchaEvent] { log.withLock { $0 } }
    var kinds: [CaptchaEvent.Kind] { events.map(\.kind) }

    @Sendable func add(_ event: CaptchaEvent) { log.withLock { $0.append(event) } }

    /// Returns when the condition holds for the events so far.
    func wait(until condition: @escaping @Sendable ([CaptchaEvent]) -> Bool) async {
        _ = await log.wait(until: condition)
    }
}

/// A value behind a lock.
final class LockedValue<Value: Sendable>: @unchecked Sendable {
    // Sendable because `stored` is touched under the lock only.
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value { lock.withLock { stored } }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&stored) }
    }
}

/// The code of the captcha error that `body` throws, or `nil`.
func captchaError(_ body: () async throws -> some Any) async -> CaptchaHandlingError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? CaptchaHandlingError
    }
}

/// A URL that is known to be one.
func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/not/a/url") }
