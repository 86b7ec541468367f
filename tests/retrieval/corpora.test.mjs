// The judge of corpora: what it counts as the fact and as a right answer, and a run of it
// over a set that is made here.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { hasFact, isRight, lossOf, ranksOf, verdictOf } from "./corpora/rules.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const bin = process.env.QUARRY_BIN ?? path.join(here, "../../build/release");
const of = (fact, more = {}) => ({ answerable: true, pages: ["a.html"], fact: [fact].flat(), answer: "", alt: [], kind: "number", ...more });

test("a fact is found through tags, entities, case, accents and white space", () => {
    assert.ok(hasFact("The <b>d&eacute;fault</b>\n is&#160;10&nbsp;seconds.", of("default is 10 seconds")));
    assert.ok(hasFact("[the port](http://x/) is `9050`", of("port is 9050")) === false, "what stands between is text");
    assert.ok(hasFact("use &lt;name&gt; as it is", of("use <name> as it is")));
    assert.ok(!hasFact("The default is 100 seconds.", of("default is 10 seconds")));
});

test("a short fact stands as whole words, and numbers are equal by value", () => {
    assert.ok(hasFact("price=32; size=large", of("32.00")));
    assert.ok(!hasFact("price=132", of("32.00")));
    assert.ok(hasFact("共1,234人", of("1234")));
});

test("an answer in one of the fair wordings is right; a bare yes is not", () => {
    assert.ok(isRight("Three days in the fridge.", of("keeps for 3 days", { answer: "Three days.", alt: ["3 days"] })));
    assert.ok(!isRight("No pets are allowed.", of("dogs are welcome", { kind: "yesno", answer: "No.", alt: ["no"] })));
    assert.ok(!isRight("Thirteen days.", of("keeps for 3 days", { answer: "Three days." })));
    assert.ok(isRight("周六休息。", of("星期六不开", { answer: "周六", kind: "date" })));
});

test("verdicts", () => {
    const question = of("keeps for 3 days");
    assert.equal(verdictOf({ mode: "no_answer", answer: "no information found" }, question), "refused");
    assert.equal(verdictOf({ mode: "semantic", answer: "It keeps for [1] 3 days." }, question), "right");
    assert.equal(verdictOf({ mode: "structured_query", answer: "", results: { rows: [["keeps for", 3, "days"]] } }, question), "right");
    assert.equal(verdictOf({ mode: "semantic", answer: "It keeps for 3 days." }, { ...question, answerable: false }), "wrong");
    assert.equal(verdictOf({ mode: "clarification" }, question), "asked");
    assert.equal(verdictOf({ error: { code: "INTERNAL" } }, question), "failed");
});

test("the fact counts on a right page alone", () => {
    const hits = ["b.html", "a.html", "a.html"].map((page, i) => ({ page, text: i === 1 ? "something else" : "default is 10 seconds" }));
    assert.deepEqual(ranksOf(hits, of("default is 10 seconds")), { page: 2, fact: 3 });
});

test("an answer is lost in the search, by the passage, by the sentence or below the floor", () => {
    const question = of("keeps for 3 days");
    const hits = ["The cream is in the fridge. It keeps for 3 days.", "The soup is on the stove."].map((text) => ({ page: "a.html", text }));
    const shown = (text) => ({ verdict: "wrong", shown: text, closest: "" });
    assert.equal(lossOf(hits, { verdict: "right" }, question), "right");
    assert.equal(lossOf(hits.slice(1), shown("The soup is on the stove."), question), "search");
    assert.equal(lossOf(hits, shown("The soup is on the stove."), question), "passage");
    assert.equal(lossOf(hits, shown("The cream is in the fridge."), question), "sentence");
    assert.equal(lossOf(hits, { verdict: "refused", shown: "no information found", closest: "It keeps for 3 days." }, question), "floor");
    assert.equal(lossOf(hits, { verdict: "refused", shown: "no information found", closest: "" }, question), "passage");
});

test("a run prints the tables, of development sets alone", (t) => {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-corpora-"));
    t.after(() => fs.rmSync(root, { recursive: true }));
    for (const name of ["bins", "secret"]) {
        fs.mkdirSync(path.join(root, name, "files"), { recursive: true });
        fs.writeFileSync(path.join(root, name, "files/waste.md"), "# Waste\n\nPaper goes into the blue bin.\n\nGlass goes into the green container at the corner.\n");
        const lines = [
            { id: "1", lang: "en", question: "which container for glass", ...of("Glass goes into the green container", { pages: ["waste.md"] }) },
            { id: "2", lang: "en", question: "who won the football match?", answerable: false, pages: [], fact: "", answer: "", alt: [], kind: "name" },
        ];
        fs.writeFileSync(path.join(root, name, "questions.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
    }
    fs.writeFileSync(path.join(root, "STATUS"), "bins development\nsecret locked\n");
    const run = spawnSync(process.execPath, [path.join(here, "corpora/score.mjs"), "--root", root, "--bin", bin, "--details", path.join(root, "d.jsonl")], { encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /by words; 1 sets \(development\)/);
    assert.match(run.stdout, /\*\*tiny en: 1\*\* \| 1 \| 1 \/ 1 \|/);
    const details = fs.readFileSync(path.join(root, "d.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(details.map((d) => d.set), ["bins", "bins"]);
});
