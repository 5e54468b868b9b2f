extension CaptchaSolver {
    /// Solves, and returns errors instead of throwing them.
    func result(of challenge: CaptchaChallenge) async -> Result<CaptchaToken, CaptchaHandlingError> {
        do throws(CaptchaHandlingError) {
            return .success(try await solve(challenge))
        } catch {
            return .failure(error)
        }
    }
}
