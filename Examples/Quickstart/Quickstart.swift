import CaptchaRetry
import CaptchaRetryTesting
import CaptchaRetryURLSession
import CaptchaSolvers
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The main job, on real sockets: an API challenges `wall.post`, somebody answers, the post is sent again.
@main
struct Quickstart {
    static func main() async {
        exit(await run(CommandLine.arguments.dropFirst(), input: STDIN_FILENO, transcript: .standard))
    }

    /// Runs with these arguments, and returns the exit status.
    ///
    /// - Parameter openBrowser: Opens the browser, for a person who is none; the system's, if there is none.
    static func run(
        _ words: some Sequence<String>, input: Int32, transcript: Transcript,
        hasScreen: Bool = SystemBrowser.isAvailable,
        openBrowser: (@Sendable (URL) async -> Bool)? = nil
    ) async -> Int32 {
        switch Arguments.parse(words) {
        case .help:
            transcript.print(Arguments.usage)
            return 0
        case .wrong(let complaint):
            transcript.complain("quickstart: \(complaint)\n\(Arguments.usage)")
            return 2
        case .run(let arguments):
            let choice = SolverChoice(
                arguments.solver, input: input, hasScreen: hasScreen, openBrowser: openBrowser)
            return await post(choice, challenge: arguments.challenge, transcript)
        }
    }

    /// An API that is silent for a minute, the default, has trouble; a busy machine that plays both parts may be well.
    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        configuration.timeoutIntervalForRequest = 600
        return configuration
    }

    private static func post(
        _ choice: SolverChoice, challenge: Arguments.Challenge, _ transcript: Transcript
    ) async -> Int32 {
        let demo = DemoUpstream(challenge: challenge)
        let upstream = LoopbackUpstream { await demo.answer($0) }
        defer { upstream.stop() }
        do {
            try upstream.start()
            transcript.line("upstream", "\(upstream.baseURL), shaped like VK's API")
            transcript.line("solver", choice.explanation)

            // The client's own code. All that it has to do with captchas is this one value.
            let retry = CaptchaRetry(schemes: [.vk], solver: choice.solver, onEvent: transcript.event)
            let session = CaptchaRetryingSession(configuration: configuration, retry: retry)
            let wall = WallClient(baseURL: upstream.baseURL, session: session)

            transcript.line("call", "wall.post")
            transcript.line("result", try await wall.post("Hello, world"))
            return 0
        } catch {
            transcript.complain("quickstart: \(error)")
            return 1
        }
    }
}
