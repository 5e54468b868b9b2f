import Testing

/// The shells share the stand-ins' global state (one application, one list of windows), so their tests take turns.
@Suite("Apple shells", .serialized)
struct AppleShells {}
