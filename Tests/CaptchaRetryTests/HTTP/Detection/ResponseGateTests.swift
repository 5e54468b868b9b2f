import Foundation
import Testing

@testable import CaptchaRetry

@Suite("The gate in front of the schemes")
struct ResponseGateTests {
    private func admits(
        _ signals: [CaptchaSignal], status: Int = 200, fields: HeaderFields = [:], body: String = "",
        maximumBody: Int = 100
    ) -> Bool {
        ResponseGate(signals, maximumBody: maximumBody)
            .admits(PlainResponse(status: status, headerFields: fields, body: Data(body.utf8)))
    }

    @Test("2. The status has to be one of the signal's, 200 included", arguments: [200, 401, 403, 429, 500])
    func status(status: Int) {
        let signal = CaptchaSignal(statuses: [200, 403])
        #expect(admits([signal], status: status) == (status == 200 || status == 403))
        #expect(admits([CaptchaSignal(statuses: nil)], status: status))
        #expect(!admits([CaptchaSignal(statuses: [])], status: status))
    }

    @Test("One of the header fields has to be there, whatever its case and value")
    func headerFields() {
        let signal = CaptchaSignal(headerFields: ["X-Challenge", "X-Captcha"])
        #expect(!admits([signal], fields: ["X-Other": "1"]))
        #expect(admits([signal], fields: ["x-captcha": ""]))
        #expect(admits([signal], fields: ["X-CHALLENGE": "required"]))
        #expect(!admits([CaptchaSignal(statuses: [403], headerFields: ["X-A"])], status: 200, fields: ["X-A": "1"]))
    }

    @Test("One of the markers has to occur in the body")
    func markers() {
        let signal = CaptchaSignal(bodyMarkers: ["captcha_sid", "need_captcha"])
        #expect(admits([signal], body: "{\"captcha_sid\":1}"))
        #expect(admits([signal], body: "need_captcha"))
        #expect(!admits([signal], body: "{\"captcha\":1}"))
        #expect(!admits([signal], body: ""))
        #expect(!admits([CaptchaSignal(statuses: [403], bodyMarkers: ["a"])], status: 200, body: "a"))
    }

    @Test("With both header fields and markers either is enough")
    func either() {
        let signal = CaptchaSignal(headerFields: ["X-A"], bodyMarkers: ["mark"])
        #expect(admits([signal], fields: ["X-A": "1"]))
        #expect(admits([signal], body: "a mark"))
        #expect(!admits([signal], fields: ["X-B": "1"], body: "none"))
    }

    @Test("2. A signal of two lets through what either of them does, and no mixture")
    func alternatives() {
        let signal = CaptchaSignal(bodyMarkers: ["word"])
            .or(CaptchaSignal(statuses: [422], bodyMarkers: ["4711"]).or(CaptchaSignal(headerFields: ["X-A"])))
        #expect(admits([signal], status: 200, body: "a word"))
        #expect(admits([signal], status: 422, body: "4711"))
        #expect(admits([signal], status: 500, fields: ["X-A": "1"]))
        #expect(!admits([signal], status: 200, body: "4711"))
        #expect(!admits([signal], status: 422, body: "none"))
        let narrow = CaptchaSignal(statuses: [403]).or(CaptchaSignal(statuses: [422]))
        #expect([200, 403, 422].map(narrow.allows) == [false, true, true])
    }

    @Test("The signals of several schemes stand side by side")
    func several() {
        let signals = [CaptchaSignal(statuses: [403], bodyMarkers: ["one"]), CaptchaSignal(headerFields: ["X-Two"])]
        #expect(admits(signals, status: 403, body: "one"))
        #expect(admits(signals, status: 200, fields: ["X-Two": ""]))
        #expect(!admits(signals, status: 200, body: "one"))
        #expect(!admits([], body: "one"))
    }

    @Test("2. A body larger than the bound has no markers, one of just that size has")
    func bound() {
        let signal = CaptchaSignal(bodyMarkers: ["mark"])
        let body = "mark" + String(repeating: "x", count: 96)
        #expect(admits([signal], body: body, maximumBody: 100))
        #expect(!admits([signal], body: body, maximumBody: 99))
        #expect(!admits([signal], body: body, maximumBody: 0))
        #expect(!admits([signal], body: "", maximumBody: -1))
    }

    @Test("2. The bound holds as well where the size is only known with the body open, and where it is not opened")
    func boundAndCount() {
        let signal = CaptchaSignal(bodyMarkers: ["mark"])
        let response = CountingResponse(status: 200, body: "mark")
        #expect(response.bodyCount == nil)
        #expect(!ResponseGate([signal], maximumBody: 3).admits(response))
        #expect(response.counts.bodyReads == 1)
        for (count, maximum) in [(0, 100), (101, 100)] {
            #expect(!ResponseGate([signal], maximumBody: maximum).admits(CountedResponse(bodyCount: count)))
        }
    }

    @Test("A body larger than the bound does not hide what header fields and status say")
    func boundAndFields() {
        let body = String(repeating: "x", count: 101)
        #expect(admits([CaptchaSignal(headerFields: ["X-A"])], fields: ["X-A": "1"], body: body))
        #expect(admits([.anyResponse], body: body))
    }

    @Test("The empty marker occurs in every body: the gate may let through too much, never too little")
    func emptyMarker() {
        var late = CaptchaSignal(bodyMarkers: ["a"])
        late.bodyMarkers = [""]
        for signal in [
            late, CaptchaSignal(bodyMarkers: [""]), CaptchaSignal(headerFields: ["X-A"], bodyMarkers: ["", "b"]),
        ] {
            #expect(admits([signal], body: ""))
            #expect(admits([signal], body: "x"))
        }
        #expect(!admits([CaptchaSignal(statuses: [403], bodyMarkers: [""])], status: 200, body: "x"))
    }

    @Test("The body is not touched where the status already says no")
    func cheap() {
        let response = CountingResponse(status: 200, body: "mark")
        let gate = ResponseGate([CaptchaSignal(statuses: [403], bodyMarkers: ["mark"])], maximumBody: 100)
        #expect(!gate.admits(response))
        #expect(response.counts.bodyReads == 0)
        let open = ResponseGate(
            [CaptchaSignal(bodyMarkers: ["mark"]), CaptchaSignal(bodyMarkers: ["b"])], maximumBody: 100)
        #expect(open.admits(response))
        #expect(response.counts.bodyReads == 1, "one scan for all schemes")
        #expect(response.counts.parses == 0)
    }
}

/// A response whose body is not to be opened, since its size says enough.
private struct CountedResponse: InspectableResponse {
    var status: Int { 200 }
    var bodyCount: Int?

    func value(forHTTPHeaderField name: String) -> String? { nil }

    func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Issue.record("the body was opened")
        return body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
