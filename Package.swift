// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "swift-captcha-retry",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "CaptchaRetry", targets: ["CaptchaRetry"]),
        .library(name: "CaptchaRetryURLSession", targets: ["CaptchaRetryURLSession"]),
        .library(name: "CaptchaSolvers", targets: ["CaptchaSolvers"]),
        .library(name: "CaptchaRetryTesting", targets: ["CaptchaRetryTesting"]),
        .library(name: "CaptchaVerification", targets: ["CaptchaVerification"]),
    ],
    targets: [
        .target(name: "CaptchaRetry", swiftSettings: settings),
        .target(name: "CaptchaRetryURLSession", dependencies: ["CaptchaRetry"], swiftSettings: settings),
        // No product: the server beneath the testing kit and the solvers that a browser comes back to.
        .target(name: "LoopbackHTTP", dependencies: ["CaptchaRetry"], swiftSettings: settings),
        .target(name: "CaptchaSolvers", dependencies: ["CaptchaRetry", "LoopbackHTTP"], swiftSettings: settings),
        .target(name: "CaptchaRetryTesting", dependencies: ["CaptchaRetry", "LoopbackHTTP"], swiftSettings: settings),
        .target(name: "CaptchaVerification", swiftSettings: settings),
        .executableTarget(
            name: "Quickstart",
            dependencies: ["CaptchaRetry", "CaptchaRetryURLSession", "CaptchaSolvers", "CaptchaRetryTesting"],
            path: "Examples/Quickstart",
            swiftSettings: settings),
        .executableTarget(
            name: "ProtectedAPI",
            dependencies: ["CaptchaRetry", "CaptchaRetryURLSession", "CaptchaVerification", "CaptchaRetryTesting"],
            path: "Examples/ProtectedAPI",
            swiftSettings: settings),
        .target(name: "AllocationCounter", path: "Tests/Benchmarks/AllocationCounter"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["AllocationCounter", "CaptchaRetry", "CaptchaRetryURLSession", "CaptchaRetryTesting"],
            path: "Tests/Benchmarks", exclude: ["AllocationCounter"], swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["LoopbackHTTP"], path: "Tests/Support", swiftSettings: settings),
        .testTarget(
            name: "CaptchaRetryTests", dependencies: ["CaptchaRetry", "CaptchaRetryTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CaptchaRetryURLSessionTests",
            dependencies: ["CaptchaRetry", "CaptchaRetryURLSession", "CaptchaRetryTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CaptchaSolversTests",
            dependencies: ["CaptchaRetry", "CaptchaSolvers", "CaptchaRetryTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "LoopbackHTTPTests",
            dependencies: ["CaptchaRetry", "LoopbackHTTP", "CaptchaRetryTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CaptchaRetryTestingTests", dependencies: ["CaptchaRetry", "CaptchaRetryTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CaptchaVerificationTests",
            dependencies: [
                "CaptchaVerification", "CaptchaRetry", "CaptchaRetryTesting", "LoopbackHTTP", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "QuickstartTests",
            dependencies: ["Quickstart", "CaptchaRetry", "CaptchaRetryTesting", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ProtectedAPITests",
            dependencies: ["ProtectedAPI", "CaptchaRetry", "CaptchaVerification", "CaptchaRetryTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "UpstreamTests", dependencies: ["CaptchaRetry", "CaptchaRetryURLSession", "CaptchaRetryTesting"],
            path: "Tests/Upstreams/UpstreamTests", swiftSettings: settings),
        .testTarget(
            name: "EngineTests",
            dependencies: ["CaptchaRetry", "CaptchaSolvers", "CaptchaRetryTesting", "TestSupport"],
            path: "Tests/Engines/EngineTests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
