import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation
import Testing

@MainActor
@Suite("The SmartCaptcha page that fails in a real WebKit", .serialized, .webKit, .timeLimit(.minutes(10)))
struct WebKitFailureTests {
    @Test("A network error at the widget has the page loaded again, and it passes then")
    func networkError() async throws {
        try await WebKitTrial.run { trial in
            let view = trial.view
            let session = trial.start(try trial.smartCaptcha())
            await view.wait(for: "captchaDidLoad")
            try await view.run("standIn.emit('network-error')")
            await view.wait(for: "captchaDidFail")
            await trial.pass(.seconds(1), sleepers: 2)
            await view.wait(for: "captchaDidLoad", 2)
            try await view.run("standIn.click()")
            #expect(await session.value.hasPrefix("token-"))
            #expect(view.calls == ["load", "show", "reload", "close"])
            #expect(trial.provider.requests.count == 2)
        }
    }

    @Test("An error of the widget's own script is no pass, and ends it with what the script said")
    func javaScriptError() async throws {
        try await WebKitTrial.run { trial in
            let session = trial.start(try trial.smartCaptcha())
            await trial.view.wait(for: "captchaDidLoad")
            try await trial.view.run(
                "standIn.emit('javascript-error', { filename: 'a.js', message: 'x is not\\na function', line: 1, col: 2 })"
            )
            #expect(await session.value == "solverFailed: script: javascript-error: x is not a function")
            #expect(trial.view.calls == ["load", "show", "close"])
        }
    }

    @Test("A script that is not there is tried three times, and then it is a network failure")
    func missingScript() async throws {
        try await WebKitTrial.run(answering: { _ in .status(404) }) { trial in
            let session = trial.start(try trial.smartCaptcha())
            for attempt in 1...2 {
                await trial.view.wait(for: "captchaDidFail", attempt)
                await trial.pass(.seconds(attempt), sleepers: 1)
            }
            #expect(await session.value == "solverFailed: network: the provider's script cannot be loaded")
            #expect(trial.view.messages == ["captchaDidFail", "captchaDidFail", "captchaDidFail"])
            #expect(trial.provider.requests.map(\.path) == ["/captcha.js", "/captcha.js", "/captcha.js"])
        }
    }

    @Test("A script that never comes ends with the limit for loading")
    func silentScript() async throws {
        let gate = Gate()
        try await WebKitTrial.run(answering: { _ in
            await gate.wait()
            return .status(404)
        }) { trial in
            let session = trial.start(try trial.smartCaptcha())
            await trial.provider.waitForRequests()
            await trial.pass(.seconds(30), sleepers: 1)
            #expect(await session.value == "timedOut: the page did not load in time")
            #expect(trial.view.messages == [])
            gate.open()
        }
    }

    @Test(
        "A script that throws, is no script, or does nothing is a failure of the script",
        arguments: ["throw new Error('broken')", "<!DOCTYPE html><p>Blocked by your provider", "let nothing = 1"])
    func brokenScript(text: String) async throws {
        try await WebKitTrial.run(answering: { _ in .javaScript(text) }) { trial in
            let session = trial.start(try trial.smartCaptcha())
            #expect(await session.value == "solverFailed: script: the provider's script does not start")
            #expect(trial.view.messages == ["captchaDidFail"])
            #expect(trial.view.calls == ["load", "show", "close"])
        }
    }

    @Test(
        "A script that is ready without its API, and a widget that refuses its parameters, are failures of the script")
    func brokenWidget() async throws {
        try await WebKitTrial.run(answering: { _ in .javaScript("captchaScriptDidLoad()") }) { trial in
            let outcome = await trial.start(try trial.smartCaptcha()).value
            #expect(outcome.hasPrefix("solverFailed: script: undefined is not an object"))
        }
        try await WebKitTrial.run { trial in
            let outcome = await trial.start(try trial.smartCaptcha("")).value
            #expect(outcome == "solverFailed: script: sitekey is missing")
        }
    }

    @Test("Frames within and pages that took the place of ours are not listened to")
    func strangers() async throws {
        let frame = """
            <script>window.webkit.messageHandlers.NativeClient.postMessage({ method: "captchaDidFinish", data: "FAKE" });
            </script>
            """
        try await WebKitTrial.run(
            isTagged: true,
            answering: { request in
                request.path == "/frame" ? .html(frame) : try await ProviderStandIns.answer(request)
            }
        ) { trial in
            let view = trial.view
            let session = trial.start(try trial.smartCaptcha())
            await view.wait(for: "captchaDidLoad")
            // One of another origin, one of the page's own, and one of none.
            let frames = [
                "src='\(trial.provider.baseURL)/frame'", "srcdoc='\(frame)'",
                "sandbox='allow-scripts' srcdoc='\(frame)'",
            ]
            for (index, attributes) in frames.enumerated() {
                let html = try String(decoding: JSONEncoder().encode("<iframe \(attributes)></iframe>"), as: UTF8.self)
                try await view.run("document.body.insertAdjacentHTML('beforeend', \(html))")
                await view.wait(for: "captchaDidFinish", index + 1)
            }
            // The whole window goes to another origin, as a link might have it do.
            try await view.run("location.href = '\(trial.provider.baseURL)/frame'")
            await view.wait(for: "captchaDidFinish", 4)
            #expect(view.calls == ["load", "show"])
            view.onInput?(.closedByPerson)
            #expect(await session.value == "dismissed")
        }
    }

    @Test("SmartCaptcha's own page says when it cannot be reached, and when its server fails")
    func hosted() async throws {
        try await WebKitTrial.run(answering: { _ in .html("<p>later", status: 503) }) { trial in
            let page = try CaptchaPage.hostedSmartCaptcha(
                SmartCaptchaParameters(siteKey: "ysc1_a&b"), hosts: trial.hosts)
            let session = trial.start(page)
            for attempt in 1...2 {
                await trial.view.wait(forEvent: "finished", attempt)
                await trial.pass(.seconds(attempt), sleepers: 1)
            }
            #expect(await session.value == "solverFailed: network: HTTP 503")
            #expect(trial.provider.requests.first?.query["sitekey"] == "ysc1_a&b")
        }
        let port = try await LoopbackUpstream.withUpstream(answers: []) { $0.port }
        try await WebKitTrial.run { trial in
            var hosts = WidgetHosts()
            hosts.smartCaptcha = try #require(URL(string: "http://127.0.0.1:\(port)").flatMap(WidgetHost.init))
            var limits = PageLimits()
            limits.retries = 0
            let page = try CaptchaPage.hostedSmartCaptcha(SmartCaptchaParameters(siteKey: "ysc1_key"), hosts: hosts)
            let session = PageSession(page, in: trial.view, limits: limits, clock: trial.clock)
            let error = await #expect(throws: CaptchaHandlingError.self) { try await session.token() }
            #expect((error?.underlying as? PageFailure)?.kind == .network)
        }
    }
}
