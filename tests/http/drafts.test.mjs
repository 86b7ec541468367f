// Exports of a server: drafts, until somebody publishes them.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { send, serve } from "./server.mjs";

const post = (port, target, body) => send(port, "POST", target, { body });
const total = (name, sql = "SELECT count(*) AS n FROM data") => ({ path: "sales/sales.csv", query: sql, format: "csv", target_path: name });

test("an export is a draft, is read, published with who and when, or discarded", async (t) => {
    const { port, run } = await serve(t);
    for (const name of ["a.csv", "year/b.csv", "c.csv"]) assert.equal((await post(port, "/v1/tables/export", total(name))).status, 200);
    const listed = (await send(port, "GET", "/v1/drafts?base=sales")).json;
    assert.deepEqual(listed.drafts.map((d) => d.path), ["a.csv", "c.csv", "year/b.csv"]);
    assert.deepEqual(listed.published, []);
    const response = await fetch(`http://127.0.0.1:${port}/v1/drafts/content?base=sales&path=a.csv`);
    assert.equal(response.headers.get("content-disposition"), "attachment; filename*=UTF-8''a.csv");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal((await response.text()).trim().split(/\s+/).at(-1), "5000");
    const published = await post(port, "/v1/drafts/publish", { base: "sales", path: "year/b.csv" });
    assert.equal(published.json.published_by, "local");
    assert.match(published.json.published_at, /^\d{4}-\d\d-\d\dT/);
    assert.match(published.json.sha256, /^[0-9a-f]{64}$/);
    assert.match(run("draft", "publish", "sales", "a.csv", "--author", "ana").toString(), /^published a\.csv .* by ana at /);
    assert.match(run("draft", "show", "sales", "c.csv").toString(), /5000/);
    assert.equal((await send(port, "DELETE", "/v1/drafts?base=sales&path=c.csv")).json.discarded, true);
    const after = (await send(port, "GET", "/v1/drafts?base=sales")).json;
    assert.deepEqual(after.drafts, []);
    assert.deepEqual(after.published.map((p) => [p.path, p.published_by]), [["a.csv", "ana"], ["year/b.csv", "local"]]);
    const kept = await fetch(`http://127.0.0.1:${port}/v1/drafts/content?base=sales&path=year/b.csv&published=true`);
    assert.equal(kept.status, 200);
    assert.equal(kept.headers.get("content-disposition"), "attachment; filename*=UTF-8''b.csv");
    assert.match(run("draft", "show", "sales", "a.csv", "--published").toString(), /5000/);
});

test("what is published does not change, and no path leaves its folder", async (t) => {
    const { port, home } = await serve(t);
    await post(port, "/v1/tables/export", total("a.csv"));
    await post(port, "/v1/drafts/publish", { base: "sales", path: "a.csv" });
    await post(port, "/v1/tables/export", total("a.csv", "SELECT 1 AS other FROM data LIMIT 1"));
    assert.equal((await post(port, "/v1/drafts/publish", { base: "sales", path: "a.csv" })).status, 409);
    for (const name of ["../base.db", "/etc/passwd", "x/../../base.db", "none.csv", ".hidden", "x//y", "x\0"]) {
        const got = await post(port, "/v1/drafts/publish", { base: "sales", path: name });
        assert.ok([400, 403, 404].includes(got.status), `${name} ${got.status}`);
        const read = await send(port, "GET", `/v1/drafts/content?base=sales&path=${encodeURIComponent(name)}`);
        assert.ok([400, 403, 404].includes(read.status), `${name} ${read.status}`);
        const gone = await send(port, "DELETE", `/v1/drafts?base=sales&path=${encodeURIComponent(name)}`);
        assert.ok([400, 403, 404].includes(gone.status), `${name} ${gone.status}`);
    }
    const bases = path.join(home, "bases");
    const draft = fs.readdirSync(bases).map((id) => path.join(bases, id, "draft")).find((f) => fs.existsSync(f));
    fs.symlinkSync("/etc/hostname", path.join(draft, "link.csv"));
    assert.equal((await post(port, "/v1/drafts/publish", { base: "sales", path: "link.csv" })).status, 403);
});

test("drafts and published files are in backups and copies, and come back", async (t) => {
    const { port, home, run } = await serve(t);
    for (const name of ["a.csv", "year/b.csv"]) await post(port, "/v1/tables/export", total(name));
    await post(port, "/v1/drafts/publish", { base: "sales", path: "year/b.csv" });
    const saved = path.join(home, "saved");
    run("base", "backup", "sales", "--to", saved);
    const manifest = JSON.parse(fs.readFileSync(path.join(saved, "manifest.json"), "utf8"));
    assert.deepEqual(manifest.files.map((f) => f.path).filter((p) => !p.startsWith("files/")), ["base.db", "draft/a.csv", "published/year/b.csv"]);
    const before = (await send(port, "GET", "/v1/drafts?base=sales")).json;
    const same = async (base) => {
        const { drafts, published } = (await send(port, "GET", `/v1/drafts?base=${base}`)).json;
        assert.deepEqual([drafts, published], [before.drafts, before.published]);
        for (const [name, where] of [["a.csv", ""], ["year/b.csv", "&published=true"]]) {
            const got = await fetch(`http://127.0.0.1:${port}/v1/drafts/content?base=${base}&path=${name}${where}`);
            assert.match(await got.text(), /5000/);
        }
    };
    run("base", "copy", "sales", "other");
    await same("other");
    run("base", "rm", "sales", "--force");
    run("base", "restore", "sales", "--from", saved);
    await same("sales");
    // What is damaged, or leads elsewhere, is refused as all of a backup is.
    fs.appendFileSync(path.join(saved, "draft/a.csv"), "x");
    assert.throws(() => run("base", "restore", "sales", "--from", saved), /damaged/);
});
