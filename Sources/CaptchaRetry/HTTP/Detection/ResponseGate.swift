/// The signals of all schemes, made ready to look at many responses.
@usableFromInline
struct ResponseGate: Sendable {
    /// What to look for, by the status; `nil` for nothing.
    private let plans: StatusTable<Plan?>
    @usableFromInline let maximumBody: Int

    init(_ signals: [CaptchaSignal], maximumBody: Int) {
        let signals = signals.flatMap(\.all)
        plans = StatusTable(naming: signals.compactMap(\.statuses)) { status in
            let signals = signals.filter { signal in
                signal.statuses.map { status.map($0.contains) ?? false } ?? true
            }
            return signals.isEmpty ? nil : Plan(signals)
        }
        self.maximumBody = maximumBody
    }

    /// Whether a scheme might see a captcha error in the response.
    @inlinable
    func admits(_ response: borrowing some InspectableResponse) -> Bool {
        guard let plan = plan(for: response.status) else { return false }
        if plan.admitsAll { return true }
        // By index, since an iterator would count references.
        for index in plan.headerFields.indices
        where response.value(forHTTPHeaderField: plan.headerFields[index]) != nil {
            return true
        }
        guard plan.looksIntoBody else { return false }
        switch response.withBodyBytes({ plan.look(into: $0, maximumBody: maximumBody) }) {
        case .nothing: return false
        case .marker: return true
        case .binary:
            // Not asked of every response: finding a header field takes longer than looking through a small body.
            if let type = response.value(forHTTPHeaderField: "Content-Type"), MediaType.isPictureOrSound(type) {
                return false
            }
            return response.withBodyBytes { plan.occurs(in: $0) }
        }
    }

    @usableFromInline
    func plan(for status: Int) -> Plan? { plans[status] }
}

extension ResponseGate {
    /// What to look for in responses of some status.
    @usableFromInline
    final class Plan: Sendable {
        @usableFromInline
        enum Sight {
            case nothing
            case marker
            /// Large, and no text by its first bytes; not looked through yet.
            case binary
        }

        @usableFromInline let admitsAll: Bool
        @usableFromInline let headerFields: [String]
        @usableFromInline let looksIntoBody: Bool
        private let markers: MarkerScan

        init(_ signals: [CaptchaSignal]) {
            // The empty text occurs in every body, so that only the status is left to look at.
            admitsAll = signals.contains {
                $0.headerFields.isEmpty && $0.bodyMarkers.isEmpty || $0.bodyMarkers.contains("")
            }
            var names: [String] = []
            for name in signals.flatMap(\.headerFields) where !names.contains(where: name.equalsIgnoringASCIICase) {
                names.append(name)
            }
            headerFields = names
            markers = MarkerScan(signals.flatMap(\.bodyMarkers))
            looksIntoBody = !markers.isEmpty
        }

        /// What there is to see in a body.
        @usableFromInline
        func look(into body: UnsafeRawBufferPointer, maximumBody: Int) -> Sight {
            guard !body.isEmpty, body.count <= maximumBody else { return .nothing }
            if body.count >= 1024, body.beginsLikeBinaryData { return .binary }
            return occurs(in: body) ? .marker : .nothing
        }

        @usableFromInline
        func occurs(in body: UnsafeRawBufferPointer) -> Bool { markers.occur(in: body) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether there is something among the first bytes that no text in UTF-8 has.
    fileprivate var beginsLikeBinaryData: Bool {
        prefix(16).contains { byte in
            switch byte {
            case 0x09, 0x0A, 0x0C, 0x0D: false
            case 0..<0x20, 0x7F, 0xC0, 0xC1, 0xF5...0xFF: true
            default: false
            }
        }
    }
}
