// Requests that two programs could read in two ways: each is refused, and what
// follows it on the connection is never answered.
import assert from "node:assert/strict";
import net from "node:net";
import test from "node:test";
import { serve } from "./server.mjs";

const HOST = "Host: localhost\r\n";
const GET = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
const GET_LINE = "GET /healthz HTTP/1.1\r\n";
const POST = `POST /v1/ask HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;

// What comes until the server closes.
function exchange(port, bytes) {
    return new Promise((done, failed) => {
        const socket = net.connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
        let got = "";
        socket.setTimeout(600000, () => failed(new Error(`still open after ${JSON.stringify(bytes)}: ${got}`)));
        socket.on("data", (d) => (got += d.toString("latin1")));
        socket.on("error", () => {}); // a reset is an end
        socket.on("close", () => done(got));
    });
}

// The statuses of the replies, each read as far as its length says.
function statuses(text) {
    const found = [];
    for (let rest = text; ; ) {
        const head = /^HTTP\/1\.1 (\d+) [^]*?\r\n\r\n/.exec(rest);
        if (!head) return found;
        found.push(Number(head[1]));
        const length = /\r\nContent-Length: (\d+)\r\n/i.exec(head[0]);
        rest = rest.slice(head[0].length + Number(length?.[1] ?? 0));
    }
}

async function assertRefused(port, requests) {
    for (const [name, bytes] of Object.entries(requests)) {
        const got = statuses(await exchange(port, bytes));
        assert.ok(got.length <= 1, `${name}: ${got}`);
        assert.ok(got.length === 0 || [400, 413, 505].includes(got[0]), `${name}: ${got}`);
    }
}

test("a body has one length", async (t) => {
    const { port } = await serve(t);
    const with_ = (...lines) => `${POST}${lines.map((l) => `${l}\r\n`).join("")}\r\n`;
    await assertRefused(port, {
        "both lengths": with_("Content-Length: 6", "Transfer-Encoding: chunked") + "0\r\n\r\n" + GET,
        "both, the other way": with_("Transfer-Encoding: chunked", "Content-Length: 6") + "0\r\n\r\n" + GET,
        "two lengths": with_("Content-Length: 2", "Content-Length: 50") + "{}" + GET,
        "one length twice": with_("Content-Length: 2", "Content-Length: 2") + "{}" + GET,
        "a list of lengths": with_("Content-Length: 2, 2") + "{}" + GET,
        "less than nothing": with_("Content-Length: -2") + "{}" + GET,
        "a sign": with_("Content-Length: +2") + "{}" + GET,
        "hexadecimal": with_("Content-Length: 0x2") + "{}" + GET,
        "more than a number holds": with_("Content-Length: 99999999999999999999999") + "{}" + GET,
        "no number": with_("Content-Length: ") + GET,
        "a blank before the colon": with_("Content-Length : 2") + "{}" + GET,
    });
});

test("a length is written in digits", async (t) => {
    const { port } = await serve(t);
    const body = JSON.stringify({ base: "sales", query: "how many rows are there?" });
    const sized = (length) => `${POST}Content-Length: ${length}\r\n\r\n${body}`;
    const last = GET.replace(HOST, `${HOST}Connection: close\r\n`);
    assert.deepEqual(statuses(await exchange(port, sized(body.length) + last)), [200, 200]);
    for (const length of [`+${body.length}`, `-${body.length}`, `${body.length}.0`, `0x${body.length.toString(16)}`])
        assert.deepEqual(statuses(await exchange(port, sized(length) + last)), [400], length);
});

test("a query of many arguments is answered", async (t) => {
    const { port } = await serve(t);
    const ask = (n) => `GET /v1/bases?limit=2${Array.from({ length: n - 1 }, (_, i) => `&a${i}=%2B+x`).join("")} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
    assert.deepEqual(statuses(await exchange(port, ask(1))), [200]);
    const most = await exchange(port, ask(64));
    assert.deepEqual(statuses(most), [400]);
    assert.match(most, /'a0' is not a query parameter of this path/);
    for (const n of [65, 300, 1000]) {
        const got = await exchange(port, ask(n));
        assert.deepEqual(statuses(got), [400]);
        assert.match(got, /application\/problem\+json/);
        assert.match(got, /at most 64 query arguments/);
    }
});

// Not lost either, as it is where a connection is closed while its client writes.
test("what is too large gets an error", async (t) => {
    const { port } = await serve(t);
    const chunk = `10000\r\n${"x".repeat(65536)}\r\n`;
    const requests = {
        "a body": `${POST}Content-Length: 12000000\r\nConnection: close\r\n\r\n${"x".repeat(12000000)}`,
        "a message": `POST /mcp HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 12000000\r\nConnection: close\r\n\r\n${"x".repeat(12000000)}`,
        "a body that waits to be asked for": `${POST}Content-Length: 12000000\r\nExpect: 100-continue\r\n\r\n`,
        "a body in chunks": `${CHUNKED}${chunk.repeat(40)}0\r\n\r\n`,
    };
    for (const [name, bytes] of Object.entries(requests)) {
        for (let i = 0; i < 5; i++) {
            const got = await exchange(port, bytes);
            assert.deepEqual(statuses(got), [413], `${name}: ${got}`);
            assert.match(got, /this body may have at most 1048576 bytes/, name);
        }
    }
});

test("chunked is the one transfer coding, and written so", async (t) => {
    const { port } = await serve(t);
    const coded = (line) => `${POST}${line}\r\n\r\n0\r\n\r\n${GET}`;
    await assertRefused(port, {
        "another": coded("Transfer-Encoding: xchunked"),
        "two in a line": coded("Transfer-Encoding: gzip, chunked"),
        "chunked, then another": coded("Transfer-Encoding: chunked, identity"),
        "two lines": coded("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"),
        "a vertical tab": coded("Transfer-Encoding: \x0bchunked"),
        "quotes": coded('Transfer-Encoding: "chunked"'),
        "a blank before the colon": coded("Transfer-Encoding : chunked"),
        "folded": coded("Transfer-Encoding:\r\n chunked"),
        "of HTTP/1.0": coded("Transfer-Encoding: chunked").replace("HTTP/1.1", "HTTP/1.0"),
    });
});

// libmicrohttpd takes LF alone there, and does not say so: what is behind such a body
// is never another request, however it was cut.
test("chunks whose lines end in LF alone are the last of a connection", async (t) => {
    const { port } = await serve(t);
    const body = '{"base":"sales","query":"how many rows are there?"}';
    const n = body.length.toString(16);
    const cut = {
        "after a size": `${n}\n${body}\r\n0\r\n\r\n`,
        "after a chunk": `${n}\r\n${body}\n0\r\n\r\n`,
        "after the last": `${n}\r\n${body}\r\n0\n\n`,
        "at the end": `${n}\r\n${body}\r\n0\r\n\n`,
        "everywhere": `${n}\n${body}\n0\n\n`,
    };
    for (const [name, chunks] of Object.entries(cut)) {
        const got = await exchange(port, CHUNKED + chunks + GET);
        assert.equal(statuses(got).length, 1, `${name}: ${got}`);
        assert.match(got, /\r\nConnection: close\r\n/i, name);
    }
});

test("lines end in CR LF, stand alone and have no control characters", async (t) => {
    const { port } = await serve(t);
    await assertRefused(port, {
        "LF alone": `GET /healthz HTTP/1.1\nHost: localhost\n\n${GET}`,
        "LF alone in the headers": `${GET_LINE}X: a\nHost: localhost\r\n\r\n${GET}`,
        "LF alone at their end": `${GET_LINE}${HOST}\n${GET}`,
        "CR alone": `${GET_LINE}X: a\rY: b\r\n${HOST}\r\n${GET}`,
        "a folded line": `${GET_LINE}${HOST}X: a\r\n b\r\n\r\n${GET}`,
        "a folded first line": `${GET_LINE} X: a\r\n${HOST}\r\n${GET}`,
        "NUL in a value": `${GET_LINE}X: a\0b\r\n${HOST}\r\n${GET}`,
        "NUL in a name": `${GET_LINE}X\0: a\r\n${HOST}\r\n${GET}`,
        "NUL in the path": `GET /healthz\0x HTTP/1.1\r\n${HOST}\r\n${GET}`,
        "an encoded NUL in the path": `GET /healthz%00x HTTP/1.1\r\n${HOST}\r\n${GET}`,
        "no colon": `${GET_LINE}${HOST}nonsense\r\n\r\n${GET}`,
        "no name": `${GET_LINE}${HOST}: x\r\n\r\n${GET}`,
        "a blank in a name": `${GET_LINE}${HOST}a b: x\r\n\r\n${GET}`,
        "two hosts": `${GET_LINE}${HOST}Host: example.org\r\n\r\n${GET}`,
        "no host": `${GET_LINE}\r\n${GET}`,
        "two blanks": `GET  /healthz HTTP/1.1\r\n${HOST}\r\n${GET}`,
        "a blank in the path": `GET /healthz x HTTP/1.1\r\n${HOST}\r\n${GET}`,
        "tabs": `GET\t/healthz\tHTTP/1.1\r\n${HOST}\r\n${GET}`,
        "a method that is none": `}GET /healthz HTTP/1.1\r\n${HOST}\r\n${GET}`,
        "HTTP/0.9": `GET /healthz\r\n\r\n${GET}`,
        "HTTP/2": `GET /healthz HTTP/2.0\r\n${HOST}\r\n${GET}`,
    });
});

test("chunks have the size that they say, and nothing follows the last", async (t) => {
    const { port } = await serve(t);
    const after = `\r\n0\r\n\r\n${GET}`;
    await assertRefused(port, {
        "a sign": `${CHUNKED}-1\r\n{}${after}`,
        "a prefix": `${CHUNKED}0x2\r\n{}${after}`,
        "more than a number holds": `${CHUNKED}fffffffffffffffff2\r\n{}${after}`,
        "a blank behind": `${CHUNKED}2 \r\n{}${after}`,
        "a blank before": `${CHUNKED} 2\r\n{}${after}`,
        "LF alone": `${CHUNKED}2\n{}\n0\n\n${GET}`,
        "LF alone behind an extension": `${CHUNKED}2;\n{}${after}`,
        "more than it says": `${CHUNKED}2\r\n{}x${after}`,
        "no size": `${CHUNKED}\r\n{}${after}`,
        "a length behind": `${CHUNKED}2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n${GET}`,
    });
});

test("what is behind the length of a body is no part of it", async (t) => {
    const { port } = await serve(t);
    const got = statuses(await exchange(port, `${POST}Content-Length: 1\r\n\r\n{}${GET}`));
    assert.deepEqual(got, [400, 400]); // "{" is no JSON, "}GET" is no method
});

// Read and thrown away, also where nobody asked for one or the request fails: it
// is never the next request.
test("a body that nobody wants is a body", async (t) => {
    const { port } = await serve(t);
    const last = GET.replace(HOST, `${HOST}Connection: close\r\n`);
    const with_length = (line) => `${line}\r\n${HOST}Content-Length: ${GET.length}\r\n\r\n${GET}${last}`;
    const chunked = (line) => `${line}\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${GET.length.toString(16)}\r\n${GET}\r\n0\r\n\r\n${last}`;
    for (const [line, status] of [
        ["GET /healthz HTTP/1.1", 200],
        ["GET /no/such HTTP/1.1", 404],
        ["POST /no/such HTTP/1.1", 404],
        ["POST /healthz HTTP/1.1", 405],
        ["POST /v1/ask HTTP/1.1", 415],
    ])
        for (const form of [with_length, chunked]) {
            const got = statuses(await exchange(port, form(line)));
            // It may close instead of reading on.
            assert.ok([`${status},200`, `${status}`].includes(String(got)), `${form.name} ${line}: ${got}`);
        }
});

test("requests that wait for their turn are all answered", async (t) => {
    const { port } = await serve(t);
    const last = GET.replace(HOST, `${HOST}Connection: close\r\n`);
    assert.deepEqual(statuses(await exchange(port, GET + GET + last)), [200, 200, 200]);
});
