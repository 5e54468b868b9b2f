import CaptchaRetry
import Foundation

/// What Quickstart prints. Events carry no secrets, so neither does it.
struct Transcript: Sendable {
    /// Writes to standard output.
    let output: @Sendable (String) -> Void
    /// Writes to standard error.
    let complaints: @Sendable (String) -> Void

    // Where nobody reads on (`| head -1`), there is no reason to fail.
    static let standard = Transcript(
        output: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
        complaints: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })

    func print(_ text: String) { output(text + "\n") }

    func line(_ title: String, _ text: String) {
        print("\(title.padding(toLength: 9, withPad: " ", startingAt: 0)) \(text)")
    }

    @Sendable func event(_ event: CaptchaEvent) { line("event", "\(event)") }

    func complain(_ text: String) { complaints(text + "\n") }
}
