// A quarry-pdf that was taken over, dies or hangs, and documents that are made to
// hurt it: the document fails with a reason, the next one is read, and nothing else
// is touched. What it asks of the kernel is in strace.test.mjs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import zlib from "node:zlib";
import { build, Workspace } from "./workspace.mjs";

// Beside programs of ours a quarry-pdf that is a shell script.
class Replaced extends Workspace {
    constructor(t, script) {
        super(t);
        const bin = path.join(this.top, "bin");
        fs.mkdirSync(bin);
        fs.copyFileSync(path.join(build, "quarry"), path.join(bin, "quarry"));
        fs.symlinkSync(path.join(build, "quarry-worker"), path.join(bin, "quarry-worker"));
        if (script !== null) fs.writeFileSync(path.join(bin, "quarry-pdf"), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
        this.program = path.join(bin, "quarry");
        this.run("base", "create", "kb");
        this.run("base", "config", "kb", "embedding=none");
        fs.copyFileSync(path.join(import.meta.dirname, "../../examples/harbour.pdf"), path.join(this.files, "a.pdf"));
        this.write("b.md", "# Sea\n\nThe walrus sleeps.\n");
    }
}

// A frame of the protocol (base/wire.h), and as bytes for printf.
const frameBytes = (kind, id, payload) => {
    const head = Buffer.alloc(16);
    head.write("QRY1");
    head.writeUInt16LE(1, 4);
    head.writeUInt16LE(kind, 6);
    head.writeUInt32LE(id, 8);
    head.writeUInt32LE(Buffer.byteLength(payload), 12);
    return Buffer.concat([head, Buffer.from(payload)]);
};
const frame = (kind, id, payload) => [...frameBytes(kind, id, payload)].map((b) => `\\x${b.toString(16).padStart(2, "0")}`).join("");
const send = (...frames) => frames.map((f) => `printf '${f}' >&3`).join("\n");
const ready = frame(1, 0, "{}");
const result = (id, payload = "{}") => frame(5, id, payload);
// Frames of requests are read until their payload, of fewer bytes than this.
const take = "head -c 1 <&3 >/dev/null; sleep 0.1";

const begun = `${send(ready)}\n${take}\n${send(result(1))}\n${take}`;

const deaths = [
    ["is killed at once", "kill -SEGV $$"],
    ["exits before it is assigned", `${send(ready)}\nexit 7`],
    ["dies of its document", `${begun}\nkill -SEGV $$`],
    ["sends garbage", `${begun}\nprintf 'HTTP/1.1 200 OK, and so on' >&3; sleep 5`],
    ["claims a frame of 4 GiB", `${begun}\nprintf 'QRY1\\x01\\x00\\x05\\x00\\x02\\x00\\x00\\x00\\xff\\xff\\xff\\xff' >&3; sleep 5`],
    ["says that all went well and wrote nothing", `${begun}\n${send(result(2), result(3), result(4))}\nsleep 5`],
    ["lies about pages", `${begun}\n${send(result(2, '{"pages":-1,"read":"x","not_read":[{"pages":"\\u001b[2J","state":7,"count":-3}]}'), result(3), result(4))}\nsleep 5`],
];

// Each of these for a text; for tables and pictures every third, but in the nightly run.
const some = (list) => list.filter((_, i) => process.env.QUARRY_NIGHTLY || i % 3 === 0);

for (const [what, script] of deaths)
    test(`a program that ${what} fails its document alone`, (t) => {
        const workspace = new Replaced(t, script);
        const { out, err } = workspace.run("add", "kb", "a.pdf", "b.md");
        assert.match(out, /[12] added/, out + err);
        assert.match(out, /^failed +(a\.pdf|indexing): /m, out + err);
        assert.match(workspace.run("search", "kb", "walrus").out, /walrus/);
    });

// The same when its tables are asked for, which the worker reads as untrusted too.
test("tables of a program that lies or dies are none, and the next file is read", (t) => {
    for (const [what, script] of some(deaths)) {
        const workspace = new Replaced(t, script);
        const { status, out, err } = workspace.run("table", "map", "a.pdf");
        assert.ok(status > 0 && status < 20, `${what}: ${status} ${out}${err}`);
        workspace.write("c.csv", "a,b\n1,2\n3,4\n");
        assert.equal(workspace.run("table", "map", "c.csv").status, 0, what);
    }
});

// The same when a page is drawn: the picture is one of the size that was said, or none.
const imageDeaths = [
    ...deaths.slice(0, 5),
    ["says that all went well and drew nothing", `${begun}\n${send(result(2), result(3))}\nsleep 5`],
    ["lies about what it drew", `${begun}\n${send(result(2), result(3, '{"page":-1,"pages":"x","width":1e9,"height":5,"boxes":[[0,0,99999,1],7]}'))}\nsleep 5`],
];
test("a page that a program lies about is not drawn, and what was read stays", (t) => {
    for (const [what, script] of some(imageDeaths)) {
        const workspace = new Replaced(t, script);
        const own = path.join(workspace.top, "bin", "quarry-pdf");
        fs.renameSync(own, `${own}.liar`);
        fs.symlinkSync(path.join(build, "quarry-pdf"), own);
        assert.match(workspace.run("add", "kb", "a.pdf").out, /^1 added/m, what);
        fs.unlinkSync(own);
        fs.renameSync(`${own}.liar`, own);
        const { status, err } = workspace.run("fetch", "kb", "quarry://kb/a.pdf#page=1", "--image", "page.png");
        assert.ok(status > 0 && status < 20, `${what}: ${status} ${err}`);
        assert.ok(!fs.existsSync(path.join(workspace.files, "page.png")), what);
        assert.match(workspace.run("search", "kb", "silt").out, /silt/, what);
    }
});

test("without its program nothing is added, and the message says why", (t) => {
    const { status, err } = new Replaced(t, null).run("add", "kb", "a.pdf");
    assert.equal(status, 10, err);
    assert.match(err, /cannot start 'quarry-pdf'/);
});

// Its own program, on a socket of ours: what the kernel says of its limits when it
// has been assigned.
test("the program writes no file beyond what a document can need", async (t) => {
    const child = spawn(path.join(build, "quarry-pdf"), [], { stdio: ["ignore", "ignore", "inherit", "pipe"] });
    t.after(() => child.kill("SIGKILL"));
    const socket = child.stdio[3];
    const frames = socket[Symbol.asyncIterator]();
    await frames.next(); // READY
    socket.write(frameBytes(2, 1, '{"memory_bytes":400000000}'));
    const { value } = await frames.next();
    assert.equal(value.readUInt16LE(6), 5, value.toString("latin1"));
    const limit = /^Max file size +(\d+) +(\d+) /m.exec(fs.readFileSync(`/proc/${child.pid}/limits`, "utf8"));
    assert.deepEqual([...limit].slice(1), [String(256 << 20), String(256 << 20)]);
});

// ---- documents ----

function pdf(objects, root = 1) {
    let out = "%PDF-1.7\n";
    const at = objects.map((body, i) => {
        const begin = out.length;
        out += `${i + 1} 0 obj\n${body}\nendobj\n`;
        return begin;
    });
    const table = out.length;
    out += `xref\n0 ${at.length + 1}\n0000000000 65535 f \n${at.map((b) => `${String(b).padStart(10, "0")} 00000 n \n`).join("")}`;
    return Buffer.from(`${out}trailer\n<< /Size ${at.length + 1} /Root ${root} 0 R >>\nstartxref\n${table}\n%%EOF\n`, "latin1");
}
const stream = (dictionary, data) => `<< ${dictionary} /Length ${data.length} >>\nstream\n${data.toString("latin1")}\nendstream`;
const packed = (data) => stream("/Filter /FlateDecode", zlib.deflateSync(data));
const one = (content, resources = "", box = "0 0 612 792") => [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${resources} >> >>`,
    content,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
];
const text = (s) => Buffer.from(`BT /F 12 Tf 72 700 Td (${s}) Tj ET\n`);

// Level lines beside and above each other, and two upright ones that cross none.
const lines = (n) => `${Array.from({ length: n }, (_, i) => `${i % 2 ? 100 : 900} ${100 + 1.7 * i} m ${i % 2 ? 500 : 1300} ${100 + 1.7 * i} l S\n`).join("")}2000 0 m 2000 10 l S 2100 0 m 2100 10 l S\n`;

const READ = null; // or why not
const bombs = [
    ["forms in forms, twelve deep, each ten times", /^this takes more than 400 MiB of memory|time/, pdf([
        ...one(packed(Buffer.from("/X6 Do ".repeat(10))), "/XObject << /X6 6 0 R >>"),
        ...Array.from({ length: 12 }, (_, i) =>
            i === 11
                ? stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /Font << /F 5 0 R >> >>", text("deep"))
                : stream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X${i + 7} ${i + 7} 0 R >> >>`, Buffer.from(`/X${i + 7} Do `.repeat(10))),
        ),
    ])],
    ["a form that is in itself", /only page could not be read: pictures without text/, pdf([...one(stream("", Buffer.from("/X6 Do")), "/XObject << /X6 6 0 R >>"), stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X6 6 0 R >> >>", Buffer.from("/X6 Do"))])],
    ["pages that are their own parents", /^none of its 9 pages could be read: damaged/, pdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R 2 0 R] >>"])],
    ["a count of two thousand million pages", /^it has no pages/, pdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 2000000000 /Kids [] >>"])],
    ["a table of contents that leads in a circle", READ, pdf([
        "<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>",
        ...one(stream("", text("circle"))).slice(1),
        "<< /Type /Outlines /First 7 0 R /Last 7 0 R >>",
        "<< /Title (a) /Dest [3 0 R /Fit] /Next 7 0 R /First 7 0 R >>",
    ])],
    ["half a gigabyte of blanks in a kilobyte", /^this takes more than 400 MiB of memory/, pdf(one(stream("/Filter [/FlateDecode /FlateDecode]", zlib.deflateSync(zlib.deflateSync(Buffer.alloc(512 << 20, 32))))))],
    ["a million characters in one place", READ, pdf(one(packed(Buffer.concat(Array(1000).fill(text("x".repeat(1000)))))))],
    ["eight thousand lines that meet no other", READ, pdf(one(packed(Buffer.concat([text("chart"), Buffer.from(lines(8000))])), "", "0 0 14400 14400"))],
    ["a page as wide as the moon is far", READ, pdf(one(stream("", text("far")), "", "0 0 1e30 1e30"))],
    ["letters at places that are no numbers", /only page could not be read: pictures without text/, pdf(one(stream("", Buffer.from("BT /F 1e38 Tf 1e38 1e38 Td 1e38 0 0 1e38 0 0 Tm (far) Tj ET\n"))))],
];

// A PNG whose head says this size, and whose rows are as they are said to be or not.
function png(width, height, rows) {
    const crc = (bytes) => {
        let c = 0xffffffff;
        for (const b of bytes) {
            c ^= b;
            for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
        }
        return (c ^ 0xffffffff) >>> 0;
    };
    const chunk = (name, data) => {
        const out = Buffer.alloc(12 + data.length);
        out.writeUInt32BE(data.length, 0);
        out.write(name, 4, "latin1");
        data.copy(out, 8);
        out.writeUInt32BE(crc(out.subarray(4, 8 + data.length)), 8 + data.length);
        return out;
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head[8] = 1; // one bit a pixel
    return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

// Directories of a TIFF, each the next of the one before; the last has `next`.
function tiff(pages, next, width = 200) {
    const out = Buffer.alloc(8 + 30 * pages);
    out.write("II*\0", 0, "latin1");
    out.writeUInt32LE(8, 4);
    for (let i = 0; i < pages; i++) {
        const at = 8 + 30 * i;
        out.writeUInt16LE(2, at);
        for (const [k, tag] of [256, 257].entries()) {
            out.writeUInt16LE(tag, at + 2 + 12 * k);
            out.writeUInt16LE(4, at + 4 + 12 * k);
            out.writeUInt32LE(1, at + 6 + 12 * k);
            out.writeUInt32LE(width, at + 10 + 12 * k);
        }
        out.writeUInt32LE(i + 1 < pages ? at + 30 : next, at + 26);
    }
    return out;
}

const unread = /could be read: |could not be read: /;
const pictures = [
    ["a picture of four thousand million pixels a side", /^a page has 4294967295 by 4294967295 pixels/, png(0xffffffff, 0xffffffff, Buffer.alloc(9))],
    ["a picture of 900 million pixels in a kilobyte", /^a page has 30000 by 30000 pixels/, png(30000, 30000, zlib.deflateSync(Buffer.alloc(1000)))],
    ["a picture of as many pixels as are read, all white", unread, png(6400, 6400, zlib.deflateSync(Buffer.alloc(6400 * 801, 255)))],
    ["rows of half a gigabyte where a kilobyte is said", unread, png(100, 80, zlib.deflateSync(Buffer.alloc(512 << 20)))],
    ["a picture without rows", unread, png(100, 100, Buffer.alloc(0))],
    ["pages that go round in a circle", /^it has more than 2000 pages/, tiff(2, 8)],
    ["pages without a picture", unread, tiff(40, 0)],
    ["a page of a thousand million pixels behind small ones", /^a page has 40000 by 40000 pixels/, tiff(2, 0, 40000)],
    ["a photo that ends in its head", /^the picture is damaged or cut off/, Buffer.from("\xff\xd8\xff\xe0\xff\xff", "latin1")],
];

test("pictures that are made to hurt end in time, with a reason", (t) => {
    const workspace = new Workspace(t);
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    const names = pictures.map(([, , bytes], i) => {
        workspace.write(`${i}.png`, bytes);
        return `${i}.png`;
    });
    workspace.write("last.md", "# Sea\n\nThe walrus sleeps.\n");
    const { out, err } = workspace.run("add", "kb", ...names, "last.md", "--json");
    const added = JSON.parse(out || "{}");
    for (const [i, [what, why]] of pictures.entries()) {
        const message = added.failures.find((f) => f.path === `${i}.png`)?.message ?? "read";
        t.diagnostic(`${what}: ${message}`);
        assert.match(message, why, what);
    }
    assert.equal(added.documents_added, 1, out + err);
    workspace.assertNoScratch();
});

test("documents that are made to hurt end in time, with text or a reason", (t) => {
    const workspace = new Workspace(t);
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    const names = bombs.map(([, , bytes], i) => {
        workspace.write(`${i}.pdf`, bytes);
        return `${i}.pdf`;
    });
    workspace.write("last.md", "# Sea\n\nThe walrus sleeps.\n");
    const { out, err } = workspace.run("add", "kb", ...names, "last.md", "--json");
    const added = JSON.parse(out || "{}");
    for (const [i, [what, why]] of bombs.entries()) {
        const message = added.failures.find((f) => f.path === `${i}.pdf`)?.message ?? READ;
        t.diagnostic(`${what}: ${message ?? "read"}`);
        if (why === READ) assert.equal(message, READ, what);
        else assert.match(message ?? "read", why, what);
    }
    assert.equal(added.documents_added + added.failures.length, names.length + 1, out + err);
    assert.match(workspace.run("search", "kb", "walrus").out, /walrus/);
    workspace.assertNoScratch();
});
