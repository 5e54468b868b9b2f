import CaptchaRetry
import Foundation

/// A response that counts how often it is looked into.
struct CountingResponse: InspectableResponse {
    final class Counts {
        var bodyReads = 0
        var parses = 0
    }

    let counts = Counts()
    var status: Int
    var body: [UInt8]

    init(status: Int = 200, body: String) {
        self.status = status
        self.body = Array(body.utf8)
    }

    var url: URL? { URL(string: "https://h/counting") }

    func value(forHTTPHeaderField name: String) -> String? { name == "X-Here" ? "yes" : nil }

    func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        counts.bodyReads += 1
        return self.body.withUnsafeBytes(body)
    }

    func json() -> JSONElement? {
        counts.parses += 1
        return JSONElement(body)
    }
}
