#!/usr/bin/env node
// score.mjs [--root FOLDER] [--status development|locked|all] [--bin FOLDER] [--hybrid]
//           [--home FOLDER] [--only search|ask] [--details FILE] [NAME...]
//
// Judges search and answers over corpora of documents and over tiny bases, beside SQLite's
// FTS5; rules.mjs says what is right, README.md how the sets were made. The sets are those
// of FOLDER (default: sets/ here) with that status in its file STATUS (default:
// development), or of those the named ones. --home keeps the bases, and uses those that are
// there; --only search leaves out the answers. --details writes a line a question, of
// development sets alone: what is in the locked ones nobody looks at.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { askFts5 } from "./peers.mjs";
import { judge, makeBase } from "./quarry.mjs";
import { readSet, statusesOf } from "./sets.mjs";
import { answerTable, bandTable, costTable, lossTable, rankTable } from "./tables.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        root: { type: "string", default: process.env.QUARRY_CORPORA ?? path.join(here, "sets") },
        status: { type: "string", default: "development" },
        bin: { type: "string", default: process.env.QUARRY_BIN ?? path.join(here, "../../../build/release") },
        hybrid: { type: "boolean", default: false },
        home: { type: "string" },
        only: { type: "string" },
        details: { type: "string" },
    },
});

function chosen() {
    const statuses = [...statusesOf(values.root)].filter(([, status]) => values.status === "all" || status === values.status);
    return positionals.length ? statuses.filter(([name]) => positionals.includes(name)) : statuses;
}

function judgeSet(set, home) {
    const program = path.join(values.bin, "quarry");
    const folder = path.join(home, set.name);
    const made = makeBase(program, folder, set, values.hybrid ? "hybrid" : "keyword");
    const judged = set.questions.map((question) => judge(program, folder, question, values.only));
    return { ...set, made, judged, peer: askFts5(set, folder) };
}

function writeDetails(file, results) {
    const lines = results
        .filter((set) => set.status === "development")
        .flatMap((set) => set.judged.map((one, i) => JSON.stringify({ set: set.name, ...one, peer: set.peer.ranks[i] })));
    fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
}

const temporary = values.home ? undefined : fs.mkdtempSync(path.join(os.tmpdir(), "quarry-corpora-"));
try {
    const sets = chosen();
    if (!sets.length) throw new Error(`no set with status '${values.status}' in '${values.root}'`);
    const results = sets.map(([name, status]) => {
        console.error(`${name} ...`);
        return judgeSet(readSet(values.root, name, status), values.home ?? temporary);
    });
    console.log(`${values.hybrid ? "by words and by meaning" : "by words"}; ${sets.length} sets (${values.status})\n`);
    if (values.only !== "ask") console.log(rankTable(results));
    if (values.only !== "search") console.log(`\n${answerTable(results)}\n\n${bandTable(results)}`);
    if (values.only === undefined) console.log(`\n${lossTable(results)}`);
    console.log(`\n${costTable(results)}`);
    if (values.details) writeDetails(values.details, results);
} finally {
    if (temporary) fs.rmSync(temporary, { recursive: true, force: true });
}
