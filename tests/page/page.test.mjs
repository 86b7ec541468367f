// The page in a real browser: asked, answered, followed to the proof.
import assert from "node:assert/strict";
import test from "node:test";
import { send, serve } from "../http/server.mjs";
import { ask, browse, open } from "./browser.mjs";

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
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "total sales by country in 2023");
    await turn.locator("canvas").waitFor();
    await turn.getByRole("button", { name: "1,850,595.50" }).click();
    assert.equal(await turn.locator("td.lit").innerText(), "1,850,595.50");
    await turn.getByText("SQL", { exact: true }).click();
    assert.match(await turn.locator("pre code").first().innerText(), /sum\("sales"\)/);
    const link = await turn.getByRole("link", { name: "Link to this question" }).getAttribute("href");
    assert.match(link, /^#base=sales&q=total\+sales/);
});

test("a conversation goes on, in three languages, and a link asks by itself", async (t) => {
    const { port } = await serve(t);
    const browser = await browse();
    const page = await open(t, browser, `http://127.0.0.1:${port}/#base=sales&q=total+sales+by+country`);
    await page.locator(".turn .card:not(.waiting)").waitFor();
    const refined = await ask(page, "only 2023");
    await refined.getByText("SQL", { exact: true }).click();
    assert.match(await refined.locator("pre code").first().innerText(), /2023/);
    await page.getByLabel("Language").selectOption("es");
    const spanish = await ask(page, "¿cuántos pedidos hay?");
    assert.match(await spanish.locator(".text").innerText(), /\b5000\b/);
    await page.getByLabel("Idioma").selectOption("zh");
    await page.locator("html[lang=zh]").waitFor({ state: "attached" });
    const chinese = await ask(page, "一共有多少订单?");
    assert.match(await chinese.locator(".text").innerText(), /5,000/);
});

test("a question back offers what may be meant", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "sales of Glob");
    await turn.locator(".candidates button").first().click();
    await page.locator(".turn").nth(1).locator(".card:not(.waiting)").waitFor();
    assert.equal(await page.locator(".turn").nth(1).locator(".question").innerText(), "sales of Globex");
});

test("a citation opens its passage", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=handbook`);
    const turn = await ask(page, "how long are copies kept?");
    await turn.locator("button.citation").first().click();
    assert.match(await turn.locator(".passage").innerText(), /35 days/);
});

test("a reading is changed: another figure, another value, one condition less", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const turn = await ask(page, "total sales by country in 2023 in Spain");
    await turn.getByText("Change how it was read").click();
    await turn.getByLabel("Figure").selectOption("avg");
    await turn.getByLabel(/^country =/).fill("Mexico, Spain");
    await turn.getByRole("button", { name: /^Remove: order_date/ }).click();
    await turn.getByRole("button", { name: "Ask again" }).click();
    const again = page.locator(".turn").nth(1);
    await again.locator(".card:not(.waiting)").waitFor();
    assert.match(await again.locator(".text").innerText(), /Average sales by country with country Mexico or Spain/);
});

test("questions that the base can answer are offered, and a verdict is taken", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    const offered = page.locator(".suggestions button");
    await offered.nth(2).waitFor();
    await offered.first().click();
    const turn = page.locator(".turn").last();
    await turn.locator(".card:not(.waiting):not(.clarification)").waitFor();
    await turn.getByRole("button", { name: /That is right/ }).click();
    await turn.getByText("Thank you.").waitFor();
});
