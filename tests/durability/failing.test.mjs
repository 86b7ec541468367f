// A disk that fails, in every way that one does: the n-th call on it, or that
// and all later ones, for n = 1, 2, 3, ... A command then either ends with a
// typed error that names no path of the machine, or it did not need the call
// and its answer is the right one. Afterwards nothing is damaged, all that was
// acknowledged is there, and the command can be given again.
//
// This run tries a sample of the calls of every third command; `make durability` every one.
// QUARRY_KILL_ONLY is a pattern of what is tried, QUARRY_KILL_AS of how.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { calls, run, sampleAt, tables } from "./kill_run.mjs";
import { begin, settle, state, workshop } from "./shop.mjs";

// How it may say so: what cannot be read or written; and what has no memory
// (a mapping) or no descriptor (a worker).
const DISK = { FILE_READ_FAILED: 6, FILE_WRITE_FAILED: 7 };
const TYPED = { ...DISK, LIMIT: 8, TOOL_WORKER_UNAVAILABLE: 10 };

// [how, with what, which calls by a letter of their ways (kill_at.h), and which
// of those: what is decided where the disk is asked, one in four tells.]
const ways = [
    ["fail", "EIO", "", 1],
    ["failing", "EIO", "", 4],
    ["failing", "ENOSPC", "R", 1],
    ["fail", "EDQUOT", "R", 4],
    ["failing", "EROFS", "C", 4],
    ["fail", "EMFILE", "O", 1],
    ["fail", "EINTR", "W", 4],
    ["fail", "SHORT", "P", 4],
    ["fail", "SIGBUS", "M", 1],
].filter(([how, failure]) => new RegExp(process.env.QUARRY_KILL_AS ?? "").test(`${how} ${failure}`));

// Its answer, without what is another each time.
function answer(r) {
    const moving = /(_at|_ms|^session_id$|^path|^bytes.*|^elapsed.*)$/;
    return JSON.stringify(JSON.parse(r.stdout), (key, value) => (moving.test(key) ? null : value));
}

// What the command says where the disk failed under it; true: it is done.
function assertTyped(r, dir, where) {
    assert.equal(r.error, undefined, `${where}: it hangs`);
    assert.equal(r.signal, null, `${where}: ${r.stderr}`);
    const said = r.stdout + r.stderr;
    assert.ok(!said.includes(path.dirname(dir)), `${where}: a path in ${said}`);
    if (r.status === 0) return true;
    const { error, failures, damaged } = JSON.parse(r.stdout);
    if (damaged) { // what a check cannot read is damage to it
        assert.equal(r.status, DISK.FILE_READ_FAILED, `${where}: ${said}`);
        return false;
    }
    for (const f of error ? [error] : failures) {
        assert.ok(f.code in TYPED, `${where}: ${said}`);
        assert.equal(r.status, TYPED[f.code], `${where}: ${said}`);
    }
    return false;
}

// Where it said that some of it failed, that is typed, too; what a check made
// again it could not read.
function isAllDone(r, where) {
    const { failures, rebuilt } = JSON.parse(r.stdout);
    if (rebuilt?.length) return false;
    for (const f of failures ?? []) assert.ok(f.code in TYPED, `${where}: ${r.stdout}`);
    return !failures?.length;
}

// One call that fails; true: the command said so.
function attempt(shop, command, point, { before, after, right }) {
    const { work } = shop;
    const { n, how, failure, where } = point;
    begin(shop, command);
    const r = run(work, command.args, { n, how, failure, all: true });
    const done = assertTyped(r, work, where) && isAllDone(r, where);
    if (done) assert.equal(answer(r), right, where);
    const was = settle(work, command, before, after, where);
    if (done) assert.ok(was, `${where}: it said that it was done`);
    return !done;
}

// The calls to try of a command: in each way one, somewhere, or all that count.
function points(list, command, i) {
    return ways.flatMap(([how, failure, letter, every], k) => {
        const able = list.map((c, at) => ({ ...c, n: at + 1 })).filter((c) => c.ways.includes(letter));
        return sampleAt(able, every, i * ways.length + k).map((c) => ({
            ...c,
            how,
            failure,
            where: `${command.what}, ${how} ${failure} ${c.n} of ${list.length}: ${c.name} ${path.basename(c.path)}`,
        }));
    });
}

function tries(t, shop, given, i) {
    const { work } = shop;
    const command = { ...given, args: [...given.args, "--json"] };
    begin(shop, command);
    const before = state(work, command.base);
    begin(shop, command);
    const right = answer(run(work, command.args));
    const after = state(work, command.base);
    const rows = tables(work, command.base);
    begin(shop, command);
    const list = calls(work, command.args, true);
    const tried = points(list, command, i);
    const troubles = [];
    let said = 0;
    for (const point of tried) {
        try {
            said += attempt(shop, command, point, { before, after, right });
        } catch (e) {
            troubles.push(e.message);
        }
    }
    t.diagnostic(`${tried.length} failures of ${list.length} calls, ${said} said so`);
    assert.deepEqual(troubles, []);
    assert.deepEqual(tables(work, command.base), rows);
}

test("a disk that fails", async (t) => {
    const shop = workshop(t);
    const all = process.env.QUARRY_KILL_ALL || process.env.QUARRY_NIGHTLY || process.env.QUARRY_KILL_ONLY;
    for (const [i, command] of [...shop.writes, ...shop.reads].entries())
        if (all || i % 3 === 0) await t.test(command.what, (t) => tries(t, shop, command, i));
});
