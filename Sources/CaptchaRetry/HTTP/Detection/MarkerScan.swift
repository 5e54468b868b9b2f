#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Looks for any of several texts in a body.
///
/// It lets `memchr` jump to the byte of a marker that is rarest in JSON, and compares the marker around it.
struct MarkerScan: Sendable {
    private struct Marker {
        var bytes: [UInt8]
        /// Where in the marker the byte stands that is looked for.
        var anchor: Int

        func stands(in body: UnsafeRawBufferPointer, around found: Int) -> Bool {
            let start = found - anchor
            guard start >= 0, start + bytes.count <= body.count else { return false }
            return body[start..<start + bytes.count].elementsEqual(bytes)
        }
    }

    private let groups: [(byte: UInt8, markers: [Marker])]

    init(_ markers: [String]) {
        var groups: [(byte: UInt8, markers: [Marker])] = []
        // Told apart by their bytes: to a set of strings two spellings of a letter with an accent are the same.
        for bytes in Set(markers.map { Array($0.utf8) }).sorted(by: { $0.lexicographicallyPrecedes($1) })
        where !bytes.isEmpty {
            let anchor = bytes.indices.min { Self.frequency(bytes[$0]) < Self.frequency(bytes[$1]) } ?? 0
            let marker = Marker(bytes: bytes, anchor: anchor)
            if let index = groups.firstIndex(where: { $0.byte == bytes[anchor] }) {
                groups[index].markers.append(marker)
            } else {
                groups.append((bytes[anchor], [marker]))
            }
        }
        self.groups = groups
    }

    func occur(in body: UnsafeRawBufferPointer) -> Bool {
        guard let start = body.baseAddress else { return false }
        for (byte, markers) in groups {
            var offset = 0
            while offset < body.count, let hit = memchr(start + offset, Int32(byte), body.count - offset) {
                let found = UnsafeRawPointer(hit) - start
                if markers.contains(where: { $0.stands(in: body, around: found) }) { return true }
                offset = found + 1
            }
        }
        return false
    }

    /// How often a byte occurs in JSON, roughly, as a rank.
    private static func frequency(_ byte: UInt8) -> Int {
        let fromFrequent = Array("\"e,:ta0inosr1l2cd3u4pm5_6789hgbfyvk-.xwjzq".utf8)
        return fromFrequent.firstIndex(of: byte).map { fromFrequent.count - $0 } ?? 0
    }
}
