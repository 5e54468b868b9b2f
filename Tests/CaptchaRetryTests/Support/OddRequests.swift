import CaptchaRetry
import Foundation

/// A request of a client that takes no change, and says nothing.
struct DeafRequest: ReplayableRequest, Equatable {
    private var plain: PlainRequest

    init(_ plain: PlainRequest) { self.plain = plain }

    var url: URL? {
        get { plain.url }
        set { _ = newValue }
    }
    var httpMethod: String? {
        get { plain.httpMethod }
        set { _ = newValue }
    }
    var replayableBody: ReplayableBody {
        get { plain.replayableBody }
        set { _ = newValue }
    }
    func value(forHTTPHeaderField name: String) -> String? { plain.value(forHTTPHeaderField: name) }
    mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {}
}

/// A request of a client that changes header values on their way: it cuts them, or brings them into a normal form.
struct MeddlingRequest: ReplayableRequest, Equatable {
    enum Habit { case cuts, normalises }

    let habit: Habit
    var url: URL?
    var httpMethod: String?
    var replayableBody = ReplayableBody.none
    private var fields: [String: String] = [:]

    init(_ habit: Habit) { self.habit = habit }

    func value(forHTTPHeaderField name: String) -> String? { fields[name] }
    mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {
        switch habit {
        case .cuts: fields[name] = value.map { String($0.prefix(8)) }
        case .normalises: fields[name] = value?.decomposedStringWithCanonicalMapping
        }
    }
}
