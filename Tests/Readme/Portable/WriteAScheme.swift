import CaptchaRetry
import Foundation

enum WriteAScheme {
    // README.md

    static let example: any CaptchaScheme = ShopScheme()
}
