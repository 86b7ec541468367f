// The protocol's own conformance suite against `quarry serve`: everything that a
// revision requires of a server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { root, serve } from "../http/server.mjs";

const suite = path.join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
if (!fs.existsSync(suite)) {
    console.log("skipped: the conformance suite is not installed");
    process.exit(77);
}

async function run(cwd, port, revision) {
    const url = `http://127.0.0.1:${port}/mcp`;
    const child = spawn(process.execPath, [suite, "server", "--url", url, "--requirements", revision], {
        cwd, // it writes its findings there
        stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stdout.on("data", (d) => (text += d));
    child.stderr.on("data", (d) => (text += d));
    const [status] = await once(child, "exit");
    return { status, text };
}

for (const revision of ["2025-11-25", "2026-07-28"]) {
    test(`all that ${revision} requires is there`, async (t) => {
        const { port, home } = await serve(t, "--conformance-fixtures");
        const { status, text } = await run(home, port, revision);
        const [, unscored] = text.split("Not scored for");
        const optional = [...unscored.matchAll(/[✓✗] (\S+) \(/g)].map((m) => m[1]);
        const [, summary] = text.split("=== SUMMARY ===");
        const lines = [...summary.split("Total:")[0].matchAll(/([✓✗]) (\S+): (\d+) passed, (\d+) failed/g)]
            .map(([, , name, passed, failed]) => ({ name, passed: Number(passed), failed: Number(failed) }))
            .filter(({ name }) => !optional.includes(name));
        assert.ok(lines.length >= 30, text);
        for (const { name, passed, failed } of lines) {
            assert.ok(passed > 0 && failed === 0, `${name}: ${text}`);
        }
        assert.equal(status, 0, text);
    });
}
