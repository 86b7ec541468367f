// The blind sets are whole and in their form, and their judge keeps its rules. What
// the program answers to them is not asked here: `make blind` does that.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { isCell, isRight } from "./blind/rules.mjs";
import { judge, statusOf, unpack } from "./blind/score.mjs";

const CELLS = [
    [42, 42, true],
    [42, "42", true],
    [42.0000001, 42, true],
    [43, 42, false],
    [123.9, 123.45, true],
    [124.5, 123.45, false],
    ["$85,000.00", 85000.5, true],
    [12345678902, 12345678901, false],
    ["Banco del Bajio", "BANCO DEL BAJÍO", true],
    ["123", "00123", false],
    [true, "Yes", true],
    ["Sí", true, true],
    [null, null, true],
    [0, null, false],
    ["2024-03-05T00:00:00Z", "2024-03-05", true],
    ["2024-03-06", "2024-03-05", false],
    ["2024-03-31", "2024-03", true],
    ["Mar 2024", "2024-03", true],
    ["2024年3月", "2024-03", true],
    ["2024-04", "2024-03", false],
    ["2024-05-01", "2024-Q2", true],
    ["Q2 2024", "2024-Q2", true],
    ["Q3 2024", "2024-Q2", false],
    ["2024-11-03T14:22:10", "2024-11-03 14:22:10", true],
    ["2024-11-03T14:22:11", "2024-11-03 14:22:10", false],
    ["2024-11-03T14:22:00", "2024-11-03 14:22", true],
    ["2024-11-03T14:23:00", "2024-11-03 14:22", false],
    ["2024-01-01", 2024, true],
];

test("a cell says the truth or does not", () => {
    for (const [value, truth, expected] of CELLS) assert.equal(isCell(value, truth), expected, `${value} for ${truth}`);
});

const rows = (list, columns = []) => ({ rows: list, columns });

test("rows say the truth in any order of columns, with none missing and none too many", () => {
    const truth = { answer: [["a", 1], ["b", 2]] };
    assert.ok(isRight(rows([[2, "b"], [1, "a"]]), truth));
    assert.ok(isRight(rows([["x", "a", 1], ["y", "b", 2]]), truth));
    assert.ok(!isRight(rows([["a", 1]]), truth));
    assert.ok(!isRight(rows([["a", 1], ["b", 2], ["c", 3]]), truth));
    assert.ok(!isRight(rows([["b", 2], ["a", 1]]), { ...truth, ordered: true }));
    assert.ok(!isRight(rows([[5, 6]]), { answer: [[5, 5]] }));
    assert.ok(!isRight({ ...rows([["a", 1], ["b", 2]]), truncated: true }, truth));
});

test("a truth in another arrangement is the truth", () => {
    assert.ok(isRight(rows([["least", 1], ["most", 9]]), { answer: [[1, 9]] }));
    assert.ok(isRight(rows([[2.5, 3.5]], ["imor_invex", "imor_sistema"]), { answer: [["INVEX", 2.5], ["SISTEMA", 3.5]] }));
    assert.ok(!isRight(rows([[3.5, 2.5]], ["imor_invex", "imor_sistema"]), { answer: [["INVEX", 2.5], ["SISTEMA", 3.5]] }));
    assert.ok(isRight(rows([[2024, 3, 7]]), { answer: [["2024-03", 7]] }));
    assert.ok(isRight(rows([["March", 7], ["abr", 8]]), { answer: [["2024-03", 7], ["2024-04", 8]] }));
    assert.ok(!isRight(rows([[3, 7], [3, 8]]), { answer: [["2023-03", 7], ["2024-03", 8]] }));
    assert.ok(isRight(rows([[0.214]]), { answer: [[21.4]], percent: true }));
    assert.ok(isRight(rows([[2]]), { answer: [[1]], alt: [[[2]]] }));
});

test("what was refused is right only where there is no answer", () => {
    const none = { answerable: false };
    assert.equal(judge(none, { mode: "clarification" }), "refused");
    assert.equal(judge(none, { mode: "structured_query", results: rows([[null]]) }), "refused");
    assert.equal(judge(none, { mode: "structured_query", results: rows([[0]]) }), "wrong");
    assert.equal(judge({ answerable: true, answer: [[0]] }, { mode: "structured_query", results: rows([[0]]) }), "right");
    assert.equal(judge(none, { error: { message: "it hung" } }), "failed");
});

function assertForm(set, question) {
    const name = `${set.name} ${question.id}`;
    assert.equal(typeof question.question, "string", name);
    for (const file of question.files) assert.ok(fs.existsSync(path.join(set.tables, file)), `${name}: ${file}`);
    if (question.answerable) assert.ok(question.answer.length > 0, name);
}

test("each set unpacks, and each of its questions is in the form", (t) => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-blind-"));
    t.after(() => fs.rmSync(scratch, { recursive: true }));
    for (const [name, status] of Object.entries(statusOf)) {
        assert.match(status, /^(training|development|locked)$/);
        const set = unpack(name, scratch);
        assert.equal(new Set(set.questions.map((q) => q.id)).size, set.questions.length);
        for (const question of set.questions) assertForm(set, question);
    }
});
