#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ReplayableRequest {
    /// Makes one edit.
    ///
    /// - Throws: ``RequestEditError`` if the request has no such place or the value does not fit it. The request is as
    ///   it was then.
    public mutating func apply(_ edit: RequestEdit) throws(RequestEditError) {
        switch edit.place {
        case .header(let name): try setHeader(name, to: edit.value)
        case .query(let name): try setQuery(name, to: edit.value)
        case .form(let name): try setForm(name, to: edit.value)
        case .formOrQuery(let name):
            if hasForm { try setForm(name, to: edit.value) } else { try setQuery(name, to: edit.value) }
        case .json(let path): try setJSON(path, to: JSONElement.literal(edit.value))
        case .jsonNumber(let path):
            guard JSONElement.isNumber(edit.value) else { throw RequestEditError("the value is not a JSON number") }
            try setJSON(path, to: edit.value)
        case .cookie(let name):
            let cookies = try CookiePairs.setting(name, to: edit.value, in: value(forHTTPHeaderField: "Cookie"))
            try setHeader("Cookie", to: cookies)
        }
    }

    /// Makes several edits, or none if one of them cannot be made.
    ///
    /// - Throws: ``RequestEditError``, as ``apply(_:)-(RequestEdit)`` does.
    public mutating func apply(_ edits: some Sequence<RequestEdit>) throws(RequestEditError) {
        var copy = self
        for edit in edits { try copy.apply(edit) }
        self = copy
    }

    private mutating func setHeader(_ name: String, to value: String) throws(RequestEditError) {
        guard name.isHTTPToken else { throw RequestEditError("the name does not fit a header field") }
        let isPadded = value.utf8.first == UInt8(ascii: " ") || value.utf8.last == UInt8(ascii: " ")
        guard !isPadded, !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw RequestEditError("the value does not fit a header field")
        }
        var copy = self
        copy.setValue(value, forHTTPHeaderField: name)
        // URLRequest drops a field that it does not like without a word; the token would be missing from the replay.
        guard let taken = copy.value(forHTTPHeaderField: name), taken.utf8.elementsEqual(value.utf8) else {
            throw RequestEditError("the header field was not taken")
        }
        self = copy
    }

    private mutating func setQuery(_ name: String, to value: String) throws(RequestEditError) {
        guard let url else { throw RequestEditError("the request has no URL") }
        guard !name.isEmpty else { throw RequestEditError("a parameter needs a name") }
        // Not URLComponents: `queryItems` re-encodes the other parameters.
        let whole = Array(url.absoluteString.utf8)
        let beforeFragment = whole.prefix { $0 != UInt8(ascii: "#") }
        let path = beforeFragment.prefix { $0 != UInt8(ascii: "?") }
        let query = PercentEncodedPairs.setting(name, to: value, in: beforeFragment[path.endIndex...].dropFirst())
        let bytes = path + [UInt8(ascii: "?")] + query + whole[beforeFragment.endIndex...]
        let text = String(decoding: bytes, as: UTF8.self)
        guard let edited = URL(string: text), edited.absoluteString == text else {
            throw RequestEditError("the URL cannot be edited")
        }
        var copy = self
        copy.url = edited
        guard copy.url?.absoluteString == text else { throw RequestEditError("the URL was not taken") }
        self = copy
    }
}

// MARK: Bodies

extension ReplayableRequest {
    private mutating func setForm(_ name: String, to value: String) throws(RequestEditError) {
        guard !name.isEmpty else { throw RequestEditError("a form's field needs a name") }
        var copy = self
        var form = Data()
        if case .data(let data) = replayableBody, hasForm {
            form = data
        } else {
            let method = httpMethod?.uppercased() ?? "GET"
            guard hasNoBody, contentType?.isForm ?? true, method != "GET", method != "HEAD" else {
                throw RequestEditError("the request has no form body")
            }
            if contentType == nil { try copy.setHeader("Content-Type", to: MediaType.form.name) }
        }
        try copy.setBody(PercentEncodedPairs.setting(name, to: value, in: form))
        self = copy
    }

    private mutating func setJSON(_ path: [String], to literal: String) throws(RequestEditError) {
        guard case .data(let data) = replayableBody, let document = JSONElement(data) else {
            throw RequestEditError("the request has no JSON body")
        }
        guard let edited = document.setting(path, to: literal) else {
            throw RequestEditError("the JSON body has something else than an object on the way, or the way is too deep")
        }
        try setBody(edited)
    }

    private mutating func setBody(_ bytes: [UInt8]) throws(RequestEditError) {
        let body = ReplayableBody.data(Data(bytes))
        var copy = self
        copy.replayableBody = body
        guard copy.replayableBody == body else { throw RequestEditError("the body was not taken") }
        // The caller's own length would cut the new body off, and what is left would be taken for the next request.
        if value(forHTTPHeaderField: "Content-Length") != nil {
            try copy.setHeader("Content-Length", to: "\(bytes.count)")
        }
        self = copy
    }

    private var contentType: MediaType? { value(forHTTPHeaderField: "Content-Type").map(MediaType.init) }

    private var hasNoBody: Bool {
        switch replayableBody {
        case .none: true
        case .data(let data): data.isEmpty
        case .oneShot: false
        }
    }

    /// Whether the body is a form. One that cannot be read counts as well, so that its edit fails.
    ///
    /// Without a `Content-Type` the body is what URLSession will call it, a form, provided that it looks like one.
    private var hasForm: Bool {
        if hasNoBody { return false }
        if let contentType { return contentType.isForm }
        guard case .data(let data) = replayableBody else { return false }
        return PercentEncodedPairs.isWellFormed(data)
    }
}
