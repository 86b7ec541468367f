// suggestions.tsx - questions that the base can answer, to begin with.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { get } from "../../shared/api";
import { usePage } from "../context";

export function Suggestions(props: { base: string; put: (q: string) => void }): JSX.Element | null {
    const { words: t, server, language } = usePage();
    const [questions, setQuestions] = useState<string[]>([]);

    useEffect(() => {
        const stop = new AbortController();
        const path = `/v1/bases/${encodeURIComponent(props.base)}/suggestions?lang=${language}`;

        get<{ suggestions: { query: string }[] }>(server, path, stop.signal)
            .then((found) => setQuestions(found.suggestions.map((s) => s.query)))
            .catch(() => setQuestions([])); // the page asks without them
        return () => stop.abort();
    }, [props.base, server, language]);

    if (questions.length === 0) return null;
    return (
        <p class="suggestions">
            <span class="quiet">{t.suggestions}</span>
            {questions.map((q) => (
                <button type="button" key={q} onClick={() => props.put(q)}>
                    {q}
                </button>
            ))}
        </p>
    );
}
