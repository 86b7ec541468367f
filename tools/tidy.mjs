#!/usr/bin/env node
// tidy.mjs [--deep|--record] - clang-tidy over every file of the dev build, JOBS
// at once.
//
// Nearly all of its time goes to the analyser that follows a function's paths. Here
// that stops after 30,000 steps, which takes a fifth of the time of its own limit of
// 225,000; --deep goes there.
//
// tools/analysed.txt holds the hashes of files that passed all checks, the analyser
// among them. Such a file is not looked at again; a file that changed since, or a
// header of which did, is analysed. Of what is listed the cheap checks are run over
// one file in 16, so that a wrong list is noticed; which they are changes with the
// list. --record analyses what is not in the list and writes it anew; without that
// nothing is lost but time.
//
// What passed on this machine is not looked at again: build/tidy/. A hash is of the
// file, each header of ours that it includes, its flags, .clang-tidy and the version.
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

// Of what clang-tidy sees, as it is in any checkout.
function hashOf(file, command) {
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
    const hash = createHash("sha256").update(version).update(config);
    hash.update(flags.sort().join(" "));
    for (const start of [file, ...forced.filter((f) => fs.existsSync(f))]) {
        for (const f of closure(start, folders)) {
            hash.update(`${f} ${contentOf(f).hash}\n`);
        }
    }
    return hash.digest("hex").slice(0, 32);
}

function listed() {
    const text = fs.existsSync(LIST) ? fs.readFileSync(LIST, "utf8") : "";
    return new Set(text.split("\n").map((line) => line.split(" ")[0]));
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

const queue = jobs().map(([file, command]) => ({
    file,
    hash: hashOf(file, command),
}));
const all = [...queue];
const known = listed();
const findings = new Map();
const list = createHash("sha256").update([...known].join("\n")).digest("hex");
const SAMPLED = 16; // of so many listed files one is checked all the same
const looked = { deep: 0, bounded: 0, plain: 0 };
const stampOf = (hash, mode) => path.join(passed, `${hash}.${mode}`);

function isSampled(hash) {
    const word = createHash("sha256").update(list).update(hash).digest();
    return word.readUInt32LE(0) % SAMPLED === 0;
}

// How to look at a file; null: not at all, as a look at least as deep found nothing.
function modeOf(hash) {
    if (!deep && known.has(hash) && (record || !isSampled(hash))) return null;
    const wanted = deep ? "deep" : known.has(hash) ? "plain" : "bounded";
    const modes = Object.keys(MODES);
    return modes
        .slice(0, modes.indexOf(wanted) + 1)
        .some((mode) => fs.existsSync(stampOf(hash, mode)))
        ? null
        : wanted;
}

async function worker() {
    for (let job = queue.shift(); job; job = queue.shift()) {
        const { file, hash } = job;
        const mode = modeOf(hash);
        if (!mode) continue;
        looked[mode]++;
        const found = await tidy(file, mode);
        if (found !== null) findings.set(file, found);
        else fs.writeFileSync(stampOf(hash, mode), "");
    }
}

fs.mkdirSync(passed, { recursive: true });
const width = Number(process.env.JOBS ?? 2);
await Promise.all(Array.from({ length: width }, worker));
for (const file of [...findings.keys()].sort()) {
    console.log(findings.get(file));
}
if (record) {
    const lines = all
        .filter(({ file }) => !findings.has(file))
        .map(({ file, hash }) => `${hash} ${file}\n`);
    fs.writeFileSync(LIST, lines.join(""));
}
console.log(
    `tidy: ${all.length} files, ${looked.deep + looked.bounded} analysed, ` +
        `${looked.plain} of the listed sampled, ${findings.size} failed`,
);
process.exitCode = findings.size ? 1 : 0;
