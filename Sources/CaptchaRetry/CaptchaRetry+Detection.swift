#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CaptchaRetry {
    /// What the loop is to know of a response, if it is a captcha error.
    func challenged<Request: ReplayableRequest, Response: InspectableResponse>(
        _ response: Response, to request: Request
    ) -> Challenged<Response>? {
        guard var challenge = detector.challenge(in: response, to: request) else { return nil }
        if let url = response.url, let origin = Origin(url), origin != challenge.origin {
            challenge.prompt = .unanswerable("another origin sent it, after a redirect")
        }
        return Challenged(
            challenge: challenge, deadline: coordinator.deadline(of: challenge), original: .success(response),
            obstacle: obstacle(challenge, request), misfit: { misfit($0, in: request) }, response: response.snapshot)
    }

    /// What the loop is to know of an error that was recognised.
    func challenged<Success>(_ challenge: CaptchaChallenge, by error: any Error) -> Challenged<Success> {
        Challenged(challenge: challenge, deadline: coordinator.deadline(of: challenge), original: .failure(error))
    }

    /// Why a token would not get into the request, found out before anybody is asked for one.
    func obstacle(_ challenge: CaptchaChallenge, _ request: some ReplayableRequest) -> CaptchaHandlingError? {
        if request.replayableBody == .oneShot {
            return CaptchaHandlingError(.requestNotReplayable, reason: "its body is a stream, which is used up")
        }
        do throws(RequestEditError) {
            var copy = request
            try copy.apply(detector.edits(for: CaptchaAnswer(challenge: challenge, token: .sample)))
            return nil
        } catch {
            return CaptchaHandlingError(.requestNotReplayable, reason: error.description, underlying: error)
        }
    }

    /// The request with the shared tokens that are held for it, as far as they fit.
    func withHeldTokens<Request: ReplayableRequest>(
        _ request: Request, _ identity: String?
    ) -> (request: Request, answers: Answers) {
        var (request, answers) = (request, Answers())
        guard let url = request.url, coordinator.mayHoldToken(for: url), let origin = Origin(url) else {
            return (request, answers)
        }
        for scheme in detector.schemes where scheme.tokenScope != .singleUse {
            let scope = ScopeKey(origin: origin, scheme: scheme.id, identity: identity)
            guard let held = coordinator.heldToken(in: scope) else { continue }
            guard (try? request.apply(detector.edits(for: held.answer))) != nil else { continue }
            answers.set(held.answer, from: held.solve)
        }
        return (request, answers)
    }

    private func misfit(_ answers: Answers, in request: some ReplayableRequest) -> CaptchaHandlingError? {
        do throws(CaptchaHandlingError) {
            _ = try edited(request, with: answers)
            return nil
        } catch {
            return error
        }
    }

    /// Hands a token in, if the scheme wants that.
    ///
    /// - Throws: ``CaptchaHandlingError`` with the response, if it says neither yes nor no.
    func submit<Request: ReplayableRequest, Response: InspectableResponse>(
        _ answer: CaptchaAnswer, to request: Request, send: (Request) async throws -> Response
    ) async throws -> Submitted<Response>? {
        guard var submission = detector.submission(of: answer, to: request) else { return nil }
        for _ in 1...CaptchaSubmission.maximumSteps {
            let response = try await send(submission.made(from: request))
            switch detector.verdict(on: response, submittedFor: answer.challenge) {
            case .accepted: return .accepted
            case .refused(let reason): return .refused(reason)
            case .result: return .result(response)
            case .next(let further): submission = further
            case .failed:
                let reason = "the upstream answered with status \(response.status)"
                throw CaptchaHandlingError(.submissionFailed, reason: reason, lastResponse: response.snapshot())
            }
        }
        throw CaptchaHandlingError(.submissionFailed, reason: "it came to no end")
    }

    func edited<Request: ReplayableRequest>(
        _ request: Request, with answers: Answers
    ) throws(CaptchaHandlingError) -> Request {
        var request = request
        do throws(RequestEditError) {
            for entry in answers.entries { try request.apply(detector.edits(for: entry.answer)) }
            return request
        } catch {
            throw CaptchaHandlingError(.unusableToken, reason: error.description, underlying: error)
        }
    }

    func report<Success>(
        _ kind: CaptchaEvent.Kind, _ run: ChallengedRequest, _ challenged: Challenged<Success>,
        code: CaptchaHandlingError.Code? = nil, detail: String? = nil
    ) {
        guard let onEvent = coordinator.onEvent else { return }
        onEvent(
            CaptchaEvent(kind, request: run.number, challenge: challenged.challenge, code: code, detail: detail))
    }

    /// The error that a request ends with.
    func ended<Success>(
        _ run: ChallengedRequest, _ challenged: Challenged<Success>, by error: any Error
    ) -> any Error {
        if error is CancellationError { report(.cancelled, run, challenged) }
        guard let error = error as? CaptchaHandlingError else { return error }
        report(.failed, run, challenged, code: error.code, detail: error.reason)
        return challenged.completed(error)
    }
}
