// Whether everybody can use the page: axe finds nothing in any of its states,
// and the keyboard alone asks and follows a proof.
import assert from "node:assert/strict";
import test from "node:test";
import { serve } from "../http/server.mjs";
import { violations } from "./axe.mjs";
import { browse, open } from "./browser.mjs";

const card = (page) => page.locator(".turn .card:not(.waiting)").first().waitFor();
const openSource = async (page, name, there) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator(there).first().waitFor();
};
const openAll = async (page) => {
    for (const summary of await page.locator("summary").all())
        if (await summary.evaluate((s) => !s.parentElement.open)) await summary.click();
};

const STATES = {
    "the first visit": ["#base=nothing-yet", (page) => page.locator(".begin").waitFor()],
    "nothing asked": ["#base=sales", (page) => page.locator(".suggestions").waitFor()],
    "an answer with bars, and all that opens": ["#base=sales&q=total+sales+by+country+in+2023", async (page) => {
        await page.locator(".turn canvas").waitFor();
        await openAll(page);
    }],
    "a number and a lit cell": ["#base=sales&q=how+many+orders", async (page) => {
        await page.locator(".turn .figure").first().click();
        await page.locator("td.lit").waitFor();
    }],
    "a passage": ["#base=handbook&q=what+if+my+laptop+is+stolen", async (page) => {
        await page.locator(".turn .citation").first().click();
        await page.locator(".passage mark").waitFor();
    }],
    "a question back": ["#base=sales&q=average+flurb", card],
    "no answer": ["#base=handbook&q=who+won+the+football+match", card],
    "an error": ["#base=nowhere&q=average+units", (page) => page.locator(".turn .failure").waitFor()],
    "a file that cannot be read": ["#base=broken", async (page) => {
        const files = [{ name: "broken.json", mimeType: "application/json", buffer: Buffer.from("{") }];
        await page.locator("input[type=file]").setInputFiles(files);
        await page.locator(".drop .failure").waitFor({ state: "attached" });
        await page.locator(".state.failed").waitFor({ state: "attached" });
    }],
    "a table with its profile": ["#base=sales", async (page) => {
        await openSource(page, "sales.csv", ".rows tbody td");
        await openAll(page);
        await page.locator(".bars").first().waitFor();
    }],
    "a document with its headings": ["#base=handbook", (page) => openSource(page, "handbook/keys.md", ".outline")],
};
// Each is looked at in light; all in a nightly run, of others these, also in dark and
// as on the narrowest phone in Chinese.
const EVERYWHERE = ["an answer with bars, and all that opens", "a passage", "a table with its profile"];
test("axe finds nothing in any state, and nothing is wider than a window of 320 pixels", async (t) => {
    const { port } = await serve(t);
    const browser = await browse();
    for (const [name, [hash, reach]] of Object.entries(STATES)) {
        const page = await open(t, browser, `http://127.0.0.1:${port}/${hash}`);
        await reach(page);
        assert.deepEqual(await violations(page), [], name);
        if (!process.env.QUARRY_NIGHTLY && !EVERYWHERE.includes(name)) {
            await page.context().close();
            continue;
        }
        await page.emulateMedia({ colorScheme: "dark" });
        assert.deepEqual(await violations(page, ["color-contrast"]), [], `${name}, dark`);
        await page.getByLabel("Language").selectOption("zh");
        await page.setViewportSize({ width: 320, height: 3000 }); // so that the question lies over nothing
        assert.deepEqual(await violations(page, ["target-size", "scrollable-region-focusable"]), [], `${name}, narrow`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name}: ${wide} pixels wider than the window`);
        await page.context().close();
    }
});

test("axe would find something", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    await page.evaluate(() => document.querySelector("main").append(document.createElement("img")));
    assert.match((await violations(page)).join(), /image-alt/);
});

test("the keyboard alone asks, lights a cell and comes back", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    await page.locator(".sources li").first().waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "question");
    await page.keyboard.type("total sales by country");
    await page.keyboard.press("Enter");
    await page.locator(".turn .figure").first().waitFor();
    for (let i = 0; i < 40; i++) {
        await page.keyboard.press("Shift+Tab");
        const at = await page.evaluate(() => document.activeElement.className);
        if (at === "figure") break;
    }
    await page.keyboard.press("Enter");
    await page.locator("td.lit").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.classList.contains("lit")), true);
});
