// load.mjs - what many clients do at once to a server, good ones and bad ones, and
// what must hold of each answer. soak.test.mjs runs all of it for long.
//
// A client is a function that does one thing and is called again until the time is
// over; what it gets it checks. What it counts, says that it was there.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { events, program, send, until } from "./server.mjs";

const COUNT = { path: "sales/sales.csv", query: "SELECT count(*) AS n FROM data" };
// Slow enough to be left, whatever the machine.
const ENDLESS = "SELECT sum(a.units * b.units * c.units * d.units) FROM data a, data b, data c, data d";
const QUESTIONS = [
    ["sales", "How many orders were cancelled?"],
    ["sales", "total sales by country"],
    ["sales", "top 5 customers by sales"],
    ["sales", "monthly sales in 2023"],
    ["sales", "average flurb"],
    ["sales", "ventas totales por mes"],
    ["handbook", "how long are copies kept?"],
    ["handbook", "total minutes by service, and what if my laptop is stolen?"],
    ["handbook", "who may open the safe?"],
];
const STATELESS = "2026-07-28";
const BOTH = "application/json, text/event-stream";
const HERE = /\/tmp\/|quarry-soak-|build\/(dev|release)|\.[ch]:\d+/;

export class Load {
    constructor({ port, child, home }) {
        Object.assign(this, { port, child, home });
        this.agent = new http.Agent({ keepAlive: true, maxSockets: 24 });
        this.counts = new Map(); // "client status code" -> how often
        this.over = false;
        this.known = new Map(); // what a client has written -> what it must read
    }

    // Another program in the same home.
    run_beside(...args) {
        return promisify(execFile)(program, args, { env: { ...process.env, QUARRY_HOME: this.home, QUARRY_LOG: "error" } });
    }

    count(what) {
        this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    }

    // An answer has what it says, an error its type; nothing is a bug of ours.
    check(who, got) {
        const said = typeof got.json === "string" ? got.json : (JSON.stringify(got.json) ?? "");
        const about = `${who}: ${got.status} ${said.slice(0, 600)}`;
        this.count(`${who} ${got.status}${got.json?.code ? ` ${got.json.code}` : ""}`);
        assert.notEqual(got.status, 500, about);
        if (got.status < 400) return got;
        assert.equal(got.headers["content-type"], "application/problem+json", about);
        assert.equal(got.json.status, got.status, about);
        assert.match(got.json.code, /^[A-Z_]+$/, about);
        assert.ok(got.json.title && got.json.detail, about);
        assert.notEqual(got.json.code, "INTERNAL", about);
        assert.ok(!HERE.test(said), about);
        return got;
    }

    async send(who, method, target, options = {}) {
        return this.check(who, await send(this.port, method, target, { agent: this.agent, ...options }));
    }

    // As send(), of what cannot be refused.
    async ok(who, method, target, options) {
        const got = await this.send(who, method, target, options);
        assert.ok(got.status < 300, `${who} ${method} ${target}: ${got.status} ${JSON.stringify(got.json)}`);
        return got;
    }

    // Each client again and again until `seconds` are over, or one fails.
    async run_for(seconds, clients) {
        const began = performance.now();
        const timer = setTimeout(() => (this.over = true), seconds * 1000);
        const all = Object.entries(clients).map(async ([name, client]) => {
            for (let i = 0; !this.over; i++) {
                try {
                    await client(this, i, name);
                } catch (e) {
                    this.over = true;
                    const at = ((performance.now() - began) / 1000).toFixed(1);
                    throw new Error(`${name}, time ${i}, after ${at} s: ${e.stack}`, { cause: e });
                }
            }
        });
        const ended = await Promise.allSettled(all);
        clearTimeout(timer);
        this.agent.destroy();
        const failed = ended.find((e) => e.status === "rejected");
        if (failed) throw failed.reason;
    }
}

const pick = (list, i) => list[i % list.length];
const some = (n) => Math.floor(Math.random() * n);

// ---- who asks ----

async function asks(load, i, who) {
    const [base, query] = pick(QUESTIONS, i);
    const { json } = await load.ok(who, "POST", "/v1/ask", { body: { base, query } });
    if (i % QUESTIONS.length === 0) assert.deepEqual(json.results.rows, [[625]]);
}

async function asks_streams(load, i, who) {
    const [base, query] = pick(QUESTIONS, i + 3);
    const got = await events(load.port, "POST", "/v1/ask", { body: { base, query, stream: true } });
    load.count(`${who} ${got.events.at(-1)?.[0]}`);
    assert.equal(got.status, 200);
    assert.equal(got.events.at(-1)?.[0], "done", JSON.stringify(got.events.at(-1)));
}

async function searches(load, i, who) {
    const query = pick(["how long are copies kept?", "stolen laptop", "the key of the safe", "长"], i);
    const found = await load.ok(who, "POST", "/v1/retrieve", { body: { base: "handbook", query, top_k: 5 } });
    const pointers = (found.json.evidences ?? []).map((e) => e.pointer.uri).slice(0, 3);
    await load.ok(who, "POST", "/v1/semantic-query", { body: { base: "handbook", query } });
    if (pointers.length) await load.ok(who, "POST", "/v1/fetch-evidence", { body: { pointers } });
}

async function reads_tables(load, i, who) {
    const { path: file } = COUNT;
    const post = (tool, more) => load.ok(who, "POST", `/v1/tables/${tool}`, { body: { path: file, ...more } });
    await post("map");
    await post("describe");
    await post("stats", { columns: ["units"] });
    await post("rows", { row_start: 1 + (i % 4000), row_count: 50 });
    assert.deepEqual((await post("query", { query: COUNT.query })).json.rows, [[5000]]);
    const target_path = `soak-${i % 20}.csv`;
    await post("export", { query: `SELECT * FROM data LIMIT ${1 + (i % 50)}`, format: "csv", target_path });
    await load.ok(who, "GET", `/v1/drafts/content?base=sales&path=${target_path}`);
    await load.ok(who, "DELETE", `/v1/drafts?base=sales&path=${target_path}`);
}

async function looks_around(load, i, who) {
    const targets = [
        "/healthz", "/readyz", "/metrics", "/openapi.json", "/", "/v1/bases", "/v1/logs?limit=20",
        "/v1/documents?base=handbook", "/v1/documents?base=sales", "/v1/data/schema?base=handbook",
        "/v1/bases/sales/suggestions", "/v1/semantic?base=sales", "/v1/drafts?base=sales",
    ];
    await load.ok(who, "GET", pick(targets, i));
}

// ---- who writes ----

// What was acknowledged is what is read, also of the version before.
async function edits(load, i, who) {
    const at = (pointer) => `/v1/data?base=handbook&pointer=${pointer}`;
    const key = `/${who}-${i % 12}`;
    const made = await load.send(who, "PATCH", "/v1/data", {
        body: { base: "handbook", operation: "create", pointer: key, value: { n: i, list: [1, 2, 3], text: "x".repeat(some(3000)) } },
    });
    assert.ok([200, 409].includes(made.status), JSON.stringify(made.json));
    const set = await load.ok(who, "PUT", at(`${key}/n`), { body: String(i) });
    assert.equal((await load.ok(who, "GET", at(`${key}/n`))).json.value, i);
    const stale = await load.send(who, "PUT", at(`${key}/n`), { body: "-1", headers: { "If-Match": '"1"' } });
    assert.equal(stale.status, 412);
    await load.ok(who, "GET", `${at(`${key}/n`)}&as_of=${set.headers.etag.slice(1, -1)}`);
    await load.ok(who, "POST", "/v1/data", { body: { base: "handbook", expression: "keys(@)" } });
    if (i % 12 >= 6) await load.ok(who, "DELETE", at(key));
}

const made_file = (i) =>
    pick(
        [
            ["page.md", `# Page ${i}\n\nThe word of the day is word${i}.\n`],
            ["rows.csv", `id,name,n\n${Array.from({ length: 300 }, (_, k) => `${k},name ${k % 7},${k * i}`).join("\n")}\n`],
            ["tree.json", JSON.stringify({ i, items: Array.from({ length: 50 }, (_, n) => ({ n, text: `item ${n} of ${i}` })) })],
            ["page.html", `<h1 id=a>Title ${i}</h1><p>Text ${i}.</p>`],
            ["broken.json", "{"],
            ["broken.csv", "\0\x01\x02"],
            ["huge.yaml", "a: &a [x]\n".repeat(50)],
        ],
        i,
    );

async function uploads(load, i, who) {
    const form = new FormData();
    form.append("base", "sent");
    for (const k of [i, i + 3]) form.append("file", new Blob([made_file(k)[1]]), `${who}-${made_file(k)[0]}`);
    const response = await fetch(`http://127.0.0.1:${load.port}/v1/documents`, { method: "POST", body: form });
    const json = await response.json();
    load.check(who, { status: response.status, headers: Object.fromEntries(response.headers), json });
    if (response.status === 429) return sleep(500);
    assert.equal(response.status, 202, JSON.stringify(json));
    const { events: list } = await events(load.port, "GET", `/v1/jobs/${json.job_id}`, { headers: { Accept: "text/event-stream" } });
    const [name, job] = list.at(-1);
    assert.equal(name, "done");
    assert.ok(["done", "failed"].includes(job.state), JSON.stringify(job));
    if (job.error) assert.notEqual(job.error.code, "INTERNAL", JSON.stringify(job));
    load.count(`${who} job ${job.state}`);
}

async function keeps_bases(load, i, who) {
    const name = `${who.replaceAll("_", "-")}-${i % 5}`;
    await load.ok(who, "POST", "/v1/bases", { body: { name } });
    await load.ok(who, "PATCH", "/v1/data", { body: { base: name, operation: "create", pointer: "/a", value: [i] } });
    await load.ok(who, "POST", "/v1/retrieve", { body: { base: name, query: "anything at all" } });
    await load.ok(who, "DELETE", `/v1/bases/${name}`);
    assert.equal((await load.send(who, "GET", `/v1/bases/${name}`)).status, 404);
}

async function teaches(load, i, who) {
    const yaml = `metrics:\n  - metric_name: turnover ${i % 9}\n    formula: sales\n`;
    await load.ok(who, "PUT", "/v1/semantic", { body: { base: "sales", yaml } });
    await load.ok(who, "POST", "/v1/semantic/search", { body: { base: "sales", query: "turnover" } });
    await load.ok(who, "POST", "/v1/feedback", { body: { base: "sales", query: "total sales by country", verdict: pick(["up", "down"], i) } });
    if (i % 10 === 9) await load.ok(who, "DELETE", "/v1/admin/rag/clear?base=sales");
}

// ---- the Model Context Protocol, both eras ----

async function rpc(load, who, headers, body, method = "POST") {
    const got = await send(load.port, method, "/mcp", { agent: load.agent, headers: { Accept: BOTH, ...headers }, body });
    const text = typeof got.json === "string" ? got.json : "";
    const last = /^data: (.*)$/m.exec(text.trim().split("\n\n").at(-1) ?? "");
    const json = last ? JSON.parse(last[1]) : got.json;
    load.count(`${who} ${got.status}${json?.error ? ` ${json.error.code}` : ""}`);
    assert.notEqual(got.status, 500, JSON.stringify(json));
    if (json?.error) assert.notEqual(json.error.code, -32603, JSON.stringify(json));
    return { ...got, json };
}

const TOOLS = [
    ["table_query", COUNT],
    ["ask", { base: "sales", query: "total sales by country" }],
    ["semantic_query", { base: "handbook", query: "how long are copies kept?" }],
    ["table_read_rows", { path: "sales/sales.csv", row_start: 1, row_count: 20 }],
    ["list_sources", {}],
    ["table_stats", { path: "sales/sales.csv" }],
    ["get_data_schema", { base: "handbook" }],
];
const message = (id, method, params = {}) => ({ jsonrpc: "2.0", id, method, params });

async function talks_in_sessions(load, i, who) {
    const params = { protocolVersion: pick(["2025-11-25", "2025-06-18"], i), capabilities: {}, clientInfo: { name: "soak", version: "1" } };
    const open = await rpc(load, who, {}, message(0, "initialize", params));
    assert.equal(open.status, 200);
    const own = { "Mcp-Session-Id": open.headers["mcp-session-id"], "MCP-Protocol-Version": params.protocolVersion };
    await rpc(load, who, own, { jsonrpc: "2.0", method: "notifications/initialized" });
    assert.equal((await rpc(load, who, own, message(1, "tools/list"))).json.result.tools.length, 16);
    for (const [n, [name, args]] of TOOLS.entries()) {
        const { json } = await rpc(load, who, own, message(n + 2, "tools/call", { name, arguments: args, _meta: { progressToken: n } }));
        assert.equal(json.result.isError, false, JSON.stringify(json));
    }
    const bad = await rpc(load, who, own, message(90, "tools/call", { name: "table_query", arguments: { ...COUNT, query: "SELECT nope FROM data" } }));
    assert.equal(bad.json.result.isError, true);
    const id = `left-${i}`;
    const left = rpc(load, who, own, message(id, "tools/call", { name: "table_query", arguments: { ...COUNT, query: ENDLESS } }));
    await sleep(some(100));
    await rpc(load, who, own, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    // One that is not begun yet is not cancelled: its session ends.
    await rpc(load, who, own, undefined, "DELETE");
    await left;
    assert.equal((await rpc(load, who, own, message(99, "ping"))).status, 404);
}

async function talks_without(load, i, who) {
    const [name, args] = pick(TOOLS, i);
    const _meta = {
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { name: "soak", version: "1" },
    };
    const own = { "MCP-Protocol-Version": STATELESS };
    const list = await rpc(load, who, { ...own, "Mcp-Method": "tools/list" }, message(i, "tools/list", { _meta }));
    assert.equal(list.json.result.resultType, "complete");
    const call = { ...own, "Mcp-Method": "tools/call", "Mcp-Name": name };
    const { json } = await rpc(load, who, call, message(i, "tools/call", { name, arguments: args, _meta }));
    assert.equal(json.result.isError, false, JSON.stringify(json));
    const other = await rpc(load, who, { ...call, "Mcp-Name": "another" }, message(i, "tools/call", { name, arguments: args, _meta }));
    assert.equal(other.status, 400);
}

// ---- who leaves, who is slow, who sends anything ----

const raw = (load, bytes, { after_ms, every_ms = 0 } = {}) =>
    new Promise((done) => {
        const socket = net.connect(load.port, "127.0.0.1");
        let got = "";
        const write = async () => {
            if (!every_ms) return socket.write(bytes, "latin1");
            for (const one of bytes) {
                if (socket.destroyed) return;
                socket.write(one, "latin1");
                await sleep(every_ms);
            }
        };
        socket.on("connect", () => {
            write();
            if (after_ms !== undefined) setTimeout(() => socket.destroy(), after_ms);
        });
        socket.setTimeout(40000, () => socket.destroy());
        socket.on("data", (d) => (got += d.toString("latin1")));
        socket.on("error", () => {});
        socket.on("close", () => done(got));
    });

const posted = (target, body, ...lines) =>
    [`POST ${target} HTTP/1.1`, "Host: localhost", "Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`, ...lines, "", body].join("\r\n");

async function leaves(load, i, who) {
    const stream = { ...pick([{ base: "sales", query: "total sales by customer and month" }, { base: "handbook", query: "how long are copies kept?" }], i), stream: true };
    const wants = pick(
        [
            posted("/v1/tables/query", JSON.stringify({ ...COUNT, query: ENDLESS })),
            posted("/v1/ask", JSON.stringify(stream)),
            posted("/v1/ask", JSON.stringify(stream)).slice(0, -10),
            posted("/v1/retrieve", JSON.stringify({ base: "handbook", query: "stolen laptop" })),
            `POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 100000\r\n\r\n--B\r\nContent-Disposition: form-data; name="base"\r\n\r\nsent\r\n--B\r\nContent-Disposition: form-data; name="file"; filename="half.md"\r\n\r\n# Half`,
            "GET /v1/ba",
        ],
        i,
    );
    await raw(load, wants, { after_ms: some(400) });
    load.count(who);
}

async function leaves_streams(load, i, who) {
    const stop = pick(["route", "sql", "rows", "token"], i);
    await events(load.port, "POST", "/v1/ask", { body: { base: "sales", query: "total sales by customer and month", stream: true }, stop: (name) => name === stop }).catch(() => null);
    load.count(who);
}

async function is_slow(load, i, who) {
    const head = "GET /v1/bases HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const began = performance.now();
    const got = await raw(load, head, { every_ms: 10 });
    // A machine that does much else may make it slower than it wants to be.
    if (performance.now() - began < 5000) assert.match(got, /^HTTP\/1\.1 200 /);
    // Slower than is allowed: it is closed, with or without an answer.
    if (i % 4 === 3) assert.doesNotMatch(await raw(load, head, { every_ms: 400 }), /^HTTP\/1\.1 200 /);
    load.count(who);
}

async function sends_anything(load, i, who) {
    const fill = (n) => Array.from({ length: n }, () => String.fromCharCode(some(256))).join("");
    const GET = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const bytes = pick(
        [
            fill(400),
            `GET /${fill(30).replace(/[\r\n ]/g, "")} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
            `POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${GET}`,
            `GET / HTTP/1.1\r\nHost: ${"x".repeat(70000)}\r\n\r\n`,
            posted("/mcp", fill(200).replace(/[^ -~]/g, "?"), "Accept: application/json", "Connection: close"),
            `POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 300\r\nConnection: close\r\n\r\n${fill(300)}`,
        ],
        i,
    );
    const got = await raw(load, bytes);
    load.count(`${who} ${/^HTTP\/1\.1 (\d+)/.exec(got)?.[1] ?? "closed"}`);
    assert.doesNotMatch(got, /^HTTP\/1\.1 (500|2\d\d[^]*HTTP)/);
}

// A body that is nearly right, of any route.
async function asks_badly(load, i, who) {
    load.doc ??= (await load.ok(who, "GET", "/openapi.json")).json;
    load.bodies ??= Object.entries(load.doc.paths).flatMap(([p, item]) =>
        ["post", "put", "patch"].filter((m) => item[m]?.requestBody?.content["application/json"]).map((m) => [m.toUpperCase(), item[m]["x-example"] ?? p, item[m].requestBody.content["application/json"].example]),
    );
    const [method, target, example] = pick(load.bodies, i);
    const wrong = [null, true, -1, 1e308, [], {}, "", "\u0000", "../../etc/passwd", "x".repeat(5000), "' OR 1=1 --", "𝕴", "%s%n"];
    const keys = Object.keys(example ?? {});
    const bad = keys.length && i % 5 ? JSON.stringify({ ...example, [pick(keys, some(9))]: pick(wrong, some(99)) }) : JSON.stringify(example ?? 1).slice(0, -1 - some(5));
    await load.send(who, method, target, { body: bad, headers: { "Content-Type": "application/json" } });
}

// ---- who operates it ----

async function reloads(load, i, who) {
    const text = pick(['{"query_log_text": false}', "{ no JSON", '{"max_structured_rows": 5000}', "{}"], i);
    fs.writeFileSync(path.join(load.home, "config.json"), text);
    load.child.kill("SIGHUP");
    load.count(who);
    await sleep(300);
}

async function gives_tokens(load, i, who) {
    const { stdout } = await load.run_beside("token", "create", "--base", "sales");
    const made = JSON.parse(stdout);
    const headers = { Authorization: `Bearer ${made.token}`, "X-Forwarded-For": "192.0.2.1" };
    const is = (wanted) => until(async () => (await load.send(who, "POST", "/v1/tables/query", { body: COUNT, headers })).status === wanted);
    await is(200);
    await load.run_beside("token", "revoke", made.id);
    await is(401);
}

export const everybody = {
    asks, asks_too: asks, asks_streams, searches, reads_tables, looks_around,
    edits, edits_too: edits, uploads, uploads_too: uploads, keeps_bases, teaches,
    talks_in_sessions, talks_without,
    leaves, leaves_streams, is_slow, sends_anything, asks_badly,
    reloads, gives_tokens,
};
