import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A pipe whose ends are closed with it, or earlier.
final class TestPipe: Sendable {
    private let readHandle: FileHandle
    private let writeHandle: FileHandle
    let readEnd: Int32
    let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        // Other tests start processes. An end that they inherit would stay open until they are done.
        for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        readEnd = ends[0]
        writeEnd = ends[1]
        readHandle = FileHandle(fileDescriptor: readEnd, closeOnDealloc: true)
        writeHandle = FileHandle(fileDescriptor: writeEnd, closeOnDealloc: true)
    }

    /// A pipe with something in it.
    convenience init(_ text: String) throws {
        try self.init()
        try write(text)
    }

    func closeReadEnd() throws { try readHandle.close() }
    func closeWriteEnd() throws { try writeHandle.close() }

    /// Writes what fits into the pipe.
    func write(_ text: String) throws { try writeHandle.write(contentsOf: Data(text.utf8)) }
    func write(_ bytes: [UInt8]) throws { try writeHandle.write(contentsOf: Data(bytes)) }

    /// Everything that was written and not read. Closes the end for writing.
    func rest() throws -> String {
        try closeWriteEnd()
        return String(decoding: try readHandle.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Suspends until the text that was written ends in this, and takes it out, no byte more.
    ///
    /// Fails the test if nothing comes for so long that nothing will.
    @discardableResult
    func text(until end: String) async -> String {
        let descriptor = readEnd
        let (text, isComplete) = await onOwnThread {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let marker = Array(end.utf8)
            while !bytes.suffix(marker.count).elementsEqual(marker) {
                guard poll(&entry, 1, -1) == 1, read(descriptor, &byte, 1) == 1 else {
                    return (String(decoding: bytes, as: UTF8.self), false)
                }
                bytes.append(byte)
            }
            return (String(decoding: bytes, as: UTF8.self), true)
        }
        #expect(isComplete, "\(end) never came")
        return text
    }

    /// Fills the pipe, so that further writes would block.
    func fill() throws {
        let flags = fcntl(writeEnd, F_GETFL)
        try #require(fcntl(writeEnd, F_SETFL, flags | O_NONBLOCK) == 0)
        var bytes = [UInt8](repeating: UInt8(ascii: "."), count: 1024)
        while unsafeWrite(&bytes) > 0 {}
        try #require(fcntl(writeEnd, F_SETFL, flags) == 0)
    }

    private func unsafeWrite(_ bytes: inout [UInt8]) -> Int {
        #if canImport(Darwin)
            Darwin.write(writeEnd, &bytes, bytes.count)
        #elseif canImport(Glibc)
            Glibc.write(writeEnd, &bytes, bytes.count)
        #else
            Musl.write(writeEnd, &bytes, bytes.count)
        #endif
    }
}
