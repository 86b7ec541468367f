// What was acknowledged survives, and what was not is wholly there or wholly
// not: each command that writes is killed at its calls on the disk, once as
// `kill -9` would and once as a power cut that takes what was not synced; and
// each meets a full disk and a disk that fails.
//
// This run dies at a sample of the calls; `make durability` at every one.
// QUARRY_KILL_ONLY is a pattern of what is tried.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { calls, contents, copy, createWithoutVectors, folder, json, leftovers, run, sample } from "./killed.mjs";

const FILE_WRITE_FAILED = 7;

const only = new RegExp(process.env.QUARRY_KILL_ONLY ?? "");

const write = (dir, name, text) => fs.writeFileSync(path.join(dir, name), text);

// A base with text, JSON with a history, and a document to remove.
function prepare(dir) {
    write(dir, "old.md", "# Old\n\nas it was\n");
    write(dir, "gone.md", "# Gone\n\nsoon\n");
    write(dir, "data.json", '{"items":[{"n":1},{"n":2}],"name":"first"}');
    write(dir, "same.md", "# Same\n");
    createWithoutVectors(dir, "kb");
    json(dir, ["add", "kb", "old.md", "gone.md", "data.json", "same.md"]);
    const { key } = json(dir, ["status", "kb"]).documents.find((d) => d.format === "json");
    json(dir, ["data", "set", "kb", `/${key}/name`, '"second"']);
    json(dir, ["data", "create", "kb", `/${key}/items/-`, '{"n":3}']);
    write(dir, "old.md", "# Old\n\nas it is now\n");
    write(dir, "new.md", "# New\n\nnot there before\n");
    write(dir, "new.json", '{"a":[1,2,3],"b":"x"}');
    write(dir, "table.csv", "id,city,amount\n1,Rome,2.50\n2,Oslo,3.75\n");
    return key;
}

// [what, the command, and how it is said that it was done before].
const commands = (key) =>
    list(key).filter(([what]) => only.test(what));

const list = (key) => [
    ["the first file of a home", ["add", "first", "new.md"]],
    ["the first file of a base", ["add", "other", "new.md"]],
    ["files, one of them changed", ["add", "kb", "old.md", "new.json", "new.md"]],
    ["a table", ["add", "kb", "table.csv"]],
    ["an element is set", ["data", "set", "kb", `/${key}/name`, '"third"']],
    ["an element is made", ["data", "create", "kb", `/${key}/more`, "[1]"], 4],
    ["a document is made", ["data", "create", "kb", "/made", '{"x":1}'], 4],
    ["an element is deleted", ["data", "delete", "kb", `/${key}/items/0`]],
    ["a rollback", ["data", "rollback", "kb", "2"]],
    ["documents are removed", ["rm", "kb", "gone.md", "data.json"], 3],
];

// A folder for each try, as a document is known by its path, and what it is
// filled with.
function workshop(t) {
    const dir = folder(t);
    const work = path.join(dir, "work");
    const start = path.join(dir, "start");
    fs.mkdirSync(work);
    const key = prepare(work);
    copy(work, start);
    return { start, key, work };
}

// Every document is as before or as after; `moved`: how many as after.
function compare(now, before, after, where) {
    if (now === null) {
        assert.equal(before, null, `${where}: the base is gone`);
        return false;
    }
    const names = new Set([
        ...Object.keys(now),
        ...Object.keys(before ?? {}),
        ...Object.keys(after),
    ]);
    let behind = 0;
    for (const name of names) {
        const is = JSON.stringify(now[name]);
        const was = JSON.stringify(before?.[name]);
        const will = JSON.stringify(after[name]);
        const bare = JSON.stringify(now[name] && { ...now[name], described: true });
        if (is === will) continue;
        behind++;
        // what is derived of a table follows its commit
        assert.ok(is === was || bare === will, `${where}: ${name} is ${is}`);
    }
    return behind === 0;
}

function tries(t, what, command, how, look) {
    const { start, work } = look.shop;
    const base = ["first", "other"].includes(command[1]) ? command[1] : "kb";
    const begin = () => {
        copy(start, work);
        if (base === "first") fs.rmSync(path.join(work, "home"), { recursive: true });
    };
    begin();
    const before = contents(work, base);
    begin();
    const list = calls(work, command);
    const after = contents(work, base);
    for (const point of sample(list)) {
        const where = `${what}, ${how} ${point.n} of ${list.length}: ${point.name} ${path.basename(point.path)}`;
        begin();
        const r = run(work, command, { n: point.n, how });
        look.check({ r, where, before, after, base, work });
    }
}

// Then the command is repeated, and an add sweeps what is left.
function repeat({ where, work, base, after, was, command, again }) {
    const r = run(work, command);
    if (was) assert.ok([0, again].includes(r.status), `${where}: again: ${r.stderr}`);
    else {
        assert.equal(r.status, 0, `${where}: again: ${r.stderr}`);
        assert.ok(compare(contents(work, base), null, after, `${where}: again`), where);
    }
    json(work, ["add", "kb", "same.md"]);
    json(work, ["add", base, "same.md"]);
    assert.deepEqual(leftovers(work), [], where);
}

for (const how of ["before", "lose"])
    test(how === "lose" ? "a power cut" : "kill -9", async (t) => {
        const shop = workshop(t);
        for (const [what, command, again] of commands(shop.key))
            await t.test(what, (t) =>
                tries(t, what, command, how, {
                    shop,
                    check({ r, where, before, after, base, work }) {
                        if (r.signal === null) return; // a file less was written
                        assert.equal(r.signal, "SIGKILL", where);
                        const was = compare(contents(work, base), before, after, where);
                        repeat({ where, work, base, after, was, command, again });
                    },
                }),
            );
    });

for (const how of ["full", "fail"])
    test(how === "full" ? "a full disk" : "a disk that fails once", async (t) => {
        const shop = workshop(t);
        for (const [what, command, again] of commands(shop.key))
            await t.test(what, (t) =>
                tries(t, what, command, how, {
                    shop,
                    check({ r, where, before, after, base, work }) {
                        const was = compare(contents(work, base), before, after, where);
                        if (r.status === 0) assert.ok(was, `${where}: it said that it was done`);
                        else assert.equal(r.status, FILE_WRITE_FAILED, `${where}: ${r.stderr}`);
                        repeat({ where, work, base, after, was, command, again });
                    },
                }),
            );
    });

// The order that the two above rest on, told by the calls themselves.
test("a file of the base is synced, named, and its folder synced, before a commit names it", (t) => {
    const { work } = workshop(t);
    for (const files of [["new.md"], ["new.md", "new.json", "old.md", "table.csv", "more.md", "six.md"]]) {
        for (const f of files) if (!fs.existsSync(path.join(work, f))) write(work, f, `# ${f}\n`);
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
