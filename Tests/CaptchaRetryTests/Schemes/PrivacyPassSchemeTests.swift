import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetry

@Suite("Privacy Pass: challenges in WWW-Authenticate")
struct PrivacyPassSchemeTests {
    static let request = PlainRequest(
        url: URL(string: "https://api.example/items"), headerFields: ["authorization": "Bearer session"])

    /// The bytes of a challenge.
    static func bytes(
        type: UInt16 = 2, issuer: String = "issuer.example", context: [UInt8] = [], origins: String = "api.example"
    ) -> [UInt8] {
        func count(_ text: String) -> [UInt8] { [UInt8(text.utf8.count / 256), UInt8(text.utf8.count % 256)] }
        return [UInt8(type >> 8), UInt8(type & 0xFF)] + count(issuer) + issuer.utf8 + [UInt8(context.count)] + context
            + count(origins) + origins.utf8
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
    }

    private static func unauthorized(_ field: String) -> PlainResponse {
        PlainResponse(status: 401, headerFields: ["WWW-Authenticate": field], body: Data("no".utf8))
    }

    /// What a solver is asked after a response with this field.
    private static func asked(
        _ field: String, of request: PlainRequest = request, by scheme: PrivacyPassScheme = .privacyPass
    ) async throws -> CaptchaChallenge? {
        let solver = StubSolver(token: "dG9rZW4=")
        let upstream = ScriptedUpstream(answers: [.response(unauthorized(field)), .ok])
        _ = try await CaptchaRetry(schemes: [scheme], solver: solver).perform(request, send: upstream.send)
        return solver.asked.first
    }

    @Test("The token takes the place of the request's own authorization, and max-age is the challenge's life")
    func answered() async throws {
        let challenge = Self.base64URL(Self.bytes(context: Array(repeating: 0xFB, count: 32)))
        let field = #"PrivateToken challenge="\#(challenge)", token-key="a2V5-_8=", max-age="10""#
        let upstream = ScriptedUpstream {
            $0.headerFields["Authorization"] == #"PrivateToken token="dG9rZW4-_w==""#
                ? .ok : .response(Self.unauthorized(field))
        }
        let solver = StubSolver(token: "dG9rZW4-_w==")
        let retry = CaptchaRetry(schemes: [.privacyPass], solver: solver)
        #expect(try await retry.perform(Self.request, send: upstream.send).text == #"{"ok": true}"#)
        #expect(upstream.requests.last?.headerFields.fields.count == 1)
        let asked = try #require(solver.asked.first)
        let widget = CaptchaWidget(
            provider: .privacyPass, siteKey: "a2V5-_8=",
            parameters: [
                "challenge": challenge, "token-key": "a2V5-_8=", "token-type": "2", "issuer": "issuer.example",
            ])
        #expect(asked.prompt == .widget(widget) && asked.scheme == "privacy-pass")
        #expect(asked.expiry == .after(.seconds(10)))
    }

    @Test("Of several challenges, among other schemes and unknown types, the first that can be met is taken")
    func several() async throws {
        let grease = Self.base64URL(Self.bytes(type: 0x4A5A, issuer: "grease.example"))
        let elsewhere = Self.base64URL(Self.bytes(issuer: "elsewhere.example", origins: "www.example"))
        let first = Self.base64URL(Self.bytes(type: 1, issuer: "first.example"))
        let second = Self.base64URL(Self.bytes(issuer: "second.example", origins: ""))
        let field = """
            Basic realm="PrivateToken challenge=\\"\(second)\\", x", charset="UTF-8", , Negotiate YWJj==, \
            PrivateToken challenge="\(grease)", token-key="AA==", PrivateToken challenge="%%%", PrivateToken, \
            PRIVATETOKEN  Challenge = "\(elsewhere)", privateToken greased="1",challenge=\(first),Token-Key=Zmlyc3Q=, \
            PrivateToken challenge="\(second)", token-key="c2Vjb25k"
            """
        let asked = try await Self.asked(field)
        #expect(asked?.parameters?["issuer"] == "first.example")
        #expect(asked?.parameters?["token-key"] == "Zmlyc3Q=" && asked?.expiry == nil)
        #expect(
            try await Self.asked(field, by: .privacyPass(tokenTypes: [2]))?.parameters?["issuer"] == "second.example")
    }

    @Test(
        "A limit that is none is left out",
        arguments: ["0", "-5", "soon", "", "99999999999999999999", "10000000000", "1.5"])
    func limits(maximumAge: String) async throws {
        let challenge = Self.base64URL(Self.bytes())
        let asked = try await Self.asked(#"PrivateToken challenge="\#(challenge)", max-age="\#(maximumAge)""#)
        #expect(asked != nil && asked?.expiry == nil)
        #expect(asked?.parameters?["token-key"] == nil)
    }

    @Test("It may be redeemed where the challenge says, with the port if it is unusual, in any case")
    func origins() async throws {
        let cases: [(origins: String, url: String, isFor: Bool)] = [
            ("", "https://anywhere.example:8443/", true), ("API.example", "https://api.EXAMPLE/x", true),
            ("www.example,api.example", "https://api.example/", true),
            ("www.example, api.example", "https://api.example/", true),
            ("api.example:443", "https://api.example/", true), ("api.example:80", "http://api.example/", true),
            ("api.example:8443", "https://api.example:8443/", true), ("api.example:80", "https://api.example/", false),
            ("api.example", "https://api.example:8443/", false), ("api.example:8443", "https://api.example/", false),
            ("example", "https://api.example/", false), ("xapi.example", "https://api.example/", false),
            ("api.example.evil", "https://api.example/", false), (",", "https://api.example/", false),
        ]
        for (origins, address, isFor) in cases {
            let challenge = try #require(PrivateTokenChallenge(Self.bytes(origins: origins)))
            #expect(challenge.isFor(Origin(url(address))) == isFor, "\(origins) at \(address)")
        }
        #expect(PrivateTokenChallenge(Self.bytes())?.isFor(nil) == false)
    }

    @Test("A challenge for another origin passes through with an event")
    func anotherOrigin() async throws {
        let challenge = Self.base64URL(Self.bytes(origins: "www.example"))
        try await expectUntouched(
            Self.unauthorized("PrivateToken challenge=\"\(challenge)\""), to: Self.request, by: .privacyPass,
            events: [.challenged, .passedThrough])
    }

    @Test(
        "A 401 of other schemes, unknown types only, or what cannot be read passes through untouched",
        arguments: [
            "", "Basic realm=\"x\"", "Bearer error=\"invalid_token\", challenge=\"AAIA\"", "PrivateToken",
            "PrivateToken challenge", "PrivateToken challenge=", "PrivateToken challenge=\"",
            "PrivateToken challenge=\"\"",
            "PrivateToken challenge=\"AAI=\"", "PrivateToken challenge=\"*\"", "PrivateToken token-key=\"AA==\"",
            "PrivateToken challenge=\"\(base64URL(bytes(type: 0)))\"",
            "PrivateToken challenge=\"\(base64URL(bytes(type: 0x4A5A)))\"",
            "PrivateToken challenge=\"\(base64URL(bytes(context: [1, 2])))\"",
            "PrivateToken challenge=\"\(base64URL(bytes() + [0]))\"",
            "PrivateTokens challenge=\"\(base64URL(bytes()))\"",
            "Basic realm=\"PrivateToken challenge=\(base64URL(bytes()))\"", "=\"=,,\"\\", "\u{E9}=\u{E9}",
        ])
    func notACaptcha(field: String) async throws {
        try await expectUntouched(Self.unauthorized(field), to: Self.request, by: .privacyPass)
    }

    @Test("The same field at another status is a result", arguments: [200, 403, 407])
    func otherStatus(status: Int) async throws {
        var response = Self.unauthorized("PrivateToken challenge=\"\(Self.base64URL(Self.bytes()))\"")
        response.status = status
        try await expectUntouched(response, to: Self.request, by: .privacyPass)
    }

    @Test("No prefix of a challenge and no wrong length in it is read, or read beyond its end")
    func bounds() throws {
        let whole = Self.bytes(context: Array(repeating: 7, count: 32))
        #expect(PrivateTokenChallenge(whole)?.issuer == "issuer.example")
        for end in whole.indices { #expect(PrivateTokenChallenge(Array(whole[..<end])) == nil) }
        for index in [2, 3, 18, 51, 52] {
            for change in [1, 0x7F, 0xFF] as [UInt8] {
                var changed = whole
                changed[index] &+= change
                #expect(PrivateTokenChallenge(changed) == nil)
            }
        }
        #expect(PrivateTokenChallenge(Self.bytes(issuer: "")) == nil)
        #expect(PrivateTokenChallenge(Self.bytes(issuer: "a\nb")) == nil)
        #expect(PrivateTokenChallenge(Self.bytes(origins: "a\u{0}")) == nil)
        let unpadded = Self.base64URL(Self.bytes()).replacingOccurrences(of: "=", with: "")
        #expect(PrivateTokenChallenge(base64URL: unpadded) == PrivateTokenChallenge(Self.bytes()))
    }

    @Test("Quoted strings lose their quotes and escapes, names their case, and the first parameter of a name counts")
    func parsing() {
        let challenges = AuthenticationChallenge.all(in: #"A b="x\"y\\,z",B=2, C d = e, f="open"#)
        #expect(
            challenges == [
                AuthenticationChallenge(scheme: "a", parameters: ["b": #"x"y\,z"#]),
                AuthenticationChallenge(scheme: "c", parameters: ["d": "e"]),
            ])
    }

    @Test("A token cannot end the quotes around it")
    func quotes() throws {
        var request = Self.request
        let challenge = CaptchaChallenge(scheme: "privacy-pass", prompt: .question(""))
        try request.apply(
            PrivacyPassScheme.privacyPass.edits(for: CaptchaToken(#"a", realm="b\"#), answering: challenge))
        #expect(request.headerFields["Authorization"] == #"PrivateToken token="a\", realm=\"b\\""#)
        #expect(PrivacyPassScheme.privacyPass.edits(for: .outOfBand, answering: challenge).isEmpty)
    }
}

extension CaptchaChallenge {
    /// The parameters of its widget.
    fileprivate var parameters: [String: String]? {
        if case .widget(let widget) = prompt { widget.parameters } else { nil }
    }
}
