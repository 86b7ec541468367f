#!/usr/bin/env node
// run_cases.mjs [--bin FOLDER] FILE.case ... - the one runner for all modules.
//
// A case file is a list of blocks separated by blank lines (jq's idea):
//
//     # why this matters                    a comment, before the command
//     $ quarry table map orders.csv         run by sh; quarry is the built one
//     rows: 3                               this line of output, exactly
//     ~ part of it                          a line that contains the text
//     /^took [0-9]+/                        a line that matches
//     ...                                   any number of lines, also none
//     @ /columns/0/name = "id"              the output is one JSON value and
//                                           has this at that JSON Pointer
//     ! cannot open                         a line of stderr contains the text
//     ? 3                                   the exit status, when it is not 0
//     \$ five                               a literal line that begins so
//
// Several commands may follow each other in a block. Blank lines inside the
// expected output count, those at its end do not. Durations ("1.25 ms",
// "query_elapsed_ms":3) are equal to each other, and so are the eight digits of a
// document's key in a pointer (quarry://base/name-1a2b3c4d). A first comment `# needs
// testdata`, `ocr` or `terminal` skips the file where QUARRY_TESTDATA, Tesseract or a
// pseudo-terminal is absent, as it is in a container without /dev/pts.
//
// Each file runs in its own temporary folder, a copy of tests/data with
// examples/ in it, with an empty home of Quarry.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const TIMEOUT_MS = 900_000; // one command that hangs; on a busy machine one takes minutes

const fileUrlOf = (p) => (p ? fs.realpathSync(p) : "");

function matcher(line, escapes) {
    if (line === "...") return { any: true, text: line };
    if (!escapes) return exactly(line);
    if (line.startsWith("~ ")) {
        const part = normalize(line.slice(2));
        return { test: (got) => normalize(got).includes(part), text: line };
    }
    if (line.length > 1 && line.startsWith("/") && line.endsWith("/")) {
        const pattern = new RegExp(line.slice(1, -1), "u");
        return { test: (got) => pattern.test(got), text: line };
    }
    return exactly(line.startsWith("\\") ? line.slice(1) : line);
}

function exactly(text) {
    const wanted = normalize(text);
    return { test: (got) => normalize(got) === wanted, text };
}

// Time differs from run to run, and the key of a document with the folder that
// its file lies in; everything else must not.
function normalize(line) {
    return line
        .replace(/(quarry:\/\/[^\s#@"]*-)[0-9a-f]{8}\b/g, "$1<key>")
        .replace(/("\w*elapsed_ms":)\d+(\.\d+)?/g, "$1<time>")
        .replace(/\b\d+(\.\d+)? ?(µs|ms|s)(?![\p{L}\d])/gu, "<time>")
        .trimEnd();
}

// Where the expected lines first leave the real ones; -1 when they agree.
// `...` takes as little as lets the rest fit, so this backtracks.
export function mismatch(expected, got, i = 0, j = 0) {
    for (; i < expected.length; i++, j++) {
        if (expected[i].any) {
            if (i + 1 === expected.length) return -1;
            let furthest = got.length;
            for (let k = j; k <= got.length; k++) {
                const at = mismatch(expected, got, i + 1, k);
                if (at < 0) return -1;
                if (k === j) furthest = at;
            }
            return furthest;
        }
        if (j >= got.length || !expected[i].test(got[j])) return j;
    }
    return j < got.length ? j : -1;
}

// The blocks of a case file: [{line, command, out, err, at, status}].
export function parseCases(text) {
    const lines = text.split("\n");
    const cases = [];
    let open = null;
    lines.forEach((line, index) => {
        const starts = line.startsWith("$ ");
        const blankBefore = index === 0 || lines[index - 1].trim() === "";
        if (starts) {
            open = newCase(index + 1, line.slice(2));
            cases.push(open);
        } else if (line.startsWith("# ") && blankBefore) {
            open = null;
        } else if (open) {
            expect(open, line, index + 1);
        } else if (line.trim() !== "" && !line.startsWith("#")) {
            throw new Error(`line ${index + 1}: output before any command`);
        }
    });
    for (const c of cases) trimEnd(c.out);
    return cases;
}

function newCase(line, command) {
    return { line, command, out: [], err: [], at: [], status: 0 };
}

function trimEnd(out) {
    while (out.length && out.at(-1).text === "") out.pop();
}

function expect(c, line, number) {
    if (c.command.endsWith("\\")) {
        c.command = `${c.command.slice(0, -1)}${line.trim()}`;
    } else if (/^\? \d+$/.test(line)) {
        c.status = Number(line.slice(2));
    } else if (line.startsWith("! ")) {
        c.err.push(line.slice(2));
    } else if (line.startsWith("@ ")) {
        c.at.push(parsePointerLine(line, number));
    } else {
        c.out.push(matcher(line, true));
    }
}

function parsePointerLine(line, number) {
    const m = /^@ (\S*) = (.*)$/.exec(line);
    if (!m) throw new Error(`line ${number}: not '@ /pointer = JSON'`);
    return { pointer: m[1], value: JSON.stringify(JSON.parse(m[2])), line };
}

// The commands in ```console blocks that call ./quarry; others are for people.
export function parseDocument(text) {
    const cases = [];
    let inside = false;
    let open = null;
    let hidden = false;
    text.split("\n").forEach((line, index) => {
        if (/^\s*```/.test(line)) {
            inside = !inside && /^\s*```console\s*$/.test(line) && !hidden;
            open = null;
            hidden = false;
        } else if (!inside) {
            hidden = line.trim() === "<!-- not run -->";
        } else if (line.startsWith("$ ")) {
            open = newCase(index + 1, line.slice(2));
            cases.push(open);
        } else if (open?.command.endsWith("\\")) {
            open.command = `${open.command.slice(0, -1)}${line.trim()}`;
        } else if (open) {
            open.out.push(matcher(line, false));
        }
    });
    for (const c of cases) trimEnd(c.out);
    return cases.filter((c) => /(^|[|&;] *)\.\/quarry\b/.test(c.command));
}

function at(value, pointer) {
    for (const part of pointer.split("/").slice(1)) {
        const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
        value = value?.[key];
    }
    return JSON.stringify(value) ?? "nothing";
}

function outputProblems(c, stdout) {
    const got = stdout.replace(/\n$/, "").split("\n");
    if (got.length === 1 && got[0] === "") got.pop();
    if (c.at.length === 0) return lineProblems(c, got);
    let value;
    try {
        value = JSON.parse(stdout);
    } catch {
        return ["stdout is not one JSON value:", ...got.map((l) => `  ${l}`)];
    }
    const problems = c.at
        .filter((w) => at(value, w.pointer) !== w.value)
        .map((w) => `${w.line}\n    got ${at(value, w.pointer)}`);
    if (problems.length) problems.push(`stdout: ${stdout.trimEnd()}`);
    return c.out.length ? [...problems, ...lineProblems(c, got)] : problems;
}

function lineProblems(c, got) {
    while (got.length && got.at(-1).trim() === "") got.pop();
    const where = mismatch(c.out, got);
    if (where < 0) return [];
    return [
        "expected:",
        ...c.out.map((m) => `  ${m.text}`),
        "got:",
        ...got.map((l, i) => `${i === where ? "> " : "  "}${l}`),
        ...(where >= got.length ? ["> (the output ends here)"] : []),
    ];
}

function problemsOf(c, run, showStderr) {
    const status = run.status ?? 128 + (os.constants.signals[run.signal] ?? 0);
    const problems = outputProblems(c, run.stdout);
    if (run.error) problems.unshift(String(run.error));
    if (status !== c.status) {
        problems.unshift(`exit status ${status}, expected ${c.status}`);
    }
    for (const part of c.err) {
        if (!run.stderr.split("\n").some((line) => line.includes(part))) {
            problems.push(`no line of stderr contains: ${part}`);
        }
    }
    if (problems.length && showStderr && run.stderr) {
        problems.push("stderr:", ...run.stderr.trimEnd().split("\n"));
    }
    return problems;
}

function makeRoom(bin) {
    const room = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-case-"));
    const work = path.join(room, "work");
    fs.mkdirSync(work);
    fs.mkdirSync(path.join(room, "home"));
    copy(path.join(root, "tests", "data"), work);
    copy(path.join(root, "examples"), path.join(work, "examples"));
    for (const program of ["quarry", "quarry-worker"]) {
        const built = path.join(bin, program);
        if (fs.existsSync(built)) {
            fs.symlinkSync(built, path.join(work, program));
        }
    }
    return room;
}

function copy(from, to) {
    if (fs.existsSync(from)) fs.cpSync(from, to, { recursive: true });
}

// Tesseract's English, where Debian has it; a file of cases that needs it says so.
const tessdata = "/usr/share/tesseract-ocr/5/tessdata";
const hasOcr = fs.existsSync(path.join(tessdata, "eng.traineddata"));
const needs = (text, what) => new RegExp(`^# needs ${what}$`, "m").test(text);
const hasTerminal = () => spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

const isUnmet = (text) =>
    (needs(text, "testdata") && !fs.existsSync(process.env.QUARRY_TESTDATA ?? "")) ||
    (needs(text, "ocr") && !hasOcr) ||
    (needs(text, "terminal") && !hasTerminal());

function environment(bin, room, ocr) {
    return {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        HOME: path.join(room, "home"),
        QUARRY_HOME: path.join(room, "home", "quarry"),
        NO_COLOR: "1",
        COLUMNS: "100",
        LC_ALL: "C.UTF-8",
        TZ: "UTC",
        TESSDATA_PREFIX: ocr ? tessdata : "/nowhere", // not by what is installed
    };
}

// Run the cases of one file; returns { passed, failed }.
export function runCases(file, cases, bin, ocr) {
    const room = makeRoom(bin);
    const options = {
        cwd: path.join(room, "work"),
        env: environment(bin, room, ocr),
        encoding: "utf8",
        timeout: TIMEOUT_MS,
        input: "",
        maxBuffer: 64 << 20,
    };
    const count = { passed: 0, failed: 0 };
    for (const c of cases) {
        const run = spawnSync("/bin/sh", ["-c", c.command], options);
        const problems = problemsOf(c, run, true);
        count[problems.length ? "failed" : "passed"]++;
        if (problems.length) {
            console.log(`${path.relative(root, file)}:${c.line}: FAIL`);
            console.log(`    $ ${c.command}`);
            for (const p of problems) {
                console.log(p.replace(/^/gm, "    "));
            }
        }
    }
    fs.rmSync(room, { recursive: true, force: true });
    return count;
}

// Everything after the program: [--bin FOLDER] FILE ...; returns exit status.
export function main(argv, parse) {
    let bin = path.join(root, "build", "release");
    if (argv[0] === "--bin") [, bin] = argv.splice(0, 2);
    const total = { passed: 0, failed: 0, skipped: 0 };
    for (const file of argv) {
        const text = fs.readFileSync(file, "utf8");
        if (isUnmet(text)) {
            total.skipped++;
            continue;
        }
        const count = runCases(file, parse(text), path.resolve(bin), needs(text, "ocr"));
        total.passed += count.passed;
        total.failed += count.failed;
    }
    const skipped = total.skipped ? `, ${total.skipped} skipped` : "";
    console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
    if (total.failed) return 1;
    return total.skipped && !total.passed ? 77 : 0;
}

if (fileUrlOf(process.argv[1]) === fileURLToPath(import.meta.url)) {
    process.exitCode = main(process.argv.slice(2), parseCases);
}
