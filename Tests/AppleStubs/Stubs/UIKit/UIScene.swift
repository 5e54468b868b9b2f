#if !STUB_WATCHOS
    @MainActor
    open class UIScene: UIResponder {
        public enum ActivationState: Int, Sendable {
            case unattached = -1
            case foregroundActive = 0
            case foregroundInactive = 1
            case background = 2
        }

        open internal(set) var activationState = ActivationState.unattached
    }

    @MainActor
    open class UIWindowScene: UIScene {
        open internal(set) var windows: [UIWindow] = []

        /// A scene of the stub application in this state.
        public static func stub(_ state: ActivationState) -> UIWindowScene {
            let scene = UIWindowScene()
            scene.activationState = state
            UIApplication.shared.connectedScenes.insert(scene)
            return scene
        }
    }
#endif
