// The tools as the official client sees them: it checks each answer
// against the tool's own output schema.
import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { call, connect, failure, Workspace, VERSIONS, Wire } from "./server.mjs";

const NAMES = [
    "ask",
    "list_sources",
    "table_get_map",
    "table_describe",
    "table_stats",
    "table_read_rows",
    "table_query",
    "table_export",
];

// Slow enough to be cancelled, whatever the machine.
const ENDLESS =
    "SELECT sum(a.units * b.units * c.units * d.units) FROM data a, data b, " +
    "data c, data d";

async function ok(client, name, args, options) {
    const result = await call(client, name, args, options);
    assert.equal(result.isError, false, result.content[0].text);
    assert.equal(result.content.length, 1);
    assert.equal(result.content[0].type, "text");
    assert.deepEqual(
        JSON.parse(result.content[0].text),
        result.structuredContent,
    );
    return result.structuredContent;
}

const fails = async (client, name, args) =>
    failure(await call(client, name, args));

for (const version of VERSIONS) {
    test(`the tools are listed in ${version}`, async (t) => {
        const client = await connect(t, new Workspace(t), version);
        assert.equal(client.getServerVersion().name, "quarry");
        assert.match(client.getInstructions(), /table_get_map/);
        const { tools } = await client.listTools();
        assert.deepEqual(
            tools.map((tool) => tool.name),
            NAMES,
        );
        for (const tool of tools) {
            assert.ok(tool.title && tool.description && tool.outputSchema);
            assert.equal(tool.inputSchema.additionalProperties, false);
            assert.equal(
                tool.annotations.readOnlyHint,
                tool.name !== "table_export",
            );
            assert.equal(tool.annotations.destructiveHint, false);
        }
        await client.ping();
    });

    test(`a question is answered, or need clarification, in ${version}`, async (t) => {
        const workspace = new Workspace(t);
        const client = await connect(t, workspace, version);
        const { sources, total } = await ok(client, "list_sources", {});
        assert.deepEqual(
            sources.map((s) => s.path),
            workspace.csvNames.sort(),
        );
        assert.equal(total, sources.length);
        const query = "How many orders were cancelled?";
        const answer = await ok(client, "ask", { query, sources: ["sales.csv"] });
        assert.equal(answer.mode, "structured_query");
        assert.deepEqual(answer.results.rows, [[625]]);
        assert.equal(answer.coverage.rows_scanned, 5000);
        assert.equal(answer.sources[0].file, "sales.csv");
        const all = await ok(client, "ask", { query: "total sales by country", max_rows: 2 });
        assert.equal(all.results.rows.length, 2);
        assert.equal(all.results.truncated, true);
        const back = await ok(client, "ask", { query: "average flurb", sources: ["sales.csv"] });
        assert.equal(back.mode, "clarification");
        assert.equal(back.results, null);
    });

    test(`a clarifying question has readings, and 'choose' answers by one in ${version}`, async (t) => {
        const workspace = new Workspace(t);
        const client = await connect(t, workspace, version);
        const asked = { query: "how many sales of blorple", sources: ["sales.csv"] };
        const back = await ok(client, "ask", asked);
        assert.equal(back.mode, "clarification");
        assert.deepEqual(back.alternatives.map((a) => a.choose), back.alternatives.map((_, i) => i + 1));
        const chosen = await ok(client, "ask", { ...asked, choose: 1 });
        assert.equal(chosen.mode, "structured_query");
        assert.equal(chosen.answer, back.alternatives[0].answer);
        assert.equal(chosen.generated_sql, back.alternatives[0].generated_sql);
        assert.equal((await fails(client, "ask", { ...asked, choose: back.alternatives.length + 1 })).code, "VALIDATION_FAILED");
    });

    test(`a question reaches nothing outside the folder in ${version}`, async (t) => {
        const workspace = new Workspace(t);
        fs.writeFileSync(path.join(workspace.top, "secret.csv"), "a\n1\n");
        fs.symlinkSync(path.join(workspace.top, "secret.csv"), path.join(workspace.folder, "link.csv"));
        const client = await connect(t, workspace, version);
        for (const name of ["../secret.csv", "link.csv", "/etc/passwd"]) {
            const args = { query: "how many rows are there?", sources: [name] };
            assert.equal((await fails(client, "ask", args)).code, "SANDBOX_VIOLATION");
        }
        const { sources } = await ok(client, "list_sources", {});
        assert.ok(!sources.some((s) => s.path.includes("link")));
        const missing = { query: "how many rows are there?", sources: ["base"] };
        assert.equal((await fails(client, "ask", missing)).code, "NOT_FOUND");
    });

    test(`every tool reads every example in ${version}`, async (t) => {
        const workspace = new Workspace(t);
        const client = await connect(t, workspace, version);
        assert.ok(workspace.csvNames.length >= 3);
        // What a tool reads is no matter of the revision.
        const names = version === VERSIONS[0] || process.env.QUARRY_NIGHTLY ? workspace.csvNames : workspace.csvNames.slice(0, 1);
        for (const [i, name] of names.entries()) {
            await readAll(client, workspace, name, `out${i}`);
        }
    });
}

// One file through all six tools, whose answers must agree with each other.
async function readAll(client, workspace, name, out) {
    const map = await ok(client, "table_get_map", { path: name });
    const columns = map.columns.map((c) => c.name);
    assert.equal(columns.length, map.column_count);
    assert.equal(map.chunks[0].rows, `1-${Math.min(500, map.row_count)}`);

    const description = await ok(client, "table_describe", { path: name });
    assert.equal(description.row_count, map.row_count);
    assert.deepEqual(
        description.columns.map((c) => [c.name, c.index, c.inferred_type]),
        map.columns.map((c) => [c.name, c.index, c.inferred_type]),
    );

    const stats = await ok(client, "table_stats", {
        path: name,
        columns: columns.slice(0, 2),
    });
    assert.deepEqual(
        stats.columns.map((c) => c.name),
        columns.slice(0, 2),
    );

    const rows = await ok(client, "table_read_rows", {
        path: name,
        row_start: 2,
        row_count: 3,
    });
    assert.deepEqual(rows.columns, columns);
    assert.equal(rows.total_rows, map.row_count);
    assert.equal(rows.rows.length, 3);

    const query = await ok(client, "table_query", {
        path: name,
        query: "FROM data",
        window_rows: 3,
        window_offset: 1,
    });
    assert.deepEqual(query.rows, rows.rows);
    assert.equal(query.total_row_count, map.row_count);
    assert.equal(query.has_more, true);

    for (const format of ["csv", "xlsx"]) {
        const written = await ok(client, "table_export", {
            path: name,
            target_path: `${out}/whole.${format}`,
            format,
        });
        assert.equal(written.row_count, map.row_count);
        const file = path.join(workspace.draft, out, `whole.${format}`);
        assert.ok(fs.statSync(file).size > 0);
    }
}

test("what is wrong with SQL is reported with its place", async (t) => {
    const client = await connect(t, new Workspace(t));
    const ask = (query) =>
        fails(client, "table_query", { path: "sales.csv", query });

    for (const [query, line, column] of [
        ["SELECT\n  nope FROM data", 2, 3],
        ["SELECT 1;\nDROP TABLE data", 2, 1],
        ["SELECT * FROM data,\n read_csv('/etc/passwd')", 2, 2],
    ]) {
        const error = await ask(query);
        assert.equal(error.code, "VALIDATION_FAILED", query);
        assert.deepEqual([error.line, error.column], [line, column], query);
    }
    // The session goes on, and the same worker answers.
    const { rows } = await ok(client, "table_query", {
        path: "sales.csv",
        query: "SELECT 41 + 1 AS n",
    });
    assert.deepEqual(rows, [[42]]);
});

// The client checks each answer against the schema of its tool.
test("cells of any type fit the schema of the answer", async (t) => {
    const workspace = new Workspace(t);
    workspace.write("f.csv", "x,y\n1.5,1\nnan,2\ninf,3\n2.5,4\n");
    const client = await connect(t, workspace);
    const { rows, column_types } = await ok(client, "table_query", {
        path: "f.csv",
        query: `SELECT {'a': 1, 'b': [NULL, 2]} AS s, ['x'] AS l,
            MAP {'k': 1} AS m, [1, 2]::INT[2] AS a, union_value(n := 5) AS u,
            NULL AS z, 'nan'::DOUBLE AS d, 1::HUGEINT << 100 AS h LIMIT 1`,
    });
    assert.deepEqual(rows, [
        [
            { a: 1, b: [null, 2] },
            ["x"],
            [{ key: "k", value: 1 }],
            [1, 2],
            5,
            null,
            "NaN",
            "1267650600228229401496703205376",
        ],
    ]);
    assert.equal(column_types[0], "other");

    const { columns } = await ok(client, "table_stats", { path: "f.csv" });
    const [x, y] = columns;
    assert.deepEqual([x.non_null_count, x.not_finite_count], [4, 2]);
    assert.deepEqual([x.min, x.max, x.sum, x.mean], [1.5, 2.5, 4, 2]);
    assert.equal(y.not_finite_count, undefined);
    const described = await ok(client, "table_describe", { path: "f.csv" });
    assert.deepEqual(
        described.columns.map((c) => [c.max, c.not_finite_count]),
        [
            [2.5, 2],
            [4, undefined],
        ],
    );
});

test("a caller may say whether the first line is a header", async (t) => {
    const workspace = new Workspace(t);
    workspace.write("w.csv", "ada,london\nbob,paris\n");
    const client = await connect(t, workspace);
    for (const [header, rows] of [
        [true, 1],
        [false, 2],
    ]) {
        const args = { path: "w.csv", header };
        const map = await ok(client, "table_get_map", args);
        assert.deepEqual([map.has_header, map.row_count], [header, rows]);
        const { total_row_count } = await ok(client, "table_query", {
            ...args,
            query: "FROM data",
        });
        assert.equal(total_row_count, rows);
    }
});

test("chunks have the size that is asked for", async (t) => {
    const workspace = new Workspace(t);
    workspace.write("n.tsv", "n\tm\n" + "1\t2\n".repeat(7));
    const client = await connect(t, workspace);
    const map = await ok(client, "table_get_map", { path: "n.tsv", chunk_rows: 3 });
    assert.equal(map.format, "tsv");
    assert.deepEqual(map.chunks.map((c) => c.rows), ["1-3", "4-6", "7-7"]);
    await fails(client, "table_get_map", { path: "n.tsv", chunk_rows: 0 });
});

test("a file that cannot be read exactly is reported with its place", async (t) => {
    const workspace = new Workspace(t);
    workspace.write("bad.json", '{"a":1}\n{"a":2}\n{"a":3,"a":4}\n');
    const client = await connect(t, workspace);
    const error = await fails(client, "table_get_map", { path: "bad.json" });
    assert.equal(error.code, "FILE_READ_FAILED");
    assert.equal(error.line, 3);
});

test("nothing outside the folder can be read", async (t) => {
    const workspace = new Workspace(t);
    const secret = path.join(workspace.top, "secret.csv");
    fs.writeFileSync(secret, "a,b\n1,2\n");
    fs.mkdirSync(path.join(workspace.folder, "sub"));
    fs.symlinkSync(secret, path.join(workspace.folder, "link.csv"));
    fs.symlinkSync("../../secret.csv", path.join(workspace.folder, "sub/up.csv"));
    fs.symlinkSync(workspace.top, path.join(workspace.folder, "out"));
    const client = await connect(t, workspace);

    for (const name of [
        "../secret.csv",
        "sub/../../secret.csv",
        secret,
        "/etc/passwd",
        "link.csv",
        "sub/up.csv",
        "out/secret.csv",
        "/proc/self/environ",
    ]) {
        for (const [tool, more] of [
            ["table_get_map", {}],
            ["table_query", { query: "FROM data" }],
            ["table_export", { target_path: "o.csv", format: "csv" }],
        ]) {
            const error = await fails(client, tool, { path: name, ...more });
            assert.equal(error.code, "SANDBOX_VIOLATION", name);
            if (!name.startsWith("/")) {
                assert.ok(!error.message.includes(workspace.top), error.message);
            }
        }
    }
    assert.deepEqual(fs.readdirSync(workspace.draft), []);
});

test("a path outside is refused whether it exists or not", async (t) => {
    const client = await connect(t, new Workspace(t));
    const of = async (name) =>
        JSON.stringify(
            await fails(client, "table_get_map", { path: name }),
        ).replaceAll(name, "NAME");
    assert.equal(await of("/etc/passwd"), await of("/etc/no-such-file"));
    assert.equal(
        await of("../../../../etc/passwd"),
        await of("../../../../etc/nothing"),
    );
});

test("a link that stays inside is followed", async (t) => {
    const workspace = new Workspace(t);
    fs.symlinkSync("sales.csv", path.join(workspace.folder, "same.csv"));
    const client = await connect(t, workspace);
    assert.deepEqual(
        await ok(client, "table_get_map", { path: "same.csv" }),
        await ok(client, "table_get_map", { path: "sales.csv" }),
    );
});

test("a path that is not a file is reported", async (t) => {
    const workspace = new Workspace(t);
    fs.mkdirSync(path.join(workspace.folder, "folder.csv"));
    execFileSync("mkfifo", [path.join(workspace.folder, "pipe.csv")]);
    const client = await connect(t, workspace);
    const code = async (name) =>
        (await fails(client, "table_get_map", { path: name })).code;
    assert.equal(await code("missing.csv"), "NOT_FOUND");
    assert.equal(await code("folder.csv"), "FILE_READ_FAILED");
    assert.equal(await code("pipe.csv"), "FILE_READ_FAILED");
});

test("a draft is listed, read back and replaced", async (t) => {
    const workspace = new Workspace(t);
    const client = await connect(t, workspace);
    const to = (target_path, more) => ({
        path: "sales.csv",
        query: "SELECT country, sum(units) AS n FROM data GROUP BY ALL ORDER BY country",
        target_path,
        format: target_path.split(".").at(-1),
        ...more,
    });
    const drafts = async () => (await client.listResources()).resources.filter((r) => r.uri.startsWith("draft:"));
    const content = async (uri) => (await client.readResource({ uri })).contents[0];

    assert.deepEqual(await drafts(), []);
    await ok(client, "table_export", to("by/the country.csv"));
    await ok(client, "table_export", to("by.xlsx"));
    assert.deepEqual(
        (await drafts()).map((r) => r.uri),
        ["draft:///by.xlsx", "draft:///by/the%20country.csv"],
    );
    const before = await content("draft:///by/the%20country.csv");
    assert.match(before.text, /^country,n\r\n/);
    const book = Buffer.from((await content("draft:///by.xlsx")).blob, "base64");
    assert.deepEqual(book, fs.readFileSync(path.join(workspace.draft, "by.xlsx")));

    await ok(client, "table_export", to("by/the country.csv", { query: "SELECT 1 AS one", overwrite: true }));
    assert.equal((await content("draft:///by/the%20country.csv")).text, "one\r\n1\r\n");

    fs.writeFileSync(path.join(workspace.top, "secret.csv"), "a\n1\n");
    fs.symlinkSync(path.join(workspace.top, "secret.csv"), path.join(workspace.draft, "link.csv"));
    for (const uri of ["draft:///none.csv", "draft:///../secret.csv", "draft:///link.csv", "draft://shop/by.xlsx", "draft:///"])
        await assert.rejects(content(uri), uri);
    assert.equal((await drafts()).length, 2);
});

test("a file is not exported under the name of another format", async (t) => {
    const workspace = new Workspace(t);
    const client = await connect(t, workspace);
    for (const [target_path, format] of [["y.csv", "xlsx"], ["y.XLSX", "csv"]]) {
        const error = await fails(client, "table_export", { path: "sales.csv", target_path, format });
        assert.equal(error.code, "VALIDATION_FAILED");
        assert.match(error.message, /make them agree$/);
    }
    await ok(client, "table_export", { path: "sales.csv", target_path: "y.txt", format: "csv" });
    assert.deepEqual(fs.readdirSync(workspace.draft), ["y.txt"]);
});

test("exports land in the draft folder and nowhere else", async (t) => {
    const workspace = new Workspace(t);
    const client = await connect(t, workspace);
    const to = (target_path) => ({
        path: "sales.csv",
        query: "SELECT country, sum(units) AS n FROM data GROUP BY ALL ORDER BY country",
        target_path,
        format: "csv",
    });

    await ok(client, "table_export", to("by/country.csv"));
    const file = path.join(workspace.draft, "by", "country.csv");
    const text = fs.readFileSync(file, "utf8");
    assert.match(text, /^country,n\r\n/);

    const again = await fails(client, "table_export", to("by/country.csv"));
    assert.equal(again.code, "CONFLICT");
    assert.match(again.message, /exists; choose another name$/);
    assert.equal(fs.readFileSync(file, "utf8"), text);

    fs.symlinkSync(os.tmpdir(), path.join(workspace.draft, "away"));
    fs.symlinkSync(
        path.join(workspace.top, "made.csv"),
        path.join(workspace.draft, "made.csv"),
    );
    for (const target of [
        "../out.csv",
        "by/../../out.csv",
        path.join(workspace.folder, "out.csv"),
        "/tmp/quarry-out.csv",
        "away/quarry-out.csv",
    ]) {
        const error = await fails(client, "table_export", to(target));
        assert.equal(error.code, "SANDBOX_VIOLATION", target);
    }
    assert.equal(
        (await fails(client, "table_export", to("made.csv"))).code,
        "CONFLICT",
    );
    assert.ok(!fs.existsSync(path.join(workspace.top, "made.csv")));
    assert.ok(!fs.existsSync(path.join(os.tmpdir(), "quarry-out.csv")));
    assert.deepEqual(fs.readdirSync(workspace.folder).sort(), workspace.csvNames.sort());
});

test("an export can be made of an export only by its own folder", async (t) => {
    const client = await connect(t, new Workspace(t));
    await ok(client, "table_export", {
        path: "sales.csv",
        target_path: "copy.csv",
        format: "csv",
    });
    const error = await fails(client, "table_get_map", { path: "copy.csv" });
    assert.equal(error.code, "NOT_FOUND");
});

test("calls run side by side and each gets its own answer", async (t) => {
    const workspace = new Workspace(t);
    const client = await connect(t, workspace);
    const numbers = Array.from({ length: process.env.QUARRY_NIGHTLY ? 40 : 16 }, (_, i) => i);
    const answers = await Promise.all(
        numbers.map((n) =>
            ok(client, "table_query", {
                path: workspace.csvNames[n % workspace.csvNames.length],
                query: `SELECT ${n} AS n`,
            }),
        ),
    );
    assert.deepEqual(
        answers.map((a) => a.rows),
        numbers.map((n) => [[n]]),
    );
});

test("a ping is answered while a query runs", async (t) => {
    const wire = new Wire(t, new Workspace(t));
    await wire.initialize();
    wire.call(1, "table_query", { path: "sales.csv", query: ENDLESS });
    wire.request(2, "ping");
    assert.equal((await wire.next()).id, 2);
    wire.child.kill("SIGTERM");
    assert.deepEqual(await wire.exited, [0, null]);
});

test("a cancelled call stops and gets no answer", async (t) => {
    const client = await connect(t, new Workspace(t));
    const args = { path: "sales.csv", query: ENDLESS };
    for (let i = 0; i < 6; i++) {
        const controller = new AbortController();
        const running = call(client, "table_query", args, {
            signal: controller.signal,
        });
        await client.ping(); // so that the call is under way
        controller.abort("enough");
        await assert.rejects(running, /enough/);
    }
    // More were cancelled than can run at once: they have really stopped.
    await ok(client, "table_query", {
        path: "sales.csv",
        query: "SELECT count(*) AS n FROM data",
    });
});

test("a call that waits can be cancelled before it begins", async (t) => {
    const wire = new Wire(t, new Workspace(t));
    await wire.initialize();
    const args = { path: "sales.csv", query: ENDLESS };
    for (let id = 1; id <= 8; id++) wire.call(id, "table_query", args);
    for (let id = 8; id >= 1; id--) {
        wire.send({
            jsonrpc: "2.0",
            method: "notifications/cancelled",
            params: { requestId: id },
        });
    }
    const { messages, status } = await wire.end();
    assert.deepEqual(messages, []);
    assert.equal(status, 0);
});

test("progress is reported while a large file is read", async (t) => {
    const workspace = new Workspace(t);
    workspace.write("large.csv", `a,b\n${"12345,some text\n".repeat(300_000)}`);
    const client = await connect(t, workspace);
    const reports = [];
    const args = { path: "large.csv" };
    const onprogress = (p) => reports.push(p);
    await ok(client, "table_get_map", args, { onprogress });
    assert.ok(reports.length > 0);
    let last = -1;
    for (const { progress, total, message } of reports) {
        assert.ok(progress > last);
        // A long wait is reported, without a total.
        assert.ok(progress <= total || /^at work for \d+ s$/.test(message), message);
        last = progress;
    }
    // Without a token nothing is reported; nor for what is cached.
    const before = reports.length;
    await ok(client, "table_get_map", args, { onprogress });
    assert.equal(reports.length, before);
});

test("a long query says that it is at work", async (t) => {
    const client = await connect(t, new Workspace(t));
    const reports = [];
    const working = [];
    const controller = new AbortController();
    const onprogress = (p) => {
        reports.push(p.progress);
        // Where reading the file took its time, that was reported before.
        if (/^at work for \d+ s$/.test(p.message)) working.push(p);
        if (working.length === 2) controller.abort();
    };
    const args = { path: "sales.csv", query: ENDLESS };
    await assert.rejects(call(client, "table_query", args, { onprogress, signal: controller.signal }));
    assert.deepEqual(reports, [...new Set(reports)].sort((a, b) => a - b));
    for (const { total } of working) assert.equal(total, undefined);
});

test("SIGTERM ends a running query, with status 0", async (t) => {
    const wire = new Wire(t, new Workspace(t));
    await wire.initialize();
    wire.call(1, "table_query", { path: "sales.csv", query: ENDLESS });
    wire.request(2, "ping");
    await wire.next();
    wire.child.kill("SIGTERM");
    assert.deepEqual(await wire.rest(), []);
    assert.deepEqual(await wire.exited, [0, null]);
});

test("the list's bytes do not depend on what is served", async (t) => {
    const list = async (files) => {
        const workspace = new Workspace(t);
        for (const name of files) workspace.write(name, "a\n1\n");
        const wire = new Wire(t, workspace);
        await wire.initialize();
        wire.request(1, "tools/list");
        return (await wire.lines.next()).value;
    };
    assert.equal(await list([]), await list(["x.csv", "y.csv"]));
});

for (const version of VERSIONS) {
    test(`tables are resources in ${version}`, async (t) => {
        const workspace = new Workspace(t);
        workspace.write("año nuevo.csv", "a,b\n1,2\n3,4\n");
        const client = await connect(t, workspace, version);
        const { resources } = await client.listResources();
        assert.deepEqual(
            resources.map((r) => r.name),
            workspace.csvNames.sort(),
        );
        for (const { uri } of resources) {
            const { contents } = await client.readResource({ uri });
            assert.equal(contents.length, 1);
            assert.equal(contents[0].uri, uri);
            assert.equal(JSON.parse(contents[0].text).format, "csv");
        }
        const { resourceTemplates } = await client.listResourceTemplates();
        assert.deepEqual(
            resourceTemplates.map((r) => r.uriTemplate),
            ["quarry:///{+path}", "quarry:///{+path}#rows={first}-{last}", "draft://{base}/{+path}"],
        );
        const uri = "quarry:///a%C3%B1o%20nuevo.csv#rows=2-2";
        const { contents } = await client.readResource({ uri });
        assert.deepEqual(JSON.parse(contents[0].text).rows, [[3, 4]]);
    });
}

test("a resource outside the folder is none", async (t) => {
    const workspace = new Workspace(t);
    fs.writeFileSync(path.join(workspace.top, "secret.csv"), "a\n1\n");
    const client = await connect(t, workspace);
    const read = (uri) =>
        client.readResource({ uri }).then(
            () => assert.fail(uri),
            (error) => error,
        );
    for (const uri of ["quarry:///nothing.csv", "quarry://base/x", "file:///etc/passwd"]) {
        const error = await read(uri);
        assert.equal(error.code, -32002, uri);
        assert.equal(error.data.uri, uri);
    }
    for (const uri of ["quarry:///../secret.csv", "quarry:///..%2Fsecret.csv", "quarry:////etc/passwd"]) {
        assert.equal((await read(uri)).code, -32003, uri);
    }
    for (const uri of [
        "quarry:///sales.csv#rows=0-1",
        "quarry:///sales.csv#rows=2-1",
        "quarry:///sales.csv#rows=1-20000",
        "quarry:///sales.csv#line=1",
        "quarry:///%zz",
        "",
    ]) {
        assert.equal((await read(uri)).code, -32602, uri);
    }
    const cursor = "nonsense";
    await assert.rejects(client.listResources({ cursor }), { code: -32602 });
});

test("a long list of resources comes in pages", async (t) => {
    const workspace = new Workspace(t);
    for (let i = 0; i < 601; i++) workspace.write(`t${i}.csv`, "a\n1\n");
    const client = await connect(t, workspace);
    const names = [];
    let cursor;
    do {
        const page = await client.listResources({ cursor });
        assert.ok(page.resources.length <= 500);
        names.push(...page.resources.map((r) => r.name));
        cursor = page.nextCursor;
    } while (cursor);
    assert.deepEqual(names, workspace.csvNames.sort());
});

test("prompts have their arguments filled in, and names are completed", async (t) => {
    const workspace = new Workspace(t);
    const client = await connect(t, workspace);
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
        prompts.map((p) => p.name),
        ["analyse_table", "answer_with_evidence", "profile_workbook"],
    );
    for (const { name, arguments: args } of prompts) {
        const given = Object.fromEntries(
            args.filter((a) => a.required).map((a) => [a.name, `<${a.name}>`]),
        );
        const { messages } = await client.getPrompt({ name, arguments: given });
        assert.equal(messages.length, 1);
        for (const value of Object.values(given)) {
            assert.ok(messages[0].content.text.includes(value));
        }
        assert.doesNotMatch(messages[0].content.text, /[{}]/);
        await assert.rejects(client.getPrompt({ name }), { code: -32602 });
        const other = { ...given, other: "x" };
        await assert.rejects(client.getPrompt({ name, arguments: other }), { code: -32602 });
    }
    await assert.rejects(client.getPrompt({ name: "nothing" }), { code: -32602 });
    for (const ref of [
        { type: "ref/prompt", name: "analyse_table" },
        { type: "ref/resource", uri: "quarry:///{+path}" },
    ]) {
        const argument = { name: "path", value: "SA" };
        const { completion } = await client.complete({ ref, argument });
        assert.deepEqual(
            completion.values,
            workspace.csvNames.sort().filter((n) => n.startsWith("sa")),
        );
        assert.equal(completion.hasMore, false);
    }
    const nothing = { ref: { type: "ref/prompt", name: "x" }, argument: { name: "a", value: "" } };
    await assert.rejects(client.complete(nothing), { code: -32602 });
});

test("a client hears of calls what it asked to hear, and no content", async (t) => {
    const client = await connect(t, new Workspace(t));
    const heard = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, (n) => heard.push(n.params));
    const look = () => call(client, "table_get_map", { path: "sales.csv" });
    await look();
    assert.deepEqual(heard, []);
    await client.setLoggingLevel("info");
    await look();
    await call(client, "table_get_map", { path: "secret name.csv" });
    await client.setLoggingLevel("error");
    await look();
    assert.deepEqual(
        heard.map((h) => [h.level, h.data.tool, h.data.code]),
        [
            ["info", "table_get_map", undefined],
            ["warning", "table_get_map", "NOT_FOUND"],
        ],
    );
    assert.doesNotMatch(JSON.stringify(heard), /secret/);
});

// It gives up on a server whose line is over 10 MiB, and an answer stands in a
// line twice, once with its quotation marks escaped.
test("no answer is longer than the client reads", async (t) => {
    const workspace = new Workspace(t);
    const cell = '""'.repeat(900);
    const rows = Array.from({ length: 3000 }, (_, i) => `${i},"${cell}"`);
    workspace.write("long.csv", `id,note\n${rows.join("\n")}\n`);
    const client = await connect(t, workspace);

    const query = { path: "long.csv", query: "SELECT * FROM data", window_rows: 3000 };
    const window = await ok(client, "table_query", query);
    assert.equal(window.cut_by_budget, true);
    assert.equal(window.total_row_count, 3000);
    assert.ok(window.row_count > 1000 && window.row_count < 3000);
    const next = { ...query, window_offset: window.row_count };
    assert.equal((await ok(client, "table_query", next)).rows[0][0], window.row_count);

    const range = { path: "long.csv", row_start: 1, row_count: 3000 };
    assert.equal((await ok(client, "table_read_rows", range)).cut_by_budget, true);
    const asked = { query: "list all rows of long with id over 0", max_rows: 10000 };
    const answer = await ok(client, "ask", { ...asked, sources: ["long.csv"] });
    assert.ok(!answer.results || answer.results.row_count < 3000);
    const uri = "quarry:///long.csv#rows=1-3000";
    const { contents } = await client.readResource({ uri });
    assert.equal(JSON.parse(contents[0].text).cut_by_budget, true);
});
