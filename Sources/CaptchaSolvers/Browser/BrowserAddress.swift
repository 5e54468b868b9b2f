import Foundation

/// Where a prompt's page is: a port of 127.0.0.1, and a path that nobody can guess.
///
/// The path is all that keeps other programs and web pages out.
struct BrowserAddress: Hashable, Sendable {
    let port: Int
    private let secret = RandomSecret()

    init(port: Int) { self.port = port }

    /// What a browser must name as the host. Not `localhost`, which may be somewhere else; and a name that somebody has
    /// pointed at 127.0.0.1 is none of ours.
    var host: String { "127.0.0.1:\(port)" }

    var origin: String { "http://\(host)" }

    /// The path of the page.
    var path: String { "/\(secret.text)/" }

    /// The page.
    var url: URL? { URL(string: origin + path) }

    /// What stands behind the secret in the path of a request, without its query.
    ///
    /// - Returns: `nil` for another path.
    func place(in target: String) -> Substring? {
        let target = target.prefix { $0 != "?" && $0 != "#" }
        guard target.first == "/" else { return nil }
        let guess = target.dropFirst().prefix { $0 != "/" }
        let place = target[guess.endIndex...]
        return secret.matches(guess) && place.first == "/" ? place.dropFirst() : nil
    }
}
