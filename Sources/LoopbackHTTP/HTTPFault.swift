/// Why a request is refused before the handler sees it. The connection ends then.
package struct HTTPFault: Error, Hashable {
    /// The status of the answer.
    package let status: Int
    /// What is wrong, without values; it is the answer's body.
    package let reason: String

    static func malformed(_ reason: String) -> HTTPFault { HTTPFault(status: 400, reason: reason) }
}
