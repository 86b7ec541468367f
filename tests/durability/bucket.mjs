// A bucket on a port of its own, for tests of `--blobs`.
//
// The front checks the signature of each request as AWS's documentation computes it (Signature
// Version 4), counts, and fails where a test wants it to. What is behind it is a map, or, where
// QUARRY_S3RVER names a folder with npm's s3rver in its node_modules, that, which gets the
// same requests. (On Node 17 and later s3rver 3.7.1 needs NODE_OPTIONS=--openssl-legacy-provider
// for lists of more than 1,000 objects.)
import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const build = process.env.QUARRY_BIN ?? path.resolve(import.meta.dirname, "../../build/release");
export const ID = "S3RVER";
export const KEY = process.env.QUARRY_S3RVER ? "S3RVER" : "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
export const sha256 = (bytes) => crypto.createHash("sha256").update(bytes).digest("hex");
const hmac = (key, text) => crypto.createHmac("sha256", key).update(text).digest();

// Why a request is refused; null: it is signed with the key.
function refusal(request, body) {
    const m = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(request.headers.authorization ?? "");
    if (!m) return "no signature";
    const [, id, day, region, signed, signature] = m;
    const [pathname, query = ""] = request.url.split("?");
    const hash = request.headers["x-amz-content-sha256"];
    const headers = signed.split(";").map((n) => `${n}:${(request.headers[n] ?? "").trim()}\n`).join("");
    const canonical = [request.method, pathname, query, headers, signed, hash].join("\n");
    if (query !== query.split("&").sort().join("&")) return "a query out of order";
    const scope = `${day}/${region}/s3/aws4_request`;
    const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
    const key = ["s3", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${KEY}`, day), region));
    if (id !== ID || hmac(key, text).toString("hex") !== signature) return "another key";
    return hash === sha256(body) ? null : "another content";
}

// The map: name -> {bytes, at}.
function inMemory() {
    const objects = new Map();
    const most = 3; // of a page, so that tests see several
    const list = (query) => {
        const names = [...objects.keys()].sort().filter((n) => n.startsWith(query.get("prefix") ?? "") && n > (query.get("start-after") ?? ""));
        const some = names.slice(0, most);
        const entry = (n) => `<Contents><Key>${n}</Key><LastModified>${new Date(objects.get(n).at).toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${objects.get(n).bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
        return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>box</Name><IsTruncated>${names.length > most}</IsTruncated>${some.map(entry).join("")}</ListBucketResult>`;
    };
    return {
        answer: (request, body, reply) => {
            const url = new URL(request.url, "http://x");
            const name = url.pathname.slice("/box/".length);
            if (request.method === "PUT") objects.set(name, { bytes: body, at: Date.now() });
            else if (request.method === "DELETE") objects.delete(name);
            else if (!name) return reply.writeHead(200).end(list(url.searchParams));
            else if (!objects.has(name)) return reply.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
            return reply.writeHead(request.method === "DELETE" ? 204 : 200).end(request.method === "GET" ? objects.get(name).bytes : undefined);
        },
        names: () => [...objects.keys()].sort(),
        read: (name) => objects.get(name)?.bytes,
        write: (name, bytes) => void objects.set(name, { bytes: Buffer.from(bytes), at: Date.now() }),
        remove: (name) => void objects.delete(name),
        age: (name, ms) => void (objects.get(name).at -= ms),
        close: () => {},
    };
}

async function inS3rver(folder) {
    const S3rver = createRequire(path.join(folder, "x.js"))("s3rver");
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-s3rver-"));
    const server = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory, configureBuckets: [{ name: "box" }] });
    const { port } = await server.run();
    const end = "._S3rver_object";
    const file = (name) => path.join(directory, "box", name + end);
    return {
        answer: (request, body, reply) => {
            const on = http.request({ port, host: "127.0.0.1", method: request.method, path: request.url, headers: request.headers }, (r) => {
                reply.writeHead(r.statusCode, r.headers);
                r.pipe(reply);
            });
            on.on("error", () => reply.destroy());
            on.end(body);
        },
        names: () => fs.readdirSync(path.join(directory, "box"), { recursive: true }).filter((f) => f.endsWith(end)).map((f) => f.slice(0, -end.length)).sort(),
        read: (name) => (fs.existsSync(file(name)) ? fs.readFileSync(file(name)) : undefined),
        write: (name, bytes) => fs.writeFileSync(file(name), bytes),
        remove: (name) => fs.rmSync(file(name)),
        age: (name, ms) => {
            const at = (fs.statSync(file(name)).mtimeMs - ms) / 1000;
            fs.utimesSync(file(name), at, at);
        },
        close: async () => {
            await server.close();
            fs.rmSync(directory, { recursive: true, force: true });
        },
    };
}

// A bucket and a home that uses it. b.fault(request) of a test is undefined, or what goes
// wrong: {status}, {bytes} in place of those of an object, {hang: true}, {wait: ms},
// {cut: true} (after half of the answer), {drop: true} (the connection, after the answer).
export async function bucket(t) {
    const behind = process.env.QUARRY_S3RVER ? await inS3rver(process.env.QUARRY_S3RVER) : inMemory();
    const b = { ...behind, requests: [], connections: 0, fault: () => undefined };
    const serve = async (request, body, reply) => {
        b.requests.push(`${request.method} ${request.url}`);
        const why = refusal(request, body);
        const fault = b.fault(request) ?? {};
        if (fault.wait) await new Promise((done) => setTimeout(done, fault.wait));
        if (fault.drop) reply.on("finish", () => setImmediate(() => request.socket.destroy()));
        if (fault.hang) return undefined;
        if (fault.cut) return reply.writeHead(200, { "Content-Length": 1000 }).write("half", () => reply.destroy());
        if (fault.bytes) return reply.writeHead(200).end(fault.bytes);
        if (fault.status) return reply.writeHead(fault.status).end("<Error><Code>Fault</Code></Error>");
        if (why) return reply.writeHead(403).end(`<Error>${why}</Error>`);
        return behind.answer(request, body, reply);
    };
    const server = http.createServer((request, reply) => {
        const parts = [];
        request.on("data", (d) => parts.push(d));
        request.on("end", () => serve(request, Buffer.concat(parts), reply));
    });
    server.on("connection", () => b.connections++);
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-blobs-"));
    t.after(async () => {
        server.closeAllConnections();
        server.close();
        await behind.close();
        fs.rmSync(home, { recursive: true, force: true });
    });
    b.env = {
        PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", HOME: home, QUARRY_HOME: path.join(home, "quarry"), ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? "",
        QUARRY_BLOBS: "s3://box/quarry/", AWS_ACCESS_KEY_ID: ID, AWS_SECRET_ACCESS_KEY: KEY, AWS_ENDPOINT_URL: `http://127.0.0.1:${server.address().port}`, AWS_REGION: "eu-south-2",
    };
    b.start = (args, more = {}) => {
        const p = spawn(path.join(build, "quarry"), args, { cwd: home, env: { ...b.env, ...more }, stdio: ["ignore", "pipe", "pipe"] });
        p.result = new Promise((done) => {
            let out = "";
            p.stdout.on("data", (d) => (out += d));
            p.stderr.on("data", (d) => (out += d));
            p.on("close", (status) => done({ status, out }));
        });
        return p;
    };
    b.run = (args, more = {}) => b.start(args, more).result;
    b.write_file = (name, text) => fs.writeFileSync(path.join(home, name), text);
    b.home = home;
    // The folder of the only base of a home.
    b.base = (of = b.env.QUARRY_HOME) => {
        const [id] = fs.readdirSync(path.join(of, "bases"));
        return path.join(of, "bases", id);
    };
    b.files = () => path.join(b.base(), "files");
    b.index = () => path.join(b.base(), "index");
    // The objects of bases, without what says whose the bucket is.
    b.objects = () => b.names().filter((n) => /^quarry\/[0-9a-f]{16}\/[0-9a-f]{64}$/.test(n));
    return b;
}
