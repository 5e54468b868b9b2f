import Foundation

/// What a view of the conversation looks like in HTML.
struct BrowserPage: Sendable {
    let language: BrowserLanguage
    /// The path of the page.
    let path: String
    /// The program that uses the API.
    let program: String
    /// A number that only this page's own scripts and styles carry.
    let nonce: String

    private var texts: BrowserTexts { .of(language) }

    /// The page.
    func html(_ view: BrowserConversation.View) -> String {
        switch view {
        case .ended(let ending, let asker):
            return document(title: texts.end(ending).heading, [main([end(ending, asker, isShown: true)])])
        case .asking(let prompt, let number, let notice):
            let title = (notice == nil ? "" : texts.error + " ") + plainHeading(prompt.asker)
            let ended = Markup(
                "div", ["id": "ended", "hidden": ""], [end(.unneeded, prompt.asker, isShown: false)])
            var body = [main([asking(prompt, number, notice), ended]), .script(BrowserScript.page, nonce: nonce)]
            if let script = script(of: view) { body.append(.script(BrowserScript.widget(script), nonce: nonce)) }
            return document(title: title, body)
        }
    }

    /// What the page may load and do.
    func policy(_ view: BrowserConversation.View) -> String {
        BrowserPolicy(nonce: nonce, sources: script(of: view)?.sources ?? WidgetSources()).text
    }

    private func script(of view: BrowserConversation.View) -> WidgetScript? {
        guard case .asking(let prompt, _, _) = view, case .widget(let widget) = prompt.task else { return nil }
        return widget.script(language)
    }

    private func document(title: String, _ body: [Markup]) -> String {
        let head = [
            Markup.void("meta", ["charset": "utf-8"]),
            .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .void("meta", ["name": "robots", "content": "noindex"]),
            // Browsers ask for one otherwise.
            .void("link", ["rel": "icon", "href": "data:,"]),
            Markup("title", [:], [Markup(title)]), .style(BrowserStyle.sheet, nonce: nonce),
        ]
        let root = Markup("html", ["lang": language.code], [Markup("head", [:], head), Markup("body", [:], body)])
        return "<!DOCTYPE html>\n\(root.html)\n"
    }

    private func main(_ children: [Markup]) -> Markup { Markup("main", [:], children) }

    private func end(_ ending: BrowserConversation.Ending, _ asker: String, isShown: Bool) -> Markup {
        let end = texts.end(ending)
        // With the focus on it, its text is what a screen reader reads first.
        return Markup("h1", ["tabindex": "-1", "autofocus": isShown ? "" : nil], [Markup(end.heading)])
            + Markup(
                "p", ["role": "status"], [.sentence(end.text, ["api": .foreign(asker)]), Markup(" " + texts.close)])
    }

    private func plainHeading(_ asker: String) -> String { texts.heading.replacing("{api}", with: asker) }

    private func asking(_ prompt: BrowserPrompt, _ number: Int, _ notice: BrowserConversation.Notice?) -> Markup {
        let names = ["api": Markup.foreign(prompt.asker), "program": .foreign(program)]
        let task = BrowserTask(prompt: prompt, number: number, isWrong: notice != nil, texts: texts, path: path)
        let form = Markup(
            "form",
            ["method": "post", "action": path, "accept-charset": "utf-8", "data-news": "\(path)news/\(number)"],
            [.void("input", ["type": "hidden", "name": "prompt", "value": "\(number)"])] + task.parts
                + [actions(prompt)])
        var parts = [Markup("h1", [:], [.sentence(texts.heading, names)])]
        if let notice { parts.append(self.notice(notice)) }
        parts.append(Markup("p", ["class": "why"], [.sentence(texts.why, names)]))
        parts.append(form)
        return Markup("div", ["id": "asking"], parts)
    }

    private func actions(_ prompt: BrowserPrompt) -> Markup {
        let cancel = Markup(
            "button",
            ["type": "submit", "name": "cancel", "value": "1", "formnovalidate": "", "class": "button plain"],
            [Markup(texts.cancel)])
        let send: String? =
            switch prompt.task {
            case .process: texts.finished
            // It sends itself.
            case .widget: nil
            default: texts.send
            }
        let buttons =
            (send.map { [Markup("button", ["type": "submit", "class": "button"], [Markup($0)])] } ?? []) + [cancel]
        return Markup("p", ["class": "actions"], buttons)
            + Markup("p", ["id": "state", "role": "status", "data-checking": texts.checking])
    }

    private func notice(_ notice: BrowserConversation.Notice) -> Markup {
        let text: Markup =
            switch notice {
            case .refused(let reason) where reason.isEmpty: Markup(texts.refused)
            case .refused(let reason): .sentence(texts.refusedBecause, ["reason": .foreign(reason)])
            case .empty: Markup(texts.empty)
            case .unusable: Markup(texts.unusable)
            }
        return Markup(
            "p", ["id": "notice", "class": "notice", "role": "alert"],
            [Markup("strong", [:], [Markup(texts.error)]), Markup(" "), text])
    }
}
