import CaptchaRetry
import Foundation

/// What a person has to do, as the part of the form above its buttons.
struct BrowserTask {
    let prompt: BrowserPrompt
    let number: Int
    /// Whether a notice above says what was wrong with the last answer.
    let isWrong: Bool
    let texts: BrowserTexts
    let path: String

    var parts: [Markup] {
        switch prompt.task {
        case .question(let question):
            [
                Markup("p", ["class": "task", "id": "task"], [Markup(texts.question + " "), .foreign(question)]),
                label(texts.answer), field(describedBy: "task"),
            ]
        case .picture:
            [
                Markup("p", ["id": "task"], [Markup(texts.picture)]),
                .void("img", ["src": "\(path)picture/\(number)", "alt": texts.pictureAlternative]),
                label(texts.pictureAnswer), field(describedBy: "task"),
            ]
        case .widget(let widget): parts(of: widget)
        case .page(let url):
            [
                Markup("p", ["id": "task"], [Markup(texts.page)]), link(to: url),
                label(texts.token), field(describedBy: "task"),
            ]
        case .process(let url):
            [
                Markup("p", ["id": "task"], [Markup(texts.process)]), link(to: url),
                label(texts.code), field(describedBy: "task", isRequired: false),
            ]
        }
    }

    private func parts(of widget: BrowserWidget) -> [Markup] {
        let provider = ["provider": Markup.foreign(widget.name)]
        let failed = texts.widgetFailed.replacing("{provider}", with: widget.name)
        let retry = Markup("button", ["type": "button", "id": "retry", "class": "button plain"], [Markup(texts.retry)])
        let trouble = Markup(
            "div",
            [
                "id": "trouble", "class": "notice", "role": "alert", "hidden": "", "data-failed": failed,
                "data-expired": texts.widgetExpired, "data-closed": texts.widgetClosed,
            ], [Markup("p", ["id": "trouble-text"]), retry])
        let byHand = Markup(
            "details", [:],
            [
                Markup("summary", [:], [Markup(texts.widgetByHand)]),
                Markup("p", ["id": "elsewhere"], [Markup(texts.widgetElsewhere)]),
                widget.page.map { link(to: $0, isFirst: false) } ?? Markup(""),
                label(texts.token), field(describedBy: "elsewhere"),
                Markup("p", [:], [Markup("button", ["type": "submit", "class": "button"], [Markup(texts.send)])]),
            ])
        return [
            Markup("p", ["id": "task"], [.sentence(texts.widget, provider)]),
            Markup("noscript", [:], [Markup("p", ["class": "notice"], [Markup(texts.needsScript)])]),
            Markup("div", ["id": "widget"]), trouble, byHand,
        ]
    }

    /// A link that tells its page nothing of this one, and gives it no hold on it.
    private func link(to url: URL, isFirst: Bool = true) -> Markup {
        Markup(
            "p", [:],
            [
                Markup(
                    "a",
                    [
                        "class": "button", "href": url.absoluteString, "target": "_blank", "rel": "noopener noreferrer",
                        "autofocus": isFirst ? "" : nil,
                    ],
                    [
                        .sentence(texts.openPage, ["page": .foreign(BrowserPrompt.name(of: Origin(url)) ?? "")]),
                        Markup(" " + texts.newTab),
                    ])
            ])
    }

    private func label(_ text: String) -> Markup { Markup("label", ["for": "answer"], [Markup(text)]) }

    private func field(describedBy task: String, isRequired: Bool = true) -> Markup {
        let isFirst =
            switch prompt.task {
            case .question, .picture: true
            case .widget, .page, .process: false
            }
        return .void(
            "input",
            [
                "id": "answer", "name": "answer", "type": "text", "dir": "auto", "autocomplete": "off",
                "autocapitalize": "none", "autocorrect": "off", "spellcheck": "false", "maxlength": "65536",
                "required": isRequired ? "" : nil, "autofocus": isFirst ? "" : nil,
                "aria-describedby": isWrong ? "\(task) notice" : task, "aria-invalid": isWrong ? "true" : nil,
            ])
    }
}
