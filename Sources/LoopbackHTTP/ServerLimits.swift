/// What a server takes from its clients.
package struct ServerLimits: Hashable, Sendable {
    /// The largest request line with all header fields, in bytes. More is answered with 431.
    package var headerSize: Int

    /// The largest body, in bytes. More is answered with 413.
    package var bodySize: Int

    /// How many connections are served at the same time. For one more, the oldest that waits for no answer is ended;
    /// where all do, the new one is closed at once.
    package var connections = Int.max

    /// How long a client may take to send a request, or to take its answer, before its connection is closed.
    package var patience: Duration?

    /// Limits of sizes, with none of numbers or time.
    package init(headerSize: Int, bodySize: Int) {
        self.headerSize = headerSize
        self.bodySize = bodySize
    }
}
