// figures.ts - an answer's text cut at its figures and its citations.
import { type Answer, type Figure, groupsOf } from "./answer";
import { beginsInDate } from "./dates";
import { resultText } from "./format";

export type Piece =
    | { kind: "text"; text: string }
    | { kind: "figure"; text: string; figure: Figure }
    | { kind: "citation"; text: string; index: number };

// Figures come in the order of the text, so that each is looked for behind the
// one before it; of "2" in "2023" the whole number is meant, of "12" in
// "2023-12-31" the day. What tables say has dates that are no figures; the numbers of
// dates that a passage has are figures like any other.
function findFigure(text: string, figure: Figure, from: number): number {
    const isOfTables = /^\/(results|query_spec)\//.test(figure.cell ?? "");
    const isInDate = (at: number): boolean => isOfTables && beginsInDate(text.slice(at));

    for (let at = text.indexOf(figure.text, from); at >= 0; at = text.indexOf(figure.text, at + 1)) {
        const before = text.slice(Math.max(0, at - 2), at);
        const after = text.slice(at + figure.text.length);
        if (!/(\d|\d[-:])$/.test(before) && !/^(\d|[.,:-]\d)/.test(after) && !isInDate(at)) return at;
    }
    return -1;
}

function withCitations(text: string): Piece[] {
    return text.split(/(\[\d{1,3}\])/).flatMap((part): Piece[] => {
        if (!part) return [];
        const cited = /^\[(\d+)\]$/.exec(part);
        return [cited ? { kind: "citation", text: part, index: Number(cited[1]) } : { kind: "text", text: part }];
    });
}

// A figure as its cell is shown, unless the text rounds it or writes it out.
function shown(answer: Answer, figure: Figure, locale: string): string {
    const { results } = answer;
    const at = cellOf(figure);

    return results && at && results.rows[at.row]?.[at.column] === Number(figure.text)
        ? resultText(results, groupsOf(answer), at.row, at.column, locale)
        : figure.text;
}

export function pieces(answer: Answer, locale: string): Piece[] {
    const out: Piece[] = [];
    let from = 0;

    for (const figure of answer.figures) {
        const at = findFigure(answer.answer, figure, from);
        if (at < 0) continue;
        out.push(...withCitations(answer.answer.slice(from, at)));
        out.push({ kind: "figure", text: shown(answer, figure, locale), figure });
        from = at + figure.text.length;
    }
    out.push(...withCitations(answer.answer.slice(from)));
    return out;
}

// "/results/rows/0/1": row 0, column 1; null: not a cell of the rows.
export function cellOf(figure: Figure): { row: number; column: number } | null {
    const at = /^\/results\/rows\/(\d+)\/(\d+)$/.exec(figure.cell ?? "");
    return at ? { row: Number(at[1]), column: Number(at[2]) } : null;
}
