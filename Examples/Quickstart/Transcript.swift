import CaptchaRetry
import Foundation

/// What Quickstart prints. Events carry no secrets, so neither does it.
enum Transcript {
    static func line(_ title: String, _ text: String) {
        let padded = title.padding(toLength: 9, withPad: " ", startingAt: 0)
        write("\(padded) \(text)\n", to: .standardOutput)
    }

    @Sendable static func event(_ event: CaptchaEvent) {
        line("event", "\(event)")
    }

    static func complain(_ text: String) {
        write(text + "\n", to: .standardError)
    }

    private static func write(_ text: String, to file: FileHandle) {
        // Nobody reads on (`| head -1`): no reason to fail.
        try? file.write(contentsOf: Data(text.utf8))
    }
}
