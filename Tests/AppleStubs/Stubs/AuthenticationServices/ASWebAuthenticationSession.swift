public import Foundation

public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

public struct ASWebAuthenticationSessionError: CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        #if !STUB_TVOS && !STUB_WATCHOS
            case presentationContextNotProvided = 2
            case presentationContextInvalid = 3
        #endif
    }

    public static var errorDomain: String { ASWebAuthenticationSessionErrorDomain }
    public static var canceledLogin: Code { .canceledLogin }
    #if !STUB_TVOS && !STUB_WATCHOS
        public static var presentationContextNotProvided: Code { .presentationContextNotProvided }
        public static var presentationContextInvalid: Code { .presentationContextInvalid }
    #endif

    public var code: Code
    public var errorCode: Int { code.rawValue }

    public init(_ code: Code) { self.code = code }
}

#if !STUB_TVOS && !STUB_WATCHOS
    #if canImport(UIKit)
        public import UIKit

        public typealias ASPresentationAnchor = UIWindow
    #else
        public import AppKit

        public typealias ASPresentationAnchor = NSWindow
    #endif

    @MainActor
    public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
    }
#endif

/// A session without a browser: ``StubBrowserSession`` is the other side of it.
///
/// Not isolated to the main actor and not `Sendable`, as in the SDK; its handler may be called on any thread.
open class ASWebAuthenticationSession: NSObject {
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    private let browser: StubBrowserSession
    private var isStarted = false

    #if !STUB_TVOS && !STUB_WATCHOS
        open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    #endif
    #if !STUB_TVOS
        open var prefersEphemeralWebBrowserSession = false
    #endif

    public init(
        url URL: URL, callbackURLScheme: String?,
        completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
    ) {
        // The system raises an exception for other schemes.
        precondition(["http", "https"].contains(URL.scheme?.lowercased()), "only http and https can be opened")
        browser = StubBrowserSession(url: URL, callbackScheme: callbackURLScheme, handler: completionHandler)
        super.init()
    }

    @discardableResult
    open func start() -> Bool {
        precondition(!isStarted, "a session starts once")
        isStarted = true
        #if !STUB_TVOS
            browser.prefersEphemeral = prefersEphemeralWebBrowserSession
        #endif
        #if !STUB_TVOS && !STUB_WATCHOS
            browser.provider = presentationContextProvider
            guard let provider = presentationContextProvider else {
                browser.complete(error: ASWebAuthenticationSessionError(.presentationContextNotProvided))
                return false
            }
            // Objective-C asks whoever it is on whatever thread it runs on; this is only ever started on the main one.
            nonisolated(unsafe) let (session, asked) = (self, provider)
            browser.anchor = MainActor.assumeIsolated { asked.presentationAnchor(for: session) }
        #endif
        return browser.start()
    }

    #if !STUB_TVOS
        open func cancel() { browser.cancel() }
    #endif
}
