/// Tells one solve from all others: `solve` and `didReplay` are called with the same one.
///
/// A challenge does not do for that. Two of two accounts may well be equal, a widget with a site key for example.
package struct SolveKey: Hashable, Sendable {
    let coordinator: ObjectIdentifier
    let solve: PromptQueue.SolveID

    /// The solve that the running code is called for; `nil` where ``CaptchaRetry`` has not called it, or where a solver
    /// has gone on in a detached task.
    @TaskLocal package static var current: SolveKey?
}
