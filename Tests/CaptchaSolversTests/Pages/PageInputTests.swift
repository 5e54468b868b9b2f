import Testing

@testable import CaptchaSolvers

@Suite("What a page view tells")
struct PageInputTests {
    @Test(
        "HTTP statuses are failures of the right kind",
        arguments: [
            (200, nil, false), (302, nil, false), (404, .other, false), (403, .other, false),
            (429, .rateLimited, false),
            (500, .network, true), (503, .network, true), (0, nil, false), (-1, nil, false),
        ] as [(Int, PageFailure.Kind?, Bool)])
    func statuses(status: Int, kind: PageFailure.Kind?, isRetryable: Bool) {
        let failure = PageInput.answered(status: status).failure
        #expect(failure?.kind == kind)
        #expect(failure?.isRetryable ?? false == isRetryable)
    }

    @Test("Loads that gave way to others are no failures, all else is network trouble")
    func navigation() {
        for (domain, code) in [("NSURLErrorDomain", -999), ("WebKitErrorDomain", 102), ("WebKitErrorDomain", 204)] {
            #expect(PageInput.navigationFailed(domain: domain, code: code).failure == nil)
        }
        for (domain, code) in [("NSURLErrorDomain", 102), ("WebKitErrorDomain", -999), ("NSURLErrorDomain", .min)] {
            let failure = PageInput.navigationFailed(domain: domain, code: code).failure
            #expect(failure == PageFailure(.network, code: "\(domain) \(code)", isRetryable: true))
        }
    }

    @Test("A process that ended may be started again")
    func process() {
        #expect(PageInput.processTerminated.failure?.isRetryable == true)
        #expect(PageInput.closedByPerson.failure == nil)
        #expect(PageInput.navigationFinished.failure == nil)
        #expect(PageInput.reappeared.failure == nil)
    }
}
