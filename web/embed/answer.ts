// answer.ts - an answer as the assistant shows it: text, rows, sources, SQL.
import { type Answer, type Results, type Source, groupsOf, isNothing } from "../shared/answer";
import { askedWith, offeredBy } from "../shared/candidates";
import { figureColumns } from "../shared/chart_data";
import { cellOf, pieces } from "../shared/figures";
import { countText, isNumeric, resultText } from "../shared/format";
import { reason } from "../shared/reason";
import { type Language, fill, words } from "../shared/words";
import { button, element } from "./element";

const MOST_ROWS = 20;

// Figures light their cell, citations open their source; of a figure without a
// cell nothing more is known.
function text(
    answer: Answer,
    language: Language,
    light: (row: number, column: number) => void,
    open: (i: number) => void,
): HTMLElement {
    const line = element("p", { class: "text" });

    for (const piece of pieces(answer, language)) {
        if (piece.kind === "text") line.append(piece.text);
        else if (piece.kind === "citation") line.append(button(piece.text, "citation", () => open(piece.index)));
        else {
            const cell = cellOf(piece.figure);
            line.append(
                cell && cell.row < MOST_ROWS && hasTable(answer)
                    ? button(piece.text, "figure", () => light(cell.row, cell.column))
                    : element("span", { class: piece.figure.cell ? "figure" : "unproven" }, piece.text),
            );
        }
    }
    return line;
}

const hasTable = ({ results }: Answer): boolean =>
    results !== null && (results.rows.length > 1 || results.columns.length > 1);

interface Look {
    groups: number;
    labels: string[]; // of the first columns
    bars: number | null; // the column that is drawn beside the rows
    most: number; // rows
}

const PLAIN: Look = { groups: 0, labels: [], bars: null, most: MOST_ROWS };

// One figure for each name is drawn beside it, as wide as it is large.
function lookOf(answer: Answer, results: Results): Look {
    const groups = groupsOf(answer);
    const isDrawn = (answer.visualization === "bar" || answer.visualization === "line") && groups === 1;
    const [only = null, ...others] = figureColumns(results, [0]);
    const bars = isDrawn && others.length === 0 ? only : null;

    return { ...PLAIN, groups, labels: answer.labels ?? [], bars };
}

// Lengths from zero to the largest; what is below zero has none.
function drawn(results: Results, column: number, row: number): HTMLElement {
    const numbers = results.rows.map((r) => Number(r[column] ?? 0));
    const most = Math.max(...numbers);
    const line = element("span", { class: "line" });

    line.style.width = `${most > 0 ? Math.max(0, (100 * (numbers[row] ?? 0)) / most) : 0}%`;
    return element("td", { class: "drawn", "aria-hidden": "true" }, line);
}

function table(results: Results, language: Language, look: Look): HTMLElement {
    const classOf = (c: number): Record<string, string> =>
        isNumeric(results.column_types[c]) ? { class: "numeric" } : {};
    const { groups, labels, bars, most } = look;
    const head = results.columns.map((name, c) => element("th", { scope: "col", ...classOf(c) }, labels[c] ?? name));
    const rows = results.rows
        .slice(0, most)
        .map((row, r) =>
            element(
                "tr",
                {},
                ...row.map((_, c) =>
                    element("td", { tabindex: "-1", ...classOf(c) }, resultText(results, groups, r, c, language)),
                ),
                bars !== null && drawn(results, bars, r),
            ),
        );
    const box = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": words(language).table });

    box.append(element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
    return box;
}

// A link only where it leads to the web; anything else is its title.
function source(s: Source): HTMLElement {
    const title = [...new Set([s.title, s.section])].filter(Boolean).join(" › ");
    const safe = s.url !== null && /^(https?:\/\/|\/(?!\/))/i.test(s.url);

    return element(
        "li",
        { value: String(s.index), tabindex: "-1" },
        safe ? element("a", { href: s.url ?? "", rel: "noopener" }, title) : title,
        s.excerpt !== null && element("blockquote", {}, s.excerpt),
    );
}

// What of the marked text a sentence of the answer is from.
const quote = (q: { index: number; text: string }): HTMLElement =>
    element("li", { value: String(q.index), tabindex: "-1" }, element("blockquote", {}, q.text));

function proof(answer: Answer, language: Language): HTMLDetailsElement {
    const t = words(language);
    const { rows_scanned, rows_total } = answer.coverage;
    const scanned = fill(t.rowsScanned, countText(rows_scanned, language), countText(rows_total, language));
    const details = element("details", {}, element("summary", {}, t.evidence));

    if (rows_total > 0) details.append(element("p", { class: "quiet" }, scanned));
    if (answer.sources.length) details.append(element("ol", {}, ...answer.sources.map(source)));
    if (answer.quotes?.length) details.append(element("ol", {}, ...answer.quotes.map(quote)));
    if (answer.generated_sql) details.append(element("pre", { tabindex: "0" }, answer.generated_sql));
    return details;
}

// What the question may have meant, each asked by a click.
function candidates(answer: Answer, language: Language, ask: Ask): HTMLElement {
    const buttons = offeredBy(answer).map((c) => button(c.text, "", () => ask(askedWith(answer, c.text))));

    return element("p", { class: "candidates" }, element("span", { class: "quiet" }, words(language).didYouMean), ...buttons);
}

// Other readings, each answered by a click.
function alternatives(answer: Answer, language: Language, ask: Ask): HTMLElement {
    const t = words(language);
    const label = answer.results ? t.otherReadings : t.doYouMean;
    const buttons = (answer.alternatives ?? []).map((a) => button(a.answer, "", () => ask(answer.query, a.choose)));

    return element(
        "div",
        { class: "alternatives", role: "group", "aria-label": label },
        element("p", { class: "quiet" }, label),
        ...buttons,
    );
}

// The rows behind the figures, page by page below the answer.
function behind(answer: Answer, language: Language, more: More): HTMLElement {
    const t = words(language);
    const box = element("div", { class: "behind" });
    const count = (n: number): string => countText(n, language);
    let found: Results | null = null;
    const load = async (): Promise<void> => {
        press.disabled = true;
        try {
            found = await more(answer, found);
            box.replaceChildren(table(found, language, { ...PLAIN, most: found.rows.length }));
            press.textContent = fill(t.rowsBehindMore, count(found.rows.length), count(found.total_row_count));
            if (found.rows.length < found.total_row_count) box.append(press);
        } catch (e) {
            box.replaceChildren(element("p", { class: "failure", role: "status" }, reason(e, t)), press);
        }
        press.disabled = false;
    };
    const press = button(t.rowsBehind, "", () => void load());

    box.append(press);
    return box;
}

export type Ask = (query: string, choose?: number) => void;
export type More = (answer: Answer, found: Results | null) => Promise<Results>;

export function show(answer: Answer, language: Language, ask: Ask, more: More): HTMLElement {
    const rows = answer.results && hasTable(answer) ? table(answer.results, language, lookOf(answer, answer.results)) : null;
    const hasProof = answer.sources.length > 0 || answer.generated_sql !== null || !!answer.quotes?.length;
    const proven = hasProof ? proof(answer, language) : null;
    const light = (row: number, column: number): void => {
        const cell = rows?.querySelectorAll("tbody tr")[row]?.children[column];
        rows?.querySelector(".lit")?.classList.remove("lit");
        cell?.classList.add("lit");
        if (cell instanceof HTMLElement) cell.focus();
    };
    const open = (index: number): void => {
        if (proven) proven.open = true;
        proven?.querySelector<HTMLElement>(`li[value="${index}"]`)?.focus();
    };

    return element(
        "div",
        {},
        isNothing(answer) ? element("p", { class: "text" }, words(language).noAnswer) : text(answer, language, light, open),
        offeredBy(answer).length > 0 && candidates(answer, language, ask),
        rows,
        answer.rows_behind !== undefined && behind(answer, language, more),
        !!answer.alternatives?.length && alternatives(answer, language, ask),
        ...answer.warnings.map((w) => element("p", { class: "quiet" }, w)),
        proven,
    );
}
