// The assistant on somebody else's site: one tag, a shadow root, a marked text.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import http from "node:http";
import path from "node:path";
import { once } from "node:events";
import test from "node:test";
import { serve, until } from "../http/server.mjs";
import { violations } from "./axe.mjs";
import { browse, open } from "./browser.mjs";

const program = path.join(process.env.QUARRY_BIN ?? "build/release", "quarry");
const PASSAGE = "The fee is 25 euros a night. Dogs are welcome. Breakfast is served from 7 to 10.";

// A site of its own, with a style of its own that must not reach in.
async function site(t, quarry, more = () => "") {
    const html = () => `<!doctype html><html lang="en"><head><title>A book</title>
        <style>button { display: none !important } p { color: darkred }</style></head>
        <body><p id="passage">${PASSAGE}</p>
        <script src="${quarry}/embed.js" data-exposure="book" ${more()} async></script></body></html>`;
    const server = http.createServer((_, response) => {
        response.writeHead(200, { "Content-Type": "text/html" });
        response.end(html());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => server.close());
    return `http://127.0.0.1:${server.address().port}/`;
}

// What the server would answer, so that this test is of the script alone.
function answerWith(page, seen, answer) {
    return page.route("**/v1/ask?**", async (route) => {
        if (route.request().method() === "OPTIONS") return route.continue();
        seen.push({ body: route.request().postDataJSON(), headers: route.request().headers(), url: new URL(route.request().url()) });
        const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
        await route.fulfill({
            status: 200,
            headers: { "Content-Type": "text/event-stream", "Access-Control-Allow-Origin": "*" },
            body: event("token", { text: answer.answer }) + event("done", answer),
        });
    });
}

const ANSWER = {
    query: "",
    mode: "selected_text",
    answer: "Breakfast is served from 7 to 10. <img src=x onerror=document.title='owned'>",
    generated_sql: null,
    explanation: [],
    confidence: null,
    results: null,
    sources: [
        { index: 1, title: "A link", section: null, url: "javascript:document.title='owned'", excerpt: "<b>x</b>" },
        { index: 2, title: "Another", section: null, url: "https://example.org/a", excerpt: null },
    ],
    coverage: { rows_scanned: 0, rows_total: 0, documents_searched: 0 },
    figures: [{ text: "7", value: 7, cell: "/selected_text" }],
    visualization: "none",
    warnings: ["answered from the selected text alone"],
    candidates: [],
    likely: null,
    session_id: "",
    response_time_ms: 1,
};

// A figure and the rows behind it, which are all on one page.
const BEHIND = {
    mode: "structured_query", answer: "Total amount: 40.", generated_sql: "SELECT 40", figures: [], warnings: [], sources: [],
    results: { columns: ["sum_amount"], column_types: ["integer"], rows: [[40]], row_count: 1, total_row_count: 1, truncated: false },
    rows_behind: {
        query: "SELECT 1", columns: ["row", "customer", "amount"], column_types: ["integer", "string", "integer"],
        rows: [[1, "Ann", 10], [3, "Ann", 30]], row_count: 2, total_row_count: 2, has_more: false,
    },
};

test("the rows behind a figure are asked for with the same question", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), await site(t, `http://127.0.0.1:${port}`));
    const seen = [];
    await answerWith(page, seen, { ...ANSWER, ...BEHIND });
    const assistant = page.locator("quarry-assistant");
    await assistant.getByRole("button", { name: "Ask a question" }).click();
    await page.keyboard.type("total amount of Ann");
    await page.keyboard.press("Enter");
    assert.equal(await assistant.locator(".drawn").count(), 0);
    await assistant.getByRole("button", { name: "Rows behind this" }).click();
    await assistant.locator(".behind tbody tr").nth(1).waitFor();
    assert.equal(seen[1].body.query, "total amount of Ann");
    assert.deepEqual(seen[1].body.rows_behind, { start: 1, count: 20 });
    assert.equal(seen[1].url.searchParams.get("exposure"), "book");
    assert.equal(await assistant.getByRole("button", { name: /rows; more/ }).count(), 0);
});

test("a figure for each name is drawn beside it, under the names of people", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), await site(t, `http://127.0.0.1:${port}`));
    await answerWith(page, [], {
        ...ANSWER, mode: "structured_query", answer: "Total fee by plan: Basic (£10); Gold (£40).", generated_sql: "SELECT 1", figures: [], warnings: [],
        query_spec: { group_by: [{ column: "plan", grain: null }] }, labels: ["plan", "total fee (£)"], visualization: "bar",
        results: { columns: ["plan", "sum_fee"], column_types: ["string", "integer"], rows: [["Basic", 10], ["Gold", 40]], row_count: 2, total_row_count: 2, truncated: false },
        sources: [],
    });
    const assistant = page.locator("quarry-assistant");
    await assistant.getByRole("button", { name: "Ask a question" }).click();
    await page.keyboard.type("total fee by plan");
    await page.keyboard.press("Enter");
    await assistant.locator(".drawn").nth(1).waitFor();
    assert.deepEqual(await assistant.locator("th").allInnerTexts(), ["plan", "total fee (£)"]);
    assert.deepEqual(await assistant.locator(".line").evaluateAll((all) => all.map((e) => e.style.width)), ["25%", "100%"]);
    if (process.env.SHOT) await assistant.locator(".panel").screenshot({ path: process.env.SHOT });
});

test("a marked text is asked about, and what comes is text", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), await site(t, `http://127.0.0.1:${port}`));
    const seen = [];
    await answerWith(page, seen, ANSWER);
    await page.locator("quarry-assistant").getByRole("button", { name: "Ask a question" }).waitFor();
    await page.evaluate(() => getSelection().selectAllChildren(document.getElementById("passage")));
    await page.getByRole("button", { name: "Ask about this" }).click();
    await page.keyboard.type("when is breakfast served?");
    await page.keyboard.press("Enter");
    await page.getByText("answered from the selected text alone").waitFor();
    assert.equal(seen[0].body.selected_text, PASSAGE);
    assert.equal(seen[0].body.query_mode, "selected_text");
    assert.equal(seen[0].url.searchParams.get("exposure"), "book");
    assert.equal(seen[0].headers.cookie, undefined);
    await page.getByText("Evidence").click();
    assert.equal(await page.locator("quarry-assistant a").count(), 1);
    assert.equal(await page.locator("quarry-assistant img, quarry-assistant b").count(), 0);
    assert.equal(await page.title(), "A book");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
});

test("an answer of the marked text by a model shows the part that each sentence is from", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), await site(t, `http://127.0.0.1:${port}`));
    const quotes = [{ index: 1, text: "Breakfast is served from 7 to 10." }];
    await answerWith(page, [], { ...ANSWER, answer: "It ends at 10. [1]", sources: [], figures: [], quotes });
    await page.evaluate(() => getSelection().selectAllChildren(document.getElementById("passage")));
    await page.getByRole("button", { name: "Ask about this" }).click();
    await page.keyboard.type("when does breakfast end?");
    await page.keyboard.press("Enter");
    await page.locator("quarry-assistant").getByRole("button", { name: "[1]" }).click();
    assert.equal(await page.locator("quarry-assistant li[value='1'] blockquote").innerText(), quotes[0].text);
});

test("a question back has readings, and a click asks by the number of one", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), await site(t, `http://127.0.0.1:${port}`));
    const seen = [];
    const reading = (choose, answer) => ({ choose, reading: null, answer, generated_sql: null, query_spec: null, explanation: [], confidence: 0.5 });
    const back = { mode: "clarification", answer: "Which one?", sources: [], figures: [], warnings: [] };
    const alternatives = [reading(1, "5,000 orders."), reading(2, "<b>9</b> products.")];
    await answerWith(page, seen, { ...ANSWER, ...back, query: "how many?", alternatives });
    await page.getByRole("button", { name: "Ask a question" }).click();
    await page.keyboard.type("how many?");
    await page.keyboard.press("Enter");
    const choices = page.locator("quarry-assistant .alternatives button");
    await choices.nth(1).waitFor();
    assert.deepEqual(await choices.allInnerTexts(), ["5,000 orders.", "<b>9</b> products."]);
    await choices.nth(1).click();
    await page.locator("quarry-assistant .question").nth(1).waitFor();
    await page.locator("quarry-assistant [aria-busy]").waitFor({ state: "detached" }); // it has been asked
    assert.equal(seen.length, 2);
    assert.equal(seen[0].body.choose, undefined);
    assert.equal(seen[1].body.choose, 2);
    assert.equal(seen[1].body.query, "how many?");
    assert.equal(seen[1].body.conversation_history?.length ?? 0, 0);
});

test("a conversation outlives a reload where the site says so, and nothing is kept where it does not", async (t) => {
    const { port } = await serve(t);
    const browser = await browse();
    const kept = (page) => page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie]);
    const rows = Array.from({ length: 50 }, (_, i) => [`Oslo ${i}`, i]);
    const results = { columns: ["city", "n"], column_types: ["string", "integer"], rows, row_count: 50, total_row_count: 50, truncated: false };
    const ask = async (page, query) => {
        await page.keyboard.type(query);
        await page.keyboard.press("Enter");
        await page.locator("quarry-assistant .question", { hasText: query }).waitFor();
        await page.locator("quarry-assistant [aria-busy]").waitFor({ state: "detached" });
    };
    for (const keep of ["", 'data-keep="tab"']) {
        const page = await open(t, browser, await site(t, `http://127.0.0.1:${port}`, () => keep));
        const seen = [];
        const questions = page.locator("quarry-assistant .question");
        await answerWith(page, seen, { ...ANSWER, mode: "semantic", results });
        await page.getByRole("button", { name: "Ask a question" }).click();
        for (let i = 0; i < 12; i++) await ask(page, `question ${i}?`);
        await page.reload();
        await page.getByRole("button", { name: "Ask a question" }).click();
        if (keep) await questions.nth(9).waitFor();
        assert.equal(await questions.count(), keep ? 10 : 0);
        assert.deepEqual(await kept(page), [keep ? 1 : 0, 0, ""]);
        assert.equal(await page.title(), "A book");
        await ask(page, "and now?");
        assert.equal(seen.at(-1).body.conversation_history?.length, keep ? 10 : undefined);
        if (!keep) continue;
        assert.equal(seen.at(-1).body.conversation_history.at(-2).content, "question 11?");
        assert.ok((await page.evaluate(() => sessionStorage.getItem(sessionStorage.key(0)))).length < 256 * 1024);
        await page.getByRole("button", { name: "Clear" }).click();
        await questions.first().waitFor({ state: "detached" });
        assert.deepEqual([await questions.count(), ...(await kept(page))], [0, 0, 0, ""]);
        await page.evaluate((key) => sessionStorage.setItem(key, '[{"query":7},null]'), `quarry.embed http://127.0.0.1:${port} book`);
        await page.reload(); // what others wrote there is nothing
        await page.getByRole("button", { name: "Ask a question" }).click();
        assert.equal(await questions.count(), 0);
        assert.deepEqual(await violations(page), []);
    }
});

test("the rows behind a restored answer are asked for with its own question", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), await site(t, `http://127.0.0.1:${port}`, () => 'data-keep="tab"'));
    const seen = [];
    const alternatives = [{ choose: 2, reading: null, answer: "9 products.", generated_sql: null, query_spec: null, explanation: [], confidence: 0.5 }];
    await answerWith(page, seen, { ...ANSWER, ...BEHIND, query: "how many?", alternatives });
    const assistant = page.locator("quarry-assistant");
    const behind = assistant.locator(".behind");
    await page.evaluate(() => getSelection().selectAllChildren(document.getElementById("passage")));
    await page.getByRole("button", { name: "Ask about this" }).click();
    await page.keyboard.type("how many?");
    await page.keyboard.press("Enter");
    await assistant.locator(".alternatives button").click();
    await behind.nth(1).waitFor();
    await page.evaluate(() => {
        const [key] = Object.keys(sessionStorage);
        const kept = JSON.parse(sessionStorage.getItem(key));
        kept.push({ query: "an old one", answer: kept[0].answer }); // as it was once kept
        sessionStorage.setItem(key, JSON.stringify(kept));
    });
    await page.reload();
    await assistant.getByRole("button", { name: "Ask a question" }).click();
    const asked = seen.splice(0).map(({ body }) => body);
    for (let i = 0; i < 3; i++) {
        await behind.nth(i).getByRole("button").click();
        await behind.nth(i).locator("tbody tr").first().waitFor();
    }
    const rows_behind = { start: 1, count: 20 };
    const again = seen.map(({ body }) => body);
    assert.deepEqual(again[0], { ...asked[0], rows_behind });
    assert.equal(again[0].selected_text, PASSAGE);
    assert.deepEqual(again[1], { ...asked[1], rows_behind });
    assert.equal(again[1].choose, 2);
    assert.deepEqual([again[2].query, again[2].conversation_history.length, again[2].selected_text], ["an old one", 4, undefined]);
});

// What has the focus, in the shadow root too.
const focused = (page) =>
    page.evaluate(() => {
        const outer = document.activeElement;
        const inner = outer.shadowRoot?.activeElement ?? outer;
        return inner.getAttribute("aria-label") || inner.textContent.slice(0, 30) || inner.tagName;
    });

test("the assistant is a dialog: Tab stays in it, Escape gives the focus back; axe finds nothing", async (t) => {
    const { port } = await serve(t);
    const browser = await browse();
    const url = await site(t, `http://127.0.0.1:${port}`);
    for (const colorScheme of process.env.QUARRY_NIGHTLY ? ["light", "dark"] : ["dark"]) {
        const page = await open(t, browser, url, { colorScheme });
        const rows = [["Oslo", 3], ["Lima", 12.5]];
        const results = { columns: ["city", "n"], column_types: ["string", "decimal"], rows, row_count: 2, total_row_count: 2, truncated: false };
        const candidates = [{ kind: "column", text: "nights" }];
        const figures = [{ text: "3", value: 3, cell: "/results/rows/0/1" }];
        const text = 'What is "beds"? Oslo has 3 [2].';
        const seen = [];
        await answerWith(page, seen, { ...ANSWER, query: "how many beds?", answer: text, results, candidates, figures });
        const assistant = page.locator("quarry-assistant");
        await assistant.getByRole("button", { name: "Ask a question" }).waitFor();
        await page.keyboard.press("Tab");
        assert.equal(await focused(page), "Ask a question");
        await page.keyboard.press("Enter");
        assert.equal(await focused(page), "Your question");
        assert.deepEqual(await violations(page), [], `open, ${colorScheme}`);
        await page.keyboard.type("how many beds?");
        await page.keyboard.press("Enter");
        await assistant.getByRole("button", { name: "3", exact: true }).click();
        assert.equal(await assistant.locator("td.lit").innerText(), "3");
        await assistant.getByRole("button", { name: "[2]" }).click();
        assert.match(await focused(page), /^Another/);
        assert.deepEqual(await violations(page), [], `answered, ${colorScheme}`);
        await assistant.getByRole("button", { name: "nights" }).click();
        await assistant.locator(".question").nth(1).waitFor();
        await assistant.locator(".numeric").nth(3).waitFor();
        assert.equal(seen[1].body.query, "how many nights?"); // asked, since it is answered
        const presses = 15; // more than it has places
        for (let i = 0; i < presses; i++) {
            await page.keyboard.press("Tab");
            assert.equal(await page.evaluate(() => document.activeElement.localName), "quarry-assistant");
        }
        for (let i = 0; i < presses; i++) {
            await page.keyboard.press("Shift+Tab");
            assert.equal(await page.evaluate(() => document.activeElement.localName), "quarry-assistant");
        }
        await page.keyboard.press("Escape");
        assert.equal(await focused(page), "Ask a question");
    }
});

test("a page of another origin is not answered by a server that does not allow it", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), await site(t, `http://127.0.0.1:${port}`), { complain: false });
    await page.getByRole("button", { name: "Ask a question" }).click();
    await page.keyboard.type("how many orders?");
    await page.keyboard.press("Enter");
    await page.locator("quarry-assistant .failure").waitFor();
});

// Until the server knows the exposure that was just made.
const seen = (quarry, headers) =>
    until(async () => {
        const body = JSON.stringify({ query: "how long are copies kept?" });
        const asked = { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } };
        return (await fetch(`${quarry}/v1/ask?exposure=book`, asked)).status === 200;
    });

test("a public exposure answers the site that it lists, from its base alone, and no other", async (t) => {
    const { port, home } = await serve(t);
    const quarry = `http://127.0.0.1:${port}`;
    const listed = await site(t, quarry);
    const other = await site(t, quarry);
    const env = { ...process.env, QUARRY_HOME: home };
    const made = ["exposure", "create", "book", "--base", "handbook", "--tools", "ask", "--public"];
    execFileSync(program, [...made, "--origin", new URL(listed).origin], { env, stdio: "pipe" });
    const browser = await browse();
    const page = await open(t, browser, listed);
    await seen(quarry);
    await page.getByRole("button", { name: "Ask a question" }).click();
    await page.keyboard.type("how long are copies kept?");
    await page.keyboard.press("Enter");
    await page.getByText(/kept for/).first().waitFor();
    assert.match(await page.locator("quarry-assistant .text").first().innerText(), /35 days/);
    const elsewhere = await page.evaluate(async (url) => {
        const body = JSON.stringify({ base: "sales", query: "how many orders?" });
        const headers = { "Content-Type": "application/json" };
        return (await fetch(url, { method: "POST", body, headers })).status;
    }, `${quarry}/v1/ask?exposure=book`);
    assert.equal(elsewhere, 404);

    const asked = async (page) => {
        await page.getByRole("button", { name: "Ask a question" }).click();
        await page.keyboard.type("how long are copies kept?");
        await page.keyboard.press("Enter");
    };
    const refused = await open(t, browser, other, { complain: false });
    await asked(refused);
    await refused.locator("quarry-assistant .failure").waitFor();
});

test("an exposure that is not public answers its token alone", async (t) => {
    const { port, home } = await serve(t);
    const quarry = `http://127.0.0.1:${port}`;
    const env = { ...process.env, QUARRY_HOME: home };
    const origins = [];
    const create = (...more) =>
        execFileSync(program, ["exposure", "create", "book", "--base", "handbook", "--tools", "ask", ...more], { env });
    const tokens = { right: "", wrong: "qk_0000_1111" };
    // The token is known when the exposure is made, which names the origins first.
    for (const name of Object.keys(tokens)) origins.push(await site(t, quarry, () => `data-token="${tokens[name]}"`));
    tokens.right = JSON.parse(create(...origins.flatMap((o) => ["--origin", new URL(o).origin]))).token;
    const browser = await browse();
    for (const [i, name] of Object.keys(tokens).entries()) {
        const page = await open(t, browser, origins[i], { complain: false });
        await seen(quarry, { Authorization: `Bearer ${tokens.right}` });
        await page.getByRole("button", { name: "Ask a question" }).click();
        await page.keyboard.type("how long are copies kept?");
        await page.keyboard.press("Enter");
        if (name === "right") await page.getByText(/kept for/).first().waitFor();
        else await page.locator("quarry-assistant .failure").waitFor();
    }
});
