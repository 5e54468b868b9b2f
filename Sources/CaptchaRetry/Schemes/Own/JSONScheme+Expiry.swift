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
        }

        private let kind: Kind

        /// This long after the response came.
        public static func after(_ duration: Duration) -> Expiry { Expiry(kind: .after(duration)) }

        /// As many seconds after the response came as stand there, in the body or in a header field like
        /// `Retry-After`.
        public static func seconds(_ source: Source) -> Expiry { Expiry(kind: .seconds(source)) }

        /// At the time that stands there, in seconds since 1970.
        public static func unixTime(_ source: Source) -> Expiry { Expiry(kind: .unixTime(source)) }

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
            }
        }

        /// Seconds within bounds that neither `Duration` nor `Date` has trouble with.
        private static func seconds(_ text: String) -> Double? {
            guard let seconds = Double(text), seconds.isFinite else { return nil }
            return min(max(seconds, 0), 1e11)
        }
    }
}
