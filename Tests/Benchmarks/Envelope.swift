import Foundation

/// What one would write by hand: decode the part of the response that an error would be in.
struct Envelope: Decodable {
    struct Failure: Decodable {
        var code: Int

        private enum CodingKeys: String, CodingKey {
            case code = "error_code"
        }
    }

    var error: Failure?

    static func code(in body: Data) throws -> Int? {
        try JSONDecoder().decode(Envelope.self, from: body).error?.code
    }

    static func codeBySerialization(in body: Data) throws -> Int? {
        let document = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        return (document?["error"] as? [String: Any])?["error_code"] as? Int
    }
}
