// embed.ts - the assistant on any site, by one tag:
//
//     <script src="https://HOST/embed.js" data-exposure="book" async></script>
//
// data-exposure  which tools and base it reaches
// data-token     the exposure's token, where it is not public
// data-lang      en, es or zh; else the page's language
// data-keep      "tab": the conversation outlives a reload, in the tab's storage
//
// All of it lives in a shadow root: the site's style does not reach in, nor this
// one's out. It keeps nothing in the browser that the site did not ask for, and
// sends only what is asked.
import { type Server, ask } from "../shared/api";
import { moreBehind } from "../shared/behind";
import type { Answer, Question, Turn } from "../shared/answer";
import { type Language, languages, preferredLanguage, words } from "../shared/words";
import { show } from "./answer";
import { button, element, iconButton } from "./element";
import { Kept } from "./kept";
import { follow, marked } from "./selection";
import { style } from "./style";
import { reason } from "../shared/reason";

const FOCUSABLE = "button:not(:disabled), textarea, a[href], summary, [tabindex='0']";
const HISTORY_TURNS = 10;
const TURN_CHARACTERS = 2000;
const ROWS_PAGE = 20; // rows behind an answer, with each wish for more

interface Settings {
    server: Server;
    language: Language;
    kept: Kept;
}

function settingsOf(script: HTMLScriptElement): Settings {
    const { exposure, token, lang, keep } = script.dataset;
    const { origin } = new URL(script.src);
    const wanted = (lang ?? document.documentElement.lang).slice(0, 2).toLowerCase();

    return {
        server: {
            origin,
            ...(token ? { token } : {}),
            ...(exposure ? { exposure } : {}),
        },
        language: wanted in languages ? (wanted as Language) : preferredLanguage(),
        kept: new Kept(keep === "tab" ? `quarry.embed ${origin} ${exposure ?? ""}` : null),
    };
}

class Assistant {
    private readonly t;
    private readonly log = element("div", { class: "log", role: "log", "aria-live": "polite", tabindex: "0" });
    private readonly input: HTMLTextAreaElement;
    private readonly send: HTMLButtonElement;
    private readonly cancel: HTMLButtonElement;
    private readonly panel: HTMLElement;
    private readonly opener: HTMLButtonElement;
    private readonly quote = element("blockquote");
    private readonly selected: HTMLElement;
    private before: HTMLElement | null = null; // what had the focus
    private selectedText = "";
    private history: Turn[] = [];
    private running: AbortController | null = null;

    constructor(
        private readonly settings: Settings,
        private readonly root: ShadowRoot,
    ) {
        const t = words(settings.language);

        this.t = t;
        this.input = element("textarea", {
            rows: "2",
            maxlength: "2000",
            "aria-label": t.askLabel,
            placeholder: `${t.askHere}…`,
        });
        this.send = element("button", { type: "submit", class: "primary" }, t.ask);
        this.cancel = button(t.cancel, "", () => this.running?.abort());
        this.selected = element(
            "div",
            { class: "selected" },
            element("div", {}, element("p", { class: "quiet" }, t.aboutMarked), this.quote),
            iconButton("×", t.remove, () => {
                this.select("");
                this.input.focus();
            }),
        );
        this.opener = button(t.askHere, "open primary", () => this.open());
        this.opener.setAttribute("aria-haspopup", "dialog");
        this.panel = this.makePanel();
        this.cancel.hidden = true;
        this.selected.hidden = true;
        this.panel.hidden = true;
        root.append(element("div", { class: "root", lang: settings.language }, this.opener, this.panel));
        this.offerSelection();
        this.restore();
    }

    // What was said before the reload; what is no conversation any more goes.
    private restore(): void {
        try {
            for (const { query, answer, asked } of this.settings.kept.load()) {
                const shown = this.shown(answer, asked ?? this.question(query, 0));
                this.log.append(element("p", { class: "question" }, query), shown);
                this.remember(query, answer);
            }
        } catch {
            this.clear();
        }
    }

    private clear(): void {
        this.running?.abort();
        this.settings.kept.clear();
        this.log.replaceChildren();
        this.history = [];
        this.input.focus();
    }

    private shown(answer: Answer, asked: Question): HTMLElement {
        return show(
            answer,
            this.settings.language,
            (q, choose) => void this.ask(q, choose),
            (of, found) => moreBehind(this.settings.server, of, asked, found, ROWS_PAGE),
        );
    }

    private makePanel(): HTMLElement {
        const form = element("form", {}, this.selected, this.input, this.send, this.cancel);
        const title = element("h2", { id: "title" }, this.t.askHere);
        const panel = element(
            "div",
            { class: "panel", role: "dialog", "aria-labelledby": "title" },
            element(
                "div",
                { class: "top" },
                title,
                this.settings.kept.isOn && button(this.t.clearHistory, "", () => this.clear()),
                iconButton("×", this.t.close, () => this.close()),
            ),
            this.log,
            form,
        );

        form.addEventListener("submit", (e) => {
            e.preventDefault();
            void this.ask();
        });
        this.input.addEventListener("keydown", (e) => {
            if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
            e.preventDefault();
            void this.ask();
        });
        panel.addEventListener("keydown", (e) => {
            if (e.key === "Escape") this.close();
            if (e.key === "Tab") this.keepFocus(e);
        });
        return panel;
    }

    // Who goes by Tab stays in the panel, which may cover the page, until it is closed.
    private keepFocus(e: KeyboardEvent): void {
        const all = [...this.panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((x) => x.checkVisibility());
        const ends = [all[0], all.at(-1)];
        const [from, to] = e.shiftKey ? ends : [...ends].reverse();

        if (e.composedPath()[0] !== from) return;
        e.preventDefault();
        to?.focus();
    }

    private offerSelection(): void {
        const offer = button(this.t.askAboutThis, "about primary", () => {
            this.select(marked(this.root.host)?.text ?? "");
            offer.hidden = true;
            this.open();
        });

        offer.hidden = true;
        offer.addEventListener("pointerdown", (e) => e.preventDefault()); // or the selection goes
        this.root.querySelector(".root")?.append(offer);
        follow(this.root.host, offer);
    }

    private select(text: string): void {
        this.selectedText = text;
        this.quote.textContent = text;
        this.selected.hidden = text === "";
    }

    private open(): void {
        const { activeElement } = document;
        const isElsewhere = activeElement !== this.root.host && activeElement !== document.body;
        this.before = activeElement instanceof HTMLElement && isElsewhere ? activeElement : null;
        this.panel.hidden = false;
        this.opener.hidden = true;
        this.input.focus();
    }

    private close(): void {
        this.panel.hidden = true;
        this.opener.hidden = false;
        // Back to where it was, if that was somewhere.
        if (this.before?.isConnected) this.before.focus();
        else this.opener.focus();
    }

    private remember(query: string, answer: Answer): void {
        const turns: Turn[] = [
            { role: "user", content: query },
            { role: "assistant", content: answer.answer.slice(0, TURN_CHARACTERS) || "-" },
        ];

        // A list of its own: questions that were asked keep the one before.
        this.history = [...this.history, ...turns].slice(-HISTORY_TURNS);
    }

    // Who chooses a reading asks the question as it stood, after nothing else.
    private question(query: string, choose: number): Question {
        if (choose > 0) return { query, choose };
        return {
            query,
            ...(this.selectedText ? { query_mode: "selected_text", selected_text: this.selectedText } : {}),
            ...(this.history.length ? { conversation_history: this.history } : {}),
        };
    }

    private async ask(query = this.input.value.trim(), choose = 0): Promise<void> {
        if (!query || this.running) return;
        const stop = new AbortController();
        const asked = this.question(query, choose);
        const text = element("p", { class: "text", "aria-busy": "true" }, this.t.thinking);
        let said = "";

        this.running = stop;
        this.input.value = "";
        this.busy(true);
        this.log.append(element("p", { class: "question" }, query), text);
        this.log.scrollTop = this.log.scrollHeight;
        try {
            const answer = await ask(
                this.settings.server,
                asked,
                (event, data) => {
                    if (event !== "token") return;
                    const token = data as { text?: string; replace?: boolean };
                    said = token.replace ? (token.text ?? "") : said + (token.text ?? "");
                    text.textContent = said;
                },
                stop.signal,
            );
            text.replaceWith(this.shown(answer, asked));
            this.remember(query, answer);
            this.settings.kept.add({ query, answer, asked });
        } catch (e) {
            const cancelled = stop.signal.aborted;
            const why = cancelled ? this.t.cancelled : reason(e, this.t);
            text.replaceWith(element("p", { class: cancelled ? "quiet" : "failure" }, why));
        }
        this.running = null;
        this.busy(false);
        this.log.scrollTop = this.log.scrollHeight;
    }

    private busy(yes: boolean): void {
        this.send.disabled = yes;
        this.cancel.hidden = !yes;
    }
}

function begin(script: HTMLScriptElement): void {
    const host = document.createElement("quarry-assistant");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();

    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    document.body.append(host);
    new Assistant(settingsOf(script), root);
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
    if (document.body) begin(script);
    else document.addEventListener("DOMContentLoaded", () => begin(script));
}
