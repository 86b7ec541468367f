// The page when things go wrong: hostile texts, a long history, a server that is
// slow, gone, or breaks off.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { root, serve } from "../http/server.mjs";
import { browse, open } from "./browser.mjs";

const program = path.join(process.env.QUARRY_BIN ?? "build/release", "quarry");
const testdata = process.env.QUARRY_TESTDATA ?? path.join(root, "../shared/data");
const naughty = path.join(testdata, "security/naughty-strings.json");

test("hostile strings are text: in cells, in Markdown, in answers", async (t) => {
    if (!fs.existsSync(naughty)) return t.skip("no test data");
    const strings = JSON.parse(fs.readFileSync(naughty)).filter((s) => /[<(:]/.test(s) && !/[\0\r\n]/.test(s));
    assert.ok(strings.length > 100);
    const { port, home } = await serve(t);
    const env = { ...process.env, QUARRY_HOME: home };
    const csv = path.join(home, "evil.csv");
    fs.writeFileSync(csv, "name,n\n" + strings.map((s) => `"${s.replaceAll('"', '""')}",1\n`).join(""));
    const page1 = path.join(home, "evil.md");
    fs.writeFileSync(page1, "# Evil\n\n" + strings.map((s) => `The word is ${s}\n`).join("\n"));
    execFileSync(program, ["add", "evil", csv, page1], { env, stdio: "pipe" });
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=evil`);
    const asked = [];
    page.on("dialog", (d) => {
        asked.push(d.message());
        void d.dismiss();
    });
    page.on("request", (r) => {
        if (!r.url().startsWith(`http://127.0.0.1:${port}/`) && !/^(data|blob):/.test(r.url())) asked.push(r.url());
    });
    await page.getByRole("button", { name: "evil.csv", exact: true }).click();
    await page.locator(".rows tbody td").first().waitFor();
    await page.getByRole("button", { name: "evil.md", exact: true }).click();
    await page.locator(".document .markdown").waitFor();
    assert.equal(await page.locator(".document a, .document img, .document script, .document iframe").count(), 0);
    await page.fill("#question", "total n for each name");
    await page.keyboard.press("Enter");
    await page.locator(".turn .card:not(.waiting)").waitFor();
    await page.locator(".turn .bar").getByRole("button", { name: "Table" }).click().catch(() => undefined);
    const made = ".card img, .card script, .card iframe, .card svg, .card a[href^=javascript], .card [onerror]";
    assert.equal(await page.locator(made).count(), 0);
    assert.deepEqual(asked, []);
});

test("a history of 1,000 questions is there at once and stays out of the way", async (t) => {
    const { port } = await serve(t);
    const browser = await browse();
    const page = await open(t, browser, `http://127.0.0.1:${port}/#base=sales`);
    await page.evaluate(() => {
        const answer = (n) => ({
            query: `question ${n}`,
            mode: "structured_query",
            answer: `The sum is ${n}.`,
            generated_sql: `SELECT ${n}`,
            query_spec: null,
            explanation: [],
            confidence: 0.9,
            results: { columns: ["n"], column_types: ["integer"], rows: [[n]], row_count: 1, total_row_count: 1 },
            sources: [],
            coverage: { rows_scanned: 1, rows_total: 1, documents_searched: 0 },
            figures: [{ text: String(n), value: n, cell: "/results/rows/0/0" }],
            visualization: "number",
            warnings: [],
            candidates: [],
            likely: null,
            session_id: "",
            response_time_ms: 1,
        });
        const asked = Array.from({ length: 1000 }, (_, i) => ({
            id: i + 1,
            base: "sales",
            query: `question ${i + 1}`,
            text: "",
            answer: answer(i + 1),
            failure: null,
            cancelled: false,
        }));
        localStorage.setItem("quarry.asked", JSON.stringify(asked));
    });
    await page.reload();
    await page.getByText("question 1000", { exact: true }).waitFor();
    assert.ok((await page.locator(".turn").count()) <= 20);
    await page.fill("#question", "how many orders?");
    await page.keyboard.press("Enter");
    await page.locator(".turn").last().getByText("5,000").first().waitFor();
    await page.getByRole("button", { name: /↑ \d+ more/ }).click();
    await page.waitForFunction(() => document.querySelectorAll(".turn").length > 50);
    const asked = new Promise((done) => page.once("dialog", (d) => void d.dismiss().then(() => done(d.message()))));
    await page.getByRole("button", { name: "Clear" }).click();
    assert.match(await asked, /1001 questions/);
    assert.ok((await page.locator(".turn").count()) > 50, "who says no keeps them");
    page.once("dialog", (d) => void d.accept());
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator(".turn").first().waitFor({ state: "detached" });
    assert.equal(await page.locator(".turn").count(), 0);
});

test("a question is cancelled, and the page goes on", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`, { complain: false });
    const hold = Promise.withResolvers();
    await page.route("**/v1/ask", async (route) => {
        await hold.promise;
        await route.abort().catch(() => undefined);
    });
    await page.fill("#question", "total sales by country");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Cancel" }).count(), 0);
    hold.resolve();
    await page.unroute("**/v1/ask");
    await page.fill("#question", "how many orders?");
    await page.keyboard.press("Enter");
    await page.locator(".turn").last().getByText("5,000").first().waitFor();
});

test("an answer that breaks off, and a server that is gone, are said", async (t) => {
    const { port, child, exited } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`, { complain: false });
    await page.route("**/v1/ask", (route) =>
        route.fulfill({
            status: 200,
            headers: { "Content-Type": "text/event-stream" },
            body: 'event: token\ndata: {"text":"half an"}\n\n',
        }),
    );
    await page.fill("#question", "total sales by country");
    await page.keyboard.press("Enter");
    await page.getByText("The answer was interrupted; ask again.").waitFor();
    await page.unroute("**/v1/ask");
    child.kill("SIGKILL");
    await exited;
    await page.fill("#question", "total sales by country");
    await page.keyboard.press("Enter");
    await page.getByText("The server cannot be reached.").waitFor();
});

test("an answer that comes bit by bit shifts nothing that is read", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    await page.evaluate(() => {
        globalThis.shifted = 0;
        new PerformanceObserver((list) => {
            for (const e of list.getEntries()) if (!e.hadRecentInput) globalThis.shifted += e.value;
        }).observe({ type: "layout-shift", buffered: false });
    });
    await page.fill("#question", "total sales by country");
    await page.keyboard.press("Enter");
    await page.locator(".turn canvas").waitFor();
    await page.waitForTimeout(600);
    const shifted = await page.evaluate(() => globalThis.shifted);
    assert.ok(shifted < 0.1, `the page shifted by ${shifted}`);
});

test("where a token is wanted the page asks for it, and a wrong one is refused", async (t) => {
    const { port, home } = await serve(t);
    const env = { ...process.env, QUARRY_HOME: home };
    const made = execFileSync(program, ["token", "create", "--base", "sales", "--rights", "read"], { env });
    const { token } = JSON.parse(made);
    const browser = await browse();
    const extraHTTPHeaders = { "X-Forwarded-For": "203.0.113.7" }; // not from this machine's user
    const options = { complain: false, extraHTTPHeaders };
    const page = await open(t, browser, `http://127.0.0.1:${port}/#base=sales`, options);
    await page.getByLabel(/requires a token/).fill("qk_wrong");
    await page.getByRole("button", { name: "Use it" }).click();
    await page.locator(".sources .failure").waitFor();
    assert.equal(await page.locator(".sources li").count(), 0);
    await page.getByLabel(/requires a token/).fill(token);
    await page.getByRole("button", { name: "Use it" }).click();
    await page.locator(".sources li").filter({ hasText: "sales.csv" }).waitFor();
    assert.equal(await page.getByLabel(/requires a token/).count(), 0);
    await page.fill("#question", "how many orders?");
    await page.keyboard.press("Enter");
    await page.locator(".turn").last().getByText("5,000").first().waitFor();
    assert.equal(await page.getByText("handbook").count(), 0);
});
