public import CaptchaRetry
import Foundation

extension CaptchaPage {
    /// SmartCaptcha's own page for web views, `/webview`.
    ///
    /// It passes on neither failures nor that a token has expired, and it cannot take ``SmartCaptchaParameters/metadata``
    /// along; only the limits of the ``PageSession`` end it where its script does not load. Prefer it where a page that
    /// pretends to be at a base URL does not work.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the widget. The page is always told that it is in a web view.
    ///   - hosts: Where SmartCaptcha's pages come from.
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/solverFailed`` for a site key that
    ///   cannot be put into an address.
    public static func hostedSmartCaptcha(
        _ parameters: SmartCaptchaParameters, hosts: WidgetHosts = WidgetHosts()
    ) throws(CaptchaHandlingError) -> CaptchaPage {
        var pairs = [("sitekey", parameters.siteKey)]
        if let language = parameters.knownLanguage { pairs.append(("hl", language)) }
        if parameters.isTest { pairs.append(("test", "true")) }
        if parameters.isInvisible { pairs.append(("invisible", "true")) }
        if parameters.hidesShield { pairs.append(("hideShield", "true")) }
        if let position = parameters.shieldPosition { pairs.append(("shieldPosition", position.rawValue)) }
        let query = pairs.map { "\($0.0)=\(WidgetParts.percentEncoded($0.1))" }.joined(separator: "&")
        let host = hosts.smartCaptcha
        guard let address = URL(string: "\(host)/webview?\(query)"), let own = Origin(address) else {
            throw CaptchaHandlingError(
                .solverFailed, reason: "the page has no address", underlying: PageFailure(.configuration))
        }
        // One of its hosts may send on to another.
        let known: [WidgetHost] = [.smartCaptchaYandexCloud, .smartCaptchaCloudYandex]
        let origins = known.contains(host) ? known.compactMap { URL(string: $0.description).flatMap(Origin.init) } : []
        return CaptchaPage(.address(address), origins: Set(origins + [own]), isInvisible: parameters.isInvisible)
    }
}
