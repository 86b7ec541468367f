// askers.mjs [--write] - 100 people at one server: each asks a question of a table
// of 100,000 rows every two seconds, for a minute (ASKERS_SECONDS). Before them
// one person asks alone, to whom they are compared. A missed target fails the
// bench, and no test.
//
// A question is due by the clock and not when the one before it was answered, and
// its time counts from when it was due: so a server that stops for a second is
// not asked less meanwhile. The askers are spread over the two seconds.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { questions, writeOrders } from "./ask_table.mjs";
import { keep, machine } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(folder, "../build/release");
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
const env = { ...process.env, QUARRY_HOME: path.join(dir, "home"), QUARRY_LOG: "error" };
const program = path.join(build, "quarry");
const ROWS = 100_000;
const ASKERS = 100;
const EVERY_MS = 2000;
const SECONDS = Number(process.env.ASKERS_SECONDS ?? 60);
const ALONE = 200;
const TIMES = 10;
const GROWTH = 1.1;

const asked = questions();
const part = (list, share) => [...list].sort((a, b) => a - b)[Math.ceil(list.length * share) - 1];
const fixed = (n) => (n < 10 ? n.toFixed(2) : n.toFixed(1));
const verdict = (ok) => (ok ? "yes" : "**no**");

async function start() {
    writeOrders(path.join(dir, "orders.csv"), ROWS);
    execFileSync(program, ["add", "orders", path.join(dir, "orders.csv")], { env, stdio: "ignore" });
    const child = spawn(program, ["serve", "--listen", "127.0.0.1:0"], { env, stdio: ["ignore", "pipe", "inherit"] });
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    return { child, port: Number(/\d+$/.exec(value)[0]) };
}

// The status, and of an answer its mode.
function ask(agent, port, query) {
    const headers = { "Content-Type": "application/json" };
    return new Promise((done, failed) => {
        const request = http.request({ host: "127.0.0.1", port, method: "POST", path: "/v1/ask", agent, headers }, (response) => {
            let text = "";
            response.setEncoding("utf8");
            response.on("data", (d) => (text += d));
            response.on("end", () => done({ status: response.statusCode, mode: /"mode":"(\w+)"/.exec(text)?.[1] }));
        });
        request.on("error", failed);
        request.end(JSON.stringify({ base: "orders", query }));
    });
}

class Asker {
    constructor(port) {
        this.port = port;
        this.agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        this.ms = [];
        this.wrong = 0;
        this.answered = 0;
    }

    async one(query, due) {
        try {
            const { status, mode } = await ask(this.agent, this.port, query);
            if (status !== 200) this.wrong++;
            if (mode === "structured_query") this.answered++;
        } catch {
            this.wrong++;
        }
        this.ms.push(performance.now() - due);
    }

    async everySoOften(first, until, n) {
        for (let due = first, i = n; due < until; due += EVERY_MS, i += ASKERS) {
            await sleep(Math.max(0, due - performance.now()));
            await this.one(asked[i % asked.length], due);
        }
        this.agent.destroy();
    }
}

// Resident bytes of the server and of a worker, as there are more of these when more
// is asked at once; and the processor time of all in ms.
function use(pid) {
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    const tasks = fs.readdirSync(`/proc/${pid}/task`).flatMap((task) => {
        try {
            return fs.readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ");
        } catch {
            return [];
        }
    });
    const all = [...new Set([String(pid), ...children.split(" "), ...tasks])].filter(Boolean);
    const bytes = [];
    let cpu = 0;
    for (const one of all) {
        const fields = fs.readFileSync(`/proc/${one}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
        cpu += (Number(fields[11]) + Number(fields[12])) * 10;
        bytes.push(Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${one}/status`, "utf8"))?.[1] ?? 0) * 1024);
    }
    const [server, ...workers] = bytes;
    const worker = workers.reduce((n, b) => n + b, 0) / (workers.length || 1);
    return { bytes: server + worker, cpu };
}

async function alone(port) {
    const asker = new Asker(port);
    const step = Math.floor(asked.length / ALONE) || 1;
    for (let turn = 0; turn < 2; turn++) {
        asker.ms = []; // the first turn warms it
        for (let i = 0; i < ALONE; i++) await asker.one(asked[(i * step) % asked.length], performance.now());
    }
    asker.agent.destroy();
    return asker;
}

async function together({ child, port }) {
    const askers = Array.from({ length: ASKERS }, () => new Asker(port));
    const began = performance.now() + 100;
    const until = began + SECONDS * 1000;
    const work = Promise.all(askers.map((a, n) => a.everySoOften(began + (n * EVERY_MS) / ASKERS, until, n)));
    const memory = [];
    const before = use(child.pid).cpu;
    while (performance.now() < until) {
        await sleep(1000);
        memory.push(use(child.pid).bytes);
    }
    await work;
    const sum = (of) => askers.reduce((n, a) => n + a[of], 0);
    return { ms: askers.flatMap((a) => a.ms), wrong: sum("wrong"), answered: sum("answered"), memory, cpu: use(child.pid).cpu - before };
}

const server = await start();
try {
    const one = await alone(server.port);
    const p50 = part(one.ms, 0.5);
    const all = await together(server);
    const p99 = part(all.ms, 0.99);
    // The first quarter is for getting there.
    const from = Math.max(...all.memory.slice(0, Math.ceil(all.memory.length / 4)));
    const to = Math.max(...all.memory.slice(-Math.ceil(all.memory.length / 4)));
    const mib = (n) => `${(n / 1048576).toFixed(0)} MiB`;
    const text = [
        machine(),
        "",
        `| ${ROWS.toLocaleString("en")} rows of ten columns, \`POST /v1/ask\` | questions | p50, ms | p99, ms | most, ms | target | met |`,
        "|---|--:|--:|--:|--:|---|---|",
        `| one asker, one question after the other | ${one.ms.length} | ${fixed(p50)} | ${fixed(part(one.ms, 0.99))} | ${fixed(Math.max(...one.ms))} | no error | ${verdict(one.wrong === 0)} |`,
        `| ${ASKERS} askers, each every ${EVERY_MS / 1000} s for ${SECONDS} s | ${all.ms.length} | ${fixed(part(all.ms, 0.5))} | ${fixed(p99)} | ${fixed(Math.max(...all.ms))} | p99 under ${TIMES} × the p50 of one; ${(p99 / p50).toFixed(1)} × | ${verdict(p99 < TIMES * p50)} |`,
        `| of these failed | ${all.wrong} | | | | 0 | ${verdict(all.wrong === 0)} |`,
        `| of these answered from the table, without clarification | ${all.answered} | | | | | |`,
        `| processor time a question, server and workers | | ${fixed(all.cpu / all.ms.length)} | | | | |`,
        `| resident, the server and a worker: in the first quarter, in the last | ${mib(from)}, ${mib(to)} | | | | at most ${GROWTH} × | ${verdict(to <= GROWTH * from)} |`,
    ].join("\n");
    console.log(text);
    keep("askers table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    server.child.kill("SIGTERM");
    await once(server.child, "exit");
    fs.rmSync(dir, { recursive: true, force: true });
}
