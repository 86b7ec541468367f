// The runner itself: a case that should fail must fail.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { parseCases, parseDocument, runCases } from "../run_cases.mjs";

const bin = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bin-"));
fs.writeFileSync(
    path.join(bin, "quarry"),
    `#!/bin/sh
case $1 in
hi) printf 'one\\ntwo\\n\\nfour took 1.25 ms\\n' ;;
json) echo '{"a":[{"b":"x"}],"query_elapsed_ms":3}' ;;
fail) echo 'cannot open' >&2; exit 3 ;;
home) ls "$QUARRY_HOME" 2>/dev/null; mkdir -p "$QUARRY_HOME/seen" ;;
esac
`,
    { mode: 0o755 },
);
test.after(() => fs.rmSync(bin, { recursive: true }));

const run = (text, parse = parseCases) => {
    const log = console.log;
    console.log = () => {};
    try {
        return runCases("sample", parse(text), bin);
    } finally {
        console.log = log;
    }
};
const passes = (text, n = 1) =>
    assert.deepEqual(run(text), { passed: n, failed: 0 });
const fails = (text) => assert.equal(run(text).failed, 1);

test("every kind of expectation can hold", () => {
    passes("# why\n$ quarry hi\none\ntwo\n\nfour took 9 ms\n");
    passes("$ quarry hi\n~ ne\n/^t.o$/\n...\n~ four\n");
    passes("$ quarry hi\n...\n");
    passes("$ quarry fail\n? 3\n! cannot\n");
    passes('$ quarry json\n@ /a/0/b = "x"\n@ /query_elapsed_ms = 3\n');
    passes('$ quarry json\n{"a":[{"b":"x"}],"query_elapsed_ms":77}\n');
    passes("$ quarry hi | head -1\none\n\n# then\n$ echo '$ x'\n\\$ x\n", 2);
    passes("$ quarry home\n\n$ quarry home\nseen\n", 2);
});

test("every kind of expectation can fail", () => {
    fails("$ quarry hi\none\n");
    fails("$ quarry hi\n...\nfive\n");
    fails("$ quarry hi\none\n~ x\n...\n");
    fails("$ quarry hi\n/^x/\n...\n");
    fails("$ quarry hi\none\ntwo\n\nfour took 9 ms\nfive\n");
    fails("$ quarry fail\n");
    fails("$ quarry fail\n? 4\n");
    fails("$ quarry fail\n? 3\n! another\n");
    fails('$ quarry json\n@ /a/0/b = "y"\n');
    fails("$ quarry hi\n@ /a = 1\n");
});

test("documents run their quarry commands and nothing else", () => {
    const doc =
        "```console\n$ rm -rf x\n$ ./quarry hi\none\n...\n```\n" +
        "<!-- not run -->\n```console\n$ ./quarry fail\n```\n" +
        "```sh\n$ ./quarry fail\n```\n";
    assert.deepEqual(run(doc, parseDocument), { passed: 1, failed: 0 });
    const piped = "```console\n$ echo a \\\n    | ./quarry hi\none\n...\n```\n";
    assert.deepEqual(run(piped, parseDocument), { passed: 1, failed: 0 });
    const second = doc.replace("$ ./quarry hi", () => "$ true && ./quarry hi");
    assert.deepEqual(run(second, parseDocument), { passed: 1, failed: 0 });
    assert.equal(run(doc.replace("one", "1"), parseDocument).failed, 1);
});
