public import Foundation

/// One of the few things of UIKit that watchOS has: `canImport(UIKit)` is true there.
open class UIColor: NSObject, @unchecked Sendable {}
