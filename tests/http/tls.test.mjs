// HTTPS: who may connect how, and what is said of certificates that are none.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import https from "node:https";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import tls from "node:tls";
import { program, send, serve } from "./server.mjs";

// A certificate of localhost that nobody else has signed, and another's key.
function certificate(t) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-tls-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    const file = (name) => path.join(folder, name);
    for (const name of ["own", "other"])
        execFileSync(
            "openssl",
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"].concat(
                ["-keyout", file(`${name}.key`), "-out", file(`${name}.pem`), "-subj", "/CN=localhost"],
                ["-addext", "subjectAltName=DNS:localhost"],
            ),
            { stdio: "ignore" },
        );
    return file;
}

// One request with some settings of TLS: its status and body, or the error.
function get(port, target, options) {
    return new Promise((done) => {
        const request = https.get({ host: "127.0.0.1", servername: "localhost", port, path: target, ...options }, (response) => {
            const version = response.socket.getProtocol();
            let body = "";
            response.on("data", (d) => (body += d));
            response.on("end", () => done({ status: response.statusCode, body, version }));
        });
        request.on("error", (error) => done({ error: error.code }));
    });
}

test("requests come over TLS 1.2 and 1.3 alone", async (t) => {
    const file = certificate(t);
    const { port } = await serve(t, "--tls-cert", file("own.pem"), "--tls-key", file("own.key"));
    const ca = fs.readFileSync(file("own.pem"));
    const headers = { Host: `localhost:${port}` };
    for (const version of ["TLSv1.2", "TLSv1.3"]) {
        const got = await get(port, "/healthz", { ca, headers, minVersion: version, maxVersion: version });
        assert.deepEqual(got, { status: 200, body: '{"status":"ok"}', version });
    }
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" };
    assert.ok((await get(port, "/healthz", { ca, headers, ...old })).error);
    await assert.rejects(send(port, "GET", "/healthz"));
});

test("a page of this server over TLS may ask, one without TLS may not", async (t) => {
    const file = certificate(t);
    const { port } = await serve(t, "--tls-cert", file("own.pem"), "--tls-key", file("own.key"));
    const ca = fs.readFileSync(file("own.pem"));
    const Host = `localhost:${port}`;
    const status = async (Origin) => (await get(port, "/healthz", { ca, headers: { Host, Origin } })).status;
    assert.equal(await status(`https://${Host}`), 200);
    assert.equal(await status(`http://${Host}`), 403);
});

test("what cannot be used as a certificate is said at the start", (t) => {
    const file = certificate(t);
    const start = (...args) => {
        // LeakSanitizer itself crashes over the thread-local storage of what TLS loads; not
        // looking there, it sees no owner of what the loader keeps for it
        fs.writeFileSync(file("leaks"), "leak:ld-linux\n");
        const env = { ...process.env, QUARRY_HOME: file("home"), LSAN_OPTIONS: `use_tls=0:print_suppressions=0:suppressions=${file("leaks")}` };
        const ran = spawnSync(program, ["serve", "--listen", "127.0.0.1:0", ...args], { env, encoding: "utf8" });
        return { status: ran.status, said: ran.stderr };
    };
    const mixed = start("--tls-cert", file("own.pem"), "--tls-key", file("other.key"));
    assert.equal(mixed.status, 2);
    assert.match(mixed.said, /belong together/);
    assert.equal(start("--tls-cert", file("own.key"), "--tls-key", file("own.pem")).status, 2);
    const half = start("--tls-cert", file("own.pem"));
    assert.equal(half.status, 2);
    assert.match(half.said, /go together/);
    assert.equal(start("--tls-cert", file("none.pem"), "--tls-key", file("own.key")).status, 3);
});

// The session of an MCP client that begins one.
async function session(port, headers) {
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const json = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const request = https.request({
        ...{ host: "127.0.0.1", port, path: "/mcp", method: "POST", rejectUnauthorized: false },
        headers: { ...headers, ...json },
    });
    request.end(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
    const [response] = await once(request, "response");
    response.resume();
    return response.headers["mcp-session-id"];
}

// Which certificate a new connection is shown.
function shown(port) {
    return new Promise((done, failed) => {
        const socket = tls.connect({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => {
            done(socket.getPeerCertificate().raw.toString("base64"));
            socket.destroy();
        });
        socket.on("error", failed);
    });
}

test("a reload takes the new certificate, and no connection or request is lost", async (t) => {
    const file = certificate(t);
    const raw = (name) => new X509Certificate(fs.readFileSync(file(`${name}.pem`))).raw.toString("base64");
    const put = (name) => {
        for (const end of ["pem", "key"]) fs.copyFileSync(file(`${name}.${end}`), file(`used.${end}`));
    };
    put("own");
    const { port, child, log } = await serve(t, "--tls-cert", file("used.pem"), "--tls-key", file("used.key"));
    assert.equal(await shown(port), raw("own"));
    const agent = new https.Agent({ keepAlive: true, maxSockets: 4 });
    const headers = { Host: `localhost:${port}` };
    const ask = () => get(port, "/healthz", { agent, headers, rejectUnauthorized: false });
    let asking = true;
    const askers = Array.from({ length: 4 }, async () => {
        const wrong = [];
        while (asking) {
            const { status, error } = await ask();
            if (status !== 200) wrong.push(error ?? status);
        }
        return wrong;
    });
    // A stream that was open before goes on behind it.
    const events = https.get({
        ...{ host: "127.0.0.1", port, path: "/mcp", rejectUnauthorized: false },
        headers: { ...headers, Accept: "text/event-stream", "Mcp-Session-Id": await session(port, headers) },
    });
    const [stream] = await once(events, "response");
    assert.equal(stream.statusCode, 200);
    let ended = false;
    stream.on("data", () => {});
    stream.on("close", () => (ended = true));
    stream.on("error", () => (ended = true));
    for (const name of ["other", "own", "other"]) {
        put(name);
        child.kill("SIGHUP");
        while ((await shown(port)) !== raw(name));
    }
    // What cannot be used changes nothing.
    fs.copyFileSync(file("own.key"), file("used.key"));
    child.kill("SIGHUP");
    while (!log().includes("the certificate stays as it was")) await shown(port);
    assert.equal(await shown(port), raw("other"));
    asking = false;
    for (const wrong of await Promise.all(askers)) assert.deepEqual(wrong, []);
    assert.equal(ended, false);
    events.destroy();
    agent.destroy();
});
