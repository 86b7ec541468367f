// Questions that go on from one that was answered by joins or by a comparison,
// in three languages, over tables that are made here.
import assert from "node:assert/strict";
import test from "node:test";
import { workshop } from "./endpoint.mjs";

const FILES = {
    "shops.csv": "shop_id,shop_name,town,region\n1,Pier,Hull,north\n2,Mill,Bath,south\n3,Gate,Hull,north\n",
    "receipts.csv":
        "receipt_id,sold_on,shop_id,takings\n1,2023-01-10,1,100\n2,2023-02-11,2,50\n3,2024-01-12,3,70\n4,2024-03-13,1,30\n5,2024-03-20,2,80\n6,2024-04-02,9,5\n",
    "orders.csv":
        "order_id,country,ordered_on,delivered_on,units,seats\n1,Spain,2024-01-01,2024-01-04,10,2\n2,France,2024-01-05,2024-01-06,20,5\n3,Spain,2024-02-01,2024-02-06,30,3\n",
    "sales.csv": "day,country,sales\n2023-05-01,Spain,10\n2023-06-01,France,15\n2024-05-01,Spain,30\n2024-06-01,France,45\n",
    "clientes.csv": "id,nombre,ciudad,region\n1,Ana,Lima,norte\n2,Luis,Quito,sur\n3,Eva,Lima,norte\n",
    "pedidos.csv": "pedido_id,fecha,cliente_id,importe\n1,2023-01-10,1,100\n2,2023-02-11,2,50\n3,2024-01-12,3,70\n4,2024-03-13,1,30\n5,2024-03-20,2,80\n",
    "客户.csv": "客户编号,客户名称,城市,地区\nC1,甲,北京,华北\nC2,乙,上海,华东\nC3,丙,杭州,华东\n",
    "订单.csv": "订单编号,日期,客户编号,金额\n1,2023-01-10,C1,100\n2,2023-02-11,C2,50\n3,2024-01-12,C3,70\n4,2024-03-13,C1,30\n5,2024-03-20,C2,80\n",
};

/* The answers to a conversation, as objects. */
async function chat(t, files, lines) {
    const { start } = workshop(t, FILES);
    const child = start("chat", ...files, "--json");
    let out = "";
    child.stdout.on("data", (d) => (out += d));
    child.stdin.end(lines.join("\n") + "\n");
    await new Promise((done) => child.on("close", done));
    return out.trim().split("\n").map((line) => JSON.parse(line));
}

/* Each line and the rows that it gives. */
async function check(t, files, turns) {
    const answers = await chat(t, files, turns.map(([line]) => line));
    for (const [i, [line, rows]] of turns.entries()) {
        assert.equal(answers[i].mode, "structured_query", `${line}: ${answers[i].answer}`);
        assert.deepEqual(answers[i].results.rows, rows, line);
    }
    return answers;
}

test("what joins answered is gone on from, and joins come and go", async (t) => {
    const answers = await check(t, ["shops.csv", "receipts.csv"], [
        ["total takings by town", [["Bath", 130], ["Hull", 200], [null, 5]]],
        ["and by month?", [["2023-01", 100], ["2023-02", 50], ["2024-01", 70], ["2024-03", 110], ["2024-04", 5]]],
        ["only 2024", [["2024-01", 70], ["2024-03", 110], ["2024-04", 5]]],
        ["and for the north?", [["2024-01", 70], ["2024-03", 30]]],
        ["and in the south?", [["2024-03", 80]]],
        ["by shop", [["Mill", 80]]],
        ["average", [["Mill", 80]]],
    ]);
    assert.equal(answers[1].query_spec.joins, undefined);
    assert.equal(answers[3].query_spec.joins.length, 1);
    assert.match(answers[3].warnings.join(), /1 of 6 rows of receipts\.csv have a shop_id that shops\.csv lacks/);
    assert.deepEqual(answers[3].sources.map((s) => s.file).toSorted(), ["receipts.csv", "shops.csv"]);
});

test("what one table answered is gone on from with another's columns", async (t) => {
    await check(t, ["shops.csv", "receipts.csv"], [
        ["total takings", [[335]]],
        ["in Hull", [[200]]],
        ["and by region?", [["north", 200]]],
    ]);
});

test("names that several have keep their keys, also in the next question", async (t) => {
    const { "shops.csv": shops } = FILES;
    FILES["shops.csv"] = shops.replace("Gate", "Pier");
    try {
        const rows = [["Mill", 2, 130], ["Pier", 1, 130], ["Pier", 3, 70], [null, 9, 5]];
        await check(t, ["shops.csv", "receipts.csv"], [
            ["total takings by shop", rows],
            ["and in 2024?", [["Mill", 2, 80], ["Pier", 1, 30], ["Pier", 3, 70], [null, 9, 5]]],
            ["top 1", [["Mill", 2, 80]]],
        ]);
    } finally {
        FILES["shops.csv"] = shops;
    }
});

test("a comparison of periods takes conditions, groups and other periods", async (t) => {
    const change = (before, after, percent) => [before, after, after - before, percent];
    const answers = await check(t, ["shops.csv", "receipts.csv"], [
        ["by how many percent did total takings grow from 2023 to 2024?", [change(150, 185, 23.33)]],
        ["and for the north?", [change(100, 100, 0)]],
        ["and in the south?", [change(50, 80, 60)]],
        ["by town", [["Bath", ...change(50, 80, 60)]]],
        ["by month", [["2023-02", null, 50, null, null], ["2024-03", 50, 80, 30, 60]]],
    ]);
    assert.equal(answers.at(-1).query_spec.change.of, "series");
    await check(t, ["shops.csv", "receipts.csv"], [
        ["growth of total takings in 2024", [change(150, 185, 23.33)]],
        ["and from January 2023 to January 2024?", [change(100, 70, -30)]],
        ["and for the south?", [[null, null, null, null]]],
    ]);
});

test("a comparison of values takes conditions and other values", async (t) => {
    await check(t, ["shops.csv", "receipts.csv"], [
        ["difference in total takings between Hull and Bath", [[200, 130, 70, 35]]],
        ["only 2024", [[100, 80, 20, 20]]],
        ["and between the north and the south?", [[100, 80, 20, 20]]],
        ["and in 2023?", [[100, 50, 50, 50]]],
    ]);
});

test("one of two values that are compared is not put in the place of both", async (t) => {
    const [first, second] = await chat(t, ["shops.csv", "receipts.csv"], ["difference in total takings between Hull and Bath", "and Bath?"]);
    assert.equal(first.mode, "structured_query");
    assert.notEqual(second.results?.rows?.[0]?.length, 4);
});

test("what a question made of two columns stays", async (t) => {
    await check(t, ["orders.csv"], [
        ["average days from ordered_on to delivered_on", [[3]]],
        ["and in Spain?", [[4]]],
        ["by country", [["Spain", 4]]],
    ]);
    await check(t, ["orders.csv"], [
        ["units divided by seats", [[6]]],
        ["and in Spain?", [[8]]],
    ]);
});

test("a share stays a share", async (t) => {
    await check(t, ["sales.csv"], [
        ["what share of sales comes from Spain", [[40, 100, 40]]],
        ["and in 2024?", [[30, 75, 40]]],
        ["and France?", [[45, 75, 60]]],
    ]);
});

test("in Spanish", async (t) => {
    await check(t, ["clientes.csv", "pedidos.csv"], [
        ["importe total por ciudad", [["Lima", 200], ["Quito", 130]]],
        ["y por mes", [["2023-01", 100], ["2023-02", 50], ["2024-01", 70], ["2024-03", 110]]],
        ["solo 2024", [["2024-01", 70], ["2024-03", 110]]],
        ["¿y en el norte?", [["2024-01", 70], ["2024-03", 30]]],
        ["cuánto creció el importe de 2023 a 2024", [[150, 180, 30, 20]]],
        ["¿y en el norte?", [[100, 100, 0, 0]]],
        ["diferencia de importe entre Lima y Quito en 2024", [[100, 80, 20, 20]]],
        ["¿y entre norte y sur?", [[100, 80, 20, 20]]],
        ["y en 2023", [[100, 50, 50, 50]]],
    ]);
});

test("in Chinese", async (t) => {
    await check(t, ["客户.csv", "订单.csv"], [
        ["各城市总金额", [["上海", 130], ["北京", 130], ["杭州", 70]]],
        ["按月呢", [["2023-01", 100], ["2023-02", 50], ["2024-01", 70], ["2024-03", 110]]],
        ["那2023年呢?", [["2023-01", 100], ["2023-02", 50]]],
        ["只看华东", [["2023-02", 50]]],
        ["2024年金额比2023年增长了百分之几", [[150, 180, 30, 20]]],
        ["只看华东", [[50, 150, 100, 200]]],
        ["按城市呢", [["上海", 50, 80, 30, 60], ["杭州", null, 70, null, null]]],
    ]);
});
