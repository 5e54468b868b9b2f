import Foundation

/// What editing a query or a form has to give, worked out in another way than the package does.
enum PairsOracle {
    /// The text with one pair set.
    static func setting(_ name: String, to value: String, in text: String) -> String {
        let pair = encoded(name) + "=" + encoded(value)
        var pairs = pieces(of: text, at: "&")
        let places = pairs.indices.filter { !pairs[$0].isEmpty && decodedName(pairs[$0]) == Array(name.utf8) }
        if let first = places.first {
            pairs[first] = pair
            for place in places.dropFirst().reversed() { pairs.remove(at: place) }
        } else if pairs.last == "" {
            pairs[pairs.count - 1] = pair
        } else {
            pairs.append(pair)
        }
        return pairs.joined(separator: "&")
    }

    /// The text with all but unreserved characters encoded.
    static func encoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// The values of a name, decoded as servers decode forms.
    static func values(of name: String, in text: String) -> [String] {
        pieces(of: text, at: "&")
            .filter { !$0.isEmpty && decodedName($0) == Array(name.utf8) }
            .map { pair in
                let value = pieces(of: pair, at: "=").dropFirst().joined(separator: "=")
                return value.replacing("+", with: " ").removingPercentEncoding ?? value
            }
    }

    private static func pieces(of text: String, at separator: Unicode.Scalar) -> [String] {
        text.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }

    private static func decodedName(_ pair: String) -> [UInt8] {
        let name = pieces(of: pair, at: "=")[0].replacing("+", with: " ")
        return Array((name.removingPercentEncoding ?? name).utf8)
    }
}
