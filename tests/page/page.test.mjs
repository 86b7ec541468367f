// The page in a real browser: asked, answered, followed to the proof.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { send, serve } from "../http/server.mjs";
import { browse, open } from "./browser.mjs";

const ask = async (page, question) => {
    await page.fill("#question", question);
    await page.keyboard.press("Enter");
    await page.locator(".turn").last().locator(".card:not(.waiting), .failure").waitFor();
    return page.locator(".turn").last();
};

test("the page's files come packed, tagged and with a policy", async (t) => {
    const { port } = await serve(t);
    const url = `http://127.0.0.1:${port}/page.js`;
    const first = await fetch(url);
    assert.equal(first.status, 200);
    assert.equal(first.headers.get("content-encoding"), "gzip");
    assert.match(first.headers.get("content-security-policy"), /default-src 'none'; script-src 'self'/);
    assert.equal(first.headers.get("x-content-type-options"), "nosniff");
    await first.arrayBuffer();
    const again = await fetch(url, { headers: { "If-None-Match": first.headers.get("etag") } });
    assert.equal(again.status, 304);
    assert.equal((await send(port, "POST", "/page.js", { body: {} })).status, 404);
});

test("a question is answered with figures that light their cells", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "total sales by country in 2023");
    await turn.locator("canvas").waitFor();
    await turn.getByRole("button", { name: "1850595.50" }).click();
    assert.equal(await turn.locator("td.lit").innerText(), "1,850,595.50");
    await turn.getByText("SQL", { exact: true }).click();
    assert.match(await turn.locator("pre code").first().innerText(), /sum\("sales"\)/);
    const link = await turn.getByRole("link", { name: "Link to this question" }).getAttribute("href");
    assert.match(link, /^#base=sales&q=total\+sales/);
});

test("a figure is not looked for in a date", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "total sales by month in 2023");
    const text = await turn.locator(".text").innerHTML();
    assert.match(text, /2023-12-31\), <button[^>]*>12<\/button> in all/);
});

test("a conversation goes on, in three languages, and a link asks by itself", async (t) => {
    const { port } = await serve(t);
    const browser = await browse(t);
    const page = await open(t, browser, `http://127.0.0.1:${port}/#base=sales&q=total+sales+by+country`);
    await page.locator(".turn .card:not(.waiting)").waitFor();
    const refined = await ask(page, "only 2023");
    await refined.getByText("SQL", { exact: true }).click();
    assert.match(await refined.locator("pre code").first().innerText(), /2023/);
    await page.getByLabel("Language").selectOption("es");
    const spanish = await ask(page, "¿cuántos pedidos hay?");
    assert.match(await spanish.locator(".text").innerText(), /5000/);
    await page.getByLabel("Idioma").selectOption("zh");
    await page.locator("html[lang=zh]").waitFor({ state: "attached" });
    const chinese = await ask(page, "一共有多少订单?");
    assert.match(await chinese.locator(".text").innerText(), /5000/);
});

test("a question back offers what may be meant", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "average flurb");
    await turn.locator(".candidates button").first().click();
    await page.locator(".turn").nth(1).locator(".card:not(.waiting)").waitFor();
    assert.equal(await page.locator(".turn").nth(1).locator(".question").innerText(), "average order_id");
});

test("a citation opens its passage", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=handbook`);
    const turn = await ask(page, "how long are copies kept?");
    await turn.locator("button.citation").first().click();
    assert.match(await turn.locator(".passage").innerText(), /35 days/);
});

test("a reading is changed: another figure, another value, one condition less", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "total sales by country in 2023 in Spain");
    await turn.getByText("Change how it was read").click();
    await turn.getByLabel("Figure").selectOption("avg");
    await turn.getByLabel(/^country =/).fill("Mexico, Spain");
    await turn.getByRole("button", { name: /^Remove: order_date/ }).click();
    await turn.getByRole("button", { name: "Ask again" }).click();
    const again = page.locator(".turn").nth(1);
    await again.locator(".card:not(.waiting)").waitFor();
    assert.match(await again.locator(".text").innerText(), /Average of sales by country \(country = Mexico, Spain\)/);
});

test("questions that the base can answer are offered, and a verdict is taken", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=sales`);
    const offered = page.locator(".suggestions button");
    await offered.nth(2).waitFor();
    await offered.first().click();
    const turn = page.locator(".turn").last();
    await turn.locator(".card:not(.waiting):not(.clarification)").waitFor();
    await turn.getByRole("button", { name: /That is right/ }).click();
    await turn.getByText("Thank you.").waitFor();
});

test("a citation of JSON opens the value among those beside it, digit by digit", async (t) => {
    const { port } = await serve(t);
    const { json } = await send(port, "GET", "/v1/documents?base=handbook");
    const { key } = json.documents.find((d) => d.name.endsWith("services.json"));
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=handbook`);
    const sources = [1, 2].map((index) => ({
        index, title: "services.json", kb_id: "handbook", document_key: key, chapter: null, section: null, file: "services.json",
        url: null, similarity_score: 0.5, excerpt: "what it says",
        pointer: `quarry://handbook/${key}@1#json=/services/${index === 1 ? "1" : "3/limits/requests_per_second"}`,
    }));
    await page.route("**/v1/ask", (route) => {
        const answer = {
            query: "q", mode: "semantic", answer: "Invoices are kept. [1] As is more. [2]", generated_sql: null, query_spec: null,
            explanation: [], confidence: 0.5, results: null, sources, figures: [], visualization: "none", warnings: [],
            coverage: { rows_scanned: 0, rows_total: 0, documents_searched: 1 }, candidates: [], likely: null, session_id: "", response_time_ms: 1,
        };
        return route.fulfill({ contentType: "text/event-stream", body: `event: done\ndata: ${JSON.stringify(answer)}\n\n` });
    });
    // As a server sends it: the browser's own numbers would lose the zero.
    await page.route("**/v1/fetch-evidence", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replaceAll(":50}", ":50.00}") });
    });
    const turn = await ask(page, "q");
    await turn.getByRole("button", { name: "[1]" }).click();
    const passage = turn.locator(".passage");
    assert.match(await passage.locator("mark").innerText(), /^1: \{[\s\S]*"name": "invoices"/);
    assert.match(await passage.innerText(), /services[\s\S]*0: \{\s*"name": "orders"[\s\S]*3: \{\s*"name": "ledger"/);
    assert.match(await passage.innerText(), /50\.00/);
    await turn.getByRole("button", { name: "[2]" }).click();
    await passage.getByText("services › 3 › limits").waitFor();
    assert.match(await passage.locator("mark").innerText(), /^requests_per_second: 50/);
});

const saved = async (page, press) => {
    const [download] = await Promise.all([page.waitForEvent("download"), press()]);
    return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
};

test("a result is kept as CSV, which no spreadsheet runs, and as a picture", async (t) => {
    const { port, home, run } = await serve(t);
    const file = path.join(home, "formulas.csv");
    fs.writeFileSync(file, 'name,n\n"=1+1",2.50\n"a, ""b""",-3\n');
    run("add", "formulas", file);
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=formulas`);
    const turn = await ask(page, "sum of n by name");
    await turn.locator("canvas").waitFor();
    const csv = await saved(page, () => turn.getByRole("button", { name: "Download CSV" }).click());
    assert.equal(csv.name, "sum-of-n-by-name.csv");
    assert.match(csv.bytes.toString(), /^name,sum_n\r\n/);
    assert.match(csv.bytes.toString(), /\r\n'=1\+1,2\.5\r\n/);
    assert.match(csv.bytes.toString(), /\r\n"a, ""b""",-3\r\n/);
    const png = await saved(page, () => turn.getByRole("button", { name: "Download PNG" }).click());
    assert.equal(png.name, "sum-of-n-by-name.png");
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(png.bytes.readUInt32BE(16) > 300, "it is as wide as the chart");
});
