// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ReadmeExamples",
    // README.md
)

// The package as it is here, and a target that has the other examples.
package.dependencies = [.package(name: "swift-captcha-retry", path: "../../../..")]
package.targets = [
    .testTarget(
        name: "Examples",
        dependencies: package.targets.flatMap(\.dependencies) + [
            .product(name: "CaptchaRetryTesting", package: "swift-captcha-retry"),
            .product(name: "CaptchaVerification", package: "swift-captcha-retry"),
        ])
]
