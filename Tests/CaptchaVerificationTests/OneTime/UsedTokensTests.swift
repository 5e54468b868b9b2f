import CaptchaRetryTesting
import Testing

@testable import CaptchaVerification

@Suite("The memory of used tokens")
struct UsedTokensTests {
    private func use(_ token: String, _ used: UsedTokens) async -> Bool {
        guard let claim = await used.claim(token) else { return false }
        await used.settle(claim, isAccepted: true)
        return true
    }

    @Test("A token is remembered for its lifetime, whenever in a generation it came, and for two at most")
    func lifetime() async {
        let clock = ManualClock()
        let used = UsedTokens(lifetime: .seconds(100), clock: clock)
        #expect(await use("early", used))
        clock.advance(by: .seconds(99))
        #expect(await use("late", used))
        #expect(await !use("early", used))
        clock.advance(by: .seconds(99))
        #expect(await !use("late", used))
        clock.advance(by: .seconds(101))
        #expect(await use("late", used))
        #expect(await use("early", used))
    }

    @Test("It is remembered also where many come and go after the first lifetime is over")
    func laterLifetimes() async {
        let clock = ManualClock()
        let used = UsedTokens(lifetime: .seconds(100), clock: clock)
        for lifetime in 0..<5 {
            clock.advance(by: .seconds(101))
            for number in 0..<10 { #expect(await use("token \(lifetime) \(number)", used)) }
            for number in 0..<10 { #expect(await !use("token \(lifetime) \(number)", used)) }
        }
    }

    @Test("Its lifetime begins when it is accepted, however long its verification took")
    func slowVerification() async {
        let clock = ManualClock()
        let used = UsedTokens(lifetime: .seconds(100), clock: clock)
        #expect(await use("first", used))
        let claim = await used.claim("slow")
        clock.advance(by: .seconds(150))
        if let claim { await used.settle(claim, isAccepted: true) }
        clock.advance(by: .seconds(99))
        #expect(await used.claim("slow") == nil)
    }

    @Test("After a long pause nothing is left")
    func pause() async {
        let clock = ManualClock()
        let used = UsedTokens(lifetime: .seconds(100), clock: clock)
        for token in ["a", "b", "c"] { #expect(await use(token, used)) }
        clock.advance(by: .seconds(1_000))
        #expect(await use("a", used))
        #expect(await used.count == 1)
    }

    @Test("It never holds more than its capacity, forgets the oldest, and remembers the latest half at least")
    func capacity() async {
        let used = UsedTokens(capacity: 100)
        for number in 0..<1_000 {
            #expect(await use("token \(number)", used))
            #expect(await used.count <= 100)
        }
        for number in 950..<1_000 { #expect(await used.claim("token \(number)") == nil) }
        #expect(await used.claim("token 0") != nil)
    }

    @Test("A capacity that makes no sense is the smallest one", arguments: [0, -1, Int.min, 1])
    func smallest(capacity: Int) async {
        let used = UsedTokens(capacity: capacity)
        #expect(await use("a", used))
        #expect(await !use("a", used))
    }

    @Test("A token that is being verified is set aside, also when the memory is full and old")
    func claims() async {
        let clock = ManualClock()
        let used = UsedTokens(capacity: 2, lifetime: .seconds(1), clock: clock)
        let claim = await used.claim("a")
        for number in 0..<10 { _ = await use("token \(number)", used) }
        clock.advance(by: .seconds(100))
        #expect(await used.claim("a") == nil)
        if let claim { await used.settle(claim, isAccepted: false) }
        #expect(await used.claim("a") != nil)
    }

    @Test("Digests differ by bytes, not by what Swift takes for equal, and from one maker to the next")
    func digests() {
        let maker = TokenDigest.Maker()
        #expect(maker.digest(of: "é") != maker.digest(of: "e\u{301}"))
        #expect(maker.digest(of: "a") == maker.digest(of: "a"))
        #expect(maker.digest(of: "a") != maker.digest(of: "a "))
        #expect(maker.digest(of: "") != maker.digest(of: "\0"))
        #expect(maker.digest(of: "a") != TokenDigest.Maker().digest(of: "a"))
        #expect(Set((0..<10_000).map { maker.digest(of: "token \($0)") }).count == 10_000)
    }
}
