import CaptchaRetry
import Testing

@Suite("A scheme for one's own API: the signal comes from the mark")
struct JSONSchemeSignalTests {
    private static func signal(
        _ mark: JSONScheme.Mark, _ elements: [String]? = nil, statuses: Set<Int>? = [403]
    ) -> CaptchaSignal {
        JSONScheme(
            "s", statuses: statuses, mark: mark, inElementsOf: elements, prompt: .question("?"), token: .header("T")
        ).signal
    }

    private static func markers(_ mark: JSONScheme.Mark, _ elements: [String]? = nil) -> [String] {
        signal(mark, elements).bodyMarkers
    }

    @Test("The statuses are the scheme's")
    func statuses() {
        #expect(Self.signal(.header("A")) == CaptchaSignal(statuses: [403], headerFields: ["A"]))
        #expect(Self.signal(.header("A", equals: "b"), statuses: nil) == CaptchaSignal(headerFields: ["A"]))
    }

    @Test("The marker is the last name of the path, or a longer text that must be there as well, in quotes")
    func names() {
        #expect(Self.markers(.json(["error", "code"])) == ["\"code\""])
        #expect(Self.markers(.json(["error", "code"], equals: -352)) == ["\"code\""])
        #expect(Self.markers(.json(["captcha_needed"], equals: true)) == ["\"captcha_needed\""])
        #expect(Self.markers(.jsonArray(["captcha_key"])) == ["\"captcha_key\""])
        #expect(Self.markers(.json(["error"], equals: "need_captcha")) == ["\"need_captcha\""])
        #expect(Self.markers(.json(["errors"], contains: "captcha.required")) == ["\"captcha.required\""])
        #expect(Self.markers(.json(["x"], hasPrefix: "MISSING_TOKEN : ")) == ["MISSING_TOKEN"])
        #expect(Self.markers(.json(["id"]), ["errors"]) == ["\"errors\""])
    }

    @Test("What encoders may escape is no marker: a slash, a quote, a letter that is not ASCII")
    func escaped() {
        #expect(Self.markers(.json(["a/captcha"])) == ["captcha"])
        #expect(Self.markers(.json(["ключ"])) == [""])
        #expect(Self.markers(.json(["c"], equals: "нужна_капча")) == ["\"c\""])
        #expect(Self.markers(.json([])) == [""])
        #expect(Self.markers(.problem(type: "https://x.example/problems/captcha-needed")) == ["captcha-needed"])
        #expect(Self.markers(.problem(type: "https://x.example/problems/1")) == ["\"type\""])
        #expect(Self.markers(.json(["u"], hasPrefix: "https://geo.example/")) == ["geo.example"])
    }

    @Test("Of all marks the narrowest counts, a header field before a text; of any, every one")
    func several() {
        #expect(Self.signal(.all([.json(["code"], equals: 1), .json(["v_voucher"])])).bodyMarkers == ["\"v_voucher\""])
        #expect(
            Self.signal(.all([.json(["captcha"]), .header("X-Mark")]))
                == CaptchaSignal(statuses: [403], headerFields: ["X-Mark"]))
        let any = Self.signal(.any([.json(["captcha"]), .header("X-Mark"), .all([.json(["ключ"]), .json(["ab"])])]))
        #expect(any.headerFields == ["X-Mark"] && any.bodyMarkers == ["\"captcha\"", "\"ab\""])
        #expect(Self.signal(.all([.json(["ключ"]), .any([.json(["captcha"]), .json([])])])).bodyMarkers == [""])
    }
}
