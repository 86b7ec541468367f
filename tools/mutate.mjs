#!/usr/bin/env node
// mutate.mjs MODULE [N] [SEED] - does a test fail when the code is changed?
//
// Makes the mutants of a module's files (mutant_list.mjs), takes N of them with SEED
// ("all": each), and runs the unit tests that cover the module until one fails.
// What no test kills in a quick build is tried again under the address
// sanitizer, as `make test` has it; what compiles to the same code at -O2 is
// no mutant. mutate_equivalent.txt lists others that change no behaviour, each
// with its reason. A test that uses more than five times its processor time, or
// 4 GiB, counts as one that failed: it would hang.
//
// All happens in build/mutate, on a copy of the sources. `--again` tries only
// what survived the last time. Files are named by the environment's FILES.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { mutantsOf } from "./mutant_list.mjs";
import { filesOf } from "./source.mjs";

// What is changed, and the folders of the tests that must notice.
const MODULES = {
    sql_gate: { sources: ["engine/sql_gate"], tests: ["engine/sql_gate"] },
    readers: {
        sources: ["formats/csv", "formats/json", "formats/package", "formats/xlsx", "formats/markup", "formats/decompress"],
        tests: ["formats/csv", "formats/json", "formats/package", "formats/xlsx", "formats/markup", "formats/decompress"],
    },
    ingest: {
        sources: ["engine/query", "engine/profile", "engine/ingest"],
        tests: ["engine/query", "engine/profile", "engine/ingest"],
    },
    table_cache: {
        sources: ["store/table_cache"],
        tests: ["store/table_cache", "tables", "store/catalog"],
    },
    segments: {
        sources: ["store/page_file", "search/segments"],
        tests: ["store/page_file", "search/segments"],
    },
};
const root = process.cwd();
const home = path.join(root, "build", "mutate");
const tree = path.join(home, "tree");
const JOBS = Number(process.env.JOBS ?? 2);
const QUICK = { name: "quick", flags: "-O0 -w", options: [] };
const CHECKED = {
    name: "checked",
    flags: "-O0 -g1 -w",
    options: ["-DSANITIZE=address,undefined"],
};
const DIED = /\[ *(FAILED|ERROR) *\]|ERROR: \w+Sanitizer|runtime error:/;

const LINKER = fs.existsSync("/usr/bin/ld.lld") ? "-fuse-ld=lld" : "";

const say = (text) => process.stdout.write(`${text}\n`);
const run = (program, args, options = {}) =>
    execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options });

// ---- the builds ----

function copyTree() {
    fs.rmSync(tree, { recursive: true, force: true });
    for (const name of filesOf(root, /^(?!node_modules)/)) {
        fs.mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
        fs.copyFileSync(name, path.join(tree, name));
    }
    fs.symlinkSync(path.join(root, "node_modules"), path.join(tree, "node_modules"));
}

// Configure and build the tests; how each is linked, and each file compiled.
function prepare(build, tests) {
    const dir = path.join(home, build.name);
    const log = { stdio: ["ignore", "ignore", "inherit"] };
    run("cmake", ["-S", tree, "-B", dir, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=",
        `-DCMAKE_C_FLAGS=${build.flags}`, "-DQUARRY_TORTURE=ON", "-DQUARRY_SPLIT_TESTS=ON", ...build.options], log);
    run("cmake", ["--build", dir, "-j", String(JOBS), "--target",
        ...tests.map((t) => t.target)], log);
    const commands = JSON.parse(fs.readFileSync(path.join(dir, "compile_commands.json"), "utf8"));
    const compile = new Map(
        commands.map((c) => [path.relative(tree, c.file), c.command.replace(/^\S*ccache /, "")]),
    );
    const object = new Map(commands.map((c) => [path.relative(tree, c.file), / -o (\S+)/.exec(c.command)[1]]));
    const link = new Map();
    for (const t of tests) {
        const last = run("ninja", ["-C", dir, "-t", "commands", t.target]).trim().split("\n").at(-1);
        link.set(t.target, last);
    }
    return { ...build, dir, compile, object, link };
}

const unitTests = (folders) =>
    filesOf(tree, /^tests\/unit\/(?:\w+\/)+test_\w+\.c$/)
        .map((file) => {
            const name = path.basename(file, ".c");
            const folder = path.dirname(file).slice("tests/unit/".length);
            return { target: `${path.basename(folder)}_${name}`, folder, name: name.slice(5) };
        })
        .filter((t) => folders.includes(t.folder));

// What a test links nothing of, it cannot notice.
function symbolsOf(file) {
    const lines = run("nm", ["--defined-only", "-g", file]).split("\n");
    return new Set(lines.map((l) => l.split(" ")[2]).filter(Boolean));
}

// ---- one run of one test ----

const environment = {
    ...process.env,
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
    QUARRY_TESTDATA: process.env.QUARRY_TESTDATA ?? path.resolve(root, "../shared/data"),
    ASAN_OPTIONS: "detect_leaks=1:hard_rss_limit_mb=4096",
};
// A /tmp of its own: what a test that is killed leaves goes with it.
const alone =
    'mount -t tmpfs tmpfs /tmp 2>/dev/null; "$@"; rc=$?; times >&2; exit $rc';

// {failed: why or null, cpu: seconds, text}; the first word of failure ends it.
function runTest(program, { cpu, checked }) {
    const limits = [`--cpu=${Math.ceil(cpu)}`, "--core=0"];
    if (!checked) limits.push(`--as=${4 * 2 ** 30}`);
    const args = ["-m", "-r", "sh", "-c", alone, "sh", "prlimit", ...limits, program];
    return new Promise((done) => {
        const child = spawn("unshare", args, {
            cwd: tree, env: environment, detached: true, stdio: ["ignore", "ignore", "pipe"],
        });
        let failed = null;
        let text = "";
        const end = (why) => {
            failed ??= why;
            try {
                process.kill(-child.pid, "SIGKILL");
            } catch {
                // gone already
            }
        };
        const timer = setTimeout(() => end("timed out"), cpu * 20000);
        child.stderr.on("data", (d) => {
            text = (text + d).slice(-4096);
            if (DIED.test(text)) end("killed");
        });
        child.on("close", (code, signal) => {
            clearTimeout(timer);
            if (signal === "SIGXCPU" || code === 152) failed ??= "timed out";
            else if (code !== 0 && code !== 77) failed ??= "killed";
            done({ failed, cpu: cpuOf(text), text });
        });
    });
}

// What the shell's `times` says of its children: the last line.
function cpuOf(text) {
    const last = text.trim().split("\n").at(-1);
    const spent = [...last.matchAll(/(\d+)m([\d.]+)s/g)];
    return spent.reduce((sum, m) => sum + Number(m[1]) * 60 + Number(m[2]), 0);
}

// Each test as it is: it must pass, and how long it takes is its measure.
async function measure(build, tests, files) {
    const globals = new Map(
        files.map((f) => [f, symbolsOf(path.join(build.dir, build.object.get(f)))]),
    );
    for (const t of tests) {
        const linked = symbolsOf(path.join(build.dir, t.target));
        t.notices = (file) => [...globals.get(file)].some((s) => linked.has(s));
        if (!files.some(t.notices)) continue;
        const { failed, cpu, text } = await runTest(path.join(build.dir, t.target), {
            cpu: 300, checked: build.name === "checked",
        });
        t[build.name] = cpu;
        if (failed) throw new Error(`${t.target} ${failed} without a change:\n${text}`);
    }
}

// ---- one mutant ----

function shell(command, cwd) {
    return new Promise((done) => {
        const child = spawn("sh", ["-c", command], { cwd, stdio: "ignore" });
        child.on("close", done);
    });
}

function compileTo(build, m, source, object, flags = "") {
    const original = path.join(tree, m.file);
    const command = build.compile
        .get(m.file)
        .replace(/ -o \S+/, ` -o ${object}`)
        .replace(` -c ${original}`, ` ${flags} -c ${source}`);
    return shell(command, build.dir);
}

// The tests of the file itself first, then what killed its last one, then the
// quick ones.
function inOrder(tests, m, killers) {
    const name = path.basename(m.file, ".c");
    const folder = path.dirname(m.file).slice("src/".length);
    const rank = (t) =>
        t.folder === folder && t.name === name ? -2
            : killers.get(m.file) === t ? -1
                : t.folder === folder ? 0 : 1;
    return tests
        .filter((t) => t.notices(m.file))
        .sort((a, b) => rank(a) - rank(b) || a.quick - b.quick);
}

async function tryMutant(build, m, tests, killers, slot) {
    const place = path.join(home, `slot${slot}`);
    const source = path.join(place, path.basename(m.file));
    const object = path.join(place, "mutant.o");
    const program = path.join(place, "test");

    fs.mkdirSync(place, { recursive: true });
    fs.writeFileSync(source, m.text);
    if ((await compileTo(build, m, source, object)) !== 0) return "no program";
    for (const t of inOrder(tests, m, killers)) {
        const link = build.link
            .get(t.target)
            .replace(/ -o \S+/, ` ${object} ${LINKER} -o ${program}`);
        if ((await shell(link, build.dir)) !== 0) throw new Error(`cannot link: ${link}`);
        const { failed } = await runTest(program, {
            cpu: 5 * t[build.name] + 1, checked: build.name === "checked",
        });
        if (failed) {
            killers.set(m.file, t);
            return failed;
        }
    }
    return "survived";
}

const originals = new Map(); // a file's name to its code at -O2

// Does the compiler make the same of it?
async function isSameCode(build, m, slot) {
    const place = path.join(home, `slot${slot}`);
    const source = path.join(place, path.basename(m.file));
    const object = path.join(place, "same.o");
    const make = async (text) => {
        fs.writeFileSync(source, text);
        return (await compileTo(build, m, source, object, "-O2 -g0"))
            ? null
            : fs.readFileSync(object);
    };

    if (!originals.has(m.file)) {
        originals.set(m.file, make(fs.readFileSync(path.join(tree, m.file), "utf8")));
    }
    const was = await originals.get(m.file);
    const is = await make(m.text);
    return was && is && was.equals(is);
}

// ---- the list of equivalent mutants ----

// Lines `file | source line | from -> to | reason`, as survivors are printed.
function equivalents() {
    const lines = fs.readFileSync(path.join(root, "tools/mutate_equivalent.txt"), "utf8").split("\n");
    return new Set(
        lines
            .filter((l) => l && !l.startsWith("#"))
            .map((l) => l.slice(0, l.lastIndexOf(" | "))),
    );
}
const keyOf = (m) =>
    `${m.file} | ${m.source} | ${changeOf(m)}${m.nth > 1 ? ` (${m.nth})` : ""}`;
const changeOf = (m) => `${m.from} -> ${m.to.replace(/\s+/g, " ") || "nothing"}`;

// ---- all of it ----

function random(seed) {
    let a = seed >>> 0; // mulberry32
    return () => {
        a = (a + 0x6d2b79f5) >>> 0;
        let t = Math.imul(a ^ (a >>> 15), a | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
}

function choose(module, n, seed) {
    const wanted = process.env.FILES?.split(/[ ,]+/);
    const all = filesOf(tree, /^src\/(?:\w+\/)+\w+\.c$/)
        .filter((f) => module.sources.includes(path.dirname(f).slice("src/".length)) && !/_table\.c$/.test(f))
        .filter((f) => !wanted || wanted.includes(path.basename(f)))
        .flatMap((file) =>
            mutantsOf(fs.readFileSync(path.join(tree, file), "utf8")).map((m) => ({ ...m, file })),
        );
    const next = random(seed);
    const mixed = all.map((m) => ({ m, at: next() })).sort((a, b) => a.at - b.at);
    const count = n === "all" ? all.length : Number(n);
    return { all, taken: mixed.slice(0, count).map((x) => x.m) };
}

// Interrupted, it tells of what was tried until then, which is a sample, too.
let stopped = false;
process.on("SIGINT", () => (stopped = true));

async function each(items, work) {
    const queue = [...items.entries()];
    await Promise.all(
        Array.from({ length: JOBS }, async (_, slot) => {
            while (queue.length && !stopped) {
                const [i, item] = queue.shift();
                await work(item, slot);
                const line = item.state === "survived" ? nameOf(item) : "";
                if (line || i % 50 === 0) process.stderr.write(`${i}/${items.length} ${line}\n`);
            }
        }),
    );
}

const nameOf = (m) => `line ${m.line}: ${keyOf(m)}`;
const keep = (file, taken) =>
    fs.writeFileSync(
        file,
        JSON.stringify(taken.filter((m) => m.state).map((m) => [keyOf(m), m.state])),
    );

function report(taken) {
    const states = ["killed", "timed out", "survived", "equivalent", "no program"];
    const row = (name, list) => {
        const n = Object.fromEntries(states.map((s) => [s, list.filter((m) => m.state === s).length]));
        const dead = n.killed + n["timed out"];
        const score = dead + n.survived ? (100 * dead) / (dead + n.survived) : 100;
        return `${name.padEnd(34)} ${String(list.length).padStart(7)} ` +
            states.map((s) => String(n[s]).padStart(10)).join(" ") + ` ${score.toFixed(1).padStart(6)} %`;
    };
    say(`${"file".padEnd(34)} mutants ${states.map((s) => s.padStart(10)).join(" ")}    score`);
    for (const file of [...new Set(taken.map((m) => m.file))].sort()) {
        say(row(file, taken.filter((m) => m.file === file)));
    }
    say(row("all", taken));
    const left = taken.filter((m) => m.state === "survived");
    for (const m of left.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)) {
        say(nameOf(m));
    }
}

async function main() {
    const [name, n = "200", seed = "1"] = process.argv.slice(2).filter((a) => !a.startsWith("--"));
    const module = MODULES[name];
    if (!module) {
        say(`usage: mutate.mjs ${Object.keys(MODULES).join("|")} [N|all] [SEED] [--again]`);
        process.exit(1);
    }
    copyTree();
    const tests = unitTests(module.tests);
    const { all, taken } = choose(module, n, Number(seed));
    const kept = path.join(home, `${name}.json`);
    if (process.argv.includes("--again")) {
        const before = new Map(JSON.parse(fs.readFileSync(kept, "utf8")));
        for (const m of taken) {
            const state = before.get(keyOf(m));
            if (state && state !== "survived" && state !== "equivalent") m.state = state;
        }
    }
    const files = [...new Set(taken.map((m) => m.file))];
    const same = equivalents();
    const quick = prepare(QUICK, tests);
    await measure(quick, tests, files);
    const killers = new Map();
    await each(taken.filter((m) => !m.state), async (m, slot) => {
        m.state = await tryMutant(quick, m, tests, killers, slot);
        if (m.state !== "survived") return;
        if (same.has(keyOf(m)) || (await isSameCode(quick, m, slot))) m.state = "equivalent";
    });
    keep(kept, taken);
    const left = process.env.CHECKED === "0" ? [] : taken.filter((m) => m.state === "survived");
    if (left.length) {
        const checked = prepare(CHECKED, tests);
        await measure(checked, tests, files);
        await each(left, async (m, slot) => {
            m.state = await tryMutant(checked, m, tests, killers, slot);
        });
    }
    keep(kept, taken);
    for (let i = 0; i < JOBS; i++) {
        fs.rmSync(path.join(home, `slot${i}`), { recursive: true, force: true });
    }
    const tried = taken.filter((m) => m.state);
    say(`${name}: ${tried.length} of ${all.length} mutants, seed ${seed}`);
    report(tried);
}

await main();
