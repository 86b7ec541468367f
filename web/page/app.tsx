// app.tsx - the page as a whole: sources at one side, questions at the other.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Language, fill, languages, preferredLanguage, words } from "../shared/words";
import { Conversation } from "./ask/conversation";
import { PageContext, usePage } from "./context";
import { useKept } from "./kept";
import { usePlace } from "./place";
import { Drop } from "./sources/drop";
import { useSources } from "./sources/store";
import { type Taking, useTaking } from "./sources/take";
import { Sources } from "./sources/sources";
import { SourceView } from "./table/source_view";
import { TokenForm, useToken } from "./token";

const DEFAULT_BASE = "files";

type Theme = "system" | "light" | "dark";

function Header(props: {
    language: Language;
    setLanguage: (l: Language) => void;
    theme: Theme;
    setTheme: (t: Theme) => void;
}): JSX.Element {
    const t = words(props.language);

    return (
        <header class="top">
            <a class="skip" href="#question" onClick={focusQuestion}>
                {t.skip}
            </a>
            <h1>
                {t.title} <small>{t.tagline}</small>
            </h1>
            <label class="choice">
                <span class="quiet">{t.language}</span>
                <select
                    value={props.language}
                    onChange={(e) => props.setLanguage(e.currentTarget.value as Language)}
                >
                    {Object.entries(languages).map(([tag, name]) => (
                        <option value={tag} lang={tag}>
                            {name}
                        </option>
                    ))}
                </select>
            </label>
            <label class="choice">
                <span class="quiet">{t.theme}</span>
                <select value={props.theme} onChange={(e) => props.setTheme(e.currentTarget.value as Theme)}>
                    <option value="system">{t.system}</option>
                    <option value="light">{t.light}</option>
                    <option value="dark">{t.dark}</option>
                </select>
            </label>
        </header>
    );
}

function focusQuestion(e: Event): void {
    e.preventDefault();
    document.getElementById("question")?.focus();
}

// The theme that is chosen, or the system's, which may change at any time. It is
// there before what is drawn in its colours asks for them.
function useDark(theme: Theme): boolean {
    const [system, setSystem] = useState(() => matchMedia("(prefers-color-scheme: dark)").matches);
    const dark = theme === "system" ? system : theme === "dark";

    document.documentElement.dataset["theme"] = theme;
    useEffect(() => {
        const query = matchMedia("(prefers-color-scheme: dark)");
        const changed = (): void => setSystem(query.matches);
        query.addEventListener("change", changed);
        return () => query.removeEventListener("change", changed);
    }, []);
    return dark;
}

// The first visit: nothing can be asked before there is a file.
function Begin(props: { taking: Taking }): JSX.Element {
    const { words: t } = usePage();

    return (
        <section class="begin">
            <h2>{t.welcomeEmpty}</h2>
            <p>{t.welcomeHow}</p>
            <Drop taking={props.taking} />
        </section>
    );
}

export function App(): JSX.Element {
    const [language, setLanguage] = useKept<Language>("language", preferredLanguage());
    const [theme, setTheme] = useKept<Theme>("theme", "system");
    const [place, go] = usePlace();
    const [token, setToken] = useToken();
    const server = useMemo(() => ({ origin: "", ...(token ? { token } : {}) }), [token]);
    const sources = useSources(server, words(language), place.base);
    const dark = useDark(theme);
    const page = useMemo(
        () => ({ language, words: words(language), server, dark }),
        [language, server, dark],
    );
    const { base, documents } = sources;
    const taking = useTaking(sources, base ?? DEFAULT_BASE, page.words, go);
    const empty = !sources.loading && !sources.failure && documents.length === 0;
    const open = documents.find((d) => d.key === place.doc);

    useEffect(() => {
        document.documentElement.lang = language;
    }, [language]);

    return (
        <PageContext.Provider value={page}>
            <Header language={language} setLanguage={setLanguage} theme={theme} setTheme={setTheme} />
            <div class="columns">
                <Sources store={sources} taking={empty ? null : taking} base={base} open={open} go={go} />
                <main>
                    {sources.wantsToken && <TokenForm given={setToken} />}
                    {open && <SourceView document={open} close={() => go(base ? { base } : {})} />}
                    {empty && <Begin taking={taking} />}
                    <Conversation
                        base={base}
                        question={place.q}
                        sources={documents.length}
                        open={open !== undefined}
                    />
                </main>
            </div>
            {taking.over && (
                <div class="dropping" aria-hidden="true">
                    <p>{fill(page.words.dropAnywhere, base ?? DEFAULT_BASE)}</p>
                </div>
            )}
        </PageContext.Provider>
    );
}
