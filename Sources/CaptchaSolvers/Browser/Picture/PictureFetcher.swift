import CaptchaRetry
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Gets a picture, once: from its own address if that holds it, else from the web.
///
/// Many upstreams draw a new picture each time they are asked for it, so that a second request would show the person
/// something else than what the answer is compared with.
struct PictureFetcher: Sendable {
    /// How many redirects are followed.
    static let maximumRedirects = 5
    /// How long it may take in all.
    static let patience: Duration = .seconds(30)

    let clock: any Clock<Duration>
    /// Another way than the own one, without cookies, to get what stands at an address on the web.
    let source: (@Sendable (URL) async throws -> Data)?

    func picture(at url: URL) async throws(CaptchaHandlingError) -> Picture {
        guard let picture = Picture(try await data(at: url)) else {
            throw Self.failure("it is no picture of a known kind, or larger than \(Picture.maximumSize >> 20) MiB")
        }
        return picture
    }

    private func data(at url: URL) async throws(CaptchaHandlingError) -> Data {
        switch url.scheme?.lowercased() {
        case "data":
            guard let content = DataURL(url, maximumSize: Picture.maximumSize) else {
                throw Self.failure("its data: address cannot be read, or is too long")
            }
            return content.data
        case "http", "https":
            do {
                if let source { return try await source(url) }
                return try await fetch(url)
            } catch is CancellationError {
                throw CaptchaHandlingError(.cancelled)
            } catch let error as CaptchaHandlingError {
                throw error
            } catch {
                // URLSession, for one, has an error of its own for that.
                if Task.isCancelled { throw CaptchaHandlingError(.cancelled) }
                throw Self.failure("the request failed", error)
            }
        default:
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "the picture's address is none of http, https, data")
        }
    }

    private func fetch(_ url: URL) async throws -> Data {
        let exchange = PictureExchange()
        let watch = Task {
            if (try? await clock.sleep(for: Self.patience)) != nil { exchange.end(.failure(URLError(.timedOut))) }
        }
        defer { watch.cancel() }
        var next = url
        for _ in 0...Self.maximumRedirects {
            switch try await exchange.load(next) {
            case .data(let data): return data
            case .status(let status): throw Self.failure("the answer has the status \(status)")
            case .tooLarge: throw Self.failure("it is larger than \(Picture.maximumSize >> 20) MiB")
            case .redirect(let target):
                guard let scheme = target?.scheme?.lowercased(), let target, ["http", "https"].contains(scheme) else {
                    throw Self.failure("it is redirected to nowhere")
                }
                next = target
            }
        }
        throw Self.failure("it is redirected more than \(Self.maximumRedirects) times")
    }

    static func failure(_ reason: String, _ underlying: (any Error)? = nil) -> CaptchaHandlingError {
        CaptchaHandlingError(.solverFailed, reason: "the picture could not be got: \(reason)", underlying: underlying)
    }
}
