#if os(Linux)
    import CaptchaRetryTesting
    import Foundation
    import TestSupport
    import Testing

    @testable import CaptchaSolvers

    @Suite("SystemBrowser")
    final class SystemBrowserTests: Sendable {
        private let folder: URL
        private let page: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            page = try #require(URL(string: "http://127.0.0.1:9/a?b=c&d=$(id)"))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// A program that stands in for `xdg-open`.
        ///
        /// A process of its own writes it: those that other tests start in this moment would inherit the file while it
        /// is open for writing, and such a file cannot be run.
        private func program(_ lines: String) async throws -> String {
            let file = folder.appendingPathComponent("open").path
            let text = "#!/bin/sh\ncd '\(folder.path)'\n\(lines)\n"
            let isWritten = await onOwnThread {
                DetachedProcess(
                    "/bin/sh",
                    arguments: ["-c", #"printf %s "$2" > "$1" && chmod 700 "$1""#, "sh", file, text])?
                    .waitForSuccess()
            }
            try #require(isWritten == true)
            return file
        }

        /// Runs until the folder is removed, even if that is before it has begun.
        private let stays = "touch runs; while [ -e runs ]; do sleep 0.1; done"

        private func written(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }

        @Test("The address is the program's only argument, and no shell reads it")
        func argument() async throws {
            let program = try await program(#"printf '%s|' "$@" > arguments"#)
            #expect(await SystemBrowser.open(page, with: program, clock: ManualClock()))
            #expect(try written("arguments") == page.absoluteString + "|")
        }

        @Test("A program that fails, or is not there, opens nothing", arguments: ["exit 3", "kill -9 $$", nil])
        func failure(lines: String?) async throws {
            let missing = folder.appendingPathComponent("missing").path
            let program = if let lines { try await self.program(lines) } else { missing }
            #expect(await SystemBrowser.open(page, with: program, clock: ManualClock()) == false)
        }

        @Test(
            "Only the addresses of web pages are opened", arguments: ["file:///etc/passwd", "javascript:1", "-a", "a"])
        func otherAddress(text: String) async throws {
            let program = try await program("touch ran")
            let url = try #require(URL(string: text))
            #expect(await SystemBrowser.open(url, with: program, clock: ManualClock()) == false)
            #expect(throws: (any Error).self) { try written("ran") }
        }

        @Test("The program has /dev/null for input and output, no other descriptor, and a session of its own")
        func detached() async throws {
            let secret = folder.appendingPathComponent("secret").path
            // Without the flag that closes it in children, as some libraries open theirs.
            let descriptor = Glibc.open(secret, O_RDWR | O_CREAT, 0o600)
            try #require(descriptor > 2)
            defer { close(descriptor) }
            let program = try await program(
                "for d in /proc/$$/fd/*; do readlink $d; done | grep -v /open$ | grep -v ^pipe: | sort -u > fds\n"
                    + "s=$(readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2); echo \"$s\" > standard\n"
                    + "cut -d' ' -f 1,5,6 /proc/$$/stat > session")
            #expect(await SystemBrowser.open(page, with: program, clock: ManualClock()))
            #expect(try written("fds") == "/dev/null\n")
            #expect(try written("standard") == "/dev/null\n/dev/null\n/dev/null\n")
            #expect(Set(try written("session").split { " \n".contains($0) }).count == 1)
        }

        #if canImport(Glibc)
            @Test(
                "A descriptor that another thread opens in the same moment does not get into the program either",
                .enabled(
                    if: dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") != nil,
                    "glibc before 2.34 cannot do that")
            )
            func racing() async throws {
                let program = try await program("for d in /proc/$$/fd/*; do readlink $d; done >> fds; true")
                let end = Gate()
                async let racer: Void = onOwnThread {
                    // Without the flag that closes it in children.
                    while !end.isOpen { close(Glibc.open("/dev/zero", O_RDONLY)) }
                }
                for _ in 0..<40 { #expect(await SystemBrowser.open(page, with: program, clock: ManualClock())) }
                end.open()
                await racer
                #expect(try !written("fds").contains("/dev/zero"))
            }
        #endif

        @Test("The program's process is forgotten when it has ended")
        func noZombie() async throws {
            let program = try await program("echo $$ > process")
            #expect(await SystemBrowser.open(page, with: program, clock: ManualClock()))
            let process = try #require(pid_t(try written("process").trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(kill(process, 0) == -1 && errno == ESRCH)
        }

        @Test("A program that stays as the browser is waited for five seconds")
        func staying() async throws {
            let program = try await program(stays)
            let clock = ManualClock()
            async let isOpen = SystemBrowser.open(page, with: program, clock: clock)
            await clock.waitForSleepers()
            clock.advance(by: .seconds(5))
            #expect(await isOpen)
        }

        @Test("A caller that is cancelled does not wait for the program")
        func cancelled() async throws {
            let program = try await program(stays)
            let clock = ManualClock()
            let opening = Task { await SystemBrowser.open(page, with: program, clock: clock) }
            await clock.waitForSleepers()
            opening.cancel()
            #expect(await opening.value == false)
        }

        @Test("A screen is there where the environment names one")
        func screen() {
            #expect(!SystemBrowser.isAvailable(in: [:]))
            #expect(!SystemBrowser.isAvailable(in: ["DISPLAY": ""]))
            #expect(SystemBrowser.isAvailable(in: ["DISPLAY": ":0"]))
            #expect(SystemBrowser.isAvailable(in: ["WAYLAND_DISPLAY": "wayland-0"]))
            #expect(SystemBrowser.isAvailable(in: ["BROWSER": "/usr/bin/code-browser"]))
        }
    }
#endif
