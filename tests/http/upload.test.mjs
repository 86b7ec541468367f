// Files that are sent, and the jobs that read them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import test from "node:test";
import { check } from "./answers.mjs";
import { events, program, root, send, serve, start, until } from "./server.mjs";

const file = (name, text, more = {}) => ({ name, text, field: "file", ...more });

export async function upload(port, base, files, more = {}) {
    const form = new FormData();
    if (base !== undefined) form.append("base", base);
    for (const [name, text] of Object.entries(more)) form.append(name, text);
    for (const f of files) form.append(f.field, new Blob([f.text]), f.name);
    const response = await fetch(`http://127.0.0.1:${port}/v1/documents`, { method: "POST", body: form });
    const answer = { status: response.status, headers: response.headers, json: await response.json() };
    await check(port, "POST", "/v1/documents", answer);
    return answer;
}

// The job at its end, by its events, of which the last is `done`.
async function ended(port, id) {
    const { events: list } = await events(port, "GET", `/v1/jobs/${id}`, { headers: { Accept: "text/event-stream" } });
    const [name, job] = list.at(-1);
    assert.equal(name, "done");
    return job;
}

test("files are taken, read and found", async (t) => {
    const { port } = await serve(t);
    const csv = fs.readFileSync(path.join(root, "examples/sales.csv"));
    const { status, headers, json } = await upload(port, "new", [file("orders.csv", csv), file("rules.md", "# Copies\n\nBackup copies are kept for 35 days.\n")]);
    assert.equal(status, 202);
    assert.equal(headers.get("location"), `/v1/jobs/${json.job_id}`);
    assert.deepEqual(json.documents, [
        { name: "orders.csv", bytes: csv.length, document: null },
        { name: "rules.md", bytes: 46, document: null },
    ]);
    const job = await ended(port, json.job_id);
    assert.equal(job.state, "done");
    assert.deepEqual(job.documents.map((d) => [d.document.name, d.document.state]), [
        ["orders.csv", "ready"],
        ["rules.md", "ready"],
    ]);
    assert.equal(job.result.documents_added, 2);
    assert.deepEqual((await send(port, "GET", `/v1/jobs/${json.job_id}`)).json, job);
    const asked = await send(port, "POST", "/v1/ask", { body: { base: "new", query: "How many orders were cancelled?" } });
    assert.deepEqual(asked.json.results.rows, [[625]]);
    const page = await send(port, "POST", "/v1/ask", { body: { base: "new", query: "how long are backup copies kept?" } });
    assert.match(page.json.answer, /35 days/);
});

test("JSON is mounted where its sender says", async (t) => {
    const { port } = await serve(t);
    const sent = (text, more) => upload(port, "tree", [file("q.json", text)], more);
    const done = async (text, more) => {
        const { status, json } = await sent(text, more);
        assert.equal(status, 202, JSON.stringify(json));
        return ended(port, json.job_id);
    };
    const at = async (pointer) => (await send(port, "GET", `/v1/data?base=tree&pointer=${encodeURIComponent(pointer)}`)).json.value;
    const place = { json_path: "/reports", mount_key: "first" };
    const job = await done('{"n":1}', place);
    assert.deepEqual([job.state, job.json_path, job.mount_key, job.replace], ["done", "/reports", "first", false]);
    assert.equal(job.documents[0].document.pointer, "/reports/first");
    assert.deepEqual(await at(""), { reports: { first: { n: 1 } } });
    // Two of one name at different places are two.
    assert.equal((await done('{"n":2}', { ...place, mount_key: "second" })).documents[0].document.pointer, "/reports/second");
    for (const [more, status, detail] of [
        [place, 409, /already; with 'replace'/],
        [{ ...place, replace: "false" }, 409, /already/],
        [{ ...place, replace: "yes" }, 400, /'replace' must be true or false/],
        [{ json_path: "/reports/first", mount_key: "n" }, 400, /inside a document/],
        [{ json_path: "/reports/first/n" }, 400, /inside a document/],
        [{ json_path: "", mount_key: "reports" }, 409, /there are documents below/],
        [{ json_path: "reports" }, 400, /'json_path' is not a JSON Pointer/],
        [{ mount_key: "" }, 400, /'mount_key' must be 1 to 255 bytes/],
        [{ replace: "true" }, 400, /'replace' is for mounted JSON/],
    ]) {
        const { status: got, json } = await sent('{"n":3}', more);
        assert.equal(got, status, `${JSON.stringify(more)} ${JSON.stringify(json)}`);
        assert.match(json.detail, detail);
    }
    const several = await upload(port, "tree", [file("a.json", "1"), file("b.json", "2")], { mount_key: "x" });
    assert.deepEqual([several.status, several.json.code], [400, "VALIDATION_FAILED"]);
    const replaced = await done('{"n":3}', { ...place, replace: "true" });
    assert.equal(replaced.documents[0].document.version, 2);
    assert.deepEqual(await at("/reports"), { first: { n: 3 }, second: { n: 2 } });
    // What is no JSON is known when it is read.
    const { json } = await upload(port, "tree", [file("t.csv", "a,b\n1,2\n")], { json_path: "/tables" });
    const failed = await ended(port, json.job_id);
    assert.equal(failed.state, "failed");
    assert.match(failed.result.failures[0].message, /is not JSON/);
});

test("a file of the same name is another version of its document", async (t) => {
    const { port } = await serve(t);
    for (const [text, version] of [["a,b\n1,2\n", 1], ["a,b\n1,2\n3,4\n", 2], ["a,b\n1,2\n3,4\n", 2]]) {
        const { json } = await upload(port, "new", [file("t.csv", text)]);
        const job = await ended(port, json.job_id);
        assert.equal(job.documents[0].document.version, version);
    }
    const { json } = await send(port, "GET", "/v1/documents?base=new");
    assert.equal(json.documents.length, 1);
});

test("uploading a file that was added from a path, or adding one that was uploaded, makes another version", async (t) => {
    const { port, home, run } = await serve(t);
    const names = async (base) => (await send(port, "GET", `/v1/documents?base=${base}`)).json.documents.map((d) => [d.name, d.version]);
    const { json } = await upload(port, "sales", [file("sales.csv", "order_id,sales\n1,2\n")]);
    const job = await ended(port, json.job_id);
    assert.deepEqual(job.documents.map((d) => [d.document.name, d.document.version]), [["sales.csv", 2]]);
    assert.deepEqual(await names("sales"), [["sales.csv", 2]]);
    const asked = await send(port, "POST", "/v1/tables/query", { body: { path: "sales/sales.csv", query: "SELECT count(*) FROM data" } });
    assert.deepEqual(asked.json.rows, [[1]]);
    run("add", "sales", "examples/sales.csv");
    assert.deepEqual(await names("sales"), [["sales.csv", 3]]);
    // The other way round.
    await ended(port, (await upload(port, "new", [file("t.csv", "a\n1\n")])).json.job_id);
    fs.writeFileSync(path.join(home, "t.csv"), "a\n1\n2\n");
    run("add", "new", path.join(home, "t.csv"));
    assert.deepEqual(await names("new"), [["t.csv", 2]]);
});

test("a file that is sent under the name of one that came with a folder is another version of it", async (t) => {
    const { port, home, run } = await serve(t);
    const names = async () => (await send(port, "GET", "/v1/documents?base=new")).json.documents.map((d) => [d.name, d.version]);
    for (const folder of ["shop/2023", "shop/2024"]) {
        fs.mkdirSync(path.join(home, folder), { recursive: true });
        fs.writeFileSync(path.join(home, folder, "twice.csv"), `a\n${folder}\n`);
    }
    fs.writeFileSync(path.join(home, "shop/orders.csv"), "order,amount\n1,5\n");
    run("add", "new", path.join(home, "shop"));
    const job = await ended(port, (await upload(port, "new", [file("orders.csv", "order,amount\n1,5\n2,7\n")])).json.job_id);
    assert.deepEqual(job.documents.map((d) => [d.document.name, d.document.version]), [["shop/orders.csv", 2]]);
    assert.equal((await names()).length, 3);
    const asked = await send(port, "POST", "/v1/ask", { body: { base: "new", query: "total amount" } });
    assert.deepEqual(asked.json.results.rows, [[12]]);
    // Of two, neither.
    const other = await ended(port, (await upload(port, "new", [file("twice.csv", "a\nz\n")])).json.job_id);
    assert.match(other.result.failures[0].message, /several documents are called 'twice.csv'/);
    assert.equal((await names()).length, 3);
});

test("a name that several files were added under is a conflict, and says what to do", async (t) => {
    const { port, home, run } = await serve(t);
    for (const folder of ["x", "y"]) {
        fs.mkdirSync(path.join(home, folder));
        fs.writeFileSync(path.join(home, folder, "t.csv"), `a\n${folder}\n`);
    }
    run("add", "new", path.join(home, "x", "t.csv"), path.join(home, "y", "t.csv"));
    const job = await ended(port, (await upload(port, "new", [file("t.csv", "a\nz\n")])).json.job_id);
    assert.equal(job.state, "failed");
    assert.equal(job.error.code, "CONFLICT");
    assert.equal(job.documents[0].document, null);
    assert.match(job.result.failures[0].message, /several documents are called 't.csv'/);
    assert.equal((await send(port, "GET", "/v1/documents?base=new")).json.documents.length, 2);
});

test("a file that cannot be read fails its job and says why", async (t) => {
    const { port } = await serve(t);
    const bad = await upload(port, "new", [file("a.json", "{"), file("b.bin", "\0\x01")]);
    assert.equal(bad.status, 202);
    const job = await ended(port, bad.json.job_id);
    assert.equal(job.state, "failed");
    assert.deepEqual(job.result.failures.map((f) => f.path).sort(), ["a.json", "b.bin"]);
    assert.ok(!JSON.stringify(job).includes("/tmp/"));
    assert.equal(job.documents[0].document.state, "failed");
    const half = await upload(port, "new", [file("a.json", "{"), file("c.csv", "a\n1\n2\n")]);
    assert.equal((await ended(port, half.json.job_id)).state, "done");
});

test("a large file goes to the disk while it comes: the server's memory stays as it is", async (t) => {
    const { port, child } = await serve(t);
    const peak = () => Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]);
    await ended(port, (await upload(port, "new", [file("a.txt", "a\n")])).json.job_id);
    const before = peak();
    const bytes = 96 << 20;
    const head = "--b\r\nContent-Disposition: form-data; name=\"base\"\r\n\r\nnew\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"big.txt\"\r\n\r\n";
    const got = await new Promise((done, failed) => {
        const request = http.request({ host: "127.0.0.1", port, method: "POST", path: "/v1/documents", headers: { "Content-Type": "multipart/form-data; boundary=b" } }, (response) => {
            let text = "";
            response.on("data", (d) => (text += d));
            response.on("end", () => done(JSON.parse(text)));
        });
        request.on("error", failed);
        const piece = Buffer.alloc(1 << 20, "text\n");
        Readable.from((function* () {
            yield head;
            for (let i = 0; i < bytes; i += piece.length) yield piece;
            yield "\r\n--b--\r\n";
        })()).pipe(request);
    });
    assert.equal(got.documents[0].bytes, bytes);
    assert.ok(peak() - before < 32 * 1024, `${before} KiB, then ${peak()} KiB`);
    // A text has 64 MiB: more is refused, and nothing of the upload stays.
    assert.equal((await ended(port, got.job_id)).result.failures[0].code, "LIMIT");
});

test("a request that is not an upload is refused", async (t) => {
    const { port } = await serve(t);
    const good = file("t.csv", "a\n1\n");
    const cases = [
        [undefined, [good], 400],
        ["No Base", [good], 400],
        ["new", [], 400],
        ["new", [file("", "a\n1\n")], 400],
        ["new", [file(".hidden", "a\n1\n")], 400],
        ["new", [file("x".repeat(300), "a\n1\n")], 400],
        ["new", [good, good], 400],
        ["new", [{ ...good, field: "other" }], 400],
    ];
    for (const [base, files, status] of cases) {
        const got = await upload(port, base, files);
        assert.equal(got.status, status, JSON.stringify([base, files, got.json]));
        assert.equal(got.json.status, status);
    }
    assert.equal((await send(port, "POST", "/v1/documents", { body: {} })).status, 415);
    assert.equal((await send(port, "GET", "/v1/jobs/0123456789abcdef")).status, 404);
    assert.equal((await send(port, "GET", "/v1/jobs/..%2f..")).status, 404);
    assert.equal((await send(port, "GET", "/v1/bases/new")).status, 404);
});

test("what was acknowledged outlives a kill, and is finished by the next server", async (t) => {
    const { port, child, exited, home } = await serve(t);
    const rows = Array.from({ length: 200000 }, (_, i) => `${i},name ${i % 977},${(i * 37) % 1000}`).join("\n");
    const ids = [];
    for (let i = 0; i < 3; i++) {
        const { status, json } = await upload(port, "new", [file(`t${i}.csv`, `id,name,n\n${rows}\n`), file(`p${i}.md`, `# Page ${i}\n\nThe word is ${i}.\n`)]);
        assert.equal(status, 202);
        ids.push(json.job_id);
    }
    child.kill("SIGKILL");
    await exited;
    const { port: again } = await start(t, home);
    for (const id of ids) assert.equal((await ended(again, id)).state, "done");
    const { json } = await send(again, "GET", "/v1/documents?base=new");
    assert.deepEqual(json.documents.map((d) => [d.name, d.version, d.state]).sort(), [
        ["p0.md", 1, "ready"],
        ["p1.md", 1, "ready"],
        ["p2.md", 1, "ready"],
        ["t0.csv", 1, "ready"],
        ["t1.csv", 1, "ready"],
        ["t2.csv", 1, "ready"],
    ]);
    assert.deepEqual(
        fs.readdirSync(path.join(home, "jobs")).flatMap((id) => fs.readdirSync(path.join(home, "jobs", id))),
        ["job.json", "job.json", "job.json"],
    );
});

test("two servers of one home: the second says so", async (t) => {
    const { home } = await serve(t);
    const second = spawn(program, ["serve", "--listen", "127.0.0.1:0"], {
        env: { ...process.env, QUARRY_HOME: home },
        stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    second.stderr.on("data", (d) => (said += d));
    const [code] = await once(second, "close");
    assert.equal(code, 4);
    assert.match(said, /another server/);
});

test("what others add is indexed by the server", async (t) => {
    const { port, run } = await serve(t);
    assert.doesNotMatch(run("add", "late", "examples/handbook").toString(), /passages? indexed/); // nor did the command
    await until(async () => (await send(port, "GET", "/v1/documents?base=late")).json.documents.every((d) => d.state === "ready"));
});

test("a base that was made for files of which none could be taken goes again", async (t) => {
    const { port } = await serve(t);
    const names = async () => (await send(port, "GET", "/v1/bases")).json.bases.map((b) => b.name);
    const { json } = await upload(port, "fresh", [file("a.exe", "\0\x01")]);
    const job = await ended(port, json.job_id);
    assert.equal(job.result?.base_created ?? false, false);
    assert.deepEqual(await names(), ["handbook", "sales"]);
    const text = await send(port, "POST", "/v1/texts", { body: { base: "fresh", name: "a.exe", text: "\u0000\u0001" } });
    assert.notEqual(text.status, 200);
    assert.deepEqual(await names(), ["handbook", "sales"]);
});

test("the url of a text is one that can be shown", async (t) => {
    const { port } = await serve(t);
    const add = async (url) => (await send(port, "POST", "/v1/texts", { body: { base: "handbook", name: "page.md", text: "# Page\n\nText.\n", url } })).status;
    for (const url of ["http://", "https:///x", "https://?q", "https://user:secret@host/", "https://user@host", "http://a b/", 'https://host/"onload=1', "https://host/<x>", "https://host/\\x", "javascript:alert(1)", "ftp://host/"])
        assert.equal(await add(url), 400, url);
    for (const url of ["https://example.com", "http://example.com:80/a?b=c@d#e", "https://example.com/@user", null]) assert.equal(await add(url), 200, String(url));
});
