/// When scopes that are forgotten by now last accepted a solve.
///
/// A request may be under way for longer than its scope is remembered, and its challenge is late all the same. Scopes are
/// many, so some of them share an entry: what one has accepted makes a request of another look late now and then, which
/// costs it a send.
struct ForgottenGenerations: Sendable {
    private static let size = 256

    private var starts: [SendTime?] = []

    subscript(scope: ScopeKey) -> SendTime? { starts.isEmpty ? nil : starts[Self.index(scope)] }

    mutating func note(_ start: SendTime, in scope: ScopeKey) {
        if starts.isEmpty { starts = Array(repeating: nil, count: Self.size) }
        let index = Self.index(scope)
        starts[index] = max(start, starts[index] ?? start)
    }

    private static func index(_ scope: ScopeKey) -> Int { Int(scope.hashValue.magnitude % UInt(size)) }
}
