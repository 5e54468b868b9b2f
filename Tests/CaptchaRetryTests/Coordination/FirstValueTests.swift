import CaptchaRetryTesting
import Testing

@testable import CaptchaRetry

@Suite("The first of several values")
struct FirstValueTests {
    @Test("Of several values the first counts, whether somebody waits for it or not", arguments: [true, false])
    func first(isAwaited: Bool) async {
        let first = FirstValue<Int>()
        let waiting = isAwaited ? Task { await first.value } : nil
        for number in 1...3 { first.set(number) }
        #expect(await first.value(or: waiting) == 1)
        first.set(4)
    }

    @Test("Of values that come from several threads at once one counts, and the waiter has that")
    func race() async {
        for _ in 0..<500 {
            let first = FirstValue<Int>()
            await withTaskGroup(of: Int?.self) { group in
                group.addTask { await first.value }
                for number in 1...3 {
                    group.addTask {
                        first.set(number)
                        return nil
                    }
                }
                let seen = await group.reduce(into: [Int]()) { if let value = $1 { $0.append(value) } }
                #expect(seen.count == 1)
                #expect(await first.value == seen.first)
            }
        }
    }

    @Test("No value is a value where it may be none")
    func none() async {
        let first = FirstValue<Int?>()
        first.set(nil)
        first.set(1)
        #expect(await first.value == nil)
    }
}

extension FirstValue {
    /// What a task has waited for, where there is one.
    fileprivate func value(or waiting: Task<Value, Never>?) async -> Value {
        if let waiting { await waiting.value } else { await value }
    }
}
