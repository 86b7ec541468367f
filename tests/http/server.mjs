// server.mjs - starts `quarry serve` for the tests of this folder.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { check } from "./answers.mjs";

const HANGS_MS = 900000;
export const LASTS = 50; // ticks of the processor: more than a worker needs to start

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
export const program = path.join(process.env.QUARRY_BIN ?? path.join(root, "build/release"), "quarry");

// A server over a home that is there, killed when the test ends; `env` is its own,
// as may be the program that is `run`. log() is what it has said, which a `quiet`
// one says to nobody else.
export async function start(t, home, { more = [], env = {}, quiet = false, run = program } = {}) {
    const child = spawn(run, ["serve", "--listen", "127.0.0.1:0", ...more], {
        env: { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error", ...env },
        stdio: ["ignore", "pipe", "pipe"],
    });
    const exited = once(child, "exit");
    let log = "";
    child.stderr.on("data", (bytes) => {
        log += bytes;
        if (!quiet) process.stderr.write(bytes);
    });
    t.after(async () => {
        child.kill("SIGKILL");
        await exited;
    });
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const port = Number(/^listening on https?:\/\/127\.0\.0\.1:(\d+)$/.exec(value)?.[1]);
    if (!port) throw new Error(`it does not serve: ${value} ${log}`);
    return { child, exited, port, log: () => log };
}

// A request of MCP without a session.
export function mcp(method, params = {}) {
    const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    };
    const name = params.name ?? params.uri;
    return {
        body: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } },
        headers: {
            Accept: "application/json, text/event-stream",
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": method,
            ...(name ? { "Mcp-Name": name } : {}),
        },
    };
}

// What `what` gives when it gives something, asked again and again. The minutes are
// no limit of anything but of a test that would hang.
export async function until(what) {
    for (const end = performance.now() + HANGS_MS; ; await sleep(20)) {
        const seen = await what();
        if (seen) return seen;
        assert.ok(performance.now() < end, `it never came: ${what}`);
    }
}

// The workers of a server that have computed for so long, in ticks of the processor.
export const computing = (pid, ticks) => children(pid).filter((child) => ticks_of(child) >= ticks);

function children(pid) {
    return fs.readdirSync(`/proc/${pid}/task`).flatMap((task) => {
        try {
            return fs.readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean);
        } catch {
            return []; // the thread has ended
        }
    });
}

// What `ask` asks, when it is under way: a worker computes more than before,
// or it is over already.
export async function under_way(pid, ask) {
    const before = new Map(children(pid).map((child) => [child, ticks_of(child)]));
    let over = false;
    const promise = ask().finally(() => (over = true));
    await until(() => over || children(pid).some((child) => ticks_of(child) > (before.get(child) ?? LASTS) + 1));
    return { promise };
}

function ticks_of(pid) {
    try {
        const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
        return Number(fields[11]) + Number(fields[12]);
    } catch {
        return 0; // it has ended
    }
}

// What furnish() copies: made once a process, as adding takes seconds under sanitizers.
let furnished;

// A home with the bases `sales` and `handbook`, and `quarry` run in it.
export function furnish(home) {
    const run = runIn(home);
    if (!furnished) {
        const made = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-furnished-"));
        process.on("exit", () => fs.rmSync(made, { recursive: true, force: true }));
        const add = runIn(made);
        add("add", "sales", "examples/sales.csv");
        add("add", "handbook", "examples/handbook");
        furnished = made;
    }
    fs.cpSync(furnished, home, { recursive: true, preserveTimestamps: true });
    return run;
}

function runIn(home) {
    const env = { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error" };
    return (...args) => execFileSync(program, args, { env, cwd: root, stdio: "pipe" });
}

// Both: such a home, gone after the test, and a server over it.
export async function serve(t, ...more) {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-http-"));
    const run = furnish(home);
    try {
        return { ...(await start(t, home, { more })), home, run };
    } finally {
        t.after(() => fs.rmSync(home, { recursive: true, force: true }));
    }
}

// One request; the body may be text, or is sent as JSON. The answer is what
// /openapi.json says.
export function send(port, method, target, { body, headers = {}, agent } = {}) {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    return new Promise((done, failed) => {
        const request = http.request(
            {
                host: "127.0.0.1",
                port,
                method,
                path: target,
                agent,
                headers: { ...(text === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
            },
            (response) => {
                let got = "";
                response.on("data", (d) => (got += d));
                response.on("end", () => {
                    const { statusCode: status, headers: said } = response;
                    try {
                        const json = got && /json/.test(said["content-type"]) ? JSON.parse(got) : got;
                        const answer = { status, headers: said, json };
                        check(port, method, target, answer).then(() => done(answer), failed);
                    } catch (e) {
                        failed(new Error(`${method} ${target}: ${status} ${JSON.stringify(said)} ${got.slice(0, 200)}: ${e.message}`));
                    }
                });
            },
        );
        request.on("error", failed);
        request.end(text);
    });
}

// The events of a stream, in their order, as [name, JSON]; `stop` may end it early.
export function events(port, method, target, { body, headers = {}, stop } = {}) {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    return new Promise((done, failed) => {
        const got = [];
        const request = http.request(
            {
                host: "127.0.0.1",
                port,
                method,
                path: target,
                headers: { ...(text === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
            },
            (response) => {
                let waiting = "";
                response.setEncoding("utf8");
                response.on("data", (d) => {
                    const parts = (waiting + d).split("\n\n");
                    waiting = parts.pop();
                    for (const part of parts) {
                        if (part.startsWith(":")) continue;
                        const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(part);
                        got.push([name, JSON.parse(data)]);
                        if (stop?.(name)) response.destroy();
                    }
                });
                response.on("close", () => {
                    const last = got.at(-1)?.[0] === "done" ? got.at(-1)[1] : null;
                    const said = last && check(port, method, target, { status: method === "POST" && last.job_id ? 202 : 200, json: last });
                    Promise.resolve(said).then(() => done({ status: response.statusCode, headers: response.headers, events: got }), failed);
                });
            },
        );
        request.on("error", failed);
        request.end(text);
    });
}
