/// Why a request is refused before a rule sees it. The connection ends then.
struct HTTPFault: Error, Hashable {
    /// The status of the answer.
    let status: Int
    /// What is wrong, without values; it is the answer's body.
    let reason: String

    static func malformed(_ reason: String) -> HTTPFault { HTTPFault(status: 400, reason: reason) }
}
