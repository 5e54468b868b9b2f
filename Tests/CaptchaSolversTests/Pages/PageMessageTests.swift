import CaptchaRetry
import CaptchaSolvers
import Foundation
import TestSupport
import Testing

@Suite("Messages of a captcha page")
struct PageMessageTests {
    private let page: CaptchaPage

    init() throws { page = try .shop() }

    @Test("SmartCaptcha's three messages are read, with and without the undocumented size")
    func documented() throws {
        #expect(page.event(["method": "captchaDidFinish", "data": "abc"]) == .token(try CaptchaToken("abc")))
        #expect(page.event(["method": "challengeDidAppear", "data": ""]) == .shown)
        #expect(page.event(["method": "challengeDidDisappear", "data": ""]) == .hidden)
        let size = ["width": 320, "height": 480]
        let body: [String: Any] = ["method": "captchaDidFinish", "data": "abc", "size": size]
        #expect(page.event(body) == .token(try CaptchaToken("abc")))
        #expect(page.event(["size": size]) == .resized(width: 320, height: 480))
        #expect(
            page.event(["method": "somethingNew", "size": ["width": "320", "height": 480.5]] as [String: Any])
                == .resized(width: 320, height: 480.5))
    }

    @Test("Printed, a message does not show what it says")
    func description() {
        let message = PageMessage(
            body: ["method": "captchaDidFinish", "data": "s3cret"], handler: "NativeClient", isMainFrame: true,
            scheme: "https", host: "shop.example", port: 0)
        #expect("\(message)" == "PageMessage(NativeClient, main frame of https://shop.example)")
        var dumped = ""
        dump(PageInput.message(message), to: &dumped)
        for text in [dumped, "\(PageInput.message(message))", String(reflecting: message)] {
            #expect(!text.contains("s3cret"))
        }
    }

    @Test("The messages of this package's own pages are read")
    func own() {
        #expect(page.event(["method": "captchaDidLoad"]) == .loaded)
        #expect(page.event(["method": "captchaDidExpire", "data": ""]) == .expired)
        #expect(page.event(["method": "captchaDidClose"]) == .closed)
        let data: [String: Any] = ["kind": "network", "code": "network-error", "retryable": true]
        #expect(
            page.event(["method": "captchaDidFail", "data": data] as [String: Any])
                == .failed(PageFailure(.network, code: "network-error", isRetryable: true)))
    }

    @Test("Numbers as text and text as numbers, JSON text and Foundation's own collections are read as well")
    func otherShapes() throws {
        let token = PageEvent.token(try CaptchaToken("123"))
        #expect(page.event(["method": "captchaDidFinish", "data": 123] as [String: Any]) == token)
        #expect(page.event(["method": "captchaDidFinish", "data": NSNumber(value: 123)] as [String: Any]) == token)
        #expect(page.event(#"{"method": "captchaDidFinish", "data": 123}"#) == token)
        #expect(page.event(#"  {"data": "123", "method": "captchaDidFinish", "data2": [[[{}]]]}"#) == token)
        #expect(page.event(NSDictionary(dictionary: ["method": "captchaDidFinish", "data": "123"])) == token)
        #expect(page.event(["method": "captchaDidFinish", "data": "123", 7: 8] as [AnyHashable: Any]) == token)
        let parsed = try JSONSerialization.jsonObject(
            with: Data(
                #"{"method": "captchaDidFail", "data": "{\"kind\": \"script\", \"code\": 7, \"retryable\": 1}"}"#.utf8))
        #expect(page.event(parsed) == .failed(PageFailure(.script, code: "7", isRetryable: true)))
        #expect(
            page.event(["method": "captchaDidFail", "data": "no words"])
                == .failed(PageFailure(.other, code: "no words")))
        #expect(page.event(["method": "captchaDidFail"]) == .failed(PageFailure(.other)))
        #expect(
            page.event(["method": "captchaDidFail", "data": NSNull()] as [String: Any]) == .failed(PageFailure(.other)))
    }

    @Test("Bodies that say nothing are left aside")
    func nothing() {
        let bodies: [Any?] = [
            nil, NSNull(), 7, -1.5, true, "", "{", "{}", "[]", "captchaDidFinish", "token", [] as [Any],
            [:] as [String: Any],
            ["method"], [1: 2], ["method": NSNull()] as [String: Any],
            ["method": ["captchaDidFinish"]] as [String: Any],
            ["method": "captchaDidFinish"], ["method": "captchaDidFinish", "data": ""],
            ["method": "captchaDidFinish", "data": NSNull()] as [String: Any],
            ["method": "captchaDidFinish", "data": ["value": "abc"]] as [String: Any],
            ["method": "captchadidfinish", "data": "abc"], ["Method": "captchaDidFinish", "data": "abc"],
            ["size": 7] as [String: Any], ["size": ["width": 1]] as [String: Any],
            ["size": ["width": Double.infinity, "height": 1]] as [String: Any],
            ["size": ["width": "nan", "height": -1]] as [String: Any],
            ["size": ["width": 1e9, "height": 1]] as [String: Any], Date(), Data([1, 2, 3]), NSString("x"),
            NSArray(array: [1]), Optional<String>.none as Any, { 7 } as @Sendable () -> Int,
            String(repeating: "{", count: 100_000), #"{"method": "captchaDidFinish", "data": "\ud800"}"#,
        ]
        for body in bodies { #expect(page.event(body) == nil, "\(String(describing: body).prefix(100))") }
    }

    @Test("Values inside each other, however deep, are left aside and do not overflow the stack")
    func deep() {
        var nested: Any = "abc"
        for _ in 0..<2_000 { nested = ["data": nested] as [String: Any] }
        #expect(page.event(["method": "captchaDidFinish", "data": nested] as [String: Any]) == nil)
        #expect(page.event(["method": "challengeDidAppear", "data": nested] as [String: Any]) == .shown)
        let text = String(repeating: #"{"data":"#, count: 50_000) + "1" + String(repeating: "}", count: 50_000)
        #expect(page.event(text) == nil)
    }

    @Test("A token that cannot be used is a failure, and stands in no text", arguments: ["\n", "a\u{0}b"])
    func unusableToken(sample: String) throws {
        for text in [sample + "secret", "secret" + String(repeating: "x", count: 3_000_000)] {
            let event = page.event(["method": "captchaDidFinish", "data": text])
            guard case .failed(let failure) = event else {
                Issue.record("\(String(describing: event).prefix(100))")
                continue
            }
            #expect(failure.kind == .other && !failure.isRetryable)
            #expect(!"\(failure)".contains("secret"))
        }
        #expect(
            page.event(#"{"method": "captchaDidFinish", "data": "\#(String(repeating: "x", count: 3_000_000))"}"#)
                == nil)
    }

    @Test("What a page says about its failure is cut to one line")
    func failureText() {
        let text = "first\nsecond\u{2028}third" + String(repeating: "x", count: 1_000_000)
        guard case .failed(let failure) = page.event(["method": "captchaDidFail", "data": text]) else {
            Issue.record("no failure")
            return
        }
        #expect(failure.code?.count == PageFailure.maximumCodeLength)
        #expect(failure.code?.hasPrefix("first second third") == true)
        #expect(PageFailure.Kind(named: "rate limited") == .rateLimited)
        #expect(PageFailure.Kind(named: "made up") == .other)
    }

    @Test("Only the main frame with the exact origin is listened to, and only by the handler of this page")
    func senders() {
        let body = ["method": "challengeDidAppear", "data": ""]
        #expect(page.event(body, at: "https://shop.example:443/elsewhere") == .shown)
        #expect(page.event(body, isMainFrame: false) == nil)
        #expect(page.event(body, by: "VKCaptchaGetResult") == nil)
        for address in [
            "http://shop.example", "https://shop.example:444", "https://www.shop.example",
            "https://shop.example.evil.example",
            "https://evil.example/?https://shop.example", "https://smartcaptcha.yandexcloud.net", "about:blank", "",
        ] {
            #expect(page.event(body, at: address) == nil, "\(address)")
        }
    }

    @Test("An origin in parts, as WebKit gives it, is the same one")
    func originInParts() {
        func message(_ scheme: String, _ host: String, _ port: Int) -> String? {
            PageMessage(body: nil, handler: "", isMainFrame: true, scheme: scheme, host: host, port: port).origin?
                .description
        }
        #expect(message("https", "shop.example", 0) == "https://shop.example")
        #expect(message("https", "shop.example", 443) == "https://shop.example")
        #expect(message("http", "127.0.0.1", 8080) == "http://127.0.0.1:8080")
        #expect(message("http", "::1", 80) == "http://[::1]")
        #expect(message("", "", 0) == nil)
        #expect(message("file", "", 0) == nil)
        #expect(message("https", "a b", -1) != "https://a")
    }

    @Test("Random bodies, by every handler, say one of the known things or nothing")
    func random() throws {
        let pages = [page, try .robotCheck()]
        var (generator, said) = (SeededGenerator(seed: 5), 0)
        for _ in 0..<20_000 {
            let page = generator.pick(pages)
            if page.event(Self.body(&generator, depth: 3), by: generator.pick(page.messageHandlers)) != nil {
                said += 1
            }
        }
        #expect(said > 1_000)
    }

    private static func body(_ generator: inout SeededGenerator, depth: Int) -> Any {
        if depth == 0 || generator.once(in: 4) {
            let values: [Any] = [
                NSNull(), 0, -1, Int64.max, 0.5, Double.nan, true, "", "abc", "\u{0}", "{", #"{"token":"abc"}"#, "BOT",
                "captchaDidFinish", "challengeDidAppear", "captchaDidFail", "VKCaptchaGetResult", "common: error",
                "vk-sak-sdk", [1, "a"] as [Any], Date(),
            ]
            return generator.pick(values)
        }
        let names = [
            "method", "data", "size", "width", "height", "kind", "code", "retryable", "type", "handler", "params",
            "token",
            "status", "",
        ]
        var object: [String: Any] = [:]
        for _ in 0..<generator.number(0...6) { object[generator.pick(names)] = body(&generator, depth: depth - 1) }
        return object
    }
}
