// What comes from outside tries to be something else: questions, conditions,
// names, documents. It is answered or refused, never more.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { files, folder, json, program, run, search, timeless, wordsOnly, write } from "./search.mjs";

const VALIDATION = 2;
const NOT_FOUND = 3;
const LIMIT = 8;

const sentence = "The walrus sleeps on the ice of the northern sea, and nobody dares to wake it before noon.";

function small(dir) {
    wordsOnly(dir, "kb");
    write(dir, "a.md", `# Sea\n\n${sentence}\n`);
    write(dir, "d.json", JSON.stringify({ items: [{ name: "walrus", legs: 0 }] }));
    json(dir, ["add", "kb", "a.md", "d.json"]);
}

const refused = (dir, args, status) => {
    const r = run(dir, [...args, "--json"]);
    assert.equal(r.status, status, `${args.join(" ").slice(0, 100)}: ${r.stdout}${r.stderr}`);
    return JSON.parse(r.stdout).error;
};

test("questions", (t) => {
    const dir = folder(t);
    small(dir);
    for (const question of ["", " ", "\n\t"]) refused(dir, ["search", "kb", question], VALIDATION);
    refused(dir, ["search", "kb", "x".repeat(16385)], LIMIT);
    const answered = [
        "x".repeat(16384),
        "walrus ".repeat(2340),
        "w ".repeat(8192),
        "+".repeat(200),
        '"'.repeat(201),
        "-walrus",
        "+walrus -walrus",
        "*",
        "a*",
        "\u0001\u001b[31mwalrus\u007f",
        "\u202ewalrus",
        "' OR 1=1 --",
        "%s%n%x",
        "𝕨𝕒𝕝𝕣𝕦𝕤 👩‍👩‍👧",
        "e\u0301".repeat(3000),
        "路".repeat(5000),
    ];
    for (const question of answered) {
        const r = run(dir, ["search", "--json", "kb", "--", question]);
        assert.ok(r.status === 0 || r.status === LIMIT, `${question.slice(0, 40)}: ${r.status} ${r.stdout.slice(0, 300)}${r.stderr}`);
        if (r.status === 0) assert.equal(JSON.parse(r.stdout).query, question);
    }
    assert.ok(files(search(dir, "kb", "\u0001walrus\u007f")).length > 0);
});

// Bytes that are no UTF-8 come from a shell, and go into an answer.
test("a question that is no UTF-8", (t) => {
    const dir = folder(t);
    small(dir);
    const command = `'${program}' search kb "$(printf 'walrus \\377\\376')" --json`;
    const r = spawnSync("/bin/sh", ["-c", command], { cwd: dir, env: { QUARRY_HOME: `${dir}/home` } });
    assert.ok(r.status === 0 || r.status === VALIDATION, `${r.stdout}`);
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(r.stdout));
});

test("numbers, modes and scopes", (t) => {
    const dir = folder(t);
    small(dir);
    const ask = (...options) => ["search", "kb", "walrus", ...options];
    for (const options of [
        ["--top-k", "0"],
        ["--top-k", "101"],
        ["--top-k", "-1"],
        ["--top-k", "ten"],
        ["--min-score", "1.1"],
        ["--min-score", "-1"],
        ["--min-score", "nan"],
        ["--mode", "structured"],
        ["--mode", "telepathy"],
        ["--path", "no/pointer"],
        ["--path", "/a~2"],
    ])
        refused(dir, ask(...options), VALIDATION);
    refused(dir, ask("--path", "/nowhere"), NOT_FOUND);
    refused(dir, ask("--document", "nobody"), NOT_FOUND);
    refused(dir, ["search", "nobody", "x"], NOT_FOUND);
    refused(dir, ["search", "../kb", "x"], VALIDATION);
    json(dir, ask("--top-k", "1"));
    json(dir, ask("--top-k", "100"));
    assert.equal(json(dir, ask("--min-score", "1")).message, "no information found");
});

test("a condition that cannot be read says where", (t) => {
    const dir = folder(t);
    small(dir);
    const where = (text) => refused(dir, ["search", "kb", "walrus", "--where", text], VALIDATION);
    assert.equal(where("lang=en,chapter").column, 9);
    assert.equal(where("=en").column, 1);
    where("lang");
    where("lang=en,,type=file");
    assert.equal(files(search(dir, "kb", "walrus", "--where", "type=file")).join(), "a.md");
    assert.equal(files(search(dir, "kb", "walrus", "--where", "type=nothing")).length, 0);
    assert.equal(files(search(dir, "kb", "walrus", "--where", "chapter=SEA")).join(), "a.md");
    assert.equal(files(search(dir, "kb", "walrus", "--where", "nosuch=x")).length, 0);
    refused(dir, ["search", "kb", "walrus", "--where", Array.from({ length: 40 }, (_, i) => `k${i}=v`).join()], LIMIT);
});

test("a base without documents", (t) => {
    const dir = folder(t);
    json(dir, ["base", "create", "kb"]);
    for (const mode of ["keyword", "vector", "hybrid"]) {
        const r = search(dir, "kb", "walrus", "--mode", mode);
        assert.deepEqual(r.evidences, []);
        assert.equal(r.message, "no information found");
        assert.equal(r.lazy_index_triggered, false);
    }
    assert.deepEqual(json(dir, ["reindex", "kb"]).documents, []);
    assert.equal(json(dir, ["base", "check", "kb"]).ok, true);
});

test("documents that are empty, or one word, or only front matter", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    write(dir, "empty.md", "");
    write(dir, "blank.md", "\n \n\n");
    write(dir, "word.md", "walrus");
    write(dir, "front.md", "---\ntitle: Walrus\n---\n");
    write(dir, "empty.json", "{}");
    write(dir, "null.json", "null");
    write(dir, "scalar.json", '"walrus"');
    write(dir, "table.csv", "walrus,ice\n");
    const r = json(dir, ["add", "kb", "."]);
    assert.equal(search(dir, "kb", "walrus").index_state.stale, 0);
    const { evidences } = search(dir, "kb", "walrus", "--min-score", "0");
    const found = evidences.flatMap((e) => [e.pointer.uri, ...(e.same ?? [])]).join();
    for (const name of ["word", "front", "scalar", "table"]) assert.ok(found.includes(`/${name}-`), `${name}: ${found} ${JSON.stringify(r.failures)}`);
});

// Front matter is untrusted text: it may not pass for what is ours.
test("front matter that claims to be something else", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    const claims = ["document", "Document", "file", "type", "lang", "heading", "chapter", "section", "format", "page", "__proto__", "tag"];
    write(dir, "evil.md", `---\n${claims.map((k) => `${k}: a.md`).join("\n")}\nauthor: Jane\nlist: [one, two]\n"key with, comma": x\nnested: {a: b}\n---\n# Evil\n\n${sentence}\n`);
    write(dir, "a.md", `# Good\n\n${sentence.replace("walrus", "penguin")}\n`);
    json(dir, ["add", "kb", "evil.md", "a.md"]);
    const of = (where) => new Set(files(search(dir, "kb", "ice", "--min-score", "0", "--where", where)));
    for (const claim of ["file", "type", "heading", "chapter", "section", "format"])
        assert.ok(!of(`${claim}=a.md`).has("evil.md"), claim);
    assert.deepEqual(of("author=jane"), new Set(["evil.md"]));
    assert.deepEqual(of("list=two"), new Set(["evil.md"]));
    assert.deepEqual(of("tag=a.md"), new Set(["evil.md"]));
    assert.deepEqual(of("file=a.md"), new Set(["a.md"]));
    const { documents } = json(dir, ["status", "kb"]);
    json(dir, ["rm", "kb", documents.find((d) => d.name === "a.md").key]);
    assert.deepEqual(new Set(files(search(dir, "kb", "ice", "--min-score", "0"))), new Set(["evil.md"]));
});

test("front matter with hundreds of fields and tags", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    const many = Array.from({ length: 450 }, (_, i) => `field${i}: value${i}`).join("\n");
    const tags = Array.from({ length: 450 }, (_, i) => `t${i}`).join(", ");
    write(dir, "a.md", `---\ntags: [${tags}]\n${many}\nlong: ${"x".repeat(5000)}\n---\n# A\n\n${sentence}\n`);
    json(dir, ["add", "kb", "a.md"]);
    assert.deepEqual(new Set(files(search(dir, "kb", "walrus", "--where", "tag=t1"))), new Set(["a.md"]));
});

test("a name of a document is text", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    json(dir, ["base", "config", "kb", "deep_link=/docs/{path}#{id}"]);
    for (const name of ["a b.md", "100%.md", 'q"uote.md', "<b>.md", "#frag?.md", "ñandú.md", "-rf.md", "{id}.md"]) write(dir, `d/${name}`, `# T\n\n${sentence}\n`);
    json(dir, ["add", "kb", "d"]);
    const { evidences } = search(dir, "kb", "walrus", "--min-score", "0", "--top-k", "100");
    const all = evidences.flatMap((e) => [e.pointer.uri, ...(e.same ?? [])]);
    assert.equal(all.length, 8);
    json(dir, ["fetch", "kb", ...all]);
    for (const e of evidences) {
        assert.match(e.metadata.url, /^\/docs\/[\w\-.~%/]+#t$/);
        assert.equal(decodeURIComponent(e.metadata.url), `/docs/${e.metadata.filename.slice(0, -3)}#t`);
    }
});

test("many records", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    write(dir, "many.json", JSON.stringify(Array.from({ length: 100_000 }, (_, i) => ({ id: `rec-${i}`, colour: i % 2 ? "red" : "blue" }))));
    json(dir, ["add", "kb", "many.json"]);
    const [e] = search(dir, "kb", "rec-77777", "--top-k", "1").evidences;
    assert.equal(e.pointer.relative_pointer, "/77777");
    const { pointer } = json(dir, ["status", "kb"]).documents[0];
    const inside = search(dir, "kb", "rec-500 blue", "--path", `${pointer}/500`, "--min-score", "0");
    assert.deepEqual(inside.evidences.map((x) => x.pointer.relative_pointer), ["/500"]);
});

test("what is nested deeply, and very long words", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    write(dir, "deep.json", `${'{"a":['.repeat(200)}"walrus"${"]}".repeat(200)}`);
    write(dir, "long.md", `# L\n\n${"w".repeat(200_000)} walrus\n\n${"> ".repeat(300)}penguin\n`);
    write(dir, "cell.csv", `a,b\n1,${"walrus ".repeat(20_000)}\n`);
    json(dir, ["add", "kb", "deep.json", "long.md", "cell.csv"]);
    const r = search(dir, "kb", "walrus", "--min-score", "0", "--top-k", "100");
    assert.equal(r.index_state.ready, 3);
    for (const e of r.evidences) json(dir, ["fetch", "kb", e.pointer.uri]);
    assert.ok(new Set(files(r)).has("deep.json"));
});

test("questions about something else find no information", (t) => {
    const dir = folder(t);
    write(dir, "a.md", `# Sea animals\n\n${sentence}\n\n## Ships\n\nA ship needs an anchor, a compass and a captain who knows where the rocks are, and a crew that trusts the captain.\n`);
    json(dir, ["add", "kb", "a.md"]);
    for (const question of ["quantum chromodynamics lattice", "income tax brackets in 1987", "recette de la tarte aux pommes", "how do transistors amplify?", "圆周率"]) {
        for (const mode of ["keyword", "hybrid"]) {
            const r = search(dir, "kb", question, "--mode", mode);
            assert.deepEqual(r.evidences, [], `${mode}: ${question}`);
            assert.equal(r.message, "no information found");
        }
    }
    assert.equal(search(dir, "kb", "who trusts the captain?").message, null);
    assert.ok(timeless(search(dir, "kb", "walrus")).includes("walrus"));
});

test("Spanish and Chinese are found by their words, and status says why", (t) => {
    const dir = folder(t);
    write(dir, "es.md", "# Claves\n\nPara rotar la clave de acceso hay que abrir la configuración y elegir la opción de seguridad que está en el menú.\n");
    write(dir, "zh.md", "# 密钥\n\n要轮换访问密钥，请打开设置并选择菜单中的安全选项，然后确认更改并等待系统重新启动。\n");
    write(dir, "en.md", `# Sea\n\n${sentence}\n`);
    json(dir, ["add", "kb", "es.md", "zh.md", "en.md"]);
    const { documents, index } = json(dir, ["status", "kb"]);
    const of = Object.fromEntries(documents.map((d) => [d.name, d]));
    assert.equal(of["es.md"].vectors, 0);
    assert.equal(of["es.md"].lexical_only, of["es.md"].chunks);
    assert.equal(of["zh.md"].vectors, 0);
    assert.equal(of["en.md"].lexical_only, 0);
    assert.match(index.note, /English|words|language/);
    assert.equal(files(search(dir, "kb", "¿cómo roto las claves?"))[0], "es.md");
    assert.equal(files(search(dir, "kb", "configuracion de seguridad"))[0], "es.md");
    assert.equal(files(search(dir, "kb", "轮换密钥"))[0], "zh.md");
    assert.equal(files(search(dir, "kb", "walrus on ice"))[0], "en.md");
    const r = search(dir, "kb", "¿cómo puedo rotar la clave de la casa?");
    assert.equal(r.mode, "keyword");
    assert.ok(r.notes.length > 0);
    assert.deepEqual(new Set(files(search(dir, "kb", "clave 密钥 ice", "--min-score", "0", "--where", "lang=es"))), new Set(["es.md"]));
});
