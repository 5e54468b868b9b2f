#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One captcha error of an upstream, parsed.
///
/// A ``CaptchaScheme`` makes it out of a response, a ``CaptchaSolver`` answers it. It is `Codable`, so a job may write
/// it down and have it answered elsewhere. Its description names no values of the challenge: they often carry session
/// identifiers.
public struct CaptchaChallenge: Hashable, Sendable, Codable {
    /// The ``CaptchaScheme/id`` of the scheme that recognised it.
    public var scheme: String
    /// Where it came from. ``CaptchaRetry`` sets it to the origin of the request, whatever the scheme put there; where
    /// you recognise errors yourself, it is what you say.
    public var origin: Origin?
    /// What it asks.
    public var prompt: CaptchaPrompt
    /// What has to be sent back along with the token, in this order, letter for letter.
    public var echo: [EchoedValue]
    /// When it can no longer be answered, if the upstream says so.
    public var expiry: Expiry?
    /// Which time this request is challenged by this scheme, starting at 1. Filled in by ``CaptchaRetry``.
    public var round: Int
    /// Why the upstream refused the token of the round before, in its own words, if it says so.
    public var refusal: String?

    /// A challenge, as a scheme recognises it.
    public init(
        scheme: String, origin: Origin? = nil, prompt: CaptchaPrompt, echo: [EchoedValue] = [], expiry: Expiry? = nil,
        round: Int = 1, refusal: String? = nil
    ) {
        self.scheme = scheme
        self.origin = origin
        self.prompt = prompt
        self.echo = echo
        self.expiry = expiry
        self.round = round
        self.refusal = refusal
    }

    /// The echoed value of this name, or `nil`.
    public subscript(name: String) -> String? {
        echo.first { $0.name == name }?.text
    }
}

extension CaptchaChallenge {
    /// A value of the challenge that goes back with the token.
    ///
    /// It is text also where the upstream sent a number: `9041237788123456789` or `1.500` would not survive being
    /// turned into a floating-point number and back.
    public struct EchoedValue: Hashable, Sendable, Codable {
        /// The name under which it goes back.
        public var name: String
        /// Its exact text.
        public var text: String

        /// A value to echo.
        public init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }

    /// When a challenge ends.
    public enum Expiry: Hashable, Sendable, Codable {
        /// This long after the response came.
        case after(Duration)
        /// At this date, which upstreams usually give as seconds since 1970.
        case at(Date)
    }
}

extension CaptchaChallenge: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The scheme, where it came from, the kind of prompt and the round; no values.
    public var description: String {
        "CaptchaChallenge(\(scheme), \(origin?.description ?? "unknown origin"), \(prompt), round \(round))"
            .onOneLine
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension CaptchaChallenge.EchoedValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name without the value.
    public var description: String { "EchoedValue(\(name))" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
