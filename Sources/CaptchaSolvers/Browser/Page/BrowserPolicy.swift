/// What a prompt's page may load and do, as a `Content-Security-Policy`: nothing but what it carries, to send its form
/// back, and what a provider's widget needs.
struct BrowserPolicy {
    let nonce: String
    let sources: WidgetSources

    var text: String {
        // Next to a nonce, `'unsafe-inline'` would count for nothing.
        let styles = sources.styles.contains("'unsafe-inline'") ? sources.styles : sources.styles + ["'nonce-\(nonce)'"]
        let directives: [(String, [String])] = [
            ("default-src", ["'none'"]), ("script-src", ["'nonce-\(nonce)'"] + sources.scripts), ("style-src", styles),
            ("img-src", ["'self'", "data:"] + sources.images.filter { $0 != "data:" }),
            ("connect-src", ["'self'"] + sources.connections),
            ("frame-src", sources.frames), ("worker-src", sources.workers), ("form-action", ["'self'"]),
            ("base-uri", ["'none'"]), ("frame-ancestors", ["'none'"]),
        ]
        return directives.filter { !$0.1.isEmpty }.map { ([$0.0] + $0.1).joined(separator: " ") }
            .joined(separator: "; ")
    }
}
