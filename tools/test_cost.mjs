#!/usr/bin/env node
// test_cost.mjs [BUILD] [CTEST_OPTION ...] - what each test takes of the processor.
//
// Seconds of user and system of a test and the processes that it waits for, the
// largest first, then their sum; after it each test that failed. ctest itself notes
// seconds of the clock only, which say little where other work is done. The tests are
// those of `make test`, unless options choose others (`-R unit/query`), one at a time.
import { execFileSync, spawnSync } from "node:child_process";

const [build = "build/dev", ...options] = process.argv.slice(2);
const chosen = options.length ? options : ["-LE", "nightly"];
const listed = execFileSync(
    "ctest",
    ["--test-dir", build, "--show-only=json-v1", ...chosen],
    { encoding: "utf8", maxBuffer: 64 << 20 },
);

// The shell prints the times to what is its own output.
const TIMED = 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&1; } 2>&1';

function run({ name, command, properties }) {
    const property = (wanted) => properties.find((p) => p.name === wanted)?.value;
    const env = Object.fromEntries(
        (property("ENVIRONMENT") ?? []).map((e) => [e.slice(0, e.indexOf("=")), e.slice(e.indexOf("=") + 1)]),
    );
    const { stdout, status } = spawnSync("bash", ["-c", TIMED, "bash", ...command], {
        cwd: property("WORKING_DIRECTORY"),
        env: { ...process.env, ...env },
        encoding: "utf8",
    });
    const [user, system] = stdout.trim().split(/\s+/).slice(-2).map(Number);
    const failed = status !== 0 && status !== property("SKIP_RETURN_CODE");
    return { name, seconds: user + system, failed };
}

const tests = JSON.parse(listed).tests.filter((t) => t.command).map(run);
const sum = tests.reduce((all, t) => all + t.seconds, 0);
for (const t of tests.sort((a, b) => b.seconds - a.seconds))
    console.log(`${t.seconds.toFixed(2).padStart(8)}  ${t.name}`);
console.log(`${sum.toFixed(2).padStart(8)}  all ${tests.length}`);
const failures = tests.filter((t) => t.failed);
for (const t of failures) console.log(`FAIL      ${t.name}`);
process.exit(failures.length ? 1 : 0);
