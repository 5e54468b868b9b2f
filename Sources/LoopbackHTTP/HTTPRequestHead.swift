package import CaptchaRetry
import Foundation

/// Request line and header fields, as RFC 9112 has them.
package struct HTTPRequestHead: Hashable {
    /// How the end of the body is found.
    package enum Framing: Hashable {
        case length(Int)
        case chunked
    }

    package let method: String
    package let target: String
    package let headerFields: HeaderFields
    package let framing: Framing
    package let keepsConnection: Bool
    package let expectsContinue: Bool

    /// A head from its lines.
    package init(requestLine: ArraySlice<UInt8>, fieldLines: [ArraySlice<UInt8>]) throws(HTTPFault) {
        let parts = requestLine.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isToken(parts[0]), !parts[1].isEmpty,
            parts[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { throw HTTPFault.malformed("the request line is not one") }
        let isCurrent = try Self.isVersion11(parts[2])
        headerFields = try Self.fields(fieldLines)
        method = String(decoding: parts[0], as: UTF8.self)
        target = try Self.originForm(String(decoding: parts[1], as: UTF8.self))
        framing = try Self.framing(headerFields)
        guard Self.all("Host", in: headerFields).count == 1 || !isCurrent else {
            throw HTTPFault.malformed("there has to be one Host field")
        }
        let connection = Self.all("Connection", in: headerFields).joined(separator: ",").lowercased()
        keepsConnection = isCurrent && !connection.split(separator: ",").contains { $0.trimmed == "close" }
        expectsContinue = isCurrent && headerFields["Expect"]?.lowercased() == "100-continue"
        if headerFields["Expect"] != nil && isCurrent && !expectsContinue {
            throw HTTPFault(status: 417, reason: "the expectation is unknown")
        }
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        let others = Set("!#$%&'*+-.^_`|~".utf8)
        return !bytes.isEmpty
            && bytes.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || others.contains(byte)
            }
    }

    private static func isVersion11(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> Bool {
        switch String(decoding: bytes, as: UTF8.self) {
        case "HTTP/1.1": return true
        case "HTTP/1.0": return false
        case let other where other.hasPrefix("HTTP/"):
            throw HTTPFault(status: 505, reason: "only HTTP/1.1 is spoken here")
        default: throw HTTPFault.malformed("the request line is not one")
        }
    }

    private static func fields(_ lines: [ArraySlice<UInt8>]) throws(HTTPFault) -> HeaderFields {
        var pairs: [(String, String)] = []
        for line in lines {
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            let value = line[name.endIndex...].dropFirst()
            // A blank before the colon, or at the start of the line, is no token either.
            guard name.count < line.count, isToken(name),
                value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
            else { throw HTTPFault.malformed("a header field is not one") }
            pairs.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self).trimmed))
        }
        return HeaderFields(pairs)
    }

    /// A proxy's client sends the whole URL; what counts is from its path on.
    private static func originForm(_ target: String) throws(HTTPFault) -> String {
        if target.hasPrefix("/") || target == "*" { return target }
        guard target.lowercased().hasPrefix("http://") else { throw HTTPFault.malformed("the target is no path") }
        let afterHost = target.dropFirst("http://".count).drop { $0 != "/" && $0 != "?" }
        return afterHost.hasPrefix("/") ? String(afterHost) : "/" + afterHost
    }

    private static func framing(_ fields: HeaderFields) throws(HTTPFault) -> Framing {
        let encodings = all("Transfer-Encoding", in: fields)
        let lengths = Set(all("Content-Length", in: fields))
        guard !encodings.isEmpty else {
            guard let length = lengths.first else { return .length(0) }
            guard lengths.count == 1, !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw HTTPFault.malformed("the Content-Length is not one")
            }
            // What is too long for an Int is too long for the limit as well.
            return .length(Int(length) ?? Int.max)
        }
        // Two ways to tell where the body ends are how requests are smuggled.
        guard lengths.isEmpty else { throw HTTPFault.malformed("both Content-Length and Transfer-Encoding") }
        guard encodings.count == 1, encodings[0].lowercased() == "chunked" else {
            throw HTTPFault(status: 501, reason: "the Transfer-Encoding is unknown")
        }
        return .chunked
    }

    private static func all(_ name: String, in fields: HeaderFields) -> [String] {
        fields.fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

extension StringProtocol {
    /// Without blanks and tabs at both ends.
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
