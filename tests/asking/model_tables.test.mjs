// A language model that plans over several tables, played by an endpoint of our own:
// what it is shown of them, which files its SELECT opens, and what the answer says.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { openai, scripted, workshop } from "./endpoint.mjs";

const ORDERS = "order_id,customer_id,amount\n1,10,5\n2,10,7\n3,11,9\n4,12,4\n";
const CUSTOMERS = "customer_id,name,city\n10,Ana,Oslo\n11,Bo,Lima\n12,Cy,Oslo\n13,Di,Rome\n";
const MONTHS = "month,sales\n05.2024,3\n06.2024,4\n";
const FILES = ["orders.csv", "customers.csv", "months.csv"];
const ODD = "In which city was the money wobbly?"; // no rule binds it

const sql = (text, table = null) => openai({ plan: "sql", table, spec: null, sql: text, reason: "" });
const folder = (t) => workshop(t, { "orders.csv": ORDERS, "customers.csv": CUSTOMERS, "months.csv": MONTHS });
const promptOf = (seen) => JSON.parse(seen.json.messages.at(-1).content);
const filesOf = (answer) => answer.sources.map((s) => s.document ?? s.file).sort();

test("a SELECT joins the tables of the question, and the answer names both files", async (t) => {
    const { ask } = folder(t);
    const text = "SELECT c.city, sum(o.amount) AS total FROM orders o JOIN customers c USING (customer_id) GROUP BY 1 ORDER BY 2 DESC";
    const { model } = await scripted(t, [sql(text)]);
    const answer = await ask(...FILES, ODD, "--model", model);

    assert.deepEqual(answer.results.rows, [["Oslo", 16], ["Lima", 9]]);
    assert.equal(answer.generated_sql, text);
    assert.deepEqual(filesOf(answer), ["customers.csv", "orders.csv"]);
    assert.equal(answer.confidence, null);
});

test("each table has a name of its own, and what leads where is said", async (t) => {
    const { ask } = folder(t);
    const { seen, model } = await scripted(t, [openai({ plan: "none", reason: "no" })]);

    await ask(...FILES, ODD, "--model", model);
    const prompt = promptOf(seen[0]);
    assert.deepEqual(prompt.tables.map((x) => x.sql_name).sort(), ["customers", "months", "orders"]);
    assert.deepEqual(prompt.look_ups, [{ from: ["orders", "customer_id"], to: ["customers", "customer_id"] }]);
});

test("months in text are shown as text, with how they are written", async (t) => {
    const { ask } = folder(t);
    const { seen, model } = await scripted(t, [sql("SELECT sales FROM data WHERE month = '05.2024' ORDER BY 1")]);
    const answer = await ask("months.csv", ODD, "--model", model, "--egress", "values");
    const month = promptOf(seen[0]).tables[0].columns[0];

    assert.equal(month.type, "month in text");
    assert.deepEqual(month.values.sort(), ["05.2024", "06.2024"]);
    assert.deepEqual(answer.results.rows, [[3]]);
    await ask("months.csv", ODD, "--model", model);
    assert.ok(!seen.at(-1).body.includes("05.2024"));
});

test("a SELECT over one of several files opens that one", async (t) => {
    const { ask } = folder(t);
    const { model } = await scripted(t, [sql("SELECT max(city) AS last FROM customers")]);
    const answer = await ask(...FILES, ODD, "--model", model);

    assert.equal(answer.answer, "last = Rome.");
    assert.deepEqual(filesOf(answer), ["customers.csv"]);
});

test("files of one name in two folders stay apart", async (t) => {
    const { folder: root, ask } = folder(t);
    for (const [name, text] of [["a", "customer_id,debt\n10,1\n11,1\n"], ["b", "customer_id,day,note\n10,2024-01-02,late\n"]]) {
        fs.mkdirSync(path.join(root, name));
        fs.writeFileSync(path.join(root, name, "book.csv"), text);
    }
    const { seen, model } = await scripted(t, [sql("SELECT count(*) AS n FROM book_2 JOIN customers USING (customer_id)")]);
    const answer = await ask("a/book.csv", "b/book.csv", "customers.csv", ODD, "--model", model);
    const second = promptOf(seen[0]).tables.find((x) => x.sql_name === "book_2");

    assert.deepEqual(answer.results.rows, [[second.rows]]);
});

test("sheets of a workbook are joined by their names", async (t) => {
    const { ask } = workshop(t, {});
    const text = 'SELECT (SELECT count(*) FROM "Summary") + (SELECT count(*) FROM "$OTHER") AS n';
    const book = path.join(import.meta.dirname, "../data/book.xlsx");
    const { seen, model } = await scripted(t, [openai({ plan: "none", reason: "no" })]);

    await ask(book, ODD, "--model", model);
    const [one, two] = promptOf(seen[0]).tables;
    const joined = await scripted(t, [sql(text.replace("Summary", one.sql_name).replace("$OTHER", two.sql_name))]);
    const answer = await ask(book, ODD, "--model", joined.model);
    assert.deepEqual(answer.results.rows, [[one.rows + two.rows]]);
});

test("what is no table of the question is refused with the names that there are", async (t) => {
    const { ask } = folder(t);
    const evil = ["SELECT * FROM secrets", "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM orders JOIN secrets USING (x)", "SELECT * FROM orders, data"];
    for (const text of evil) {
        const { seen, model } = await scripted(t, [sql(text)]);
        const answer = await ask(...FILES, ODD, "--model", model);
        assert.equal(answer.mode, "clarification", text);
        assert.equal(seen.length, 3, text);
    }
    const { seen, model } = await scripted(t, [sql("SELECT * FROM secrets")]);
    await ask(...FILES, ODD, "--model", model);
    assert.match(seen[1].json.messages.at(-1).content, /SQL calls them .*orders/);
});
