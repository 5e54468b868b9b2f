enum VerifyTokensInYourOwnBackend {
    enum Reply {
        case captchaRequired
        case done
    }

    static func example(key: String, token: String, peerAddress: String) async throws -> Reply {
        // README.md
        return .done
    }
}
