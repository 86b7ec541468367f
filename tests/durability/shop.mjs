// What the tests of durability do to a base, and what it must hold after that:
// a home with one base of every kind, the commands that are tried on it, and
// whether each document is as before or as after.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { contents, copy, createWithoutVectors, folder, json, leftovers, run } from "./kill_run.mjs";

const NOT_FOUND = 3;
const CONFLICT = 4;

// Segments of about one size that are merged (segments_merge.h): one less.
const BEFORE_MERGE = 7;

const write = (dir, name, text) => {
    fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    fs.writeFileSync(path.join(dir, name), text);
};

// A base with text, JSON with a history, a table, and documents to remove.
function prepare(dir) {
    write(dir, "old.md", "# Old\n\nas it was, a lighthouse\n");
    write(dir, "gone.md", "# Gone\n\nsoon, with its lighthouse\n");
    write(dir, "data.json", '{"items":[{"n":1},{"n":2}],"name":"first"}');
    write(dir, "same.md", "# Same\n\nthe same lighthouse\n");
    write(dir, "rows.csv", "id,city\n1,Rome\n2,Oslo\n");
    createWithoutVectors(dir, "kb");
    json(dir, ["add", "kb", "old.md", "gone.md", "data.json", "same.md", "rows.csv"]);
    const { key } = json(dir, ["status", "kb"]).documents.find((d) => d.format === "json");
    json(dir, ["data", "set", "kb", `/${key}/name`, '"second"']);
    json(dir, ["data", "create", "kb", `/${key}/items/-`, '{"n":3}']);
    json(dir, ["base", "backup", "kb", "--to", "saved"]);
    createWithoutVectors(dir, "many");
    for (let i = 0; i < BEFORE_MERGE; i++) {
        write(dir, `m${i}.md`, `# Page ${i}\n\nthe lighthouse of page ${i}\n`);
        json(dir, ["add", "many", `m${i}.md`]);
    }
    write(dir, "old.md", "# Old\n\nas it is now, without\n");
    write(dir, "new.md", "# New\n\nnot there before, a lighthouse\n");
    write(dir, "new.json", '{"a":[1,2,3],"b":"x"}');
    write(dir, "table.csv", "id,city,amount\n1,Rome,2.50\n2,Oslo,3.75\n");
    write(dir, "books/a.md", "# A\n\nin a folder\n");
    write(dir, "books/deep/b.md", "# B\n\nin a folder of it\n");
    return key;
}

// {what, args; base: that is looked at; again: how the second time may end}.
const writes = (key) => [
    { what: "the first file of a home", args: ["add", "first", "new.md"], base: "first" },
    { what: "the first file of a base", args: ["add", "other", "new.md"], base: "other" },
    { what: "files, one of them changed", args: ["add", "kb", "old.md", "new.json", "new.md"] },
    { what: "a table", args: ["add", "kb", "table.csv"] },
    { what: "a folder", args: ["add", "kb", "books"] },
    { what: "a file whose index is merged", args: ["add", "many", "new.md"], base: "many" },
    { what: "an element is set", args: ["data", "set", "kb", `/${key}/name`, '"third"'] },
    { what: "an element is made", args: ["data", "create", "kb", `/${key}/more`, "[1]"], again: CONFLICT },
    { what: "a document is made", args: ["data", "create", "kb", "/made", '{"x":1}'], again: CONFLICT },
    { what: "an element is deleted", args: ["data", "delete", "kb", `/${key}/items/0`] },
    { what: "a rollback", args: ["data", "rollback", "kb", "2"] },
    { what: "documents are removed", args: ["rm", "kb", "gone.md", "data.json"], again: NOT_FOUND },
    { what: "a document is pinned", args: ["pin", "kb", "same.md"] },
    { what: "a document is disabled", args: ["disable", "kb", "same.md"] },
    { what: "all is indexed again", args: ["reindex", "kb"] },
    { what: "a rebuild", args: ["base", "rebuild", "kb"] },
];

// What changes no document. A base that got no name is swept whole, later.
const reads = (key) => [
    { what: "the bases", args: ["base", "list"] },
    { what: "the status", args: ["status", "kb"] },
    { what: "a search", args: ["search", "kb", "lighthouse", "--min-score", "0", "--wait"] },
    { what: "a search in many segments", args: ["search", "many", "lighthouse page", "--min-score", "0"], base: "many" },
    { what: "a text is fetched", args: ["fetch", "kb", "quarry://kb/same.md#lines=1-3"] },
    { what: "JSON is fetched", args: ["fetch", "kb", `quarry://kb/${key}`] },
    { what: "a table is fetched", args: ["fetch", "kb", "quarry://kb/rows.csv"] },
    { what: "a value is read", args: ["data", "get", "kb", `/${key}/name`, "--as-of", "2"] },
    { what: "a tree is asked", args: ["data", "query", "kb", "keys(@)"] },
    { what: "a check", args: ["base", "check", "kb"] },
    { what: "a backup", args: ["base", "backup", "kb"], looks: false },
    { what: "a restore", args: ["base", "restore", "back", "--from", "saved"], again: 0, makesBase: true, looks: false },
    { what: "a copy", args: ["base", "copy", "kb", "twin"], again: CONFLICT, makesBase: true, looks: false },
    { what: "a query of a file", args: ["table", "query", "table.csv", "SELECT city, amount FROM data ORDER BY id"] },
    { what: "a question of a file", args: ["ask", "table.csv", "total amount by city"] },
    { what: "an export", args: ["table", "export", "table.csv", "--to", "out.csv"], again: CONFLICT },
    { what: "the cache is swept", args: ["cache", "gc"] },
];

// A folder for each try, as a document is known by its path; what it is filled
// with; and the commands, of which QUARRY_KILL_ONLY is a pattern.
export function workshop(t, dir = folder(t)) {
    const shop = { work: path.join(dir, "work"), start: path.join(dir, "start") };
    const only = new RegExp(process.env.QUARRY_KILL_ONLY ?? "");
    fs.mkdirSync(shop.work);
    shop.key = prepare(shop.work);
    copy(shop.work, shop.start);
    for (const [name, list] of Object.entries({ writes, reads }))
        shop[name] = list(shop.key)
            .filter(({ what }) => only.test(what))
            .map((c) => ({ base: "kb", looks: name === "reads", ...c }));
    return shop;
}

// The folder as it was, and without a home for what makes one.
export function begin({ start, work }, { base }) {
    copy(start, work);
    if (base === "first") fs.rmSync(path.join(work, "home"), { recursive: true });
}

// What a base holds, and what is found in it.
export const state = (work, base) => ({ documents: contents(work, base), found: found(work, base) });

function found(work, base) {
    const r = run(work, ["search", base, "lighthouse", "--top-k", "100", "--min-score", "0", "--wait", "--json"]);
    if (r.status === NOT_FOUND) return null;
    assert.equal(r.status, 0, r.stdout + r.stderr);
    return JSON.parse(r.stdout).evidences.map((e) => `${e.pointer.uri} ${e.score}`);
}

// Every document is as before or as after; true: all as after.
export function compare(now, before, after, where) {
    if (now === null) {
        assert.equal(before, null, `${where}: the base is gone`);
        return false;
    }
    const names = new Set([...Object.keys(now), ...Object.keys(before ?? {}), ...Object.keys(after)]);
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

// What a command has left: every document as before or after, nothing damaged;
// it is repeated, and then all is as after; an add sweeps what is left.
// Returns whether it was done; of one that only looks there is less to ask.
export function settle(work, { args, base, again, makesBase, looks }, before, after, where) {
    if (looks) {
        assert.equal(json(work, ["base", "check", base]).ok, true, `${where}: check`);
        const r = run(work, args);
        assert.ok([0, again].includes(r.status), `${where}: again: ${r.stdout}`);
        return true;
    }
    const now = contents(work, base);
    const was = compare(now, before.documents, after.documents, where);
    if (now) assert.equal(json(work, ["base", "check", base]).ok, true, `${where}: check`);
    if (was) assert.deepEqual(found(work, base), after.found, `${where}: search`);
    const r = run(work, args);
    assert.ok(r.status === 0 || (was && r.status === again), `${where}: again: ${r.stderr}`);
    if (!was) assert.deepEqual(state(work, base), after, `${where}: again`);
    if (leftovers(work).length > 0) {
        json(work, ["add", "kb", "same.md"]);
        json(work, ["add", base, "same.md"]);
    }
    if (!makesBase) assert.deepEqual(leftovers(work), [], where);
    return was;
}
