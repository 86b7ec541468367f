// The document at /openapi.json: whole, and each example in it is answered as it says.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import Ajv from "ajv/dist/2020.js";
import { root, send, serve } from "./server.mjs";

const methods = ["get", "post", "put", "patch", "delete"];
const operations = (doc) => Object.entries(doc.paths).flatMap(([p, item]) => methods.filter((m) => item[m]).map((m) => [p, m, item[m]]));

test("each route of the table is in it, once, with what it takes", async (t) => {
    const { port } = await serve(t);
    const doc = (await send(port, "GET", "/openapi.json")).json;
    assert.equal(doc.openapi, "3.1.0");
    const table = fs.readFileSync(path.join(root, "src/server/rest/routes_table.c"), "utf8");
    const routes = [...table.matchAll(/\.method = "(\w+)", \.path = "([^"]+)"/g)].map(([, m, p]) => `${m} ${p}`);
    assert.ok(routes.length > 40);
    assert.deepEqual(operations(doc).map(([p, m]) => `${m.toUpperCase()} ${p}`).sort(), routes.sort());
    const ids = operations(doc).map(([, , o]) => o.operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const [p, m, o] of operations(doc)) {
        const inPath = [...p.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        assert.deepEqual((o.parameters ?? []).filter((x) => x.in === "path").map((x) => x.name), inPath);
        assert.ok(Object.keys(o.responses).includes("default"));
        // What is answered has members that are documented.
        for (const [type, { schema }] of Object.entries(Object.values(o.responses)[0].content))
            if (type === "application/json") assert.ok(schema.properties || schema.$ref || schema.anyOf, `${m} ${p}`);
    }
});

test("each example is answered as the document says", async (t) => {
    const { port } = await serve(t);
    const doc = (await send(port, "GET", "/openapi.json")).json;
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    let ran = 0;
    for (const [p, m, o] of operations(doc)) {
        const type = o.requestBody && Object.keys(o.requestBody.content)[0];
        if (!o["x-example"] || type === "multipart/form-data") continue;
        const [status] = Object.keys(o.responses);
        const [media] = Object.keys(o.responses[status].content);
        const body = type && JSON.stringify(o.requestBody.content[type].example);
        if (type) assert.ok(ajv.validate(o.requestBody.content[type].schema, JSON.parse(body)), `${p}: ${ajv.errorsText()}`);
        if (media === "application/json") {
            const got = await send(port, m.toUpperCase(), o["x-example"], { body });
            assert.equal(String(got.status), status, `${m} ${p}: ${JSON.stringify(got.json)}`);
            // send() has held it against the document.
        } else {
            const got = await fetch(`http://127.0.0.1:${port}${o["x-example"]}`, { method: m.toUpperCase() });
            assert.equal(String(got.status), status);
            assert.ok(got.headers.get("content-type").startsWith(media));
        }
        ran++;
    }
    assert.ok(ran > 40, String(ran));
});
