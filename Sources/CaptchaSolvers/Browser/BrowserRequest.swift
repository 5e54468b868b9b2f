import CaptchaRetry
import Foundation
import LoopbackHTTP

/// What a browser wants of a prompt's page.
enum BrowserRequest: Hashable, Sendable {
    /// The page.
    case page
    /// The picture of the prompt with this number.
    case picture(Int)
    /// News for a page that shows the prompt with this number.
    case news(Int)
    /// The form of the page, filled in.
    case form(BrowserForm)

    /// A request that comes from the page itself, or from whoever was given its address.
    ///
    /// - Throws: ``BrowserRefusal`` for all others. They are answered, and change nothing.
    init(_ head: HTTPRequestHead, body: Data, at address: BrowserAddress) throws(BrowserRefusal) {
        guard Self.all("Host", head) == [address.host] else { throw .host }
        guard let place = address.place(in: head.target) else { throw .path }
        let parts = place.split(separator: "/", omittingEmptySubsequences: false)
        switch (head.method, parts.first, parts.dropFirst().first.flatMap { Int($0) }, parts.count) {
        case ("GET", "", _, 1), ("HEAD", "", _, 1): self = .page
        case ("GET", "picture", let number?, 2): self = .picture(number)
        case ("GET", "news", let number?, 2): self = .news(number)
        case ("POST", "", _, 1): self = .form(try Self.form(head, body, address))
        case (_, "", _, 1): throw .method
        default: throw .path
        }
    }

    /// What browsers add by themselves tells a form of this page from one that another site has sent. Old and textual
    /// browsers add neither; the path has to do for them.
    private static func form(
        _ head: HTTPRequestHead, _ body: Data, _ address: BrowserAddress
    ) throws(BrowserRefusal) -> BrowserForm {
        guard all("Origin", head).allSatisfy({ $0 == address.origin }),
            all("Sec-Fetch-Site", head).allSatisfy({ $0.lowercased() == "same-origin" })
        else { throw .site }
        let types = all("Content-Type", head).map { type in
            type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        }
        guard types == ["application/x-www-form-urlencoded"] else { throw .type }
        return BrowserForm(percentEncoded: body)
    }

    /// The values of all fields of this name.
    static func all(_ name: String, _ head: HTTPRequestHead) -> [String] {
        head.headerFields.fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// Why a request is turned away.
enum BrowserRefusal: Error, Hashable, Sendable {
    case host
    case path
    case method
    case site
    case type

    /// A short answer that tells nothing of the prompt.
    var response: PlainResponse {
        switch self {
        case .host: BrowserResponse.plain(403, "this server has another name")
        case .path: BrowserResponse.plain(404, "there is nothing here")
        case .method: BrowserResponse.plain(405, "this is not how it is done", ["Allow": "GET, HEAD, POST"])
        case .site: BrowserResponse.plain(403, "this form belongs to another site")
        case .type: BrowserResponse.plain(415, "this is not the page's form")
        }
    }
}
