import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import Quickstart

@Suite("Quickstart's upstream")
struct DemoUpstreamTests {
    private func page(_ demo: DemoUpstream) async throws -> String {
        let post = UpstreamRequest(method: "POST", target: "/method/wall.post", headerFields: ["Host": "127.0.0.1:1"])
        let error = JSONElement(Array((await send(post, demo)).utf8))?["error"]
        #expect(error?["error_code"]?.number == "14")
        let url = try #require(error?["redirect_uri"]?.string)
        return url.replacingOccurrences(of: "http://127.0.0.1:1", with: "")
    }

    private func send(_ request: UpstreamRequest, _ demo: DemoUpstream) async -> String {
        let upstream = ScriptedUpstream { await demo.answer($0) }
        return String(decoding: (try? await upstream.send(request).body) ?? Data(), as: UTF8.self)
    }

    private func answer(_ text: String, to page: String, _ demo: DemoUpstream) async -> String {
        await send(UpstreamRequest(method: "POST", target: page, body: Data("answer=\(text)".utf8)), demo)
    }

    @Test("A wrong answer is refused with a new question, the right one shows a token that is good for one post")
    func page() async throws {
        let demo = DemoUpstream(challenge: .error14)
        let page = try await page(demo)
        let question = try DemoPage.question(in: await send(UpstreamRequest(target: page), demo))
        for wrong in ["\(question.sum + 1)", "", "x", "-1"] {
            let refused = await answer(wrong, to: page, demo)
            #expect(refused.contains("That was not right"))
            #expect(throws: CaptchaHandlingError.self) { try DemoPage.token(in: refused) }
        }
        let next = try DemoPage.question(in: await send(UpstreamRequest(target: page), demo))
        let token = try DemoPage.token(in: await answer("\(next.sum)", to: page, demo))
        // The page has done its work.
        #expect(await answer("\(next.sum)", to: page, demo).contains("not valid any more"))

        func post(_ token: String) -> UpstreamRequest {
            UpstreamRequest(method: "POST", target: "/method/wall.post", body: Data("success_token=\(token)".utf8))
        }
        #expect(await send(post("guess"), demo).contains("error_code"))
        #expect(await send(post(token), demo) == #"{"response":{"post_id":1}}"#)
        #expect(await send(post(token), demo).contains("error_code"))
    }

    @Test("A page that nobody was sent to has nothing to ask")
    func unknownPage() async {
        let demo = DemoUpstream(challenge: .error14)
        #expect(await send(UpstreamRequest(target: "/not_robot_captcha?session=1"), demo).contains("not valid"))
        #expect(await send(UpstreamRequest(target: "/not_robot_captcha"), demo).contains("not valid"))
    }
}
