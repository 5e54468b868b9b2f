import CaptchaRetry

enum WriteASolver {
    struct Desk {
        func ask(_ question: String) async throws -> String { question }
    }

    static let desk = Desk()

    // README.md

    static let example: any CaptchaSolver = AskSupport()
}
