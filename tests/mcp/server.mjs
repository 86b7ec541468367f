// server.mjs - starts `quarry mcp` for the tests of this folder: behind the
// official client, or with nothing between the test and the wire.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    "..",
    "..",
);
export const bin = process.env.QUARRY_BIN ?? path.join(root, "build/release");
export const program = path.join(bin, "quarry");

const PATIENCE_MS = 600000;

export const VERSIONS = ["2025-11-25", "2025-06-18"];

// A folder to serve, with the examples in it, and a home; gone after the test.
export class Workspace {
    constructor(t) {
        this.top = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-mcp-"));
        this.folder = path.join(this.top, "served");
        this.home = path.join(this.top, "home");
        fs.cpSync(path.join(root, "examples"), this.folder, {
            recursive: true,
            filter: (name) => name.endsWith("examples") || name.endsWith(".csv"),
        });
        this.ends = []; // of the servers over it, which end before it goes
        t.after(async () => {
            try {
                for (const end of this.ends) await end();
            } finally {
                fs.rmSync(this.top, { recursive: true, force: true, maxRetries: 100 });
            }
        });
    }

    get args() {
        return ["mcp", ...this.what, "--home", this.home];
    }

    // What is served: the folder, or what a test says instead.
    get what() {
        return this.served ?? ["--dir", this.folder];
    }

    // `quarry` with these arguments, in the same home.
    run(...args) {
        return execFileSync(program, [...args, "--home", this.home], {
            env: this.env,
            encoding: "utf8",
            cwd: this.folder,
        });
    }

    get env() {
        const { QUARRY_HOME: _, ...env } = process.env;
        return { ...env, HOME: this.top, QUARRY_LOG: "error", ...this.variables };
    }

    write(name, text) {
        fs.writeFileSync(path.join(this.folder, name), text);
    }

    // Where exports are; there is one served folder, so one draft.
    get draft() {
        const dirs = path.join(this.home, "dirs");
        const names = fs.readdirSync(dirs);
        assert.equal(names.length, 1);
        return path.join(dirs, names[0], "draft");
    }

    get csvNames() {
        return fs
            .readdirSync(this.folder)
            .filter((name) => name.endsWith(".csv"));
    }
}

// The client asks for the revision that it knows best; this asks for another.
class Transport extends StdioClientTransport {
    constructor(workspace, version) {
        super({ command: program, args: workspace.args, env: workspace.env });
        this.version = version;
    }

    send(message) {
        if (message.method === "initialize") {
            message.params.protocolVersion = this.version;
        }
        return super.send(message);
    }
}

// The official client, without its limit of a minute: a busy machine may take longer.
export class PatientClient extends Client {
    constructor() {
        super({ name: "quarry-tests", version: "1" });
    }

    request(request, schema, options) {
        return super.request(request, schema, { timeout: PATIENCE_MS, ...options });
    }
}

// The official client on a server of its own; an answer that it does not
// understand fails the test.
export async function connect(t, workspace, version = VERSIONS[0]) {
    const client = new PatientClient();
    const transport = new Transport(workspace, version);
    const troubles = [];
    client.onerror = (error) => troubles.push(error);
    workspace.ends.push(async () => {
        await client.close();
        assert.deepEqual(troubles, []);
    });
    await client.connect(transport);
    await client.listTools(); // now it checks what the tools answer
    return client;
}

export const call = (client, name, args, options) =>
    client.callTool({ name, arguments: args }, undefined, options);

// A server whose messages a test writes itself.
export class Wire {
    constructor(t, workspace) {
        this.child = spawn(program, workspace.args, {
            env: workspace.env,
            stdio: ["pipe", "pipe", "inherit"],
        });
        this.exited = once(this.child, "exit");
        this.child.stdin.on("error", () => {}); // the server may end first
        this.lines = createInterface({ input: this.child.stdout })[
            Symbol.asyncIterator
        ]();
        workspace.ends.push(() => {
            this.child.kill("SIGKILL");
            return this.exited;
        });
    }

    send(message) {
        const text =
            typeof message === "string" ? message : JSON.stringify(message);
        this.child.stdin.write(`${text}\n`);
    }

    request(id, method, params) {
        this.send({ jsonrpc: "2.0", id, method, params });
    }

    // The next message; undefined when the server has closed its output.
    async next() {
        const { value, done } = await this.lines.next();
        return done ? undefined : JSON.parse(value);
    }

    async rest() {
        const messages = [];
        for (;;) {
            const message = await this.next();
            if (!message) return messages;
            messages.push(message);
        }
    }

    async initialize(version = VERSIONS[0]) {
        this.request("init", "initialize", {
            protocolVersion: version,
            capabilities: {},
            clientInfo: { name: "quarry-tests", version: "1" },
        });
        const answer = await this.next();
        this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
        return answer;
    }

    call(id, name, args, meta) {
        this.request(id, "tools/call", { name, arguments: args, _meta: meta });
    }

    // No more input; the exit status and what was still said.
    async end() {
        this.child.stdin.end();
        const messages = await this.rest();
        const [status, signal] = await this.exited;
        return { messages, status, signal };
    }
}

// What a tool says went wrong.
export function failure(result) {
    assert.equal(result.isError, true);
    assert.equal(result.structuredContent, undefined);
    assert.equal(result.content.length, 1);
    return JSON.parse(result.content[0].text).error;
}
