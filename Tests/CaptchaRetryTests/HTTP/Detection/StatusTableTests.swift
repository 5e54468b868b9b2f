import Testing

@testable import CaptchaRetry

@Suite("Values by status")
struct StatusTableTests {
    @Test("Every status has the value of the sets that it is in, and those in none have another")
    func values() {
        let sets: [Set<Int>] = [[200], [200, 401], Set(400..<500), [-1, 600, Int.min, Int.max, Int.max - 1], []]
        let table = StatusTable(naming: sets) { status in
            status.map { status in sets.map { $0.contains(status) } } ?? [false, false, false, false, false]
        }
        for status in [
            Int.min, -2, -1, 0, 199, 200, 201, 399, 400, 401, 402, 499, 500, 599, 600, 601, Int.max - 2,
            Int.max - 1, Int.max,
        ] {
            #expect(table[status] == sets.map { $0.contains(status) }, "status \(status)")
        }
    }

    @Test("The value is made once for all statuses that are in the same sets, and once for the others")
    func once() {
        var asked: [Int?] = []
        _ = StatusTable(naming: [Set(400..<500), [428, 900], [200, 900]]) { asked.append($0) }
        #expect(asked == [200, 400, 428, 900, nil])
    }

    @Test("Without sets all statuses have the same value")
    func none() {
        #expect(StatusTable(naming: []) { $0 ?? 7 }[200] == 7)
    }
}
