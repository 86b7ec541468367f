// Plain questions over a table (tools/parser/plain_sets.mjs), against figures that are
// computed here of what was written.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { plainSet } from "../../tools/parser/plain_sets.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"), "quarry");

const SHOPS = ["Oslo", "Lima", "Rome"];
const ROWS = Array.from({ length: 60 }, (_, i) => ({
    date: new Date(Date.UTC(2023, i % 12, 1 + (i % 28))).toISOString().slice(0, 10),
    shop: SHOPS[i % 3],
    kind: i % 2 ? "food" : "rent",
    amount: i % 4 ? -((i % 40) * 7 + 0.25) : (i % 40) * 11 + 0.5,
}));
const sum = (rows) => rows.reduce((all, { amount }) => all + amount, 0);
const csv = (rows) => `date,shop,kind,amount\n${rows.map((r) => Object.values(r).join(",")).join("\n")}\n`;

// Questions over one file, by what they compute.
function asked(t, kinds, text, of = program) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-plain-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    const tables = path.join(folder, "tables");
    fs.mkdirSync(tables);
    fs.writeFileSync(path.join(tables, "account.csv"), text);
    const set = plainSet({ name: "account", tables, about: { lang: "en" } }, of, path.join(folder, "home"), kinds);
    return new Map(set.questions.map((question) => [question.category, question]));
}

function assertFigure(question, expected) {
    assert.equal(question.answer.length, 1);
    assert.ok(Math.abs(question.answer[0].at(-1) - expected) < 1e-6, `${question.question}: ${question.answer}`);
}

test("what was spent is asked of a column of both signs, and is what is below zero", (t) => {
    const questions = asked(t, ["out", "out_month"], csv(ROWS));
    assertFigure(questions.get("plain-out"), sum(ROWS.filter(({ amount }) => amount < 0)));
    assert.equal(questions.get("plain-out_month").answer.length, new Set(ROWS.filter(({ amount }) => amount < 0).map(({ date }) => date.slice(0, 7))).size);
    assert.equal(asked(t, ["out"], csv(ROWS.map((row) => ({ ...row, amount: Math.abs(row.amount) })))).has("plain-out"), false);
});

test("totals by a group and by two have a row for each", (t) => {
    const questions = asked(t, ["sum2", "count1"], csv(ROWS));
    const { answer, sql, question } = questions.get("plain-sum2");
    assert.equal(answer.length, 6);
    assert.ok(Math.abs(answer.reduce((all, row) => all + row.at(-1), 0) - sum(ROWS)) < 1e-6);
    assert.match(sql, /"shop".*"kind"|"kind".*"shop"/);
    assert.match(question, /shop/);
    assert.match(question, /kind/);
    assert.equal(questions.get("plain-count1").answer.reduce((all, row) => all + row.at(-1), 0), ROWS.length);
});

test("a table with rows of totals, and one of few rows, are asked nothing", (t) => {
    assert.equal(asked(t, undefined, `${csv(ROWS)}2023-12-31,Total,rent,${sum(ROWS)}\n`).size, 0);
    assert.equal(asked(t, undefined, csv(ROWS.slice(0, 5))).size, 0);
});

test("what is filled in, missing, and the first with what belongs to it are asked where rows have names", (t) => {
    const rows = ROWS.slice(0, 26).map((row, i) => ({ ...row, amount: i === 25 ? 99.5 : (i % 13) * 3.5, owner: `Owner ${String.fromCharCode(65 + i)}`, note: i % 4 ? "seen" : "" }));
    const lines = rows.map(({ owner, shop, kind, amount, note }) => [owner, shop, kind, amount, note].join(","));
    const questions = asked(t, ["has", "lacks", "lacking", "first_of", "three"], `owner,shop,kind,amount,note\n${lines.join("\n")}\n`);
    assertFigure(questions.get("plain-has"), rows.filter(({ note }) => note).length);
    assertFigure(questions.get("plain-lacks"), rows.filter(({ note }) => !note).length);
    assert.deepEqual(questions.get("plain-lacking").answer.flat(), rows.filter(({ note }) => !note).map(({ owner }) => owner).sort());
    const most = rows.reduce((a, b) => (b.amount > a.amount ? b : a));
    assert.equal(questions.get("plain-first_of").answer[0][0], most.owner);
    assert.equal(questions.get("plain-three").answer[0].length, 4);
});

test("rows in an order, and groups by one or two values of another column, are what the rows say", (t) => {
    const rows = ROWS.map((row, i) => ({ owner: `Owner ${String.fromCharCode(65 + (i % 26))}${"x".repeat(i / 26)}`, ...row }));
    const questions = asked(t, ["sorted", "sorted_up", "groups_v", "per_avg", "both"], `owner,${csv(rows)}`);
    const amounts = (category) => questions.get(category).answer.map((row) => row[1]);
    assert.deepEqual(amounts("plain-sorted"), rows.map(({ amount }) => amount).sort((a, b) => b - a));
    assert.deepEqual(amounts("plain-sorted_up"), amounts("plain-sorted").reverse());
    assert.equal(questions.get("plain-sorted").ordered, true);

    const { sql, answer } = questions.get("plain-groups_v");
    const [, group] = /SELECT "(\w+)"/.exec(sql);
    const [, column, value] = /"(\w+)" = '(\w+)'/.exec(sql);
    const of = new Set(rows.filter((row) => row[column] === value).map((row) => row[group]));
    assert.deepEqual(answer.flat(), [...of].sort());
    assertFigure(questions.get("plain-per_avg"), rows.length / new Set(rows.map((row) => row[/DISTINCT "(\w+)"/.exec(questions.get("plain-per_avg").sql)[1]])).size);
    assert.equal(questions.get("plain-both").answer.length, 3); // each has both
});

test("a program that is not there is no table without questions", (t) => {
    assert.throws(() => asked(t, undefined, csv(ROWS), path.join(here, "none")), /ENOENT/);
});
