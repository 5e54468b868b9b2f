import CaptchaSolvers
import Foundation

enum OnAHostedPage {
    struct Process {
        enum Status {
            case running
            case passed
            case failed(String)
        }

        var id: String
        var link: URL
        var status: Status
    }

    protocol Backend: Sendable {
        func createProcess(callback: URL) async throws -> Process
        func process(_ id: String) async throws -> Process
    }

    static func example(backend: some Backend) {
        // README.md
        _ = solver
    }
}
