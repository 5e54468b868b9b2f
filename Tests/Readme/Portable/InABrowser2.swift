import CaptchaSolvers

enum InABrowser2 {
    protocol Chat: Sendable {
        func send(_ text: String, to person: String) async
    }

    static func example(chat: some Chat, operatorOnDuty: String) {
        // README.md
        _ = solver
    }
}
