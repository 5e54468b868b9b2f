/// An element of an XML document: its name, its attributes, and the elements in it. Text is not kept.
///
/// It reads what an API writes, and no more: no namespaces, no document types, no entities but the five of XML and
/// numbers. A document that is cut off, or whose tags do not match, is none.
public struct MarkupElement: Sendable {
    /// How deep elements may be nested.
    static let maximumDepth = 64

    /// Its name.
    public let name: String
    /// Its attributes, with their entities read.
    public let attributes: [String: String]
    /// The elements in it, in their order.
    public private(set) var children: [MarkupElement] = []

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    /// The root element of a document, if it has this name.
    public init?(_ bytes: some Sequence<UInt8>, root: String) {
        var scanner = MarkupScanner(Array(bytes))
        var open: [MarkupElement] = []
        while let tag = scanner.nextTag() {
            switch tag {
            case .start(let name, let attributes, let isEmpty):
                guard !open.isEmpty || name == root, open.count < Self.maximumDepth else { return nil }
                open.append(MarkupElement(name: name, attributes: attributes))
                if !isEmpty { continue }
            case .end(let name):
                guard open.last?.name == name else { return nil }
            }
            guard let closed = open.popLast() else { return nil }
            if open.isEmpty {
                self = closed
                return
            }
            open[open.count - 1].children.append(closed)
        }
        return nil
    }

    /// The first element of this name in it.
    public subscript(name: String) -> MarkupElement? { children.first { $0.name == name } }

    /// The element at the end of a path of names.
    public subscript(path: [String]) -> MarkupElement? {
        path.reduce(Optional(self)) { $0?[$1] }
    }
}
