// Files read by the program read_many: one process for all of them, because
// what `quarry mcp` starts for a file costs more than reading it. It answers in
// the same form as an Asker.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { irregularOf } from "./ask.mjs";

// Databases come and go by the thousand; in memory nothing waits for a disk.
const scratch = fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir();

export class Reader {
    constructor(program) {
        this.program = program;
        this.top = fs.mkdtempSync(path.join(scratch, "quarry-differential-"));
        this.waiting = [];
    }

    start() {
        this.child = spawn(this.program, [], { stdio: ["pipe", "pipe", "ignore"] });
        this.child.stdin.on("error", () => {}); // it died, which "close" says
        createInterface({ input: this.child.stdout }).on("line", (line) => this.waiting.shift()(JSON.parse(line)));
        this.closed = new Promise((resolve) => this.child.on("close", resolve)).then(() => {
            this.child = null;
            this.waiting.splice(0).forEach((answered) => answered({ died: true }));
        });
    }

    send(request) {
        if (!this.child) {
            this.start();
        }
        const answer = new Promise((resolve) => this.waiting.push(resolve));
        this.child.stdin.write(`${JSON.stringify(request)}\n`);
        return answer;
    }

    async readBytes(name, bytes, how = "read", { encoding = "", delimiter = "" } = {}) {
        const file = path.join(this.top, name);
        fs.writeFileSync(file, bytes);
        const database = path.join(this.top, "table.duckdb");
        const answer = await this.send({ op: "read", path: file, encoding, delimiter, database });
        fs.rmSync(file);
        return answer.map ? this[how](answer) : answer;
    }

    read({ map, tables }) {
        return { map, rows: tables.data.rows, irregular: irregularOf(tables.irregular ?? {}) };
    }

    readDeclared(answer) {
        return this.read(answer);
    }

    readAll({ map, tables }) {
        return { tables: map.tables.map((one) => ({ map: one, rows: tables[one.name].rows })) };
    }

    // The text in this encoding; null: iconv does not have it, or does not read
    // the same text back.
    async encode(text, encoding) {
        const file = path.join(this.top, "encoded");
        const { encoded } = await this.send({ op: "encode", path: file, encoding, text });
        return encoded ? fs.readFileSync(file) : null;
    }

    async close() {
        if (this.child) {
            this.child.stdin.end();
            await this.closed;
        }
        fs.rmSync(this.top, { recursive: true, force: true });
    }
}
