#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Compiled by Tests/Fuzzing/run together with the sources of CaptchaRetry, as one module.

/// What libFuzzer calls with each input. The first byte says what is done with the rest.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = Array(UnsafeBufferPointer(start: start, count: count))[...]
    guard let choice = input.popFirst() else { return 0 }
    switch choice % 3 {
    case 0: Fuzz.detection(input)
    case 1: Fuzz.edits(input)
    default: Fuzz.documents(input)
    }
    return 0
}

enum Fuzz {
    /// With a gate for each, made once: choosing what to look for takes longer than a look.
    private static let schemes = all.flatMap(\.parts).map { scheme in
        (scheme, ResponseGate([scheme.signal], maximumBody: 1 << 20))
    }

    private static let all: [any CaptchaScheme] = [
        .vk, .vk(placement: .json, domainPage: .parentDomain), .awsWAF, .awsWAF(tokenPlace: .header("X-T")),
        .reCAPTCHAForWAF(siteKey: nil, action: nil, requiresJSONRequest: false), .firebaseAuth(siteKey: "key"),
        .supabase(provider: .hCaptcha, siteKey: "key"), .privacyPass, .signal, .mediaWiki, .gitLab,
        .matrix(acceptsTerms: true), .proton,
        JSONScheme(
            "own", mark: .json(["a", "b"], equals: "c"), prompt: .widget(.turnstile, siteKey: ["a", "key"]),
            token: .json(["d", "e"])),
        JSONScheme(
            "problem", mark: .problem(type: "https://api.example/captcha"), prompt: .question(["detail"]),
            token: .formOrQuery("answer")),
    ]

    static let token = (try? CaptchaToken("t+/=&\"", extras: ["type": "captcha"])) ?? .outOfBand

    /// A response of any kind: status, a few header fields, body. Whatever a scheme makes of it has to lead to edits
    /// that can be made, or are refused; nothing may trap.
    static func detection(_ input: ArraySlice<UInt8>) {
        var input = input
        let statuses = [200, 202, 400, 401, 403, 405, 409, 422, 428]
        let status = statuses[Int(input.popFirst() ?? 0) % statuses.count]
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
        var fields = HeaderFields()
        let names = ["X-Challenge-Url", "WWW-Authenticate", "x-amzn-waf-action"]
        for (name, value) in zip(names, lines.dropLast()) { fields[name] = String(decoding: value, as: UTF8.self) }
        fields["X-Challenge"] = "required"
        fields["Content-Type"] = "application/json"
        for withFields in [true, false] {
            let response = PlainResponse(
                status: status, headerFields: withFields ? fields : [:], body: Data(lines.last ?? []),
                url: URL(string: "https://api.example/a"))
            for (scheme, gate) in schemes { answer(scheme, gate, response) }
        }
    }

    private static func answer(_ scheme: any CaptchaScheme, _ gate: ResponseGate, _ response: PlainResponse) {
        let request = PlainRequest(
            "POST", url: URL(string: "https://api.example/a?b=%2B&c"),
            headerFields: ["Content-Type": "application/json"],
            body: .data(Data(#"{"x": 1.0}"#.utf8)))
        let inspected = InspectedResponse(response, maximumBody: 1 << 20)
        // Letters may hide in escapes that the gate does not see through; nobody is asked then, here as in the loop.
        guard gate.admits(response), let challenge = scheme.challenge(in: inspected, to: request) else { return }
        _ = "\(challenge)"
        _ = scheme.submission(of: token, answering: challenge, to: request).map { try? $0.made(from: request) }
        _ = scheme.verdict(on: inspected, submittedFor: challenge)
        let edits = scheme.edits(for: token, answering: challenge)
        var edited = request
        guard (try? edited.apply(edits)) != nil else { return }
        var again = edited
        precondition((try? again.apply(edits)) != nil && again == edited, "\(scheme.id): an edit is not made once")
    }

    /// A request of any kind, edited in each place: twice is the same as once, and a refused edit changes nothing.
    static func edits(_ input: ArraySlice<UInt8>) {
        let parts = input.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parts.count == 4 else { return }
        let (name, value, query, body) = (parts[0], parts[1], parts[2], parts[3])
        let edits: [RequestEdit] = [
            .header(name, value), .query(name, value), .form(name, value), .formOrQuery(name, value),
            .json([name], value), .json(["a", name], value), .jsonNumber([name], value), .cookie(name, value),
        ]
        let url = URL(string: "https://api.example/p?" + query) ?? URL(string: "https://api.example/")
        for type in ["application/json", "application/x-www-form-urlencoded", nil] {
            var request = PlainRequest("POST", url: url, body: .data(Data(body.utf8)))
            request.setValue(type, forHTTPHeaderField: "Content-Type")
            request.setValue(query, forHTTPHeaderField: "Cookie")
            for edit in edits {
                var once = request
                guard (try? once.apply(edit)) != nil else {
                    precondition(once == request, "\(edit): refused, and changed all the same")
                    continue
                }
                var twice = once
                precondition((try? twice.apply(edit)) != nil && twice == once, "\(edit): not the same twice")
            }
        }
    }

    /// A document that is well-formed stays so under edits, and has the value that was set.
    static func documents(_ input: ArraySlice<UInt8>) {
        guard let document = JSONElement(input) else { return }
        walk(document)
        guard let edited = document.setting(["a", "b"], to: JSONElement.literal("v")) else { return }
        let result = JSONElement(edited)
        precondition(result?["a"]?["b"]?.string == "v", "the value is not there")
    }

    private static func walk(_ element: JSONElement) {
        _ = (element.string, element.number, element.bool)
        for child in element.elements ?? [] { walk(child) }
        for member in element.members ?? [] { walk(member.value) }
    }
}
