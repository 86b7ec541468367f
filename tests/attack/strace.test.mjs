// What the workers of a table, of a query, of an export and of a document ask
// of the kernel once their sandbox stands, as strace saw it: no file is opened
// outside of what each was given, no socket made, no program run. Prints a line
// a worker.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import zlib from "node:zlib";
import { zip } from "./make.mjs";
import { Workspace } from "./workspace.mjs";

const FILES = /^(open|openat|openat2|creat|mkdir|mkdirat|rename|renameat2?|unlink|unlinkat|rmdir|truncate|link|linkat|symlink|symlinkat|mknod|mknodat|chmod|fchmodat2?|chown)$/;
const FORBIDDEN = /^(socket|socketpair|connect|bind|listen|accept4?|execve|execveat|fork|vfork|ptrace|kill|memfd_create|io_uring_setup|userfaultfd|bpf|keyctl|mount|unshare|setns|process_vm_readv)$/;

const traced = (args, cwd, log, home) =>
    spawnSync("strace", ["-f", "-qq", "-s", "300", "-e", "trace=%file,%network,%process,seccomp,kill,memfd_create,io_uring_setup,userfaultfd,bpf,keyctl,unshare,setns,process_vm_readv", "-o", log, ...args], {
        cwd,
        env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", QUARRY_HOME: home },
        encoding: "utf8",
        timeout: 900_000,
    });

// Calls of each worker after its filter was loaded: {name, path, result}.
function workersOf(text) {
    const owner = new Map(); // of a thread: its worker
    const workers = [];
    const begun = new Map(); // calls that were interrupted in the log
    for (const raw of text.split("\n")) {
        const [, pid, rest] = /^(\d+)\s+(.*)$/.exec(raw) ?? [];
        if (!rest) continue;
        let line = rest;
        const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(rest);
        if (unfinished) {
            begun.set(pid, unfinished[1]);
            continue;
        }
        const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
        if (resumed) line = `${begun.get(pid) ?? ""}${resumed[1]}`;
        const [, name, args, result] = /^(\w+)\((.*)\)\s+= (.*)$/.exec(line) ?? [];
        if (!name) continue;
        if (name === "execve" && /quarry-(worker|pdf)"/.test(args) && result === "0") {
            const worker = { calls: [], confined: false, program: /quarry-(worker|pdf)"/.exec(args)[1] };
            workers.push(worker);
            owner.set(pid, worker);
            continue;
        }
        const worker = owner.get(pid);
        if (!worker) continue;
        if (/^clone3?$/.test(name) && /^\d+$/.test(result)) owner.set(result, worker);
        if (worker.confined) worker.calls.push({ name, path: /"([^"]*)"/.exec(args)?.[1] ?? "", result });
        if (name === "seccomp" && /SET_MODE_FILTER/.test(args) && result === "0") worker.confined = true;
    }
    return workers;
}

const can = spawnSync("strace", ["-qq", "-e", "trace=none", "true"]).status === 0;

test("after the sandbox a worker opens nothing outside, has no socket and runs nothing", { skip: !can && "there is no strace" }, (t) => {
    const workspace = new Workspace(t);
    workspace.write("t.csv", `id,city\n${Array.from({ length: 5000 }, (_, i) => `${i},Lima`).join("\n")}\n`);
    workspace.write("a.md", "# Sea\n\nThe walrus.\n");
    workspace.write("m.eml", "From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nThe sea.\n--b\nContent-Disposition: attachment; filename=b.md\n\n# Lake\n--b--\n");
    workspace.write("a.zip", zip([["in/a.md", Buffer.from("# Hill\n")], ["b.zip", zip([["b.md", Buffer.from("# Dale\n")]])]]));
    workspace.write("b.md.gz", zlib.gzipSync("# Pond\n"));
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    const table = `${workspace.home}/cache/[^/]+\\.duckdb`;
    const jobs = [
        ["ingest", ["table", "map", "t.csv"]],
        ["query", ["table", "query", "t.csv", "SELECT city, count(*) FROM data GROUP BY ALL ORDER BY 1"]],
        ["export", ["table", "export", "t.csv", "--to", "o.xlsx"]],
        ["parse", ["add", "kb", "a.md"]],
        ["members", ["add", "kb", "m.eml"]],
        ["archive", ["add", "kb", "a.zip"]],
        ["unpack", ["add", "kb", "b.md.gz"]],
    ];
    for (const [mode, args] of jobs) {
        const log = path.join(workspace.top, `${mode}.strace`);
        const r = traced([workspace.program, ...args], workspace.files, log, workspace.home);
        assert.equal(r.status, 0, r.stderr);
        const workers = workersOf(fs.readFileSync(log, "utf8"));
        assert.equal(workers.length, 1);
        const { confined, calls } = workers[0];
        assert.ok(confined, "no filter was loaded");
        const files = calls.filter((c) => FILES.test(c.name));
        const done = files.filter((c) => !c.result.startsWith("-1"));
        const job = `${workspace.home}/cache/build/job-[^/]+/|${workspace.home}/bases/[^/]+/build/job-[^/]+/`;
        const given = new RegExp(mode === "query" ? `^${table}$` : mode === "export" ? `^(${table}$|${job})` : `^(${job})`);
        const outside = done.filter((c) => !given.test(c.path));
        const forbidden = calls.filter((c) => FORBIDDEN.test(c.name));
        const line = `${mode}: ${calls.length} calls, ${done.length} files opened or changed in its folder, ${outside.length} outside, ${files.length - done.length} refused, ${forbidden.length} sockets, programs and the like`;
        console.log(line);
        for (const c of files.filter((f) => f.result.startsWith("-1"))) t.diagnostic(`${mode}: refused ${c.name} ${c.path}: ${c.result}`);
        assert.deepEqual(outside, [], line);
        assert.deepEqual(forbidden, [], line);
        assert.ok(done.length > 0, line);
    }
});

test("what reads a PDF opens and looks at no file at all, and starts no thread", { skip: !can && "there is no strace" }, (t) => {
    const workspace = new Workspace(t);
    const scan = "../data/pdf/harbour_scan.pdf"; // which a second process reads by OCR, where that is installed
    fs.copyFileSync(path.join(import.meta.dirname, "../../examples/harbour.pdf"), path.join(workspace.files, "harbour.pdf"));
    fs.copyFileSync(path.join(import.meta.dirname, scan), path.join(workspace.files, "scan.pdf"));
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    const log = path.join(workspace.top, "pdf.strace");
    fs.copyFileSync(path.join(import.meta.dirname, "../data/pictures/harbour.tif"), path.join(workspace.files, "harbour.tif"));
    const r = traced([workspace.program, "add", "kb", "harbour.pdf", "scan.pdf", "harbour.tif"], workspace.files, log, workspace.home);
    assert.ok(r.status === 0 || /OCR|tesseract/.test(r.stdout + r.stderr), r.stdout + r.stderr);
    const isPictureRead = /^3 added/m.test(r.stdout);
    const processes = workersOf(fs.readFileSync(log, "utf8")).filter((w) => w.program === "pdf");
    assert.ok(processes.length >= 2, "one for each document");
    for (const name of ["harbour.pdf", ...(isPictureRead ? ["harbour.tif"] : [])]) {
        const drawn = path.join(workspace.top, `${name}.strace`);
        const r = traced([workspace.program, "fetch", "kb", `quarry://kb/${name}#page=1`, "--image", "page.png"], workspace.files, drawn, workspace.home);
        const drawing = workersOf(fs.readFileSync(drawn, "utf8")).filter((w) => w.program === "pdf");
        assert.ok(r.status === 0 && drawing.length === 1, r.stdout + r.stderr);
        processes.push(...drawing);
    }
    for (const pdf of processes) {
        assert.ok(pdf.confined, "no filter was loaded");
        // it has a socket to its parent, which it was born with
        const asked = pdf.calls.filter((c) => !/^(exit|exit_group|recvmsg|sendmsg)$/.test(c.name));
        console.log(`pdf: ${pdf.calls.length} calls, ${asked.length} of files by name, new sockets, threads, programs`);
        assert.deepEqual(asked, []);
    }
});
