// What was acknowledged survives, and what was not is wholly there or wholly
// not: each command that writes is killed at its calls on the disk, once as
// `kill -9` would and once as a power cut that takes what was not synced; such a
// cut also comes right behind its end.
//
// This run dies at a sample of the calls, of every second command in one of both ways;
// `make durability` at every one.
// QUARRY_KILL_ONLY is a pattern of what is tried.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { calls, run, sample, tables } from "./kill_run.mjs";
import { begin, settle, state, workshop } from "./shop.mjs";

function tries(t, shop, command, how) {
    const { work } = shop;
    begin(shop, command);
    const before = state(work, command.base);
    begin(shop, command);
    const list = calls(work, command.args);
    const after = state(work, command.base);
    const rows = tables(work, command.base);
    let killed = 0;
    for (const point of sample(list)) {
        const where = `${command.what}, ${how} ${point.n} of ${list.length}: ${point.name} ${path.basename(point.path)}`;
        begin(shop, command);
        const r = run(work, command.args, { n: point.n, how });
        if (r.signal === null) continue; // a file less was written
        assert.equal(r.signal, "SIGKILL", where);
        killed++;
        settle(work, command, before, after, where);
    }
    if (how === "lose") {
        const where = `${command.what}, lose behind its end`;
        begin(shop, command);
        assert.equal(run(work, command.args, { how }).status, 0, where);
        assert.ok(settle(work, command, before, after, where), `${where}: it was done`);
    }
    assert.deepEqual(tables(work, command.base), rows);
    t.diagnostic(`killed ${killed} times, of ${list.length} calls`);
}

const both = process.env.QUARRY_KILL_ALL || process.env.QUARRY_NIGHTLY || process.env.QUARRY_KILL_ONLY;
for (const [i, how] of ["before", "lose"].entries())
    test(how === "lose" ? "a power cut" : "kill -9", async (t) => {
        const shop = workshop(t);
        for (const [k, command] of shop.writes.entries())
            if (both || k % 2 === i) await t.test(command.what, (t) => tries(t, shop, command, how));
    });

// The order that the two above rest on, shown by the calls themselves.
test("a file of the base is synced, named, and its folder synced, before a commit names it", (t) => {
    const { work } = workshop(t);
    const write = (name, text) => fs.writeFileSync(path.join(work, name), text);
    for (const files of [["new.md"], ["new.md", "new.json", "old.md", "table.csv", "more.md", "six.md"]]) {
        for (const f of files) if (!fs.existsSync(path.join(work, f))) write(f, `# ${f}\n`);
        const list = calls(work, ["add", "ordered", ...files]);
        const last = (at, is) => list.slice(0, at).findLastIndex(is);
        const named = list.flatMap((c, i) => (c.name === "rename" && /\/files\/[0-9a-f]{64}$/.test(c.path) ? [i] : []));
        assert.ok(named.length > 0);
        for (const i of named) {
            const written = last(i, (c) => c.name === "write" && c.path.includes("/files/.new-"));
            const synced = last(i, (c) => c.name === "syncfs" || (c.name === "fsync" && c.path.includes("/files/.new-")));
            assert.ok(written >= 0 && synced > written, "named before it was synced");
            const folder = list.findIndex((c, at) => at > i && c.name === "fsync" && c.path.endsWith("/files"));
            const commit = list.findIndex((c, at) => at > i && c.path.endsWith("base.db-wal"));
            assert.ok(folder > i && folder < commit, "committed before its name was synced");
        }
    }
});
