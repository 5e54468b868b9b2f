import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// A request to a path of an upstream, or to a whole URL.
    static func to(
        _ place: String, of upstream: LoopbackUpstream? = nil, _ method: String = "GET",
        headers: [String: String] = [:], body: String? = nil
    ) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: place, relativeTo: upstream?.baseURL)?.absoluteURL))
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body.map { Data($0.utf8) }
        return request
    }

    var bodyText: String? { httpBody.map { String(decoding: $0, as: UTF8.self) } }
}

extension UpstreamRequest {
    /// Everything that was received, as one text.
    var everything: String {
        let fields = headerFields.fields.map { "\($0.name): \($0.value)" }
        return ([method, target] + fields + [String(decoding: body, as: UTF8.self)]).joined(separator: "\n")
    }

    var bodyText: String { String(decoding: body, as: UTF8.self) }
}

extension URLSessionConfiguration {
    /// An ephemeral one. A machine that has much else to do may take more than the usual minute to answer itself.
    static var patient: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 3600
        return configuration
    }
}

extension CaptchaRetryingSession {
    /// A session whose solver always has the same token.
    init(_ configuration: URLSessionConfiguration = .patient, scheme: TokenScheme = TokenScheme()) {
        self.init(
            configuration: configuration,
            retry: CaptchaRetry(schemes: [scheme], solver: StubSolver(token: TokenScheme.token)))
    }

    /// The HTTP response with its body as text.
    func text(for request: URLRequest) async throws -> (text: String, response: HTTPURLResponse) {
        let (data, response) = try await data(for: request)
        return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
    }

    /// The code that a call fails with, or `nil` if it does not.
    func failure(for request: URLRequest) async throws -> URLError.Code? {
        do {
            _ = try await data(for: request)
            return nil
        } catch let error as URLError {
            return error.code
        }
    }
}
