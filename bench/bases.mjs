// bases.mjs [--write] - what a base of 10,000 documents and a JSON document of
// 200 MB take; --write puts the table into README.md. Needs `make` to have been
// run; BENCH_BUILD names another release build, BENCH_DOCUMENTS another number.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { writeRecords, writeSample } from "../tests/durability/samples.mjs";
import { peak } from "./memory.mjs";
import { keep } from "./readme.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.join(process.env.BENCH_BUILD ?? path.join(here, "../build/release"), "quarry");
const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 10_000);
const TABLES = DOCUMENTS / 50;
const LARGE_BYTES = (DOCUMENTS / 10_000) * 200e6;

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
const env = { ...process.env, QUARRY_HOME: path.join(dir, "home") };
const rows = [];

function quarry(...args) {
    const start = process.hrtime.bigint();
    const r = spawnSync(program, args, { cwd: dir, env, encoding: "utf8", maxBuffer: 1 << 30 });
    const ms = Number(process.hrtime.bigint() - start) / 1e6;
    if (r.status !== 0) throw new Error(`${args.slice(0, 3)}: ${r.stdout}${r.stderr}`);
    return { ms, stdout: r.stdout };
}

const ask = (...args) => JSON.parse(quarry(...args, "--json").stdout);

function median(runs, ...args) {
    const all = Array.from({ length: runs }, () => quarry(...args).ms);
    return all.sort((a, b) => a - b)[runs >> 1];
}

// `is` and `below` in one unit; without a target it is only reported.
function row(what, is, unit, below, more = "") {
    const met = below === undefined ? "" : is < below ? "yes" : "**no**";
    const target = below === undefined ? "" : `under ${below} ${unit}`;
    const number = is < 10 ? is.toFixed(2) : is < 100 ? is.toFixed(1) : is.toFixed(0);
    rows.push(`| ${what} | ${number} ${unit}${more} | ${target} | ${met} |`);
}

function many() {
    for (let i = 0; i < DOCUMENTS; i++) writeSample(path.join(dir, "text"), i % 2 ? "json" : "md", i);
    for (let i = 0; i < TABLES; i++) writeSample(path.join(dir, "tables"), "csv", i);
    const n = DOCUMENTS.toLocaleString("en");
    const s = quarry("add", "kb", "text").ms / 1000;
    row(`\`add\` of ${n} small Markdown and JSON files`, s, "s", Math.round(DOCUMENTS / 300), `, ${Math.round(DOCUMENTS / s)} a second`);
    row("`add` of the same, unchanged", median(5, "add", "kb", "text") / 1000, "s", 2);
    const tables = quarry("add", "kb", "tables").ms / TABLES;
    row(`\`add\` of ${TABLES} small CSV files, each`, tables, "ms");
    row("`status`", median(9, "status", "kb", "--json"), "ms");
}

function fetches() {
    const text = ask("status", "kb").documents.filter((d) => d.source_type !== "table");
    const step = Math.floor(text.length / 100);
    const uri = (d, part) => `quarry://kb/${d.key}#${part}`;
    const apart = Array.from({ length: 100 }, (_, i) => {
        const d = text[i * step];
        return uri(d, d.format === "json" ? "json=/list/3" : "lines=1-3");
    });
    const one = text.find((d) => d.format === "markdown");
    const inside = Array.from({ length: 100 }, (_, i) => uri(one, `lines=${(i % 20) + 1}`));
    const json = text.find((d) => d.format === "json");
    row("`fetch` of 100 pointers into 100 documents, the process", median(19, "fetch", "kb", "--json", ...apart), "ms", 20);
    row("`fetch` of 100 pointers into one document, the process", median(19, "fetch", "kb", "--json", ...inside), "ms", 20);
    row("`data get` of one value, the process", median(19, "data", "get", "kb", `${json.pointer}/list/3`), "ms", 20);
}

async function large() {
    const n = writeRecords(path.join(dir, "large.json"), LARGE_BYTES);
    const mb = (LARGE_BYTES / 1e6).toFixed(0);
    row(`\`add\` of a JSON document of ${mb} MB`, quarry("add", "big", "large.json").ms / 1000, "s");
    const { pointer } = ask("status", "big").documents[0];
    const last = `${pointer}/items/${n - 1}`;
    row("`data get` of its last element", median(9, "data", "get", "big", last), "ms");
    row("`data set` in its last element", median(9, "data", "set", "big", `${last}/amount`, "1.5"), "ms");
    fs.appendFileSync(path.join(dir, "large.json"), "\n");
    const m = await peak(program, ["add", "big", "large.json"], { cwd: dir, env });
    row(`\`add\` of another version of it: peak memory of \`quarry\``, m.quarry, "MiB", 256);
    row(`the same, of the worker`, m.worker, "MiB", 1024);
    row("`data rollback` of nine edits of it", quarry("data", "rollback", "big", "1").ms / 1000, "s");
}

try {
    many();
    fetches();
    await large();
    const cpu = os.cpus();
    const text = [
        `${new Date().toISOString().slice(0, 10)}, ${cpu.length} cores (${cpu[0].model.split(" ").slice(0, 2).join(" ")}), ` +
            `${os.type()} ${os.release()}, load ${os.loadavg()[0].toFixed(1)} at the end.`,
        "",
        "| what | Quarry | target | met |",
        "|---|---|---|---|",
        ...rows,
    ].join("\n");
    console.log(text);
    keep("bases table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    fs.rmSync(dir, { recursive: true, force: true });
}
