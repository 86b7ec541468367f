// growth.mjs [--write] [NAME...] - how the time of each thing grows when there
// is ten times as much of it; --write puts the table into README.md, a NAME
// takes only the rows that begin so. Needs `make` to have been run; BENCH_BUILD
// names another release build.
//
// Other work on the machine must not show: what starts no worker is counted in
// instructions (valgrind, where it is installed), the rest in seconds of the
// processor, the least of a few runs. What one of it takes is taken away first,
// so that the start of a program does not make growth look small.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { sample, writeRecords } from "../tests/durability/samples.mjs";
import { peak } from "./memory.mjs";
import { keep, machine } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = path.resolve(process.env.BENCH_BUILD ?? path.join(folder, "../build/release"));
const quarry = path.join(build, "quarry");
const only = process.argv.slice(2).filter((a) => a !== "--write");
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
const has_valgrind = spawnSync("valgrind", ["--version"]).status === 0;
const RUNS = 3;
const MOST = 1.15; // exponent, of what may grow with the data
const NOTHING_MS = 15; // under it, a difference is of the machine
const NOTHING_INSTRUCTIONS = 1e6;

const environment = () => ({ ...process.env, QUARRY_HOME: path.join(dir, "home") });
const options = () => ({ cwd: dir, env: environment(), encoding: "utf8", maxBuffer: 1 << 30 });

function run(...args) {
    const r = spawnSync(quarry, [...args, "--json"], options());
    if (r.status !== 0) throw new Error(`${args.slice(0, 3).join(" ")}: ${r.stdout}${r.stderr}`);
    return JSON.parse(r.stdout);
}

function milliseconds(args) {
    const out = path.join(dir, "answer.json");
    const program = path.join(build, "bench_process");
    return JSON.parse(execFileSync(program, [out, quarry, ...args, "--json"], options())).cpu_ms;
}

function instructions(args) {
    const r = spawnSync("valgrind", ["--tool=callgrind", "--callgrind-out-file=/dev/null", quarry, ...args, "--json"], options());
    if (r.status !== 0) throw new Error(`valgrind: ${args.slice(0, 3).join(" ")}: ${r.stderr}`);
    return Number(/Collected : (\d+)/.exec(r.stderr)[1]);
}

const fresh = () => fs.rmSync(path.join(dir, "home"), { recursive: true, force: true });
const write = (name, text) => fs.writeFileSync(path.join(dir, name), text);
const times = (n, f) => Array.from({ length: n }, (_, i) => f(i));
const lines = (n) => times(n, (i) => `Line ${i} says something about ${(i * 7919) % 1000} things.\n`).join("");

// Documents are words only where the model is not what is measured.
function words(name) {
    run("base", "create", name);
    run("base", "config", name, "embedding=none");
}

function folderOf(n, kind = "md") {
    fs.rmSync(path.join(dir, "text"), { recursive: true, force: true });
    for (let i = 0; i < n; i++) {
        const to = path.join(dir, "text", `d${i % 100}`);
        fs.mkdirSync(to, { recursive: true });
        fs.writeFileSync(path.join(to, `f${i}.${kind}`), sample(kind, i));
    }
}

function documents(n) {
    folderOf(n);
    words("kb");
    run("add", "kb", "text");
}

function one(name, text, embedding = "none") {
    write(name, text);
    run("base", "create", "kb");
    run("base", "config", "kb", `embedding=${embedding}`);
}

function records(n) {
    write("r.json", JSON.stringify({ items: times(n, (i) => ({ id: i, name: `item ${i}`, amount: i / 4 })) }));
    words("kb");
    run("add", "kb", "r.json");
    return run("status", "kb").documents[0];
}

const keys = (n) => JSON.stringify(Object.fromEntries(times(n, (i) => [`key ${i}`, i])));
const nested = (n) => "[".repeat(n) + "1" + "]".repeat(n);
const csv = (rows, columns) =>
    `${times(columns, (c) => `c${c}`).join(",")}\n` + times(rows, (r) => `${times(columns, (c) => (r * 31 + c * 17) % 1000).join(",")}\n`).join("");

// What is measured: [what, how many, set up, the command]. `constant`: it does
// not depend on how much there is. `again`: the command changes nothing, so one
// set-up serves all runs. `worker`: it starts one, which valgrind cannot follow.
const cases = [
    { what: "`add` of N small documents, words only", n: 300, worker: true, make: (n) => (folderOf(n), words("kb")), args: ["add", "kb", "text"] },
    { what: "`add` of N documents that are unchanged", n: 300, again: true, make: documents, args: ["add", "kb", "text"] },
    { what: "`add` of one small document to N", n: 300, constant: true, worker: true, make: (n) => (documents(n), write("one.md", "# One\n\nA text.\n")), args: ["add", "kb", "one.md"] },
    { what: "`status` of N documents", n: 300, again: true, make: documents, args: ["status", "kb"] },
    { what: "`search` in N documents, all ready", n: 300, again: true, make: documents, args: ["search", "kb", "paragraph about 13 things"] },
    {
        what: "`search` in N documents, half of them disabled",
        n: 300,
        again: true,
        make: (n) => {
            documents(n);
            const keys = run("status", "kb").documents.map((d) => d.key).filter((_, i) => i % 2);
            for (let i = 0; i < keys.length; i += 500) run("disable", "kb", ...keys.slice(i, i + 500));
        },
        args: ["search", "kb", "paragraph about 13 things"],
    },
    { what: "`fetch` of one pointer, in N documents", n: 300, constant: true, again: true, make: (n) => (documents(n), run("status", "kb").documents[0].key), args: (n, key) => ["fetch", "kb", `quarry://kb/${key}#lines=1-3`] },
    { what: "`base check` of N documents", n: 300, again: true, make: documents, args: ["base", "check", "kb"] },
    { what: "`reindex` of N documents, nothing changed", n: 300, worker: true, make: documents, args: ["reindex", "kb"] },
    { what: "`data set` in a JSON list of N elements", n: 3000, constant: true, make: records, args: (n, d) => ["data", "set", "kb", `${d.pointer}/items/${n >> 1}/amount`, "7"] },
    { what: "`data get` of one of N elements", n: 3000, constant: true, again: true, make: records, args: (n, d) => ["data", "get", "kb", `${d.pointer}/items/${n - 1}/amount`] },
    { what: "`fetch` of one of N elements", n: 3000, constant: true, again: true, make: records, args: (n, d) => ["fetch", "kb", `quarry://kb/${d.key}#json=/items/${n - 1}`] },
    { what: "`data query` over N elements", n: 3000, again: true, make: records, args: (n, d) => ["data", "query", "kb", "items[?amount > `3`].name | length(@)", "--path", d.pointer] },
    { what: "`data schema` of N elements", n: 3000, again: true, make: records, args: (n, d) => ["data", "schema", "kb", d.pointer] },
    { what: "`add` of a JSON of N keys, words only", n: 3000, worker: true, make: (n) => one("k.json", keys(n)), args: ["add", "kb", "k.json"] },
    { what: "`add` of a JSON of N records, words only", n: 3000, worker: true, make: (n) => one("k.json", JSON.stringify(times(n, (i) => ({ id: i, name: `item ${i}` })))), args: ["add", "kb", "k.json"] },
    { what: "`add` of a JSON of N keys, embedded", n: 300, worker: true, make: (n) => one("k.json", keys(n), "use-lite"), args: ["add", "kb", "k.json"] },
    { what: "`add` of JSON arrays N deep", n: 50, worker: true, make: (n) => one("deep.json", nested(n)), args: ["add", "kb", "deep.json"] },
    { what: "`add` of Markdown, N lines in one section", n: 20000, worker: true, make: (n) => one("l.md", `# One\n\n${lines(n)}`), args: ["add", "kb", "l.md"] },
    { what: "`add` of Markdown, N paragraphs in one section", n: 20000, worker: true, make: (n) => one("l.md", `# One\n\n${lines(n).replaceAll("\n", "\n\n")}`), args: ["add", "kb", "l.md"] },
    { what: "`add` of Markdown, N sections", n: 3000, worker: true, make: (n) => one("l.md", times(n, (i) => `## Part ${i}\n\nText ${i} of it.\n\n`).join("")), args: ["add", "kb", "l.md"] },
    { what: "`add` of Markdown, a list of N items", n: 10000, worker: true, make: (n) => one("l.md", times(n, (i) => `- item ${i} of it\n`).join("")), args: ["add", "kb", "l.md"] },
    { what: "`add` of Markdown, a table of N rows", n: 5000, worker: true, make: (n) => one("l.md", `|a|b|\n|-|-|\n${times(n, (i) => `|${i}|two ${i}|\n`).join("")}`), args: ["add", "kb", "l.md"] },
    { what: "`add` of Markdown, N links", n: 5000, worker: true, make: (n) => one("l.md", times(n, (i) => `[link ${i}](page-${i}.md) and `).join("")), args: ["add", "kb", "l.md"] },
    { what: "`add` of a text of one line of N words", n: 30000, worker: true, make: (n) => one("l.txt", times(n, (i) => `word${i % 977} `).join("")), args: ["add", "kb", "l.txt"] },
    { what: "`add` of a text of N lines", n: 20000, worker: true, make: (n) => one("l.txt", lines(n)), args: ["add", "kb", "l.txt"] },
    { what: "`add` of HTML of N paragraphs", n: 5000, worker: true, make: (n) => one("l.html", `<html><body>${times(n, (i) => `<p>Paragraph ${i} of it</p>`).join("")}</body></html>`), args: ["add", "kb", "l.html"] },
    { what: "`add` of HTML, elements N deep", n: 50, worker: true, make: (n) => one("l.html", `<html><body>${"<div>".repeat(n)}text${"</div>".repeat(n)}</body></html>`), args: ["add", "kb", "l.html"] },
    { what: "`fetch` of the last lines of N", n: 20000, again: true, make: (n) => (one("l.md", `# One\n\n${lines(n)}`), run("add", "kb", "l.md"), run("status", "kb").documents[0].key), args: (n, key) => ["fetch", "kb", `quarry://kb/${key}#lines=${n}-${n + 1}`] },
    { what: "`table map` of a CSV of N rows", n: 50000, worker: true, make: (n) => write("t.csv", csv(n, 10)), args: ["table", "map", "t.csv"] },
    { what: "`table map` of a CSV of N columns", n: 900, worker: true, make: (n) => write("t.csv", csv(20, n)), args: ["table", "map", "t.csv"] },
    { what: "`table describe` of a CSV of N columns", n: 300, worker: true, make: (n) => write("t.csv", csv(20, n)), args: ["table", "describe", "t.csv"] },
    { what: "`table query` of one of N columns, mapped", n: 400, worker: true, again: true, make: (n) => (write("t.csv", csv(20, n)), run("table", "map", "t.csv")), args: ["table", "query", "t.csv", "SELECT sum(c0) FROM data"] },
    { what: "`ask` of one of N columns, mapped", n: 300, worker: true, again: true, make: (n) => (write("t.csv", csv(20, n)), run("ask", "t.csv", "what is the sum of c0?")), args: ["ask", "t.csv", "what is the sum of c0?"] },
    { what: "`table map` of JSON of N records", n: 20000, worker: true, make: (n) => write("t.json", JSON.stringify(times(n, (i) => ({ id: i, name: `item ${i}` })))), args: ["table", "map", "t.json"] },
    { what: "`add` of a CSV of N rows", n: 20000, worker: true, make: (n) => one("t.csv", csv(n, 5)), args: ["add", "kb", "t.csv"] },
    { what: "`add` of a CSV of N columns", n: 300, worker: true, make: (n) => one("t.csv", csv(20, n)), args: ["add", "kb", "t.csv"] },
];

// What one size takes: instructions or milliseconds.
function cost(c, n, by) {
    let made;
    const costs = times(by === instructions ? 1 : RUNS, (i) => {
        if (i === 0 || !c.again) {
            fresh();
            made = c.make(n);
        }
        return by(typeof c.args === "function" ? c.args(n, made) : c.args);
    });
    return Math.min(...costs);
}

function measure(c) {
    const by = has_valgrind && !c.worker ? instructions : milliseconds;
    const nothing = by === instructions ? NOTHING_INSTRUCTIONS : NOTHING_MS;
    const shown = (x) => (by === instructions ? `${(x / 1e6).toFixed(1)} M` : `${x.toFixed(x < 100 ? 1 : 0)} ms`);
    const [least, some, many] = [1, c.n, 10 * c.n].map((n) => cost(c, n, by));
    const grows = many - least >= nothing;
    const exponent = grows ? Math.log10((many - least) / Math.max(some - least, nothing / 10)) : 0;
    const most = c.constant ? 0.3 : MOST;
    const met = exponent <= most;
    const line = `| ${c.what} | ${c.n.toLocaleString("en")} | ${shown(least)} | ${shown(some)} | ${shown(many)} | ${exponent.toFixed(2)} | at most ${most} | ${met ? "yes" : "**no**"} |`;
    console.log(line);
    return line;
}

// What both programs had at most; `status` is one that only looks.
async function memories() {
    const out = [];
    const row = (what, m) => {
        out.push(`| ${what} | ${m.quarry.toFixed(1)} | ${m.worker ? m.worker.toFixed(1) : ""} |`);
        console.log(out.at(-1));
    };
    const many = (n) => n.toLocaleString("en");
    for (const n of [1000, 10_000]) {
        fresh();
        folderOf(n);
        words("kb");
        const where = { cwd: dir, env: environment() };
        row(`\`add\` of ${many(n)} small documents, ${many(6 * n)} passages`, await peak(quarry, ["add", "kb", "text"], where));
        row(`\`search\` in them`, await peak(quarry, ["search", "kb", "paragraph about 13 things"], where));
        row(`\`status\` of them`, await peak(quarry, ["status", "kb", "--json"], where));
    }
    return out;
}

try {
    const chosen = cases.filter((c) => only.length === 0 || only.some((o) => c.what.replaceAll("`", "").startsWith(o)));
    const growth = chosen.map((c) => {
        try {
            return measure(c);
        } catch (why) {
            console.error(why.message.slice(0, 400)); // a limit was passed
            return `| ${c.what} | ${c.n.toLocaleString("en")} | | | did not end | | | **no** |`;
        }
    });
    const memory = only.length === 0 ? await memories() : [];
    const text = [
        machine(),
        "",
        "| what | N | of 1 | of N | of 10 N | exponent | target | met |",
        "|---|---|---|---|---|---|---|---|",
        ...growth,
        "",
        "| memory | `quarry`, MiB | its worker, MiB |",
        "|---|---|---|",
        ...memory,
    ].join("\n");
    keep("growth table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    fs.rmSync(dir, { recursive: true, force: true });
}
