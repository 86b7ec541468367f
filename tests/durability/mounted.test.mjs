// A file system that is really full, and one that is really read-only, where
// one may be mounted; failing.test.mjs plays both everywhere.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { json, run } from "./killed.mjs";
import { begin, settle, state, workshop } from "./shop.mjs";

const FILE_WRITE_FAILED = 7;
const ROOM_KIB = [0, 64, 4, 96, 16, 128, 32, 192, 48, 256, 384, 512];

// How much room the i-th command has, one try after the other; in a short run one
// command in three is tried, once.
const rooms = (i) => (process.env.QUARRY_KILL_ALL ? ROOM_KIB : i % 3 ? [] : [ROOM_KIB[(i / 3) % ROOM_KIB.length]]);

const mount = (...args) => spawnSync("mount", args).status === 0;

// A folder on a file system of its own, or null.
function mounted(t) {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-disk-"));
    const done = mount("-t", "tmpfs", "-o", "size=64m", "tmpfs", dir);
    t.after(() => {
        if (done) execFileSync("umount", [dir]);
        fs.rmdirSync(dir);
    });
    return done ? dir : null;
}

// All of the file system but `room` KiB.
function fill(dir, room) {
    const { bavail, bsize } = fs.statfsSync(dir);
    fs.writeFileSync(path.join(dir, "fill"), Buffer.alloc(Math.max(0, bavail * bsize - room * 1024)));
}

test("a full file system", async (t) => {
    const dir = mounted(t);
    if (!dir) return t.skip("nothing may be mounted here");
    const shop = workshop(t, dir);
    for (const [i, command] of shop.writes.entries()) {
        if (rooms(i).length === 0) continue;
        await t.test(command.what, () => {
            begin(shop, command);
            const before = state(shop.work, command.base);
            begin(shop, command);
            assert.equal(run(shop.work, command.args).status, 0);
            const after = state(shop.work, command.base);
            for (const room of rooms(i)) {
                const where = `${command.what}, ${room} KiB left`;
                begin(shop, command);
                fill(dir, room);
                const r = run(shop.work, command.args);
                fs.rmSync(path.join(dir, "fill"));
                assert.ok([0, FILE_WRITE_FAILED].includes(r.status), `${where}: ${r.status} ${r.stderr}`);
                const was = settle(shop.work, command, before, after, where);
                if (r.status === 0) assert.ok(was, `${where}: it said that it was done`);
            }
        });
    }
});

test("a read-only file system", async (t) => {
    const dir = mounted(t);
    if (!dir) return t.skip("nothing may be mounted here");
    const { work, writes, reads } = workshop(t, dir);
    json(work, ["table", "query", "table.csv", "SELECT 1 FROM data"]);
    // a worker that is being killed may still hold a file open for writing
    let readOnly = false;
    for (let tries = 0; tries < 100 && !readOnly; tries++) {
        readOnly = mount("-o", "remount,ro", dir);
        if (!readOnly) execFileSync("sync");
    }
    assert.ok(readOnly);
    const known = run(work, ["table", "query", "table.csv", "SELECT count(*) AS n FROM data", "--json"]);
    assert.equal(known.status, 0, known.stdout + known.stderr);
    for (const { what, args } of [...writes, ...reads].filter((c) => c.args[0] !== "table" && c.args[0] !== "ask")) {
        if (args[0] === "cache") continue;
        const r = run(work, args);
        assert.equal(r.status, FILE_WRITE_FAILED, `${what}: ${r.stderr}`);
        assert.match(r.stderr, /read-only/, what);
        assert.ok(!r.stderr.includes(dir), r.stderr);
    }
});
