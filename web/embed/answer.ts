// answer.ts - an answer as the assistant shows it: text, rows, sources, SQL.
import type { Answer, Results, Source } from "../shared/answer";
import { pieces } from "../shared/figures";
import { cellText } from "../shared/format";
import { type Language, fill, words } from "../shared/words";
import { element } from "./element";

const MOST_ROWS = 20;

function text(answer: Answer): HTMLElement {
    const line = element("p", { class: "text" });

    for (const piece of pieces(answer)) {
        if (piece.kind === "figure")
            line.append(element("span", { class: piece.figure.cell ? "figure" : "unproven" }, piece.text));
        else line.append(piece.text);
    }
    return line;
}

function table(results: Results, language: Language): HTMLElement {
    const head = element("tr", {}, ...results.columns.map((c) => element("th", { scope: "col" }, c)));
    const rows = results.rows
        .slice(0, MOST_ROWS)
        .map((row) =>
            element(
                "tr",
                {},
                ...row.map((cell, c) => element("td", {}, cellText(cell, results.column_types[c], language))),
            ),
        );
    const box = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": words(language).table });

    box.append(element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)));
    return box;
}

// A link only where it leads to the web; anything else is its title.
function source(s: Source): HTMLElement {
    const title = [s.title, s.section].filter(Boolean).join(" › ");
    const safe = s.url !== null && /^(https?:\/\/|\/(?!\/))/i.test(s.url);

    return element(
        "li",
        { value: String(s.index) },
        safe ? element("a", { href: s.url ?? "", rel: "noopener" }, title) : title,
        s.excerpt !== null && element("blockquote", {}, s.excerpt),
    );
}

function proof(answer: Answer, language: Language): HTMLElement {
    const t = words(language);
    const rows = answer.coverage.rows_total;
    const details = element("details", {}, element("summary", {}, t.evidence));

    if (rows > 0)
        details.append(element("p", { class: "quiet" }, fill(t.rowsScanned, answer.coverage.rows_scanned, rows)));
    if (answer.sources.length) details.append(element("ol", {}, ...answer.sources.map(source)));
    if (answer.generated_sql) details.append(element("pre", { tabindex: "0" }, answer.generated_sql));
    return details;
}

export function show(answer: Answer, language: Language): HTMLElement {
    const { results } = answer;
    const several = results !== null && (results.rows.length > 1 || results.columns.length > 1);

    return element(
        "div",
        {},
        text(answer),
        several && table(results, language),
        ...answer.warnings.map((w) => element("p", { class: "quiet" }, w)),
        (answer.sources.length > 0 || answer.generated_sql !== null) && proof(answer, language),
    );
}
