// A server that dies while many write: what it acknowledged is there when the next
// one serves, and what it did not is there wholly or not at all.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { furnish, send, start, until } from "../http/server.mjs";
import { build, copy, folder } from "./kill_run.mjs";
import { KINDS, nothing, settle, TOKENS, write_all } from "./writers.mjs";

const ROUNDS = process.env.QUARRY_KILL_ALL ? 40 : 1;
const CUTS = process.env.QUARRY_KILL_ALL ? 40 : 2;
const ENOUGH = 3; // acknowledged writes of each kind, then it may die

test("what a server acknowledged outlives kill -9 while many write", { timeout: 900000 }, async (t) => {
    const kinds = { ...KINDS, tokens: TOKENS };
    const home = folder(t);
    furnish(home);
    const kept = nothing(kinds);
    for (let round = 0; round < ROUNDS; round++) {
        const server = await start(t, home);
        const before = Object.fromEntries(Object.entries(kept.all).map(([name, list]) => [name, list.length]));
        const work = write_all(kinds, server, kept, home);
        const slow = () => Object.keys(kinds).filter((name) => kept.all[name].length < before[name] + ENOUGH);
        let ended = false;
        const failed = Promise.all(work).finally(() => (ended = true));
        await until(() => ended || slow().length === 0);
        assert.deepEqual(slow(), []);
        await sleep(Math.random() * 100);
        server.child.kill("SIGKILL");
        await server.exited;
        await failed;
        await settle(t, kinds, home, kept);
    }
});

const power_cut = (lost) => ({ LD_PRELOAD: path.join(build, "libkill_at.so"), QUARRY_KILL_HOW: "lose", QUARRY_KILL_LOST: lost });

// Nothing else is written meanwhile, whose sync would put this on the disk, too.
test("the first that a server acknowledged outlives a power cut right after it", { timeout: 900000 }, async (t) => {
    const furnished = folder(t);
    furnish(furnished);
    for (const [name, kind] of Object.entries(KINDS))
        await t.test(name, async (t) => {
            const home = path.join(folder(t), "home");
            const now = path.join(home, "now");
            copy(furnished, home);
            const env = { ...power_cut(folder(t)), QUARRY_KILL_AT: "1", QUARRY_KILL_WHILE: now };
            const server = await start(t, home, { env });
            const kept = nothing(KINDS);
            await kind.do(server.port, 2, kept.all[name]);
            assert.equal(kept.all[name].length, 1);
            fs.writeFileSync(now, "");
            await send(server.port, "POST", "/v1/bases", { body: { name: "last" } }).catch(() => {}); // a call on the disk
            assert.deepEqual(await server.exited, [null, "SIGKILL"]);
            await settle(t, KINDS, home, kept);
        });
});

test("what a server acknowledged outlives a power cut while many write", { timeout: 900000 }, async (t) => {
    const home = folder(t);
    const lost = folder(t);
    furnish(home);
    const kept = nothing(KINDS);
    for (let cut = 0; cut < CUTS; cut++) {
        const calls = 600 + Math.floor(Math.random() * 1500);
        const names = cut % 2 ? { QUARRY_KILL_NAMES: "stay" } : {};
        const env = { ...names, ...power_cut(lost), QUARRY_KILL_AT: String(calls) };
        const server = await start(t, home, { env });
        const work = write_all(KINDS, server, kept, home);
        const [code, signal] = await server.exited;
        await Promise.all(work);
        assert.deepEqual([code, signal], [null, "SIGKILL"], `after ${calls} calls`);
        await settle(t, KINDS, home, kept);
    }
});
