// Every passage of a page stands under the headings that it stands under: the
// tree of the Rust book is that of its SUMMARY.md, and links into FastAPI's
// documentation lead to the anchors that its authors wrote.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { folder, json, search, testdata, wordsOnly } from "./search.mjs";

const data = path.join(testdata, "markdown");
const skip = fs.existsSync(data) ? false : "no public data";

// As a reader sees a heading: without markup and anchor.
const plain = (text) =>
    text
        .replace(/\{\s*#[^}]*\}\s*$/, "")
        .replace(/<[^>]*>/g, "")
        .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replace(/[`*_\\]/g, "")
        .replace(/\s+/g, " ")
        .trim();

// Headings of a page: {line, level, text, id}; what is in fences is none.
function headings(text) {
    const out = [];
    let fence = null;
    text.split("\n").forEach((line, i) => {
        const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
        if (fence && mark?.startsWith(fence) && line.trim() === mark) fence = null;
        else if (!fence && mark) fence = mark;
        const heading = fence || mark ? null : /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line);
        if (heading)
            out.push({ line: i + 1, level: heading[1].length, text: plain(heading[2]), id: /\{\s*#([^}\s]*)\s*\}/.exec(heading[2])?.[1] ?? null });
    });
    return out;
}

// The headings above a line, the outermost first.
function above(list, line) {
    const stack = [];
    for (const h of list.filter((x) => x.line <= line)) {
        while (stack.length > 0 && stack.at(-1).level >= h.level) stack.pop();
        stack.push(h);
    }
    return stack;
}

// All passages of each page that has a word of the question.
function* passages(dir, where) {
    const { documents } = json(dir, ["status", "kb"]);
    for (const d of documents.filter((x) => x.format === "markdown" && where(x.name)))
        for (const e of search(dir, "kb", "the a to of and in is you", "--document", d.key, "--top-k", "100", "--min-score", "0", "--mode", "keyword").evidences)
            yield e;
}

function library(t, part, link) {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    json(dir, ["base", "config", "kb", `deep_link=${link}`]);
    fs.cpSync(path.join(data, part), path.join(dir, "pages"), { recursive: true });
    json(dir, ["add", "kb", "pages"]);
    return dir;
}

const pageOf = (dir, e) => headings(fs.readFileSync(path.join(dir, e.metadata.filename), "utf8"));

test("the Rust book", { skip }, (t) => {
    const dir = library(t, "rust-book", "/book/{path}.html#{id}");
    const summary = fs.readFileSync(path.join(dir, "pages/SUMMARY.md"), "utf8");
    const titles = new Map([...summary.matchAll(/^\s*-? ?\[(.*)\]\((.*\.md)\)$/gm)].map(([, title, file]) => [file, plain(title)]));
    const chapters = new Map();
    let seen = 0;
    for (const e of passages(dir, (name) => !name.endsWith("SUMMARY.md"))) {
        const { heading_path: has, lines, filename, chapter, section } = e.metadata;
        const want = above(pageOf(dir, e), lines[1]).map((h) => h.text);
        assert.deepEqual(has.map(plain), want, e.pointer.uri);
        assert.equal(section, has.at(-1) ?? null);
        if (has.length > 0) chapters.set(path.basename(filename), plain(chapter));
        seen++;
    }
    const known = [...chapters].filter(([file]) => titles.has(file));
    const agree = known.filter(([file, chapter]) => titles.get(file) === chapter);
    t.diagnostic(`${seen} passages; ${agree.length} of ${known.length} chapters have the title that SUMMARY.md says`);
    assert.ok(seen > 300, `${seen}`);
    assert.ok(agree.length >= 0.75 * known.length, JSON.stringify(known.filter(([f, c]) => titles.get(f) !== c)));
});

test("anchors of FastAPI", { skip }, (t) => {
    const dir = library(t, "fastapi", "/{path}/#{id}");
    let seen = 0;
    for (const e of passages(dir, (name) => /pages\/(en|es)\//.test(name))) {
        const { lines, url, filename } = e.metadata;
        const last = above(pageOf(dir, e), lines[1]).at(-1);
        if (!last?.id) continue;
        assert.equal(url, `/${filename.slice(0, -3)}/#${last.id}`, e.pointer.uri);
        const [item] = seen % 20 ? [null] : json(dir, ["fetch", "kb", e.pointer.uri.replace(/#.*/, `#heading=${last.id}`)]).items;
        if (item) assert.ok(item.text.includes(`#${last.id}`), e.pointer.uri);
        seen++;
    }
    t.diagnostic(`${seen} passages`);
    assert.ok(seen > 300, `${seen}`);
});
