// What an answer is proved by, followed to its place and taken along: figures,
// values of JSON, CSV, pictures.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { send, serve } from "../http/server.mjs";
import { ask, browse, open } from "./browser.mjs";

test("a figure is not looked for in a date", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "total sales by month in 2023");
    const text = await turn.locator(".text").innerHTML();
    assert.match(text, /in 2023: January 2023 \(<button[^>]*>[\d,.]+<\/button>/);
    const pressed = (of) => of.locator(".result button[aria-pressed=true]").innerText();
    assert.equal(await pressed(turn), "Line");
    assert.equal(await pressed(await ask(page, "total sales by country and year")), "Line");
});

// The page, which gets this for an answer to whatever is asked.
const ANSWER = {
    query: "q", mode: "structured_query", answer: "", generated_sql: null, query_spec: null, explanation: [], confidence: 0.5,
    results: null, sources: [], figures: [], visualization: "none", warnings: [], candidates: [], likely: null, session_id: "",
    coverage: { rows_scanned: 1, rows_total: 1, documents_searched: 0 }, response_time_ms: 1,
};

async function answered(t, answer) {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const body = () => `event: done\ndata: ${JSON.stringify({ ...ANSWER, ...answer() })}\n\n`;
    await page.route("**/v1/ask", (route) => route.fulfill({ contentType: "text/event-stream", body: body() }));
    return page;
}

test("a figure that a word and a year follow is no day, and that of a day is no figure", async (t) => {
    let answer;
    const page = await answered(t, () => answer);
    for (const [text, said, clicked] of [
        ["2,062 orders in 2024.", "2,062", "2,062 orders"],
        ["12 orders in 2024.", "12", "12 orders"],
        ["12 bancos en 2024.", "12", "12 bancos"],
        ["12 de los bancos de 2024.", "12", "12 de los"],
        ["On 2 March 2024: 2 orders.", "2", "2 orders"],
        ["El 2 de marzo de 2024: 2 pedidos.", "2", "2 pedidos"],
        ["2024年3月2日有 2 个订单。", "2", "2 个"],
        ["2024年3月2日2 个订单。", "2", "2 个"],
        ["2024年有 2024 个订单。", "2024", "2024 个"],
    ]) {
        const results = { columns: ["n"], column_types: ["string"], rows: [[said]], row_count: 1, total_row_count: 1, truncated: false };
        answer = { answer: text, results, figures: [{ text: said, value: 1, cell: "/results/rows/0/0" }] };
        const figure = (await ask(page, "q")).locator(".text .figure");
        assert.equal(await figure.count(), 1, text);
        const after = await figure.evaluate((e) => e.nextSibling.textContent);
        assert.equal((said + after).slice(0, clicked.length), clicked, text);
    }
});

test("of a passage the numbers of dates are figures too", async (t) => {
    const source = { index: 1, title: "a.md", kb_id: null, document_key: null, chapter: null, section: null, file: "a.md", url: null };
    const sources = [{ ...source, similarity_score: 0.5, excerpt: "From 2 March 2024 for 2 days", pointer: null }];
    const figures = [2, 2024, 2].map((value) => ({ text: String(value), value, cell: "/sources/0/excerpt" }));
    const page = await answered(t, () => ({ mode: "semantic", answer: "From 2 March 2024 for 2 days [1].", sources, figures }));
    assert.deepEqual(await (await ask(page, "q")).locator(".text .figure").allInnerTexts(), ["2", "2024", "2"]);
});

test("a chart has titles, two groupings as series, and few enough bars", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const drawn = async (question) => {
        const turn = await ask(page, question);
        const { series, categories, titles } = await turn.locator("canvas").evaluate((e) => ({ ...e.dataset }));
        return { turn, series: series.split("\n"), categories: categories.split("\n"), titles: titles.split("\n") };
    };
    const two = await drawn("total sales by country and category");
    assert.deepEqual(two.titles, ["country", "total sales"]);
    assert.equal(two.series.length, 5);
    assert.equal(two.categories.length, 9);
    const many = await drawn("total sales by customer");
    assert.equal(many.categories.length, 25);
    assert.equal(many.categories.at(-1), "others");
    assert.match(await many.turn.innerText(), /The 24 largest of 60 are drawn by name, the rest as one\./);
    // averages have no sum
    const averages = await drawn("average unit price by customer");
    assert.ok(!averages.categories.includes("others"));
    assert.match(await averages.turn.innerText(), /The first 25 of 60 are drawn/);
    const years = await drawn("total sales by country and year");
    assert.deepEqual(years.categories, ["2022", "2023", "2024"]);
    assert.equal(years.series.length, 8);
});

test("of averages in too many series the largest are drawn, and the page says so", async (t) => {
    const rows = Array.from({ length: 12 }, (_, i) => ["2023", "2024"].map((year) => [year, `s${i}`, i + 1])).flat();
    const query_spec = { kind: "aggregate", measures: [{ agg: "avg", column: "n" }], group_by: [{ column: "d", grain: "year" }, { column: "s", grain: null }], filters: [] };
    const results = { columns: ["d", "s", "n"], column_types: ["string", "string", "integer"], rows, row_count: 24, total_row_count: 24, truncated: false };
    const page = await answered(t, () => ({ answer: "They are.", visualization: "bar", query_spec, results }));
    const turn = await ask(page, "q");
    assert.equal(await turn.locator("canvas").getAttribute("data-series"), "s4\ns5\ns6\ns7\ns8\ns9\ns10\ns11");
    assert.match(await turn.innerText(), /The 8 largest of 12 are drawn; the table has all\./);
});

test("a question back has readings, and one is answered by a click", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "how many sales of blorple");
    const choices = turn.locator(".alternatives button");
    assert.match(await turn.locator(".text").innerText(), /What is "blorple"\?/);
    const n = await choices.count();
    const first = (await choices.first().innerText()).replace(/ \d+ ?%$/, "");
    await choices.first().click();
    const chosen = page.locator(".turn").last();
    await chosen.locator(".sql").waitFor();
    assert.equal((await chosen.locator(".text").innerText()).replaceAll(",", ""), first.replaceAll(",", ""));
    assert.equal((await send(port, "POST", "/v1/ask", { body: { base: "sales", query: "how many sales of blorple", choose: 1 } })).json.mode, "structured_query");
    assert.equal((await send(port, "POST", "/v1/ask", { body: { base: "sales", query: "how many sales of blorple", choose: n + 1 } })).status, 400);
});

test("the rows behind a figure come page by page", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "total sales in Spain in 2024");
    await turn.getByRole("button", { name: "Rows behind this" }).click();
    const behind = turn.locator(".behind");
    await behind.locator("tbody tr").nth(49).waitFor();
    assert.match(await behind.locator("thead").innerText(), /row\s+order_id/);
    const more = behind.getByRole("button", { name: /^50 of/ });
    await more.click();
    await behind.locator("tbody tr").nth(99).waitFor();
    assert.ok((await behind.locator("tbody tr").allInnerTexts()).every((row) => row.includes("Spain")));
});

test("rows behind a figure of a share, of joined files and of files that are one table", async (t) => {
    const { port, home, run } = await serve(t);
    const months = path.join(home, "months");
    fs.mkdirSync(months);
    fs.writeFileSync(path.join(months, "sales_2024_01.csv"), "customer,amount\nAnn,10\nBob,20\n");
    fs.writeFileSync(path.join(months, "sales_2024_02.csv"), "customer,amount\nAnn,30\nEve,5\n");
    run("add", "months", months);
    run("add", "shop", path.resolve("examples/shop"));
    const behind = async (base, question) => {
        const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=${base}`);
        const turn = await ask(page, question);
        await turn.getByRole("button", { name: "Rows behind this" }).click();
        await turn.locator(".behind tbody tr").first().waitFor();
        return { head: await turn.locator(".behind thead").innerText(), rows: await turn.locator(".behind tbody tr").allInnerTexts() };
    };
    const share = await behind("sales", "what percent of orders are cancelled");
    assert.match(share.head, /side/);
    assert.equal(share.rows.length, 50);
    const joined = await behind("shop", "total amount by customer city");
    assert.match(joined.head, /result_row/);
    assert.ok(joined.rows.length > 5);
    const united = await behind("months", "total amount by customer");
    assert.equal(united.rows.length, 4);
});

const TESSDATA = "/usr/share/tesseract-ocr/5/tessdata";
const hasOcr = fs.existsSync(path.join(TESSDATA, "eng.traineddata"));

test("a citation of a picture opens it, with the line marked where it is", { skip: !hasOcr }, async (t) => {
    const { port, run } = await serve(t);
    run("add", "port", "tests/data/pictures/harbour.jpg");
    const { json } = await send(port, "GET", "/v1/documents?base=port");
    const { key } = json.documents[0];
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=port`);
    const source = {
        index: 1, title: "harbour.jpg", kb_id: "port", document_key: key, chapter: null, section: null, file: "harbour.jpg",
        url: null, similarity_score: 0.5, excerpt: "what it says", ocr: 0.96, pointer: `quarry://port/${key}@1#page=1&lines=7-7`,
    };
    const answer = { ...ANSWER, mode: "semantic", answer: "It was dredged twice. [1]", sources: [source] };
    const body = `event: done\ndata: ${JSON.stringify(answer)}\n\n`;
    await page.route("**/v1/ask", (route) => route.fulfill({ contentType: "text/event-stream", body }));
    const turn = await ask(page, "q");
    await turn.getByRole("button", { name: "[1]" }).click();
    const sheet = turn.locator("figure.pdf .sheet");
    await sheet.locator(".lit").first().waitFor();
    const [on, marked] = await Promise.all([sheet.boundingBox(), sheet.locator(".lit").boundingBox()]);
    const share = (n, whole) => Math.round((100 * n) / whole);
    assert.ok(Math.abs(share(marked.x - on.x, on.width) - 12) <= 1, "where the line begins");
    assert.ok(Math.abs(share(marked.y - on.y, on.height) - 34) <= 1, "as far down as it is");
    assert.ok(Math.abs(share(marked.width, on.width) - 36) <= 1, "as long as it is");
});

test("a citation of JSON opens the value among those beside it, digit by digit", async (t) => {
    const { port } = await serve(t);
    const { json } = await send(port, "GET", "/v1/documents?base=handbook");
    const { key } = json.documents.find((d) => d.name.endsWith("services.json"));
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=handbook`);
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

test("figures have thousands where they are read, years and keys never", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "units by year");
    await turn.getByRole("button", { name: "Table" }).click();
    await turn.locator("td").first().waitFor();
    const [year, units] = await turn.locator("td").allInnerTexts();
    assert.equal(year, "2022");
    assert.match(units, /^\d\d,\d{3}$/);
    assert.equal(await turn.locator(".figure", { hasText: units }).count(), 1);
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
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=formulas`);
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

test("a passage of a long document stands in its place, as it was when it was cited", async (t) => {
    const { port, home, run } = await serve(t);
    const file = path.join(home, "long.md");
    const write = (days, paragraphs) => {
        const filler = Array.from({ length: paragraphs }, (_, i) => `Paragraph ${i} speaks of nothing in particular, at length.\n`);
        const end = `## Lanterns\n\nEvery lantern is lit for ${days} days.\n\n## End\n\nThat is all.\n`;
        fs.writeFileSync(file, `# Long\n\n${filler.join("\n")}\n${end}`);
    };
    write(17, 200);
    run("add", "long", file);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=long`);
    await page.locator(".state.ready").waitFor();
    const turn = await ask(page, "for how many days is every lantern lit?");
    write(18, 2500); // more than is shown at once
    run("add", "long", file);
    await turn.locator("button.citation").first().click();
    await turn.locator(".passage mark").getByText("lit for 17 days").waitFor();
    await page.locator(".sources .name").click();
    await page.locator(".outline").getByRole("button", { name: "Lanterns" }).click();
    await page.locator(".document").getByText("lit for 18 days").waitFor();
    assert.match(await turn.locator(".passage").innerText(), /changed since[\s\S]*Paragraph 199[\s\S]*That is all/);
});

// The page of a PDF, drawn by the server: what is cited is marked, and pages can be
// turned, on a phone as well; a scan is drawn too, and the text is behind a button.
test("the cited page of a PDF opens with its words marked", async (t) => {
    const { port, run } = await serve(t);
    run("add", "port", "examples/harbour.pdf");
    const key = (await send(port, "GET", "/v1/documents?base=port")).json.documents[0].key;
    const sources = ["lines=3-3", "table=1&rows=1-3"].map((part, i) => ({
        index: i + 1, title: "harbour.pdf", kb_id: "port", document_key: key, chapter: null, section: null, file: "harbour.pdf", url: null,
        similarity_score: 0.5, excerpt: "what it says", pointer: `quarry://port/${key}@1#page=2&${part}`,
    }));
    const body = `event: done\ndata: ${JSON.stringify({ ...ANSWER, mode: "semantic", answer: "So it is. [1]", sources })}\n\n`;
    for (const [name, options] of [
        ["light", {}],
        ["dark", { colorScheme: "dark" }],
        ["phone", { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2 }],
    ]) {
        const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=port`, options);
        await page.route("**/v1/ask", (route) => route.fulfill({ contentType: "text/event-stream", body }));
        const turn = await ask(page, "q");
        const sheet = turn.locator(".pdf .sheet");
        const opened = async (n, of) => {
            await turn.locator(".evidence li button").nth(n).click();
            await sheet.locator(".lit").first().waitFor();
            await page.waitForFunction(() => document.querySelector(".sheet canvas")?.width === 1224);
            if (process.env.QUARRY_SHOTS) await page.screenshot({ path: path.join(process.env.QUARRY_SHOTS, `pdf-${name}-${of}.png`) });
            assert.equal(await sheet.locator(".lit").count(), 1);
            return sheet.locator(".lit").boundingBox();
        };
        const [line, whole] = [await opened(0, "line"), await sheet.boundingBox()];
        assert.ok(line.x > whole.x && line.x + line.width < whole.x + whole.width && line.height < whole.height / 30);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "all is within the window");
        assert.equal(await turn.locator(".pdf figcaption").innerText(), "Page 2 of 3");
        await turn.getByRole("button", { name: "Next page" }).click();
        await page.waitForFunction(() => document.querySelector(".pdf figcaption").textContent === "Page 3 of 3");
        assert.equal(await sheet.locator(".lit").count(), 0);
        assert.equal(await turn.getByRole("button", { name: "Next page" }).isDisabled(), true);
        await turn.locator(".passage").getByRole("button", { name: "Text", exact: true }).click();
        await turn.locator(".passage mark", { hasText: "Pilotage is compulsory" }).waitFor();
        assert.ok((await opened(1, "table")).height > line.height * 2, "a table is marked whole");
    }
});
