#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

enum UseIt {
    static func example() async throws {
        // README.md
        _ = (data, response)
    }
}
