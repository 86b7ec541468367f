// retrieval.mjs [--write] - how well Quarry's modes and Xapian's BM25 find what
// the sets of the shared test data judge, and the table of README.md. The
// program's figures come from `quarry eval retrieval`, Xapian's from its
// ranking by the same definition; both index title and text.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { mean, ndcg, readSet, recall, SETS } from "../tests/retrieval/sets.mjs";
import { keep, machine } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(folder, "../build/release");
const data = path.join(
    process.env.QUARRY_TESTDATA ?? path.join(folder, "../../shared/data"),
    "retrieval",
);
const LANGUAGE = { "xquad-es": "spanish", "xquad-zh": "none" }; // else English
const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));

function run(program, ...args) {
    return execFileSync(path.join(build, program), args, {
        env: { ...process.env, QUARRY_HOME: path.join(home, "home") },
        encoding: "utf8",
        maxBuffer: 1 << 28,
        stdio: ["ignore", "pipe", "inherit"],
    });
}

const oneLine = (text) => text.replace(/\s+/g, " ");

function writeLines(name, texts) {
    const file = path.join(home, name);
    fs.writeFileSync(file, texts.map((t) => oneLine(t) + "\n").join(""));
    return file;
}

// Xapian's figures.
function askXapian(name, set) {
    const out = run(
        "retrieval_xapian",
        writeLines("texts", set.documents.map((d) => `${d.title ?? ""} ${d.text}`)),
        writeLines("questions", set.questions.map((q) => q.text)),
        LANGUAGE[name] ?? "english",
        path.join(home, `xapian-${name}`),
    );
    const rankings = new Map(
        out.split("\n").slice(0, set.questions.length).map((line, i) => [
            set.questions[i]._id,
            line.split(" ").filter(Boolean).map((n) => set.documents[n]._id),
        ]),
    );
    return {
        ndcg_at_10: mean(set, rankings, ndcg),
        recall_at_1: mean(set, rankings, (ids, g) => recall(ids, g, 1)),
    };
}

const figure = (x) => (x === null ? "" : x.toFixed(4));

// Rows of one set: a measure each.
function rows(name) {
    const folder = path.join(data, name);
    const answer = JSON.parse(run("quarry", "eval", "retrieval", folder, "--json"));
    const of = (mode) => answer.modes.find((m) => m.mode === mode);
    const xapian = askXapian(name, readSet(folder));
    if (of("vector").note) console.error(`${name}: ${of("vector").note}`);
    const titles = { ndcg_at_10: "nDCG@10", recall_at_1: "recall@1" };
    return Object.entries(titles).map(([key, title]) => {
        const cells = ["keyword", "vector", "hybrid"].map((m) => figure(of(m)[key]));
        const good = of("keyword")[key] >= xapian[key];
        const met = key === "ndcg_at_10" ? (good ? "yes" : "**no**") : "";
        return `| ${name} | ${title} | ${cells.join(" | ")} | ${figure(xapian[key])} | ${met} |`;
    });
}

try {
    const text = [
        machine(),
        "",
        "| set | measure | keyword | vector | hybrid | Xapian | keyword at least Xapian |",
        "|---|---|---|---|---|---|---|",
        ...SETS.flatMap(rows),
    ].join("\n");
    console.log(text);
    keep("retrieval table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    fs.rmSync(home, { recursive: true, force: true });
}
