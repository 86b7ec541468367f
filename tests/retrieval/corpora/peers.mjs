// peers.mjs - SQLite's FTS5 and, where bench-retrieval has built it, Xapian over the same
// corpus, in pieces of 2,000 characters of plain text.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { ranksOf } from "./rules.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
// Of several ways to cut words the peer has the one that finds more.
const TOKENS = { en: ["porter", "unicode61"], es: ["porter", "unicode61"], zh: ["characters", "trigram"] };

const firsts = (ranks) => ranks.filter((r) => r?.fact === 1).length + ranks.filter((r) => r && r.fact >= 1 && r.fact <= 5).length;

export function askFts5(set, folder) {
    const runs = (TOKENS[set.language] ?? ["unicode61"]).map((tokens) => {
        const database = path.join(folder, `${tokens}.db`);
        fs.rmSync(database, { force: true });
        const out = execFileSync("python3", [path.join(here, "peer_fts5.py"), set.corpus, set.file, database, tokens], { maxBuffer: 1 << 30, encoding: "utf8" });
        fs.rmSync(database);
        const { hits, ...cost } = JSON.parse(out);
        return { tokens, ...cost, ranks: set.questions.map((question, i) => (question.answerable ? ranksOf(hits[i], question) : undefined)) };
    });
    return runs.reduce((best, run) => (firsts(run.ranks) > firsts(best.ranks) ? run : best));
}
