// A store whose PostgreSQL has no disk left: what is refused then is said, what was
// acknowledged is there, and a server goes on when there is room again.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fill, mounted } from "../durability/mounts.mjs";
import { program, send, start, until } from "../http/server.mjs";
import { missing, OWNER, root, Server } from "./server.mjs";

// Text that does not compress.
const noise = (n) => `# Noise\n\n${Array.from({ length: n }, () => Math.random().toString(36).slice(2)).join(" ")}\n`;

test("the disk of a store is full, and has room again", { skip: missing() }, async (t) => {
    const dir = mounted(t, "48m");
    if (!dir) return t.skip("no file system can be mounted here");
    const s = await Server.start(t, { settings: ["max_connections = 60"] });
    fs.chownSync(dir, fs.statSync(path.join(s.top, "server")).uid, fs.statSync(path.join(s.top, "server")).gid);
    s.sql("postgres", `CREATE TABLESPACE tiny LOCATION '${dir}'`);
    s.sql("postgres", "CREATE DATABASE small TABLESPACE tiny");
    const env = { PGPASSWORD: OWNER, QUARRY_STORE: s.url("owner").replace(/shop$/, "small"), HOME: s.home };
    const home = path.join(s.home, "quarry");
    const run = (...args) => execFileSync(program, args, { env: { ...process.env, ...env, QUARRY_HOME: home }, cwd: root, encoding: "utf8" });
    run("base", "create", "notes");
    const { port } = await start(t, home, { env, quiet: true });
    const known = [];
    let made = 0;
    const write = async () => {
        const pointer = `/k${made++}`;
        const r = await send(port, "PATCH", "/v1/data", { body: { base: "notes", operation: "create", pointer, value: noise(4000) } });
        if (r.status === 200) known.push(pointer);
        return r;
    };
    assert.equal((await write()).status, 200);

    fill(dir, 512);
    const refused = await until(async () => {
        const r = await write();
        return r.status !== 200 && r;
    });
    assert.equal(refused.json.error?.code ?? refused.json.code, "FILE_WRITE_FAILED", JSON.stringify(refused.json));
    assert.equal((await send(port, "GET", "/v1/bases")).status, 200);
    assert.equal((await send(port, "GET", "/readyz")).status, 200);
    t.diagnostic(`${known.length} of ${made} writes were acknowledged until the disk was full`);

    fs.rmSync(path.join(dir, "fill"));
    const before = known.length;
    await until(async () => (await write()).status === 200);
    assert.equal(known.length, before + 1);
    assert.deepEqual(Object.keys(JSON.parse(run("data", "get", "notes", ""))).sort(), known.map((p) => p.slice(1)).sort());
    run("base", "check", "notes");
});
