// Small requests whose answers or work would be large: each is refused by type, the
// server's memory stays within what it may hold, and it is ready all the while.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { program, send, start } from "../http/server.mjs";

const BUDGET = 256; // MiB, of requests and jobs
const BESIDE = 192; // what the program, its libraries and small requests take

// The most memory that a process has had, in MiB.
function peak({ pid }) {
    return Number(/VmHWM:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

async function serve(t, furnish) {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-memory-"));
    t.after(() => fs.rmSync(home, { recursive: true, force: true }));
    const env = { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error" };
    const run = (args, input) => execFileSync(program, args, { env, input, stdio: "pipe" });
    furnish(run, (name, text) => {
        fs.writeFileSync(path.join(home, name), text);
        return path.join(home, name);
    });
    return start(t, home, { more: ["--set", `memory_mib=${BUDGET}`] });
}

// 717 bytes whose result is a handful of nodes and 2^60 values when written.
const BOMBS = {
    "objects that share": Array(60).fill("{a:@,b:@}").join(" | "),
    "lists that share": Array(25).fill("[@,@]").join(" | "),
    "levels that no writer holds": Array(300).fill("{a:{a:{a:{a:@}}}}").join(" | "),
    "a text of it": `${Array(60).fill("{a:@,b:@}").join(" | ")} | to_string(@)`,
};
const bombs = (port) => Object.values(BOMBS).map((expression) => send(port, "POST", "/v1/data", { body: { base: "tree", expression: `a | ${expression}` } }));

test("a result that shares its parts is refused when it is long to write", async (t) => {
    const { port } = await serve(t, (run) => {
        run(["base", "create", "tree"]);
        run(["data", "create", "tree", "/a", "[1]"]);
    });
    for (const { status, json } of await Promise.all(bombs(port))) {
        assert.equal(status, 413);
        assert.equal(json.code, "LIMIT");
    }
    assert.equal((await send(port, "GET", "/readyz")).status, 200);
});

const WORDS = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon".split(" ");

function furnish(run, write) {
    run(["base", "create", "tree"]);
    run(["data", "create", "tree", "/a", "[1]"]);
    run(["data", "create", "tree", "/big", "-"], `[${Array(4e6).fill("1")}]`);
    const rows = Array.from({ length: 40_000 }, (_, i) => `${i},${"x".repeat(400)},${"y".repeat(400)}`);
    run(["add", "rows", write("wide.csv", `n,a,b\n${rows.join("\n")}`)]);
    const names = Array.from({ length: 400 }, (_, i) => `${WORDS[i % 20]}_${WORDS[(i / 20) | 0]}`);
    const lines = Array.from({ length: 100 }, (_, r) => names.map((_, c) => (c % 3 ? r * c : `v ${WORDS[(r + c) % 20]}`)));
    run(["add", "columns", write("columns.csv", [names, ...lines].join("\n"))]);
}

const bearer = (token) => ({ Authorization: `Bearer ${token}`, "X-Forwarded-For": "192.0.2.1" });

test("one principal that takes all memory it can get leaves another its share", { timeout: 900000 }, async (t) => {
    let run;
    const { port } = await serve(t, (go) => {
        run = go;
        run(["base", "create", "tree"]);
        run(["data", "create", "tree", "/big", "-"], `[${Array(4e6).fill("1")}]`);
        run(["base", "create", "small"]);
        run(["data", "create", "small", "/list", "-"], `[${Array(1e5).fill("1")}]`); // some MiB as a tree
    });
    const [greedy, other] = ["tree", "small"].map((base) => JSON.parse(run(["token", "create", "--base", base])).token);
    const ask = (base, expression, token) => send(port, "POST", "/v1/data", { body: { base, expression }, headers: bearer(token) });
    while ((await ask("small", "length(list)", other)).status === 401); // until the token is known
    let over = false;
    const seen = new Map();
    const take = async () => {
        while (!over) {
            const { status, json, headers } = await ask("tree", "length(big)", greedy);
            seen.set(`${status} ${json.code}`, (seen.get(`${status} ${json.code}`) ?? 0) + 1);
            if (status === 429 || status === 503) assert.ok(Number(headers["retry-after"]) >= 1);
        }
    };
    const all = Promise.all(Array.from({ length: 6 }, take));
    for (let i = 0; i < 30; i++) {
        const { status, json } = await ask("small", "length(list)", other);
        over ||= status !== 200 || i === 29;
        assert.equal(status, 200, JSON.stringify(json));
    }
    await all;
    t.diagnostic(JSON.stringify([...seen]));
    for (const what of seen.keys()) assert.match(what, /^(200|413 LIMIT|429 RATE_LIMITED|503 RATE_LIMITED)/);
});

test("requests together hold no more than the server may, and small ones are answered", async (t) => {
    const { port, child } = await serve(t, furnish);
    const post = (target, body) => send(port, "POST", target, { body });
    const pointers = Array.from({ length: 100 }, (_, i) => `quarry://rows/wide.csv#rows=${i + 1}-${i + 9000}`);
    const question = Array.from({ length: 340 }, (_, i) => WORDS[(i * 7) % 20]).join(" ");
    const large = [
        ...bombs(port),
        ...Array.from({ length: 3 }, () => post("/v1/data", { base: "tree", expression: "length(big)" })),
        ...Array.from({ length: 3 }, () => post("/v1/fetch-evidence", { pointers })),
        ...Array.from({ length: 8 }, () => post("/v1/ask", { base: "columns", query: question.slice(0, 1990) })),
    ];
    let over = false;
    const all = Promise.all(large).finally(() => (over = true));
    while (!over) assert.equal((await send(port, "GET", "/readyz")).status, 200);
    for (const { status, json } of await all) {
        assert.ok([200, 413, 429, 503].includes(status), JSON.stringify(json));
        if (status !== 200) assert.match(json.code, /^(LIMIT|RATE_LIMITED)$/, JSON.stringify(json));
    }
    assert.ok(peak(child) < BUDGET + BESIDE, `${peak(child)} MiB`);
    assert.equal((await post("/v1/data", { base: "tree", expression: "a" })).status, 200);
    assert.equal((await post("/v1/ask", { base: "columns", query: "how many rows are there?" })).status, 200);
});
