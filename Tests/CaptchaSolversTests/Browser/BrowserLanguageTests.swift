import Testing

@testable import CaptchaSolvers

@Suite("The language of BrowserSolver's pages")
struct BrowserLanguageTests {
    @Test(
        "It is the one that the browser likes best of those that there are, else English",
        arguments: [
            (nil, BrowserLanguage.english), ("", .english), ("de-DE,de;q=0.9", .english), ("ru", .russian),
            ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", .russian), ("de, ja;q=0.5, en;q=0.4", .japanese),
            ("en;q=0.1,JA-jp;q=0.2", .japanese), ("ru;q=0", .english), ("ru;q=x,ja;q=0.001", .japanese),
            (";;,,q=1;ja", .english), ("en, ru", .english),
        ])
    func preferred(field: String?, language: BrowserLanguage) {
        #expect(BrowserLanguage.preferred(in: field) == language)
    }
}
