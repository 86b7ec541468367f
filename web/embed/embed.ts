// embed.ts - the assistant on any site, by one tag:
//
//     <script src="https://HOST/embed.js" data-exposure="book" async></script>
//
// data-exposure  which tools and base it reaches
// data-token     the exposure's token, where it is not public
// data-lang      en, es or zh; else the page's language
//
// All of it lives in a shadow root: the site's style does not reach in, nor this
// one's out. It keeps nothing in the browser and sends only what is asked.
import { type Server, ask } from "../shared/api";
import type { Answer, Turn } from "../shared/answer";
import { type Language, languages, preferredLanguage, words } from "../shared/words";
import { show } from "./answer";
import { button, element } from "./element";
import { follow, marked } from "./selection";
import { style } from "./style";
import { reason } from "../shared/reason";

const HISTORY_TURNS = 10;
const TURN_CHARACTERS = 2000;

interface Settings {
    server: Server;
    language: Language;
}

function settingsOf(script: HTMLScriptElement): Settings {
    const { exposure, token, lang } = script.dataset;
    const wanted = (lang ?? document.documentElement.lang).slice(0, 2).toLowerCase();

    return {
        server: {
            origin: new URL(script.src).origin,
            ...(token ? { token } : {}),
            ...(exposure ? { exposure } : {}),
        },
        language: wanted in languages ? (wanted as Language) : preferredLanguage(),
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
    private selectedText = "";
    private history: Turn[] = [];
    private running: AbortController | null = null;

    constructor(
        private readonly settings: Settings,
        root: ShadowRoot,
    ) {
        const t = words(settings.language);

        this.t = t;
        this.input = element("textarea", {
            rows: "2",
            maxlength: "2000",
            "aria-label": t.askLabel,
            placeholder: t.askPlaceholder,
        });
        this.send = element("button", { type: "submit", class: "primary" }, t.ask);
        this.cancel = button(t.cancel, "", () => this.running?.abort());
        this.selected = element(
            "div",
            { class: "selected" },
            this.quote,
            button(t.close, "", () => this.select("")),
        );
        this.opener = button(t.tagline, "open primary", () => this.open());
        this.panel = this.makePanel();
        this.cancel.hidden = true;
        this.selected.hidden = true;
        this.panel.hidden = true;
        root.append(element("div", { class: "root", lang: settings.language }, this.opener, this.panel));
        this.offerSelection(root);
    }

    private makePanel(): HTMLElement {
        const form = element("form", {}, this.selected, this.input, this.send, this.cancel);
        const title = element("h2", { id: "title" }, this.t.tagline);
        const panel = element(
            "div",
            { class: "panel", role: "dialog", "aria-labelledby": "title" },
            element("div", { class: "top" }, title, button(this.t.close, "", () => this.close())),
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
        });
        return panel;
    }

    private offerSelection(root: ShadowRoot): void {
        const offer = button(this.t.askAboutThis, "about primary", () => {
            this.select(marked(root.host)?.text ?? "");
            offer.hidden = true;
            this.open();
        });

        offer.hidden = true;
        offer.addEventListener("pointerdown", (e) => e.preventDefault()); // or the selection goes
        root.querySelector(".root")?.append(offer);
        follow(root.host, offer);
    }

    private select(text: string): void {
        this.selectedText = text;
        this.quote.textContent = text;
        this.selected.hidden = text === "";
    }

    private open(): void {
        this.panel.hidden = false;
        this.opener.hidden = true;
        this.input.focus();
    }

    private close(): void {
        this.panel.hidden = true;
        this.opener.hidden = false;
        this.opener.focus();
    }

    private remember(query: string, answer: Answer): void {
        this.history.push(
            { role: "user", content: query },
            { role: "assistant", content: answer.answer.slice(0, TURN_CHARACTERS) || "-" },
        );
        this.history = this.history.slice(-HISTORY_TURNS);
    }

    private async ask(): Promise<void> {
        const query = this.input.value.trim();
        if (!query || this.running) return;
        const stop = new AbortController();
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
                {
                    query,
                    ...(this.selectedText
                        ? { query_mode: "selected_text" as const, selected_text: this.selectedText }
                        : {}),
                    ...(this.history.length ? { conversation_history: this.history } : {}),
                },
                (event, data) => {
                    if (event !== "token") return;
                    const token = data as { text?: string; replace?: boolean };
                    said = token.replace ? (token.text ?? "") : said + (token.text ?? "");
                    text.textContent = said;
                },
                stop.signal,
            );
            text.replaceWith(show(answer, this.settings.language));
            this.remember(query, answer);
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
