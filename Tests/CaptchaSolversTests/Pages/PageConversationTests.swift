import CaptchaRetry
import Testing

@testable import CaptchaSolvers

@Suite("The conversation with a captcha page")
struct PageConversationTests {
    private let end = ["stop solve", "close"]

    @Test("A visible page is loaded and shown at once, and its token ends it")
    func visible() {
        var page = Rehearsal()
        #expect(page.take(.start) == ["load", "start load 30", "show"])
        #expect(page.take(.loaded) == ["stop load", "start solve 300"])
        #expect(page.take(.shown) == [])
        #expect(page.take(.token) == end + ["token token"])
    }

    @Test("An invisible page is shown when its challenge appears, and not before")
    func invisible() {
        var page = Rehearsal(isInvisible: true)
        #expect(page.take(.start) == ["load", "start load 30"])
        #expect(page.take(.loaded) == ["stop load", "start solve 300"])
        #expect(page.take(.shown) == ["show"])
        #expect(page.take(.shown) == [])
        #expect(page.take(.token) == end + ["token token"])
    }

    @Test("An invisible page that needs no challenge yields its token unseen")
    func unseen() {
        var page = Rehearsal(isInvisible: true)
        #expect(page.take(.start, .token) == ["stop load", "close", "token token"])
    }

    @Test("A challenge that is closed on a visible page changes nothing")
    func hiddenOnVisible() {
        var page = Rehearsal()
        #expect(page.take(.start, .loaded, .shown, .hidden) == [])
        #expect(page.take(.token) == end + ["token token"])
    }

    @Test("A challenge that is closed on an invisible page hides it, and it is loaded again")
    func hiddenOnInvisible() {
        var page = Rehearsal(isInvisible: true)
        #expect(page.take(.start, .loaded, .shown, .hidden) == ["hide", "start reload 1"])
        #expect(page.take(.hidden) == [])
        #expect(page.take(.timer(.reload)) == ["reload", "start load 30"])
        #expect(page.take(.loaded) == ["stop load"])
        #expect(page.take(.shown) == ["show"])
        #expect(page.take(.token) == end + ["token token"])
    }

    @Test("A token that comes after its challenge was closed wins, before and after the page is loaded again")
    func tokenAfterHide() {
        var page = Rehearsal(isInvisible: true)
        #expect(
            page.take(.start, .loaded, .shown, .hidden, .token) == [
                "stop solve", "stop reload", "close", "token token",
            ])
        page = Rehearsal(isInvisible: true)
        let steps = page.take(.start, .loaded, .shown, .hidden, .timer(.reload), .token)
        #expect(steps == ["stop load", "stop solve", "close", "token token"])
    }

    @Test("A challenge that comes back by itself keeps an invisible page from being loaded again")
    func shownAgain() {
        var page = Rehearsal(isInvisible: true)
        #expect(page.take(.start, .loaded, .shown, .hidden, .shown) == ["stop reload", "show"])
        #expect(page.take(.timer(.reload)) == [])
    }

    @Test("A page that shows its challenge without a word about loading counts as loaded")
    func shownBeforeLoaded() {
        var page = Rehearsal(isInvisible: true)
        #expect(page.take(.start, .shown) == ["stop load", "start solve 300", "show"])
    }

    @Test("A page that does not load in time, and a person who does not answer in time, end it as timed out")
    func limits() {
        var page = Rehearsal()
        #expect(page.take(.start, .timer(.load)) == ["close", "timedOut: the page did not load in time"])
        page = Rehearsal()
        #expect(page.take(.start, .loaded, .timer(.solve)) == ["close", "timedOut: there was no token in time"])
    }

    @Test("A finished navigation stands in for the widget only where the page does not say that it is there")
    func navigation() {
        var page = Rehearsal(reportsLoading: true)
        #expect(page.take(.start, .navigationFinished) == [])
        page = Rehearsal(reportsLoading: false)
        #expect(page.take(.start, .navigationFinished) == ["stop load", "start solve 300"])
        page = Rehearsal(reportsLoading: false)
        #expect(page.take(.start, .networkFailed, .navigationFinished) == [])
    }

    @Test("Network trouble has the page loaded again, ever later and a few times, and then fails")
    func network() {
        var page = Rehearsal()
        #expect(page.take(.start, .networkFailed) == ["stop load", "start retry 1"])
        #expect(page.take(.networkFailed) == [])
        #expect(page.take(.timer(.retry)) == ["reload", "start load 30"])
        #expect(page.take(.loaded) == ["stop load", "start solve 300"])
        #expect(page.take(.networkFailed) == ["start retry 2"])
        #expect(page.take(.networkFailed) == [])
        #expect(page.take(.timer(.retry)) == ["reload", "start load 30"])
        let steps = page.take(.networkFailed)
        #expect(steps == ["stop load", "stop solve", "close", "solverFailed: network: network-error"])
    }

    @Test("A token that comes while the page waits to be loaded again wins")
    func tokenWhileRetrying() {
        var page = Rehearsal()
        #expect(page.take(.start, .networkFailed, .token) == ["stop retry", "close", "token token"])
    }

    @Test("Limits of any size do not overflow")
    func hugeLimits() {
        var limits = PageLimits()
        limits.load = .seconds(Int64.max)
        limits.solve = .seconds(Int64.min)
        limits.retries = .max
        limits.retryDelay = .seconds(Int64.max)
        var page = Rehearsal(limits: limits)
        #expect(page.take(.start) == ["load", "start load 31536000", "show"])
        #expect(page.take(.loaded) == ["stop load", "start solve 0"])
        for _ in 0..<100 {
            #expect(page.take(.networkFailed).count == 1)
            #expect(page.take(.timer(.retry)).count == 2)
            #expect(page.take(.loaded) == ["stop load"])
        }
    }

    @Test(
        "Failures that no further load can help end it, with what the page said",
        arguments: [PageFailure.Kind.script, .configuration, .rateLimited, .other, .network])
    func hopeless(kind: PageFailure.Kind) {
        var page = Rehearsal()
        let steps = page.take(.start, .loaded, .failed(PageFailure(kind, code: "code")))
        #expect(steps == end + ["solverFailed: \(kind): code"])
    }

    @Test("A bot verdict stays to be read, and comes out when the page is closed")
    func refused() {
        for closing in [PageConversation.Input.closedByPerson, .event(.closed), .networkFailed, .refused] {
            var page = Rehearsal()
            #expect(page.take(.start, .loaded, .refused) == [])
            #expect(page.take(closing) == end + ["solverFailed: refused: BOT"])
        }
        var page = Rehearsal()
        #expect(page.take(.start, .loaded, .refused, .timer(.solve)) == ["close", "solverFailed: refused: BOT"])
    }

    @Test("A token after a bot verdict wins, and a verdict that nobody sees ends it")
    func refusedOtherwise() {
        var page = Rehearsal()
        #expect(page.take(.start, .loaded, .refused, .token) == end + ["token token"])
        page = Rehearsal(isInvisible: true)
        #expect(page.take(.start, .loaded, .refused) == end + ["solverFailed: refused: BOT"])
    }

    @Test("A page that is closed without a token was dismissed, whoever closed it")
    func dismissed() {
        for closing in [PageConversation.Input.closedByPerson, .event(.closed)] {
            var page = Rehearsal()
            #expect(page.take(.start, .loaded, closing) == end + ["dismissed"])
        }
    }

    @Test("A result that is followed by a close, as VK's page does it, is a token")
    func resultThenClose() {
        var page = Rehearsal(reportsLoading: false, canReset: false)
        #expect(page.take(.start, .navigationFinished, .token) == end + ["token token"])
        #expect(page.take(.event(.closed)) == [])
    }

    @Test("What comes after the outcome, or before the start, does nothing")
    func outside() {
        let inputs: [PageConversation.Input] = [
            .loaded, .shown, .hidden, .token, .expired, .networkFailed, .refused, .event(.closed),
            .event(.resized(width: 1, height: 1)), .navigationFinished, .reappeared, .closedByPerson,
        ]
        for input in inputs {
            var page = Rehearsal()
            #expect(page.take(input) == [])
            #expect(page.take(.start) == ["load", "start load 30", "show"])
            #expect(page.take(.cancelled) == ["stop load", "close", "cancelled"])
            #expect(page.take(input) == [])
            #expect(page.take(.start) == [])
            #expect(page.take(.cancelled) == [])
            #expect(page.take(.timer(.load)) == [])
        }
    }

    @Test("The room that a page takes up is passed on")
    func resized() {
        var page = Rehearsal()
        #expect(page.take(.start, .event(.resized(width: 320, height: 480))) == ["resize 320.0 480.0"])
    }
}
