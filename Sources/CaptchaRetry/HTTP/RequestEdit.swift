/// One change that puts a token, or a value to echo, into a request.
///
/// An edit sets: what is there under the same name is replaced, everything else stays byte for byte as it was, and an
/// edit applied twice is the same as applied once.
public struct RequestEdit: Hashable, Sendable {
    /// Where the value goes.
    enum Place: Hashable, Sendable {
        case header(String)
        case query(String)
        case form(String)
        case formOrQuery(String)
        case json([String])
        case jsonNumber([String])
        case cookie(String)
    }

    let place: Place
    let value: String

    /// Sets a header field.
    ///
    /// A value that starts or ends with a blank, or holds a control character, does not fit.
    public static func header(_ name: String, _ value: String) -> RequestEdit {
        RequestEdit(place: .header(name), value: value)
    }

    /// Sets a parameter of the URL's query.
    public static func query(_ name: String, _ value: String) -> RequestEdit {
        RequestEdit(place: .query(name), value: value)
    }

    /// Sets a field of a form body (`application/x-www-form-urlencoded`).
    ///
    /// A request without a body gets one, with its `Content-Type`, unless its method is GET or HEAD or it has a
    /// `Content-Type` of another kind. A body without a `Content-Type` counts as a form if it looks like one.
    public static func form(_ name: String, _ value: String) -> RequestEdit {
        RequestEdit(place: .form(name), value: value)
    }

    /// Sets a field of the form body where the request has one, else a parameter of the query.
    public static func formOrQuery(_ name: String, _ value: String) -> RequestEdit {
        RequestEdit(place: .formOrQuery(name), value: value)
    }

    /// Sets a string in a JSON body whose top is an object; objects that are missing on the way are made.
    ///
    /// Where the body has several members of one name, all of them are set. Something else than an object on the way
    /// is in the way, and so is a path of more than 128 names.
    public static func json(_ path: [String], _ value: String) -> RequestEdit {
        RequestEdit(place: .json(path), value: value)
    }

    /// Sets a number in a JSON body, with exactly this text.
    public static func jsonNumber(_ path: [String], _ text: String) -> RequestEdit {
        RequestEdit(place: .jsonNumber(path), value: text)
    }

    /// Sets a cookie in the `Cookie` header field.
    ///
    /// RFC 6265 allows no blanks, quotes, commas, semicolons, backslashes, control or non-ASCII characters.
    public static func cookie(_ name: String, _ value: String) -> RequestEdit {
        RequestEdit(place: .cookie(name), value: value)
    }
}

extension RequestEdit: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Where the value goes, without the value.
    public var description: String { "RequestEdit(\(place))" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why an edit cannot be made. The request is as it was then.
public struct RequestEditError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is in the way, without values.
    public let description: String

    init(_ description: String) { self.description = description }
}
