// vector.mjs [--write] - runs bench_vector and makes its table of README.md. A
// missed target fails the bench.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { keep, machine } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(folder, "../build/release");
const VECTORS = Number(process.env.VECTORS ?? 100000);
const RUNS = 200;
const TARGET_MS = 6;
const KERNELS = ["avx512_vnni", "avx512bw", "avx2", "sse2", "portable"];

function measure(file) {
    const out = execFileSync(path.join(build, "bench_vector"), [file, String(VECTORS), String(RUNS)], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = out.trim().split("\n").map((line) => JSON.parse(line));
    return Object.fromEntries(lines.map((line) => [line.name, line]));
}

const cell = (s) => (s ? `${s.median.toFixed(2)} (${s.p5.toFixed(2)} to ${s.p95.toFixed(2)})` : "not here");

function table(all) {
    const best = KERNELS.find((name) => all[name]);
    const ratio = (s) => (s ? (s.median / all.plain.median).toFixed(2) : "");
    const met = all[best].median <= TARGET_MS ? "yes" : "**no**";
    const target = VECTORS === 100000 ? `at most ${TARGET_MS} ms | ${met}` : "|";
    return [
        `${machine()} ${VECTORS} vectors of 512, the ten nearest; written in ${all.write.seconds.toFixed(1)} s.`,
        "",
        "| what | ms | of the plain scan | target | met |",
        "|---|---|---|---|---|",
        `| plain scan of the floats, one thread | ${cell(all.plain)} | 1 | | |`,
        `| exact scan, one thread (${best}) | ${cell(all[best])} | ${ratio(all[best])} | ${target} |`,
        `| exact scan, all threads, by the clock | ${cell(all.all)} | ${ratio(all.all)} | | |`,
        `| one passage of a hundred may answer | ${cell(all.filtered)} | ${ratio(all.filtered)} | | |`,
        ...KERNELS.filter((name) => name !== best).map(
            (name) => `| by the ${name} kernel, one thread | ${cell(all[name])} | ${ratio(all[name])} | | |`,
        ),
        `| opening the file | ${cell(all.open)} | | | |`,
        `| the first query, which verifies what it reads | ${cell(all.first)} | | | |`,
    ].join("\n");
}

const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
try {
    const text = table(measure(path.join(home, "vectors")));
    console.log(text);
    keep("vector table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    fs.rmSync(home, { recursive: true, force: true });
}
