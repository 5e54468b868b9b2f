@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a primitive view has no body") }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
}

public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
}

public struct EmptyView: View {
    public init() {}
    public var body: Never { fatalError("a primitive view has no body") }
}

/// What `background` makes: the test walks through it.
public struct StubBackground<Content: View, Background: View> {
    public let content: Content
    public let background: Background
}

// Not with the structure, which would put its initialiser on the main actor.
extension StubBackground: View {
    public var body: Never { fatalError("a primitive view has no body") }
}

extension View {
    public nonisolated func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V)
        -> some View
    {
        StubBackground(content: self, background: content())
    }
}
