import CaptchaRetry
import Foundation
import LoopbackHTTP

/// A listener on 127.0.0.1 for the one request with which a browser comes back from a page (RFC 8252, 7.3 and 8.3).
///
/// Whatever else comes in is answered with 404 and changes nothing. Whoever makes it has to ``close()`` it.
struct LoopbackCallback: Sendable {
    /// What a request is held against.
    private struct State {
        var address: BrowserAddress?
        var isOver = false
    }

    private let server: LoopbackServer
    /// Where the browser is to come back to.
    let url: URL

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - clock: What the clients' time is measured on.
    ///   - isReturn: Whether a request to the right address is the one, by its query.
    ///   - onReturn: Called once, when that has come.
    /// - Throws: ``CaptchaHandlingError/Code/solverFailed`` if the system has no socket.
    init(
        clock: any Clock<Duration>, isReturn: @escaping @Sendable (URL) -> Bool,
        onReturn: @escaping @Sendable () -> Void
    ) throws(CaptchaHandlingError) {
        let state = Lock(State())
        do throws(SocketError) {
            server = try LoopbackServer(limits: BrowserSession.limits, clock: clock) { head, _ in
                let address = state.withLock { $0.address }
                guard let address, Self.isReturn(head, at: address, isReturn),
                    !state.withLock({ state in
                        defer { state.isOver = true }
                        return state.isOver
                    })
                else { return .response(BrowserResponse.plain(404, "there is nothing here")) }
                onReturn()
                return .response(Self.farewell)
            }
        } catch {
            throw CaptchaHandlingError(noSocket: error)
        }
        let address = BrowserAddress(port: server.port)
        guard let url = address.url else {
            Thread.detachNewThread { [server] in server.stop() }
            throw CaptchaHandlingError(.solverFailed, reason: "the callback has no address")
        }
        self.url = url
        state.withLock { $0.address = address }
    }

    /// Ends it, and returns when its answer is sent and its descriptors are closed.
    func close() async {
        await withCheckedContinuation { continuation in
            // It blocks for a moment, and the threads of tasks are few.
            Thread.detachNewThread {
                server.finish()
                continuation.resume()
            }
        }
    }

    private static func isReturn(
        _ head: HTTPRequestHead, at address: BrowserAddress, _ isReturn: (URL) -> Bool
    ) -> Bool {
        guard head.method == "GET", BrowserRequest.all("Host", head) == [address.host],
            address.place(in: head.target)?.isEmpty == true, let url = URL(string: address.origin + head.target)
        else { return false }
        return isReturn(url)
    }

    /// The same for everybody: nothing of the request is in it.
    private static var farewell: PlainResponse {
        let head = [
            Markup.void("meta", ["charset": "utf-8"]),
            .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .void("meta", ["name": "color-scheme", "content": "light dark"]),
            .void("link", ["rel": "icon", "href": "data:,"]),
            Markup("title", [:], [Markup(BrowserTexts.english.close)]),
        ]
        let lines = BrowserLanguage.all.map {
            Markup("p", ["lang": $0.code], [Markup(BrowserTexts.of($0).close)])
        }
        let root = Markup("html", ["lang": "en"], [Markup("head", [:], head), Markup("body", [:], lines)])
        let policy = "default-src 'none'; img-src data:; frame-ancestors 'none'"
        var response = BrowserResponse.page("<!DOCTYPE html>\n\(root.html)\n", policy: policy)
        // The state stands in this page's address; and it has no form whose origin would have to be known.
        response.headerFields["Referrer-Policy"] = "no-referrer"
        return response
    }
}
