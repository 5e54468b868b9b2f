#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONScheme {
    /// What the captcha error asks, and where the parts of that come from.
    ///
    /// URLs may be relative to the request's.
    public struct Prompt: Hashable, Sendable {
        private enum Kind: Hashable, Sendable {
            case page(Source)
            case picture(Source)
            case question(Source)
            case hostedProcess(Source, reference: Source?)
            case widget(WidgetSources)
        }

        private struct WidgetSources: Hashable, Sendable {
            var provider: Source
            var siteKey: Source
            var action: Source?
            var page: Source?
            var parameters: [String: Source]
        }

        private let kind: Kind

        /// A page whose token is the answer: ``CaptchaPrompt/page(_:)``.
        public static func page(_ url: Source) -> Prompt { Prompt(kind: .page(url)) }

        /// A picture whose text is the answer: ``CaptchaPrompt/picture(_:)``.
        public static func picture(_ url: Source) -> Prompt { Prompt(kind: .picture(url)) }

        /// A question, a line of text: ``CaptchaPrompt/question(_:)``.
        public static func question(_ text: Source) -> Prompt { Prompt(kind: .question(text)) }

        /// A process that the upstream opened: ``CaptchaPrompt/hostedProcess(_:reference:)``.
        public static func hostedProcess(_ url: Source, reference: Source? = nil) -> Prompt {
            Prompt(kind: .hostedProcess(url, reference: reference))
        }

        /// A provider's widget: ``CaptchaPrompt/widget(_:)``.
        ///
        /// - Parameters:
        ///   - provider: Who makes the widget.
        ///   - siteKey: The public key.
        ///   - action: The action that the token must be made for.
        ///   - page: The page that the site key belongs to.
        ///   - parameters: Whatever else the provider's script takes, by its own names.
        public static func widget(
            _ provider: CaptchaWidget.Provider, siteKey: Source, action: Source? = nil, page: Source? = nil,
            parameters: [String: Source] = [:]
        ) -> Prompt {
            widget(
                provider: .fixed(provider.rawValue), siteKey: siteKey, action: action, page: page,
                parameters: parameters)
        }

        /// A widget of the provider that the upstream names, as ``CaptchaWidget/Provider`` has it but for the case of
        /// letters.
        public static func widget(
            provider: Source, siteKey: Source, action: Source? = nil, page: Source? = nil,
            parameters: [String: Source] = [:]
        ) -> Prompt {
            let sources = WidgetSources(
                provider: provider, siteKey: siteKey, action: action, page: page, parameters: parameters)
            return Prompt(kind: .widget(sources))
        }

        func prompt(
            in response: borrowing some InspectableResponse, _ element: JSONElement?, _ requestURL: URL?
        ) -> CaptchaPrompt {
            switch kind {
            case .page(let source):
                return source.url(in: response, element, requestURL).map(CaptchaPrompt.page)
                    ?? .unanswerable("it names no page")
            case .picture(let source):
                return source.url(in: response, element, requestURL).map(CaptchaPrompt.picture)
                    ?? .unanswerable("it names no picture")
            case .question(let source):
                guard let text = source.text(in: response, element, requestURL), !text.isEmpty else {
                    return .unanswerable("it has no question")
                }
                return .question(text)
            case .hostedProcess(let source, let reference):
                guard let url = source.url(in: response, element, requestURL) else {
                    return .unanswerable("it names no page")
                }
                return .hostedProcess(url, reference: reference?.text(in: response, element, requestURL))
            case .widget(let sources): return Self.widget(sources, in: response, element, requestURL)
            }
        }

        private static func widget(
            _ sources: WidgetSources, in response: borrowing some InspectableResponse, _ element: JSONElement?,
            _ requestURL: URL?
        ) -> CaptchaPrompt {
            guard let provider = sources.provider.text(in: response, element, requestURL), !provider.isEmpty,
                let siteKey = sources.siteKey.text(in: response, element, requestURL), !siteKey.isEmpty
            else { return .unanswerable("it lacks the site key or its provider") }
            var widget = CaptchaWidget(provider: .init(rawValue: provider.lowercased()), siteKey: siteKey)
            widget.action = sources.action?.text(in: response, element, requestURL)
            widget.page = sources.page?.url(in: response, element, requestURL)
            for (name, source) in sources.parameters {
                widget.parameters[name] = source.text(in: response, element, requestURL)
            }
            return .widget(widget)
        }
    }
}
