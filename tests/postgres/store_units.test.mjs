// The unit tests of what is kept, with their databases in a PostgreSQL server.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { build, missing, OWNER, Server } from "./server.mjs";

// JSON documents take two minutes.
const programs = ["test_catalog", ...(process.env.QUARRY_NIGHTLY ? ["test_json_document"] : [])].map((name) => path.join(build, name));
const skip = missing() || (programs.every((p) => fs.existsSync(p)) ? false : "the unit tests are not built here");

test("the catalog and JSON documents do in a store what they do in files", { skip }, async (t) => {
    const s = await Server.start(t);
    const env = { ...process.env, PGPASSWORD: OWNER, QUARRY_TEST_STORE: s.url("owner") };
    for (const program of programs) {
        const names = spawnSync(program, [], { encoding: "utf8" }).stderr.match(/^ {2}\w+$/gm).filter((n) => !n.includes("fuzz"));
        assert.ok(names.length >= 5, `${program} lists its tests`);
        for (const name of names) {
            const r = spawnSync(program, [name.trim()], { env, encoding: "utf8" });
            assert.equal(r.status, 0, `${program} ${name}: ${r.stdout}${r.stderr}`);
        }
    }
});
