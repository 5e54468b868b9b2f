import CaptchaRetry
import Testing

@testable import CaptchaSolvers

@Suite("What a prompt's page and the solver say to each other")
struct BrowserConversationTests {
    private func conversation() async throws -> BrowserConversation {
        let prompt = try await BrowserPrompt(.question("2 + 2?")) { _ throws(CaptchaHandlingError) in
            throw CaptchaHandlingError(.solverFailed)
        }
        return BrowserConversation(prompt)
    }

    private func form(_ answer: String?, number: Int? = 1, isCancelled: Bool = false) -> BrowserRequest {
        .form(BrowserForm(number: number, answer: answer, isCancelled: isCancelled))
    }

    @Test("A form answers the prompt with its number, and no other", arguments: [nil, 0, 2, Int.max, Int.min])
    func number(_ number: Int?) async throws {
        var conversation = try await conversation()
        for isCancelled in [false, true] {
            let (reply, event) = conversation.receive(form("4", number: number, isCancelled: isCancelled))
            #expect(event == nil)
            #expect(reply == conversation.reply(to: .page))
        }
        #expect(conversation.receive(form("4")).1 == .token(try CaptchaToken("4")))
    }

    @Test("A prompt has one answer; what is sent after it changes nothing")
    func once() async throws {
        var conversation = try await conversation()
        #expect(conversation.receive(form("4")).1 == .token(try CaptchaToken("4")))
        for late in [form("5"), form("", isCancelled: true)] {
            let (reply, event) = conversation.receive(late)
            #expect(event == nil && reply == .wait)
        }
    }

    @Test("Only the first end counts, and nobody is asked or heard after it")
    func end() async throws {
        var conversation = try await conversation()
        conversation.end(.refused)
        for ending in BrowserConversation.Ending.allCases { conversation.end(ending) }
        #expect(conversation.receive(form("4")).1 == nil)
        let prompt = try await BrowserPrompt(.question("3 + 3?")) { _ throws(CaptchaHandlingError) in
            throw CaptchaHandlingError(.solverFailed)
        }
        conversation.ask(prompt)
        guard case .view(.ended(.refused, _)) = conversation.reply(to: .page) else {
            Issue.record("\(conversation.reply(to: .page))")
            return
        }
        #expect(conversation.reply(to: .news(1)) == .news(.ended))
    }
}
