// A worker that was taken over: it answers as a genuine one did but for a lie
// (tests/unit/tables/worker_client/fake_liar.c). The program answers, or says in one of its
// errors that it cannot; afterwards it works as before.
//
// QUARRY_LIES: how many seeds of each kind, one or in `make nightly` 20; a seed is
// the same lie each time.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test, { after } from "node:test";
import { build, Workspace } from "./workspace.mjs";

const LIES = Number(process.env.QUARRY_LIES ?? (process.env.QUARRY_NIGHTLY ? 20 : 1));
const FROM = Number(process.env.QUARRY_LIES_FROM ?? 0);

const tableCommands = [
    ["table", "map", "t.csv"],
    ["table", "map", "t.csv", "--json"],
    ["table", "describe", "t.csv"],
    ["table", "stats", "t.csv", "--json"],
    ["table", "rows", "t.csv"],
    ["table", "query", "t.csv", "SELECT * FROM data ORDER BY id"],
    ["table", "query", "t.csv", "SELECT city, count(*) FROM data GROUP BY city ORDER BY 1", "--csv"],
    ["table", "query", "t.csv", "SELECT * FROM data ORDER BY id", "--json"],
    ["table", "export", "t.csv", "--to", "out.csv", "--force"],
    ["ask", "t.csv", "total amount by city"],
    ["ask", "t.csv", "how many rows", "--json"],
];

const baseCommands = [
    ["add", "kb", "a.md", "d.json", "t.csv", "b.html"],
    ["status", "kb"],
    ["search", "kb", "walrus ice"],
    ["search", "kb", "lima", "--json", "--expand"],
    ["fetch", "kb", "quarry://kb/a.md#lines=1-3"],
    ["fetch", "kb", "quarry://kb/a.md#heading=sea", "--json"],
    ["fetch", "kb", "quarry://kb/t.csv#rows=1-2&columns=id,city"],
    ["data", "query", "kb", "keys(@)", "--json"],
    ["base", "rebuild", "kb"],
    ["base", "check", "kb"],
];

function furnish(workspace) {
    workspace.write("t.csv", "id,city,amount\n1,Lima,1.50\n2,Oslo,2.25\n3,Lima,30\n");
    workspace.write("a.md", "# Sea\n\nThe walrus sleeps on the ice.\n\n## Land\n\nNobody dares to wake it.\n");
    workspace.write("b.html", "<h1 id=x>Sky</h1><p>The tern flies over the ice.</p>");
    workspace.write("d.json", JSON.stringify({ items: [{ name: "walrus", legs: 0 }, { name: "Lima" }] }));
}

// A place where quarry finds a worker of ours beside it.
class Liars extends Workspace {
    constructor() {
        super({ after });
        const bin = path.join(this.top, "bin");
        this.records = path.join(this.top, "records");
        this.plan = path.join(this.top, "plan");
        fs.mkdirSync(bin);
        fs.mkdirSync(this.records);
        fs.copyFileSync(path.join(build, "quarry"), path.join(bin, "quarry"));
        const script = `#!${path.join(build, "worker_client_fake_liar")} ${this.plan}\n`;
        fs.writeFileSync(path.join(bin, "quarry-worker"), script, { mode: 0o755 });
        this.honest = this.program;
        this.lying = path.join(bin, "quarry");
        this.fresh = path.join(this.top, "fresh");
        furnish(this);
        this.run("base", "create", "kb");
        this.run("base", "config", "kb", "embedding=none");
        fs.cpSync(this.home, this.fresh, { recursive: true });
    }

    record() {
        fs.writeFileSync(this.plan, `record ${this.records} ${path.join(build, "quarry-worker")} 0 -`);
        this.program = this.lying;
        const answers = [...tableCommands, ...baseCommands].map((c) => this.run(...c));
        answers.forEach(({ status, out, err }, i) =>
            assert.equal(status, 0, `${[...tableCommands, ...baseCommands][i].join(" ")}: ${out}${err}`),
        );
        this.renew();
        return answers;
    }

    lie(seed, how) {
        fs.writeFileSync(this.plan, `lie ${this.records} ${this.canary} ${seed} ${how}`);
        this.program = this.lying;
    }

    // The home with an empty base in it.
    renew() {
        fs.rmSync(this.home, { recursive: true, force: true });
        fs.cpSync(this.fresh, this.home, { recursive: true });
    }
}

const workspace = new Liars();
const truth = workspace.record();
const seeds = Array.from({ length: LIES }, (_, i) => FROM + i);
// Without times and sessions; and a document that failed first is of another
// version.
const timeless = (out) =>
    out.replace(/"[a-z_]*_ms":[0-9.]+|[0-9.]+ ms$|version":[0-9]+|@[0-9]+#|"session_id":"[0-9a-f-]+"/gm, "");
const timed = (command) => (command[0] === "table" || command[0] === "ask" ? [...command, "--timeout", "1"] : command);

test("lies in answers", () => {
    for (const how of ["json", "bytes"])
        for (const seed of seeds) {
            for (const command of [...tableCommands, ...baseCommands]) {
                workspace.lie(seed * 100 + how.length, how);
                workspace.run(...command);
            }
            workspace.assertNoScratch();
            workspace.renew();
        }
});

test("lies about messages", () => {
    for (let seed = FROM; seed < FROM + LIES * 4; seed++) {
        workspace.lie(seed, "frames");
        workspace.run(...timed(tableCommands[seed % tableCommands.length]));
        workspace.assertNoScratch();
        workspace.renew();
    }
});

// What it left is gone, or refused, and does not hinder who comes after it.
test("lies in files that it leaves", () => {
    for (let seed = FROM; seed < FROM + LIES + 1; seed++) {
        for (const command of [...tableCommands, ...baseCommands]) {
            workspace.lie(seed, "files");
            workspace.run(...timed(command));
        }
        workspace.assertNoScratch();
        workspace.program = workspace.honest;
        workspace.run("cache", "gc");
        tableCommands.forEach((command, i) => {
            const { status, out, err } = workspace.run(...command);
            assert.equal(status, 0, `seed ${seed}: ${command.join(" ")}: ${err}`);
            assert.equal(timeless(out), timeless(truth[i].out));
        });
        workspace.run("add", "kb", "a.md", "d.json", "t.csv", "b.html");
        workspace.run("base", "rebuild", "kb");
        baseCommands.forEach((command, i) => {
            if (command[0] !== "fetch") return;
            const { status, out, err } = workspace.run(...command);
            assert.equal(status, 0, `seed ${seed}: ${command.join(" ")}: ${out}${err}`);
            assert.equal(timeless(out), timeless(truth[tableCommands.length + i].out));
        });
        workspace.renew();
    }
});
