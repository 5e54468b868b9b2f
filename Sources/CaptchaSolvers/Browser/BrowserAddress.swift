import Foundation

/// Where a prompt's page is: a port of 127.0.0.1, and a path that nobody can guess.
///
/// The path is all that keeps other programs and web pages out, so it has 192 random bits, and is compared in a time
/// that does not tell how much of a guess was right.
struct BrowserAddress: Hashable, Sendable {
    let port: Int
    private let secret: String

    init(port: Int) {
        self.port = port
        secret = Self.random()
    }

    /// A text of 48 characters from the system's source of randomness.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<3).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// What a browser must name as the host. Not `localhost`, which may be somewhere else; and a name that somebody has
    /// pointed at 127.0.0.1 is none of ours.
    var host: String { "127.0.0.1:\(port)" }

    var origin: String { "http://\(host)" }

    /// The path of the page.
    var path: String { "/\(secret)/" }

    /// The page.
    var url: URL? { URL(string: origin + path) }

    /// What stands behind the secret in the path of a request, without its query.
    ///
    /// - Returns: `nil` for another path.
    func place(in target: String) -> Substring? {
        let target = target.prefix { $0 != "?" && $0 != "#" }
        let end = target.utf8.index(target.utf8.startIndex, offsetBy: path.utf8.count, limitedBy: target.utf8.endIndex)
        guard let end else { return nil }
        let difference = zip(target.utf8[..<end], path.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? target[end...] : nil
    }
}
