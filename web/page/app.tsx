// app.tsx - the page as a whole: sources at one side, questions at the other.
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type Language, languages, preferredLanguage, words } from "../shared/words";
import { Conversation } from "./ask/conversation";
import { PageContext } from "./context";
import { useKept } from "./kept";
import { usePlace } from "./place";
import { useSources } from "./sources/store";
import { Sources } from "./sources/sources";
import { SourceView } from "./table/source_view";
import { TokenForm, useToken } from "./token";

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
            <label>
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
            <label>
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

export function App(): JSX.Element {
    const [language, setLanguage] = useKept<Language>("language", preferredLanguage());
    const [theme, setTheme] = useKept<Theme>("theme", "system");
    const [place, go] = usePlace();
    const [token, setToken] = useToken();
    const server = useMemo(() => ({ origin: "", ...(token ? { token } : {}) }), [token]);
    const sources = useSources(server, words(language));
    const page = useMemo(() => ({ language, words: words(language), server }), [language, server]);
    const base = place.base ?? sources.bases[0]?.name;
    const open = sources.documents.find((d) => d.base === base && d.key === place.doc);

    useEffect(() => {
        document.documentElement.lang = language;
        document.documentElement.dataset["theme"] = theme;
    }, [language, theme]);

    return (
        <PageContext.Provider value={page}>
            <Header language={language} setLanguage={setLanguage} theme={theme} setTheme={setTheme} />
            <div class="columns">
                <Sources store={sources} base={base} open={open} go={go} />
                <main>
                    {sources.wantsToken && <TokenForm given={setToken} />}
                    {open && <SourceView document={open} close={() => go(base ? { base } : {})} />}
                    <Conversation base={base} question={place.q} go={go} />
                </main>
            </div>
        </PageContext.Provider>
    );
}
