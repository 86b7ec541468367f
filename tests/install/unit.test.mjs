// The unit for systemd: it is one, it leaves little open, and what it takes away
// is nothing that a worker's sandbox needs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const program = path.join(process.env.QUARRY_BIN ?? path.join(root, "build/release"), "quarry");
const unit = fs.readFileSync(path.join(root, "packaging/quarry.service"), "utf8");
const MOST_EXPOSED = 15; // tenths, of 100

const has = (name) => spawnSync(name, ["--version"]).status === 0;
const option = (name) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];

// As it is installed, but for the program and its manual, which are not here.
function installed(t) {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-unit-"));
    const file = path.join(dir, "quarry.service");
    t.after(() => fs.rmSync(dir, { recursive: true }));
    fs.writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${program}`).replace(/^Documentation=.*\n/m, ""));
    return file;
}

test("systemd understands every line, and finds little open", (t) => {
    if (!has("systemd-analyze")) return t.skip("there is no systemd-analyze");
    const file = installed(t);
    const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    assert.equal(verified.stderr + verified.stdout, "");
    assert.equal(verified.status, 0);
    const looked = spawnSync("systemd-analyze", ["security", "--offline=true", "--no-pager", `--threshold=${MOST_EXPOSED}`, file], { encoding: "utf8" });
    assert.equal(looked.status, 0, looked.stdout.split("\n").slice(-3).join("\n"));
});

test("the sandbox of a worker stays possible", () => {
    const calls = option("SystemCallFilter").split(" ");
    for (const call of ["seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"]) assert.ok(calls.includes(call), call);
});

// As much of it as there is without systemd.
test("without capabilities and new rights the sandbox is whole", (t) => {
    if (!has("setpriv")) return t.skip("there is no setpriv");
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-unit-"));
    t.after(() => fs.rmSync(home, { recursive: true }));
    const drops = ["--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--"];
    const r = spawnSync("setpriv", [...drops, program, "doctor", "--json"], { env: { ...process.env, QUARRY_HOME: home }, encoding: "utf8" });
    assert.equal(JSON.parse(r.stdout).worker.sandbox_whole, true, r.stdout);
});
