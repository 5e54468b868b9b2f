import CaptchaRetry
import CaptchaRetryTesting
import CaptchaRetryURLSession
import CaptchaSolvers
import Foundation

/// The main job, on real sockets: an API challenges `wall.post`, somebody answers, the post is sent again.
@main
struct Quickstart {
    static func main() async {
        switch Arguments.parse(CommandLine.arguments.dropFirst()) {
        case .help:
            print(Arguments.usage)
        case .wrong(let complaint):
            Transcript.complain("quickstart: \(complaint)\n\(Arguments.usage)")
            exit(2)
        case .run(let arguments):
            exit(await run(arguments))
        }
    }

    private static func run(_ arguments: Arguments) async -> Int32 {
        let demo = DemoUpstream(challenge: arguments.challenge)
        let upstream = LoopbackUpstream { await demo.answer($0) }
        do {
            try upstream.start()
        } catch {
            Transcript.complain("quickstart: the upstream does not start: \(error)")
            return 1
        }
        defer { upstream.stop() }
        let choice = SolverChoice(arguments.solver)
        Transcript.line("upstream", "\(upstream.baseURL), shaped like VK's API")
        Transcript.line("solver", choice.explanation)

        // The client's own code. All that it has to do with captchas is this one value.
        let retry = CaptchaRetry(schemes: [.vk], solver: choice.solver, onEvent: Transcript.event)
        let wall = WallClient(baseURL: upstream.baseURL, session: CaptchaRetryingSession(retry: retry))
        do {
            Transcript.line("call", "wall.post")
            let result = try await wall.post("Hello, world")
            Transcript.line("result", result)
            return 0
        } catch let error as CaptchaHandlingError {
            Transcript.complain("quickstart: \(error)")
            return 1
        } catch {
            Transcript.complain("quickstart: the call failed: \(error)")
            return 1
        }
    }
}
