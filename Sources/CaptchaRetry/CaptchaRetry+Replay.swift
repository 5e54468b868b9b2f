extension CaptchaRetry {
    /// Hands the token in, if the scheme wants that. Returns what came of it where there is no replay to follow.
    func handIn<Success>(
        _ challenged: Challenged<Success>, _ run: ChallengedRequest, _ solve: PromptQueue.SolveID?,
        _ submit: (CaptchaAnswer) async throws -> Submitted<Success>?
    ) async throws -> Reply<Success>? {
        guard solve != nil, let answer = run.answers.latest else { return nil }
        do {
            try Task.checkCancellation()
            guard let submitted = try await submit(answer) else { return nil }
            report(.submitted, run, challenged)
            switch submitted {
            case .accepted: return nil
            case .result(let success):
                await settle(challenged, run, solve, .passed(.accepted))
                return .passed(success, .accepted)
            case .refused(let reason):
                await settle(challenged, run, solve, .challengedAgain)
                var again = challenged
                again.challenge.refusal = reason
                return .challenged(again)
            }
        } catch {
            await settle(challenged, run, solve, .passed(.undetermined))
            throw ended(run, challenged, by: error)
        }
    }

    /// Sends the request again, and reports what came of it.
    func replay<Success>(
        _ challenged: Challenged<Success>, _ run: inout ChallengedRequest, with solve: PromptQueue.SolveID?,
        _ resend: (Answers) async throws -> Reply<Success>
    ) async throws -> Reply<Success> {
        do {
            try Task.checkCancellation()
        } catch {
            await settle(challenged, run, solve, .passed(.undetermined))
            throw ended(run, challenged, by: error)
        }
        report(solve == nil ? .replayedBare : .replayed, run, challenged)
        run.sentAt = coordinator.sendTimes.now
        let reply: Reply<Success>
        do {
            reply = try await resend(run.answers)
        } catch {
            await settle(challenged, run, solve, .passed(.undetermined))
            if error is CancellationError { report(.cancelled, run, challenged) }
            throw error
        }
        switch reply {
        case .passed(_, let outcome): await settle(challenged, run, solve, .passed(outcome))
        case .challenged(let again) where again.challenge.scheme == challenged.challenge.scheme:
            let isFinal = again.reasonToPassThrough != nil || again.obstacle != nil
            await settle(challenged, run, solve, .challengedAgain, isFinal: isFinal)
        case .challenged(let other):
            // Another scheme is next in line, and this one's token did its work; or another one's token, which was in the
            // request before, is over, and nobody has looked at this one.
            let isNext = run.answers.solve(of: other.challenge.scheme) == nil
            await settle(challenged, run, solve, .passed(isNext ? .accepted : .undetermined))
        }
        return reply
    }

    /// - Parameter isFinal: Whether the request ends with that, also if it has replays left.
    func settle<Success>(
        _ challenged: Challenged<Success>, _ run: ChallengedRequest, _ solve: PromptQueue.SolveID?,
        _ outcome: PromptQueue.Outcome, isFinal: Bool = false
    ) async {
        guard let scope = run.scope else { return }
        report(outcome.event(isBare: solve == nil), run, challenged)
        let verdict = coordinator.settle(run.number, in: scope, replayedWith: solve, as: outcome)
        if let verdict { await coordinator.tell(verdict, isFinal: isFinal || run.replays >= maximumReplays) }
    }
}
