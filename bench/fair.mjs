// fair.mjs [--write] - what others wait for while one caller takes all that it may:
// 16 queries of one token that never end, then 16 questions whose model never ends,
// both always under way. A missed target fails the bench, and no test: those look
// at the order of answers (tests/http/fair.test.mjs).
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { keep, machine } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(folder, "../build/release");
const root = path.join(folder, "..");
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
const env = { ...process.env, QUARRY_HOME: path.join(dir, "home"), QUARRY_LOG: "error" };
const program = path.join(build, "quarry");
const GREEDY = 16;
const TIMES = 60;
const TARGET_MS = 50;
const ENDLESS = { path: "sales/sales.csv", query: "SELECT sum(a.units * b.units * c.units * d.units) FROM data a, data b, data c, data d" };
const COUNT = { path: "sales/sales.csv", query: "SELECT count(*) AS n FROM data" };
const ASKED = [
    ["GET", "/readyz"],
    ["GET", "/v1/bases"],
    ["GET", "/v1/documents?base=handbook"],
    ["GET", "/v1/jobs"],
    ["POST", "/v1/tables/query", COUNT],
    ["POST", "/v1/ask", { base: "sales", query: "How many orders were cancelled?" }],
];
const run = (...args) => execFileSync(program, args, { env, cwd: root, stdio: ["ignore", "pipe", "ignore"] });
const token = (...args) => JSON.parse(run("token", "create", ...args)).token;
const part = (list, share) => [...list].sort((a, b) => a - b)[Math.ceil(list.length * share) - 1];

async function silentModel() {
    const held = new Set();
    const server = http.createServer((_, response) => {
        held.add(response);
        response.on("close", () => held.delete(response));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return { server, held, url: `http://127.0.0.1:${server.address().port}/v1` };
}

async function start() {
    const child = spawn(program, ["serve", "--listen", "127.0.0.1:0"], { env, stdio: ["ignore", "pipe", "inherit"] });
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    return { child, port: Number(/\d+$/.exec(value)[0]) };
}

function request(port, [method, target, body], secret, agent) {
    const headers = { Authorization: `Bearer ${secret}`, ...(body ? { "Content-Type": "application/json" } : {}) };
    return new Promise((done, failed) => {
        const r = http.request({ host: "127.0.0.1", port, method, path: target, agent, headers }, (response) => {
            response.resume();
            response.on("end", () => done(response.statusCode));
            response.on("error", failed);
        });
        r.on("error", failed);
        r.end(body && JSON.stringify(body));
    });
}

// As many as GREEDY always under way, until end() is called.
function greedy(port, what, secret) {
    const agent = new http.Agent();
    let over = false;
    const again = async () => {
        while (!over) {
            const status = await request(port, what, secret, agent).catch(() => 0);
            if (status && status !== 504) throw new Error(`what never ends came to ${status}`);
        }
    };
    for (let i = 0; i < GREEDY; i++) void again();
    return () => {
        over = true;
        agent.destroy();
    };
}

async function measure(port, secret) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const rows = [];
    for (const what of ASKED) {
        const ms = [];
        for (let i = 0; i < TIMES; i++) {
            const began = performance.now();
            const status = await request(port, what, secret, agent);
            if (status !== 200) throw new Error(`${what[1]}: ${status}`);
            ms.push(performance.now() - began);
        }
        rows.push(ms);
    }
    agent.destroy();
    return rows;
}

const model = await silentModel();
run("add", "sales", "examples/sales.csv");
run("add", "handbook", "examples/handbook");
run("base", "config", "handbook", "egress=passages", `chat=openai:m@${model.url}`);
const [one, other] = [token("--base", "*"), token("--base", "*", "--rights", "read,write,admin")];
const server = await start();
try {
    await measure(server.port, other); // warm
    const alone = await measure(server.port, other);
    let end = greedy(server.port, ["POST", "/v1/tables/query", ENDLESS], one);
    await sleep(3000);
    const queries = await measure(server.port, other);
    end();
    await sleep(3000);
    end = greedy(server.port, ["POST", "/v1/ask", { base: "handbook", query: "how long are copies kept?" }], one);
    while (model.held.size < 4) await sleep(50);
    const models = await measure(server.port, other);
    end();
    const cell = (ms) => `${part(ms, 0.5).toFixed(1)} (${part(ms, 0.95).toFixed(1)})`;
    const line = ([method, target], i) => {
        const isList = method === "GET";
        const met = !isList || (part(queries[i], 0.95) <= TARGET_MS && part(models[i], 0.95) <= TARGET_MS);
        return `| \`${method} ${target}\` | ${cell(alone[i])} | ${cell(queries[i])} | ${cell(models[i])} | ${isList ? `under ${TARGET_MS} ms` : ""} | ${isList ? (met ? "yes" : "**no**") : ""} |`;
    };
    const text = [
        machine(),
        "",
        `| ms: median (95th percentile) of ${TIMES} | nobody else | ${GREEDY} endless queries of another token | ${GREEDY} questions of another token to a silent model | target | met |`,
        "|---|--:|--:|--:|---|---|",
        ...ASKED.map(line),
    ].join("\n");
    console.log(text);
    keep("fair table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    server.child.kill("SIGKILL");
    await once(server.child, "exit");
    model.server.closeAllConnections();
    model.server.close();
    fs.rmSync(dir, { recursive: true, force: true });
}
