// Questions of two clauses, in any order, and such as only look so: each half
// goes to whom it is for, also where the half for the pages speaks of what is in
// the tables.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { workshop } from "./endpoint.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const FLOOR = 0.95;
const FILES = {
    "orders.csv": "order_id,order_date,customer,country,product,units,amount\n1,2023-01-10,Acme Corp,Spain,Tea,5,100\n2,2023-04-11,Globex,France,Coffee,7,150\n3,2024-01-12,Initech,Spain,Tea,2,70\n4,2024-03-13,Acme Corp,Germany,Cocoa,4,30\n5,2024-03-20,Umbrella,Spain,Coffee,9,80\n",
    "staff.csv": "name,department,office,salary,hired_on\nAda Costa,Engineering,Oslo,5000,2020-01-02\nBo Lind,Sales,Lima,4000,2021-03-04\nCleo Marsh,Support,Oslo,3500,2022-05-06\n",
    "pedidos.csv": "pedido,fecha,cliente,ciudad,familia,importe,estado\n1,2023-01-10,Óptica Sol,Lima,Té,100,entregado\n2,2023-02-11,Bar Luna,Quito,Café,50,anulado\n3,2024-01-12,Hotel Mar,Lima,Té,70,pendiente\n",
    "订单.csv": "订单编号,日期,客户,城市,产品,数量,金额\n1,2023-01-10,长江贸易,北京,茶叶,5,100\n2,2023-02-11,黄河商行,上海,咖啡,3,50\n3,2024-01-12,泰山超市,广州,茶叶,2,70\n",
};

test("two clauses go to two places, whichever is first", async (t) => {
    const { run } = workshop(t, FILES);
    const { stdout } = await run("eval", "routing", path.join(here, "clauses.jsonl"), ...Object.keys(FILES), "--json", "-q");
    const answer = JSON.parse(stdout);
    const misses = answer.misses.map((m) => `${m.id} ${m.route}`).join(", ");

    assert.equal(answer.all.questions, 178);
    assert.ok(answer.all.accuracy >= FLOOR, `${answer.all.accuracy}: ${misses}`);
    for (const l of answer.languages) assert.ok(l.accuracy >= 0.93, `${l.lang} ${l.accuracy}: ${misses}`);
});

test("the cut is where one clause ends", async (t) => {
    const pages = { "returns.md": "# Returns\n\nAn order is returned within 30 days, with the slip that is in the parcel.\n" };
    const { run, ask } = workshop(t, { "orders.csv": FILES["orders.csv"], ...pages });
    await run("add", "shop", "orders.csv", "returns.md", "-q");
    const halves = {
        "How do customers in Spain return an order, and what was the total amount in Spain?": ["what was the total amount in Spain", "How do customers in Spain return an order"],
        "Total units by product. How are returns handled?": ["Total units by product", "How are returns handled"],
        "First tell me how an order is returned, then the three largest orders by amount": ["the three largest orders by amount", "First tell me how an order is returned"],
    };
    for (const [question, [structured, semantic]] of Object.entries(halves)) {
        const answer = await ask("shop", question);
        assert.equal(answer.mode, "hybrid", question);
        assert.equal(answer.routing.structured, structured);
        assert.equal(answer.routing.semantic, semantic);
        assert.match(answer.answer, /within 30 days/);
        assert.ok(answer.results.rows.length > 0);
    }
});
