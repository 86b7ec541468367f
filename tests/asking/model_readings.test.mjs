// A language model that chooses among the readings of the program itself.
import assert from "node:assert/strict";
import test from "node:test";
import { openai, scripted, workshop } from "./endpoint.mjs";

const FILES = { "visits.csv": "city,day,units\nOslo,2024-01-02,3\nLima,2024-02-03,4\nOslo,2024-03-04,5\n" };
const QUESTION = "total units by city";
const promptOf = (seen) => JSON.parse(seen.json.messages.at(-1).content);
const reading = (number) => openai({ plan: "reading", reading: number, table: null, spec: null, sql: null, reason: "" });

test("a reading that the model chooses is its plan", async (t) => {
    const { ask } = workshop(t, FILES);
    const { seen, model } = await scripted(t, [reading(1)]);
    const answer = await ask("visits.csv", QUESTION, "--model", model, "--egress", "values");
    const [first] = promptOf(seen[0]).readings;

    assert.equal(first.number, 1);
    assert.equal(answer.generated_sql, first.sql);
    assert.deepEqual(answer.results.rows.map((row) => row.slice(0, 2)).sort(), [["Lima", 4], ["Oslo", 8]]);
    assert.equal(answer.confidence, null);
    assert.match(answer.explanation.join(), /planned by the language model/);
});

test("a number that no reading has is returned to the model", async (t) => {
    const { ask } = workshop(t, FILES);
    const { seen, model } = await scripted(t, [reading(99), reading(null), reading(1)]);
    const answer = await ask("visits.csv", QUESTION, "--model", model, "--egress", "values");

    assert.equal(seen.length, 3);
    assert.match(seen[1].json.messages.at(-1).content, /no reading 99/);
    assert.equal(answer.mode, "structured_query");
});

test("readings have values of cells, and are sent only where values may be", async (t) => {
    const { ask } = workshop(t, FILES);
    const { seen, model } = await scripted(t, [openai({ plan: "none", reason: "no" })]);

    await ask("visits.csv", QUESTION, "--model", model);
    assert.equal(promptOf(seen[0]).readings, undefined);
});
