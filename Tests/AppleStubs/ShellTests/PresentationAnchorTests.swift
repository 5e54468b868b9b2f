#if canImport(WebKit)
    import Foundation
    import SwiftUI
    import Testing

    @testable import CaptchaSolvers

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    extension AppleShells {
        @Suite("Presentation anchor", .serialized)
        @MainActor
        struct PresentationAnchorTests {
            private let screen = Screen()
            private let anchor = PresentationAnchor()

            @Test("Without views it is the window in front")
            func application() {
                #expect(anchor.window === screen.window)
                #expect(PresentationAnchor.application.window === screen.window)
            }

            @Test("Without windows it is none")
            func none() {
                Screen.empty()
                #expect(anchor.window == nil)
            }

            @Test("A view that is gone, or in no window, counts for nothing")
            func goneView() {
                do {
                    let view = PresentationAnchor.PlatformView(frame: CGRect())
                    anchor.add(view)
                    #expect(anchor.window === screen.window)
                }
                #expect(anchor.windows.isEmpty)
                #expect(anchor.window === screen.window)
            }

            @Test("A SwiftUI view brings its window, and is not kept alive for it")
            func swiftUI() {
                let other = Screen.window()
                screen.bringToFront()
                weak var mark: PresentationAnchor.PlatformView?
                do {
                    mark = EmptyView().captchaAnchor(anchor).stubAppear(in: screen.window)
                    #expect(mark != nil)
                    #expect(anchor.window === screen.window)
                    mark?.removeFromSuperview()
                }
                #expect(mark == nil)
                other.anyView.map(anchor.add)
                #expect(anchor.windows == [other])
            }

            @Test("A view that is only redrawn stays where it is in the order")
            func kept() throws {
                let other = Screen.window()
                let (first, second) = (try #require(screen.window.anyView), try #require(other.anyView))
                anchor.add(first)
                anchor.keep(second)
                anchor.keep(first)
                #expect(anchor.windows == [other, screen.window])
            }

            #if canImport(UIKit)
                @Test("With views it is the window of the one that was added last")
                func ofViews() throws {
                    let other = Screen.window()
                    anchor.add(try #require(other.anyView))
                    anchor.add(try #require(screen.window.anyView))
                    #expect(anchor.window === screen.window)
                    anchor.add(try #require(other.anyView))
                    #expect(anchor.window === other)
                }

                @Test("A key window in the background is not taken")
                func background() {
                    _ = Screen.window(.background)
                    let key = Screen.window(.background)
                    #expect(key.isKeyWindow)
                    #expect(anchor.window === screen.window)
                    anchor.add(key)
                    #expect(anchor.window === screen.window)
                }

                @Test("In front means active first, inactive then, and nothing else")
                func activation() {
                    let inactive = Screen(.foregroundInactive)
                    #expect(anchor.window === inactive.window)
                    let active = Screen.window(.foregroundActive, isKey: false)
                    #expect(anchor.window === active)
                    _ = Screen(.background)
                    #expect(anchor.window == nil)
                    _ = Screen(.unattached)
                    #expect(anchor.window == nil)
                }

                @Test("Of several scenes in front it is the one that the person types in, and no further screen")
                func furtherScreens() {
                    // Scenes have no order, so that one alone might come second by chance.
                    for _ in 1...20 { _ = Screen.window(.foregroundActive, isKey: false) }
                    #expect(anchor.window === screen.window)
                }

                @Test("A hidden window is not taken")
                func hidden() {
                    screen.window.isHidden = true
                    #expect(anchor.window == nil)
                }
            #else
                @Test("A window that nobody sees is not taken")
                func invisible() {
                    Screen.empty()
                    let window = Screen.window()
                    NSApplication.shared.stubResignKey()
                    #expect(anchor.window === window)
                    window.alphaValue = 0
                    #expect(anchor.window == nil)
                }

                @Test("With views it is the one of their windows that the person is in, else the latest")
                func ofViews() throws {
                    let (second, third) = (Screen.window(), Screen.window())
                    anchor.add(try #require(screen.window.anyView))
                    anchor.add(try #require(second.anyView))
                    #expect(third.isKeyWindow)
                    #expect(anchor.window === second)
                    screen.bringToFront()
                    #expect(anchor.window === screen.window)
                }
            #endif
        }
    }
#endif
