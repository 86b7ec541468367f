// Every route with input that is wrong, made from what the document says it
// takes: a typed error or an answer each time, and the server lives.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import test from "node:test";
import { root, send, serve } from "./server.mjs";

const file = path.join(process.env.QUARRY_TESTDATA ?? path.join(root, "../shared/data"), "security/naughty-strings.json");
const few = ["", "\u0000", "\u202e", "../../etc/passwd", "' OR 1=1 --", "<script>alert(1)</script>", "%s%n", "𝕴", "\ud800", "x".repeat(70000)];
const naughty = fs.existsSync(file) ? [...few, ...JSON.parse(fs.readFileSync(file, "utf8"))] : few;
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
    let sent = 0;
    const one = async (method, target, options, what) => {
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
            const example = o["x-example"] ?? p;
            // Nothing is to be removed for the others.
            if (method === "DELETE" && p === "/v1/bases/{name}") continue;
            const content = o.requestBody?.content["application/json"];
            const body = content && JSON.stringify(content.example);
            if (p !== "/metrics") for (const target of targets(p, example)) await one(method, target, { body }, `${method} ${target.slice(0, 200)}`);
            if (content)
                for (const bad of bodies(content.schema, content.example))
                    await one(method, example, { body: bad, headers: { "Content-Type": "application/json" } }, `${method} ${example} ${bad?.slice(0, 200)}`);
            if (o.requestBody) await one(method, example, { body: "x", headers: { "Content-Type": "text/plain" } }, `${method} ${example} text`);
        }
    }
    assert.ok(sent > 2000, String(sent));
    assert.equal(child.exitCode, null);
    assert.equal((await send(port, "GET", "/healthz")).status, 200);
    const memory = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]);
    assert.ok(memory < 1024 * 1024, `${memory} KiB`);
});
