import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("One use a token")
struct OneTimeVerifierTests {
    private static let good = UpstreamAnswer.json(SmartCaptchaVerifierTests.good)

    private func verifier(
        _ provider: Provider, _ used: UsedTokens = UsedTokens(), policy: UnablePolicy = .failClosed
    ) -> OneTimeVerifier {
        var settings = provider.settings
        settings.unablePolicy = policy
        return SmartCaptchaVerifierTests.verifier(settings).acceptingEachTokenOnce(used)
    }

    @Test("A token that a lenient provider accepts always is accepted once, and others are not touched by it")
    func lenient() async throws {
        let provider = Provider(answer: .json(#"{"status":"ok","host":""}"#))
        let verifier = verifier(provider)
        #expect(try await verifier.verify("a").isAccepted)
        for _ in 0..<3 { #expect(try await verifier.verify("a").landing == .rejected(.usedHere)) }
        #expect(try await verifier.verify("b").isAccepted)
        #expect(provider.requests.count == 2)
    }

    @Test(
        "Of many calls with one token at the same time exactly one is accepted, and asks, also where a policy accepts",
        arguments: [(good, UnablePolicy.failClosed), (.status(503), .failOpen), (.html("<html>"), .failOpen)])
    func parallel(answer: UpstreamAnswer, policy: UnablePolicy) async throws {
        let gate = Gate()
        let provider = Provider { _ in
            await gate.wait()
            return answer
        }
        let verifier = verifier(provider, policy: policy)
        let verdicts = try await withThrowingTaskGroup(of: Verdict.self) { group in
            for _ in 0..<50 { group.addTask { try await verifier.verify("a") } }
            var verdicts: [Verdict] = []
            // Those that lost leave while the first still waits for its answer.
            for _ in 0..<49 { if let verdict = try await group.next() { verdicts.append(verdict) } }
            gate.open()
            for try await verdict in group { verdicts.append(verdict) }
            return verdicts
        }
        #expect(verdicts.filter(\.isAccepted).count == 1)
        #expect(verdicts.filter { $0.landing == .rejected(.usedHere) }.count == 49)
        #expect(provider.requests.count == 1)
    }

    @Test("A token whose verification was not possible can be used again")
    func unable() async throws {
        let used = UsedTokens()
        let verifier = verifier(Provider(answers: [.status(503), .html("<html>"), Self.good]), used)
        for _ in 0..<2 { #expect(try await !verifier.verify("a").isAccepted) }
        #expect(await used.count == 0)
        #expect(try await verifier.verify("a").isAccepted)
        #expect(try await verifier.verify("a").landing == .rejected(.usedHere))
    }

    @Test("A token that a policy lets through is used up by it")
    func failOpen() async throws {
        let verifier = verifier(Provider(answers: [.status(503), Self.good]), policy: .failOpen)
        let verdict = try await verifier.verify("a")
        #expect(verdict.isAccepted && verdict.landing == .unable(.transient))
        #expect(try await verifier.verify("a").landing == .rejected(.usedHere))
    }

    @Test("A rejected token takes no room, and is asked about again")
    func rejected() async throws {
        let used = UsedTokens()
        let provider = Provider(answer: .json(#"{"status":"failed","message":""}"#))
        let verifier = verifier(provider, used)
        for _ in 0..<2 { #expect(try await verifier.verify("a").landing == .rejected(.robot)) }
        #expect(try await verifier.verify("").landing == .rejected(.unusable))
        #expect(provider.requests.count == 2)
        #expect(await used.count == 0)
    }

    @Test("A call that is cancelled gives its token back")
    func cancelled() async throws {
        let gate = Gate()
        let provider = Provider { _ in
            await gate.wait()
            return Self.good
        }
        let verifier = verifier(provider)
        let call = Task { try await verifier.verify("a") }
        await gate.waitForWaiters()
        #expect(try await verifier.verify("a").landing == .rejected(.usedHere))
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        gate.open()
        #expect(try await verifier.verify("a").isAccepted)
    }

    @Test("Verifiers with one memory accept a token once among them; those with two know nothing of each other")
    func shared() async throws {
        let used = UsedTokens()
        let first = verifier(Provider(answer: Self.good), used)
        let second = verifier(Provider(answer: Self.good), used)
        #expect(try await first.verify("a").isAccepted)
        #expect(try await !second.verify("a").isAccepted)
        #expect(try await verifier(Provider(answer: Self.good)).verify("a").isAccepted)
    }
}
