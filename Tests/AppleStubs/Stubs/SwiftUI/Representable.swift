#if canImport(UIKit) && !STUB_WATCHOS
    public import UIKit

    @MainActor @preconcurrency
    public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
        init() {}
    }

    @MainActor @preconcurrency
    public protocol UIViewRepresentable: View where Body == Never {
        associatedtype UIViewType: UIView
        typealias Context = UIViewRepresentableContext<Self>
        func makeUIView(context: Self.Context) -> Self.UIViewType
        func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
    }

    extension UIViewRepresentable {
        public var body: Never { fatalError("a primitive view has no body") }

        /// Does what SwiftUI does when the view appears.
        func stubMake(in window: UIWindow) -> UIView {
            let view = makeUIView(context: UIViewRepresentableContext())
            window.addSubview(view)
            updateUIView(view, context: UIViewRepresentableContext())
            return view
        }
    }

    extension View {
        /// Shows the representable view that stands in the background of this one.
        public func stubAppear(in window: UIWindow) -> UIView? {
            for child in Mirror(reflecting: self).children {
                if let found = child.value as? any UIViewRepresentable { return found.stubMake(in: window) }
            }
            return nil
        }
    }
#elseif canImport(AppKit)
    public import AppKit

    @MainActor @preconcurrency
    public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
        init() {}
    }

    @MainActor @preconcurrency
    public protocol NSViewRepresentable: View where Body == Never {
        associatedtype NSViewType: NSView
        typealias Context = NSViewRepresentableContext<Self>
        func makeNSView(context: Self.Context) -> Self.NSViewType
        func updateNSView(_ nsView: Self.NSViewType, context: Self.Context)
    }

    extension NSViewRepresentable {
        public var body: Never { fatalError("a primitive view has no body") }

        /// Does what SwiftUI does when the view appears.
        func stubMake(in window: NSWindow) -> NSView {
            let view = makeNSView(context: NSViewRepresentableContext())
            window.contentView?.addSubview(view)
            updateNSView(view, context: NSViewRepresentableContext())
            return view
        }
    }

    extension View {
        /// Shows the representable view that stands in the background of this one.
        public func stubAppear(in window: NSWindow) -> NSView? {
            for child in Mirror(reflecting: self).children {
                if let found = child.value as? any NSViewRepresentable { return found.stubMake(in: window) }
            }
            return nil
        }
    }
#endif
