public import CaptchaRetry

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension URLRequest: ReplayableRequest {
    /// What is sent along: ``ReplayableBody/data(_:)`` for an `httpBody` that is not empty,
    /// ``ReplayableBody/oneShot`` for an `httpBodyStream`, else ``ReplayableBody/none``.
    ///
    /// Setting ``ReplayableBody/oneShot`` changes nothing: there is no stream to set.
    public var replayableBody: ReplayableBody {
        get {
            if let httpBody, !httpBody.isEmpty { return .data(httpBody) }
            return httpBodyStream == nil ? .none : .oneShot
        }
        set {
            switch newValue {
            case .none:
                httpBodyStream = nil
                httpBody = nil
            case .data(let data):
                httpBodyStream = nil
                httpBody = data
            case .oneShot:
                break
            }
        }
    }
}
