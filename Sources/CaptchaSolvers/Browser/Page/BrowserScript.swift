/// What a prompt's page does by script. Only widgets cannot do without it.
enum BrowserScript {
    /// Says that the answer is being checked while the browser waits for the page that comes back, and shows the end of
    /// the page when the program needs it no more.
    static let page = """
        (() => {
          const form = document.querySelector("form");
          const state = document.getElementById("state");
          let isSent = false;
          const listening = new AbortController();
          form.addEventListener("submit", (event) => {
            if (isSent) return event.preventDefault();
            isSent = true;
            if (event.submitter && event.submitter.name === "cancel") return;
            state.textContent = state.dataset.checking;
            for (const button of form.querySelectorAll("button")) button.setAttribute("aria-disabled", "true");
          });
          // Six tabs that listen take up all connections that a browser has for a server. Whoever sends the form or loads
          // the page again would wait for one that this page itself holds.
          window.addEventListener("beforeunload", () => listening.abort());
          window.addEventListener("pageshow", (event) => { if (event.persisted) location.replace(location.pathname); });
          const end = () => {
            if (isSent) return;
            // A widget may still be passed in this tab, and nobody would be there to take its token.
            isSent = true;
            document.getElementById("asking").hidden = true;
            const ended = document.getElementById("ended");
            ended.hidden = false;
            const heading = ended.querySelector("h1");
            document.title = heading.textContent;
            heading.focus();
          };
          const listen = async (failures) => {
            const start = performance.now();
            try {
              const answer = await fetch(form.dataset.news, { cache: "no-store", signal: listening.signal });
              const news = await answer.text();
              if (isSent) return;
              if (news.trim() === "changed") return location.replace(location.pathname);
              return end();
            } catch {
              if (isSent || listening.signal.aborted) return;
              // Browsers give a request up after some minutes, again and again. If requests fail at once, the program
              // is gone.
              const count = performance.now() - start < 5000 ? failures + 1 : 0;
              if (count > 2) return end();
              setTimeout(() => listen(count), 500);
            }
          };
          listen(0);
        })();
        """

    /// Shows a widget and sends its token, or says what is wrong with it. What a provider reports is shown as text.
    static func widget(_ script: WidgetScript) -> String {
        """
        \(script.javaScript)
        (() => {
          const form = document.querySelector("form");
          const trouble = document.getElementById("trouble");
          const widget = document.getElementById("widget");
          const say = (text) => {
            trouble.hidden = !text;
            document.getElementById("trouble-text").textContent = text || "";
          };
          document.getElementById("retry").addEventListener("click", () => location.replace(location.pathname));
          const fail = (code) => {
            say(trouble.dataset.failed + " (" + String(code).slice(0, 200) + ")");
            form.querySelector("details").open = true;
            widget.hidden = !widget.hasChildNodes();
          };
          // A server that says nothing would leave the page as it is.
          const patience = setTimeout(fail, 20000, "timeout");
          let closing;
          let isSent = false;
          // While an answer is being checked, the widget has nothing to say: some close their task only then.
          form.addEventListener("submit", () => {
            isSent = true;
            clearTimeout(patience);
            clearTimeout(closing);
            say(null);
          });
          const captcha = startCaptcha(widget, (method, data) => {
            if (isSent) return;
            clearTimeout(patience);
            clearTimeout(closing);
            if (method === "captchaDidLoad") {
              // Perhaps later than expected.
              widget.hidden = false;
              return say(null);
            }
            if (method === "captchaDidFinish") {
              document.getElementById("answer").value = data;
              return form.requestSubmit();
            }
            if (method === "captchaDidExpire") {
              captcha.reset();
              return say(trouble.dataset.expired);
            }
            if (method === "captchaDidFail") fail(data && data.code);
            // Of an invisible widget nothing is left then that would open it again, unless its token still follows.
            if (method === "challengeDidDisappear" && \(script.isInvisible)) {
              closing = setTimeout(say, 1000, trouble.dataset.closed);
            }
          });
        })();
        """
    }
}
