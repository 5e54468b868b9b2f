/// The signals of all schemes, made ready to look at many responses.
struct ResponseGate: Sendable {
    private let signals: [CaptchaSignal]
    private let markers: MarkerScan
    let maximumBody: Int

    init(_ signals: [CaptchaSignal], maximumBody: Int) {
        // The empty text occurs in every body, so that only the status is left to look at.
        self.signals = signals.map { $0.bodyMarkers.contains("") ? CaptchaSignal(statuses: $0.statuses) : $0 }
        self.markers = MarkerScan(signals.flatMap(\.bodyMarkers))
        self.maximumBody = maximumBody
    }

    /// Whether a scheme might see a captcha error in the response.
    func admits(_ response: borrowing some InspectableResponse) -> Bool {
        let status = response.status
        var looksIntoBody = false
        for signal in signals {
            if let statuses = signal.statuses, !statuses.contains(status) { continue }
            if signal.headerFields.isEmpty && signal.bodyMarkers.isEmpty { return true }
            for name in signal.headerFields where response.value(forHTTPHeaderField: name) != nil { return true }
            if !signal.bodyMarkers.isEmpty { looksIntoBody = true }
        }
        guard looksIntoBody else { return false }
        return response.withBodyBytes { $0.count <= maximumBody && markers.occur(in: $0) }
    }
}
