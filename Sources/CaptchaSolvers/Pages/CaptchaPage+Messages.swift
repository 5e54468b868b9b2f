import CaptchaRetry

extension CaptchaPage {
    /// What a message says.
    ///
    /// Bodies may have any shape: members that are not known are left aside, numbers may come as text and text as
    /// numbers, and an object may come as JSON text.
    ///
    /// - Returns: `nil` if it says nothing that is known, if it comes from another frame than the main one, from an
    ///   origin that is none of ``origins``, or by a handler that is none of ``messageHandlers``.
    public func event(from message: PageMessage) -> PageEvent? {
        guard message.isMainFrame, let origin = message.origin, origins.contains(origin),
            messageHandlers.contains(message.handler), let value = MessageValue(message.body)
        else { return nil }
        switch dialect {
        case .nativeClient: return NativeClientMessage.event(value)
        case .vk: return VKPageMessage.event(value, handler: message.handler)
        }
    }
}

extension PageEvent {
    /// The token, if it can be one; `nil` if it is no text or empty.
    static func token(_ value: MessageValue?) -> PageEvent? {
        guard let text = value?.text, !text.isEmpty else { return nil }
        do throws(CaptchaHandlingError) {
            return .token(try CaptchaToken(text))
        } catch {
            return .failed(
                PageFailure(.other, code: "the token cannot be used" + (error.reason.map { ": \($0)" } ?? "")))
        }
    }

    /// The size, if it can be one.
    static func resized(width: MessageValue?, height: MessageValue?) -> PageEvent? {
        guard let width = width?.number, let height = height?.number, (0...100_000).contains(width),
            (0...100_000).contains(height)
        else { return nil }
        return .resized(width: width, height: height)
    }
}
