import CaptchaRetry
import Foundation

@testable import CaptchaSolvers

/// A conversation that is tried out, with its steps as text.
struct Rehearsal {
    var conversation: PageConversation

    init(
        isInvisible: Bool = false, reportsLoading: Bool = true, canReset: Bool = true, limits: PageLimits = PageLimits()
    ) {
        let page = CaptchaPage(
            .html("", baseURL: URL(fileURLWithPath: "/")), origins: [], isInvisible: isInvisible,
            reportsLoading: reportsLoading, resetScript: canReset ? "reset()" : nil)
        conversation = PageConversation(page, limits: limits)
    }

    /// Takes these in one after the other, and gives the steps of the last one.
    mutating func take(_ inputs: PageConversation.Input...) -> [String] {
        var steps: [String] = []
        for input in inputs { steps = conversation.handle(input).map(\.description) }
        return steps
    }
}

extension PageConversation.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .load: "load"
        case .reload: "reload"
        case .reset: "reset"
        case .show: "show"
        case .hide: "hide"
        case .resize(let width, let height): "resize \(width) \(height)"
        case .start(let timer, let duration): "start \(timer) \(duration.components.seconds)"
        case .stop(let timer): "stop \(timer)"
        case .close: "close"
        case .complete(.success(let token)): "token \(token.value ?? "-")"
        case .complete(.failure(let error)): "\(error.code)" + (error.reason.map { ": \($0)" } ?? "")
        }
    }
}

extension CaptchaToken {
    /// A token of letters and digits, which always is one.
    static func made(_ text: String) -> CaptchaToken { (try? CaptchaToken(text)) ?? .outOfBand }
}

extension PageConversation.Input {
    static let start = Self.start(isLoaded: false)
    static let loaded = Self.event(.loaded)
    static let shown = Self.event(.shown)
    static let hidden = Self.event(.hidden)
    static let expired = Self.event(.expired)
    static let token = Self.event(.token(.made("token")))
    static let networkFailed = Self.event(.failed(PageFailure(.network, code: "network-error", isRetryable: true)))
    static let refused = Self.event(.failed(PageFailure(.refused, code: "BOT")))
}
