// The judge of questions over a table and its paragraphs: what it counts as right.
import assert from "node:assert/strict";
import test from "node:test";

import { isInRows, isInText, numberOf, rankOf, saysScale, verdictOf } from "./tatqa/rules.mjs";

const of = (answer, more = {}) => ({ answer, scale: "", answer_type: "span", answer_from: "table", paragraphs: [], ...more });

test("a figure is read from its dress", () => {
    assert.equal(numberOf("$ (1,234.5)"), -1234.5);
    assert.equal(numberOf("27.2 million"), 27.2);
    assert.ok(Number.isNaN(numberOf("Ireland")));
});

test("of a row the first or the last cell answers, rounded as the answer is", () => {
    const change = of(-5.81, { answer_type: "arithmetic", scale: "percent" });
    assert.ok(isInRows([["Cost", 51896, 48881, -5.809696]], change));
    assert.ok(isInRows([["Cost", -0.0581]], change));
    assert.ok(!isInRows([["Cost", -5.81, 48881]], change), "a figure between others is none");
    assert.ok(!isInRows([["Cost", 5.81]], change), "the sign counts");
    assert.ok(!isInRows([["Cost", -5.81], ["Sales", 3]], change), "one of two rows is none");
});

test("several answers are rows, or cells of one row", () => {
    const two = of(["$66.1", "$62.9"], { scale: "million" });
    assert.ok(isInRows([["Total", 66.1, 62.9]], two));
    assert.ok(isInRows([["2019", 66.1], ["2018", 62.9]], two));
    assert.ok(!isInRows([["Total", 66.1, 62.9, 1, 2]], two));
});

test("pages say an answer in its words; the unit is judged apart", () => {
    assert.ok(isInText("It was $480 million in all.", of(["$480 million"])));
    assert.ok(!isInText("It was $4,801 million.", of(["480 million"])));
    const answer = { mode: "structured_query", answer: "x", results: { columns: ["(in thousands)", "2019"], rows: [["Land", 1949]] } };
    const land = of(["$1,949"], { scale: "thousand" });
    assert.equal(verdictOf(answer, land), "right");
    assert.ok(saysScale(answer, land));
    assert.ok(!saysScale({ ...answer, results: { columns: ["a", "b"], rows: [] } }, land));
    assert.equal(verdictOf({ mode: "clarification" }, land), "asked");
});

test("the evidence is the table, or a paragraph that is named", () => {
    const hits = [{ file: "x/paragraphs.md", text: "## Note\n\nCash fell by a third in the second half of the year." }, { file: "x/table.csv", text: "a" }];
    const paragraphs = ["Note", "Cash fell by a third in the second half of the year."];
    assert.equal(rankOf(hits, of("x", { answer_from: "text", paragraphs: [2] }), paragraphs), 1);
    assert.equal(rankOf(hits, of("x"), paragraphs), 2);
});
