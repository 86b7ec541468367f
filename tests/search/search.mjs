// What the tests of search share: a home in a folder that goes with the test,
// the program run in it, and what it says as JSON.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const build = process.env.QUARRY_BIN ?? path.join(root, "build/release");
export const program = path.join(build, "quarry");
export const testdata = process.env.QUARRY_TESTDATA ?? path.join(root, "../shared/data");

export function folder(t) {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-search-"));
    t.after(() => fs.rmSync(dir, { recursive: true, force: true }));
    return dir;
}

const environment = (dir) => ({
    PATH: "/usr/bin:/bin",
    LC_ALL: "C.UTF-8",
    QUARRY_HOME: path.join(dir, "home"),
    USER: "tester",
});

export const run = (dir, args) =>
    spawnSync(program, args, {
        cwd: dir,
        env: environment(dir),
        encoding: "utf8",
        maxBuffer: 1 << 29,
    });

// One that runs while the test goes on: {child, done}.
export function start(dir, args) {
    const child = spawn(program, args, { cwd: dir, env: environment(dir) });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
        stream.on("data", (text) => (out += text));
    const done = new Promise((resolve) =>
        child.on("close", (status, signal) => resolve({ status, signal, out })),
    );
    return { child, done };
}

export function json(dir, args) {
    const r = run(dir, [...args, "--json"]);
    if (r.status !== 0)
        throw new Error(`${args.join(" ").slice(0, 200)}: ${r.status ?? r.signal} ${r.error ?? ""}${r.stdout?.slice(0, 2000)}${r.stderr}`);
    return JSON.parse(r.stdout);
}

export const write = (dir, name, text) => {
    fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    fs.writeFileSync(path.join(dir, name), text);
};

// A base without vectors: its passages are made at once.
export function wordsOnly(dir, base) {
    json(dir, ["base", "create", base]);
    json(dir, ["base", "config", base, "embedding=none"]);
}

export const search = (dir, base, question, ...options) =>
    json(dir, ["search", base, question, ...options]);

export const files = (r) => r.evidences.map((e) => e.metadata.filename);

// An answer without the times in it, as bytes.
export const timeless = (r) =>
    JSON.stringify(r, (key, value) => (/^(created|indexed)_at$/.test(key) ? null : value));

// Numbers that a seed makes, below `n`.
export function dice(seed) {
    let x = seed;
    return (n) => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return Math.floor((x / 2 ** 32) * n);
    };
}
