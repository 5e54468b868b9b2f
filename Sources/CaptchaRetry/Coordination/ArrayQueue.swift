/// A first-in, first-out queue that takes constant time at both ends.
struct ArrayQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    var count: Int { elements.count - head }

    /// Drops what is not needed any more, and keeps the order of the rest.
    mutating func keep(where isNeeded: (Element) -> Bool) {
        elements = elements[head...].filter(isNeeded)
        head = 0
    }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            head += 1
            // Once half of it is behind us, moving the rest to the front costs no more than getting here did.
            if head * 2 >= elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }
}
