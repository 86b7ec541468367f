// lexical.mjs [--write] - builds and asks the three engines of bench_lexical,
// each in a process of its own, and makes the table of README.md. A missed
// target fails the bench.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { keep } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(folder, "../build/release");
const PASSAGES = Number(process.env.PASSAGES ?? 100000);
const QUESTIONS = 500;
const ENGINES = ["quarry", "xapian", "fts5"];
const QUERY_TARGET = 8; // times Xapian's processor time, in the median
const BUILD_TARGET = 20;
const P99_TARGET_MS = 5;
const OPEN_TARGET_MS = 20;
const ADD_TARGET_MS = 50; // of the clock, in the worst of a hundred
const ADDED = 100;

function run(...args) {
    const out = execFileSync(path.join(build, "bench_lexical"), args, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
    });
    return out.trim().split("\n").map((line) => JSON.parse(line));
}

function bytesOf(place) {
    const stat = fs.statSync(place);
    if (!stat.isDirectory()) return stat.size;
    return fs
        .readdirSync(place)
        .reduce((sum, name) => sum + bytesOf(path.join(place, name)), 0);
}

function measure(engine, home) {
    const [built] = run("build", engine, home, String(PASSAGES));
    const place = path.join(home, engine === "fts5" ? "fts5.db" : engine);
    const lines = run("ask", engine, home, String(QUESTIONS));
    const find = (key) => lines.find((line) => key in line)[key];
    const disk_mb = bytesOf(place) / 1e6;
    return {
        ...built,
        disk_mb,
        added:
            engine === "quarry" &&
            run("add", engine, home, String(ADDED))[0],
        open_ms: find("open_ms"),
        resident_mb: find("resident_mb"),
        questions: lines.filter((line) => line.name),
    };
}

const verdict = (ok) => (ok ? "yes" : "**no**");
const fixed = (n, digits = 1) => n.toFixed(digits);

function questionRows(all) {
    return all.quarry.questions.map((q, i) => {
        const [x, f] = [all.xapian.questions[i], all.fts5.questions[i]];
        const ratio = x.median / q.median;
        const cells = [q, x, f].map(
            (s) => `${fixed(s.median, 3)} (${fixed(s.p99, 2)})`,
        );
        const p99 = q.name.startsWith("mixed") ? q.p99 < P99_TARGET_MS : true;
        return `| ${q.name} words, ms: median (p99) | ${cells.join(" | ")} | ${fixed(ratio)} × | ${verdict(ratio >= QUERY_TARGET && p99)} |`;
    });
}

function table(all) {
    const cpu = os.cpus();
    const cells = (key, digits) =>
        ENGINES.map((e) => fixed(all[e][key], digits)).join(" | ");
    const built = all.xapian.cpu_s / all.quarry.cpu_s;
    const { added } = all.quarry;
    return [
        `${new Date().toISOString().slice(0, 10)}, ${PASSAGES} passages, ${cpu.length} cores (${cpu[0].model.split(" ").slice(0, 2).join(" ")}), load ${os.loadavg()[0].toFixed(1)} at the end. Processor time.`,
        "",
        "| what | Quarry | Xapian | FTS5 | against Xapian | met |",
        "|---|---|---|---|---|---|",
        `| building, s | ${cells("cpu_s")} | ${fixed(built)} × | ${verdict(built >= BUILD_TARGET)} |`,
        `| peak memory of that, MB | ${cells("peak_mb", 0)} | | |`,
        `| on the disk, MB | ${cells("disk_mb", 0)} | | |`,
        `| opening, ms | ${cells("open_ms", 2)} | | ${verdict(all.quarry.open_ms < OPEN_TARGET_MS)} |`,
        `| adding a document of 20 passages and removing one, to searchable, ms of the clock: median (p99) | ${fixed(added.median)} (${fixed(added.p99)}) | | | | ${verdict(added.p99 < ADD_TARGET_MS)} |`,
        `| resident after all questions, MB | ${cells("resident_mb", 0)} | | |`,
        ...questionRows(all),
    ].join("\n");
}

const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
try {
    const all = {};
    for (const engine of ENGINES) all[engine] = measure(engine, home);
    const text = table(all);
    console.log(text);
    keep("lexical table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    fs.rmSync(home, { recursive: true, force: true });
}
