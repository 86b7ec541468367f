// http.mjs [--write] - `GET /healthz` by wrk over 16 connections that stay open,
// of `quarry serve` and of one nginx worker that says the same bytes, in turns:
// requests in a second of the server's processor time. Then what a server with
// 1,000 streams has resident. A missed target fails the bench.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { keep, machine } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(folder, "../build/release");
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
const TURNS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;
const STREAMS = 1000;
const TARGET_SHARE = 0.5; // of nginx
const TARGET_BYTES = 40e6;

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

// Processor time of a process, in ticks of a hundredth of a second.
function ticks(pid) {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
    return Number(fields[11]) + Number(fields[12]);
}

function freePort() {
    return new Promise((done) => {
        const server = net.createServer().listen(0, "127.0.0.1", () => {
            const { port } = server.address();
            server.close(() => done(port));
        });
    });
}

async function startQuarry(home) {
    const env = { ...process.env, QUARRY_HOME: path.join(dir, home) };
    const args = ["serve", "--listen", "127.0.0.1:0"];
    const child = spawn(path.join(build, "quarry"), args, { env, stdio: ["ignore", "pipe", "inherit"] });
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    return { child, port: Number(/\d+$/.exec(value)[0]) };
}

async function startNginx() {
    const port = await freePort();
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${dir}/${name};`);
    const conf = path.join(dir, "nginx.conf");
    fs.writeFileSync(
        conf,
        `daemon off; master_process off; worker_processes 1; pid ${dir}/nginx.pid; error_log /dev/null crit;
        events { worker_connections 1024; }
        http {
            access_log off; keepalive_requests 1000000000; ${paths.join(" ")}
            server {
                listen 127.0.0.1:${port};
                location = /healthz {
                    default_type application/json;
                    add_header X-Content-Type-Options nosniff;
                    add_header Cache-Control no-store;
                    return 200 '{"status":"ok"}';
                }
            }
        }`,
    );
    const child = spawn("nginx", ["-c", conf], { stdio: ["ignore", "inherit", "inherit"] });
    for (let tries = 0; ; tries++) {
        const open = await new Promise((done) => {
            const socket = net.connect(port, "127.0.0.1", () => done(true));
            socket.on("error", () => done(false));
            socket.on("connect", () => socket.destroy());
        });
        if (open) return { child, port };
        if (tries === 100) throw new Error("nginx does not start");
        await new Promise((done) => setTimeout(done, 50));
    }
}

// One turn: requests a second by the clock and of processor time.
function load({ child, port }) {
    const before = ticks(child.pid);
    const args = ["-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, `http://127.0.0.1:${port}/healthz`];
    const said = execFileSync("wrk", args, { encoding: "utf8" });
    if (/Non-2xx|Socket errors/.test(said)) throw new Error(said);
    const [, requests, seconds] = /(\d+) requests in ([\d.]+)s/.exec(said);
    return { clock: requests / seconds, processor: (requests * 100) / (ticks(child.pid) - before) };
}

const resident = ({ child }) =>
    Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) * 1024;

// An MCP session, and one more client that listens for notifications.
async function openSession(port) {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
    });
    await response.text();
    return response.headers.get("mcp-session-id");
}

function openStream(port, session) {
    const lines = ["GET /mcp HTTP/1.1", "Host: localhost", "Accept: text/event-stream", `Mcp-Session-Id: ${session}`];
    return new Promise((done, failed) => {
        const socket = net.connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
        socket.on("error", failed);
        socket.once("data", (d) => (/^HTTP\/1\.1 200 /.test(d) ? done(socket) : failed(new Error(String(d)))));
    });
}

// Bytes resident before anybody has come, and with all streams open.
async function measureStreams() {
    const server = await startQuarry("listened");
    try {
        const empty = resident(server);
        const session = await openSession(server.port);
        const sockets = [];
        for (let i = 0; i < STREAMS; i++) sockets.push(await openStream(server.port, session));
        const full = resident(server);
        for (const socket of sockets) socket.destroy();
        return { empty, full };
    } finally {
        await stop(server);
    }
}

async function stop({ child }) {
    child.kill("SIGTERM");
    await once(child, "exit");
}

const verdict = (ok) => (ok ? "yes" : "**no**");
const whole = (n) => Math.round(n).toString();

const servers = [await startQuarry("loaded"), await startNginx()];
try {
    const turns = servers.map(() => []);
    for (let i = 0; i < TURNS; i++) for (const [n, server] of servers.entries()) turns[n].push(load(server));
    const [quarry, nginx] = turns.map((all) => ({
        clock: middle(all.map((t) => t.clock)),
        processor: middle(all.map((t) => t.processor)),
    }));
    const streams = await measureStreams();
    const share = quarry.processor / nginx.processor;
    const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
    const text = [
        machine(),
        "",
        "| what | Quarry | nginx | of nginx | target | met |",
        "|---|--:|--:|--:|---|---|",
        `| \`GET /healthz\`, ${CONNECTIONS} connections: requests in a second of processor time | ${whole(quarry.processor)} | ${whole(nginx.processor)} | ${share.toFixed(2)} × | at least ${TARGET_SHARE} × | ${verdict(share >= TARGET_SHARE)} |`,
        `| the same, a second of the clock | ${whole(quarry.clock)} | ${whole(nginx.clock)} | ${(quarry.clock / nginx.clock).toFixed(2)} × | | |`,
        `| \`quarry serve\` with ${STREAMS} idle streams, resident | ${megabytes(streams.full)} | | | under 40 MB | ${verdict(streams.full < TARGET_BYTES)} |`,
        `| the same without one | ${megabytes(streams.empty)} | | | | |`,
    ].join("\n");
    console.log(text);
    keep("http table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    for (const server of servers) await stop(server);
    fs.rmSync(dir, { recursive: true, force: true });
}
