import CaptchaRetry
import CaptchaRetryTesting
import Testing

@Suite(
    "Edits of a real MediaWiki",
    .enabled(if: Upstream.isStarted(Wiki.variable), "MediaWiki is not there; Tests/Upstreams/run starts it"))
struct MediaWikiEditTests {
    @Test("An anonymous edit that is challenged is answered, saved, and can be read back", arguments: ["json", "xml"])
    func edit(format: String) async throws {
        let (solver, title) = (StubSolver.computing(), Wiki.newTitle())
        let wiki = try Wiki(solver: solver)
        let response = try await wiki.edit(title, text: "1 + 1 = 2 & so on", format: format)
        let body = String(decoding: response.body, as: UTF8.self)
        #expect(body.contains(format == "xml" ? #"result="Success""# : #""result":"Success""#))
        #expect(try await wiki.text(of: title) == "1 + 1 = 2 & so on")
        #expect(solver.asked.count == 1)
        #expect(solver.told.outcomes == [.accepted])
    }

    @Test("A wrong answer is refused with a new id, and the second one passes")
    func wrongAnswer() async throws {
        let (solver, title) = (StubSolver.computing { $0 == 1 ? 1 : 0 }, Wiki.newTitle())
        let wiki = try Wiki(solver: solver)
        let response = try await wiki.edit(title, text: "in the end")
        #expect(response.json()?["edit"]?["result"]?.string == "Success")
        #expect(try await wiki.text(of: title) == "in the end")
        #expect(solver.asked.map(\.round) == [1, 2])
        #expect(Set(solver.asked.map { $0["captchaid"] }).count == 2)
        #expect(solver.told.outcomes == [.refused, .accepted])
    }

    @Test("Answers that are wrong every time end in an error with the wiki's last response, and save nothing")
    func alwaysWrong() async throws {
        let (solver, title) = (StubSolver.computing { _ in 1 }, Wiki.newTitle())
        let wiki = try Wiki(solver: solver)
        let error = await #expect(throws: CaptchaHandlingError.self) { try await wiki.edit(title, text: "never") }
        #expect(error?.code == .stillChallenged)
        #expect(error?.lastResponse?.json()?["edit"]?["captcha"] != nil)
        #expect(solver.asked.count == 3)
        #expect(try await wiki.text(of: title).isEmpty)
    }

    @Test("Of eight edits at once every one is saved, with an answer of its own, one prompt at a time")
    func parallelEdits() async throws {
        let solver = StubSolver.computing()
        let wiki = try Wiki(solver: solver)
        let titles = (0..<8).map { _ in Wiki.newTitle() }
        let results = try await withThrowingTaskGroup(of: String?.self) { group in
            for title in titles {
                group.addTask {
                    try await wiki.edit(title, text: "text of \(title)").json()?["edit"]?["result"]?.string
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: "Success", count: 8))
        for title in titles { #expect(try await wiki.text(of: title) == "text of \(title)") }
        #expect(solver.maximumConcurrentSolves == 1)
        #expect(solver.told.outcomes == Array(repeating: .accepted, count: 8))
        #expect(Set(solver.asked.map { $0["captchaid"] }).count == 8)
    }

    @Test("An edit that fails for another reason comes back as it is, and nobody is asked")
    func otherFailure() async throws {
        let solver = StubSolver.computing()
        let response = try await Wiki(solver: solver).edit(Wiki.newTitle(), text: "no", token: "wrong")
        #expect(response.json()?["error"]?["code"]?.string == "badtoken")
        #expect(solver.asked.isEmpty)
    }
}
