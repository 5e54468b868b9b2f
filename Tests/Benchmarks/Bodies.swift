/// Bodies of responses, the same in every run.
enum Bodies {
    /// An ordinary result: records with numbers, names, texts, addresses and times.
    static func json(_ size: Int) -> [UInt8] {
        filled(size, before: #"{"response":{"count":1839,"items":["#, after: "]}}") { number in
            let word = words[number % words.count]
            let other = words[(number * 7 + 3) % words.count]
            return
                #"{"id":\#(40_311 + number * 977),"owner_id":\#(number * 31 + 5),"first_name":"\#(word.capitalized)","#
                + #""text":"A \#(word) of \#(other), as it was found by all who went there in spring and came back.","#
                + #""url":"https://cdn.example/\#(word)/\#(number)?size=200x200","likes":{"count":\#(number % 90),"#
                + #""user_likes":0},"date":"2025-03-\#(10 + number % 20)T1\#(number % 10):24:05Z","is_pinned":false}"#
        }
    }

    /// User content full of the word.
    static func captchaTalk(_ size: Int) -> [UInt8] {
        filled(size, before: #"{"items":["#, after: "]}") { _ in
            #"{"text":"captcha captcha captcha captcha captcha captcha captcha captcha captcha captcha captcha"}"#
        }
    }

    /// JSON inside of a JSON string, so that every quote is escaped.
    static func escaped(_ size: Int) -> [UInt8] {
        filled(size, before: #"{"log":[""#, after: #""]}"#) { _ in
            #"{\"error\":{\"error_code\":14,\"captcha_sid\":\"1\",\"captcha\":\"\\\"a\\\"\"}}"#
        }
    }

    /// One byte of a marker, over and over.
    static func repeated(_ text: String, _ size: Int) -> [UInt8] {
        filled(size, before: #"{"a":""#, after: #""}"#, separator: "") { _ in text }
    }

    private static let words = [
        "garden", "river", "number", "picture", "switch", "option", "account", "channel", "mountain", "record",
        "journey",
        "version", "catalogue", "notebook", "headline", "window",
    ]

    private static func filled(
        _ size: Int, before: String, after: String, separator: String = ",", _ record: (Int) -> String
    ) -> [UInt8] {
        var body = Array(before.utf8)
        var (number, isFirst) = (0, true)
        while true {
            let next = Array(((isFirst ? "" : separator) + record(number)).utf8)
            number += 1
            if next.hasNumericMarker { continue }
            guard body.count + next.count + after.utf8.count <= size else { break }
            body += next
            isFirst = false
        }
        body += after.utf8
        // White space is allowed at the end of a JSON text.
        return body + Array(repeating: UInt8(ascii: " "), count: max(0, size - body.count))
    }
}

extension [UInt8] {
    /// Whether there is a code of the scheme that looks for mere digits: results with one in a number are decoded.
    fileprivate var hasNumericMarker: Bool {
        let codes = ["12087", "12214", "85131"].map { Array($0.utf8) }
        return indices.contains { index in
            (self[index] == codes[0][0] || self[index] == codes[2][0])
                && codes.contains { self[index...].starts(with: $0) }
        }
    }
}

extension String {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
