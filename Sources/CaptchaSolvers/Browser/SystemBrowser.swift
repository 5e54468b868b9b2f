import CaptchaRetry
public import Foundation

/// The browser of the person who sits at this machine.
///
/// On Linux it is asked for with `xdg-open`, on macOS with `open`. On other systems nothing is opened.
public enum SystemBrowser {
    /// Whether there seems to be a screen to open a browser on.
    ///
    /// On Linux that is so where `DISPLAY` or `WAYLAND_DISPLAY` is set, or `BROWSER`, with which editors that work on a
    /// remote machine hand addresses to the person's own one. On macOS it is always so, elsewhere never.
    public static var isAvailable: Bool { isAvailable(in: ProcessInfo.processInfo.environment) }

    /// Opens a page.
    ///
    /// The browser is a process of its own: it shares no descriptors, no terminal and no process group with this one
    /// and goes on when this one ends. No thread of the tasks' pool waits for it.
    ///
    /// - Parameter url: An absolute `http` or `https` URL. Nothing else is opened.
    /// - Returns: Whether the system took it on: `false` where there is no screen, no browser or no program to ask for
    ///   one, and where that program failed. If it says nothing within five seconds, it was most likely the browser's
    ///   first start, and the answer is `true`. If the task is cancelled first, it is `false`.
    public static func open(_ url: URL) async -> Bool {
        guard isAvailable, let program else { return false }
        return await open(url, with: program, clock: ContinuousClock())
    }

    #if os(macOS)
        private static let program: String? = "/usr/bin/open"
    #elseif os(Linux)
        private static let program: String? = "xdg-open"
    #else
        private static let program: String? = nil
    #endif

    static func isAvailable(in environment: [String: String]) -> Bool {
        #if os(macOS)
            true
        #else
            program != nil
                && ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { environment[$0]?.isEmpty == false }
        #endif
    }

    /// Opens a page with this program, which takes its address as the only argument.
    static func open(_ url: URL, with program: String, clock: any Clock<Duration>) async -> Bool {
        // Its text begins with the scheme, so it cannot pass for an option of the program.
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else { return false }
        let (outcomes, report) = AsyncStream.makeStream(of: Bool.self)
        let address = url.absoluteString
        // A program may become the browser and run for hours; its end has to be waited for, or it stays as a zombie.
        let thread = Thread {
            guard let process = DetachedProcess(program, arguments: [address]) else {
                report.yield(false)
                return
            }
            report.yield(process.waitForSuccess())
        }
        thread.stackSize = 128 * 1024
        thread.start()
        let patience = Task {
            if (try? await clock.sleep(for: .seconds(5))) != nil { report.yield(true) }
        }
        defer { patience.cancel() }
        return await outcomes.first { _ in true } ?? false
    }
}
