import CaptchaRetry
import Foundation

/// An answer as it goes over the wire.
package struct HTTPAnswerBytes {
    /// What to send, in one piece: two pieces could wait for an acknowledgement in between.
    package let bytes: [UInt8]
    /// Whether the connection ends behind it.
    package let endsConnection: Bool

    /// The bytes for an answer to a request.
    package init(_ answer: LoopbackAnswer, to head: HTTPRequestHead) {
        switch answer {
        case .response(let response):
            self.init(response, toHead: head.method == "HEAD", endsConnection: !head.keepsConnection)
        case .truncated(let response, let sent):
            let whole = HTTPAnswerBytes(response, toHead: false, endsConnection: true)
            let unsent = response.body.count - min(max(sent, 0), response.body.count)
            self.init(bytes: whole.bytes.dropLast(unsent), endsConnection: true)
        case .raw(let data): self.init(bytes: data, endsConnection: true)
        case .dropConnection: self.init(bytes: [], endsConnection: true)
        }
    }

    /// The bytes for a request that was refused before the handler saw it.
    package init(refusal fault: HTTPFault) {
        let fields: HeaderFields = ["Content-Type": "text/plain; charset=utf-8"]
        let response = PlainResponse(status: fault.status, headerFields: fields, body: Data(fault.reason.utf8))
        self.init(response, toHead: false, endsConnection: true)
    }

    /// What tells a client that holds its body back to send it.
    static let goAhead = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private init(bytes: some Sequence<UInt8>, endsConnection: Bool) {
        self.bytes = Array(bytes)
        self.endsConnection = endsConnection
    }

    private init(_ response: PlainResponse, toHead isHead: Bool, endsConnection: Bool) {
        guard Self.isSendable(response) else {
            let reason = "the answer has a status or a header field that HTTP cannot carry"
            self.init(refusal: HTTPFault(status: 500, reason: reason))
            return
        }
        var fields = response.headerFields
        let ends = endsConnection || fields["Connection"]?.lowercased() == "close"
        fields["Connection"] = ends ? "close" : fields["Connection"]
        fields["Transfer-Encoding"] = nil
        let hasBody = response.status != 204 && response.status != 304
        fields["Content-Length"] = hasBody ? String(response.body.count) : nil
        // Nobody reads the phrase, but some clients want one to be there.
        var text = "HTTP/1.1 \(response.status) \(response.status < 400 ? "OK" : "Error")\r\n"
        for field in fields.fields { text += "\(field.name): \(field.value)\r\n" }
        let body = hasBody && !isHead ? response.body : Data()
        self.init(bytes: Array((text + "\r\n").utf8) + body, endsConnection: ends)
    }

    /// Whether status and fields keep to their lines. The handler may have taken a value from anywhere.
    private static func isSendable(_ response: PlainResponse) -> Bool {
        (200...999).contains(response.status)
            && response.headerFields.fields.allSatisfy { field in
                !field.name.isEmpty && !field.name.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: ":") })
                    && !field.value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 })
            }
    }
}
