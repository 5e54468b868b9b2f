import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("UpstreamRequest")
struct UpstreamRequestTests {
    @Test("Path and query are there as they were sent and decoded")
    func target() {
        let request = UpstreamRequest(target: "/a%20b/%C3%BC?q=1%2B1+x&empty=&flag&q=2&k%5B0%5D=v=w")
        #expect(request.path == "/a b/ü")
        #expect(request.rawQuery == "q=1%2B1+x&empty=&flag&q=2&k%5B0%5D=v=w")
        #expect(request.query["q"] == "1+1 x")
        #expect(request.query.all("q") == ["1+1 x", "2"])
        #expect(request.query["empty"] == "")
        #expect(request.query["flag"] == "")
        #expect(request.query["k[0]"] == "v=w")
        #expect(request.query["missing"] == nil)
        #expect(request.query.parameters.map(\.name) == ["q", "empty", "flag", "q", "k[0]"])
        #expect(UpstreamRequest(target: "/x").rawQuery == nil)
        #expect(UpstreamRequest(target: "/x").query.parameters.isEmpty)
    }

    @Test("What is no valid percent-encoding stays as it is", arguments: ["%", "%zz", "%2", "a%FF", "100%"])
    func invalidEncoding(text: String) {
        #expect(UpstreamRequest(target: "/" + text).path == "/" + text)
        #expect(UpstreamRequest(target: "/?q=" + text).query["q"] == text)
    }

    @Test("A form body is read where the Content-Type allows it or says nothing")
    func form() {
        let body = Data("key=a+b%26c&sid=1".utf8)
        var request = UpstreamRequest(method: "POST", target: "/", body: body)
        #expect(request.form["key"] == "a b&c")
        #expect(request.form["sid"] == "1")
        request.headerFields["content-type"] = "Application/X-WWW-Form-Urlencoded; charset=utf-8"
        #expect(request.form["key"] == "a b&c")
        request.headerFields["content-type"] = "application/json"
        #expect(request.form.parameters.isEmpty)
    }

    @Test("Header fields, cookies and JSON can be looked up")
    func lookUps() {
        let request = UpstreamRequest(
            method: "POST", target: "/",
            headerFields: ["cookie": "a=1; b=x=y;c = 3", "Cookie": "d=4", "X-Token": "t"],
            body: Data(#"{"captcha": {"sid": 123456789012345678901}}"#.utf8))
        #expect(request.headerFields["x-token"] == "t")
        #expect(request.cookies["a"] == "1")
        #expect(request.cookies["b"] == "x=y")
        #expect(request.cookies["c"] == "3")
        #expect(request.cookies["d"] == "4")
        #expect(request.cookies["e"] == nil)
        #expect(request.json?["captcha"]?["sid"]?.number == "123456789012345678901")
        #expect(UpstreamRequest(target: "/", body: Data("{".utf8)).json == nil)
    }

    @Test("No value shows in a description, a dump or a mirror")
    func description() {
        let secret = "s3cret"
        let request = UpstreamRequest(
            method: "POST", target: "/path?key=\(secret)", headerFields: ["Cookie": "k=\(secret)", "X": secret],
            body: Data("key=\(secret)".utf8))
        #expect(request.description == "POST /path, 10 bytes")
        for value: Any in [request, request.query, request.form, request.cookies] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains(secret)) }
        }
    }

    @Test("A plain request arrives whole")
    func plainRequest() {
        let request = UpstreamRequest(
            PlainRequest(
                "POST", url: URL(string: "https://API.test:8443/a%2Fb?x=%2B#part"), headerFields: ["X-Token": "t"],
                body: .data(Data("k=v".utf8))))
        #expect(request.method == "POST")
        #expect(request.target == "/a%2Fb?x=%2B")
        #expect(request.headerFields == ["X-Token": "t"])
        #expect(request.body == Data("k=v".utf8))
        #expect(request.origin?.description == "https://api.test:8443")
    }

    @Test("A request without a path, a URL or a replayable body arrives nevertheless")
    func sparseRequests() {
        #expect(UpstreamRequest(PlainRequest(url: URL(string: "https://a.test"))).target == "/")
        #expect(UpstreamRequest(PlainRequest(url: URL(string: "https://a.test?x=1"))).target == "/?x=1")
        #expect(UpstreamRequest(PlainRequest(url: nil, body: .oneShot)) == UpstreamRequest(target: "/"))
    }

    @Test("Another type of request is asked for the usual header fields and for those that are named")
    func otherTypes() {
        let request = WrappedRequest(
            base: PlainRequest(
                url: URL(string: "https://a.test/"),
                headerFields: ["X-Token": "t", "content-type": "text/plain", "X-Other": "o"]))
        #expect(UpstreamRequest(request).headerFields.fields.map(\.value) == ["text/plain"])
        #expect(UpstreamRequest(request, fieldNames: ["X-Token"]).headerFields["x-token"] == "t")
    }

    /// A request of some client.
    private struct WrappedRequest: ReplayableRequest {
        var base: PlainRequest
        var url: URL? {
            get { base.url }
            set { base.url = newValue }
        }
        var httpMethod: String? {
            get { base.httpMethod }
            set { base.httpMethod = newValue }
        }
        var replayableBody: ReplayableBody {
            get { base.replayableBody }
            set { base.replayableBody = newValue }
        }
        func value(forHTTPHeaderField name: String) -> String? { base.value(forHTTPHeaderField: name) }
        mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {
            base.setValue(value, forHTTPHeaderField: name)
        }
    }
}
