import Foundation
import TestSupport
import Testing

/// A browser, driven by the W3C WebDriver protocol: JSON over HTTP.
struct WebDriver: Sendable {
    /// The variable that says where the driver is.
    static let variable = "CAPTCHA_WEBDRIVER_URL"

    static var isStarted: Bool { ProcessInfo.processInfo.environment[variable]?.isEmpty == false }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// How many milliseconds a script may take: more than a machine with much else to do ever needs.
    static let scriptLimit: JSON = 600_000

    private let session: URL

    /// Starts a browser.
    init(language: String, allowsScripts: Bool) async throws {
        let base = try #require(ProcessInfo.processInfo.environment[Self.variable].flatMap(URL.init))
        let arguments = [
            // There is no other user to protect from, and Chromium refuses to run as root with its sandbox.
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--no-first-run", "--disable-background-networking", "--disable-component-update", "--window-size=900,800",
        ]
        let capabilities: JSON = [
            "capabilities": [
                "alwaysMatch": [
                    // A form that waits for its outcome must not hold up the driver.
                    "browserName": "chrome", "pageLoadStrategy": "none",
                    "timeouts": ["script": Self.scriptLimit], "goog:loggingPrefs": ["browser": "ALL"],
                    "goog:chromeOptions": [
                        "args": .array(arguments.map { .string($0) }),
                        "prefs": [
                            "intl.accept_languages": .string(language),
                            // Those of pages; the driver's own run nevertheless.
                            "profile.managed_default_content_settings.javascript": allowsScripts ? 1 : 2,
                        ],
                    ],
                ]
            ]
        ]
        let url = base.appendingPathComponent("session")
        let id = try await Self.send("POST", url, capabilities)["sessionId"]?.text
        session = url.appendingPathComponent(try #require(id))
    }

    /// Runs something with a browser of its own, and ends the browser.
    static func withBrowser(
        language: String = "en", allowsScripts: Bool = true, _ body: (WebDriver) async throws -> Void
    ) async throws {
        let driver = try await WebDriver(language: language, allowsScripts: allowsScripts)
        do {
            try await body(driver)
        } catch {
            _ = try? await driver.command("DELETE", "")
            throw error
        }
        try await driver.command("DELETE", "")
    }

    /// Sends a command.
    @discardableResult
    func command(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        let url = path.isEmpty ? session : session.appendingPathComponent(path)
        return try await Self.send(method, url, method == "POST" ? body ?? [:] : nil)
    }

    /// Not by URLSession: that of Linux does not understand header fields without a blank behind the colon, which
    /// chromedriver sends.
    private static func send(_ method: String, _ url: URL, _ body: JSON?) async throws -> JSON {
        let content = String(decoding: try body.map { try JSONEncoder().encode($0) } ?? Data(), as: UTF8.self)
        let client = try RawClient(port: try #require(url.port))
        try await client.send(
            """
            \(method) \(url.path) HTTP/1.1\r
            Host: 127.0.0.1:\(url.port ?? 0)\r
            Content-Type: application/json\r
            Content-Length: \(content.utf8.count)\r
            Connection: close\r
            \r
            \(content)
            """)
        let response = try #require(try await client.response())
        let value = try JSONDecoder().decode(JSON.self, from: Data(response.body.utf8))["value"] ?? .null
        if let error = value["error"]?.text {
            throw Failure(description: "\(method) \(url.lastPathComponent): \(error): \(value["message"]?.text ?? "")")
        }
        return value
    }
}
