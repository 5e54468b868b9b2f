#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ReplayableRequest {
    /// Makes one edit.
    ///
    /// - Throws: ``RequestEditError`` if the request has no such place or the value does not fit it.
    public mutating func apply(_ edit: RequestEdit) throws(RequestEditError) {
        switch edit.place {
        case .header(let name): try setHeader(name, to: edit.value)
        case .query(let name): try setQuery(name, to: edit.value)
        case .form(let name): try setForm(name, to: edit.value)
        case .formOrQuery(let name):
            if formBody != nil { try setForm(name, to: edit.value) } else { try setQuery(name, to: edit.value) }
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
        guard value.first != " ", value.last != " ", !value.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw RequestEditError("the value does not fit a header field")
        }
        var copy = self
        copy.setValue(value, forHTTPHeaderField: name)
        // URLRequest drops a field that it does not like without a word; the token would be missing from the replay.
        guard copy.value(forHTTPHeaderField: name) == value else {
            throw RequestEditError("the header field was not taken")
        }
        self = copy
    }

    private mutating func setQuery(_ name: String, to value: String) throws(RequestEditError) {
        guard let url else { throw RequestEditError("the request has no URL") }
        // Not URLComponents: `queryItems` re-encodes the other parameters.
        let whole = url.absoluteString
        let beforeFragment = whole.prefix { $0 != "#" }
        let fragment = whole[beforeFragment.endIndex...]
        let path = beforeFragment.prefix { $0 != "?" }
        let query = beforeFragment[path.endIndex...].dropFirst()
        let text = path + "?" + PercentEncodedPairs.setting(name, to: value, in: String(query)) + fragment
        guard let edited = URL(string: text), edited.absoluteString == text else {
            throw RequestEditError("the URL cannot be edited")
        }
        self.url = edited
    }

    private mutating func setForm(_ name: String, to value: String) throws(RequestEditError) {
        if let form = formBody {
            replayableBody = .data(Data(PercentEncodedPairs.setting(name, to: value, in: form).utf8))
        } else if replayableBody == .none, let method = httpMethod?.uppercased(), method != "GET", method != "HEAD" {
            try setHeader("Content-Type", to: "application/x-www-form-urlencoded")
            replayableBody = .data(Data(PercentEncodedPairs.setting(name, to: value, in: "").utf8))
        } else {
            throw RequestEditError("the request has no form body")
        }
    }

    private mutating func setJSON(_ path: [String], to literal: String) throws(RequestEditError) {
        guard case .data(let data) = replayableBody, let document = JSONElement(data), !path.isEmpty else {
            throw RequestEditError("the request has no JSON body")
        }
        guard let edited = document.setting(path, to: literal) else {
            throw RequestEditError("the JSON body has something else than an object on the way")
        }
        replayableBody = .data(Data(edited))
    }

    /// The body as form text, if it is a form.
    ///
    /// Without a `Content-Type` the body is what URLSession will call it, a form, provided that it looks like one.
    private var formBody: String? {
        guard case .data(let data) = replayableBody, !data.isEmpty,
            let text = String(bytes: data, encoding: .utf8)
        else { return nil }
        if let type = value(forHTTPHeaderField: "Content-Type") {
            return type.lowercased().hasPrefix("application/x-www-form-urlencoded") ? text : nil
        }
        return PercentEncodedPairs.isWellFormed(text) ? text : nil
    }
}
