import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation
import TestSupport
import Testing

@Suite("A hosted page that comes back to a port of this machine")
struct LoopbackOpenerTests {
    @Test("The link is shown and opened, the return ends it, and the listener is gone")
    func returned() async throws {
        let trial = try LoopbackTrial()
        let visit = trial.start()
        let tab = try await trial.tab()
        #expect(tab.url.scheme == "http" && tab.url.host == "127.0.0.1" && tab.url.query == nil)
        #expect(tab.path.count >= 34)
        await trial.waitUntilOpened()
        #expect(trial.shownURLs == [trial.link] && trial.openedURLs == [trial.link])
        let sockets = ListenerSockets(of: tab)
        let page = try await tab.comeBack()
        #expect(page.status == 200)
        #expect(await visit.value == .returned)
        #expect(sockets.areClosed)
    }

    @Test("The answer is the same for everybody, is not kept, and leads nowhere")
    func farewell() async throws {
        var pages: [RawResponse] = []
        for _ in 0..<2 {
            let trial = try LoopbackTrial()
            let visit = trial.start()
            pages.append(try await trial.tab().comeBack("?x=\(pages.count)" + LoopbackTrial.right))
            #expect(await visit.value == .returned)
        }
        #expect(pages[0].body == pages[1].body)
        let page = pages[0]
        #expect(page["Cache-Control"] == "no-store")
        #expect(page["Referrer-Policy"] == "no-referrer")
        #expect(page["Content-Security-Policy"] == "default-src 'none'; img-src data:; frame-ancestors 'none'")
        #expect(page["X-Content-Type-Options"] == "nosniff")
        for text in ["You can close this tab.", "Эту вкладку можно закрыть.", "このタブは閉じてかまいません。"] {
            #expect(page.body.contains(text))
        }
        #expect(!page.body.contains("right"))
        for text in ["script", "http:", "https:", "<form"] { #expect(!page.body.contains(text), "\(text)") }
    }

    @Test("Strays are turned away alike, and the wait goes on")
    func strays() async throws {
        let trial = try LoopbackTrial()
        let visit = trial.start()
        let tab = try await trial.tab()
        let (query, host) = (LoopbackTrial.right, "127.0.0.1:\(tab.port)")
        let strays = [
            tab.request("GET", "/favicon.ico"), tab.request("GET", "/"), tab.request("GET", "/" + query),
            tab.request("GET", "x" + query), tab.request("GET", "x/" + query),
            tab.request("GET", String(tab.path.dropLast()) + query), tab.request("GET", "/" + tab.path + query),
            tab.request("GET", tab.path.uppercased() + "x" + query),
            tab.request("HEAD", query), tab.request("POST", query), tab.request("PUT", query),
            tab.request("OPTIONS", query), tab.request("get", query),
            tab.request("GET", query, ["Host": "localhost:\(tab.port)"]),
            tab.request("GET", query, ["Host": "evil.example:\(tab.port)"]),
            tab.request("GET", query, ["Host": "127.0.0.1"]), tab.request("GET", query, ["Host": "127.0.0.1:1"]),
            tab.request("GET", query, ["Host": "[::1]:\(tab.port)"]), tab.request("GET", query, ["Host": host + ".x"]),
            tab.request("GET", "http://evil.example\(tab.path)\(query)", ["Host": "evil.example"]),
            "GET \(tab.path)\(query) HTTP/1.0\r\n\r\n",
            tab.request("GET"), tab.request("GET", "?state=wrong"), tab.request("GET", "?"),
        ]
        for stray in strays {
            let response = try await tab.send(stray).rest()
            #expect(response.hasPrefix("HTTP/1.1 404 "), "\(stray)")
            #expect(!response.contains("state"))
        }
        _ = try await tab.comeBack()
        #expect(await visit.value == .returned)
    }

    @Test("Requests that are too large, or are none, are refused, and the wait goes on")
    func malformed() async throws {
        let trial = try LoopbackTrial()
        let visit = trial.start()
        let tab = try await trial.tab()
        let long = String(repeating: "a", count: 70_000)
        let requests = [
            ("GET \(tab.path)?\(long) HTTP/1.1\r\nHost: 127.0.0.1:\(tab.port)\r\n\r\n", 431),
            (tab.request("GET", LoopbackTrial.right, ["Cookie": long]), 431),
            (tab.request("GET", LoopbackTrial.right, ["Content-Length": "9999999"]), 413),
            (tab.request("GET", LoopbackTrial.right, ["host": "127.0.0.1:\(tab.port)"]), 400),
            ("\u{16}\u{3}\u{1}\r\n\r\n", 400),
        ]
        for (request, status) in requests {
            let client = try await tab.send(request)
            client.finishSending()
            #expect(try await client.response()?.status == status)
        }
        _ = try await tab.comeBack()
        #expect(await visit.value == .returned)
    }

    @Test("Clients that are slow are cut off; one that is in the middle of a request holds nobody up")
    func slow() async throws {
        let trial = try LoopbackTrial()
        let visit = trial.start()
        let tab = try await trial.tab()
        let slow = try await tab.send("GET \(tab.path)")
        await trial.clock.waitForSleepers()
        trial.clock.advance(by: .seconds(20))
        #expect(try await slow.rest().isEmpty)

        let stuck = try await tab.send("GET \(tab.path)")
        await trial.clock.waitForSleepers()
        _ = try await tab.comeBack()
        #expect(await visit.value == .returned)
        #expect(try await stuck.rest().isEmpty)
    }

    @Test("What goes wrong with the link comes through, and the listener is gone")
    func noLink() async throws {
        let trial = try LoopbackTrial()
        let gate = Gate()
        let visit = trial.start {
            await gate.wait()
            return .unreadableChallenge
        }
        let sockets = ListenerSockets(of: try await trial.tab())
        gate.open()
        #expect(await visit.value == .failed(.unreadableChallenge))
        #expect(sockets.areClosed && trial.openedURLs.isEmpty)
    }

    @Test("A return that comes before the browser is said to be open ends it")
    func returnWhileOpening() async throws {
        let gate = Gate()
        let trial = try LoopbackTrial { await gate.wait() }
        let visit = trial.start()
        await gate.waitForWaiters()
        _ = try await trial.tab().comeBack()
        #expect(await visit.value == .returned)
    }

    @Test("A cancellation ends it while the link is asked for, and nothing is opened")
    func cancelledBeforeOpening() async throws {
        let gate = Gate()
        let trial = try LoopbackTrial()
        // A link that comes all the same.
        let visit = trial.start {
            await gate.wait()
            return nil
        }
        await gate.waitForWaiters()
        let sockets = ListenerSockets(of: try await trial.tab())
        visit.cancel()
        #expect(await visit.value == .failed(.cancelled))
        #expect(sockets.areClosed)
        #expect(trial.openedURLs.isEmpty)
    }

    @Test("A cancellation ends it while the browser opens, and while it is waited for")
    func cancelled() async throws {
        for gate in [Gate(), Gate(isOpen: true)] {
            let trial = try LoopbackTrial { await gate.wait() }
            let visit = trial.start()
            let tab = try await trial.tab()
            await trial.waitUntilOpened()
            // Somebody else's connection is open meanwhile.
            let idle = try RawClient(port: tab.port)
            let sockets = ListenerSockets(of: tab)
            visit.cancel()
            #expect(await visit.value == .failed(.cancelled))
            #expect(try await idle.rest().isEmpty)
            #expect(sockets.areClosed)
        }
    }

    @Test("Visits at the same time have an address each, and end by their own returns")
    func atOnce() async throws {
        let trial = try LoopbackTrial()
        let visits = [trial.start(), trial.start()]
        let (first, second) = (try await trial.tab(1), try await trial.tab(2))
        #expect(first.port != second.port && first.path != second.path)
        #expect(try await second.answer(second.request("GET", first.path + LoopbackTrial.right)).status == 404)
        _ = try await second.comeBack()
        #expect(first.isOpen)
        _ = try await first.comeBack()
        for visit in visits { #expect(await visit.value == .returned) }
    }
}
