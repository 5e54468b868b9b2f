import CaptchaRetry
import CaptchaSolvers
import Foundation
import Testing

/// A page view that is a real one.
@MainActor
final class WebKitView: PageView {
    var onInput: (@MainActor (PageInput) -> Void)?
    /// What it was told, in this order.
    private(set) var calls: [String] = []
    /// The methods of the page's messages, as it sent them.
    private(set) var messages: [String] = []
    /// What else happened to it: `answered`, `finished`, `failed` or `terminated`.
    private(set) var events: [String] = []
    /// What went wrong with the driver.
    private(set) var trouble: [String] = []

    private let driver: WebKitDriver
    private let isTagged: Bool
    private let keepsPage: Bool
    private var number: Int?
    private var page: CaptchaPage?
    private var last: Task<Void, Never>?
    private var waiters: [(isReady: @MainActor () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Parameters:
    ///   - isTagged: Whether every frame says by itself who it is.
    ///   - keepsPage: Whether ``close()`` only takes it out of sight.
    init(isTagged: Bool = false, keepsPage: Bool = false) throws {
        driver = try WebKitDriver()
        self.isTagged = isTagged
        self.keepsPage = keepsPage
    }

    func load(_ page: CaptchaPage) {
        self.page = page
        command("load") { view in
            var body: [String: Any] = ["handlers": page.messageHandlers, "isTagged": view.isTagged]
            body["userScript"] = page.userScript
            view.number = try await view.driver.ask("POST", "/views", body)["view"] as? Int
            view.listen()
            try await view.loadContent()
        }
    }

    func reload() { command("reload") { try await $0.loadContent() } }
    func evaluate(_ script: String) {
        command("evaluate") { _ = try await $0.send("POST", "evaluate", ["script": script + "\n;null"]) }
    }
    func show() { command("show") { _ = try await $0.send("POST", "show") } }
    func hide() { command("hide") { _ = try await $0.send("POST", "hide") } }

    func close() {
        command("close") { view in
            if view.keepsPage { _ = try await view.send("POST", "hide") } else { try await view.end() }
        }
    }

    /// Takes it away for good, also one that keeps its page.
    func end() async throws {
        _ = try await driver.send("DELETE", "/views/\(number ?? 0)")
    }

    /// Waits until all that it was told is done.
    func settle() async { await last?.value }

    /// Runs a script in the page, and gives what it comes to.
    @discardableResult
    func run(_ script: String) async throws -> Any? {
        let data = try await result(of: script + "\n;null")
        return try JSONSerialization.jsonObject(with: data)
    }

    /// What an expression comes to in the page, as JSON has it.
    func value(_ expression: String) async throws -> Any? {
        let data = try await result(of: "JSON.stringify(\(expression))")
        let answer = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        guard let text = answer["result"] as? String else { return nil }
        return try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    /// A test's script is one more command: what it does may end the session, and a view that is closed before the
    /// result is here gives none.
    private func result(of script: String) async throws -> Data {
        let result = Task { [last] in
            await last?.value
            return try await send("POST", "evaluate", ["script": script])
        }
        last = Task { _ = await result.result }
        return try await result.value
    }

    /// Waits for so many messages of this method.
    func wait(for method: String, _ count: Int = 1) async {
        await wait { [weak self] in self?.messages.filter { $0 == method }.count ?? count >= count }
    }

    /// Waits until this happened so often.
    func wait(forEvent event: String, _ count: Int = 1) async {
        await wait { [weak self] in self?.events.filter { $0 == event }.count ?? count >= count }
    }

    /// Waits until it was told this so often.
    func wait(forCall call: String, _ count: Int = 1) async {
        await wait { [weak self] in self?.calls.filter { $0 == call }.count ?? count >= count }
    }

    /// Keeps a picture of the page as it looks now.
    func takePicture(_ name: String) async throws {
        await settle()
        guard let folder = ProcessInfo.processInfo.environment["CAPTCHA_ENGINE_PICTURES"] else { return }
        let picture = try await driver.send("GET", "/views/\(number ?? 0)/picture")
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        try picture.write(to: URL(fileURLWithPath: folder).appendingPathComponent("webkit-\(name).png"))
    }

    private func loadContent() async throws {
        switch page?.content {
        case .html(let html, let base):
            _ = try await send("POST", "load", ["html": html, "baseURL": base.absoluteString])
        case .address(let address): _ = try await send("POST", "load", ["address": address.absoluteString])
        case nil: break
        }
    }

    private func send(_ method: String, _ verb: String, _ body: [String: Any] = [:]) async throws -> Data {
        try await driver.send(method, "/views/\(number ?? 0)/\(verb)", body)
    }

    /// One after the other: a command must not overtake another.
    private func command(_ call: String, _ work: @escaping @MainActor (WebKitView) async throws -> Void) {
        calls.append(call)
        notify()
        last = Task { [last] in
            await last?.value
            do {
                try await work(self)
            } catch {
                trouble.append("\(call): \(error)")
                notify()
                onInput?(.closedByPerson)
            }
        }
    }

    /// At a view that is closed, or in trouble, nobody waits any more: the test goes on and finds out.
    private func wait(until isReady: @escaping @MainActor () -> Bool) async {
        if isReady() || isAtEnd { return }
        await withCheckedContinuation { waiters.append((isReady, $0)) }
    }

    private var isAtEnd: Bool { !trouble.isEmpty || (!keepsPage && calls.last == "close") }

    private func notify() {
        let ready = waiters.filter { isAtEnd || $0.isReady() }
        waiters.removeAll { isAtEnd || $0.isReady() }
        for waiter in ready { waiter.continuation.resume() }
    }

    private func listen() {
        let (driver, place) = (driver, "/views/\(number ?? 0)/events?from=")
        Task { [weak self] in
            defer { driver.end() }
            var seen = 0
            while true {
                let answer = try await driver.ask("GET", place + "\(seen)")
                let events = answer["events"] as? [[String: Any]] ?? []
                seen += events.count
                for event in events { self?.take(event) }
                if answer["isClosed"] as? Bool == true { return }
            }
        }
    }

    private func take(_ event: [String: Any]) {
        switch event["kind"] as? String {
        case "message":
            let text = event["body"] as? String ?? "null"
            let body = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            let object = body as? [String: Any]
            messages.append(object?["method"] as? String ?? object?["handler"] as? String ?? "")
            onInput?(
                .message(
                    PageMessage(
                        body: body, handler: event["handler"] as? String ?? "",
                        isMainFrame: event["isMainFrame"] as? Bool ?? false,
                        origin: (event["origin"] as? String).flatMap { URL(string: $0) }.flatMap(Origin.init))))
        case "finished": onInput?(.navigationFinished)
        case "failed":
            onInput?(.navigationFailed(domain: event["domain"] as? String ?? "", code: event["code"] as? Int ?? 0))
        case "answered": onInput?(.answered(status: event["status"] as? Int ?? 0))
        default: onInput?(.processTerminated)
        }
        if event["kind"] as? String != "message" { events.append(event["kind"] as? String ?? "") }
        notify()
    }
}
