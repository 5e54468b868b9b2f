import Foundation

/// A verifier that asks a provider over HTTP.
///
/// All that differs between providers is how to ask and how to read the answer. What follows from it is done here: the
/// token is looked at, the request is sent with a time limit, an accepted token is checked, and the policy decides what
/// no answer means. For a provider that is not in this package:
///
/// ```swift
/// struct OwnVerifier: HTTPCaptchaVerifier {
///     var settings = VerificationSettings()
///     let maximumTokenLength = 4096
///
///     func request(for token: String, _ context: VerificationContext) -> VerificationRequest? {
///         VerificationRequest(form: [("token", token), ("ip", context.remoteIP)], to: endpoint)
///     }
///
///     func outcome(of response: VerificationResponse) -> Verdict.Outcome {
///         guard response.status == 200 else { return .unable(.init(status: response.status)) }
///         return response.body == Data("yes".utf8) ? .accepted(.init()) : .rejected(.init(.invalid))
///     }
/// }
/// ```
public protocol HTTPCaptchaVerifier: CaptchaVerifier {
    /// How to send, how long to wait, what to check, and what no answer means.
    var settings: VerificationSettings { get }

    /// The longest token, in bytes. One that is longer, is empty, blank or invisible, or holds control characters is
    /// rejected and never sent.
    var maximumTokenLength: Int { get }

    /// How often the request is sent, all in all, while the trouble is passing.
    ///
    /// 1, unless the provider knows that it is asked again about the same token.
    var maximumAttempts: Int { get }

    /// How to ask.
    ///
    /// It is called once; a further attempt sends the same request.
    ///
    /// - Returns: The request, or `nil` if what the verifier was configured with makes none.
    func request(for token: String, _ context: VerificationContext) -> VerificationRequest?

    /// How to read the answer, of whatever status it is.
    func outcome(of response: VerificationResponse) -> Verdict.Outcome
}

extension HTTPCaptchaVerifier {
    /// One attempt.
    public var maximumAttempts: Int { 1 }

    /// Asks the provider, checks what it accepts, and applies the policy.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    public func verify(_ token: String, _ context: VerificationContext) async throws(CancellationError) -> Verdict {
        guard token.utf8.count <= maximumTokenLength, token.mayBeToken else {
            return Verdict(.rejected(.init(.unusable)))
        }
        var outcome = try await ask(about: token, context)
        if case .accepted(let details) = outcome,
            let reason = settings.checks.failure(of: details, action: context.expectedAction, at: settings.now())
        {
            outcome = .rejected(.init(reason, details: details))
        }
        return Verdict(outcome, policy: settings.unablePolicy)
    }

    private func ask(
        about token: String, _ context: VerificationContext
    ) async throws(CancellationError) -> Verdict.Outcome {
        guard let request = request(for: token, context), request.isSendable else {
            return .unable(.init(.misconfigured, detail: "the endpoint is not a web address"))
        }
        var attempt = 1
        while true {
            let outcome = try await answer(to: request)
            guard case .unable(let inability) = outcome, inability.cause == .transient, attempt < maximumAttempts else {
                return outcome
            }
            attempt += 1
        }
    }

    /// One attempt.
    private func answer(to request: VerificationRequest) async throws(CancellationError) -> Verdict.Outcome {
        if Task.isCancelled { throw CancellationError() }
        do {
            let send = settings.transport.send
            let response = try await withTimeLimit(settings.timeLimit, on: settings.clock) { try await send(request) }
            guard response.body.count <= request.answerLimit else {
                // No answer, but an error page says by its status what it is, however long it is.
                var inability = Verdict.Inability(status: response.status)
                inability.detail = "too long"
                return .unable(inability)
            }
            return outcome(of: response)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            return .unable(.init(Self.cause(of: error), detail: Self.detail(of: error)))
        }
    }

    /// Whatever is wrong with the network may pass, but a URL that cannot be asked stays one.
    private static func cause(of error: any Error) -> Verdict.Inability.Cause {
        switch (error as? URLError)?.code {
        case .badURL, .unsupportedURL, .appTransportSecurityRequiresSecureConnection: .misconfigured
        default: .transient
        }
    }

    /// What can be told of an error: its type, and not its text, which may quote a URL with the secret.
    private static func detail(of error: any Error) -> String {
        switch error {
        case is TimeLimitReached: "timed out"
        case let error as URLError: "URLError \(error.code.rawValue)"
        default: "\(type(of: error))"
        }
    }
}

extension String {
    /// Whether a provider can have made it: something in it can be seen, and nothing in it is a control character.
    ///
    /// Nothing else is sent. A provider may answer with an error of our asking, which a policy lets through, where a
    /// client can make the token look as if we had sent none.
    fileprivate var mayBeToken: Bool {
        unicodeScalars.contains { !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint }
            && !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

extension VerificationRequest {
    fileprivate var isSendable: Bool {
        ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
    }
}
