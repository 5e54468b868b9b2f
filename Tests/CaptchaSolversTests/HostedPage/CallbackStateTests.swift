import Foundation
import Testing

@testable import CaptchaSolvers

@Suite("The state of a callback")
struct CallbackStateTests {
    private let state = CallbackState()

    private func added(to callback: String) throws -> String {
        let callback = try #require(URL(string: callback))
        return try #require(state.added(to: callback)).absoluteString
    }

    private func isIn(_ text: String) throws -> Bool { state.isIn(try #require(URL(string: text), "\(text)")) }

    @Test("It is put into the query, and what was there stays as it was")
    func added() throws {
        for (callback, start) in [
            ("app://ended", "app://ended?state="), ("app:/ended/here", "app:/ended/here?state="),
            ("http://127.0.0.1:80/p?a=%2B+b&c", "http://127.0.0.1:80/p?a=%2B+b&c&state="),
            ("app://e?", "app://e?&state="),
        ] {
            let text = try added(to: callback)
            #expect(text.hasPrefix(start))
            #expect(text.dropFirst(start.count).count == 48)
            #expect(try isIn(text))
        }
        #expect(try added(to: "app://e#f").hasSuffix("#f"))
    }

    @Test("It is found among what the page has added")
    func found() throws {
        let text = try added(to: "app://ended")
        #expect(try isIn(text + "&status=ok"))
        #expect(try isIn(text + "#"))
        #expect(try isIn(text.replacingOccurrences(of: "?", with: "?a=b&")))
    }

    @Test("A return without it, with another one, or with several is somebody else's")
    func strays() throws {
        let text = try added(to: "app://ended")
        let value = try #require(text.split(separator: "=").last)
        let callback = try #require(URL(string: "app://ended"))
        let other = try #require(CallbackState().added(to: callback))
        #expect(!state.isIn(other))
        for stray in [
            "app://ended", "app://ended?state=", "app://ended?state", "app://ended?state=\(value)0",
            "app://ended?state=\(value.dropLast())", "app://ended?State=\(value)", "app://ended?state=\(value)x",
            "app://ended#state=\(value)", "app://ended/\(value)", "\(text)&state=\(value)", "\(text)&state=x",
            "app://ended?astate=\(value)", "app://ended?state=\(value)%00",
        ] { #expect(try !isIn(stray), "\(stray)") }
    }

    @Test("No two are the same")
    func unique() throws {
        let all = (0..<1000).map { _ in RandomSecret().text }
        #expect(Set(all).count == 1000)
        #expect(all.allSatisfy { $0.count == 48 && $0.allSatisfy(\.isHexDigit) })
    }
}
