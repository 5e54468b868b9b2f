/// Names a scope: the requests that share one prompt queue.
///
/// The identity keeps accounts apart, since many upstreams bind a token to the account that it was made for.
struct ScopeKey: Hashable, Sendable {
    var origin: Origin?
    var scheme: String
    var identity: String?
}
