#if canImport(WebKit) && canImport(UIKit)
    import CaptchaRetry
    import CaptchaSolvers
    import Foundation
    import Testing
    import UIKit
    import WebKit

    extension AppleShells {
        @Suite("Sheet", .serialized)
        @MainActor
        struct SheetPresenterTests {
            private let screen = Screen()
            private let webView = WKWebView(frame: CGRect(), configuration: WKWebViewConfiguration())
            private let presenter = SheetPresenter(title: "One question")
            private let ends = Ends()

            private var sheet: UINavigationController? {
                screen.root.presentedViewController as? UINavigationController
            }

            private func expectHidden() {
                #expect(webView.superview === screen.window)
                #expect(screen.window.subviews.first === webView)
                #expect(webView.frame == screen.window.bounds)
                #expect(webView.alpha == 0)
                #expect(!webView.isUserInteractionEnabled)
                #expect(webView.accessibilityElementsHidden)
                #expect(screen.root.presentedViewController == nil)
            }

            private func expectShown() {
                #expect(webView.superview === sheet?.viewControllers.first?.view)
                #expect(webView.window === screen.window)
                #expect(webView.alpha == 1)
                #expect(webView.isUserInteractionEnabled)
                #expect(!webView.accessibilityElementsHidden)
            }

            @Test("A view that is attached is in the window, but neither visible nor within reach")
            func attached() throws {
                try presenter.attach(webView, onEnd: ends.note)
                expectHidden()
            }

            @Test("Without a window in front there is nobody to show it to")
            func noWindow() {
                Screen.empty()
                let error = #expect(throws: CaptchaHandlingError.self) {
                    try presenter.attach(webView, onEnd: ends.note)
                }
                #expect(error?.code == .noSolverForPrompt)
                #expect(webView.superview == nil)
            }

            @Test("Shown, hidden, shown again and dismissed, it comes and goes without a word")
            func lifecycle() throws {
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                expectShown()
                #expect(sheet?.viewControllers.first?.title == "One question")
                #expect(sheet?.viewControllers.first?.view.backgroundColor == .systemBackground)
                presenter.show()
                expectShown()
                webView.stubIsEdited = true
                presenter.hide()
                expectHidden()
                #expect(!webView.stubIsEdited)
                presenter.show()
                expectShown()
                presenter.dismiss()
                #expect(screen.root.presentedViewController == nil)
                #expect(webView.superview == nil)
                #expect(ends.all.isEmpty)
            }

            @Test(
                "Swiping the sheet down is the person's end of it, once, whenever UIKit forgets what presented it",
                arguments: [false, true])
            func swipedDown(forgetsLate: Bool) throws {
                UIViewController.stubForgetsPresenterLate = forgetsLate
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                screen.root.stubSwipeDown()
                #expect(ends.all == [.dismissed])
                presenter.dismiss()
                #expect(ends.all == [.dismissed])
                #expect(screen.root.presentedViewController == nil)
            }

            @Test("The button closes the sheet, and is the person's end of it")
            func closeButton() throws {
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                try #require(sheet?.viewControllers.first?.navigationItem.rightBarButtonItem).stubTap()
                #expect(ends.all == [.dismissed])
                #expect(screen.root.presentedViewController == nil)
            }

            @Test("An app that takes down what the sheet stands on ends it too")
            func takenDown() throws {
                let middle = UIViewController()
                screen.root.present(middle, animated: false)
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                #expect(middle.presentedViewController is UINavigationController)
                screen.root.dismiss(animated: false)
                #expect(ends.all == [.dismissed])
                presenter.dismiss()
            }

            @Test("A transition of the app's is waited for")
            func transitionOfTheApp() throws {
                try presenter.attach(webView, onEnd: ends.note)
                screen.root.stubBeginTransition()
                presenter.show()
                #expect(screen.root.presentedViewController == nil)
                screen.root.stubFinishTransition()
                expectShown()
                #expect(ends.all.isEmpty)
            }

            @Test("A sheet that is dismissed while it comes up goes when it is up")
            func dismissedWhileItComesUp() throws {
                UIViewController.stubAnimates = true
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                presenter.dismiss()
                #expect(webView.superview == nil)
                #expect(sheet != nil)
                screen.root.stubFinishTransition()
                #expect(screen.root.presentedViewController == nil)
                #expect(ends.all.isEmpty)
            }

            @Test("A sheet that is hidden and shown again while it comes up stays")
            func hiddenAndShownWhileItComesUp() throws {
                UIViewController.stubAnimates = true
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                presenter.hide()
                presenter.show()
                screen.root.stubFinishTransition()
                expectShown()
            }

            @Test("A sheet that is on its way out and swiped down is nobody's end, and comes up again")
            func swipedDownOnItsWayOut() throws {
                UIViewController.stubAnimates = true
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                presenter.hide()
                screen.root.stubSwipeDown()
                #expect(ends.all.isEmpty)
                screen.root.stubFinishTransition()
                expectHidden()
                presenter.show()
                expectShown()
            }

            @Test("A sheet of an earlier showing that is heard of late is not the end of this one")
            func heardOfLate() throws {
                try presenter.attach(webView, onEnd: ends.note)
                presenter.show()
                let earlier = try #require(sheet)
                presenter.hide()
                presenter.show()
                earlier.viewDidDisappear(true)
                let controller = try #require(earlier.presentationController)
                presenter.presentationControllerDidDismiss(controller)
                expectShown()
                #expect(ends.all.isEmpty)
                presenter.dismiss()
            }

            @Test("A sheet that is shown and dismissed during a transition never comes up")
            func neverComesUp() throws {
                try presenter.attach(webView, onEnd: ends.note)
                screen.root.stubBeginTransition()
                presenter.show()
                presenter.dismiss()
                screen.root.stubFinishTransition()
                #expect(screen.root.presentedViewController == nil)
                #expect(ends.all.isEmpty)
            }

            @Test("Where no sheet can be shown, that is the end, with a reason")
            func refused() throws {
                try presenter.attach(webView, onEnd: ends.note)
                screen.root.stubRefusesToPresent = true
                presenter.show()
                #expect(ends.all == [.failed(.solverFailed, "the sheet could not be shown")])
            }

            @Test("A window without a view controller is the end, with a reason")
            func noController() throws {
                try presenter.attach(webView, onEnd: ends.note)
                screen.window.rootViewController = nil
                presenter.show()
                let reason = "the window has no view controller to show a sheet over"
                #expect(ends.all == [.failed(.solverFailed, reason)])
            }

            @Test("A sheet takes the page's size, also what the page said before, and each new sheet does")
            func resized() throws {
                try presenter.attach(webView, onEnd: ends.note)
                presenter.resize(to: CGSize(width: 320, height: 480))
                presenter.show()
                #expect(sheet?.preferredContentSize == CGSize(width: 320, height: 480))
                presenter.resize(to: CGSize(width: 320, height: 500))
                #expect(sheet?.preferredContentSize == CGSize(width: 320, height: 500))
                presenter.hide()
                presenter.show()
                #expect(sheet?.preferredContentSize == CGSize(width: 320, height: 500))
                // A side that the page says nothing of is none that has no length.
                presenter.resize(to: CGSize(width: 0, height: 600))
                #expect(sheet?.preferredContentSize == CGSize(width: 320, height: 500))
            }

            @Test("Nothing is left when it is over, whoever ended it", arguments: [false, true])
            func deallocated(bySwipe: Bool) throws {
                weak var presenter: SheetPresenter?
                weak var webView: WKWebView?
                weak var sheet: UIViewController?
                do {
                    let view = WKWebView(frame: CGRect(), configuration: WKWebViewConfiguration())
                    let shown = SheetPresenter()
                    try shown.attach(view) { [ends, shown] error in
                        ends.note(error)
                        _ = shown
                    }
                    shown.show()
                    (presenter, webView, sheet) = (shown, view, screen.root.presentedViewController)
                    #expect(sheet != nil)
                    if bySwipe { screen.root.stubSwipeDown() }
                    shown.dismiss()
                }
                #expect(presenter == nil)
                #expect(webView == nil)
                #expect(sheet == nil)
            }
        }
    }
#endif
