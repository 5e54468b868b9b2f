import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation
import Testing

/// VK's page itself is not to be had; these pages talk in the ways that are known of it.
@MainActor
@Suite("The bridge to VK's page in a real WebKit", .serialized, .webKit, .timeLimit(.minutes(10)))
struct WebKitVKTests {
    private func outcome(of script: String, isTagged: Bool = false) async throws -> String {
        var outcome = ""
        try await WebKitTrial.run(
            isTagged: isTagged,
            answering: { request in
                request.path == "/challenge.html"
                    ? .html("<p>Are you a robot?<script>\(script)</script>") : .html(Self.frame)
            }
        ) { trial in
            let address = trial.provider.baseURL.appendingPathComponent("challenge.html")
            let challenge = CaptchaChallenge(scheme: "vk.domain", prompt: .page(address))
            outcome = await trial.start(try CaptchaPage(for: challenge)).value
            #expect(trial.view.calls == ["load", "show", "close"])
            #expect(trial.view.trouble == [])
        }
        return outcome
    }

    private nonisolated static let frame = """
        <script>
        const envelope = { type: "vk-sak-sdk", handler: "VKCaptchaGetResult", params: { token: "FAKE" } };
        window.parent.postMessage(envelope, "*");
        window.webkit.messageHandlers.NativeClient.postMessage(envelope);
        window.webkit.messageHandlers.VKCaptchaGetResult.postMessage({ token: "FAKE" });
        if (window.AndroidBridge) window.AndroidBridge.VKCaptchaGetResult('{"token":"FAKE"}');
        window.parent.postMessage("done", "*");
        </script>
        """

    @Test("A result and a close, as the page calls them on Android, are the token")
    func android() async throws {
        let outcome = try await outcome(
            of: """
                AndroidBridge.VKCaptchaListenSensorsStart('{"period":100,"bridge_sensors_list":["gyroscope"]}');
                AndroidBridge.VKCaptchaListenSensorsStop("{}");
                AndroidBridge.VKCaptchaGetResult('{"token":"abc"}');
                AndroidBridge.VKCaptchaCloseCaptcha("{}");
                """)
        #expect(outcome == "abc")
    }

    @Test("A result that the page posts to the window around it, as on the web, is the token")
    func web() async throws {
        let outcome = try await outcome(
            of: """
                const say = (handler, params) =>
                    window.parent.postMessage({ type: "vk-sak-sdk", handler: handler, params: params }, location.origin);
                say("common: start load");
                say("common: load");
                say("common: resize", { height: 300 });
                say("VKCaptchaGetResult", { token: "abc" });
                say("VKCaptchaCloseCaptcha", {});
                """)
        #expect(outcome == "abc")
    }

    @Test("A result that the page hands to a message handler of its name is the token")
    func handlers() async throws {
        let handlers = "window.webkit.messageHandlers"
        #expect(try await outcome(of: "\(handlers).VKCaptchaGetResult.postMessage({ token: 'abc' })") == "abc")
        #expect(try await outcome(of: "\(handlers).VKCaptchaGetResult.postMessage('{\"token\":\"abc\"}')") == "abc")
    }

    @Test("A close without a result is dismissed, and a failure is none")
    func others() async throws {
        #expect(try await outcome(of: "AndroidBridge.VKCaptchaCloseCaptcha()") == "dismissed")
        let verdict = "AndroidBridge.VKCaptchaGetResult('{\"status\":\"BOT\"}'); AndroidBridge.VKCaptchaCloseCaptcha()"
        #expect(try await outcome(of: verdict) == "solverFailed: refused: BOT")
        let failure = "postMessage({ type: 'vk-sak-sdk', handler: 'common: error', params: { code: 'ERROR' } })"
        #expect(try await outcome(of: failure) == "solverFailed: other: ERROR")
    }

    @Test("A frame within the page, whatever it says and to whom, is not listened to")
    func frames() async throws {
        let outcome = try await outcome(
            of: """
                window.addEventListener("message", (event) => {
                    if (event.data === "done") AndroidBridge.VKCaptchaCloseCaptcha("{}");
                });
                document.write("<iframe src='/frame'></iframe>");
                """, isTagged: true)
        #expect(outcome == "dismissed")
    }
}
