extension JSONScheme {
    /// What a response must have to bear a mark: one of the header fields, or one of the texts in its body.
    struct Traces {
        var headerFields: [String] = []
        var bodyMarkers: [String] = []

        /// Nothing need be there.
        static let none = Traces(bodyMarkers: [""])

        var signal: CaptchaSignal { CaptchaSignal(headerFields: headerFields, bodyMarkers: bodyMarkers) }

        /// How much less gets through, the more the better. A header field costs no look into the body.
        fileprivate var narrowness: Int {
            bodyMarkers.isEmpty ? Int.max : bodyMarkers.map(\.utf8.count).min() ?? 0
        }
    }
}

extension JSONScheme.Mark {
    /// - Parameter elements: the path of the array in whose elements the mark's paths start.
    func traces(below elements: [String]?) -> JSONScheme.Traces {
        switch kind {
        case .exists(let path), .array(let path): return Self.traces(elements, path)
        case .equals(let path, let value), .contains(let path, let value):
            guard case .string(let text) = value else { return Self.traces(elements, path) }
            return Self.traces(elements, path, [Self.literalPart(of: text)])
        case .hasPrefix(let path, let prefix):
            return Self.traces(elements, path, [Self.plainRuns(in: prefix).max { $0.count < $1.count } ?? ""])
        case .header(let name, _): return JSONScheme.Traces(headerFields: [name])
        case .problem(let type):
            // The end of the type is the same where it is sent as a relative reference.
            return Self.traces(elements, ["type"], [Self.plainRuns(in: type).last ?? ""])
        case .all(let marks):
            return marks.map { $0.traces(below: elements) }.max { $0.narrowness < $1.narrowness } ?? .none
        case .any(let marks):
            return marks.map { $0.traces(below: elements) }.reduce(into: JSONScheme.Traces()) {
                $0.headerFields += $1.headerFields
                $0.bodyMarkers += $1.bodyMarkers
            }
        }
    }

    /// The narrowest of the texts that a body with this path has.
    private static func traces(
        _ elements: [String]?, _ path: [String], _ texts: [String] = []
    ) -> JSONScheme.Traces {
        let names = [elements?.last, path.last].compactMap(\.self).map(literalPart)
        let narrowest = (texts + names).max { $0.utf8.count < $1.utf8.count }
        return JSONScheme.Traces(bodyMarkers: [narrowest ?? ""])
    }

    /// The part of a JSON string that every encoder writes in the same way: all of it with its quotes, else the longest
    /// run of letters, digits and a few signs. Some encoders escape the slash, some all that is not ASCII; none is known
    /// to escape these.
    private static func literalPart(of text: String) -> String {
        let longest = plainRuns(in: text).max { $0.utf8.count < $1.utf8.count } ?? ""
        return longest.utf8.count == text.utf8.count ? "\"\(longest)\"" : longest
    }

    private static func plainRuns(in text: String) -> [String] {
        text.utf8.split { !isPlain($0) }.map { String(decoding: Array($0), as: UTF8.self) }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
