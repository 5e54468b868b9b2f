#if !STUB_WATCHOS
    public import Foundation

    @MainActor
    public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {}

    @MainActor
    public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
        @discardableResult
        func animate(
            alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
            completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
        ) -> Bool
    }

    @MainActor
    final class StubTransition: NSObject, UIViewControllerTransitionCoordinator {
        private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

        func animate(
            alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
            completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
        ) -> Bool {
            if let completion { completions.append(completion) }
            return true
        }

        func finish() {
            let all = completions
            completions = []
            for completion in all { completion(self) }
        }
    }
#endif
