import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation

/// A provider in memory: it answers as told, and remembers what it was asked.
struct Provider {
    /// Good enough for every verifier.
    static let token = "tok-4711/+=&%"
    static let secret = "sec-0815"

    let upstream: ScriptedUpstream

    init(_ rule: @escaping UpstreamRule) { upstream = ScriptedUpstream(rule) }

    /// Gives the same answer always.
    init(answer: UpstreamAnswer) { upstream = ScriptedUpstream { _ in answer } }

    /// Gives these answers, one after the other.
    init(answers: [UpstreamAnswer]) { upstream = ScriptedUpstream(answers: answers) }

    var requests: [UpstreamRequest] { upstream.requests }

    var transport: VerificationTransport {
        VerificationTransport { [upstream] request in
            let response = try await upstream.send(UpstreamRequest(request))
            return VerificationResponse(status: response.status, body: response.body)
        }
    }

    var settings: VerificationSettings { VerificationSettings(transport: transport) }
}

extension UpstreamRequest {
    init(_ request: VerificationRequest) {
        let query = request.url.query(percentEncoded: true).map { "?" + $0 } ?? ""
        self.init(
            method: request.method, target: request.url.path + query,
            headerFields: HeaderFields(request.headerFields), body: request.body, origin: Origin(request.url))
    }
}
