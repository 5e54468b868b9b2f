import CaptchaRetryURLSession
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of the API, as anybody would write it.
struct WallClient {
    var baseURL: URL
    var session: CaptchaRetryingSession

    /// Publishes a post, and returns the API's answer.
    func post(_ message: String) async throws -> String {
        var request = URLRequest(url: baseURL.appendingPathComponent("method/wall.post"))
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let message = message.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        request.httpBody = Data("v=5.199&message=\(message)".utf8)
        let (data, _) = try await session.data(for: request)
        return String(decoding: data, as: UTF8.self)
    }
}
