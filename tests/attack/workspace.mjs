// workspace.mjs - what the attacks share: a folder with a home, a canary outside of
// it, the program run under bounds, and what must hold whatever comes of it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const build = process.env.QUARRY_BIN ?? path.join(root, "build/release");
export const CANARY = "CANARY-7d1f-outside";

// One status a kind of error (src/base/err.def); no signal, no other.
const STATUSES = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);

// What must not reach a terminal from outside: control characters but line end
// and tab, the second set of them, and marks that turn the direction of text.
const RAW = /[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202a-\u202e\u2066-\u2069]/u;

export class Workspace {
    constructor(t) {
        this.top = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-attack-"));
        this.files = path.join(this.top, "files");
        this.home = path.join(this.top, "home");
        this.canary = path.join(this.top, "canary.txt");
        this.program = path.join(build, "quarry");
        fs.mkdirSync(this.files);
        fs.writeFileSync(this.canary, CANARY);
        t.after(() => {
            spawnSync("chmod", ["-R", "u+rwx", this.top]);
            fs.rmSync(this.top, { recursive: true, force: true });
        });
    }

    write(name, bytes) {
        const file = path.join(this.files, name);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, bytes);
        return file;
    }

    // Run the program; whatever comes of it, it ended by itself, in time, and
    // neither shown nor touched what lies outside.
    run(...args) {
        const r = spawnSync(this.program, args, {
            cwd: this.files,
            env: {
                PATH: "/usr/bin:/bin",
                LC_ALL: "C.UTF-8",
                QUARRY_HOME: this.home,
                USER: "tester",
                QUARRY_LOG: "error",
                ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? "",
            },
            maxBuffer: 1 << 29,
            timeout: 900_000,
            killSignal: "SIGKILL",
        });
        const what = `${args.join(" ").slice(0, 200)}\n${r.stdout?.subarray(0, 1500)}\n${r.stderr?.subarray(0, 3000)}`;
        assert.equal(r.signal, null, `ended by ${r.signal} ${r.error ?? ""}: ${what}`);
        assert.ok(STATUSES.has(r.status), `status ${r.status}: ${what}`);
        const text = new TextDecoder("utf-8", { fatal: true });
        const out = text.decode(r.stdout);
        const err = text.decode(r.stderr);
        assert.ok(!`${out}${err}`.includes(CANARY), `showed what lies outside: ${what}`);
        assert.ok(!err.includes(this.top), `showed a path of the machine: ${what}`);
        if (args.includes("--json")) JSON.parse(out);
        else if (!args.includes("--csv") && args[0] !== "fetch") // data as it is
            assert.ok(!RAW.test(out), `raw control characters: ${JSON.stringify(RAW.exec(out))} ${what}`);
        assert.ok(!RAW.test(err), `raw control characters: ${what}`);
        assert.equal(fs.readFileSync(this.canary, "utf8"), CANARY);
        return { status: r.status, out, err };
    }

    // What a worker's folder held is gone with it.
    assertNoScratch() {
        const left = fs
            .readdirSync(this.home, { recursive: true })
            .filter((name) => /(^|\/)job-[^/]+$/.test(name));
        assert.deepEqual(left, []);
    }
}
