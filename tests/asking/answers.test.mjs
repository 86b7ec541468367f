// Whatever is asked of the handbook: each quoted sentence stands in the document
// that its pointer leads to, word by word; each figure stands where its pointer
// says; and the same question has the same answer.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { folder, json } from "../search/search.mjs";

const handbook = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../examples/handbook");

const questions = [
    "what if my laptop is stolen?",
    "how do I rotate the key?",
    "who may read a key?",
    "how long are copies kept?",
    "how do I restore a database?",
    "how much may a hotel cost?",
    "¿cuántos días de vacaciones tengo?",
    "¿a partir de qué día hace falta un justificante médico?",
    "收到报警后多久确认？",
    "事故报告什么时候写？",
    "total minutes by service, and what if my laptop is stolen?",
    "total minutes by severity",
];

// Without tags, rules, marks of lists and tables, and white space of any kind.
const bare = (text) =>
    text
        .replace(/<[^>]*>/g, " ")
        .replace(/^[|:\s-]+$/gm, "")
        .replace(/^\s*(?:[-*]|\d+\.)\s+/gm, "")
        .replace(/[|\s]+/g, "");

// The quotes of the text that pages say, each with the index behind it.
function quotes(answer) {
    const pages = answer.mode === "hybrid" ? answer.answer.split("\n\n").at(-1) : answer.answer;
    return [...pages.matchAll(/([\s\S]+?) \[(\d+)\](?:\n|$)/g)].map((m) => ({ text: m[1], index: Number(m[2]) }));
}

function at(object, pointer) {
    return pointer.split("/").slice(1).reduce((value, key) => value?.[key], object);
}

// Of JSON a passage has the names and values of a record.
function assertSaid(text, item) {
    if (item.value === undefined) {
        assert.ok(bare(item.text).includes(bare(text)), `not in ${item.uri}: ${text}`);
        return;
    }
    const values = Object.values(item.value).filter((v) => typeof v === "string");
    assert.ok(values.length > 0 && values.every((v) => text.includes(v)), `not in ${item.uri}: ${text}`);
}

test("quotes are in their documents, figures where they are said to be", (t) => {
    const dir = folder(t);
    json(dir, ["add", "handbook", handbook]);
    let quoted = 0;
    let figures = 0;
    for (const question of questions) {
        const answer = json(dir, ["ask", "handbook", question]);
        assert.ok(["semantic", "hybrid", "structured_query"].includes(answer.mode), `${question}: ${answer.mode}`);
        assert.ok([...answer.answer].length <= 2000);
        for (const [i, s] of answer.sources.entries()) {
            assert.equal(s.index, i + 1);
            assert.ok(s.excerpt === null || [...s.excerpt].length <= 500);
        }
        for (const q of answer.mode === "structured_query" ? [] : quotes(answer)) {
            const source = answer.sources[q.index - 1];
            const { items } = json(dir, ["fetch", "handbook", source.pointer]);
            assertSaid(q.text, items[0]);
            assert.ok(source.excerpt.startsWith(q.text), `not in the excerpt: ${q.text}`);
            quoted++;
        }
        for (const f of answer.figures) {
            assert.notEqual(f.cell, null, `${question}: nothing holds ${f.text}`);
            const held = at(answer, f.cell);
            assert.ok(typeof held === "number" ? held === f.value : held.includes(f.text), `${f.cell} is no ${f.text}`);
            figures++;
        }
        const again = json(dir, ["ask", "handbook", question]);
        for (const a of [answer, again]) delete a.session_id, delete a.response_time_ms;
        assert.deepEqual(again, answer);
    }
    assert.ok(quoted >= 10 && figures >= 6, `${quoted} quotes, ${figures} figures`);
});
