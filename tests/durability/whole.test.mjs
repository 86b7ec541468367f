// Bases as a whole, killed at their calls on the disk: nothing half done is
// visible, what was there is there, and the same command can be given again.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { calls, contents, copy, folder, json, run, sample } from "./kill_run.mjs";

const CONFLICT = 4;
const NOT_FOUND = 3;

function prepare(dir) {
    fs.writeFileSync(path.join(dir, "a.md"), "# A\n\ntext\n");
    fs.writeFileSync(path.join(dir, "d.json"), '{"n":1}');
    json(dir, ["add", "kb", "a.md", "d.json"]);
    json(dir, ["base", "backup", "kb", "--to", "saved"]);
    json(dir, ["data", "set", "kb", "/d.json/n", "2"]);
}

const isWhole = (dir, base) => json(dir, ["base", "check", base]).ok;

// What a command may leave: as before, or done; and its second time.
const commands = [
    {
        args: ["base", "copy", "kb", "new"],
        again: CONFLICT,
        check(dir, was) {
            assert.deepEqual(contents(dir, "kb"), was);
            const made = contents(dir, "new");
            if (made) assert.ok(isWhole(dir, "new"));
            if (made) assert.deepEqual(made, was);
        },
    },
    {
        args: ["base", "backup", "kb", "--to", "made"],
        again: CONFLICT,
        check(dir, was) {
            assert.deepEqual(contents(dir, "kb"), was);
            if (!fs.existsSync(path.join(dir, "made"))) return;
            json(dir, ["base", "restore", "back", "--from", "made"]);
            assert.deepEqual(contents(dir, "back"), was);
        },
    },
    {
        args: ["base", "restore", "kb", "--from", "saved"],
        again: 0,
        check(dir, was) {
            const now = contents(dir, "kb");
            const value = now["d.json"].value;
            if (value === '{"n":1}') assert.notDeepEqual(now, was);
            else assert.deepEqual(now, was);
        },
    },
    {
        args: ["base", "rm", "kb", "--force"],
        again: NOT_FOUND,
        check(dir, was) {
            const now = contents(dir, "kb");
            if (now) assert.deepEqual(now, was);
        },
    },
];

function tries(how, c, { start, work }) {
    copy(start, work);
    const was = contents(work, "kb");
    copy(start, work);
    const list = calls(work, c.args);
    for (const point of sample(list)) {
        const where = `${c.args[1]}, ${how} ${point.n} of ${list.length}: ${point.name} ${path.basename(point.path)}`;
        copy(start, work);
        const r = run(work, c.args, { n: point.n, how });
        if (r.signal === null) continue;
        assert.equal(r.signal, "SIGKILL", where);
        try {
            c.check(work, was);
            if (contents(work, "kb")) assert.ok(isWhole(work, "kb"));
        } catch (e) {
            e.message = `${where}: ${e.message}`;
            throw e;
        }
        const again = run(work, c.args);
        assert.ok([0, c.again].includes(again.status), `${where}: again: ${again.stderr}`);
        if (c.args[1] === "backup" && again.status === 0)
            assert.deepEqual(fs.readdirSync(work).filter((n) => n.startsWith(".quarry")), [], where);
    }
}

for (const how of ["before", "lose"])
    test(how === "lose" ? "a power cut" : "kill -9", async (t) => {
        const dir = folder(t);
        const shop = { start: path.join(dir, "start"), work: path.join(dir, "work") };
        fs.mkdirSync(shop.work);
        prepare(shop.work);
        copy(shop.work, shop.start);
        for (const c of commands) await t.test(c.args[1], () => tries(how, c, shop));
    });
