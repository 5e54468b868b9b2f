#if canImport(WebKit) && canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
    import Foundation
    public import SwiftUI

    #if canImport(CoreGraphics)
        import CoreGraphics
    #endif

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    extension View {
        /// Has captchas appear in the window that this view is in.
        ///
        /// ```swift
        /// WindowGroup {
        ///     ContentView().captchaAnchor(client.anchor)
        /// }
        /// ```
        ///
        /// - Parameter anchor: The anchor that the ``WebViewSolver`` or ``BrowserSessionOpener`` was made with.
        public func captchaAnchor(_ anchor: PresentationAnchor) -> some View {
            background { AnchorMark(anchor: anchor) }
        }
    }

    /// An empty view that tells the anchor in which window it stands.
    struct AnchorMark {
        let anchor: PresentationAnchor
    }

    #if canImport(UIKit)
        extension AnchorMark: UIViewRepresentable {
            func makeUIView(context: Context) -> UIView {
                let view = UIView(frame: .zero)
                view.isUserInteractionEnabled = false
                anchor.add(view)
                return view
            }

            // SwiftUI can hand a new anchor to the view that is there already.
            func updateUIView(_ view: UIView, context: Context) { anchor.keep(view) }
        }
    #else
        extension AnchorMark: NSViewRepresentable {
            func makeNSView(context: Context) -> NSView {
                let view = NSView(frame: .zero)
                anchor.add(view)
                return view
            }

            func updateNSView(_ view: NSView, context: Context) { anchor.keep(view) }
        }
    #endif
#endif
