// The tools over bases as the official client sees them, which checks each
// answer against the tool's own output schema.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { call, connect, failure, Workspace, VERSIONS } from "./server.mjs";
import { everyTool, fails, GUIDE, NAMES, ok, ORDERS } from "./shop.mjs";

let prepared; // the home of the first, which the others copy
test.after(() => fs.rmSync(prepared, { recursive: true, force: true }));

// A home with the base shop, of a table, JSON and a page, and the base other.
function shop(t) {
    const workspace = new Workspace(t);
    workspace.write("guide.md", GUIDE);
    workspace.write("orders.json", ORDERS);
    workspace.write("secret.json", '{"x":1}');
    if (prepared) {
        fs.cpSync(prepared, workspace.home, { recursive: true, preserveTimestamps: true });
    } else {
        workspace.run("add", "shop", "sales.csv", "guide.md", "orders.json");
        workspace.run("add", "other", "secret.json");
        prepared = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-prepared-"));
        fs.cpSync(workspace.home, prepared, { recursive: true, preserveTimestamps: true });
    }
    workspace.served = ["--base", "shop"];
    return workspace;
}

test("the tools over bases are listed with what they do", async (t) => {
    const client = await connect(t, shop(t));
    const { tools } = await client.listTools();
    assert.deepEqual(
        tools.map((tool) => tool.name),
        NAMES,
    );
    const hints = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
    for (const name of NAMES) {
        const writes = /^(create|update|delete)_data$|^table_export$/.test(name);
        assert.equal(hints[name].readOnlyHint, !writes, name);
        assert.equal(hints[name].destructiveHint, /^(update|delete)_data$/.test(name), name);
    }
    assert.equal(hints.update_data.idempotentHint, true);
    assert.equal(hints.create_data.idempotentHint, false);
    assert.match(client.getInstructions(), /semantic_query/);
});

test("the list is the same bytes whatever the bases hold", async (t) => {
    const workspace = shop(t);
    const one = JSON.stringify(await (await connect(t, workspace)).listTools());
    workspace.run("add", "shop", "guide.md", "secret.json");
    workspace.run("base", "create", "third");
    workspace.served = [];
    assert.equal(JSON.stringify(await (await connect(t, workspace)).listTools()), one);
});

for (const version of VERSIONS) {
    test(`every tool over bases answers in ${version}`, async (t) => {
        await everyTool(await connect(t, shop(t), version));
    });
}

test("an export of a base lands in its draft", async (t) => {
    const workspace = shop(t);
    const client = await connect(t, workspace);
    await ok(client, "table_export", { path: "shop/sales.csv", target_path: "all.csv", format: "csv" });
    const drafts = fs
        .readdirSync(path.join(workspace.home, "bases"))
        .map((id) => path.join(workspace.home, "bases", id, "draft", "all.csv"))
        .filter((file) => fs.existsSync(file));
    assert.equal(drafts.length, 1);
});

test("another base is not there, whatever names it", async (t) => {
    const client = await connect(t, shop(t));
    for (const [name, args] of [
        ["list_sources", { base: "other" }],
        ["get_context_data", { base: "other" }],
        ["table_get_map", { path: "other/secret.json" }],
        ["fetch_evidence", { pointers: ["quarry://other/secret.json"] }],
    ]) {
        assert.equal((await fails(client, name, args)).code, "NOT_FOUND", name);
    }
    await assert.rejects(client.readResource({ uri: "quarry://other/secret.json" }));
    const { resources } = await client.listResources();
    assert.ok(resources.length === 4 && resources.every((r) => r.uri.startsWith("quarry://shop")));
});

test("resources of a base are read and completed", async (t) => {
    const client = await connect(t, shop(t));
    const { resources } = await client.listResources();
    for (const { uri } of resources) {
        const { contents } = await client.readResource({ uri });
        assert.ok(contents[0].text.length > 0, uri);
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    const ref = { type: "ref/resource", uri: resourceTemplates[1].uriTemplate };
    const { completion } = await client.complete({ ref, argument: { name: "document", value: "gui" } });
    assert.equal(completion.values.length, 1);
    assert.match(completion.values[0], /^guide-/);
});

test("documents are completed of the base that was chosen", async (t) => {
    const workspace = shop(t);
    workspace.served = [];
    const client = await connect(t, workspace);
    const { resourceTemplates } = await client.listResourceTemplates();
    const ref = { type: "ref/resource", uri: resourceTemplates[1].uriTemplate };
    const names = async (base) => {
        const context = base && { arguments: { base } };
        return (await client.complete({ ref, argument: { name: "document", value: "" }, context })).completion.values;
    };
    assert.equal((await names()).length, 4);
    assert.deepEqual((await names("other")).map((n) => n.replace(/-[0-9a-f]+$/, "")), ["secret"]);
    assert.equal((await names("shop")).length, 3);
    assert.deepEqual(await names("nothing"), []);
});

test("a large value is paged on", async (t) => {
    const workspace = shop(t);
    const list = Array.from({ length: 20000 }, (_, i) => ({ i, text: `number ${i}` }));
    const client = await connect(t, workspace);
    // Written, not added: nobody waits for the index.
    await ok(client, "create_data", { pointer: "/large.json", value: { list, long: "ñ".repeat(300000) } });
    const all = async (name, args, of) => {
        const windows = [];
        for (let next; next !== null; next = windows.at(-1).window.next) {
            windows.push(await ok(client, name, next ? { ...args, next } : args));
        }
        assert.ok(windows.length > 2, name);
        return windows.map(of);
    };
    const pointer = "/large.json/list";
    const parts = await all("get_context_data", { pointer }, (w) => w.value);
    assert.deepEqual(parts.flat(), list);
    const names = await all("query_data", { pointer, expression: "[*].text", max_bytes: 65536 }, (w) => w.value);
    assert.deepEqual(names.flat(), list.map((x) => x.text));
    const text = await all("get_context_data", { pointer: "/large.json/long" }, (w) => w.window.text);
    assert.equal(JSON.parse(text.join("")), "ñ".repeat(300000));
    const uri = "quarry://shop/large.json#json=/list";
    const items = await all("fetch_evidence", { pointers: [uri] }, (w) => w.window.text);
    assert.deepEqual(JSON.parse(items.join(""))[0].value, list);
});

test("the third same read has a hint", async (t) => {
    const client = await connect(t, shop(t));
    const read = () => ok(client, "table_read_rows", { path: "shop/sales.csv", row_start: 1, row_count: 2 });
    const [first, second, third] = [await read(), await read(), await read()];
    assert.deepEqual(first, second);
    const { hint, ...rest } = third;
    assert.match(hint, /3 times/);
    assert.deepEqual(rest, first);
});

test("what was not indexed is found soon after it was asked for", async (t) => {
    const workspace = shop(t);
    const client = await connect(t, workspace);
    const value = { note: "the heron waits beside the weir" };
    await ok(client, "create_data", { pointer: "/birds", value });
    const query = { query: "heron beside the weir", mode: "keyword", scope: { json_path: "/birds" } };
    let found = await ok(client, "semantic_query", query);
    assert.equal(found.lazy_index_triggered, true);
    while (found.evidences.length === 0) found = await ok(client, "semantic_query", query);
    assert.equal(found.evidences.length, 1);
});

test("what is bound reaches its part and nothing else", async (t) => {
    const workspace = shop(t);
    workspace.run("tool", "bind", "orders", "--type", "query_data", "--base", "shop", "--path", "/orders.json/orders");
    workspace.run("exposure", "create", "front", "--base", "shop", "--tools", "orders");
    workspace.served = ["--exposure", "front"];
    const client = await connect(t, workspace);
    const { tools } = await client.listTools();
    assert.deepEqual(
        tools.map((tool) => tool.name),
        ["orders"],
    );
    const { value } = await ok(client, "orders", { expression: "[1].who" });
    assert.equal(value, "Bo");
    assert.equal((await fails(client, "orders", { pointer: "/2", expression: "@" })).code, "NOT_FOUND");
    await assert.rejects(client.callTool({ name: "ask", arguments: { query: "how many orders?" } }));
    const { resources } = await client.listResources();
    assert.deepEqual(resources, []);
});

// The tools of an exposure that are bound to one part of a tree, by their type.
function siblings(workspace, pointer) {
    const types = ["semantic_query", "fetch_evidence", "get_context_data", "update_data"];
    for (const type of types) workspace.run("tool", "bind", `my-${type}`, "--type", type, "--base", "shop", "--path", pointer);
    workspace.run("exposure", "create", "part", "--base", "shop", "--rights", "read,write", "--tools", types.map((type) => `my-${type}`).join(","));
    workspace.served = ["--exposure", "part"];
    return (client, type, args) => ok(client, `my-${type}`, args);
}

// What it takes, in each form; the place in the answer is relative to the part.
async function passes(client, use, query, location, value) {
    const { evidences, debug } = await use(client, "semantic_query", { query, mode: "keyword" });
    assert.equal(evidences.length, 1);
    assert.equal(debug.scope.json_path, "");
    const { pointer } = evidences[0];
    const { json_path, document_key, relative_pointer, uri } = pointer;
    assert.deepEqual([json_path, document_key, relative_pointer], location);
    const { uri: _, ...without } = pointer;
    const { items } = await use(client, "fetch_evidence", { pointers: [pointer, without, uri] });
    assert.deepEqual(items.map((i) => i.value ?? i.error), [value, value, value]);
    const place = `${json_path}${document_key && "/"}${document_key}${relative_pointer}`;
    for (const given of [document_key.includes("/") ? place.replace("may/june", "may~1june") : place, uri]) {
        const got = await use(client, "get_context_data", { pointer: given });
        assert.deepEqual([got.value, got.pointer], [value, place.replace("may/june", "may~1june")]);
    }
    return { without, uri, place };
}

test("pointers of a bound tool are those that its siblings take, and lead nowhere else", async (t) => {
    const workspace = shop(t);
    const use = siblings(workspace, "/orders.json/orders");
    const client = await connect(t, workspace);
    const { without, uri, place } = await passes(client, use, "Bo", ["", "", "/1"], { who: "Bo", total: 120 });
    for (const pointer of [uri.replace(/#.*/, "#json=/other"), "quarry://shop/guide.md#lines=1-2", "quarry://other/secret.json#json=/x", uri.replace(/#.*/, "")]) {
        assert.match((await fails(client, "my-get_context_data", { pointer })).code, /^(NOT_FOUND|VALIDATION_FAILED)$/, pointer);
        assert.equal((await fails(client, "my-fetch_evidence", { pointers: [pointer] })).code, "NOT_FOUND", pointer);
    }
    for (const wrong of [{ ...without, json_path: "/.." }, { ...without, document_key: "orders.json" }, { ...without, table_id: "other" }])
        assert.equal((await fails(client, "my-fetch_evidence", { pointers: [wrong] })).code, "NOT_FOUND", JSON.stringify(wrong));
    const unknown = await fails(client, "my-fetch_evidence", { pointers: [JSON.stringify({ ...without, page: 2 })] });
    assert.equal(unknown.code, "VALIDATION_FAILED");
    assert.match(unknown.message, /'page' is not a member of a pointer/);
    // One of a version that was is not written over.
    assert.equal((await use(client, "update_data", { pointer: uri, value: { who: "Bob", total: 120 } })).pointer, place);
    assert.equal((await fails(client, "my-update_data", { pointer: uri, value: 3 })).code, "CONFLICT");
});

test("a part above documents tells their keys from there on", async (t) => {
    const workspace = shop(t);
    const value = { note: "the heron waits beside the weir" };
    workspace.write("note.json", JSON.stringify({ birds: [value] }));
    workspace.run("add", "shop", "note.json", "--json-path", "/logs/north", "--mount-key", "may/june");
    const use = siblings(workspace, "/logs");
    const client = await connect(t, workspace);
    await passes(client, use, "heron beside the weir", ["/north", "may/june", "/birds/0"], value);
    const scoped = await use(client, "semantic_query", { query: "heron", mode: "keyword", scope: { json_path: "/north" } });
    assert.equal(scoped.debug.scope.json_path, "/north");
    assert.equal((await fails(client, "my-semantic_query", { query: "heron", scope: { json_path: "/orders.json" } })).code, "NOT_FOUND");
});

test("evidence of what was created is fetched by its place", async (t) => {
    const workspace = shop(t);
    const value = { note: "the heron waits beside the weir" };
    await ok(await connect(t, workspace), "create_data", { pointer: "/birds", value });
    workspace.run("reindex", "shop");
    const client = await connect(t, workspace);
    const { evidences } = await ok(client, "semantic_query", { query: "heron beside the weir", mode: "keyword" });
    const { uri, ...pointer } = evidences[0].pointer;
    assert.deepEqual([pointer.json_path, pointer.document_key, pointer.relative_pointer], ["", "birds", ""]);
    const { items } = await ok(client, "fetch_evidence", { pointers: [pointer, uri, { ...pointer, json_path: "/none" }] });
    assert.deepEqual(items.slice(0, 2).map((i) => i.value), [value, value]);
    assert.equal(items[2].error.code, "NOT_FOUND");
});
