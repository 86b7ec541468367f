// A question to several bases: the pages of all are searched, and each source
// says whose it is.
import assert from "node:assert/strict";
import test from "node:test";
import { openai, scripted, workshop } from "./endpoint.mjs";

const LEAVE = "# Leave\n\nEach person has 28 working days of leave a year.\n";
const KEYS = "# Keys\n\nA lost key is reported to the person on call at once.\n";
const TRIPS = "city,units\nOslo,3\nLima,4\nOslo,5\n";

async function bases(t, ...names) {
    const w = workshop(t, { "leave.md": LEAVE, "keys.md": KEYS, "trips.csv": TRIPS });
    for (const [name, file] of [["people", "leave.md"], ["vault", "keys.md"], ["travel", "trips.csv"]])
        if (names.includes(name)) assert.equal((await w.run("add", name, file)).status, 0);
    return w;
}

test("the pages of each base answer, and say whose they are", async (t) => {
    const { ask } = await bases(t, "people", "vault");
    const leave = await ask("people", "vault", "how many days of leave does each person have?");
    const keys = await ask("people", "vault", "to whom is a lost key reported?");

    assert.match(leave.answer, /^Each person has 28 working days/);
    assert.equal(leave.sources[0].kb_id, "people");
    assert.match(keys.answer, /^A lost key is reported/);
    assert.equal(keys.sources[0].kb_id, "vault");
    assert.equal(keys.coverage.documents_searched, 2);
    assert.equal((await ask("vault", "people", "to whom is a lost key reported?")).sources[0].kb_id, "vault");
});

test("one document of a base may be named beside another base", async (t) => {
    const { ask } = await bases(t, "people", "vault");
    const answer = await ask("people/leave.md", "vault", "to whom is a lost key reported?");
    const narrowed = await ask("people/leave.md", "to whom is a lost key reported?");

    assert.equal(answer.sources[0].kb_id, "vault");
    assert.equal(narrowed.mode, "no_answer");
});

test("tables of one base and pages of two answer one question", async (t) => {
    const { ask } = await bases(t, "people", "vault", "travel");
    const answer = await ask("travel", "people", "vault", "total units by city, and what is said about a lost key?");

    assert.equal(answer.mode, "hybrid");
    assert.deepEqual(answer.results.rows, [["Lima", 4], ["Oslo", 8]]);
    assert.match(answer.answer, /A lost key is reported/);
});

test("of several bases the strictest decides what a model may see", async (t) => {
    const { run, ask } = await bases(t, "people", "vault");
    const { seen, model } = await scripted(t, [openai({ sentences: [{ text: "To the person on call.", from: [1] }] })]);
    const q = "to whom is a lost key reported?";

    await run("base", "config", "vault", "egress=passages", `chat=${model}`);
    assert.equal((await ask("vault", q)).answer, "To the person on call. [1]");
    assert.match((await ask("people", "vault", q)).answer, /^A lost key/);
    assert.equal(seen.length, 1);
    await run("base", "config", "people", "egress=passages");
    assert.equal((await ask("people", "vault", q)).answer, "To the person on call. [1]");
});

test("what tables counted is not said to be counted nowhere; what pages say of a number is", async (t) => {
    const { ask } = await bases(t, "travel", "vault", "people");
    const both = await ask("travel", "vault", "how many rows are there in trips, and to whom is a lost key reported?");
    const pages = await ask("people", "how many days of leave does each person have?");
    const isSaid = (a) => a.warnings.some((w) => w.startsWith("nothing was counted"));

    assert.deepEqual(both.results.rows, [[3]]);
    assert.match(both.answer, /person on call/);
    assert.deepEqual([isSaid(both), isSaid(pages)], [false, true]);
});
