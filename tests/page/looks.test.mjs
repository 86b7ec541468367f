// Eight states of the page as pictures, half of them in a run that is not nightly,
// held against those that somebody looked at and kept. `QUARRY_LOOKS=keep` keeps new
// ones: look at them before they are committed.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../http/server.mjs";
import { browse, open } from "./browser.mjs";

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), "looks");
const FAR = 48; // of 255: a pixel that differs by more is another one
const SHARE = 0.02; // of the pixels may be others: fonts are drawn a little anew

const answered = (page) => page.locator(".turn .card:not(.waiting)").waitFor();
const STATES = {
    empty: { hash: "#base=nowhere" },
    sources: { hash: "#base=handbook", there: (page) => page.locator(".sources li").nth(6).waitFor() },
    bars: { hash: "#base=sales&q=total+sales+by+country", there: answered },
    "bars-dark": { hash: "#base=sales&q=total+sales+by+country", there: answered, colorScheme: "dark" },
    "question-back": { hash: "#base=sales&q=average+flurb", there: answered },
    passage: {
        hash: "#base=handbook&q=how+long+are+copies+kept%3F",
        there: async (page) => {
            await page.locator(".turn .citation").first().click();
            await page.locator(".passage mark").waitFor();
        },
    },
    table: {
        hash: "#base=sales",
        there: async (page) => {
            await page.getByRole("button", { name: "sales.csv", exact: true }).click();
            await page.getByText("SO-10001").waitFor();
            await page.getByText("How it was read").click();
        },
    },
    "phone-chinese": {
        hash: "#base=sales&q=%E5%90%84%E5%9B%BD%E5%AE%B6%E7%9A%84%E6%80%BB%E9%94%80%E5%94%AE%E9%A2%9D",
        there: answered,
        locale: "zh-CN",
        viewport: { width: 390, height: 844 },
    },
};

const SAMPLE = ["bars-dark", "passage", "table", "phone-chinese"];

// When a document was read, and how much it has been asked for since, is of the run.
async function still(route) {
    const response = await route.fetch();
    const json = await response.json();
    for (const d of json.documents) Object.assign(d, { hotness: 0, last_indexed_at: "2020-01-31T12:00:00Z" });
    await route.fulfill({ response, json });
}

// The share of pixels that differ, counted by the browser itself.
function difference(page, kept, now) {
    const urls = [kept, now].map((png) => `data:image/png;base64,${png.toString("base64")}`);
    return page.evaluate(
        async ([urls, far]) => {
            const read = async (url) => {
                const image = new Image();
                image.src = url;
                await image.decode();
                const canvas = new OffscreenCanvas(image.width, image.height);
                const context = canvas.getContext("2d");
                context.drawImage(image, 0, 0);
                return context.getImageData(0, 0, image.width, image.height);
            };
            const [a, b] = await Promise.all(urls.map(read));
            if (a.width !== b.width || a.height !== b.height) return 1;
            let other = 0;
            for (let i = 0; i < a.data.length; i += 4)
                if ([0, 1, 2].some((c) => Math.abs(a.data[i + c] - b.data[i + c]) > far)) other++;
            return other / (a.width * a.height);
        },
        [urls, FAR],
    );
}

test("the page looks as it was kept", async (t) => {
    const { port } = await serve(t);
    const browser = await browse();
    const blank = await open(t, browser, "about:blank");
    const all = process.env.QUARRY_NIGHTLY || process.env.QUARRY_LOOKS;
    for (const [name, { hash, there, ...options }] of Object.entries(STATES)) {
        if (!all && !SAMPLE.includes(name)) continue;
        const page = await open(t, browser, "about:blank", options);
        await page.route("**/v1/documents?*", still);
        await page.goto(`http://127.0.0.1:${port}/${hash}`);
        await page.locator("#question").waitFor();
        if (there) await there(page);
        await page.evaluate(() => document.fonts.ready);
        const mask = [page.locator(".foot .facts")]; // how long it took
        const now = await page.screenshot({ mask, animations: "disabled", caret: "hide" });
        const file = path.join(folder, `${name}.png`);
        if (process.env.QUARRY_LOOKS === "keep") {
            fs.mkdirSync(folder, { recursive: true });
            fs.writeFileSync(file, now);
            continue;
        }
        const share = await difference(blank, fs.readFileSync(file), now);
        if (share > SHARE) fs.writeFileSync(path.join(process.env.TMPDIR ?? "/tmp", `quarry-look-${name}.png`), now);
        assert.ok(share <= SHARE, `${name}: ${(100 * share).toFixed(1)} % of the pixels are others`);
    }
});
