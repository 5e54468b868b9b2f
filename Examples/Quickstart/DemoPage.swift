import CaptchaRetry
import Foundation

/// The upstream's captcha page: a sum to work out, then a token to paste.
enum DemoPage {
    struct Question: Equatable {
        var left: Int
        var right: Int

        var sum: Int { left + right }

        static func random() -> Question { Question(left: .random(in: 1...9), right: .random(in: 1...9)) }
    }

    static func asking(_ question: Question, isRetry: Bool) -> String {
        page(
            """
            \(isRetry ? "<p role=\"alert\">That was not right. Please try again.</p>" : "")
            <form method="post">
              <label for="answer">How much is \(question.left) + \(question.right)?</label>
              <input id="answer" name="answer" inputmode="numeric" autocomplete="off" autofocus required>
              <button>Continue</button>
            </form>
            """)
    }

    static func solved(_ token: String) -> String {
        page(
            """
            <p>Thank you. Paste this where you were asked for it:</p>
            <p><code id="token">\(token)</code></p>
            <p>You can close this tab then.</p>
            """)
    }

    static let gone = page("<p role=\"alert\">This page is not valid any more. Please repeat your request.</p>")

    /// The question of a page, for whoever reads it without eyes.
    static func question(in html: String) throws(CaptchaHandlingError) -> Question {
        let numbers = try text(in: html, between: "How much is ", and: "?").split(separator: " + ").compactMap {
            Int($0)
        }
        guard numbers.count == 2 else { throw unreadable }
        return Question(left: numbers[0], right: numbers[1])
    }

    static func token(in html: String) throws(CaptchaHandlingError) -> String {
        try text(in: html, between: "<code id=\"token\">", and: "</code>")
    }

    private static let unreadable = CaptchaHandlingError(.unreadableChallenge, reason: "the page has another shape")

    private static func text(
        in html: String, between start: String, and end: String
    ) throws(CaptchaHandlingError) -> String {
        guard let head = html.range(of: start),
            let tail = html.range(of: end, range: head.upperBound..<html.endIndex)
        else { throw unreadable }
        return String(html[head.upperBound..<tail.lowerBound])
    }

    private static func page(_ content: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Are you a person?</title>
        <style>
          :root { color-scheme: light dark; font: 1.1rem/1.6 system-ui, sans-serif }
          body { max-width: 32rem; margin: 4rem auto; padding: 0 1rem }
          input, button { font: inherit; padding: .4rem .8rem }
          code { user-select: all; overflow-wrap: anywhere }
        </style>
        <h1>Are you a person?</h1>
        \(content)
        </html>
        """
    }
}
