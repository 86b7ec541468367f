// tables.mjs - the tables of the scoreboard, of questions that were judged.
const count = (list, test) => list.filter(test).length;
const share = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : "-");
const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(head), row(head.map((_, i) => (i ? "--:" : "---"))), ...rows.map(row)].join("\n");

// All, then by kind of answer, then by where the answer is.
function grouped(judged) {
    const by = (key) => [...new Set(judged.map((q) => q[key]))].sort().map((value) => [value, judged.filter((q) => q[key] === value)]);
    return [["**all**", judged], ...by("answer_type"), ...by("answer_from").map(([name, some]) => [`from ${name}`, some])];
}

export function rankTable(judged) {
    const at = (some, key, k) => share(count(some, (q) => q[key] >= 1 && q[key] <= k), some.length);
    return table(["search", "questions", "evidence at 1", "at 5", "among all contexts at 1", "at 5"], grouped(judged).map(([name, some]) => [name, some.length, at(some, "rank", 1), at(some, "rank", 5), at(some, "rankOfAll", 1), at(some, "rankOfAll", 5)]));
}

export function answerTable(judged) {
    const of = (some, verdict) => count(some, (q) => q.verdict === verdict);
    const cells = ([name, some]) => {
        const [right, wrong] = [of(some, "right"), of(some, "wrong")];
        return [name, some.length, share(right + wrong, some.length), share(right, some.length), share(right, right + wrong), share(wrong, some.length), share(of(some, "asked"), some.length), share(of(some, "refused"), some.length), of(some, "failed"), share(count(some, (q) => q.verdict === "right" && q.scaled), right)];
    };
    return table(["ask", "questions", "answered", "right", "precision", "wrong", "asked for clarification", "no information", "failed", "of right ones with their unit"], grouped(judged).map(cells));
}
