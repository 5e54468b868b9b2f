/// Everything that a prompt's page says of its own, in one language.
///
/// `{api}`, `{program}`, `{page}`, `{provider}` and `{reason}` stand for the API that asks, the program that uses it, where
/// a link leads, who makes the widget and what the API said.
struct BrowserTexts: Sendable {
    /// What stands on the page when there is nothing more to do.
    struct End: Sendable {
        let heading: String
        let text: String
    }

    let heading: String
    let why: String

    let question: String
    let answer: String
    let picture: String
    let pictureAlternative: String
    let pictureAnswer: String
    let page: String
    let openPage: String
    let newTab: String
    let token: String
    let process: String
    let code: String
    let widget: String
    let widgetFailed: String
    let widgetExpired: String
    let widgetClosed: String
    let widgetElsewhere: String
    let widgetByHand: String
    let retry: String
    let needsScript: String

    let send: String
    let finished: String
    let cancel: String

    let error: String
    let refused: String
    let refusedBecause: String
    let empty: String
    let unusable: String
    let checking: String

    let accepted: End
    let notAccepted: End
    let sent: End
    let dismissed: End
    let unneeded: End
    let close: String

    /// The texts in a language.
    static func of(_ language: BrowserLanguage) -> BrowserTexts {
        switch language {
        case .russian: russian
        case .japanese: japanese
        default: english
        }
    }

    func end(_ ending: BrowserConversation.Ending) -> End {
        switch ending {
        case .accepted: accepted
        case .refused: notAccepted
        case .sent: sent
        case .dismissed: dismissed
        case .unneeded: unneeded
        }
    }
}
