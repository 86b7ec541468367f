// rules.mjs - when an answer to a question about a table and its paragraphs is right.
//
// From a table: the result has as many rows as there are answers, and the first or the
// last cell of each says it; several answers may be the cells of one row as well. From
// pages: the quoted words have each answer, as words in their order. A figure is the same
// if it is equal after rounding to the decimals of the answer, in the table's unit or in
// ones; of a share 0.125 and 12.5 % are the same; the sign counts. Whether the unit is said,
// too, is judged apart (`saysScale`): in thousands, million, percent.
const FACTORS = { thousand: 1e3, million: 1e6, billion: 1e9, percent: 0.01 };
const SIGNS = { thousand: /thousand|\b000s?\b|'000|\bk\b/i, million: /million|\bmn?\b|[£$€]m\b/i, billion: /billion|\bbn\b/i, percent: /%|per ?cent/i };

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const words = (text) => [...fold(text).replace(/(?<=\d),(?=\d)/g, "").matchAll(/\d[\d.]*\d|\d|\p{L}+/gu)].map(([word]) => (/^\d/.test(word) ? String(Number(word)) : word));
const hasWords = (text, part) => part.length > 0 && `\0${text.join("\0")}\0`.includes(`\0${part.join("\0")}\0`);

// What a text says as a number: "$ (1,234.5)" is -1234.5; NaN: it is none.
export function numberOf(text) {
    const plain = String(text).replace(/[\s,$£€¥%'"]|\b(million|thousand|billion|percent)\b/g, "");
    const negative = /^\((.*)\)$/.exec(plain);
    const digits = negative ? negative[1] : plain;
    return /^[-−–]?\d+(\.\d+)?$/.test(digits) ? (negative ? -1 : 1) * Number(digits.replace(/[−–]/, "-")) : NaN;
}

function isNumber(value, answer, scale) {
    const wanted = numberOf(answer);
    const decimals = Math.min(6, (String(answer).split(".")[1] ?? "").replace(/\D/g, "").length);
    const is = (given, step) => Math.abs(given - wanted) <= 0.5001 * 10 ** -decimals * step;
    return Number.isFinite(value) && Number.isFinite(wanted) && (is(value, 1) || (scale in FACTORS && is(value / FACTORS[scale], 1)));
}

const isCell = (cell, answer, scale) => isNumber(numberOf(cell ?? ""), answer, scale) || (!Number.isFinite(numberOf(answer)) && words(String(cell ?? "")).join(" ") === words(String(answer)).join(" "));

const answersOf = (question) => [question.answer].flat().map(String);

// Of a result's rows.
export function isInRows(rows, question) {
    const answers = answersOf(question);
    const ends = (row) => [row[0], row.at(-1)];
    const inRow = (answer, cells) => cells.some((cell) => isCell(cell, answer, question.scale));
    if (rows.length === answers.length && answers.every((answer) => rows.some((row) => inRow(answer, ends(row))))) return true;
    return answers.length > 1 && rows.length === 1 && rows[0].length <= answers.length + 1 && answers.every((answer) => inRow(answer, rows[0]));
}

// Of what pages say.
export function isInText(text, question) {
    const said = words(text);
    const figures = [...text.matchAll(/[-−(]?[$£€]?\d[\d,]*(\.\d+)?%?\)?/g)].map(([figure]) => numberOf(figure));
    return answersOf(question).every((answer) => hasWords(said, words(answer)) || (question.answer_type === "arithmetic" && figures.some((figure) => isNumber(figure, answer, question.scale))));
}

export const saysScale = (answer, question) => !question.scale || SIGNS[question.scale].test([answer.answer, ...(answer.results?.columns ?? []), ...(answer.notes ?? []), ...(answer.warnings ?? []), ...(answer.explanation ?? [])].join("\n"));

// What is quoted of pages: of a mixed answer what is behind the rows' sentence.
const quotedOf = (answer) => (answer.answer ?? "").replace(/\[\d+\]/g, " ");

// right, wrong, refused (no information), asked (a question back) or failed.
export function verdictOf(answer, question) {
    if (answer.error || !answer.mode) return "failed";
    if (answer.mode === "no_answer") return "refused";
    if (answer.mode === "clarification") return "asked";
    const rows = answer.results?.rows ?? [];
    const right = (rows.length > 0 && isInRows(rows, question)) || (answer.mode !== "structured_query" && isInText(quotedOf(answer), question));
    return right ? "right" : "wrong";
}

// Where the first hit is that has the evidence, from 1, or 0: the table, or one of the
// paragraphs that the question names. `hits` are {file, text}, the best first.
export function rankOf(hits, question, paragraphs) {
    const squash = (text) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");
    const named = question.paragraphs.map((n) => squash(paragraphs[n - 1] ?? "")).filter(Boolean);
    const hasParagraph = (hit) => named.some((text) => squash(hit.text).includes(text.slice(0, 120)) || (squash(hit.text).length > 60 && text.includes(squash(hit.text).slice(0, 120))));
    const isEvidence = (hit) => (question.answer_from !== "text" && hit.file.endsWith(".csv")) || hasParagraph(hit);
    return hits.findIndex(isEvidence) + 1;
}
