#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What ConfirmEdit says of a captcha, in whichever shape.
struct MediaWikiCaptcha {
    /// A module that shows another provider's widget. Such captchas have a `key` and no `id`.
    struct Module {
        var type: String
        var provider: CaptchaWidget.Provider
        /// The parameter that the module reads before it reads ConfirmEdit's own.
        var parameter: String
    }

    static let modules = [
        Module(type: "recaptchanocaptcha", provider: .reCAPTCHA, parameter: "g-recaptcha-response"),
        Module(type: "recaptcha", provider: .reCAPTCHA, parameter: "g-recaptcha-response"),
        Module(type: "hcaptcha", provider: .hCaptcha, parameter: "h-captcha-response"),
        Module(type: "turnstile", provider: .turnstile, parameter: "cf-turnstile-response"),
    ]

    var type: String?
    var id: String?
    var key: String?
    /// What the picture kinds name.
    var url: String?
    /// What the kinds name that are answered with a word.
    var question: String?
    /// Whether the wiki reports that it has none, as when its store of pictures is empty.
    var hasError = false

    /// What it asks. A relative URL is one of the wiki, which `base` is a URL of.
    func prompt(base: URL?) -> CaptchaPrompt {
        if let module = Self.modules.first(where: { $0.type == type }) {
            guard let key, !key.isEmpty else { return .unanswerable("it names no site key") }
            return .widget(CaptchaWidget(provider: module.provider, siteKey: key))
        }
        guard let id, !id.isEmpty else {
            return .unanswerable(hasError ? "the wiki has no captcha to show" : "its kind is not known")
        }
        if let url, !url.isEmpty {
            let picture = URL(string: url, relativeTo: base)?.absoluteURL
            return picture.map(CaptchaPrompt.picture) ?? .unanswerable("its URL cannot be read")
        }
        guard let question, !question.isEmpty else { return .unanswerable("it asks nothing") }
        return .question(question)
    }

    /// The challenge of a scheme, with the identifier to echo.
    func challenge(scheme: String, echoedAs name: String, base: URL?) -> CaptchaChallenge {
        let prompt = prompt(base: base)
        var echo: [CaptchaChallenge.EchoedValue] = []
        if case .widget = prompt {} else if let id { echo = [.init(name, id)] }
        return CaptchaChallenge(scheme: scheme, prompt: prompt, echo: echo)
    }
}

/// The parsed body of an answer of the API.
enum MediaWikiAnswer {
    case json(JSONElement)
    /// Of `format=xml`.
    case xml(MarkupElement)

    init?(_ response: borrowing some InspectableResponse) {
        if let json = response.json() {
            self = .json(json)
        } else if let xml = response.withBodyBytes({ MarkupElement($0, root: "api") }) {
            self = .xml(xml)
        } else {
            return nil
        }
    }

    /// The member, or the element, of this name.
    subscript(name: String) -> MediaWikiAnswer? {
        switch self {
        case .json(let json): json[name].flatMap { $0.isObject || $0.elements != nil ? .json($0) : nil }
        case .xml(let xml): xml[name].map(MediaWikiAnswer.xml)
        }
    }

    /// What is in a list.
    var elements: [MediaWikiAnswer] {
        switch self {
        case .json(let json): json.elements?.map(MediaWikiAnswer.json) ?? []
        case .xml(let xml): xml.children.map(MediaWikiAnswer.xml)
        }
    }

    /// The text of a member, which in XML is an attribute.
    func text(_ name: String) -> String? {
        switch self {
        case .json(let json): json[name]?.text
        case .xml(let xml): xml.attributes[name]
        }
    }
}
