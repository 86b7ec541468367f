// A server that lies, sends garbage, too much or nothing: the call fails with a reason
// and in time, nothing of it steers the terminal, and the program lives.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import test from "node:test";
import { build, missing } from "./server.mjs";

const skip = fs.existsSync(path.join(build, "quarry-postgres")) ? false : missing();

const message = (kind, ...parts) => {
    const body = Buffer.concat(parts.map((p) => (Buffer.isBuffer(p) ? p : Buffer.from(p))));
    const head = Buffer.alloc(5);
    head.write(kind);
    head.writeUInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
};
const int32 = (n) => {
    const b = Buffer.alloc(4);
    b.writeInt32BE(n);
    return b;
};
const int16 = (n) => {
    const b = Buffer.alloc(2);
    b.writeInt16BE(n);
    return b;
};
const welcome = Buffer.concat([message("R", int32(0)), message("S", "server_version\x0015.0\x00"), message("Z", "I")]);
const complete = Buffer.concat([message("C", "OK\x00"), message("Z", "I")]);
const columns = (n) =>
    message("T", int16(n), ...Array.from({ length: n }, (_, i) => Buffer.concat([Buffer.from(`c${i}\0`), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)])));
const row = (...values) => message("D", int16(values.length), ...values.flatMap((v) => [int32(Buffer.byteLength(v)), Buffer.from(v)]));
const rows = (n, ...list) => Buffer.concat([columns(n), ...list.map((r) => row(...r)), message("C", "SELECT\x00"), message("Z", "T")]);
const error = (state, text) => Buffer.concat([message("E", "SERROR\0", `C${state}\0`, `M${text}\0`, "\0"), message("Z", "E")]);

// What an honest server says until its catalog is asked for; then `then` decides.
const honest = (then) => (socket, sql) => {
    if (/^(BEGIN|SET|SAVEPOINT|RELEASE|ROLLBACK)/.test(sql)) socket.write(complete);
    else if (/current_database/.test(sql) && !/WITH roles/.test(sql)) socket.write(rows(6, ["shop", "reader", "15.0", "2026-01-01T00:00:00Z", "x:1", "1 2 3:3:"]));
    else if (/WITH roles|pg_rewrite/.test(sql)) socket.write(rows(1));
    else then(socket, sql);
};
const catalog = (then) =>
    honest((socket, sql) => {
        if (/^SELECT c\.oid/.test(sql)) socket.write(rows(6, ["7", "public", "t", "r", "", "1"]));
        else if (/^SELECT a\.attrelid/.test(sql)) socket.write(rows(6, ["7", "n", "integer", "23", "", "t"]));
        else if (/^SELECT k\.conrelid/.test(sql)) socket.write(rows(7));
        else if (/^EXPLAIN/.test(sql)) socket.write(rows(1, ['[{"Plan": {"Plan Rows": 1, "Total Cost": 1}}]']));
        else then(socket, sql);
    });
// A table that is said to be large: a sample of it, and then a query.
const copied = Buffer.concat([message("H", "\0", int16(1), int16(0)), message("d", "1\n"), message("c"), complete]);
const large = (then) =>
    honest((socket, sql) => {
        if (/^SELECT c\.oid/.test(sql)) socket.write(rows(6, ["7", "public", "t", "r", "", "2000000"]));
        else if (/^COPY/.test(sql)) socket.write(copied);
        else catalog(then)(socket, sql);
    });
const flood = (socket, bytes) => {
    const more = () => {
        while (!socket.destroyed && socket.write(bytes));
    };
    socket.on("drain", more);
    more();
};

async function serve(t, { first, query }) {
    const open = new Set();
    const server = net.createServer((socket) => {
        open.add(socket);
        let began = false;
        socket.on("error", () => {});
        socket.on("data", (data) => {
            if (data.length === 8 && data.readInt32BE(4) === 80877103) return void socket.write("N");
            if (first) return void first(socket);
            if (!began) {
                began = true;
                return void socket.write(welcome);
            }
            if (data[0] === 0x51) query(socket, data.toString("utf8", 5, data.length - 1));
        });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    t.after(() => {
        for (const socket of open) socket.destroy();
        server.close();
    });
    return server.address().port;
}

const query = (t, port) => ask(t, port, ["table", "query"], 'SELECT "n" FROM "t"', "--json");

function ask(t, port, ...args) {
    const command = Array.isArray(args[0]) ? args.shift() : ["table", "map"];
    const home = fs.mkdtempSync("/tmp/quarry-hostile-");
    t.after(() => fs.rmSync(home, { recursive: true }));
    const env = { PATH: "/usr/bin:/bin", HOME: home, QUARRY_HOME: path.join(home, "q"), QUARRY_LOG: "error", LC_ALL: "C.UTF-8", ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? "" };
    const child = spawn(path.join(build, "quarry"), [...command, `postgres://reader:pw@127.0.0.1:${port}/shop?connect_timeout=2`, ...args], { env });
    const r = { out: "", err: "" };
    child.stdout.on("data", (d) => (r.out += d));
    child.stderr.on("data", (d) => (r.err += d));
    return new Promise((done) => child.on("close", (status) => done({ ...r, status })));
}

const cases = [
    ["closes at once", { first: (s) => s.destroy() }, 10],
    ["speaks another protocol", { first: (s) => s.end("HTTP/1.1 400 Bad Request\r\n\r\n") }, 10],
    ["never lets in", { first: () => {} }, 10],
    ["claims a message of 2 GiB", { query: (s) => s.write(Buffer.concat([Buffer.from("T"), int32(0x7fffffff)])) }, 10],
    ["answers with other columns", { query: honest((s) => s.write(rows(2, ["a", "b"]))) }, 6],
    ["steers the terminal", { query: honest((s) => s.write(error("42P01", "\x1b[2J\x1b]0;owned\x07 no such table"))) }, 6],
    ["quotes a value", { query: honest((s) => s.write(error("22P02", "invalid input: 'a secret cell'"))) }, 6],
    ["has a table of no column", { query: catalog((s) => s.write(error("22012", "division by zero"))) }, 6],
    ["sends rows that are none", { query: catalog((s) => s.write(Buffer.concat([message("H", "\0", int16(1), int16(0)), message("d", "1\t2\n"), message("c"), complete]))) }, 6],
    ["sends half a row", { query: catalog((s) => s.write(Buffer.concat([message("H", "\0", int16(1), int16(0)), message("d", "1"), message("c"), complete]))) }, 6],
    ["has a plan that is no JSON", { query: honest((s, sql) => (/^EXPLAIN/.test(sql) ? s.write(rows(1, ["{{"])) : catalog(() => {})(s, sql))) }, 6],
];

for (const [what, how, status] of cases)
    test(`a server that ${what} is told so`, { skip }, async (t) => {
        const r = await ask(t, await serve(t, how));
        assert.equal(r.status, status, r.err);
        assert.match(r.err, /^quarry: /m);
        assert.doesNotMatch(r.err, /[\x00-\x08\x0b-\x1f\x7f]/);
        assert.doesNotMatch(r.err + r.out, /a secret cell|:pw@/);
    });

test("a server that does not answer, or does not end, has the time of the call", { skip }, async (t) => {
    const silent = await ask(t, await serve(t, { query: honest(() => {}) }), "--timeout", "3");
    assert.equal(silent.status, 12, silent.err);
    const line = Buffer.concat(Array.from({ length: 100 }, () => message("d", "1\n")));
    const endless = catalog((s) => {
        s.write(message("H", "\0", int16(1), int16(0)));
        flood(s, line);
    });
    assert.equal((await ask(t, await serve(t, { query: endless }), "--timeout", "3")).status, 12);
});

test("a catalog without an end has the memory of its program", { skip }, async (t) => {
    const endless = honest((s) => {
        s.write(columns(6));
        flood(s, Buffer.concat(Array.from({ length: 10 }, () => row("7", "public", "t".repeat(60000), "r", "", "1"))));
    });
    const r = await ask(t, await serve(t, { query: endless }), "--timeout", "60");
    assert.ok([6, 8, 10].includes(r.status), `${r.status} ${r.err}`);
});

test("rows of a query are values, whatever they say", { skip }, async (t) => {
    const typed = (oid, ...list) =>
        Buffer.concat([message("T", int16(1), "n\0", int32(0), int16(0), int32(oid), int16(-1), int32(-1), int16(0)), ...list.map((v) => row(v)), message("C", "FETCH 1\x00"), message("Z", "T")]);
    const odd = ['7]],"rows":[[8', "1e", "--1", "", "NaN", "0x10", '"', "\xff"];
    const r = await query(t, await serve(t, { query: large((s) => s.write(typed(1700, ...odd))) }));
    assert.equal(r.status, 0, r.err + r.out);
    const answer = JSON.parse(r.out);
    assert.deepEqual(answer.rows.slice(0, 7), odd.slice(0, 7).map((v) => [v]));
    const refused = await query(t, await serve(t, { query: large((s) => s.write(error("22012", "division by zero in 'a secret cell'"))) }));
    assert.equal(refused.status, 2);
    assert.doesNotMatch(refused.out + refused.err, /secret cell/);
});
