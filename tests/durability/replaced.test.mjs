// A base is removed and another made under its name between any two looks that a
// request has at it, from who is let in to what is written: what was meant for the
// first one is never in the second, and nothing of the second one is shown.
// pause_at.c stops the server before its n-th look.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { mcp, send, start } from "../http/server.mjs";
import { build, folder } from "./kill_run.mjs";

const ALL = Boolean(process.env.QUARRY_KILL_ALL); // of all requests, at every other place
const FEW = ["a value is made", "a value is made by a tool", "the tree is read"];
const HELD_MS = 2000; // who waits for a lock so long is kept out by what is paused, and killed
const SECRET = "canary";
const program = path.join(build, "quarry");

const run = (home, args, input, timeout = 20000) => {
    const r = spawnSync(program, args, { env: { PATH: "/usr/bin:/bin", QUARRY_HOME: home, USER: "tester", QUARRY_LOG: "off" }, input, encoding: "utf8", timeout, killSignal: "SIGKILL" });
    return { ...r, all: r.stdout + r.stderr };
};
const must = (home, args, input) => {
    const r = run(home, args, input);
    assert.equal(r.status, 0, `${args.join(" ")}: ${r.all}`);
    return r.stdout;
};

// The base `b` with a document.
function furnish(home) {
    must(home, ["add", "b", "-", "--as", "first.md"], "# First\n\nCopies are kept for 35 days.\n");
    must(home, ["data", "create", "b", "/list", "[1]"]);
}

// Another base takes the name; false: what is paused holds a lock of the first one.
function replace(home) {
    if (run(home, ["base", "rm", "b", "--force"], "", HELD_MS).status !== 0) return false;
    must(home, ["base", "create", "b"]);
    must(home, ["data", "create", "b", "/second", `"${SECRET}"`]);
    return true;
}

// All that the second base holds, which is what it was made with.
function holds_its_own(home, what) {
    const data = JSON.parse(must(home, ["data", "get", "b", "", "--json"]));
    assert.deepEqual(data.value, { second: SECRET }, what);
    assert.equal(JSON.parse(must(home, ["status", "b", "--json"])).document_count, 1, what);
    const semantic = run(home, ["semantic", "list", "b", "--json"]).stdout;
    assert.doesNotMatch(semantic, /turnover/, what);
}

const exists = (file) => fs.existsSync(file);

class Pause {
    constructor(dir) {
        this.dir = path.join(dir, "pause");
        fs.mkdirSync(this.dir);
        this.env = { LD_PRELOAD: path.join(build, "libpause_at.so"), QUARRY_PAUSE: this.dir };
    }
    at(n) {
        this.go();
        fs.writeFileSync(path.join(this.dir, "at.new"), String(n));
        fs.renameSync(path.join(this.dir, "at.new"), path.join(this.dir, "at"));
    }
    go() {
        for (const name of ["at", "paused"]) fs.rmSync(path.join(this.dir, name), { force: true });
    }
    // True: it stopped; false: `work` ended before.
    async until(work) {
        let over = false;
        work.finally(() => (over = true));
        while (!over) {
            if (exists(path.join(this.dir, "paused"))) return true;
            await sleep(2);
        }
        return false;
    }
}

const REQUESTS = {
    "a value is made": { method: "PATCH", target: "/v1/data", body: { base: "b", operation: "create", pointer: "/mine", value: 1 } },
    "a value is made by a tool": { method: "POST", target: "/mcp", ...mcp("tools/call", { name: "create_data", arguments: { base: "b", pointer: "/mine", value: 1 } }) },
    "a text is added": { method: "POST", target: "/v1/texts", body: { base: "b", name: "mine.md", text: "# Mine\n\nMine alone.\n" } },
    "a layer is loaded": { method: "PUT", target: "/v1/semantic", body: { base: "b", yaml: "metrics:\n  - metric_name: turnover\n    formula: sales\n" } },
    "a document is removed": { method: "DELETE", target: "/v1/documents/first.md?base=b" },
    "the tree is read": { method: "GET", target: "/v1/data?base=b" },
    "a question is asked": { method: "POST", target: "/v1/ask", body: { base: "b", query: "what is second?" } },
    "the base is removed": { method: "DELETE", target: "/v1/bases/b" },
};

for (const [what, r] of Object.entries(REQUESTS).filter(([name]) => ALL || FEW.includes(name)))
    test(`while ${what} by request another base gets the name`, { timeout: 900000 }, async (t) => {
        const dir = folder(t);
        const pause = new Pause(dir);
        const home = path.join(dir, "home");
        furnish(home);
        const { port } = await start(t, home, { env: pause.env, quiet: true });
        let replaced = 0;
        for (let n = 1, missed = 0; missed < 3 && n <= (ALL ? 31 : 7); n += ALL ? 2 : 3) {
            const token = JSON.parse(must(home, ["token", "create", "--base", "b", "--rights", "read,write,admin"])).token;
            const headers = { ...r.headers, Authorization: `Bearer ${token}` };
            while ((await send(port, "GET", "/v1/bases/b", { headers })).status !== 200); // the token is known
            pause.at(n);
            const work = send(port, r.method, r.target, { body: r.body, headers });
            const paused = await pause.until(work);
            const done = paused && replace(home);
            pause.go();
            const { status, json } = await work;
            missed = paused ? 0 : missed + 1; // it may have been another thread
            if (done) {
                replaced++;
                holds_its_own(home, `${what} at ${n}: ${status} ${JSON.stringify(json)}`);
                assert.ok(!JSON.stringify(json).includes(SECRET), `${what} at ${n}: ${JSON.stringify(json)}`);
            }
            run(home, ["base", "rm", "b", "--force"]);
            furnish(home);
        }
        assert.ok(replaced > 0);
        t.diagnostic(`${replaced} places`);
    });
