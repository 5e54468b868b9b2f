public import Foundation

/// Only there so that `canImport(WatchKit)` is true.
@MainActor
open class WKInterfaceDevice: NSObject {}
