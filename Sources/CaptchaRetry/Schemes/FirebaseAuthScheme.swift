#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// reCAPTCHA Enterprise in front of Firebase Authentication (Identity Platform).
///
/// - Reported: status 400, and an `error.message` that starts with `MISSING_RECAPTCHA_TOKEN`.
/// - Prompt: a reCAPTCHA Enterprise ``CaptchaPrompt/widget(_:)``. The error does not name the site key; it is the last
///   part of `projects/<id>/keys/<key>` in the project's reCAPTCHA configuration, and comes from you. The widget's
///   action is the one that belongs to the call.
/// - Token goes into the JSON body as `captchaResponse`, or under another name where the call has one (`captchaResp`
///   for mails; inside `phoneEnrollmentInfo` or `phoneSignInInfo` for second factors), together with `clientType` and
///   `recaptchaVersion`. It is good for one request.
/// - Not captchas: all other messages, such as `INVALID_RECAPTCHA_TOKEN` and `CAPTCHA_CHECK_FAILED`, by which a token
///   is refused for good.
///
/// For the wire format see the reference of the Identity Platform's REST API, and the sources of firebase-ios-sdk and
/// firebase-js-sdk (firebase on GitHub).
public struct FirebaseAuthScheme: CaptchaScheme {
    /// What kind of app the site key is for.
    public struct ClientType: Hashable, Sendable {
        let name: String

        /// A web page.
        public static let web = ClientType(name: "CLIENT_TYPE_WEB")
        /// An app for iOS.
        public static let iOS = ClientType(name: "CLIENT_TYPE_IOS")
        /// An app for Android.
        public static let android = ClientType(name: "CLIENT_TYPE_ANDROID")
    }

    /// A call that takes a token in a way of its own.
    private struct Call {
        /// How it is named at the end of the URL's path, now and by the older version of the API.
        var names: [String]
        var action: String
        var token: [String]
    }

    private static let calls = [
        Call(
            names: ["accounts:signInWithPassword", "verifyPassword"], action: "signInWithPassword",
            token: ["captchaResponse"]),
        Call(names: ["accounts:signUp", "signupNewUser"], action: "signUpPassword", token: ["captchaResponse"]),
        Call(
            names: ["accounts:sendOobCode", "getOobConfirmationCode"], action: "getOobCode", token: ["captchaResp"]),
        Call(
            names: ["accounts:sendVerificationCode", "sendVerificationCode"], action: "sendVerificationCode",
            token: ["captchaResponse"]),
        Call(
            names: ["mfaEnrollment:start"], action: "mfaSmsEnrollment",
            token: ["phoneEnrollmentInfo", "captchaResponse"]),
        Call(names: ["mfaSignIn:start"], action: "mfaSmsSignIn", token: ["phoneSignInInfo", "captchaResponse"]),
    ]

    private static let version = "RECAPTCHA_ENTERPRISE"

    /// `firebase-auth`.
    public let id = "firebase-auth"
    /// Once.
    public let tokenScope = TokenScope.singleUse
    /// The message, at status 400.
    public let signal = CaptchaSignal(statuses: [400], bodyMarkers: [Self.message])

    private static let message = "MISSING_RECAPTCHA_TOKEN"
    private let siteKey: String
    private let clientType: ClientType
    private let page: URL?

    /// A scheme for a project with Firebase Authentication.
    ///
    /// - Parameters:
    ///   - siteKey: The reCAPTCHA Enterprise key of the project.
    ///   - clientType: What kind of app the key is for.
    ///   - page: A page on a domain that the key allows, if it is one for web pages.
    public init(siteKey: String, clientType: ClientType = .web, page: URL? = nil) {
        self.siteKey = siteKey
        self.clientType = clientType
        self.page = page
    }

    /// The challenge, if the message says that a token is missing.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard response.status == 400,
            let message = response.json()?[["error", "message"]]?.string, message.hasPrefix(Self.message)
        else { return nil }
        let name = request.url?.lastPathComponent
        let call = Self.calls.first { call in call.names.contains { $0 == name } }
        let widget = CaptchaWidget(
            provider: .reCAPTCHA, siteKey: siteKey, action: call?.action, page: page,
            parameters: ["recaptchaVersion": Self.version])
        return CaptchaChallenge(scheme: id, prompt: .widget(widget))
    }

    /// The three fields of the JSON body, where the call has them.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return [] }
        var path = ["captchaResponse"]
        if case .widget(let widget) = challenge.prompt,
            let call = Self.calls.first(where: { $0.action == widget.action })
        {
            path = call.token
        }
        let place = path.dropLast()
        return [
            .json(path, value), .json(place + ["clientType"], clientType.name),
            .json(place + ["recaptchaVersion"], Self.version),
        ]
    }
}

extension CaptchaScheme where Self == FirebaseAuthScheme {
    /// reCAPTCHA Enterprise in front of Firebase Authentication, with the project's key.
    public static func firebaseAuth(
        siteKey: String, clientType: FirebaseAuthScheme.ClientType = .web, page: URL? = nil
    ) -> FirebaseAuthScheme {
        FirebaseAuthScheme(siteKey: siteKey, clientType: clientType, page: page)
    }
}
