/// A stand-in for SmartCaptcha's script, by its documentation: rendering by hand, the six events, and a task for those
/// who look suspicious.
///
/// A person is played by `standIn`: `click()` on the check box, `solve()` and `swipe()` for the task, and `emit(event,
/// value)` for what befalls a widget. A widget that is tested always gets its task; so does an invisible one, whose site
/// key has `suspicious` in it.
enum SmartCaptchaStandIn {
    static let script = """
        (() => {
            "use strict";
            const query = new URL(document.currentScript.src).searchParams;
            const widgets = [];
            const at = (id) => widgets[id === undefined ? 0 : id];
            const emit = (event, value, id) => {
                for (const entry of [...at(id).subscriptions]) if (entry.event === event) entry.callback(value);
            };
            let tokens = 0;
            const pass = (id) => {
                at(id).token = "token-" + Math.random().toString(36).slice(2) + "-" + ++tokens;
                emit("success", at(id).token, id);
                if (at(id).parameters.callback) at(id).parameters.callback(at(id).token);
            };
            const openTask = (id) => {
                const task = document.createElement("div");
                task.setAttribute("role", "dialog");
                task.textContent = "Stand-in task: how much is 3 + 4?";
                task.style.cssText = "position: fixed; inset: 40% 0 0; padding: 24px; background: #d7e3fc; color: #111;" +
                    "border-radius: 16px 16px 0 0; font: 18px sans-serif";
                at(id).task = task;
                document.body.append(task);
                emit("challenge-visible", undefined, id);
            };
            const closeTask = (id) => {
                at(id).task.remove();
                at(id).task = null;
                emit("challenge-hidden", undefined, id);
            };
            window.smartCaptcha = {
                render(container, parameters) {
                    if (!parameters || !parameters.sitekey) throw new Error("sitekey is missing");
                    const widget = { container, parameters, subscriptions: [], token: "", task: null, resets: 0 };
                    widgets.push(widget);
                    if (!parameters.invisible) {
                        const box = document.createElement("button");
                        box.textContent = "Stand-in: I am not a robot";
                        box.style.cssText = "width: 100%; padding: 24px; font: 18px sans-serif";
                        box.onclick = () => parameters.test ? openTask(widgets.indexOf(widget)) : pass(widgets.indexOf(widget));
                        container.append(box);
                    }
                    return widgets.length - 1;
                },
                getResponse: (id) => at(id).token,
                execute(id) {
                    if (!at(id).parameters.invisible) throw new Error("the widget is not invisible");
                    setTimeout(() => /suspicious/.test(at(id).parameters.sitekey) ? openTask(id) : pass(id));
                },
                reset(id) {
                    at(id).token = "";
                    at(id).resets += 1;
                    if (at(id).task) at(id).task.remove();
                },
                destroy(id) { at(id).container.replaceChildren(); },
                subscribe(id, event, callback) {
                    const entry = { event, callback };
                    at(id).subscriptions.push(entry);
                    return () => { at(id).subscriptions = at(id).subscriptions.filter((other) => other !== entry); };
                },
            };
            window.standIn = {
                emit,
                click: () => document.querySelector("#captcha button").click(),
                solve: () => { closeTask(); pass(); },
                solveSlowly: () => { closeTask(); setTimeout(pass, 50); },
                swipe: () => closeTask(),
                parameters: () => at().parameters,
                resets: () => at().resets,
            };
            if (query.get("render") === "onload" && query.get("onload")) window[query.get("onload")]();
        })();
        """
}
