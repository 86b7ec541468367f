// qdrant.mjs - Qdrant, played by the test: collections in memory, searched exactly.
// Every request and answer is held against the OpenAPI that Qdrant publishes, where it
// is here (QUARRY_TESTDATA); a member of a request that it does not list fails the test.
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { testdata } from "./search.mjs";

const published = path.join(testdata, "api/qdrant/docs/redoc/v1.19.x/openapi.json");
const openapi = fs.existsSync(published) ? JSON.parse(fs.readFileSync(published, "utf8")) : null;

// JSON Schema of OpenAPI 3.0: a null is a type of its own.
function plain(x) {
    if (Array.isArray(x)) return x.map(plain);
    if (!x || typeof x !== "object") return x;
    const { nullable, format: _, example: __, default: ___, ...rest } = x;
    if (x.$ref) return { $ref: x.$ref.replace("#/components/schemas/", "#/$defs/") };
    const out = Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, plain(v)]));
    if (!nullable) return out;
    return Object.keys(out).length ? { anyOf: [out, { type: "null" }] } : { type: "null" };
}

const schemas = openapi && plain(openapi.components.schemas);
const validators = new Map();

function hold(schema, value, what) {
    const key = JSON.stringify(schema);
    if (!validators.has(key))
        validators.set(key, new AjvJsonSchemaValidator().getValidator({ ...plain(schema), $defs: schemas }));
    const { valid, errorMessage } = validators.get(key)(value);
    assert.ok(valid, `${what}: ${errorMessage}: ${JSON.stringify(value).slice(0, 500)}`);
    const listed = schema.$ref && openapi.components.schemas[schema.$ref.split("/").at(-1)].properties;
    for (const name of listed ? Object.keys(value) : []) assert.ok(name in listed, `${what}: '${name}' is not listed`);
}

// Of a path as the OpenAPI writes it.
function holdRequest(route, method, body, url) {
    if (!openapi) return;
    const operation = openapi.paths[route]?.[method.toLowerCase()];
    assert.ok(operation, `no ${method} ${route} is published`);
    for (const name of url.searchParams.keys())
        assert.ok(operation.parameters.some((p) => p.in === "query" && p.name === name), `${route}: '${name}' is not listed`);
    const schema = operation.requestBody?.content["application/json"].schema;
    assert.equal(Boolean(schema), body !== undefined, `${method} ${route}: a body`);
    if (schema) hold(schema, body, `${method} ${route}`);
}

function holdAnswer(route, method, status, body) {
    if (!openapi || status !== 200) return;
    hold(openapi.paths[route][method.toLowerCase()].responses[200].content["application/json"].schema, body, `answer of ${route}`);
}

const dot = (a, b) => a.reduce((s, x, i) => s + x * b[i], 0);
const unit = (a) => a.map((x) => x / Math.sqrt(dot(a, a) || 1));

function matches(condition, point) {
    if (condition.has_id) return condition.has_id.some((id) => BigInt(id) === point.id);
    const has = [point.payload[condition.key] ?? []].flat();
    const { value, any } = condition.match;
    return any ? any.some((x) => has.includes(x)) : has.includes(value);
}

const passes = (filter, point) =>
    (filter?.must ?? []).every((c) => matches(c, point)) && !(filter?.must_not ?? []).some((c) => matches(c, point));

// Ids have 64 bits: numbers of JSON that JavaScript would round.
const exactIds = (text) => JSON.parse(text.replace(/("id":|[[,])(\d{16,})(?=[,\]}])/g, '$1"$2"'));
const isBroken = (v, size) => v.length !== size || v.some((x) => typeof x !== "number");

const refuse = (status, error) => ({ status, error });

const routes = {
    "/collections/{collection_name}": {
        GET: (c) => ({
            status: "green",
            optimizer_status: "ok",
            segments_count: 1,
            points_count: c.points.size,
            payload_schema: {},
            config: {
                params: { vectors: c.vectors },
                hnsw_config: { m: 16, ef_construct: 100, full_scan_threshold: 10000 },
                optimizer_config: { deleted_threshold: 0.2, vacuum_min_vector_number: 1000, default_segment_number: 0, flush_interval_sec: 5 },
                metadata: c.metadata,
            },
        }),
        PUT: (c, body, server, name) => {
            if (c) return refuse(409, `Wrong input: Collection \`${name}\` already exists!`);
            server.collections.set(name, { points: new Map(), vectors: body.vectors, metadata: body.metadata, indexed: [] });
            return true;
        },
        DELETE: (c, body, server, name) => server.collections.delete(name),
    },
    "/collections/{collection_name}/index": {
        PUT: (c, body) => {
            c.indexed.push(body.field_name);
            return { operation_id: 0, status: "completed" };
        },
    },
    "/collections/{collection_name}/points": {
        PUT: (c, body) => {
            for (const p of body.points)
                if (p.vector.some((v) => isBroken(v, c.vectors.size)))
                    return refuse(400, `Wrong input: Vector dimension error: expected dim: ${c.vectors.size}, got ${p.vector[0].length}`);
            for (const p of body.points) c.points.set(BigInt(p.id), { id: BigInt(p.id), payload: p.payload, vectors: p.vector.map(unit) });
            return { operation_id: 1, status: "completed" };
        },
    },
    "/collections/{collection_name}/points/delete": {
        POST: (c, body) => {
            for (const p of c.points.values()) if (passes(body.filter, p)) c.points.delete(p.id);
            return { operation_id: 2, status: "completed" };
        },
    },
    "/collections/{collection_name}/points/count": {
        POST: (c, body) => ({ count: [...c.points.values()].filter((p) => passes(body.filter, p)).length }),
    },
    "/collections/{collection_name}/points/query": {
        POST: (c, body) => {
            if (isBroken(body.query[0], c.vectors.size))
                return refuse(400, `Wrong input: Vector dimension error: expected dim: ${c.vectors.size}, got ${body.query[0].length}`);
            const query = unit(body.query[0]);
            const points = [...c.points.values()]
                .filter((p) => passes(body.filter, p))
                .map((p) => ({ id: p.id, version: 1, score: Math.fround(Math.max(...p.vectors.map((v) => dot(v, query)))) }))
                .sort((a, b) => b.score - a.score)
                .slice(0, body.limit);
            return { points };
        },
    },
};

const numbers = (key, value) => (typeof value === "bigint" ? Number(value) : value);
const written = (value) => JSON.stringify(value, (k, v) => (typeof v === "bigint" ? `#${v}#` : v)).replace(/"#(\d+)#"/g, "$1");

export class Qdrant {
    // `key`: what requests must bring; `port`: of one that was stopped.
    static async start(t, { key = null, port = 0 } = {}) {
        const q = new Qdrant();
        q.collections = new Map();
        q.requests = []; // "METHOD route"
        q.failures = []; // of what was held against the OpenAPI
        q.reply = null; // (route, body) => {status, text}, or a promise: instead of an answer; null: none
        q.took_ms = 0; // for all answers
        q.key = key;
        q.server = http.createServer((request, response) => q.take(request, response));
        t.after(() => q.stop());
        await q.listen(port);
        return q;
    }

    async listen(port = this.port) {
        await new Promise((done) => this.server.listen(port, "127.0.0.1", done));
        this.port = this.server.address().port;
        this.name = `qdrant@http://127.0.0.1:${this.port}`;
    }

    async stop() {
        this.server.closeAllConnections();
        await new Promise((done) => this.server.close(done));
    }

    collection(name) {
        return this.collections.get(name);
    }

    take(request, response) {
        let text = "";
        request.on("data", (d) => (text += d));
        request.on("end", async () => {
            const url = new URL(request.url, "http://x");
            const [, , name, ...rest] = url.pathname.split("/");
            const route = ["/collections/{collection_name}", ...rest].join("/");
            this.requests.push(`${request.method} ${route}`);
            const began = performance.now();
            const planned = await this.reply?.(route, text);
            const answer = planned ?? this.answer(request, route, name, text, url);
            this.took_ms += performance.now() - began;
            response.statusCode = answer.status;
            response.setHeader("content-type", "application/json");
            response.end(answer.text);
        });
    }

    answer(request, route, name, text, url) {
        const say = (status, body) => ({ status, text: written({ ...body, time: 0.001 }) });
        if (this.key && request.headers["api-key"] !== this.key) return say(401, { status: { error: "Must provide an API key" } });
        try {
            const body = text ? JSON.parse(text) : undefined;
            const method = request.method;
            holdRequest(route, method, body, url);
            const c = this.collections.get(name);
            if (!c && !(method === "PUT" && !route.endsWith("points") && !route.endsWith("index")))
                return say(404, { status: { error: `Not found: Collection \`${name}\` doesn't exist!` } });
            const result = routes[route][method](c, text ? exactIds(text) : undefined, this, name);
            if (result?.error) return say(result.status, { status: { error: result.error } });
            const out = { result, status: "ok" };
            holdAnswer(route, method, 200, JSON.parse(JSON.stringify({ ...out, time: 0.001 }, numbers)));
            return say(200, out);
        } catch (error) {
            this.failures.push(error.message);
            return say(400, { status: { error: "Format error in JSON body" } });
        }
    }
}
