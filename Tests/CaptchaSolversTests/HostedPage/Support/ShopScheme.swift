import CaptchaRetry
import CaptchaRetryTesting
import Foundation

/// The scheme of a made-up shop that wants a hosted process finished, and takes its identifier in a header field.
struct ShopScheme: CaptchaScheme {
    let id = "shop"
    let tokenScope = TokenScope.singleUse
    let signal = CaptchaSignal(statuses: [403], bodyMarkers: ["process"])

    static let request = PlainRequest(
        "POST", url: URL(string: "https://shop.example/order?id=1"), headerFields: ["Content-Type": "application/json"],
        body: .data(Data(#"{"item":7}"#.utf8)))
    static let captcha = UpstreamAnswer.json(#"{"process":"https://hosted.example/p/9","id":"9"}"#, status: 403)

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard let link = response.json()?["process"]?.string.flatMap({ URL(string: $0) }) else { return nil }
        return CaptchaChallenge(scheme: id, prompt: .hostedProcess(link, reference: response.json()?["id"]?.string))
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        token.value.map { [.header("X-Process", $0)] } ?? []
    }
}
