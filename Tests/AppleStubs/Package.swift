// swift-tools-version: 6.2
import PackageDescription

// The Apple shells of CaptchaSolvers against stand-ins for Apple's frameworks, on Linux. `run` builds and tests this
// package once for each platform; the platform decides which frameworks there are, and what they lack.

let platform = Context.environment["APPLE_PLATFORM"] ?? "iOS"

let frameworks: [String] =
    switch platform {
    case "macCatalyst": ["UIKit", "AppKit", "WebKit", "AuthenticationServices", "SwiftUI"]
    case "macOS": ["AppKit", "WebKit", "AuthenticationServices", "SwiftUI"]
    case "tvOS": ["UIKit", "AuthenticationServices", "SwiftUI"]
    case "watchOS": ["UIKit", "WatchKit", "AuthenticationServices", "SwiftUI"]
    default: ["UIKit", "WebKit", "AuthenticationServices", "SwiftUI"]
    }

// Apple's is no Swift 6 module: the compiler guards a main-actor closure that goes there, so that it traps elsewhere.
let swift5: [SwiftSetting] = [.swiftLanguageMode(.v5)]

// It also changes the compiler's arguments, so that nothing is reused that another platform's frameworks decided.
let stubSettings: [SwiftSetting] = [.define("STUB_\(platform.uppercased())")]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func stub(_ name: String) -> Target {
    let needs = ["WebKit", "AuthenticationServices", "SwiftUI"].contains(name) ? ["UIKit", "AppKit"] : []
    return .target(
        name: name, dependencies: needs.filter(frameworks.contains).map { .target(name: $0) }, path: "Stubs/\(name)",
        swiftSettings: settings + stubSettings + (name == "AuthenticationServices" ? swift5 : []))
}

let stubs = frameworks.map { Target.Dependency.target(name: $0) }

let package = Package(
    name: "AppleStubs",
    targets: frameworks.map(stub) + [
        .target(name: "CaptchaRetry", path: "Linked/CaptchaRetry", swiftSettings: settings),
        .target(
            name: "LoopbackHTTP", dependencies: ["CaptchaRetry"], path: "Linked/LoopbackHTTP", swiftSettings: settings),
        .target(
            name: "CaptchaRetryTesting", dependencies: ["CaptchaRetry", "LoopbackHTTP"],
            path: "Linked/CaptchaRetryTesting",
            swiftSettings: settings),
        .target(
            name: "CaptchaSolvers", dependencies: ["CaptchaRetry", "LoopbackHTTP"] + stubs,
            path: "Linked/CaptchaSolvers",
            swiftSettings: settings + stubSettings),
        // `run` puts the examples of README.md there that are for Apple's systems.
        .target(
            name: "ReadmeExamples", dependencies: ["CaptchaRetry", "CaptchaSolvers"] + stubs, path: ".build/readme",
            swiftSettings: stubSettings),
        .testTarget(
            name: "ShellTests", dependencies: ["CaptchaRetry", "CaptchaRetryTesting", "CaptchaSolvers"] + stubs,
            path: "ShellTests",
            // Beside Apple's frameworks the compiler looks for their testing overlays, which only Apple has.
            swiftSettings: settings + stubSettings + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
    ],
    swiftLanguageModes: [.v6]
)
