extension PageInput {
    /// The failure that it tells of, or `nil`.
    var failure: PageFailure? {
        switch self {
        case .navigationFailed(let domain, let code):
            // A load that another one took the place of, or that was made into a download or handed to a plug-in.
            let isHarmless =
                domain == "NSURLErrorDomain" && code == -999
                || domain == "WebKitErrorDomain" && (code == 102 || code == 204)
            return isHarmless ? nil : PageFailure(.network, code: "\(domain) \(code)", isRetryable: true)
        case .answered(let status):
            switch status {
            case ..<400: return nil
            case 429: return PageFailure(.rateLimited, code: "HTTP 429")
            case 500...: return PageFailure(.network, code: "HTTP \(status)", isRetryable: true)
            default: return PageFailure(.other, code: "HTTP \(status)")
            }
        case .processTerminated: return PageFailure(.other, code: "the page's process ended", isRetryable: true)
        case .message, .navigationFinished, .closedByPerson, .reappeared: return nil
        }
    }
}
