/// A token's fingerprint: 128 bits that say nothing about it.
struct TokenDigest: Hashable, Sendable {
    private let high: Int
    private let low: Int

    /// Makes digests that can be compared with each other, and with no others.
    ///
    /// The keyed hash of the standard library, twice, with two keys that nobody outside of the process knows, since no
    /// SHA-256 comes with Swift on Linux. That is enough: who does not know the keys cannot look for two tokens with one
    /// digest, and would win nothing but a rejection; by chance it happens to a million tokens with a probability of
    /// 2 to the power of -89.
    struct Maker: Sendable {
        private let keys = (0..<4).map { _ in UInt64.random(in: .min ... .max) }

        func digest(of token: String) -> TokenDigest {
            TokenDigest(high: hash(token, keys[0], keys[1]), low: hash(token, keys[2], keys[3]))
        }

        /// By bytes, since two texts can be equal to Swift that are not to a provider.
        private func hash(_ token: String, _ key: UInt64, _ other: UInt64) -> Int {
            var token = token
            return token.withUTF8 { bytes in
                var hasher = Hasher()
                hasher.combine(key)
                hasher.combine(other)
                hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
                return hasher.finalize()
            }
        }
    }
}
