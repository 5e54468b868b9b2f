/// How a prompt's page looks.
enum BrowserStyle {
    /// Colours have a contrast of at least 4.5 to 1 for text and 3 to 1 for edges, in light and in dark.
    static let sheet: StaticString = """
        :root {
          color-scheme: light dark;
          --ground: #f4f5f7; --card: #fff; --text: #1b1f24; --soft: #4d5661; --edge: #767f8a;
          --accent: #0b57d0; --on-accent: #fff; --bad: #a8101c; --bad-ground: #fdecec;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #14171a; --card: #1f2428; --text: #eceff1; --soft: #b3bcc5; --edge: #8a949e;
            --accent: #8ab4f8; --on-accent: #10213c; --bad: #ffb4ab; --bad-ground: #3b1b1b;
          }
        }
        * { box-sizing: border-box }
        body {
          margin: 0; padding: 1rem; min-height: 100vh; display: grid; align-content: start; justify-items: center;
          background: var(--ground); color: var(--text);
          font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        }
        main {
          width: 100%; max-width: 34rem; margin-top: min(6vh, 4rem); padding: clamp(1rem, 5vw, 2rem);
          background: var(--card); border-radius: .75rem; box-shadow: 0 1px 3px #0003; overflow-wrap: anywhere;
        }
        h1 { margin: 0 0 .75rem; font-size: 1.3rem; line-height: 1.25; text-wrap: balance }
        p { margin: 0 0 1rem }
        main > p:last-child, #ended p { margin: 0 }
        .why { color: var(--soft) }
        .task { font-size: 1.2rem }
        .notice { padding: .75rem 1rem; border-left: .25rem solid var(--bad); background: var(--bad-ground) }
        .notice, .notice strong { color: var(--bad) }
        img {
          display: block; width: min(100%, 24rem); max-height: 60vh; object-fit: contain; margin: 0 0 1rem;
          background: #fff; border: 1px solid var(--edge); border-radius: .375rem;
        }
        label { display: block; margin: 0 0 .25rem; font-weight: 600 }
        input {
          display: block; width: 100%; margin: 0 0 1rem; padding: .6rem .75rem; font: inherit;
          color: inherit; background: transparent; border: 1px solid var(--edge); border-radius: .375rem;
        }
        .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 }
        .button {
          padding: .6rem 1.25rem; font: inherit; font-weight: 600; border-radius: .375rem; cursor: pointer;
          border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent);
          text-decoration: none; display: inline-block;
        }
        .plain { background: transparent; color: var(--accent) }
        .button[aria-disabled=true] { opacity: .6; cursor: default }
        a { color: var(--accent) }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
        h1:focus { outline: none }
        details { margin: 0 0 1rem }
        summary { color: var(--accent); cursor: pointer; margin: 0 0 .5rem }
        .notice p { margin: 0 0 .75rem }
        div.notice { margin: 0 0 1rem }
        /* Room for the outline of what has the focus, which would be cut off else. */
        #widget { margin: -.5rem -.5rem .5rem; padding: .5rem; min-height: 5.5rem; overflow-x: auto }
        #state { margin: .75rem 0 0 }
        #state:empty { display: none }
        [hidden] { display: none !important }
        @media (forced-colors: active) { main, .notice { border: 1px solid } }
        """
}
