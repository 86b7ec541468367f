#!/usr/bin/env node
// tidy.mjs [--deep|--whole|--record] - clang-tidy over every file of the dev build, JOBS
// at once.
//
// Nearly all of its time goes to the analyser that follows a function's paths. Here
// that stops after 30,000 steps, which takes a fifth of the time of its own limit of
// 225,000; --deep goes there.
//
// tools/analysed.txt holds the hashes of what passed all checks, the analyser among
// them: of a C file as it was seen (with each header of ours that it includes), of its
// own text alone, and of each header. A file whose own text is not listed is analysed.
// For a header that is not listed one file that includes it is, the one of its own
// name first. What was seen with other headers is not analysed again for that - a line
// in a header of base/ would mean all files - but for one file in 16; --whole analyses
// all of it (`make nightly`). Of what is listed as it is seen now the cheap checks are
// run over one file in 16, so that a wrong list is noticed. Which files these are
// changes with the tree. --record does what --whole does and writes the list anew.
//
// What passed on this machine is not looked at again: build/tidy/. Hashes are of the
// text, its flags, .clang-tidy and the version.
// Findings are printed in the order of the files, whoever is done first.
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = process.cwd();
const build = path.join(root, "build", "dev");
const passed = path.join(root, "build", "tidy");
const LIST = "tools/analysed.txt";
const config = fs.readFileSync(".clang-tidy");
const version = /version [\d.]+/.exec(
    execFileSync("clang-tidy", ["--version"], { encoding: "utf8" }),
)[0];
const deep = process.argv.includes("--deep");
const record = process.argv.includes("--record");
const whole = record || process.argv.includes("--whole");

const MODES = {
    deep: [],
    bounded: ["-Xclang", "-analyzer-config", "-Xclang", "max-nodes=30000"].map(
        (word) => `--extra-arg=${word}`,
    ),
    plain: ["--checks=-clang-analyzer-*"],
};

function jobs() {
    const commands = JSON.parse(
        fs.readFileSync(path.join(build, "compile_commands.json"), "utf8"),
    );
    const byFile = new Map();
    for (const c of commands) {
        const name = path.relative(root, c.file);
        if (/^(src|tests)\/.*\.c$/.test(name) && !/_table\.c$/.test(name)) {
            byFile.set(name, c.command);
        }
    }
    return [...byFile].sort();
}

const contents = new Map(); // a file's hash and the headers that it includes
function contentOf(file) {
    if (!contents.has(file)) {
        const text = fs.readFileSync(file, "utf8");
        const includes = [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map(
            (m) => m[1],
        );
        const hash = createHash("sha256").update(text).digest("hex");
        contents.set(file, { hash, includes });
    }
    return contents.get(file);
}

// The file and all headers of this tree that it includes, in the order of names.
function closure(file, folders) {
    const seen = new Set();
    const queue = [file];
    for (let f = queue.shift(); f; f = queue.shift()) {
        if (seen.has(f)) continue;
        seen.add(f);
        for (const name of contentOf(f).includes) {
            const found = [path.dirname(f), ...folders]
                .map((folder) => path.join(folder, name))
                .find((candidate) => fs.existsSync(candidate));
            if (found) queue.push(found);
        }
    }
    return [...seen].sort();
}

const short = (hash) => hash.digest("hex").slice(0, 20);

// A file as clang-tidy sees it, in any checkout: the hash of all that it reads, that of
// its own text, and the headers.
function described(file, command) {
    const flags = command
        .replaceAll(`${root}/`, "")
        .replaceAll("../../", "")
        .match(/(?<= )-(?:D|I|isystem |include |std=|m|W|f)\S*/g);
    const folders = flags
        .filter((f) => f.startsWith("-I"))
        .map((f) => f.slice(2));
    const forced = flags
        .filter((f) => f.startsWith("-include "))
        .map((f) => f.slice(9));
    const base = createHash("sha256").update(version).update(config);
    base.update(flags.sort().join(" "));
    const own = short(base.copy().update(contentOf(file).hash));
    const headers = new Set();
    for (const start of [file, ...forced.filter((f) => fs.existsSync(f))]) {
        for (const f of closure(start, folders)) {
            base.update(`${f} ${contentOf(f).hash}\n`);
            if (f !== file) headers.add(f);
        }
    }
    return { file, hash: short(base), own, headers: [...headers] };
}

const headerHash = (file) => contentOf(file).hash.slice(0, 20);

function listed() {
    const text = fs.existsSync(LIST) ? fs.readFileSync(LIST, "utf8") : "";
    return new Set(text.split("\n").flatMap((line) => line.split(" ").slice(0, -1)));
}

async function tidy(file, mode) {
    try {
        const options = ["-p", build, "--quiet", ...MODES[mode], file];
        await run("clang-tidy", options, {
            cwd: root,
            maxBuffer: 256 << 20,
            encoding: "utf8",
        });
        return null;
    } catch (failure) {
        const text = `${failure.stdout}${failure.stderr}`.replaceAll(
            `${root}/`,
            "",
        );
        return text.replace(/^\d+ warnings?.*\n/gm, "").trimEnd();
    }
}

const all = jobs().map(([file, command]) => described(file, command));
const queue = [...all];
const known = listed();
const findings = new Map();
const tree = createHash("sha256").update(all.map((f) => f.hash).join("\n")).digest("hex");
const SAMPLED = 16; // of so many files that need no look one is looked at all the same
const looked = { deep: 0, bounded: 0, plain: 0 };
const stampOf = (hash, mode) => path.join(passed, `${hash}.${mode}`);

function isSampled(hash) {
    const word = createHash("sha256").update(tree).update(hash).digest();
    return word.readUInt32LE(0) % SAMPLED === 0;
}

// The files to analyse: see above.
function chosen() {
    const files = new Set(
        all.filter((f) => !known.has(f.hash) && (whole || !known.has(f.own) || isSampled(f.hash))),
    );
    const seen = new Set([...files].flatMap((f) => f.headers));
    const stem = (name) => name.replace(/\.[ch]$/, "");
    for (const header of new Set(all.flatMap((f) => f.headers))) {
        if (known.has(headerHash(header)) || seen.has(header)) continue;
        const users = all.filter((f) => f.headers.includes(header));
        const one = users.find((f) => stem(f.file) === stem(header)) ?? users[0];
        files.add(one);
        for (const h of one.headers) seen.add(h);
    }
    return files;
}
const analysed = chosen();

// How to look at a file; null: not at all, as a look at least as deep found nothing.
function modeOf(f) {
    const wanted = deep
        ? "deep"
        : analysed.has(f)
          ? "bounded"
          : !record && known.has(f.hash) && isSampled(f.hash)
            ? "plain"
            : null;
    const modes = Object.keys(MODES);
    return modes
        .slice(0, modes.indexOf(wanted) + 1)
        .some((mode) => fs.existsSync(stampOf(f.hash, mode)))
        ? null
        : wanted;
}

async function worker() {
    for (let job = queue.shift(); job; job = queue.shift()) {
        const mode = modeOf(job);
        if (!mode) continue;
        looked[mode]++;
        const found = await tidy(job.file, mode);
        if (found !== null) findings.set(job.file, found);
        else fs.writeFileSync(stampOf(job.hash, mode), "");
    }
}

fs.mkdirSync(passed, { recursive: true });
const width = Number(process.env.JOBS ?? 2);
await Promise.all(Array.from({ length: width }, worker));
for (const file of [...findings.keys()].sort()) {
    console.log(findings.get(file));
}
if (record) {
    const clean = all.filter(({ file }) => !findings.has(file));
    const headers = [...new Set(clean.flatMap((f) => f.headers))].sort();
    const lines = [
        ...clean.map(({ file, hash, own }) => `${hash} ${own} ${file}\n`),
        ...headers.map((file) => `${headerHash(file)} ${file}\n`),
    ];
    fs.writeFileSync(LIST, lines.join(""));
}
console.log(
    `tidy: ${all.length} files, ${looked.deep + looked.bounded} analysed, ` +
        `${looked.plain} of the listed sampled, ${findings.size} failed`,
);
process.exitCode = findings.size ? 1 : 0;
