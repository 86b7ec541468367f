// run.mjs [--large] [--write] - runs the bench programs and prints their table; started
// by run.sh. Exits with 1 when a target is missed, which fails `make bench`
// but no test: what a machine does beside it is not the program's fault.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { measureCold, measureIngest, peakMemory, writeTable } from "./ingest.mjs";
import { keep } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(folder);
const build = path.resolve(
    process.env.BENCH_BUILD ?? path.join(root, "build/release"),
);
const program = (name) => path.join(build, name);
const QUERY_RUNS = "1000";
const START_RUNS = "40";
const large = process.argv.includes("--large");
const INGEST_ROWS = Number(process.env.INGEST_ROWS ?? (large ? 5_000_000 : 100_000));
const INGEST_RUNS = Number(process.env.INGEST_RUNS ?? (large ? 5 : 7));
const INGEST_MIB = 1024;
const XLSX_MIB = 256;
const COLD_RATIO = 0.49; // 4 s where the peer takes 8.2 s
const COLD_SQL = "SELECT city, sum(price) FROM data GROUP BY city ORDER BY city";

// Whole lines of the sales example, up to 100 KB.
function writeSmallFile(file) {
    const lines = fs
        .readFileSync(path.join(root, "examples/sales.csv"), "utf8")
        .split("\n");
    let text = "";
    for (const line of lines) {
        if (Buffer.byteLength(text) + Buffer.byteLength(line) >= 100_000) break;
        text += `${line}\n`;
    }
    fs.writeFileSync(file, text);
}

function measure(name, args) {
    const text = execFileSync(program(name), args, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, QUARRY_LOG: "error" },
    });
    const samples = text.trim().split("\n").map(JSON.parse);
    return Object.fromEntries(samples.map((s) => [s.name, s]));
}

// A cached map needs neither worker nor DuckDB: it is answered where there is
// no worker program, by one that is linked to no DuckDB, while a query there
// fails for want of a worker.
function showNoWorker(csv, home, scratch) {
    const alone = path.join(scratch, "quarry");
    fs.copyFileSync(program("quarry"), alone);
    const run = (...args) =>
        spawnSync(alone, ["table", ...args, "--json", "--home", home], {
            encoding: "utf8",
        });
    const map = run("map", csv);
    const query = run("query", csv, "SELECT 1");
    const libraries = execFileSync("ldd", [alone], { encoding: "utf8" });
    return (
        map.status === 0 &&
        query.stdout.includes("TOOL_WORKER_UNAVAILABLE") &&
        !libraries.includes("duckdb")
    );
}

const ms = (v) => (v < 10 ? v.toFixed(2) : v.toFixed(1));
const range = (s) => `${ms(s.median)} (${ms(s.p5)} to ${ms(s.p95)})`;

function row(what, ours, peer, target, met) {
    const ratio = (ours.median / peer.median).toFixed(2);
    const verdict = met ? "yes" : "**no**";
    return `| ${what} | ${ours.runs} | ${range(ours)} | ${range(peer)} | ${ratio} | ${target} | ${verdict} |`;
}

function queryRow(what, name, s) {
    const [ours, peer] = [s[name], s[`${name}_peer`]];
    const more = ours.median - peer.median;
    return row(
        `warm \`table_query\`: ${what}`,
        ours,
        peer,
        `1 ms more; ${more < 0 ? "" : "+"}${more.toFixed(2)} ms`,
        more <= 1,
    );
}

function ingestRows(what, s, most) {
    const under = (name, times) =>
        row(
            `${what}, ${name === "map" ? "to a queryable table" : "to all statistics"}`,
            s[name],
            s.bare,
            `at most ${times} ×`,
            s[name].median <= times * s.bare.median,
        );
    return [under("map", most.map), under("stats", most.stats)];
}

// No time but a size; its ratio is to what is allowed.
function memoryRow(what, runs, mib, most) {
    const met = mib <= most ? "yes" : "**no**";
    return `| ${what} | ${runs} | ${mib.toFixed(0)} MiB | | | at most ${most} MiB | ${met} |`;
}

// Both programs while a file is read, the greatest of some runs.
async function ingestMemory(scratch, csv, rows) {
    const home = path.join(scratch, "memory");
    const runs = 3;
    let most = 0;
    for (let i = 0; i < runs; i++) {
        fs.rmSync(home, { recursive: true, force: true });
        most = Math.max(
            most,
            await peakMemory(program("quarry"), ["table", "stats", csv, "--json", "-q", "--home", home]),
        );
    }
    fs.rmSync(home, { recursive: true, force: true });
    return memoryRow(`${rows}, peak memory of both programs, to all statistics`, runs, most, INGEST_MIB);
}

async function coldRows(scratch, csv, rows) {
    const s = await measureCold(program("quarry"), program("bench_bare"), csv, COLD_SQL, scratch, INGEST_RUNS);
    const what = `${rows}, nothing cached, a sum by city`;
    return [
        row(`${what}: to the answer`, s.answer, s.bare, `at most ${COLD_RATIO} ×`, s.answer.median <= COLD_RATIO * s.bare.median),
        row(`${what}: to the end, the table kept`, s.end, s.bare, "no target", true),
    ];
}

function xlsxRows(scratch) {
    const file = path.join(scratch, "cells.xlsx");
    execFileSync(program("bench_xlsx"), ["make", file]);
    const s = measure("bench_xlsx", [file]);
    const what = "XLSX, 900,000 cells, read twice";
    return [
        row(what, s.xlsx_twice, s.xlsx_bare, "at most 3 ×", s.xlsx_twice.median <= 3 * s.xlsx_bare.median),
        memoryRow(`${what}, peak memory`, 1, s.xlsx_memory.mib, XLSX_MIB),
    ];
}

// UTF-8 for both; then our Windows-1252 against the peer's UTF-8, because the
// peer cannot read the other.
async function ingestTable(scratch) {
    const rows = `${INGEST_ROWS.toLocaleString("en")} rows × 10`;
    const utf8 = path.join(scratch, "big.csv");
    const latin = path.join(scratch, "big-1252.csv");
    const [quarry, bare] = [program("quarry"), program("bench_bare")];
    writeTable(utf8, INGEST_ROWS, "utf8");
    const plain = measureIngest(quarry, bare, utf8, scratch, INGEST_RUNS);
    const memory = await ingestMemory(scratch, utf8, rows);
    const cold = large ? await coldRows(scratch, utf8, rows) : [];
    writeTable(latin, INGEST_ROWS, "latin1");
    const other = measureIngest(quarry, bare, latin, scratch, INGEST_RUNS, {
        options: ["--encoding", "windows-1252"],
        peer: utf8,
    });
    return [
        ...ingestRows(rows, plain, { map: 1.5, stats: 2.2 }),
        ...ingestRows(`${rows}, Windows-1252`, other, { map: 2, stats: 2.7 }),
        memory,
        ...cold,
    ];
}

function table(rows) {
    return [
        `${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} cores (${os.cpus()[0].model}), Linux ${os.release().split("-")[0]}, load ${os.loadavg()[0].toFixed(1)} at the end.`,
        "",
        "| what | runs | Quarry, ms | peer, ms | ratio | target | met |",
        "|---|---|---|---|---|---|---|",
        ...rows,
    ].join("\n");
}

function smallRows(q, s, alone) {
    const fresh = s.map_fresh.median / s.bare.median;
    return [
        queryRow("count of 5,000 rows", "count", q),
        queryRow("two groups, two measures, top 10", "group", q),
        queryRow("filter and order, 100 rows of 5", "rows", q),
        row(
            "`table map`, 100 KB, nothing cached",
            s.map_fresh,
            s.bare,
            "under 2 × the bare program",
            fresh < 2,
        ),
        row(
            `\`table map\`, 100 KB, cached${alone ? "" : " **(with a worker!)**"}`,
            s.map_cached,
            s.bare,
            "under 10 ms, no worker, no DuckDB",
            alone && s.map_cached.median < 10,
        ),
        row(
            "MCP over stdio, start to `tools/list`",
            s.mcp,
            s.mcp_sdk,
            "under 15 ms",
            s.mcp.median < 15,
        ),
    ];
}

// What takes less than a second, and XLSX.
function measureSmall(scratch) {
    const small = path.join(scratch, "small.csv");
    const warm = path.join(scratch, "warm");
    const sales = path.join(root, "examples/sales.csv");
    writeSmallFile(small);
    const s = measure("bench_start", [
        program("quarry"),
        program("bench_bare"),
        small,
        scratch,
        START_RUNS,
        process.execPath,
        path.join(folder, "sdk_server.mjs"),
    ]);
    const q = measure("bench_query", [
        sales,
        warm,
        program("quarry-worker"),
        QUERY_RUNS,
    ]);
    return [...smallRows(q, s, showNoWorker(small, warm, scratch)), ...xlsxRows(scratch)];
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
try {
    const small = large ? [] : measureSmall(scratch);
    const text = table([...small, ...(await ingestTable(scratch))]);
    console.log(text);
    keep(large ? "large table" : "table", text);
    process.exitCode = text.includes("**") ? 1 : 0;
} finally {
    fs.rmSync(scratch, { recursive: true, force: true });
}
