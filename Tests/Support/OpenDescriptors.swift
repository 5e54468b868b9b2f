#if os(Linux)
    import Foundation

    /// The open descriptors of this process, by what they stand for (`socket:[4711]`), which no other descriptor has:
    /// numbers are given out again at once, to other tests that run at the same time.
    public enum OpenDescriptors {
        /// All of them.
        public static func all() -> Set<String> {
            let folder = "/proc/self/fd"
            let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return Set(
                numbers.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") })
        }

        /// The number of this process's threads.
        public static var threadCount: Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
        }

        /// Those of sockets that are bound to a local port of 127.0.0.1.
        public static func sockets(onPort port: Int) -> Set<String> {
            // Not `String(contentsOfFile:)`: it stops after the first page of such a file, whose size is 0.
            let bytes = try? FileHandle(forReadingAtPath: "/proc/self/net/tcp")?.readToEnd()
            let table = String(decoding: bytes ?? Data(), as: UTF8.self)
            let address = "0100007F:" + String(format: "%04X", port)
            let inodes = table.split(separator: "\n").compactMap { line -> String? in
                let columns = line.split(separator: " ")
                return columns.count > 9 && columns[1] == address ? "socket:[\(columns[9])]" : nil
            }
            return all().intersection(inodes)
        }
    }
#endif
