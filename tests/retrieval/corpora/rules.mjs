// rules.mjs - when a passage holds the fact of a question, and when an answer is right.
//
// A passage has the fact if it is of one of the question's pages and one of the strings
// of `fact` is in its text. Both are compared as letters and digits alone, without case
// and accents: tags are removed and entities decoded, and what is left of markup (a
// Markdown link, a table's bars) does not count. A string of fewer than eight letters and
// digits, such as a cell, must stand there as whole words.
//
// An answer is right if what is shown (the sentence or the quoted text, and the cells of
// a result) has the fact in that sense, or one of `answer` and `alt` as whole words in
// that order. Numbers are equal if their values are (32.00 and 32, 1,234 and 1234). A
// wording that decides nothing by itself does not count: one of fewer than three letters
// without a digit (two Chinese characters), and in a yes-or-no question a single word
// without a digit (four Chinese characters or fewer). No wording is guessed, so
// a right answer in other words counts as wrong: figures are lower bounds, the same for
// everybody.
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", laquo: "«", raquo: "»", hellip: "…", mdash: "—", ndash: "–", rsquo: "’", lsquo: "‘", ldquo: "“", rdquo: "”", copy: "©", eacute: "é", aacute: "á", iacute: "í", oacute: "ó", uacute: "ú", ntilde: "ñ", times: "×", rarr: "→", larr: "←" };

const decode = (text) =>
    text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (all, hex, number, name) => {
        const code = hex ? parseInt(hex, 16) : number ? Number(number) : undefined;
        if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : all;
        return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? all;
    });

const withoutTags = (text) => decode(text.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ").replace(/<!--[\s\S]*?-->|<[a-zA-Z/!][^>]*>/g, ""));

const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const squash = (text) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");

const numberOf = (text) => {
    const plain = /^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replace(/[.,]/g, "") : text.replace(",", ".");
    return /^\d+(\.\d+)?$/.test(plain) && !/^0\d/.test(plain) ? String(Number(plain)) : plain;
};

const words = (text) => [...fold(text).matchAll(/\d[\d.,]*\d|\d|\p{Script=Han}|[\p{L}\p{N}]+?(?=\p{Script=Han}|[^\p{L}\p{N}]|$)/gu)].map(([word]) => (/^\d/.test(word) ? numberOf(word) : word));

const hasWords = (text, part) => part.length > 0 && `\0${text.join("\0")}\0`.includes(`\0${part.join("\0")}\0`);

const listOf = (value) => [value ?? []].flat().filter(Boolean);

// Of a text: is one of the question's facts in it?
export function hasFact(text, question) {
    const readings = [withoutTags(text), decode(text)]; // a `<name>` that was escaped is text
    return listOf(question.fact).some((fact) => {
        const whole = squash(fact);
        return readings.some((reading) => (whole.length < 8 ? hasWords(words(reading), words(fact)) : squash(reading).includes(whole)));
    });
}

function decides(wording, question) {
    const letters = squash(wording);
    if (/\d/.test(letters)) return true;
    const isHan = /\p{Script=Han}/u.test(letters);
    if (question.kind === "yesno" && (isHan ? letters.length <= 4 : words(wording).length === 1)) return false;
    return letters.length >= (isHan ? 2 : 3);
}

export const isRight = (shown, question) =>
    hasFact(shown, question) || [question.answer, ...listOf(question.alt)].some((wording) => wording && decides(wording, question) && hasWords(words(shown), words(wording)));

// What a caller of `quarry ask` sees of an answer: the text and the cells of a result.
export const shownOf = (answer) => [(answer.answer ?? "").replace(/\[\d+\]/g, " "), ...(answer.results?.rows ?? []).slice(0, 20).map((row) => row.join(" | "))].join("\n");

// right, wrong, refused (no information), asked (a question back) or failed.
export function verdictOf(answer, question) {
    if (answer.error || !answer.mode) return "failed";
    if (answer.mode === "no_answer") return "refused";
    if (answer.mode === "clarification") return "asked";
    return question.answerable && isRight(shownOf(answer), question) ? "right" : "wrong";
}

// Where a hit of the question is the first with the fact, and the first of a right page;
// counted from 1, or 0. `hits` are {page, text}, the best first.
export function ranksOf(hits, question) {
    const isPage = (hit) => question.pages.includes(hit.page);
    return { page: hits.findIndex(isPage) + 1, fact: hits.findIndex((hit) => isPage(hit) && hasFact(hit.text, question)) + 1 };
}

// What was quoted is in a passage if the first line of the quote is.
function holds(passage, quote) {
    const line = squash(withoutTags(quote.split("\n")[0]));
    return line.length > 0 && squash(withoutTags(passage)).includes(line);
}

// Where the answer of a question was lost, or right:
//   search     no passage of `hits` has the fact
//   passage    one has, and what was quoted, or came closest, is of none of these
//   sentence   it is of one that has the fact, without it
//   floor      it was right and not sure enough to be shown
export function lossOf(hits, answer, question) {
    if (answer.verdict === "right") return "right";
    const quote = answer.shown.trim() && answer.verdict !== "refused" ? answer.shown : answer.closest;
    if (answer.verdict === "refused" && isRight(quote, question)) return "floor";
    const having = hits.filter((hit) => question.pages.includes(hit.page) && hasFact(hit.text, question));
    if (!having.length) return "search";
    return having.some((hit) => holds(hit.text, quote)) ? "sentence" : "passage";
}
