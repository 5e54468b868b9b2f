#if canImport(WebKit) && canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import CaptchaRetry
    import CaptchaSolvers
    import Foundation
    import Testing
    import WebKit

    extension AppleShells {
        @Suite("Window", .serialized)
        @MainActor
        struct WindowPresenterTests {
            private let screen = Screen()
            private let webView = WKWebView(frame: CGRect(), configuration: WKWebViewConfiguration())
            private let presenter = WindowPresenter(title: "One question")
            private let ends = Ends()

            private func expectHidden() {
                #expect(webView.window?.isVisible == true)
                #expect(webView.window?.alphaValue == 0)
                #expect(webView.window?.ignoresMouseEvents == true)
                #expect(webView.window?.isExcludedFromWindowsMenu == true)
                #expect(NSApplication.shared.keyWindow === screen.window)
            }

            private func expectShown() {
                #expect(webView.window?.alphaValue == 1)
                #expect(webView.window?.ignoresMouseEvents == false)
                #expect(webView.window?.isExcludedFromWindowsMenu == false)
                #expect(webView.window?.parent === screen.window)
                #expect(webView.window?.isKeyWindow == true)
                #expect(screen.window.childWindows?.count == 1)
            }

            @Test("Shown, hidden, shown again and dismissed, it comes and goes without a word")
            func lifecycle() throws {
                try presenter.attach(webView, onEnd: ends.note)
                expectHidden()
                let window = try #require(webView.window)
                #expect(!window.isReleasedWhenClosed)
                #expect(window.title == "One question")
                presenter.show()
                expectShown()
                presenter.show()
                expectShown()
                presenter.hide()
                // The keyboard is with the app's window again.
                expectHidden()
                #expect(window.parent == nil)
                presenter.show()
                expectShown()
                presenter.dismiss()
                #expect(webView.window == nil)
                #expect(!window.isVisible)
                #expect(window.parent == nil)
                #expect(ends.all.isEmpty)
            }

            @Test("Closing the window is the person's end of it, once")
            func closed() throws {
                try presenter.attach(webView) { [ends, presenter] in
                    ends.note($0)
                    presenter.dismiss()
                }
                presenter.show()
                let window = try #require(webView.window)
                window.close()
                #expect(ends.all == [.dismissed])
                #expect(webView.window == nil)
                #expect(!window.isVisible)
                #expect(window.stubNestedCloses == 0)
            }

            @Test("A window that is hidden while the person is in another one leaves them there")
            func hiddenElsewhere() throws {
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                let other = Screen.window()
                presenter.hide()
                #expect(other.isKeyWindow)
                presenter.dismiss()
            }

            @Test("The app's window that closes leaves it there, for the person to go on with", arguments: [1, 2])
            func parentCloses(showings: Int) throws {
                try presenter.attach(webView, onEnd: ends.note)
                for showing in 1...showings {
                    presenter.show()
                    if showing < showings { presenter.hide() }
                }
                screen.window.close()
                let window = try #require(webView.window)
                #expect(window.isVisible)
                #expect(window.parent == nil)
                #expect(ends.all.isEmpty)
                window.close()
                #expect(ends.all == [.dismissed])
                presenter.dismiss()
            }

            @Test("A menu's window, which goes when another one gets the keyboard, does not take it along")
            func menu() throws {
                let menu = NSWindow(contentRect: NSRect(), styleMask: [], backing: .buffered, defer: false)
                menu.makeKeyAndOrderFront(nil)
                NSApplication.shared.stubOnKey = { [weak menu] in if $0 !== menu { menu?.orderOut(nil) } }
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                #expect(!menu.isVisible)
                #expect(webView.window?.isVisible == true)
                #expect(webView.window?.isKeyWindow == true)
                presenter.dismiss()
            }

            @Test("An app without windows shows it all the same")
            func noWindows() throws {
                Screen.empty()
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                #expect(webView.window?.isKeyWindow == true)
                #expect(webView.window?.parent == nil)
                presenter.dismiss()
            }

            @Test("A window takes the page's size, within reason")
            func resized() throws {
                try presenter.attach(webView, onEnd: ends.note)
                presenter.resize(to: CGSize(width: 400, height: 500))
                #expect(webView.window?.frame.size == CGSize(width: 400, height: 500))
                presenter.resize(to: CGSize(width: 0, height: 600))
                #expect(webView.window?.frame.size == CGSize(width: 400, height: 600))
                presenter.resize(to: CGSize(width: 1, height: 100_000))
                #expect(webView.window?.frame.size == CGSize(width: 320, height: 1_000))
            }

            @Test("Nothing is left when it is over, whoever ended it", arguments: [false, true])
            func deallocated(byPerson: Bool) throws {
                weak var presenter: WindowPresenter?
                weak var webView: WKWebView?
                weak var window: NSWindow?
                do {
                    let view = WKWebView(frame: CGRect(), configuration: WKWebViewConfiguration())
                    let shown = WindowPresenter()
                    try shown.attach(view) { [ends, shown] error in
                        ends.note(error)
                        _ = shown
                    }
                    shown.show()
                    (presenter, webView, window) = (shown, view, view.window)
                    #expect(window != nil)
                    if byPerson { window?.close() }
                    shown.dismiss()
                }
                #expect(presenter == nil)
                #expect(webView == nil)
                #expect(window == nil)
            }
        }
    }
#endif
