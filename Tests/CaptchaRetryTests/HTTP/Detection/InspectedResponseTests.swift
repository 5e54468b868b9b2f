import Foundation
import Testing

@testable import CaptchaRetry

@Suite("A response as the schemes see it")
struct InspectedResponseTests {
    @Test("It is parsed once, however often schemes ask, and not at all if none does")
    func parsesOnce() {
        let base = CountingResponse(body: #"{"a":1}"#)
        let inspected = InspectedResponse(base, maximumBody: 7)
        #expect(base.counts.parses == 0)
        for _ in 0..<3 { #expect(inspected.json()?["a"]?.number == "1") }
        #expect(base.counts.parses == 1)
    }

    @Test("A body that is no JSON is parsed once, too")
    func parsesNonsenseOnce() {
        let base = CountingResponse(body: "<html>")
        let inspected = InspectedResponse(base, maximumBody: 100)
        for _ in 0..<3 { #expect(inspected.json() == nil) }
        #expect(base.counts.parses == 1)
    }

    @Test("2. A body beyond the bound is hidden and never parsed; status, fields and URL are there")
    func hidesLargeBody() {
        let base = CountingResponse(status: 403, body: #"{"a":1}"#)
        let inspected = InspectedResponse(base, maximumBody: 6)
        #expect(inspected.json() == nil)
        #expect(inspected.withBodyBytes { $0.count } == 0)
        #expect(base.counts.parses == 0)
        #expect(inspected.status == 403)
        #expect(inspected.value(forHTTPHeaderField: "X-Here") == "yes")
        #expect(inspected.value(forHTTPHeaderField: "X-Gone") == nil)
        #expect(inspected.url == base.url)
    }

    @Test("A body within the bound is given as it is")
    func showsBody() {
        let inspected = InspectedResponse(CountingResponse(body: "abc"), maximumBody: 3)
        #expect(inspected.withBodyBytes { Array($0) } == Array("abc".utf8))
    }

    @Test("The copy for an error has the whole body, whatever the bound")
    func snapshot() {
        let inspected = InspectedResponse(CountingResponse(status: 403, body: "abcdef"), maximumBody: 3)
        #expect(inspected.snapshot().body == Data("abcdef".utf8))
        #expect(inspected.snapshot().status == 403)
    }
}
