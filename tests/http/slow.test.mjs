// Many who say as little as keeps them connected (slow loris), in the headers, in a
// body, or by not taking what they asked for: others are served meanwhile, and in
// the end they are closed. It takes as long as they are given, 30 s, and waits.
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { send, serve } from "./server.mjs";

const MANY = 300;
const COUNT = { path: "sales/sales.csv", query: "SELECT count(*) AS n FROM data" };

// Connections of the server's that are open, as it sees them.
const connections = (port) =>
    fs
        .readFileSync("/proc/net/tcp", "utf8")
        .split("\n")
        .filter((line) => new RegExp(`^ *\\d+: \\w+:${port.toString(16).toUpperCase().padStart(4, "0")} \\w+:\\w+ 01 `).test(line)).length;

// Connections that begin with `first` and then say `more` every second, for as long
// as they are let; resolves when all are closed.
function begin(port, n, first, more, over) {
    return Promise.all(
        Array.from(
            { length: n },
            () =>
                new Promise((done) => {
                    const socket = net.connect(port, "127.0.0.1", () => socket.write(first));
                    const timer = setInterval(() => (over.now ? socket.destroy() : more && socket.write(more)), 1000);
                    if (!more) socket.pause();
                    socket.on("data", () => {});
                    socket.on("error", () => {});
                    socket.on("end", () => socket.destroy());
                    socket.on("close", () => {
                        clearInterval(timer);
                        done();
                    });
                }),
        ),
    );
}

test("many who are slow are closed, and nobody waits for them", { timeout: 900000 }, async (t) => {
    const { port, child } = await serve(t);
    const over = { now: false };
    const large = JSON.stringify({ path: "sales/sales.csv", query: "SELECT * FROM data", window_rows: 5000 });
    const kinds = {
        headers: ["GET /v1/bases HTTP/1.1\r\nHost: localhost\r\nX: ", "a"],
        body: ["POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{", " "],
        upload: ["POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 100000\r\n\r\n--B\r\n", "a"],
        silence: ["GET /v1/bases HTTP/1.1\r\n", " "],
        answer: [`POST /v1/tables/query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${large.length}\r\n\r\n${large}`, null],
    };
    const left = new Set(Object.keys(kinds));
    const slow = Promise.all(
        Object.entries(kinds).map(async ([name, [first, more]]) => {
            await begin(port, name === "answer" ? 8 : MANY / 4, first, more, over);
            left.delete(name);
        }),
    );
    let served = 0;
    for (; left.size > 0; await sleep(250)) {
        assert.equal((await send(port, "POST", "/v1/tables/query", { body: COUNT })).status, 200);
        served++;
        // Who does not read does not see that it was closed; one connection is ours.
        if (left.size === 1 && left.has("answer") && connections(port) <= 1) left.delete("answer");
    }
    over.now = true;
    await slow;
    assert.ok(served > 0);
    assert.equal(child.exitCode, null);
});
