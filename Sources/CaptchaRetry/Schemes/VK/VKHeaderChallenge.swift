#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// VK's challenge of a whole domain, in the header of a response of any status and with any body.
struct VKHeaderChallenge: CaptchaScheme {
    let page: VKScheme.DomainPage

    let id = "vk.domain"
    // VK does not say how long it lives; its clients keep it until it is refused.
    let tokenScope = TokenScope.shared(lifetime: nil)
    let signal = CaptchaSignal(headerFields: ["X-Challenge"])

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard response.value(forHTTPHeaderField: "X-Challenge") == "required",
            let path = response.value(forHTTPHeaderField: "X-Challenge-Url"), !path.isEmpty
        else { return nil }
        let url = request.url.flatMap(base).flatMap { URL(string: path, relativeTo: $0)?.absoluteURL }
        return CaptchaChallenge(
            scheme: id, prompt: url.map(CaptchaPrompt.page) ?? .unanswerable("its URL cannot be read"))
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        token.value.map { [.header("X-Challenge-Solution", $0)] } ?? []
    }

    private func base(_ url: URL) -> URL? {
        guard let origin = Origin(url) else { return nil }
        guard page == .parentDomain else { return URL(string: origin.description + "/") }
        // As it is spelled in the URL: decoded, a host may read as another one.
        let authority = origin.description.drop { $0 != "/" }.dropFirst(2)
        let isAddress = authority.hasPrefix("[")
        let host = isAddress ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let labels = host.split(separator: ".")
        // The last label of a name is never a number; an address stays whole.
        let isName = labels.last.map { !$0.allSatisfy(\.isNumber) } ?? false
        let parent = isName && labels.count > 2 ? labels.dropFirst().joined(separator: ".") : String(host)
        return URL(string: "https://\(parent)/")
    }
}
