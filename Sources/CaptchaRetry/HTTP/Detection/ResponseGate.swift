/// The signals of all schemes, made ready to look at many responses.
@usableFromInline
struct ResponseGate: Sendable {
    /// What to look for in responses of some status. It is a mere number of places in the gate, so that handing it around
    /// counts no references, which would take a good part of the time of a look.
    @usableFromInline
    struct Plan: Sendable {
        /// Where its header fields are in ``ResponseGate/headerFields``.
        @usableFromInline let headerFields: Range<Int32>
        /// Which of the gate's scans it is.
        fileprivate let scan: Int32
        @usableFromInline let admitsAll: Bool
        @usableFromInline let looksIntoBody: Bool
    }

    @usableFromInline
    enum Sight {
        case nothing
        case marker
        /// Large, and no text by its first bytes; not looked through yet.
        case binary
    }

    @usableFromInline let plans: StatusTable<Plan>
    @usableFromInline let headerFields: [String]
    private let scans: [MarkerScan]
    @usableFromInline let maximumBody: Int

    init(_ signals: [CaptchaSignal], maximumBody: Int) {
        let signals = signals.flatMap(\.all)
        var (headerFields, scans): ([String], [MarkerScan]) = ([], [])
        plans = StatusTable(naming: signals.compactMap(\.statuses)) { status in
            let signals = signals.filter { signal in
                signal.statuses.map { status.map($0.contains) ?? false } ?? true
            }
            let (fields, scan) = (Self.headerFields(of: signals), MarkerScan(signals.flatMap(\.bodyMarkers)))
            headerFields += fields
            scans.append(scan)
            // Narrow, so that a plan fits into two registers.
            let end = Int32(truncatingIfNeeded: headerFields.count)
            return Plan(
                headerFields: end - Int32(truncatingIfNeeded: fields.count)..<end,
                scan: Int32(truncatingIfNeeded: scans.count - 1), admitsAll: signals.contains(where: \.isStatusOnly),
                looksIntoBody: !scan.isEmpty)
        }
        (self.headerFields, self.scans, self.maximumBody) = (headerFields, scans, maximumBody)
    }

    /// Whether a scheme might see a captcha error in the response.
    @inlinable
    func admits(_ response: borrowing some InspectableResponse) -> Bool {
        let plan = plans[response.status]
        if plan.admitsAll { return true }
        for index in plan.headerFields where response.value(forHTTPHeaderField: headerFields[Int(index)]) != nil {
            return true
        }
        guard plan.looksIntoBody else { return false }
        if let count = response.bodyCount, count == 0 || count > maximumBody { return false }
        switch response.withBodyBytes({ look(into: $0, plan) }) {
        case .nothing: return false
        case .marker: return true
        case .binary:
            // Not asked of every response: finding a header field takes longer than looking through a small body.
            if let type = response.value(forHTTPHeaderField: "Content-Type"), MediaType.isPictureOrSound(type) {
                return false
            }
            return response.withBodyBytes { occurs(in: $0, plan) }
        }
    }

    /// What there is to see in a body.
    @usableFromInline
    func look(into body: UnsafeRawBufferPointer, _ plan: Plan) -> Sight {
        guard !body.isEmpty, body.count <= maximumBody else { return .nothing }
        if body.count >= 1024 {
            switch MediaFormat(of: body) {
            case .text: break
            case .pictureOrSound: return .nothing
            case .otherBinary: return .binary
            }
        }
        return occurs(in: body, plan) ? .marker : .nothing
    }

    @usableFromInline
    func occurs(in body: UnsafeRawBufferPointer, _ plan: Plan) -> Bool { scans[Int(plan.scan)].occur(in: body) }

    private static func headerFields(of signals: [CaptchaSignal]) -> [String] {
        var names: [String] = []
        for name in signals.flatMap(\.headerFields) where !names.contains(where: name.equalsIgnoringASCIICase) {
            names.append(name)
        }
        return names
    }
}

extension CaptchaSignal {
    /// Whether nothing but the status is left to look at: the empty text occurs in every body.
    fileprivate var isStatusOnly: Bool { headerFields.isEmpty && bodyMarkers.isEmpty || bodyMarkers.contains("") }
}
