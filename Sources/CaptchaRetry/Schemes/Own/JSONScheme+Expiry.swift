#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONScheme {
    /// When a challenge ends. What cannot be read counts as not said.
    public struct Expiry: Hashable, Sendable {
        private enum Kind: Hashable, Sendable {
            case after(Duration)
            case seconds(Source)
            case unixTime(Source)
            case retryAfter(String)
        }

        private let kind: Kind

        /// This long after the response came.
        public static func after(_ duration: Duration) -> Expiry { Expiry(kind: .after(duration)) }

        /// As many seconds after the response came as stand there.
        public static func seconds(_ source: Source) -> Expiry { Expiry(kind: .seconds(source)) }

        /// At the time that stands there, in seconds since 1970.
        public static func unixTime(_ source: Source) -> Expiry { Expiry(kind: .unixTime(source)) }

        /// As a header field like `Retry-After` says: so many seconds after the response came, or at a date in the
        /// format of RFC 9110 (5.6.7).
        public static func retryAfter(header name: String = "Retry-After") -> Expiry { Expiry(kind: .retryAfter(name)) }

        func expiry(
            in response: borrowing some InspectableResponse, _ element: JSONElement?, _ requestURL: URL?
        ) -> CaptchaChallenge.Expiry? {
            switch kind {
            case .after(let duration): return .after(duration)
            case .seconds(let source):
                let seconds = source.text(in: response, element, requestURL).flatMap(Self.seconds)
                return seconds.map { .after(.seconds($0)) }
            case .unixTime(let source):
                let seconds = source.text(in: response, element, requestURL).flatMap(Self.seconds)
                return seconds.map { .at(Date(timeIntervalSince1970: $0)) }
            case .retryAfter(let name):
                guard let text = response.value(forHTTPHeaderField: name) else { return nil }
                return Self.seconds(text).map { .after(.seconds($0)) } ?? HTTPDate(text).map { .at($0.date) }
            }
        }

        /// Seconds within bounds that neither `Duration` nor `Date` has trouble with.
        private static func seconds(_ text: String) -> Double? {
            // Some upstreams send -1 for no end.
            guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else { return nil }
            return min(seconds, 1e11)
        }
    }
}
