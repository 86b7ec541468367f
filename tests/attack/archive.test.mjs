// Archives that are made to hurt what reads them: bombs, lists that lie, archives in
// archives, names that lead outside. Each file in them is read or has its reason, and
// what is unpacked is bounded by the bytes of the archive.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import zlib from "node:zlib";
import { damaged, zip } from "./make.mjs";
import { CANARY, Workspace } from "./workspace.mjs";

const CODES = new Set(["VALIDATION_FAILED", "FILE_READ_FAILED", "LIMIT"]);
const good = ["good.md", Buffer.from("# Sea\n\nThe walrus.\n")];
const zeros = (mib) => Buffer.alloc(mib << 20, 0x20);
const sixty = zeros(60);

function workspaceOf(t) {
    const workspace = new Workspace(t);
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    return workspace;
}

function add(workspace, name, bytes) {
    workspace.write(name, bytes);
    return addWritten(workspace, name);
}

function addWritten(workspace, ...names) {
    const answer = JSON.parse(workspace.run("add", "kb", ...names, "--json").out);
    for (const failure of answer.failures) assert.ok(CODES.has(failure.code), JSON.stringify(failure));
    workspace.assertNoScratch();
    return answer;
}

const reasons = (answer) => answer.failures.map((f) => [f.path, f.code]);

// A tar of these files: [name, bytes, type, the size that it says].
function tar(files) {
    const blocks = [];
    for (const [name, bytes = Buffer.alloc(0), type = "0", size = bytes.length.toString(8).padStart(11, "0")] of files) {
        const head = Buffer.alloc(512);
        head.write(name, 0);
        head.write("0000644\0", 100);
        head.write(size, 124, "latin1");
        head.fill(0x20, 148, 156);
        head.write(type, 156);
        head.write("ustar  \0", 257);
        head.write(head.reduce((sum, b) => sum + b, 0).toString(8).padStart(6, "0"), 148);
        head[154] = 0;
        blocks.push(head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512));
    }
    return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

test("a bomb of a file is refused before it is unpacked, others are read", (t) => {
    const answer = add(workspaceOf(t), "bomb.zip", zip([["bomb.md", zeros(128)], good]));
    assert.deepEqual(reasons(answer), [["bomb.zip/bomb.md", "FILE_READ_FAILED"]]);
    assert.match(answer.failures[0].message, /more than 250 times its size/);
    assert.equal(answer.documents_added, 1);
});

test("a list that lies about sizes", (t) => {
    const answer = add(workspaceOf(t), "lies.zip", zip([["less.md", zeros(40), { size: 10 }], ["more.md", Buffer.from("x"), { size: 1000 }], ["packed.md", Buffer.from("x"), { packed: 0x7fffffff }], good]));
    assert.deepEqual(answer.failures.map((f) => f.path), ["lies.zip/less.md", "lies.zip/more.md", "lies.zip/packed.md"]);
    assert.equal(answer.documents_added, 1);
});

// All entries of the list lead to the same bytes: 100 times 60 MiB from 60 KiB.
test("files that overlap end at 250 times the archive", (t) => {
    const one = zip([["a.txt", sixty]]);
    const listed = one.readUInt32LE(one.length - 6);
    const entry = one.subarray(listed, one.length - 22);
    const end = Buffer.from(one.subarray(one.length - 22));
    end.writeUInt16LE(100, 8);
    end.writeUInt16LE(100, 10);
    end.writeUInt32LE(100 * entry.length, 12);
    const answer = add(workspaceOf(t), "overlap.zip", Buffer.concat([one.subarray(0, listed), ...Array(100).fill(entry), end]));
    assert.deepEqual(reasons(answer).at(-1), ["overlap.zip", "LIMIT"]);
    assert.match(answer.failures.at(-1).message, /more than 250 times its bytes/);
});

test("archives in archives end at a depth", (t) => {
    let inner = zip([good]);
    for (let i = 0; i < 8; i++) inner = zip([[`${i}.zip`, inner], [`${i}.md`, Buffer.from(`# Level ${i}\n`)]]);
    const answer = add(workspaceOf(t), "deep.zip", inner);
    assert.equal(answer.documents_added, 4);
    assert.deepEqual(answer.skipped, [{ path: "deep.zip/7.zip/6.zip/5.zip/4.zip", reason: "it is too deep in files that hold files" }]);
});

test("bombs in archives in an archive end at 250 times the outermost", (t) => {
    const bombs = zip(Array.from({ length: 10 }, (_, i) => [`${i}.txt`, sixty]));
    const answer = add(workspaceOf(t), "nest.zip", zip(Array.from({ length: 10 }, (_, i) => [`${i}.zip`, bombs])));
    assert.deepEqual(reasons(answer).at(-1), ["nest.zip", "LIMIT"]);
});

test("bombs of gzip, alone, packed twice, in an archive", (t) => {
    const workspace = workspaceOf(t);
    const bomb = zlib.gzipSync(zeros(80));
    assert.deepEqual(reasons(add(workspace, "bomb.md.gz", bomb)), [["bomb.md.gz", "LIMIT"]]);
    assert.deepEqual(reasons(add(workspace, "twice.md.gz", zlib.gzipSync(bomb))), [["twice.md.gz", "FILE_READ_FAILED"]]);
    assert.deepEqual(reasons(add(workspace, "big.tgz", zlib.gzipSync(zeros(300)))), [["big.tgz", "LIMIT"]]);
    const answer = add(workspace, "bombs.zip", zip(Array.from({ length: 20 }, (_, i) => [`${i}.md.gz`, bomb])));
    assert.deepEqual(reasons(answer).at(-1), ["bombs.zip", "LIMIT"]);
    assert.ok(answer.failures.length < 8);
});

test("tars that lie", (t) => {
    const workspace = workspaceOf(t);
    const binary = "\x80\x00\x00\x00\x7f\xff\xff\xff\xff\xff\xff\xff";
    assert.deepEqual(reasons(add(workspace, "huge.tar", tar([good, ["huge.md", Buffer.from("x"), "0", "77777777777"]]))), [["huge.tar/huge.md", "FILE_READ_FAILED"]]);
    assert.deepEqual(reasons(add(workspace, "binary.tar", tar([good, ["huge.md", Buffer.from("x"), "0", binary]]))), [["binary.tar", "FILE_READ_FAILED"]]);
    assert.deepEqual(reasons(add(workspace, "octal.tar", tar([good, ["none.md", Buffer.from("x"), "0", "12x"]]))), [["octal.tar", "FILE_READ_FAILED"]]);
    assert.deepEqual(reasons(add(workspace, "names.tar", tar([["l", Buffer.alloc(2 << 20, 0x61), "L"], good]))), [["names.tar", "LIMIT"]]);
    assert.deepEqual(reasons(add(workspace, "properties.tar", tar([["p", Buffer.from("99999999 path=x\n"), "x"], good]))), [["properties.tar", "FILE_READ_FAILED"]]);
    const answer = add(workspace, "headers.tar", tar([...Array(20_000).fill(["p", Buffer.from("14 comment=ab\n"), "x"]), good]));
    assert.ok(answer.documents_added === 1 || answer.failures.length === 1);
});

test("names lead nowhere and steer no terminal", (t) => {
    const workspace = workspaceOf(t);
    const names = ["../../up.md", "/etc/evil.md", "a/../../b.md", "C:\\evil.md", "..\\w.md", "\x1b]0;owned\x07.md", "\u202egpj.md", "a\nb.md", "%s%n.md", "--json.md", `${"n/".repeat(600)}x.md`, `${"x".repeat(900)}.md`];
    const files = names.map((name) => [name, Buffer.from("# Sea\n\nThe walrus.\n")]);
    for (const [name, bytes] of [["n.zip", zip(files)], ["n.tar", tar(files.filter(([n]) => n.length < 100))]]) {
        const answer = add(workspace, name, bytes);
        assert.deepEqual(new Set(answer.failures.map((f) => f.message)).size, name === "n.zip" ? 2 : 1);
        for (const command of [["add", "kb", name], ["status", "kb"], ["search", "kb", "walrus"]]) workspace.run(...command);
    }
    for (const place of ["up.md", "files/up.md", "home/evil.md", "b.md"]) assert.ok(!fs.existsSync(path.join(workspace.top, place)));
    assert.ok(!fs.existsSync("/etc/evil.md"));
    assert.equal(fs.readFileSync(workspace.canary, "utf8"), CANARY);
});

// A link of an archive leads to no file of this machine.
test("links are not followed", (t) => {
    const workspace = workspaceOf(t);
    fs.symlinkSync(workspace.canary, path.join(workspace.files, "link.md"));
    execFileSync("tar", ["-cf", "links.tar", "link.md"], { cwd: workspace.files });
    const answer = add(workspace, "links.tar", fs.readFileSync(path.join(workspace.files, "links.tar")));
    assert.equal(answer.documents_added, 0);
    assert.equal(answer.skipped[0].path, "links.tar/link.md");
});

test("many files that cannot be read are not all listed", (t) => {
    const answer = add(workspaceOf(t), "many.zip", zip([...Array.from({ length: 5000 }, (_, i) => [`${i}.md`, Buffer.from("x"), { crc: 1 }]), good]));
    assert.equal(answer.failures.length, 1001);
    assert.equal(answer.documents_added, 1);
});

test("damaged archives", (t) => {
    const workspace = workspaceOf(t);
    const files = [good, ["t.csv", Buffer.from("id,city\n1,Lima\n")], ["in.zip", zip([good])]];
    const names = [];
    for (const [name, bytes] of [["a.zip", zip(files)], ["a.tar", tar(files)], ["a.tgz", zlib.gzipSync(tar(files))]])
        for (const [as, harmed] of damaged(name, bytes, 8)) {
            workspace.write(as, harmed);
            names.push(as);
        }
    addWritten(workspace, ...names);
});
