import CaptchaRetry
import CaptchaRetryTesting
import Testing

@testable import CaptchaSolvers

@Suite("A captcha page that starts anew")
struct PageRenewalTests {
    private let end = ["stop solve", "close"]

    @Test("An expired token has the widget reset, within the same time for the person")
    func expired() {
        var page = Rehearsal()
        #expect(page.take(.start, .loaded, .expired) == ["reset", "start load 30"])
        #expect(page.take(.expired) == [])
        #expect(page.take(.loaded) == ["stop load"])
        #expect(page.take(.token) == end + ["token token"])
        page = Rehearsal(canReset: false)
        #expect(page.take(.start, .loaded, .expired) == ["reload", "start load 30"])
    }

    @Test("An invisible page that expires is hidden until its next challenge")
    func expiredInvisible() {
        var page = Rehearsal(isInvisible: true)
        #expect(page.take(.start, .loaded, .shown, .expired) == ["hide", "reset", "start load 30"])
        #expect(page.take(.loaded, .shown) == ["show"])
    }

    @Test("A token from before a reset does not count, one from after it does")
    func oldToken() {
        var page = Rehearsal()
        #expect(page.take(.start, .loaded, .expired, .token) == [])
        #expect(page.take(.loaded, .token) == end + ["token token"])
    }

    @Test("A new showing in a view that has the page starts from a reset, and takes no old token")
    func newShowing() {
        var page = Rehearsal()
        #expect(page.take(.start(isLoaded: true)) == ["reset", "start load 30", "show"])
        #expect(page.take(.token) == [])
        #expect(page.take(.loaded) == ["stop load", "start solve 300"])
        #expect(page.take(.token) == end + ["token token"])
        page = Rehearsal(reportsLoading: false, canReset: false)
        #expect(page.take(.start(isLoaded: true)) == ["reload", "start load 30", "show"])
        #expect(page.take(.token) == [])
        #expect(page.take(.navigationFinished, .token) == end + ["token token"])
    }

    @Test("A page that is loaded anew is heard as soon as its server has answered, however long the rest takes")
    func newDocument() {
        for start in [PageConversation.Input.start(isLoaded: true), .start] {
            var page = Rehearsal(isInvisible: true, reportsLoading: false, canReset: false)
            #expect(page.take(start, .navigationFinished, .expired) == ["reload", "start load 30"])
            #expect(page.take(.token) == [])
            #expect(page.take(.answered, .token) == ["stop load"] + end + ["token token"])
        }
        var page = Rehearsal(isInvisible: true, reportsLoading: false, canReset: false)
        let steps = page.take(.start(isLoaded: true), .answered, .shown)
        #expect(steps == ["stop load", "start solve 300", "show"])
        // A widget that is reset stays in its document.
        page = Rehearsal()
        #expect(page.take(.start, .loaded, .expired, .answered, .token) == [])
    }

    @Test("A challenge that a reset takes away has the page not loaded again as well")
    func hiddenByReset() {
        var page = Rehearsal(isInvisible: true)
        #expect(page.take(.start, .loaded, .shown, .expired, .hidden) == [])
        #expect(page.take(.loaded) == ["stop load"])
        #expect(page.take(.shown, .hidden) == ["hide", "start reload 1"])
    }

    @Test("A screen that comes up again has the widget reset, once it is there and if it can be")
    func reappeared() {
        var page = Rehearsal()
        #expect(page.take(.start, .reappeared) == [])
        #expect(page.take(.loaded, .reappeared) == ["reset", "start load 30"])
        #expect(page.take(.token) == [])
        page = Rehearsal(canReset: false)
        #expect(page.take(.start, .loaded, .reappeared) == [])
    }

    @Test("A token that a page posts before all of it is loaded again counts")
    @MainActor
    func session() async throws {
        let view = FakePageView()
        let page = try CaptchaPage.hosted(.made("https://shop.example/captcha"), isInvisible: true)
        let session = PageSession(page, in: view, clock: ManualClock())
        let task = Task { await session.outcome() }
        await view.waitForCalls(1)
        view.send(.navigationFinished)
        view.post("captchaDidExpire")
        view.post("captchaDidFinish", "old")
        view.send(.answered(status: 200))
        view.post("captchaDidFinish", "new")
        #expect(await task.value == .token("new"))
        #expect(view.calls == ["load", "reload", "close"])
    }
}
