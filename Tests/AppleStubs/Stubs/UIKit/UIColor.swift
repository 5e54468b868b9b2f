public import Foundation

/// One of the few things of UIKit that watchOS has: `canImport(UIKit)` is true there.
open class UIColor: NSObject, @unchecked Sendable {
    #if !STUB_WATCHOS && !STUB_TVOS
        private static let background = UIColor()

        open class var systemBackground: UIColor { background }
    #endif
}
