import CaptchaRetry
import CaptchaRetryTesting
import CaptchaRetryURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A real server that `Tests/Upstreams/run` started, as a caller's client who knows nothing of captchas.
struct Upstream {
    let name: String
    let baseURL: URL
    let retry: CaptchaRetry
    let session: CaptchaRetryingSession

    /// The server whose URL stands in an environment variable.
    init(_ name: String, at variable: String, schemes: [any CaptchaScheme], solver: StubSolver) throws {
        let base = ProcessInfo.processInfo.environment[variable].flatMap(URL.init)
        self.name = name
        baseURL = try #require(base)
        retry = CaptchaRetry(schemes: schemes, solver: solver) { event in print("\(name) | \(event)") }
        session = CaptchaRetryingSession(configuration: .ephemeral, retry: retry)
    }

    static func isStarted(_ variable: String) -> Bool {
        ProcessInfo.processInfo.environment[variable]?.isEmpty == false
    }

    func request(_ method: String = "GET", _ place: String, _ type: String? = nil, body: Data? = nil) throws
        -> URLRequest
    {
        var request = URLRequest(url: try #require(URL(string: place, relativeTo: baseURL)?.absoluteURL))
        request.httpMethod = method
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        return request
    }

    /// Sends a request, and notes in the transcript what came of it.
    func send(_ request: URLRequest) async throws -> PlainResponse {
        let response = DataResponse(try await session.data(for: request)).snapshot()
        let body = String(decoding: response.body, as: UTF8.self)
            .replacing(/("[a-z]*_?token"): *"[^"]*"/) { "\($0.1):(hidden)" }
        print("\(name) < \(response.status) \(body.prefix(400))")
        return response
    }
}

extension [StubSolver.Report] {
    var outcomes: [ReplayOutcome] { map(\.outcome) }
}

/// Form parameters, encoded so that nothing in them can be mistaken.
func form(_ parameters: [String: String]) -> Data {
    let pairs = parameters.map { name, value in
        let encoded = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(name)=\(encoded)"
    }
    return Data(pairs.joined(separator: "&").utf8)
}
