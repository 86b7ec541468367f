// Two servers over a store. Again and again one of them dies, or its PostgreSQL, or the
// network between the two breaks, while clients write and ask: what was acknowledged is
// there, once, and what was not is there once or not at all. QUARRY_FAULTS says how often;
// `make faults` 200 times.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { program, start, until } from "../http/server.mjs";
import { Proxy } from "./proxy.mjs";
import { missing, OWNER, root, Server } from "./server.mjs";

const FAULTS = Number(process.env.QUARRY_FAULTS ?? (process.env.QUARRY_NIGHTLY ? 20 : 5));
const WRITERS = 4;
const GAP_MS = 400; // a fault comes this long after the last one, and up to twice

// A write or a question to one of the servers; status 0: the connection broke.
async function request(servers, method, target, body) {
    const { port } = servers[Math.floor(Math.random() * servers.length)];
    const isForm = body instanceof FormData;
    const headers = body && !isForm ? { "Content-Type": "application/json" } : {};
    try {
        const r = await fetch(`http://127.0.0.1:${port}${target}`, { method, headers, body: isForm || !body ? body : JSON.stringify(body) });
        return { status: r.status, json: await r.json() };
    } catch {
        return { status: 0 };
    }
}

function form_of(name) {
    const form = new FormData();
    form.append("base", "notes");
    form.append("file", new Blob([`# Note ${name}\n\nThe secret of ${name} is kept.\n`]), `${name}.md`);
    return form;
}

// Ways to write something that has a name of its own; the status of an acknowledgement.
const WAYS = [
    { acknowledges: 202, write: (servers, name) => request(servers, "POST", "/v1/documents", form_of(name)) },
    { acknowledges: 200, write: (servers, name) => request(servers, "POST", "/v1/texts", { base: "notes", name: `${name}.md`, text: `# Text ${name}\n` }) },
    { acknowledges: 200, write: (servers, name) => request(servers, "PATCH", "/v1/data", { base: "notes", operation: "create", pointer: "/log/-", value: name }) },
];

// What may be said while something is away: broken, gone, too many wait, try again.
const EXCUSES = [0, 409, 429, 503, 504];

async function write(servers, who, seen) {
    for (let i = 0; !seen.isOver; i++) {
        while (seen.isPaused && !seen.isOver) await sleep(20);
        const way = WAYS[i % WAYS.length];
        const name = `w${who}-${i}`;
        const r = await way.write(servers, name);
        const list = i % WAYS.length === 2 ? seen.data : seen.documents;
        list.set(name, r.status === way.acknowledges);
        if (r.json?.job_id) seen.jobs.push(r.json.job_id);
        if (r.status !== way.acknowledges && !EXCUSES.includes(r.status)) seen.strange.push([name, r.status, r.json]);
        if (r.status !== way.acknowledges) await sleep(50);
    }
}

async function ask(servers, seen) {
    while (!seen.isOver) {
        const r = await request(servers, "POST", "/v1/ask", { base: "sales", query: "How many orders were cancelled?" });
        if (r.status === 200) assert.deepEqual(r.json.results.rows, [[625]]);
        else if (!EXCUSES.includes(r.status)) seen.strange.push(["ask", r.status, r.json]);
        seen.answers += r.status === 200;
        await sleep(r.status === 200 ? 0 : 50);
    }
}

// Uploads that were accepted so far have been read. One during which three servers died is
// given up, so no other fault comes before; the writers would hold it up.
async function settle(servers, seen) {
    seen.isPaused = true;
    for (const id of seen.jobs.splice(0)) {
        const { json } = await until(async () => {
            const r = await request(servers, "GET", `/v1/jobs/${id}`);
            return r.status === 200 && ["done", "failed"].includes(r.json.state) && r;
        });
        assert.equal(json.state, "done", JSON.stringify(json));
    }
    seen.isPaused = false;
}

// What breaks, one after another; of two servers, each with a network of its own, one.
const FAULT_KINDS = {
    async server({ servers, at, serve }) {
        servers[at].child.kill("SIGKILL");
        await servers[at].exited;
        servers[at] = await serve(at);
    },
    async database({ s }) {
        s.fall();
        s.begin();
    },
    async reset({ network, at }) {
        network[at].reset();
    },
    // Also for longer than a lease lasts.
    async stall({ network, at }) {
        network[at].stall();
        await sleep(FAULTS > 20 ? 500 + Math.random() * 9000 : 1500);
        network[at].open();
    },
    // Lost without a word to either end after a while in which nothing went through.
    async cut({ network, at }) {
        network[at].stall();
        await sleep(500);
        network[at].cut();
        await sleep(FAULTS > 20 ? Math.random() * 9000 : 500);
        network[at].open();
    },
};

const is_ready = async (server) => (await request([server], "GET", "/readyz")).status === 200;

test("what was acknowledged is there, once, whatever died meanwhile", { skip: missing() }, async (t) => {
    const s = await Server.start(t, { settings: ["max_connections = 60"] });
    const env = { PGPASSWORD: OWNER, QUARRY_STORE: s.url("owner"), HOME: s.home };
    const home = path.join(s.home, "quarry");
    const run = (...args) => execFileSync(program, args, { env: { ...process.env, ...env, QUARRY_HOME: home }, cwd: root, encoding: "utf8" });
    const network = [await Proxy.start(t, s.port), await Proxy.start(t, s.port)];
    const serve = (at) => start(t, home, { env: { ...env, QUARRY_STORE: s.url("owner").replace(`:${s.port}/`, `:${network[at].port}/`) }, quiet: true });
    run("add", "sales", "examples/sales.csv");
    run("base", "create", "notes");
    run("data", "create", "notes", "/log", "[]");

    const servers = [await serve(0), await serve(1)];
    const seen = { documents: new Map(), data: new Map(), jobs: [], strange: [], answers: 0, isOver: false, isPaused: false };
    const slowest = new Map(); // ms until both answered again, by kind
    t.after(() => (seen.isOver = true));
    const clients = [ask(servers, seen), ...Array.from({ length: WRITERS }, (_, i) => write(servers, i, seen))];
    for (let i = 0; i < FAULTS; i++) {
        await sleep(GAP_MS * (1 + Math.random()));
        const kinds = Object.keys(FAULT_KINDS);
        const kind = kinds[i % kinds.length];
        await FAULT_KINDS[kind]({ s, servers, serve, network, at: Math.floor(i / kinds.length) % 2 });
        const broke = performance.now();
        for (const server of servers) await until(() => is_ready(server));
        slowest.set(kind, Math.max(slowest.get(kind) ?? 0, performance.now() - broke));
        await settle(servers, seen);
    }
    seen.isOver = true;
    await Promise.all(clients);
    await settle(servers, seen);
    assert.deepEqual(seen.strange, []);

    const documents = JSON.parse(run("status", "notes", "--json")).documents.filter((d) => /^w\d/.test(d.name));
    const log = JSON.parse(run("data", "get", "notes", "/log"));
    const count = (list, name) => list.filter((x) => x === name).length;
    for (const d of documents) assert.equal(d.version, 1, JSON.stringify(d));
    for (const [name, known] of seen.documents) {
        const n = count(documents.map((d) => d.name), `${name}.md`);
        assert.ok(n === 1 || (n === 0 && !known), `${name}: ${n} times, acknowledged: ${known}`);
    }
    for (const [name, known] of seen.data) {
        const n = count(log, name);
        assert.ok(n === 1 || (n === 0 && !known), `${name}: ${n} times, acknowledged: ${known}`);
    }
    const kept = [...seen.documents.values(), ...seen.data.values()].filter(Boolean).length;
    assert.ok(kept > 0 && seen.answers > 0);
    t.diagnostic(`${FAULTS} faults, ${kept} of ${seen.documents.size + seen.data.size} writes acknowledged, ${seen.answers} answers`);
    t.diagnostic(`ready again after at most ${[...slowest].map(([kind, ms]) => `${kind} ${Math.round(ms)} ms`).join(", ")}`);
    run("base", "check", "notes");
});
