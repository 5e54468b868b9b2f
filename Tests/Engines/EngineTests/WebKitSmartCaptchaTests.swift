import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation
import Testing

@MainActor
@Suite("The SmartCaptcha page in a real WebKit", .serialized, .webKit, .timeLimit(.minutes(10)))
struct WebKitSmartCaptchaTests {
    @Test("A click on the visible check box yields the token, with all parameters at the widget")
    func visible() async throws {
        try await WebKitTrial.run { trial in
            let view = trial.view
            let session = trial.start(
                try trial.smartCaptcha {
                    $0.language = "tr"
                    $0.shieldPosition = .topRight
                    $0.metadata = ["order": "7"]
                })
            await view.wait(for: "captchaDidLoad")
            let parameters = try await view.value("standIn.parameters()") as? NSDictionary
            #expect(
                parameters == [
                    "sitekey": "ysc1_key", "hl": "tr", "shieldPosition": "top-right", "metadata": ["order": "7"],
                    "webview": true, "invisible": false, "test": false, "hideShield": false,
                ])
            try await view.takePicture("smartcaptcha-visible")
            try await view.run("standIn.click()")
            #expect(await session.value.hasPrefix("token-"))
            #expect(view.messages == ["captchaDidLoad", "captchaDidFinish"])
            #expect(view.calls == ["load", "show", "close"])
            #expect(view.trouble == [])
        }
    }

    @Test("A task that is swiped away on the visible page can be opened again and solved")
    func visibleTask() async throws {
        try await WebKitTrial.run { trial in
            let view = trial.view
            let session = trial.start(try trial.smartCaptcha { $0.isTest = true })
            await view.wait(for: "captchaDidLoad")
            try await view.run("standIn.click()")
            await view.wait(for: "challengeDidAppear")
            try await view.takePicture("smartcaptcha-task")
            try await view.run("standIn.swipe()")
            await view.wait(for: "challengeDidDisappear")
            try await view.run("standIn.click()")
            await view.wait(for: "challengeDidAppear", 2)
            try await view.run("standIn.solve()")
            #expect(await session.value.hasPrefix("token-"))
            #expect(view.messages.suffix(2) == ["challengeDidDisappear", "captchaDidFinish"])
            #expect(view.calls == ["load", "show", "close"])
        }
    }

    @Test("An invisible widget that trusts the person yields the token, and nothing was shown")
    func invisible() async throws {
        try await WebKitTrial.run { trial in
            let session = trial.start(try trial.smartCaptcha { $0.isInvisible = true })
            #expect(await session.value.hasPrefix("token-"))
            #expect(trial.view.messages == ["captchaDidLoad", "captchaDidFinish"])
            #expect(trial.view.calls == ["load", "close"])
        }
    }

    @Test("An invisible widget's task is shown, loaded again when it is swiped away, and solved the second time")
    func invisibleTask() async throws {
        try await WebKitTrial.run { trial in
            let view = trial.view
            let session = trial.start(try trial.smartCaptcha("ysc1_suspicious") { $0.isInvisible = true })
            await view.wait(for: "challengeDidAppear")
            await view.wait(forCall: "show")
            try await view.takePicture("smartcaptcha-invisible-task")
            try await view.run("standIn.swipe()")
            await view.wait(forCall: "hide")
            await trial.pass(.seconds(1), sleepers: 2)
            await view.wait(for: "challengeDidAppear", 2)
            await view.wait(forCall: "show", 2)
            try await view.run("standIn.solve()")
            #expect(await session.value.hasPrefix("token-"))
            #expect(view.calls == ["load", "show", "hide", "reload", "show", "hide", "close"])
            #expect(trial.provider.requests.count == 2)
        }
    }

    @Test("A token that comes a moment after its task was closed wins over loading again")
    func tokenAfterHide() async throws {
        try await WebKitTrial.run { trial in
            let view = trial.view
            let session = trial.start(try trial.smartCaptcha("ysc1_suspicious") { $0.isInvisible = true })
            await view.wait(for: "challengeDidAppear")
            try await view.run("standIn.solveSlowly()")
            #expect(await session.value.hasPrefix("token-"))
            #expect(view.calls == ["load", "show", "hide", "close"])
        }
    }

    @Test("An expired token has the widget reset, and the next one comes through")
    func expired() async throws {
        try await WebKitTrial.run { trial in
            let view = trial.view
            let session = trial.start(try trial.smartCaptcha())
            await view.wait(for: "captchaDidLoad")
            try await view.run("standIn.emit('token-expired')")
            await view.wait(for: "captchaDidLoad", 2)
            #expect(try await view.value("standIn.resets()") as? Int == 1)
            try await view.run("standIn.click()")
            #expect(await session.value.hasPrefix("token-"))
            #expect(view.calls == ["load", "show", "evaluate", "close"])
        }
    }

    @Test("A new showing in the same view starts from a reset, and yields another token")
    func newShowing() async throws {
        try await WebKitTrial.run(keepsPage: true) { trial in
            let (view, page) = (trial.view, try trial.smartCaptcha())
            let first = trial.start(page)
            await view.wait(for: "captchaDidLoad")
            try await view.run("standIn.click()")
            let token = await first.value
            let second = trial.start(page, isLoaded: true)
            await view.wait(for: "captchaDidLoad", 2)
            #expect(try await view.value("smartCaptcha.getResponse()") as? String == "")
            try await view.run("standIn.click()")
            let other = await second.value
            #expect(token.hasPrefix("token-") && other.hasPrefix("token-") && token != other)
            #expect(view.calls == ["load", "show", "close", "evaluate", "show", "close"])
            #expect(trial.provider.requests.count == 1)
            try await view.end()
        }
    }

    @Test("Values that try to get out of the page's script arrive at the widget as they are, and run nothing")
    func hostileValues() async throws {
        try await WebKitTrial.run { trial in
            let nasty = #"</script><script>window.hacked = 1</script><!-- " ' ` \ \u2028 & "# + "\u{2028}\u{2029}\r\n💥"
            let view = trial.view
            let session = trial.start(try trial.smartCaptcha(nasty) { $0.metadata = [nasty: "\u{0}\u{1F}"] })
            await view.wait(for: "captchaDidLoad")
            #expect(try await view.value("standIn.parameters().sitekey") as? String == nasty)
            #expect(
                try await view.value("standIn.parameters().metadata") as? [String: String] == [nasty: "\u{0}\u{1F}"])
            #expect(try await view.value("typeof window.hacked") as? String == "undefined")
            try await view.run("standIn.click()")
            #expect(await session.value.hasPrefix("token-"))
        }
    }

    @Test("Light and dark, the page takes the colours that it is told", arguments: [PageOptions.Theme.light, .dark])
    func themes(theme: PageOptions.Theme) async throws {
        try await WebKitTrial.run { trial in
            var options = trial.options
            options.theme = theme
            let page = try CaptchaPage.smartCaptcha(
                SmartCaptchaParameters(siteKey: "ysc1_key"), baseURL: WebKitTrial.base, options: options)
            let session = trial.start(page)
            await trial.view.wait(for: "captchaDidLoad")
            let scheme = try await trial.view.value("document.querySelector('meta[name=color-scheme]').content")
            #expect(scheme as? String == theme.rawValue)
            try await trial.view.takePicture("smartcaptcha-\(theme)")
            session.cancel()
            #expect(await session.value == "cancelled")
            #expect(trial.view.calls == ["load", "show", "close"])
        }
    }
}
