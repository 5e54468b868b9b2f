import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A web view of the real WebKit that `Tests/Engines/run` started: see `Tests/Engines/webkit/driver`.
struct WebKitDriver: Sendable {
    fileprivate static let variable = "CAPTCHA_WEBKIT_URL"

    private let base: URL
    // One for each view: they wait for events side by side.
    private let session = URLSession(configuration: .ephemeral)

    init() throws {
        base = try #require(ProcessInfo.processInfo.environment[Self.variable].flatMap(URL.init))
    }

    /// Sends a command, and gives what came back for it.
    func send(_ method: String, _ place: String, _ body: [String: Any] = [:]) async throws -> Data {
        var request = URLRequest(url: try #require(URL(string: place, relativeTo: base)))
        request.httpMethod = method
        if !body.isEmpty { request.httpBody = try JSONSerialization.data(withJSONObject: body) }
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode
        try #require(status == 200, "\(method) \(place): \(String(decoding: data.prefix(400), as: UTF8.self))")
        return data
    }

    /// Sends a command whose answer is an object.
    func ask(_ method: String, _ place: String, _ body: [String: Any] = [:]) async throws -> [String: Any] {
        let data = try await send(method, place, body)
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// Lets the commands that are under way come back: the answer to the one that closes the view is one of them.
    func end() { session.finishTasksAndInvalidate() }
}

extension Trait where Self == ConditionTrait {
    /// Skips a suite where there is no WebKit.
    static var webKit: Self {
        let isStarted = ProcessInfo.processInfo.environment[WebKitDriver.variable]?.isEmpty == false
        return .enabled(if: isStarted, "WebKit is not there; Tests/Engines/run starts it")
    }
}
