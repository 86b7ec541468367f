// The endpoint that plays recorded answers (llm/recorded.mjs), and that the recorded
// answers are those of the questions that make bench-llm asks.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { statusOf } from "./blind/score.mjs";
import { openai, scripted, workshop } from "./endpoint.mjs";
import { keyOf, play, readAnswers } from "./llm/recorded.mjs";

const FILES = { "visits.csv": "city,units\nOslo,3\nLima,4\nOslo,5\n" };
const ODD = "In which city was it wobbly?"; // no rule binds it
const SQL = { plan: "sql", sql: "SELECT city, units FROM data ORDER BY units DESC LIMIT 1" };
const llm = path.join(import.meta.dirname, "llm");

async function playing(t, answers, options) {
    const player = await play(answers, options);
    t.after(player.close);
    return player.model;
}

test("what a model answered once is recorded, and played again without it", async (t) => {
    const { ask } = workshop(t, FILES);
    const model = await scripted(t, [openai(SQL)]);
    const recorded = [];
    const recorder = await playing(t, [], { to: model.model.split("@")[1], onMissing: (m) => recorded.push(m) });
    const first = await ask("visits.csv", ODD, "--model", recorder);
    const player = await playing(t, recorded.map(({ key, round, answer }) => ({ key, round, answer })));
    const second = await ask("visits.csv", ODD, "--model", player);

    assert.deepEqual(first.results.rows, [["Oslo", 5]]);
    assert.deepEqual(second.results.rows, first.results.rows);
    assert.equal(model.seen.length, 1);
});

test("a prompt without an answer gets none, and is reported", async (t) => {
    const { ask } = workshop(t, FILES);
    const missing = [];
    const player = await playing(t, [], { onMissing: (m) => missing.push(m) });
    const answer = await ask("visits.csv", ODD, "--model", player);

    assert.equal(answer.mode, "clarification");
    assert.equal(missing.length, 1);
    assert.equal(missing[0].prompt.question, ODD);
    assert.equal(missing[0].round, 0);
});

test("an objection to a plan is a prompt of its own", async (t) => {
    const { ask } = workshop(t, FILES);
    const missing = [];
    const wrong = { plan: "sql", sql: "SELECT nothing FROM data" };
    const recorder = await playing(t, [], { onMissing: (m) => missing.push(m) });
    await ask("visits.csv", ODD, "--model", recorder);
    const { key } = missing[0];
    const player = await playing(t, [{ key, round: 0, answer: wrong }, { key, round: 1, answer: SQL }]);
    const answer = await ask("visits.csv", ODD, "--model", player);

    assert.deepEqual(answer.results.rows, [["Oslo", 5]]);
    assert.equal(answer.model.rounds.length, 2);
});

test("the key of a prompt is that of its question and the shape of its tables", () => {
    const column = (name, more = {}) => ({ name, type: "text", ...more });
    const prompt = (question, columns) => ({ question, tables: [{ name: "a.csv", rows: 3, columns }] });
    const key = keyOf(prompt("how many?", [column("x"), column("y")]));

    assert.equal(keyOf(prompt("how many?", [column("y"), column("x", { values: ["1"] })])), key);
    assert.notEqual(keyOf(prompt("how much?", [column("x"), column("y")])), key);
    assert.notEqual(keyOf(prompt("how many?", [column("x"), column("z")])), key);
});

test("each question that is asked has one recorded answer, and no set is locked", () => {
    const chosen = JSON.parse(fs.readFileSync(path.join(llm, "questions.json"), "utf8"));
    const answers = readAnswers(path.join(llm, "answers.jsonl")).filter((a) => a.round === 0);

    for (const set of Object.keys(chosen)) assert.notEqual(statusOf[set], "locked");
    assert.equal(new Set(answers.map((a) => a.key)).size, answers.length);
    assert.equal(answers.length, Object.values(chosen).flat().length);
});
