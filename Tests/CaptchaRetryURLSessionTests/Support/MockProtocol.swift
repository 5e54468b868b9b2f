import CaptchaRetry
import Foundation

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A stand-in for the network, as apps have them in their tests. Each test uses a host of its own.
final class MockProtocol: URLProtocol {
    /// What happens to a request; `nil` leaves it hanging.
    typealias Rule = @Sendable (URLRequest) throws(URLError) -> (status: Int, body: String)?

    private static let rules = Lock<[String: Rule]>([:])
    private static let stops = Lock<[String: @Sendable () -> Void]>([:])

    /// A configuration whose requests to a host never leave the process.
    static func configuration(
        for host: String, onStop: @escaping @Sendable () -> Void = {}, _ rule: @escaping Rule
    ) -> URLSessionConfiguration {
        rules.withLock { $0[host] = rule }
        stops.withLock { $0[host] = onStop }
        let configuration = URLSessionConfiguration.patient
        configuration.protocolClasses = [MockProtocol.self]
        return configuration
    }

    override class func canInit(with request: URLRequest) -> Bool {
        rules.withLock { $0[request.url?.host ?? ""] != nil }
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url, let rule = Self.rules.withLock({ $0[url.host ?? ""] }) else { return }
        do throws(URLError) {
            guard let (status, body) = try rule(request),
                let response = HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: ["X-Mock": "1"])
            else { return }
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            // In two pieces, as a network might.
            let data = Data(body.utf8)
            client?.urlProtocol(self, didLoad: data.prefix(data.count / 2))
            client?.urlProtocol(self, didLoad: data.dropFirst(data.count / 2))
            client?.urlProtocolDidFinishLoading(self)
        } catch {
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    override func stopLoading() {
        Self.stops.withLock { $0[request.url?.host ?? ""] }?()
    }
}
