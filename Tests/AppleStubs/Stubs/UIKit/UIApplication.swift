#if !STUB_WATCHOS
    public import Foundation

    @MainActor
    open class UIApplication: UIResponder {
        public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

        private static let application = UIApplication()

        open class var shared: UIApplication { application }

        open internal(set) var connectedScenes: Set<UIScene> = []

        /// What was opened outside of the application.
        public private(set) var stubOpened: [URL] = []

        open func open(
            _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
            completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
        ) {
            stubOpened.append(url)
            completion?(true)
        }

        /// An application without scenes that has opened nothing.
        public func stubReset() {
            connectedScenes = []
            stubOpened = []
        }
    }
#endif
