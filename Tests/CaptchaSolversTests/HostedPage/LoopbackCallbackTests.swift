import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import TestSupport
import Testing

@testable import CaptchaSolvers

@Suite("The listener that a browser comes back to")
struct LoopbackCallbackTests {
    @Test("A second return is ignored")
    func twice() async throws {
        let returns = Lock(0)
        let callback = try LoopbackCallback(clock: ManualClock(), isReturn: { _ in true }) {
            returns.withLock { $0 += 1 }
        }
        let tab = try BrowserTab(callback.url)
        #expect(try await tab.comeBack().status == 200)
        #expect(try await tab.comeBack().status == 404)
        #expect(returns.withLock { $0 } == 1)
        let sockets = ListenerSockets(of: tab)
        await callback.close()
        #expect(sockets.areClosed)
    }

    @Test("Of many returns at once one counts, and all are answered before it is gone")
    func manyAtOnce() async throws {
        let returns = Lock(0)
        let callback = try LoopbackCallback(clock: ManualClock(), isReturn: { _ in true }) {
            returns.withLock { $0 += 1 }
        }
        let tab = try BrowserTab(callback.url)
        let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 { group.addTask { try await tab.comeBack().status } }
            return try await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 200 }.count == 1)
        #expect(statuses.filter { $0 == 404 }.count == 19)
        #expect(returns.withLock { $0 } == 1)
        await callback.close()
    }

    @Test("The return's own question is asked of requests to the right address alone")
    func asked() async throws {
        let seen = Lock<[String]>([])
        let callback = try LoopbackCallback(clock: ManualClock()) { url in
            seen.withLock { $0.append(url.absoluteString) }
            return false
        } onReturn: {
        }
        let tab = try BrowserTab(callback.url)
        _ = try await tab.answer(tab.request("GET", "/?state=x"))
        _ = try await tab.answer(tab.request("GET", "?state=%2B&b", ["Host": "localhost"]))
        #expect(try await tab.comeBack("?state=%2B&b").status == 404)
        #expect(seen.withLock { $0 } == [callback.url.absoluteString + "?state=%2B&b"])
        await callback.close()
    }
}
