import CaptchaRetry
import CaptchaSolvers
import Foundation
import Testing

/// A browser has few connections for a server, and not for ever.
@Suite(
    "The connections of BrowserSolver's pages in Chromium", .serialized,
    .enabled(if: WebDriver.isStarted, "Tests/Engines/run starts chromedriver for it"))
struct ChromiumConnectionTests {
    @Test("A browser that gives up requests after a minute goes on asking for news, and shows the prompt")
    func impatient() async throws {
        try await WebDriver.withBrowser { driver in
            // Nobody waits: the clock is a minute later whenever a request is given up.
            let hurry = """
                const [ownFetch, ownNow, ownTimeout] = [fetch, performance.now.bind(performance), setTimeout];
                let minutes = 0;
                performance.now = () => ownNow() + minutes * 60000;
                setTimeout = (action, time, ...values) => ownTimeout(action, time === 500 ? 0 : time, ...values);
                fetch = (...values) => {
                  if (minutes < 10) return ++minutes, Promise.reject(new TypeError("timed out"));
                  document.body.append("asked once more");
                  return ownFetch(...values);
                };
                """
            try await driver.execute("Page.addScriptToEvaluateOnNewDocument", ["source": .string(hurry)])
            let trial = ChromiumTrial(driver)
            let call = trial.call(.question("How much is 2 + 2?"), right: "4")
            try await trial.waitForPage("asked once more")
            #expect(try await driver.text().contains("How much is 2 + 2?"))
            try await driver.waitForFocus(on: "answer")
            try await driver.type("4")
            try await driver.press(.enter)
            try await trial.expectPassed(call, with: "4")
        }
    }

    @Test(
        "A page that is in as many tabs as the browser has connections for can be loaded again and answered in any")
    func manyTabs() async throws {
        try await WebDriver.withBrowser { driver in
            let trial = ChromiumTrial(driver)
            let call = trial.call(.question("How much is 2 + 2?"), right: "4")
            try await trial.waitForPage("How much is 2 + 2?")
            let url = try #require(try await driver.run("return location.href;").text.flatMap { URL(string: $0) })
            for _ in 2...6 {
                let tab = try await driver.command("POST", "window/new", ["type": "tab"])["handle"]?.text
                try await driver.turn(to: try #require(tab))
                try await driver.open(url)
                try await driver.waitFor("How much is 2 + 2?")
            }
            // Before that the driver looks at nothing.
            try await driver.run("document.body.append('old'); location.reload();")
            try await driver.waitForFocus(on: "answer")
            #expect(try await !driver.text().hasSuffix("old"))
            try await driver.type("4")
            try await driver.press(.enter)
            try await trial.expectPassed(call, with: "4")
        }
    }
}
