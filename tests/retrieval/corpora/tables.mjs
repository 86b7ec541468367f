// tables.mjs - the tables of the scoreboard, of sets that were judged.
import { lossOf } from "./rules.mjs";

const count = (list, test) => list.filter(test).length;
const share = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(0)} %` : "-");
const ratio = (a, b) => (b ? (a / b).toFixed(2) : "-");
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const row = (cells) => `| ${cells.join(" | ")} |`;

function table(head, rows) {
    return [row(head), row(head.map((_, i) => (i ? "--:" : "---"))), ...rows.map(row)].join("\n");
}

// Sets with the sum of each kind: corpora by language, tiny bases by language.
function grouped(sets) {
    const kinds = [...new Set(sets.map((set) => `${set.isTiny ? "tiny" : "corpora"} ${set.language}`))].sort();
    return kinds.flatMap((kind) => {
        const some = sets.filter((set) => `${set.isTiny ? "tiny" : "corpora"} ${set.language}` === kind);
        const one = (set) => ({ name: `${set.name} (${set.language})`, sets: [set] });
        const all = { name: `**${kind}: ${some.length}**`, sets: some };
        return some[0].isTiny ? [all] : [...some.map(one), all];
    });
}

const top = (ranks, key, k) => count(ranks, (r) => r && r[key] >= 1 && r[key] <= k);

function rankRow({ name, sets }) {
    const ours = sets.flatMap((set) => set.judged.map((j) => j.ranks)).filter(Boolean);
    const theirs = sets.flatMap((set) => set.peer.ranks).filter(Boolean);
    const pair = (ranks, key) => `${top(ranks, key, 1)} / ${top(ranks, key, 5)}`;
    return [name, ours.length, pair(ours, "fact"), pair(theirs, "fact"), `${ratio(top(ours, "fact", 1), top(theirs, "fact", 1))} / ${ratio(top(ours, "fact", 5), top(theirs, "fact", 5))}`, pair(ours, "page"), pair(theirs, "page"), top(ours, "fact", 10)];
}

export function rankTable(sets) {
    return table(["search", "answerable", "fact top 1 / 5", "FTS5", "ratio", "page top 1 / 5", "FTS5", "fact top 10"], grouped(sets).map(rankRow));
}

function answerRow({ name, sets }) {
    const judged = sets.flatMap((set) => set.judged);
    const answerable = judged.filter((j) => j.question.answerable);
    const others = judged.filter((j) => !j.question.answerable);
    const of = (list, verdict) => share(count(list, (j) => j.answer.verdict === verdict), list.length);
    const shown = judged.filter((j) => ["right", "wrong"].includes(j.answer.verdict)).map((j) => j.answer.shown.length);
    return [name, answerable.length, of(answerable, "right"), of(answerable, "wrong"), of(answerable, "refused"), of(answerable, "asked"), others.length, of(others, "wrong"), count(judged, (j) => j.answer.verdict === "failed"), median(shown)];
}

export function answerTable(sets) {
    return table(["ask", "answerable", "right", "wrong", "no information", "asked for clarification", "not answerable", "answered all the same", "failed", "characters of an answer"], grouped(sets).map(answerRow));
}

const LOSSES = ["right", "search", "passage", "sentence", "floor"];

function lossRow({ name, sets }) {
    const lost = sets.flatMap((set) => set.judged.filter((j) => j.question.answerable).map((j) => lossOf(j.found.hits, j.answer, j.question)));
    return [name, lost.length, ...LOSSES.map((where) => `${count(lost, (one) => one === where)} (${share(count(lost, (one) => one === where), lost.length)})`)];
}

export function lossTable(sets) {
    return table(["where it is lost", "answerable", "right", "not in the first 10 passages", "another passage is chosen", "another sentence of it", "right, and below the floor"], grouped(sets).map(lossRow));
}

const BANDS = [0, 0.2, 0.4, 0.6, 0.8, 1.01];

export function bandTable(sets) {
    const answered = sets.flatMap((set) => set.judged).filter((j) => ["right", "wrong"].includes(j.answer.verdict));
    const cells = (some) => [some.length, share(count(some, (j) => j.answer.verdict === "right"), some.length)];
    const between = BANDS.slice(0, -1).map((from, i) => [`${from} to ${Math.min(1, BANDS[i + 1])}`, ...cells(answered.filter((j) => j.answer.confidence >= from && j.answer.confidence < BANDS[i + 1]))]);
    return table(["confidence", "answers", "right"], [...between, ["**.6 or more**", ...cells(answered.filter((j) => j.answer.confidence >= 0.6))]]);
}

const mb = (bytes) => (bytes / 1e6).toFixed(2);

function costRow({ name, sets }) {
    const sum = (of) => sets.reduce((total, set) => total + of(set), 0);
    const found = sets.flatMap((set) => set.judged.map((j) => j.found)).filter(Boolean);
    return [name, mb(sum((set) => set.bytes)), sum((set) => set.made.index_s).toFixed(2), sum((set) => set.peer.index_s).toFixed(2), ratio(sum((set) => set.made.index_s), sum((set) => set.peer.index_s)), ratio(sum((set) => set.made.bytes), sum((set) => set.bytes)), ratio(sum((set) => set.peer.bytes), sum((set) => set.bytes)), median(found.map((f) => f.ms)).toFixed(0), median(sets.map((set) => set.peer.query_ms)).toFixed(1), count(sets, (set) => set.made.status !== 0)];
}

export function costTable(sets) {
    return table(["cost", "MB", "index, s of processor", "FTS5", "ratio", "base / source", "FTS5", "search as a process, ms", "FTS5 warm, ms", "adds with an error"], grouped(sets).map(costRow));
}
