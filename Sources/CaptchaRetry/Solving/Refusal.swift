/// What a solver may know of a refusal that it hears of.
package enum Refusal {
    /// Whether the request ends with it, for example because it has no replay left: then nobody asks once more. The caller
    /// goes on when the solver has heard, and may be a program that ends, with whatever page still waits for a word.
    @TaskLocal package static var isFinal = false
}
