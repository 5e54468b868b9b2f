public import Foundation

#if !STUB_TVOS && !STUB_WATCHOS
    #if canImport(UIKit)
        public import UIKit
    #else
        public import AppKit
    #endif
#endif

/// What a test sees and drives of one authentication session.
///
/// Unchecked, because the compiler cannot see it: all of its state is behind the lock, and the handler, which the SDK
/// does not declare as `Sendable` but calls from anywhere, is called outside of it.
public final class StubBrowserSession: @unchecked Sendable {
    /// How the system behaves.
    public struct System: Sendable {
        /// Asked when a session starts; its answer is what `start()` returns.
        public var onStart: @Sendable (StubBrowserSession) -> Bool
        /// Whether `cancel()` calls the handler, which Apple's documentation does not say.
        public var completesOnCancel: Bool

        public init(
            completesOnCancel: Bool = false, onStart: @escaping @Sendable (StubBrowserSession) -> Bool = { _ in false }
        ) {
            self.onStart = onStart
            self.completesOnCancel = completesOnCancel
        }
    }

    @TaskLocal public static var system = System()

    private let lock = NSLock()
    private let handler: ASWebAuthenticationSession.CompletionHandler
    private let system = StubBrowserSession.system
    private var cancelled = false
    private var ephemeral = false

    public let url: URL
    public let callbackScheme: String?
    #if !STUB_TVOS && !STUB_WATCHOS
        private weak var contextProvider: (any ASWebAuthenticationPresentationContextProviding)?
        private weak var window: ASPresentationAnchor?
    #endif

    init(url: URL, callbackScheme: String?, handler: @escaping ASWebAuthenticationSession.CompletionHandler) {
        self.url = url
        self.callbackScheme = callbackScheme
        self.handler = handler
    }

    public internal(set) var prefersEphemeral: Bool {
        get { lock.withLock { ephemeral } }
        set { lock.withLock { ephemeral = newValue } }
    }

    public var isCancelled: Bool { lock.withLock { cancelled } }

    #if !STUB_TVOS && !STUB_WATCHOS
        /// The provider, if it is still alive: the session holds it weakly.
        public internal(set) var provider: (any ASWebAuthenticationPresentationContextProviding)? {
            get { lock.withLock { contextProvider } }
            set { lock.withLock { contextProvider = newValue } }
        }

        public internal(set) var anchor: ASPresentationAnchor? {
            get { lock.withLock { window } }
            set { lock.withLock { window = newValue } }
        }
    #endif

    /// Calls the session's handler, as the system does when the session ends.
    public func complete(url: URL? = nil, error: (any Error)? = nil) { handler(url, error) }

    func start() -> Bool { system.onStart(self) }

    func cancel() {
        let isFirst = lock.withLock {
            defer { cancelled = true }
            return !cancelled
        }
        if isFirst, system.completesOnCancel { complete(error: ASWebAuthenticationSessionError(.canceledLogin)) }
    }
}
