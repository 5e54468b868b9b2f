#if canImport(AuthenticationServices)
    import CaptchaRetry
    import Foundation

    /// The URL that a hosted page sends the person back to, with a scheme of the app's own.
    struct CallbackURL {
        let url: URL

        /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/solverFailed`` if the scheme is
        ///   none, or one of the web's, or if no URL comes of it.
        init(scheme: String, place: String) throws(CaptchaHandlingError) {
            guard Self.isScheme(scheme) else {
                throw CaptchaHandlingError(
                    .solverFailed, reason: "the callback scheme has to be a scheme alone, such as myapp, without ://")
            }
            guard !["http", "https"].contains(scheme.lowercased()) else {
                throw CaptchaHandlingError(.solverFailed, reason: "the callback scheme has to be one of the app's own")
            }
            guard let url = URL(string: "\(scheme)://\(place)"), url.host?.isEmpty == false, url.query == nil,
                url.fragment == nil
            else {
                throw CaptchaHandlingError(.solverFailed, reason: "the callback place is no host and path of a URL")
            }
            self.url = url
        }

        /// Whether a URL is this one, whatever its query.
        func matches(_ other: URL) -> Bool {
            other.scheme?.lowercased() == url.scheme?.lowercased() && other.host?.lowercased() == url.host?.lowercased()
                && other.port == url.port && Self.path(other) == Self.path(url)
        }

        private static func path(_ url: URL) -> String { url.path == "/" ? "" : url.path }

        /// By RFC 3986: a letter, then letters, digits and `+ - .`
        private static func isScheme(_ text: String) -> Bool {
            guard let first = text.utf8.first, isLetter(first) else { return false }
            return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
        }

        private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    }
#endif
