// Every route with input that is wrong, made from what the document says it
// takes: a typed error or an answer each time, and the server lives. `make test` sends
// every third of these, another one to the next route.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import test from "node:test";
import { root, send, serve } from "./server.mjs";

const file = path.join(process.env.QUARRY_TESTDATA ?? path.join(root, "../shared/data"), "security/naughty-strings.json");
const few = ["", "\u0000", "\u202e", "../../etc/passwd", "' OR 1=1 --", "<script>alert(1)</script>", "%s%n", "𝕴", "\ud800", "x".repeat(70000)];
const naughty = fs.existsSync(file) ? [...few, ...JSON.parse(fs.readFileSync(file, "utf8"))] : few;
const EVERY = process.env.QUARRY_NIGHTLY ? 1 : 3;
const methods = ["get", "post", "put", "patch", "delete"];
// Each step takes other strings, so that all are used without every pair of them.
let turn = 0;
const strings = (n) => Array.from({ length: n }, () => naughty[turn++ % naughty.length]);

const wrong = () => [null, true, false, 0, -1, 1.5, 1e308, 9007199254740993, [], [[]], {}, { a: 1 }, ...strings(8)];

// Bodies that are nearly right: each member missing, of another type, out of bounds.
function* bodies(schema, example) {
    yield* [undefined, "", "{", "nul", "[]", '"text"', "0", "null", "{}", '{"a":1,"a":2}', "[".repeat(5000), `{"a":"${"x".repeat(900000)}"}`, '{"a":"\\ud800"}', "\u0000", "{\"a\":NaN}"];
    if (example === null || typeof example !== "object" || Array.isArray(example)) return;
    for (const key of Object.keys(schema.properties ?? {})) {
        for (const value of wrong()) yield JSON.stringify({ ...example, [key]: value });
        const without = { ...example };
        delete without[key];
        yield JSON.stringify(without);
    }
    for (const text of strings(4)) yield JSON.stringify({ ...example, [text]: text });
}

function* targets(p, example) {
    const [base, query] = example.split("?");
    for (const text of strings(6)) {
        const put = encodeURIComponent(text.toWellFormed());
        yield `${p.replace(/\{\w+\}/g, put)}${query ? `?${query}` : ""}`;
        for (const [name] of new URLSearchParams(query)) {
            const changed = new URLSearchParams(query);
            changed.set(name, text);
            yield `${base}?${changed}`;
        }
        yield `${base}?${put}=${put}`;
    }
    yield base;
    yield `${base}?base=`;
    yield `${base}?base=%ff%fe&pointer=%00&lines=-&version=-1&as_of=99999999999999999999&lang=%01`;
}

function check(got, what) {
    const said = JSON.stringify(got.json) ?? "";
    assert.notEqual(got.status, 500, `${what} ${said}`);
    assert.ok(got.status < 500 || [503, 504].includes(got.status), `${what}: ${got.status}`);
    if (got.status < 400) return;
    assert.equal(got.headers["content-type"], "application/problem+json", what);
    assert.equal(got.json.status, got.status);
    assert.match(got.json.code, /^[A-Z_]+$/);
    assert.ok(got.json.title && got.json.detail, what);
    assert.ok(!/quarry-http-|build\/release|\.c:\d+/.test(said), `${what} ${said}`);
}

test("what is wrong gets a typed error on every route, and the server lives", { timeout: 600000 }, async (t) => {
    const { port, child } = await serve(t);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
    t.after(() => agent.destroy());
    const doc = (await send(port, "GET", "/openapi.json")).json;
    let made = 0;
    let sent = 0;
    const one = async (method, target, options, what) => {
        if (made++ % EVERY) return;
        let got;
        try {
            got = await send(port, method, target, { ...options, agent });
        } catch (e) {
            // A request line that is no HTTP is refused without a body of ours.
            if (e instanceof SyntaxError) return;
            throw new Error(`${what}: ${e.message}`);
        }
        if (typeof got.json === "object") check(got, what);
        sent++;
    };
    for (const [p, item] of Object.entries(doc.paths)) {
        for (const m of methods.filter((x) => item[x])) {
            const o = item[m];
            const method = m.toUpperCase();
            // What the others ask is to stay; of another base nothing is missed.
            const example = (o["x-example"] ?? p).replace("/v1/bases/notes", "/v1/bases/none");
            const content = o.requestBody?.content["application/json"];
            const body = content && JSON.stringify(content.example);
            if (p !== "/metrics") for (const target of targets(p, example)) await one(method, target, { body }, `${method} ${target.slice(0, 200)}`);
            if (content)
                for (const bad of bodies(content.schema, content.example))
                    await one(method, example, { body: bad, headers: { "Content-Type": "application/json" } }, `${method} ${example} ${bad?.slice(0, 200)}`);
            if (o.requestBody) await one(method, example, { body: "x", headers: { "Content-Type": "text/plain" } }, `${method} ${example} text`);
        }
    }
    assert.ok(sent > 2000 / EVERY, String(sent));
    assert.equal(child.exitCode, null);
    assert.equal((await send(port, "GET", "/healthz")).status, 200);
    const memory = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]);
    assert.ok(memory < 1024 * 1024, `${memory} KiB`);
});

// The example, with one more member in each of its objects whose schema says what
// there is; also in objects that the example lacks.
function* unknownMembers(schema, value, put) {
    const member = { not_understood: 1 };
    if (schema.additionalProperties === false) yield put({ ...value, ...member });
    for (const [name, below] of Object.entries(schema.properties ?? {})) {
        if (below.type === "object") yield* unknownMembers(below, value?.[name] ?? {}, (v) => put({ ...value, [name]: v }));
        if (below.type === "array" && below.items?.type === "object") yield* unknownMembers(below.items, value?.[name]?.[0] ?? {}, (v) => put({ ...value, [name]: [v] }));
    }
}

test("a member that is not understood is refused by its name, in every body", { timeout: 600000 }, async (t) => {
    const { port } = await serve(t);
    const doc = (await send(port, "GET", "/openapi.json")).json;
    let sent = 0;
    for (const [p, item] of Object.entries(doc.paths)) {
        for (const m of methods.filter((x) => item[x]?.requestBody?.content["application/json"]?.schema.properties)) {
            const { schema, example } = item[m].requestBody.content["application/json"];
            assert.equal(schema.additionalProperties, false, `${m} ${p}`);
            for (const body of unknownMembers(schema, example, (v) => v)) {
                const got = await send(port, m.toUpperCase(), item[m]["x-example"] ?? p, { body: JSON.stringify(body) });
                assert.equal(got.status, 400, `${m} ${p} ${JSON.stringify(body)} ${JSON.stringify(got.json)}`);
                assert.match(got.json.detail, /'not_understood'.*there are/, `${m} ${p} ${JSON.stringify(body)}`);
                sent++;
            }
        }
    }
    assert.ok(sent > 15, String(sent));
});

// The document says what each takes; so what it does not say is refused.
test("an argument that is not understood is refused by its name, on every route", async (t) => {
    const { port } = await serve(t);
    const doc = (await send(port, "GET", "/openapi.json")).json;
    let sent = 0;
    for (const [p, item] of Object.entries(doc.paths)) {
        for (const m of methods.filter((x) => item[x])) {
            const o = item[m];
            const target = o["x-example"] ?? p;
            const content = o.requestBody?.content["application/json"];
            const body = content && JSON.stringify(content.example);
            const one = async (more) => {
                const got = await send(port, m.toUpperCase(), `${target}${target.includes("?") ? "&" : "?"}${more}`, { body });
                assert.equal(got.status, 400, `${m} ${target} ${more} ${JSON.stringify(got.json)}`);
                sent++;
                return got.json.detail;
            };
            if (o.requestBody && !content) continue; // a form: below
            const names = o.parameters.filter((x) => x.in === "query").map((x) => `'${x.name}'`);
            const said = await one("not_understood=1");
            assert.ok(said.startsWith("'not_understood' is not a query parameter of this path"), said);
            assert.ok(said.endsWith(names.length ? `it has ${names.join(", ")}` : "which has none"), said);
            assert.match(await one("=1"), /^'' is not a query parameter/);
            for (const [name, value] of new URLSearchParams(target.split("?")[1]))
                assert.match(await one(`${name}=${encodeURIComponent(value)}`), new RegExp(`^the query parameter '${name}' is given more than once`));
        }
    }
    assert.ok(sent > 100, String(sent));
    const shown = async (text) => (await send(port, "GET", `/v1/drafts/content?base=sales&path=x&published=${text}`)).json.detail;
    assert.equal(await shown("yes"), "'published' must be true or false");
    for (const name of ["%ff%fe", "%00", "%0a", "a".repeat(500)])
        assert.ok((await send(port, "GET", `/v1/bases?${name}=1`)).json.detail.length < 200, name);
    const mcp = await fetch(`http://127.0.0.1:${port}/mcp?session=1`, {
        method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });
    assert.equal(mcp.status, 400);
    assert.match((await mcp.json()).error.message, /takes no query parameters/);
});

// A form as bytes, so that it may be none.
const BOUNDARY = "----quarry";
const part = (headers, content = "a,b\n1,2\n") => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name, content) => part(`Content-Disposition: form-data; name="${name}"`, content);
const named = (filename, content, name = "file") => part(`Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/csv`, content);
const END = `--${BOUNDARY}--\r\n`;
const base = field("base", "new");
const quoted = (text) => text.toWellFormed().replace(/["\\]/g, "\\$&").replace(/[\r\n]/g, "");

function* forms() {
    const many = Array.from({ length: 65 }, (_, i) => named(`t${i}.csv`)).join("");
    yield ["no base", named("a.csv") + END, 400];
    yield ["an empty base", field("base", "") + named("a.csv") + END, 400];
    yield ["a base that is a file", named("base", "new", "base") + named("a.csv") + END, 400];
    yield ["no file", base + END, 400];
    yield ["nothing", "", 400];
    yield ["the end alone", END, 400];
    yield ["files by another name", base + named("a.csv", "x", "files") + END, 400];
    yield ["a field that is not understood", base + field("not_understood", "x") + named("a.csv") + END, 400, /^'not_understood' is not a field of this form; it has 'base', 'json_path', 'mount_key', 'replace', 'file'/];
    yield ["a field twice", base + base + named("a.csv") + END, 400, /'base' more than once/];
    yield ["a part without a name", base + part("Content-Disposition: form-data") + END, 400];
    yield ["a part without headers", `${base}--${BOUNDARY}\r\n\r\nx\r\n${END}`, 400];
    yield ["a line that is no header", base + part("nonsense") + END, 400];
    yield ["two of one name", base + named("a.csv") + named("a.csv") + END, 400];
    yield ["no end", base + named("a.csv"), 400];
    yield ["half a boundary", `${base}${named("a.csv")}--${BOUNDARY.slice(0, 5)}`, 400];
    yield ["another boundary", (base + named("a.csv") + END).replaceAll(BOUNDARY, "----other"), 400];
    yield ["something behind a boundary", base.replace(`${BOUNDARY}\r`, `${BOUNDARY} x\r`) + END, 400];
    yield ["a huge header", base + part(`Content-Disposition: form-data; name="file"; filename="${"x".repeat(20000)}"`) + END, 413];
    yield ["endless headers", `${base}--${BOUNDARY}\r\n${"X-A: b\r\n".repeat(20000)}`, 413];
    yield ["a huge field", field("base", "x".repeat(100000)) + named("a.csv") + END, 413];
    yield ["too many files", base + many + END, 413];
    yield ["too many fields", Array.from({ length: 40 }, (_, i) => field(`f${i}`, "x")).join("") + base + named("a.csv") + END, 413];
    for (const name of ["", ".", "..", ".hidden", "x\0.csv", "x\u007f.csv", "x\u0001.csv", "x".repeat(256), "/", "a/..", "..\\\\.."]) yield [`the name ${JSON.stringify(name).slice(0, 60)}`, base + named(name) + END, 400];
    for (const text of strings(20)) {
        yield [`the base ${JSON.stringify(text).slice(0, 60)}`, field("base", text.toWellFormed()) + named("a.csv") + END];
        yield [`the field ${JSON.stringify(text).slice(0, 60)}`, base + named("a.csv", "x", quoted(text)) + END];
        yield [`the file ${JSON.stringify(text).slice(0, 60)}`, base + named(quoted(text)) + END];
    }
}

test("forms that are none, or name what cannot be, get a typed error and leave nothing", { timeout: 900000 }, async (t) => {
    const { port, child, exited, home } = await serve(t);
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    for (const [what, body, status, said] of forms()) {
        const got = await send(port, "POST", "/v1/documents", { body, headers: { "Content-Type": type } });
        check(got, what);
        if (status) assert.equal(got.status, status, `${what}: ${JSON.stringify(got.json)}`);
        if (said) assert.match(got.json.detail, said, what);
        if (got.status !== 202) continue;
        // A name that may be is one without a folder.
        for (const { name } of got.json.documents) assert.ok(!/[/\0]/.test(name) && !name.startsWith("."), what);
    }
    for (const wrong of ["multipart/form-data", "multipart/form-data; boundary=", `multipart/form-data; boundary=${"x".repeat(71)}`, 'multipart/form-data; boundary="\u0001"', "multipart/form-data; boundary=a b;c", "multipart/mixed; boundary=x", "application/x-www-form-urlencoded"]) {
        const got = await send(port, "POST", "/v1/documents", { body: base + END, headers: { "Content-Type": wrong } }).catch((e) => e);
        if (got.status) check(got, wrong);
        assert.ok([400, 415].includes(got.status) || got.code === "ERR_INVALID_CHAR", `${wrong} ${got.status}`);
    }
    // A file whose name leads elsewhere is one of the last part of it.
    for (const [name, kept] of [["../../../escape.csv", "escape.csv"], ["..\\\\..\\\\escape2.csv", "escape2.csv"], ["/etc/passwd.csv", "passwd.csv"], ["C:\\\\x\\\\y.csv", "y.csv"]]) {
        const got = await send(port, "POST", "/v1/documents", { body: field("base", "paths") + named(name) + END, headers: { "Content-Type": type } });
        assert.equal(got.status, 202, name);
        assert.equal(got.json.documents[0].name, kept);
    }
    const found = fs.readdirSync(path.join(home, ".."), { withFileTypes: true }).filter((f) => /^escape|^passwd/.test(f.name));
    assert.deepEqual(found, []);
    assert.equal(child.exitCode, null);
    assert.equal((await send(port, "GET", "/healthz")).status, 200);
    child.kill("SIGKILL"); // its jobs delete their folders while a living home is listed
    await exited;
    assert.ok(!fs.readdirSync(home, { recursive: true }).some((f) => /escape|passwd/.test(f)));
});
