// answers.mjs - holds every answer of a server against the document that it has at
// /openapi.json: its status, its type, its members. In the tests an object has no
// member that is not said, so that what is added is written down; but those of
// tools, which say what a model needs.
import assert from "node:assert/strict";
import http from "node:http";
import Ajv from "ajv/dist/2020.js";

const servers = new Map(); // port -> what is known of it
const documents = new Map(); // text -> the document, parsed once, with its compiled checks

function get(port, target, headers) {
    return new Promise((done, failed) => {
        const request = http.get({ host: "127.0.0.1", port, path: target, headers }, (response) => {
            let text = "";
            response.on("data", (d) => (text += d));
            response.on("end", () => done(text));
        });
        request.on("error", failed);
    });
}

function close(schema) {
    if (schema === null || typeof schema !== "object") return schema;
    if (Array.isArray(schema)) return schema.map(close);
    const closed = Object.fromEntries(Object.entries(schema).map(([k, v]) => [k, close(v)]));
    if (schema.properties && schema.additionalProperties === undefined) closed.additionalProperties = false;
    return closed;
}

async function read(port) {
    const text = await get(port, "/openapi.json");
    if (!documents.has(text)) documents.set(text, parse(text));
    return documents.get(text);
}

function parse(text) {
    const doc = JSON.parse(text);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const [path, item] of Object.entries(doc.paths))
        for (const operation of Object.values(item).filter((o) => !o.description && !path.startsWith("/v1/data")))
            for (const response of Object.values(operation.responses))
                for (const content of Object.values(response.content ?? {})) content.schema = close(content.schema);
    doc.components.schemas = close(doc.components.schemas);
    ajv.addSchema(doc, "openapi");
    const routes = Object.keys(doc.paths).map((path) => ({ path, fits: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) }));
    return { doc, ajv, routes, checks: new Map() };
}

// The check of what `pointer` leads to, compiled once.
function checkOf({ ajv, checks }, pointer) {
    if (!checks.has(pointer)) checks.set(pointer, ajv.compile({ $ref: encodeURI(pointer) }));
    return checks.get(pointer);
}

const escape = (part) => part.replaceAll("~", "~0").replaceAll("/", "~1");

// Throws where the answer is not what the document says.
export async function check(port, method, target, got) {
    if (!servers.has(port)) servers.set(port, read(port).catch(() => null));
    const known = await servers.get(port);
    if (!known || typeof got.json !== "object") return; // it talks TLS, or is gone; or the answer is no JSON
    const path = target.split("?")[0];
    const at = known.doc.paths[path] ? path : known.routes.find((r) => r.fits.test(path))?.path;
    const operation = at && known.doc.paths[at][method.toLowerCase()];
    if (!operation) return;
    const status = operation.responses[got.status] ? String(got.status) : "default";
    const pointer =
        status === "default"
            ? "openapi#/components/responses/problem/content/application~1problem+json/schema"
            : `openapi#/paths/${escape(at)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
    const valid = checkOf(known, pointer);
    assert.ok(valid(got.json), `${method} ${target} ${got.status}: ${known.ajv.errorsText(valid.errors)} ${JSON.stringify(got.json).slice(0, 500)}`);
}
