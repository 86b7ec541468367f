// quarry.mjs - a base of a set, made and asked by the program as a person runs it.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { bytesOf } from "./sets.mjs";
import { ranksOf, shownOf, verdictOf } from "./rules.mjs";

const BASE = "b";
const TOP = 10;
const now = () => Number(process.hrtime.bigint()) / 1e6;

// The processor time of a shell's children is what `times` prints in its second line.
function run(program, home, args) {
    const since = now();
    const done = spawnSync("sh", ["-c", '"$0" "$@"; s=$?; times >&3; exit $s', program, ...args], {
        env: { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error" },
        encoding: "utf8",
        maxBuffer: 1 << 28,
        stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    const used = [...(done.output[3]?.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
    return { status: done.status, out: done.stdout, err: done.stderr, ms: now() - since, cpu_s: used.reduce((sum, [, m, s]) => sum + 60 * m + Number(s), 0) };
}

function need(done) {
    if (done.status !== 0) throw new Error(done.out + done.err);
    return done;
}

// Add the corpus to a new base of `home`, or use the one that is there.
export function makeBase(program, home, set, mode) {
    const kept = path.join(home, "made.json");
    if (fs.existsSync(kept)) return JSON.parse(fs.readFileSync(kept, "utf8"));
    fs.mkdirSync(home, { recursive: true });
    need(run(program, home, ["base", "create", BASE]));
    if (mode === "keyword") need(run(program, home, ["base", "config", BASE, "embedding=none", 'retrieval_config={"retrieval_mode":"keyword"}']));
    const added = run(program, home, ["add", BASE, set.corpus, "--wait"]);
    const made = { index_s: added.cpu_s, index_ms: added.ms, bytes: bytesOf(path.join(home, "bases")), status: added.status, said: added.status ? added.err.slice(-500) : "" };
    fs.writeFileSync(kept, JSON.stringify(made));
    return made;
}

function parsed(done) {
    try {
        return JSON.parse(done.out);
    } catch {
        return { error: done.err || "no JSON" };
    }
}

// A file is named by the path that was added: the folder itself, and what is below it.
const pageOf = (evidence) => (evidence.metadata.filename ?? "").replace(/^[^/]*\//, "");

export function search(program, home, question) {
    const done = run(program, home, ["search", "--json", "--expand", "--min-score", "0", "--top-k", String(TOP), "--", BASE, question.question]);
    const hits = (parsed(done).evidences ?? []).map((evidence) => ({ page: pageOf(evidence), text: evidence.text, score: evidence.score }));
    return { hits, ms: done.ms, cpu_ms: 1000 * done.cpu_s };
}

export function ask(program, home, question) {
    const done = run(program, home, ["ask", "--json", "--", BASE, question.question]);
    const answer = parsed(done);
    return { shown: shownOf(answer), closest: (answer.closest ?? []).slice(0, 2).map((one) => one.excerpt).join("\n"), confidence: answer.confidence ?? 0, mode: answer.mode, error: answer.error, verdict: verdictOf(answer, question), ms: done.ms };
}

// Everything that the tables need of a question.
export function judge(program, home, question, only) {
    const found = only === "ask" ? undefined : search(program, home, question);
    const answer = only === "search" ? undefined : ask(program, home, question);
    return { question, found, answer, ranks: found && question.answerable ? ranksOf(found.hits, question) : undefined };
}
