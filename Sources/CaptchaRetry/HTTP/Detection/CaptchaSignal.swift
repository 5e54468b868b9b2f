/// What a response must have so that it is worth asking a scheme about it.
///
/// It is a gate, no verdict: it may let through too much, but never too little. Everything that does not get through is
/// an ordinary result, and costs next to nothing.
public struct CaptchaSignal: Hashable, Sendable {
    /// The statuses that a captcha error can have; `nil` means any.
    public var statuses: Set<Int>?
    /// Header fields of which one must be there, whatever its value …
    public var headerFields: [String]
    /// … or texts of which one must occur in the body, letter for letter. The empty text occurs in every body.
    ///
    /// They are not looked for in a body of 1 KiB or more that is a picture, sound, video or font: by its first bytes
    /// (PNG, JPEG, GIF, WebP, WAVE, AVI, MP4 and its kin, Ogg, MP3 with a tag, FLAC, WebM, WOFF), or by its
    /// `Content-Type` where it begins with bytes that no text in UTF-8 has.
    public var bodyMarkers: [String]

    private var alternatives: [CaptchaSignal] = []

    /// A gate.
    ///
    /// With neither header fields nor markers the status alone decides.
    public init(statuses: Set<Int>? = nil, headerFields: [String] = [], bodyMarkers: [String] = []) {
        self.statuses = statuses
        self.headerFields = headerFields
        self.bodyMarkers = bodyMarkers
    }

    /// A gate for what either of two lets through.
    ///
    /// ```swift
    /// CaptchaSignal(bodyMarkers: ["captcha_required"]).or(CaptchaSignal(statuses: [422], bodyMarkers: ["4711"]))
    /// ```
    ///
    /// The narrower each of them is, the less an ordinary result costs.
    public func or(_ other: CaptchaSignal) -> CaptchaSignal {
        var either = self
        either.alternatives += other.all
        return either
    }

    /// This one by itself, and those that are as good.
    var all: [CaptchaSignal] {
        var own = self
        own.alternatives = []
        return [own] + alternatives
    }

    /// Whether a captcha error can have this status.
    func allows(status: Int) -> Bool { all.contains { $0.statuses?.contains(status) ?? true } }

    /// Lets every response through.
    public static let anyResponse = CaptchaSignal()
}
