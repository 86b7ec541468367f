// writers.mjs - clients that write to a server in every way, and what each of them
// may count on afterwards. The tests of servers that die, and of disks that fail,
// share them.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { events, program, send, start } from "../http/server.mjs";

const run_beside = promisify(execFile);

async function upload(port, base, files) {
    const form = new FormData();
    form.append("base", base);
    for (const [name, text] of files) form.append("file", new Blob([text]), name);
    const response = await fetch(`http://127.0.0.1:${port}/v1/documents`, { method: "POST", body: form });
    return { status: response.status, json: await response.json() };
}

async function ended(port, id) {
    const { status, events: list } = await events(port, "GET", `/v1/jobs/${id}`, { headers: { Accept: "text/event-stream" } });
    assert.equal(status, 200, `job ${id}`);
    return list.at(-1)?.[1];
}

const at = (pointer) => `/v1/data?base=handbook&pointer=${pointer}`;

// Each kind of write: do() makes the n-th and returns what is to be there once it
// was acknowledged; is() asks the next server for it. What do() throws was not
// acknowledged.
export const KINDS = {
    values: {
        async do(port, n, kept) {
            const pointer = `/value-${n}`;
            const made = await send(port, "PATCH", "/v1/data", { body: { base: "handbook", operation: "create", pointer, value: { n, pad: "x".repeat(n % 5000) } } });
            assert.equal(made.status, 200, JSON.stringify(made.json));
            const one = { pointer, n, tried: n };
            kept.push(one);
            one.tried = n + 1000000;
            assert.equal((await send(port, "PUT", at(`${pointer}/n`), { body: String(one.tried) })).status, 200);
            one.n = one.tried;
        },
        async is(port, { pointer, n, tried }) {
            const { status, json } = await send(port, "GET", at(`${pointer}/n`));
            assert.equal(status, 200, pointer);
            assert.ok([n, tried].includes(json.value), `${pointer}: ${json.value}, not ${n}`);
        },
    },
    removals: {
        async do(port, n, kept) {
            const pointer = `/gone-${n}`;
            await send(port, "PATCH", "/v1/data", { body: { base: "handbook", operation: "create", pointer, value: n } });
            assert.equal((await send(port, "DELETE", at(pointer))).status, 200);
            kept.push({ pointer });
        },
        is: async (port, { pointer }) => assert.equal((await send(port, "GET", at(pointer))).status, 404),
    },
    uploads: {
        async do(port, n, kept) {
            const { status, json } = await upload(port, "sent", [[`page-${n}.md`, `# Page ${n}\n\nThe word is ${n}.\n`], [`rows-${n}.csv`, `id,n\n1,${n}\n`]]);
            assert.equal(status, 202, JSON.stringify(json));
            kept.push({ id: json.job_id, n });
            await ended(port, json.job_id); // one after the other, so that few wait at the end
        },
        async is(port, { id, n }) {
            assert.equal((await ended(port, id)).state, "done");
            const got = await send(port, "POST", "/v1/tables/query", { body: { path: `sent/rows-${n}.csv`, query: "SELECT n FROM data" } });
            assert.deepEqual(got.json.rows, [[n]]);
            const page = await send(port, "GET", `/v1/documents/page-${n}.md/text?base=sent`);
            assert.match(page.json.items[0].text, new RegExp(`The word is ${n}\\.`));
        },
    },
    drafts: {
        async do(port, n, kept) {
            const target_path = `by/${n}/draft.csv`; // in folders that nobody made before
            const body = { path: "sales/sales.csv", query: `SELECT ${n} AS n FROM data LIMIT 1`, format: "csv", target_path };
            assert.equal((await send(port, "POST", "/v1/tables/export", { body })).status, 200);
            const one = { target_path, n, tried: false, published: false };
            kept.push(one);
            if (n % 2) return;
            one.tried = true;
            assert.equal((await send(port, "POST", "/v1/drafts/publish", { body: { base: "sales", path: target_path } })).status, 200);
            one.published = true;
        },
        async is(port, { target_path, n, tried, published }) {
            const where = `/v1/drafts/content?base=sales&path=${target_path}`;
            let got = await send(port, "GET", `${where}${published ? "&published=true" : ""}`);
            if (got.status === 404 && tried && !published) got = await send(port, "GET", `${where}&published=true`);
            assert.equal(got.status, 200, target_path);
            assert.equal(String(got.json).replace(/^\ufeff/, "").trim().split(/\s+/).at(-1), String(n));
        },
    },
    examples: {
        async do(port, n, kept) {
            const query = `top ${n + 2} customers by sales`;
            const { json } = await send(port, "POST", "/v1/feedback", { body: { base: "sales", query, verdict: "up" } });
            if (json.learned) kept.push({ query });
        },
        async is(port, { query }) {
            const { json } = await send(port, "GET", "/v1/semantic?base=sales");
            assert.ok(json.entries.some((e) => e.name === query), query);
        },
    },
    bases: {
        async do(port, n, kept) {
            const name = `base-${n}`;
            assert.equal((await send(port, "POST", "/v1/bases", { body: { name } })).status, 201);
            kept.push({ name });
        },
        is: async (port, { name }) => assert.equal((await send(port, "GET", `/v1/bases/${name}`)).status, 200, name),
    },
};

// By another program, in the same database as what the server logs.
export const TOKENS = {
    async do(port, n, kept, home) {
        const { stdout } = await run_beside(program, ["token", "create", "--base", "sales"], { env: { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error" } });
        kept.push(JSON.parse(stdout));
    },
    async is(port, { token }) {
        const headers = { Authorization: `Bearer ${token}` };
        assert.equal((await send(port, "GET", "/v1/bases", { headers })).status, 200);
    },
};

// Writes of all kinds until the server is gone; `kept` has what was acknowledged.
export function write_all(kinds, server, kept, home) {
    let over = false;
    server.exited.then(() => (over = true));
    return Object.entries(kinds).map(async ([name, kind]) => {
        while (!over) {
            kept.made[name] = (kept.made[name] ?? 0) + 1;
            try {
                await kind.do(server.port, kept.made[name], kept.all[name], home);
            } catch (e) {
                if (e.code === "ERR_ASSERTION" && !over) throw new Error(`${name}: ${e.message}`, { cause: e });
            }
        }
    });
}

export const nothing = (kinds) => ({ made: {}, all: Object.fromEntries(Object.keys(kinds).map((k) => [k, []])) });

export async function assertKept(kinds, port, kept) {
    for (const [name, kind] of Object.entries(kinds)) for (const one of kept.all[name]) await kind.is(port, one);
}

// The next server finds all, and ends in peace.
export async function settle(t, kinds, home, kept) {
    const next = await start(t, home);
    await assertKept(kinds, next.port, kept);
    next.child.kill("SIGTERM");
    assert.equal((await next.exited)[0], 0);
}

