// Whether everybody can use the page: axe finds nothing in any of its states,
// and the keyboard alone asks and follows a proof.
import assert from "node:assert/strict";
import test from "node:test";
import { serve } from "../http/server.mjs";
import { violations } from "./axe.mjs";
import { browse, open } from "./browser.mjs";

const STATES = {
    "nothing asked": ["#base=sales", "#question"],
    "an answer with bars": ["#base=sales&q=total+sales+by+country", ".turn canvas"],
    "a passage": ["#base=handbook&q=what+if+my+laptop+is+stolen", ".turn .citation"],
    "a question back": ["#base=sales&q=average+flurb", ".turn .candidates"],
    "an error": ["#base=nowhere&q=average+units", ".turn .failure"],
};

for (const [name, [hash, there]] of Object.entries(STATES)) {
    test(`axe finds nothing: ${name}`, async (t) => {
        const { port } = await serve(t);
        const browser = await browse(t);
        for (const colorScheme of ["light", "dark"]) {
            const page = await open(t, browser, `http://127.0.0.1:${port}/${hash}`, { colorScheme });
            await page.locator(there).first().waitFor();
            await page.locator(".sources li, .sources .quiet").first().waitFor();
            if (there.includes("citation")) await page.locator(there).first().click();
            for (const summary of await page.locator("summary").all()) await summary.click();
            assert.deepEqual(await violations(page), [], `${name}, ${colorScheme}`);
        }
    });
}

test("axe would find something", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=sales`);
    await page.evaluate(() => document.querySelector("main").append(document.createElement("img")));
    assert.match((await violations(page)).join(), /image-alt/);
});

test("axe finds nothing: a table that is open, in Chinese, on a phone", async (t) => {
    const { port } = await serve(t);
    const options = { locale: "zh-CN", viewport: { width: 390, height: 844 } };
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=sales`, options);
    await page.locator(".fold").click();
    await page.getByRole("button", { name: "sales.csv", exact: true }).click();
    await page.locator(".rows tbody tr").first().waitFor();
    for (const summary of await page.locator("summary").all()) await summary.click();
    await page.locator(".bars").first().waitFor();
    assert.deepEqual(await violations(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wide, false, "the page is wider than the phone");
});

test("the keyboard alone asks, lights a cell and comes back", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(t), `http://127.0.0.1:${port}/#base=sales`);
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
