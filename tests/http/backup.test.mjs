// A backup of a home that is served and written to: each base is whole in it, as it
// was at one moment, and with quarry.db who was let in is let in again.
import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { program, send, serve, start } from "./server.mjs";

test("a backup while many write is whole, and is served again", async (t) => {
    const { port, home, run, child, exited } = await serve(t);
    run("base", "create", "notes");
    const token = JSON.parse(run("token", "create", "--base", "notes", "--rights", "read,write"));
    const saved = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-saved-"));
    t.after(() => fs.rmSync(saved, { recursive: true, force: true }));
    await send(port, "PUT", "/v1/data?base=notes&pointer=/log", { body: [] });
    // Each write is a number, behind all before it.
    let written = 0;
    let writes = true;
    const write = async () => {
        while (writes) {
            const body = { base: "notes", pointer: "/log/-", value: written };
            const made = await send(port, "PATCH", "/v1/data", { body: { operation: "create", ...body } });
            assert.equal(made.status, 200, JSON.stringify(made.json));
            written++;
        }
    };
    const writing = write();
    while (written < 5) await new Promise((done) => setTimeout(done, 10));
    const before = written;
    const backup = spawn(program, ["backup", "--to", path.join(saved, "all"), "--home", home], { stdio: "ignore" });
    const [status] = await once(backup, "exit");
    const after = written;
    writes = false;
    await writing;
    assert.equal(status, 0);
    child.kill("SIGTERM");
    await exited;

    const other = path.join(saved, "home");
    fs.mkdirSync(other, { mode: 0o700 });
    fs.copyFileSync(path.join(saved, "all", "quarry.db"), path.join(other, "quarry.db"));
    for (const base of fs.readdirSync(path.join(saved, "all", "bases"))) {
        execFileSync(program, ["base", "restore", base, "--from", path.join(saved, "all", "bases", base), "--home", other, "--force"], { stdio: "pipe" });
        execFileSync(program, ["base", "check", base, "--home", other], { stdio: "pipe" });
    }
    const again = await start(t, other);
    const headers = { Authorization: `Bearer ${token.token}` };
    const { status: found, json } = await send(again.port, "GET", "/v1/data?base=notes&pointer=/log", { headers });
    assert.equal(found, 200);
    assert.deepEqual(json.value, [...json.value.keys()]);
    assert.ok(json.value.length >= before && json.value.length <= after + 1, `${before} ${json.value.length} ${after}`);
    assert.equal((await send(again.port, "GET", "/v1/bases/sales", { headers })).status, 404);
});
