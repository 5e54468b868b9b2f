import TestSupport
import Testing

/// The sockets of a listener, to see later that they are closed. By its port one could not tell: it may be somebody
/// else's a moment later.
///
/// Elsewhere than on Linux there are none to see.
struct ListenerSockets {
    private let sockets: Set<String>

    init(of tab: BrowserTab) {
        #if os(Linux)
            sockets = OpenDescriptors.sockets(onPort: tab.port)
            #expect(!sockets.isEmpty)
        #else
            sockets = []
        #endif
    }

    var areClosed: Bool {
        #if os(Linux)
            OpenDescriptors.all().isDisjoint(with: sockets)
        #else
            true
        #endif
    }
}
