// page.mjs [--write] - the page on loopback in Debian's Chromium: first paint of
// a cold cache, the bytes of its scripts, and the longest task of the page while
// an answer of 10,000 rows arrives, is drawn, and is scrolled; then a table of
// 5,000,000 rows. A missed target fails the bench, and no test.
import { chromium } from "playwright-core";
import { serve } from "../tests/http/server.mjs";
import { FLAGS, program } from "../tests/page/browser.mjs";
import { manyRows } from "./page_rows.mjs";
import { keep, machine } from "./readme.mjs";

const RUNS = 9;
const after = [];
const served = await serve({ after: (f) => after.push(f) });
const { port } = served;
const url = `http://127.0.0.1:${port}/`;
const browser = await chromium.launch({ executablePath: program, args: FLAGS });
const part = (list, share) => [...list].sort((a, b) => a - b)[Math.max(0, Math.ceil(list.length * share) - 1)];
const verdict = (ok) => (ok ? "yes" : "**no**");

async function firstPaint() {
    const context = await browser.newContext(); // nothing is cached
    const page = await context.newPage();
    await page.goto(`${url}#base=sales`);
    await page.locator("#question").waitFor();
    const ms = await page.evaluate(
        () =>
            new Promise((done) => {
                new PerformanceObserver((list) => done(list.getEntries()[0].startTime)).observe({
                    type: "paint",
                    buffered: true,
                });
            }),
    );
    await context.close();
    return ms;
}

async function packed(name) {
    const response = await fetch(url + name, { headers: { "Accept-Encoding": "gzip" } });
    await response.arrayBuffer();
    return Number(response.headers.get("content-length"));
}

// The longest task from the question until its rows are there and were scrolled.
async function longestTask() {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const rows = Array.from({ length: 10_000 }, (_, i) => [`name ${i}`, i * 1.5]);
    const answer = {
        query: "all", mode: "structured_query", answer: "10,000 rows.", generated_sql: "SELECT 1", query_spec: null,
        explanation: [], confidence: 0.9,
        results: { columns: ["name", "n"], column_types: ["string", "decimal"], rows, row_count: 10_000, total_row_count: 10_000, truncated: false },
        sources: [], coverage: { rows_scanned: 10_000, rows_total: 10_000, documents_searched: 0 }, figures: [],
        visualization: "table", warnings: [], candidates: [], likely: null, session_id: "", response_time_ms: 1,
    };
    await page.goto(`${url}#base=sales`);
    await page.locator(".sources li").first().waitFor();
    await page.route("**/v1/ask", (route) =>
        route.fulfill({ headers: { "Content-Type": "text/event-stream" }, body: `event: done\ndata: ${JSON.stringify(answer)}\n\n` }),
    );
    await page.waitForTimeout(300);
    await page.evaluate(() => {
        globalThis.longest = 0;
        new PerformanceObserver((list) => {
            for (const e of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, e.duration);
        }).observe({ type: "longtask" });
    });
    await page.fill("#question", "all rows");
    await page.keyboard.press("Enter");
    await page.getByText("name 0", { exact: true }).waitFor();
    await page.locator(".turn .scroll").evaluate((e) => (e.scrollTop = e.scrollHeight));
    await page.waitForTimeout(500);
    const ms = await page.evaluate(() => globalThis.longest);
    await context.close();
    return ms;
}

const paints = [];
const tasks = [];
for (let i = 0; i < RUNS; i++) {
    paints.push(await firstPaint());
    tasks.push(await longestTask());
}
const withBars = await chromium.launch({ executablePath: program, args: FLAGS, ignoreDefaultArgs: ["--hide-scrollbars"] });
const many = await manyRows(withBars, url, served);
await withBars.close();
const bytes = await packed("page.js");
const embed = await packed("embed.js");
const span = (list) => `${part(list, 0.5).toFixed(0)} (${part(list, 0.05).toFixed(0)} to ${part(list, 0.95).toFixed(0)})`;
const lines = [
    ["first paint, nothing cached, ms", RUNS, span(paints), "under 300", part(paints, 0.5) < 300],
    ["script of the page, compressed, kB", 1, (bytes / 1000).toFixed(1), "under 120", bytes < 120_000],
    ["script of the assistant, compressed, kB", 1, (embed / 1000).toFixed(1), "under 40", embed < 40_000],
    ["longest task while 10,000 rows arrive, ms; 0: none over 50", RUNS, span(tasks), "none over 50", part(tasks, 0.5) <= 50],
    ["table of 5,000,000 rows: until its rows are there, ms", 1, many.opened.toFixed(0), "under 2,000", many.opened < 2000],
    ...["wheel", "drag"].map((by) => {
        const { frames } = many.moves[by];
        const what = `${by === "wheel" ? "the wheel" : "the bar"} moves through them: a frame, ms`;
        return [what, frames.length, span(frames), "95 % under 34", part(frames, 0.95) < 34];
    }),
    ["the End key, until the last row is there, ms", 1, many.end.toFixed(0), "under 1,000", many.end < 1000],
    ["row 2,500,000 by its number, ms", 1, many.found.toFixed(0), "under 1,000", many.found < 1000],
];
await browser.close();
for (const f of after) await f();
const table = [
    machine(), "", "| what | runs | median (5 to 95 %) | target | met |", "|---|---|---|---|---|",
    ...lines.map(([what, runs, got, target, ok]) => `| ${what} | ${runs} | ${got} | ${target} | ${verdict(ok)} |`),
].join("\n");
console.log(table);
keep("page table", table);
process.exitCode = lines.every((l) => l[4]) ? 0 : 1;
