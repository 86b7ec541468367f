// Originals in a bucket: put there before a document names them, and got from there when the
// folder has them not. The bucket is a stand-in of our own, which checks the signature of
// each request as AWS's documentation computes it (Signature Version 4).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import test from "node:test";

const build = process.env.QUARRY_BIN ?? path.resolve(import.meta.dirname, "../../build/release");
const ID = "AKIDEXAMPLE";
const KEY = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const sha256 = (bytes) => crypto.createHash("sha256").update(bytes).digest("hex");
const hmac = (key, text) => crypto.createHmac("sha256", key).update(text).digest();

// Why a request is refused; null: it is signed with the key.
function refusal(request, body) {
    const m = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(request.headers.authorization ?? "");
    if (!m) return "no signature";
    const [, id, day, region, signed, signature] = m;
    const { pathname, search } = new URL(request.url, "http://x");
    const hash = request.headers["x-amz-content-sha256"];
    const headers = signed.split(";").map((n) => `${n}:${(request.headers[n] ?? "").trim()}\n`).join("");
    const canonical = [request.method, pathname, search.slice(1), headers, signed, hash].join("\n");
    const scope = `${day}/${region}/s3/aws4_request`;
    const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
    const key = ["s3", "aws4_request"].reduce(hmac, hmac(hmac(`AWS4${KEY}`, day), region));
    if (id !== ID || hmac(key, text).toString("hex") !== signature) return "another key";
    return hash === sha256(body) ? null : "another content";
}

// A bucket; `broken` is how many requests fail first.
async function bucket(t) {
    const b = { objects: new Map(), requests: [], broken: 0 };
    const server = http.createServer((request, reply) => {
        const parts = [];
        request.on("data", (d) => parts.push(d));
        request.on("end", () => {
            const body = Buffer.concat(parts);
            const why = refusal(request, body);
            b.requests.push(`${request.method} ${request.url}`);
            if (b.broken > 0) reply.writeHead(503).end(`broken ${b.broken--}`);
            else if (why) reply.writeHead(403).end(`<Error>${why}</Error>`);
            else if (request.method === "PUT") reply.writeHead(200).end(void b.objects.set(request.url, body));
            else if (b.objects.has(request.url)) reply.writeHead(200).end(b.objects.get(request.url));
            else reply.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
        });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-blobs-"));
    t.after(() => {
        server.close();
        fs.rmSync(home, { recursive: true, force: true });
    });
    b.env = {
        PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", HOME: home, QUARRY_HOME: path.join(home, "quarry"), ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? "",
        QUARRY_BLOBS: "s3://box/quarry/", AWS_ACCESS_KEY_ID: ID, AWS_SECRET_ACCESS_KEY: KEY, AWS_ENDPOINT_URL: `http://127.0.0.1:${server.address().port}`, AWS_REGION: "eu-south-2",
    };
    b.run = (args, more = {}) =>
        new Promise((done) => {
            const p = spawn(path.join(build, "quarry"), args, { cwd: home, env: { ...b.env, ...more }, stdio: ["ignore", "pipe", "pipe"] });
            let out = "";
            p.stdout.on("data", (d) => (out += d));
            p.stderr.on("data", (d) => (out += d));
            p.on("close", (status) => done({ status, out }));
        });
    b.home = home;
    b.files = () => {
        const [base] = fs.readdirSync(path.join(home, "quarry/bases"));
        return path.join(home, "quarry/bases", base, "files");
    };
    return b;
}

test("an original is in the bucket before it is acknowledged, and comes back from there", async (t) => {
    const b = await bucket(t);
    const text = "# Keys\n\nThe key of the cellar is under the mat.\n";
    fs.writeFileSync(path.join(b.home, "keys.md"), text);
    fs.writeFileSync(path.join(b.home, "empty.txt"), "");
    await b.run(["base", "create", "notes"]);
    b.broken = 1; // it is tried again
    const added = await b.run(["add", "notes", "keys.md"]);
    assert.equal(added.status, 0, added.out);
    const [[name, bytes]] = b.objects;
    assert.match(name, new RegExp(`^/box/quarry/[0-9a-f]{16}/${sha256(text)}$`));
    assert.equal(bytes.toString(), text);
    assert.equal((await b.run(["add", "notes", "empty.txt"])).status, 0);

    fs.unlinkSync(path.join(b.files(), sha256(text)));
    const checked = await b.run(["base", "check", "notes"]);
    assert.equal(checked.status, 0, checked.out);
    assert.equal(fs.readFileSync(path.join(b.files(), sha256(text)), "utf8"), text);

    fs.unlinkSync(path.join(b.files(), sha256(text)));
    b.objects.set(name, Buffer.from(text.replace("mat", "cat")));
    const damaged = await b.run(["base", "check", "notes"]);
    assert.equal(damaged.status, 6, damaged.out);
    assert.deepEqual(fs.readdirSync(b.files()).filter((f) => f.startsWith(".new-get")), []);
    b.objects.delete(name);
    assert.match((await b.run(["base", "check", "notes"])).out, /damaged original of keys/);
});

test("what cannot be put there is not added, and no message has the key", async (t) => {
    const b = await bucket(t);
    fs.writeFileSync(path.join(b.home, "a.md"), "# A\n");
    await b.run(["base", "create", "notes"]);
    const refused = async (more, status, text) => {
        const r = await b.run(["add", "notes", "a.md"], more);
        assert.equal(r.status, status, r.out);
        assert.match(r.out, text);
        assert.ok(!r.out.includes(more.AWS_SECRET_ACCESS_KEY ?? KEY), r.out);
        assert.deepEqual(JSON.parse((await b.run(["status", "notes", "--json"], { QUARRY_BLOBS: "" })).out).documents, []);
    };
    await refused({ AWS_SECRET_ACCESS_KEY: "0ther-s3cret" }, 11, /'s3:\/\/box\/quarry\/' does not take these keys/);
    await refused({ AWS_ACCESS_KEY_ID: "" }, 11, /must be in AWS_ACCESS_KEY_ID/);
    await refused({ AWS_ENDPOINT_URL: "http://s3.example.org" }, 2, /must begin with https/);
    await refused({ QUARRY_BLOBS: "file:///tmp" }, 2, /s3:\/\/BUCKET/);
    await refused({ AWS_ENDPOINT_URL: "http://127.0.0.1:1" }, 10, /cannot reach 's3:\/\/box\/quarry\/'/);
    assert.equal((await b.run(["add", "notes", "a.md"])).status, 0);
    assert.equal(b.objects.size, 1);
});
