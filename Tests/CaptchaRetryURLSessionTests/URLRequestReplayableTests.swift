import CaptchaRetry
import CaptchaRetryURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("URLRequest as a replayable request")
struct URLRequestReplayableTests {
    @Test("A body of bytes is data, an empty one and a missing one are none, a stream is one-shot")
    func bodies() throws {
        var request = try URLRequest.to("http://h/")
        #expect(request.replayableBody == .none)
        request.httpBody = Data()
        #expect(request.replayableBody == .none)
        request.httpBody = Data([1])
        #expect(request.replayableBody == .data(Data([1])))
        request.httpBodyStream = InputStream(data: Data([2]))
        #expect(request.replayableBody == .oneShot)
    }

    @Test("A body that is set takes the place of a stream, and none takes the place of both")
    func settingABody() throws {
        var request = try URLRequest.to("http://h/")
        request.httpBodyStream = InputStream(data: Data([2]))
        request.replayableBody = .oneShot
        #expect(request.httpBodyStream != nil)
        request.replayableBody = .data(Data([3]))
        #expect(request.httpBody == Data([3]))
        #expect(request.httpBodyStream == nil)
        request.replayableBody = .none
        #expect(request.httpBody == nil)
    }

    @Test("An edit of the query leaves the other parameters byte for byte (rule 5)")
    func queryKeepsItsBytes() throws {
        var request = try URLRequest.to("http://h/p?b=%2B&flag&x=&d=1&d=2&e=%7e#part")
        try request.apply(.query("token", "a+b &=%"))
        #expect(
            request.url?.absoluteString == "http://h/p?b=%2B&flag&x=&d=1&d=2&e=%7e&token=a%2Bb%20%26%3D%25#part")
        try request.apply(.query("d", "3"))
        #expect(
            request.url?.absoluteString == "http://h/p?b=%2B&flag&x=&d=3&e=%7e&token=a%2Bb%20%26%3D%25#part")
    }

    @Test("An edit of a URL without a query appends one")
    func queryIsAppended() throws {
        var request = try URLRequest.to("http://h")
        try request.apply(.query("token", "t"))
        #expect(request.url?.query == "token=t")
    }

    @Test("An edit of a header field replaces it, whatever the case of its name (rule 5)")
    func headerIsReplaced() throws {
        var request = try URLRequest.to("http://h/", headers: ["x-captcha": "old"])
        try request.apply(.header("X-Captcha", "new"))
        #expect(request.value(forHTTPHeaderField: "X-CAPTCHA") == "new")
        #expect(request.allHTTPHeaderFields?.count == 1)
    }

    @Test("A first header field fits a request that has none")
    func headerOfANewRequest() throws {
        var request = URLRequest(url: try #require(URL(string: "http://h/")))
        try request.apply(.header("X-Captcha", "new"))
        #expect(request.allHTTPHeaderFields == ["X-Captcha": "new"])
    }

    @Test(
        "A header value with a line break, a NUL or a blank in front is an error, and the request stays as it was",
        arguments: ["a\r\nInjected: b", "a\nb", "a\rb", "a\0b", " a", "a "])
    func headerThatWouldBeDropped(value: String) throws {
        var request = try URLRequest.to("http://h/", headers: ["X-Captcha": "old"])
        let before = request
        #expect(throws: RequestEditError.self) { try request.apply(.header("X-Captcha", value)) }
        #expect(request == before)
        #expect(request.value(forHTTPHeaderField: "X-Captcha") == "old")
    }

    @Test("Form, JSON and cookie edits change what they name and nothing else")
    func otherPlaces() throws {
        var form = try URLRequest.to("http://h/", "POST", body: "a=%2B&captcha_key=old")
        try form.apply(.form("captcha_key", "t+"))
        #expect(form.bodyText == "a=%2B&captcha_key=t%2B")
        var json = try URLRequest.to("http://h/", "POST", body: #"{"id":9041237788123456789, "f":1.500}"#)
        try json.apply(.json(["captcha", "token"], "t"))
        #expect(json.bodyText == #"{"id":9041237788123456789, "f":1.500,"captcha":{"token":"t"}}"#)
        var cookie = try URLRequest.to("http://h/", headers: ["Cookie": "a=1; captcha=old"])
        try cookie.apply(.cookie("captcha", "t"))
        #expect(cookie.value(forHTTPHeaderField: "Cookie") == "a=1; captcha=t")
    }
}
