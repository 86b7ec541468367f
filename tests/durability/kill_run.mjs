// What the tests of durability share: a home that is copied for each try, a
// command that dies at its n-th call on the disk (kill_at.c), and all that a
// fresh program says of a base afterwards.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    "../..",
);
export const build = process.env.QUARRY_BIN ?? path.join(root, "build/release");
const program = path.join(build, "quarry");
const library = path.join(build, "libkill_at.so");

// Every call of the loop, or about so many of each command.
const SAMPLE = process.env.QUARRY_KILL_ALL ? Infinity : process.env.QUARRY_NIGHTLY ? 6 : 2;

export function folder(t) {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-kill-"));
    t.after(() => fs.rmSync(dir, { recursive: true, force: true }));
    return dir;
}

// A command that takes longer hangs: the slowest takes a second, where nothing else runs.
const LONGEST_MS = 600000;

// One run of the program in `dir`; `kill` = {n, how, failure, all, log}: what
// kill_at.c does at the n-th call, `all`: also of those that only look.
export function run(dir, args, kill = {}) {
    const lost = path.join(dir, "lost");
    if (kill.how) fs.mkdirSync(lost, { recursive: true });
    const env = {
        PATH: "/usr/bin:/bin",
        LC_ALL: "C.UTF-8",
        QUARRY_HOME: path.join(dir, "home"),
        USER: "tester",
    };
    if (kill.how) {
        env.LD_PRELOAD = library;
        env.QUARRY_KILL_HOW = kill.how;
        env.QUARRY_KILL_LOST = lost;
        if (kill.failure) env.QUARRY_KILL_WITH = kill.failure;
        if (kill.all) env.QUARRY_KILL_CALLS = "all";
        if (kill.n) env.QUARRY_KILL_AT = String(kill.n);
        if (kill.log) env.QUARRY_KILL_LOG = kill.log;
    }
    const r = spawnSync(program, args, { cwd: dir, env, encoding: "utf8", timeout: LONGEST_MS });
    if (kill.how) fs.rmSync(lost, { recursive: true });
    return r;
}

export function json(dir, args) {
    const r = run(dir, [...args, "--json"]);
    if (r.status !== 0) throw new Error(`${args.join(" ")}: ${r.stdout}${r.stderr}`);
    return JSON.parse(r.stdout);
}

// The calls that the command makes when nobody stops it: [{name, ways, path}],
// the ways in which one can fail being letters (kill_at.c).
export function calls(dir, args, all = false) {
    const log = path.join(dir, "calls.log");
    const r = run(dir, args, { how: "count", log, all });
    if (r.status !== 0) throw new Error(`${args.join(" ")}: ${r.stderr}`);
    const lines = fs.readFileSync(log, "utf8").trim().split("\n");
    fs.rmSync(log);
    return lines.map((line) => {
        const [, name, ways, file] = /^\d+ (\S+) -(\S*) (.*)$/.exec(line);
        return { name, ways, path: file };
    });
}

// A base whose passages have no vectors: for what is about something else.
export function createWithoutVectors(dir, base) {
    json(dir, ["base", "create", base]);
    json(dir, ["base", "config", base, "embedding=none"]);
}

// Which calls to die at: all, or those about which the order matters (syncs,
// names) and some of the writes between them.
export function sample(list) {
    const all = list.map((call, i) => ({ ...call, n: i + 1 }));
    if (all.length <= SAMPLE) return all;
    const points = all.filter((c) => c.name !== "pwrite" && c.name !== "write");
    const some = [
        ...few(points, SAMPLE),
        ...few(
            all.filter((c) => !points.includes(c)),
            SAMPLE / 3,
        ),
    ];
    return SAMPLE === Infinity ? all : some.sort((a, b) => a.n - b.n);
}

// Of a list each `every`th; in a short run one, for a fifth of the numbers `i`,
// and another place of the list for each.
export function sampleAt(list, every, i) {
    if (SAMPLE === Infinity) return list.filter((_, at) => at % every === 0);
    return i % 5 === 0 && list.length > 0 ? [list[(i * 7919) % list.length]] : [];
}

const few = (of, n) => of.filter((_, i) => i % Math.max(1, Math.ceil(of.length / n)) === 0);

const NOT_FOUND = 3;

// What a base holds, by document: {name: {version, text | value, ...}}; null when
// there is no base. The rows of tables are another call, as they need a worker.
export function contents(dir, base) {
    const r = run(dir, ["status", base, "--json"]);
    if (r.status === NOT_FOUND) return null;
    if (r.status !== 0) throw new Error(`status ${base}: ${r.stdout}${r.stderr}`);
    const { documents } = JSON.parse(r.stdout);
    const texts = documents.filter((d) => !isTable(d));
    const items = fetched(dir, base, texts);
    return Object.fromEntries(documents.map((d) => [d.name, whole(dir, base, d, items[texts.indexOf(d)])]));
}

const isTable = (d) => d.format === "table";

function fetched(dir, base, documents) {
    if (documents.length === 0) return [];
    return json(dir, ["fetch", base, ...documents.map((d) => `quarry://${base}/${d.key}`)]).items;
}

// The rows of its tables.
export function tables(dir, base) {
    const { documents } = json(dir, ["status", base]);
    return fetched(dir, base, documents.filter(isTable)).map((item) => item.table.rows);
}

function whole(dir, base, d, item) {
    const out = {
        key: d.key,
        version: d.version,
        bytes: d.bytes,
        failed: d.failure !== null,
        pinned: d.pinned,
        disabled: d.state === "disabled",
        described: "table" in d,
    };
    if (item && "text" in item) out.text = item.text;
    if (item && "value" in item) out.value = JSON.stringify(item.value);
    if (d.pointer)
        out.history = json(dir, ["data", "history", base, d.pointer]).versions.length;
    return out;
}

// A base that got no name may lack a folder; a day later it is swept whole.
const namesIn = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

// What lies in the base's folders under names that are nobody's.
export function leftovers(dir) {
    const bases = path.join(dir, "home/bases");
    const found = [];
    for (const id of fs.existsSync(bases) ? fs.readdirSync(bases) : []) {
        for (const part of ["files", "build", "tables"])
            for (const name of namesIn(path.join(bases, id, part)))
                if (part === "build" || !/^[0-9a-f]{64}/.test(name))
                    found.push(`${part}/${name}`);
    }
    return found;
}

export const copy = (from, to) => {
    fs.rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
};
