// A file system that is really full, and one that is really read-only, where
// one may be mounted; failing.test.mjs plays both everywhere.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { json, run } from "./kill_run.mjs";
import { fill, mounted, remount_read_only } from "./mounts.mjs";
import { begin, settle, state, workshop } from "./shop.mjs";

const FILE_WRITE_FAILED = 7;
const ROOM_KIB = [0, 64, 4, 96, 16, 128, 32, 192, 48, 256, 384, 512];

// How much room the i-th command has, one try after the other; in a short run one
// command in three is tried, once.
const rooms = (i) => (process.env.QUARRY_KILL_ALL ? ROOM_KIB : i % 3 ? [] : [ROOM_KIB[(i / 3) % ROOM_KIB.length]]);

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
    assert.ok(remount_read_only(dir));
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
