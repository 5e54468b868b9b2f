#if canImport(WebKit)
    import CaptchaSolvers
    import SwiftUI

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    enum InAnApp2 {
        struct ContentView: View {
            var body: some View { EmptyView() }
        }

        #if canImport(UIKit)
            typealias ViewController = UIViewController
        #else
            struct ViewController {
                var view: NSView
            }
        #endif

        @MainActor
        static func example(viewController: ViewController) {
            // README.md
            _ = solver
        }
    }
#endif
