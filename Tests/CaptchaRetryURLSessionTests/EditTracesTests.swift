import CaptchaRetry
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The URL of a redirect to another origin")
struct EditTracesTests {
    private func removed(from place: String, after edits: [RequestEdit], _ original: URLRequest) throws -> String? {
        var edited = original
        try edited.apply(edits)
        return EditTraces(of: edited, from: original).removed(from: try #require(URL(string: place)))?.absoluteString
    }

    @Test(
        "A query parameter that an edit added is left out, however it is encoded (rule 7)",
        arguments: [
            "t=a%2Bb%2F%20c", "t=a%2bb%2f%20c", "t=a+b/%20c", "%74=a%2Bb/+c", "t=a%2Bb%2F+c",
        ])
    func encodings(pair: String) throws {
        let original = try URLRequest.to("http://home.example/?keep=%2B")
        let edits = [RequestEdit.query("t", "a+b/ c")]
        #expect(
            try removed(from: "http://o/?keep=%2B&\(pair)&x=#f", after: edits, original) == "http://o/?keep=%2B&x=#f")
        #expect(try removed(from: "http://o/p?\(pair)", after: edits, original) == "http://o/p")
    }

    @Test("A parameter of the caller stays, byte for byte, and so does a short value in another place")
    func others() throws {
        let original = try URLRequest.to("http://home.example/?page=1&old=2")
        let edits: [RequestEdit] = [.query("attempt", "1"), .query("old", "3"), .header("X-Attempt", "1")]
        let place = "http://o/1/x?page=1&old=2&flag&e=%7e&f=a+b&attempt=2"
        #expect(try removed(from: place, after: edits, original) == place)
        #expect(try removed(from: place + "&attempt=1&old=3", after: edits, original) == place)
    }

    @Test(
        "A parameter that has the token inside is left out, such as an address to return to",
        arguments: [
            "next=http%3A%2F%2Fhome.example%2F%3Ft%3Dsecret%252Btoken", "renamed=secret%2Btoken", "x=1-secret+token-2",
            "secret%2Btoken", "n=secret%25252Btoken",
        ])
    func tokenInside(pair: String) throws {
        let original = try URLRequest.to("http://home.example/", "POST", body: "a=1")
        for edit in [RequestEdit.query("t", "secret+token"), .header("T", "secret+token"), .form("t", "secret+token")] {
            #expect(try removed(from: "http://o/?a=1&\(pair)", after: [edit], original) == "http://o/?a=1")
        }
    }

    @Test("A cookie's value counts alone, without the others of its field")
    func cookies() throws {
        let original = try URLRequest.to("http://home.example/", headers: ["Cookie": "lang=language-of-caller"])
        let edits = [RequestEdit.cookie("t", "secret-token")]
        #expect(
            try removed(from: "http://o/?a=secret-token&b=language-of-caller", after: edits, original)
                == "http://o/?b=language-of-caller")
    }

    @Test("A string that an edit put into a JSON body counts as well, wherever it stands in it")
    func json() throws {
        let headers = ["Content-Type": "application/json"]
        let body = #"{"mine": "text-of-caller", "list": [{"a": "another-text"}]}"#
        let original = try URLRequest.to("http://home.example/", "POST", headers: headers, body: body)
        #expect(
            try removed(
                from: "http://o/?a=secret%2Dtoken&b=text-of-caller&c=another-text",
                after: [.json(["auth", "response"], "secret-token")], original)
                == "http://o/?b=text-of-caller&c=another-text")
    }

    @Test(
        "A token outside of the query makes the redirect one for the caller",
        arguments: [
            "http://o/secret-token", "http://o/#t=secret%2Dtoken", "http://u:secret-token@o/", "http://secret-token.o/",
        ])
    func tokenElsewhere(place: String) throws {
        let original = try URLRequest.to("http://home.example/")
        #expect(try removed(from: place, after: [.header("T", "secret-token")], original) == nil)
    }

    @Test("Without edits a URL stays as it is")
    func noEdits() throws {
        let original = try URLRequest.to("http://home.example/?a=secret-token")
        let place = "http://o/?a=secret-token&&b=%zz&c"
        #expect(try removed(from: place, after: [], original) == URL(string: place)?.absoluteString)
    }
}
