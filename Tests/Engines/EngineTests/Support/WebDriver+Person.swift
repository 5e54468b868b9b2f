import Foundation
import Testing

/// What a person without a mouse does and sees.
extension WebDriver {
    enum Key: String {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case space = "\u{E00D}"
    }

    func open(_ url: URL) async throws { try await command("POST", "url", ["url": .string(url.absoluteString)]) }

    /// Presses keys, one after the other.
    func press(_ keys: Key...) async throws { try await type(keys.map(\.rawValue).joined()) }

    /// Types a text.
    func type(_ text: String) async throws {
        let strokes = text.map { String($0) }.flatMap { key -> [JSON] in
            [["type": "keyDown", "value": .string(key)], ["type": "keyUp", "value": .string(key)]]
        }
        try await command(
            "POST", "actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(strokes)]]])
    }

    /// Moves the focus on, at most so many times, until it is on something with this text, label or id.
    func tab(to text: String, atMost count: Int = 12) async throws {
        for _ in 0..<count {
            if try await focused() == text { return }
            try await press(.tab)
        }
        try #require(try await focused() == text, "the keyboard does not get to \(text)")
    }

    /// What has the focus: its id, else its text on one line.
    func focused() async throws -> String? {
        try await run(
            "const e = document.activeElement; return e.id || e.textContent.trim().replace(/\\s+/g, ' ');"
        ).text
    }

    /// Runs a script in the page, and gives what it returns.
    @discardableResult
    func run(_ script: String) async throws -> JSON {
        try await command("POST", "execute/sync", ["script": .string(script), "args": []])
    }

    /// The text that is to be seen.
    func text() async throws -> String { try await run("return document.body.innerText;").text ?? "" }

    func title() async throws -> String? { try await command("GET", "title").text }

    /// Waits until the page shows a text.
    func waitFor(_ text: String) async throws {
        try await wait(for: "document.body && document.body.innerText.includes(argument)", text)
    }

    /// Waits until something with this id, or this text, has the focus.
    func waitForFocus(on text: String) async throws {
        try await wait(for: "[document.activeElement.id, document.activeElement.textContent].includes(argument)", text)
    }

    /// Waits until an expression about `argument` is true in the page. It is the page that waits.
    private func wait(for expression: String, _ argument: String) async throws {
        let script = """
            const [argument, done] = arguments;
            const look = () => { if (\(expression)) done(true); else setTimeout(look, 20); };
            look();
            """
        let body: JSON = ["script": .string(script), "args": [.string(argument)]]
        var isThere = false
        // A script that waits in a page which is replaced is lost: it is looked for again then.
        try await command("POST", "timeouts", ["script": 3000])
        for _ in 0..<40 where !isThere {
            isThere = await (try? command("POST", "execute/async", body))?.isTrue == true
        }
        try await command("POST", "timeouts", ["script": Self.scriptLimit])
        guard isThere else { throw Failure(description: "\(argument) never came; there is: \(try await text())") }
    }

    /// The windows that are open.
    func windows() async throws -> [String] { try await command("GET", "window/handles").items.compactMap(\.text) }

    func turn(to window: String) async throws { try await command("POST", "window", ["handle": .string(window)]) }

    /// What the browser has to complain about, such as violations of a policy.
    func complaints() async throws -> [String] {
        try await command("POST", "se/log", ["type": "browser"]).items.compactMap { entry in
            ["SEVERE", "WARNING"].contains(entry["level"]?.text) ? entry["message"]?.text : nil
        }
    }

    /// How the page may look.
    enum Look: String, CaseIterable {
        case light
        case dark
        case narrow
    }

    /// Saves what the page looks like in light, in dark and on a screen of 320 points, and checks that it fits.
    func save(_ name: String) async throws {
        let folder = ProcessInfo.processInfo.environment["CAPTCHA_ENGINE_PICTURES"] ?? ".build/engines"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for look in Look.allCases {
            try await show(look)
            let isWide = try await run("return document.documentElement.scrollWidth > innerWidth;").isTrue
            #expect(!isWide, "\(name) is wider than the screen, \(look)")
            let picture = try await command("GET", "screenshot").text.flatMap { Data(base64Encoded: $0) }
            try #require(picture).write(to: URL(fileURLWithPath: "\(folder)/\(name)-\(look).png"))
        }
        try await show(.light)
    }

    private func show(_ look: Look) async throws {
        let features: JSON = [["name": "prefers-color-scheme", "value": look == .dark ? "dark" : "light"]]
        try await execute("Emulation.setEmulatedMedia", ["features": features])
        try await resize(to: look == .narrow ? 320 : 900, 600)
        // As high as the page is, so that all of it is in the picture.
        let height = try await run("return document.documentElement.scrollHeight;")
        try await resize(to: look == .narrow ? 320 : 900, height)
    }

    private func resize(to width: JSON, _ height: JSON) async throws {
        try await execute(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    }

    /// A command of Chromium's own protocol.
    func execute(_ name: String, _ parameters: JSON) async throws {
        try await command("POST", "goog/cdp/execute", ["cmd": .string(name), "params": parameters])
    }
}
