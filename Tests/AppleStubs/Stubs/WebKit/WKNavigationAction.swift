public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

public enum WKNavigationType: Int, Sendable {
    case linkActivated = 0
    case formSubmitted = 1
    case backForward = 2
    case reload = 3
    case formResubmitted = 4
    case other = -1
}

@MainActor
open class WKNavigation: NSObject {}

@MainActor
open class WKNavigationAction: NSObject {
    open private(set) var request: URLRequest
    open private(set) var navigationType: WKNavigationType
    /// `nil` where a new window is asked for.
    open private(set) var targetFrame: WKFrameInfo?
    open private(set) var sourceFrame: WKFrameInfo

    init(
        request: URLRequest, navigationType: WKNavigationType, targetFrame: WKFrameInfo?, sourceFrame: WKFrameInfo
    ) {
        self.request = request
        self.navigationType = navigationType
        self.targetFrame = targetFrame
        self.sourceFrame = sourceFrame
        super.init()
    }
}

@MainActor
open class WKNavigationResponse: NSObject {
    open private(set) var response: URLResponse
    open private(set) var isForMainFrame: Bool

    init(response: URLResponse, isForMainFrame: Bool) {
        self.response = response
        self.isForMainFrame = isForMainFrame
        super.init()
    }
}
