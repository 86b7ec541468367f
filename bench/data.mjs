// data.mjs [--write] - the table of bench_data in README.md, in the same style
// as run.mjs: a missed target fails the bench.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { keep } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(folder, "../build/release");
const RUNS = 200;
const TARGET_MS = 20;

// What the disk alone takes is a row of its own, and no target.
const ROWS = {
    edit_item: "`data_edit`, one number in a list of records, base open",
    edit_key: "`data_edit`, one number under one key of many, base open",
    get_item: "`data_read` of one number in the list, base open",
    get_key: "`data_read` of one number under the key, base open",
    set_process: "`quarry data set`, from its start to its end",
    get_process: "`quarry data get`, from its start to its end",
    disk: "the disk alone: 32 KiB appended and synced",
};

function row(name, s) {
    const spread = `${s.median.toFixed(2)} (${s.p5.toFixed(2)} to ${s.p95.toFixed(2)})`;
    const met = s.median < TARGET_MS ? "yes" : "**no**";
    const target = name === "disk" ? " | " : `under ${TARGET_MS} ms | ${met}`;
    return `| ${ROWS[name]} | ${s.runs} | ${spread} | ${target} |`;
}

function table(lines) {
    const cpu = os.cpus();
    const head = [
        `${new Date().toISOString().slice(0, 10)}, ${cpu.length} cores (${cpu[0].model.split(" ").slice(0, 2).join(" ")}), ` +
            `${os.type()} ${os.release()}, load ${os.loadavg()[0].toFixed(1)} at the end.`,
        "",
        "| what | runs | Quarry, ms | target | met |",
        "|---|---|---|---|---|",
    ];
    return [...head, ...lines.map((s) => row(s.name, s))].join("\n");
}

const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
try {
    const out = execFileSync(
        path.join(build, "bench_data"),
        [path.join(build, "quarry"), home, String(RUNS)],
        { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
    );
    const text = table(out.trim().split("\n").map((line) => JSON.parse(line)));
    console.log(text);
    keep("data table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    fs.rmSync(home, { recursive: true, force: true });
}
