#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A response as the schemes see it: parsed at most once, and without a body where that is beyond the policy's bound.
final class InspectedResponse<Base: InspectableResponse>: InspectableResponse {
    private let base: Base
    private let hidesBody: Bool
    private lazy var parsed: JSONElement? = hidesBody ? nil : base.json()

    init(_ base: Base, maximumBody: Int) {
        self.base = base
        hidesBody = (base.bodyCount ?? base.withBodyBytes(\.count)) > maximumBody
    }

    var status: Int { base.status }
    var url: URL? { base.url }
    func value(forHTTPHeaderField name: String) -> String? { base.value(forHTTPHeaderField: name) }
    func json() -> JSONElement? { parsed }
    var bodyCount: Int? { hidesBody ? 0 : base.bodyCount }
    func snapshot() -> PlainResponse { base.snapshot() }

    func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        hidesBody ? body(UnsafeRawBufferPointer(start: nil, count: 0)) : base.withBodyBytes(body)
    }
}
