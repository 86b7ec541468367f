// What Quarry reads of a file, asked as its users ask: one `quarry mcp` for all
// of them, and commands where encoding and delimiter are declared.
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const irregularLines = 'SELECT line, "row", action, reason, "text" FROM irregular ORDER BY line';

export function irregularOf({ rows }) {
    return (rows ?? []).map(([line, row, action, reason, text]) => ({ line, row, action, reason, text }));
}

// The JSON that a command prints, or what became of it.
function command(program, words) {
    return new Promise((resolve) => {
        const limits = { maxBuffer: 64 << 20 };
        execFile(program, [...words, "--json"], limits, (_, stdout) => {
            try {
                resolve(JSON.parse(stdout));
            } catch {
                resolve({ died: true });
            }
        });
    });
}

export class Asker {
    constructor(program) {
        this.program = program;
        this.top = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-differential-"));
        this.folder = path.join(this.top, "files");
        fs.mkdirSync(this.folder);
        this.waiting = new Map();
        this.id = 0;
        this.deaths = 0;
    }

    start() {
        const home = path.join(this.top, "home");
        const words = ["mcp", "--dir", this.folder, "--home", home];
        this.child = spawn(this.program, words, {
            stdio: ["pipe", "pipe", "ignore"],
            env: { ...process.env, QUARRY_HOME: home },
        });
        createInterface({ input: this.child.stdout }).on("line", (line) => {
            const answer = JSON.parse(line);
            this.waiting.get(answer.id)?.(answer);
            this.waiting.delete(answer.id);
        });
        this.child.on("close", () => {
            this.child = null;
            for (const answered of this.waiting.values()) {
                answered({ died: true });
            }
            this.waiting.clear();
        });
        this.send("initialize", {
            protocolVersion: "2025-11-25",
            capabilities: {},
            clientInfo: { name: "differential", version: "1" },
        });
    }

    send(method, params) {
        const id = this.id++;
        const answer = new Promise((resolve) => this.waiting.set(id, resolve));
        this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
        return answer;
    }

    async call(name, args) {
        if (!this.child) {
            this.start();
        }
        const answer = await this.send("tools/call", { name, arguments: args });
        if (answer.died) {
            this.deaths++;
            return { died: true };
        }
        return answer.result ? JSON.parse(answer.result.content[0].text) : { error: answer.error };
    }

    async rows(at, count) {
        const rows = [];
        while (rows.length < count) {
            const page = await this.call("table_read_rows", { ...at, row_start: rows.length + 1, row_count: 5000 });
            if (!page.rows?.length) {
                return page.rows ? { error: { code: "EMPTY_PAGE" } } : page;
            }
            rows.push(...page.rows);
        }
        return { rows };
    }

    // { map, rows, irregular } of one table, or { error } or { died }.
    async read(at) {
        const map = await this.call("table_get_map", at);
        if (!map.columns) {
            return map;
        }
        const { rows, ...failed } = await this.rows(at, map.row_count);
        if (!rows) {
            return failed;
        }
        const found = reportsLines(map.fidelity)
            ? await this.call("table_query", { ...at, query: irregularLines, window_rows: 5000 })
            : { rows: [] };
        return { map, rows, irregular: irregularOf(found) };
    }

    // The same by commands, which can be given encoding and delimiter.
    async readDeclared({ path: name, ...options }) {
        const file = path.join(this.folder, name);
        const home = path.join(this.top, "home");
        const words = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
        const run = (what, ...more) => command(this.program, ["table", what, file, ...more, ...words, "--home", home]);
        const map = await run("map");
        if (!map.columns) {
            return map;
        }
        const page = await run("rows", "--limit", String(Math.max(1, map.row_count)));
        if (!page.rows) {
            return page;
        }
        const found = reportsLines(map.fidelity)
            ? await run("query", irregularLines, "--limit", "5000")
            : { rows: [] };
        return { map, rows: page.rows, irregular: irregularOf(found) };
    }

    // { tables: [{ map, rows }] } of a workbook, or { error } or { died }.
    async readAll(at) {
        const book = await this.call("table_get_map", at);
        if (!book.tables) {
            return book;
        }
        const tables = [];
        for (const map of book.tables) {
            const { rows, ...failed } = await this.rows({ ...at, table: map.name }, map.row_count);
            if (!rows) {
                return failed;
            }
            tables.push({ map, rows });
        }
        return { tables };
    }

    async readBytes(name, bytes, how = "read", options = {}) {
        const file = path.join(this.folder, name);
        fs.writeFileSync(file, bytes);
        const asked = await this[how]({ path: name, ...options });
        fs.rmSync(file);
        return asked;
    }

    async close() {
        if (this.child) {
            const closed = new Promise((resolve) => this.child.on("close", resolve));
            this.child.stdin.end();
            await closed;
        }
        fs.rmSync(this.top, { recursive: true, force: true });
    }
}

const counts = ["rows_rejected_count", "rows_repaired_count", "lines_set_aside", "rows_padded_count",
    "title_lines", "comment_lines", "footer_lines"];

function reportsLines(fidelity) {
    return counts.some((name) => fidelity[name] > 0);
}
