// One `quarry mcp` over a folder, or without one over the bases of its home: what `quarry
// ask` says, without the start of two programs for each question.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export class Served {
    #waiting = new Map(); // from the id of a call to who waits for its answer
    #last = 0;

    constructor(program, root, home) {
        const env = { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error" };
        this.child = spawn(program, root ? ["mcp", "--dir", root] : ["mcp"], { env, stdio: ["pipe", "pipe", "inherit"] });
        this.child.stdin.on("error", () => {}); // #end() says that it has ended
        this.exited = once(this.child, "exit").then(() => this.#end());
        createInterface({ input: this.child.stdout }).on("line", (line) => this.#take(JSON.parse(line)));
    }

    // What the tool answers: its result, or the error as `quarry ask --json` has it.
    async ask(question, files) {
        return this.call("ask", { query: question, sources: files });
    }

    // What any of the tools answers, likewise.
    async call(name, args) {
        this.started ??= this.#start();
        await this.started;
        const { error, result } = await this.#call("tools/call", { name, arguments: args });
        if (error) return { error };
        return result.isError ? JSON.parse(result.content[0].text) : result.structuredContent;
    }

    async close() {
        this.child.stdin.end();
        await this.exited;
    }

    async #start() {
        const clientInfo = { name: "quarry-tests", version: "1" };
        await this.#call("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
        this.#send({ method: "notifications/initialized" });
    }

    #call(method, params) {
        const id = ++this.#last;
        return new Promise((done) => {
            this.#waiting.set(id, done);
            if (this.child.exitCode !== null || this.child.signalCode !== null) this.#end();
            else this.#send({ id, method, params });
        });
    }

    #send(message) {
        this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    }

    #take(message) {
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
    }

    #end() {
        for (const done of this.#waiting.values()) done({ error: { message: "quarry mcp has ended" } });
        this.#waiting.clear();
    }
}
