// Sources on the page: how many rows there are does not matter; what was read
// and how is seen; markup in names and cells is text.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { serve } from "../http/server.mjs";
import { browse, open } from "./browser.mjs";

const program = path.join(process.env.QUARRY_BIN ?? "build/release", "quarry");

function add(home, base, name, content) {
    const file = path.join(home, name);
    fs.writeFileSync(file, content);
    execFileSync(program, ["add", base, file], { env: { ...process.env, QUARRY_HOME: home }, stdio: "pipe" });
}

test("a table of 300,000 rows scrolls to its last row, and back", async (t) => {
    const { port, home } = await serve(t);
    const rows = Array.from({ length: 300_000 }, (_, i) => `${i + 1},name ${i + 1}`);
    add(home, "large", "large.csv", `id,name\n${rows.join("\n")}\n`);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=large`);
    await page.getByRole("button", { name: "large.csv", exact: true }).click();
    await page.getByText("name 1", { exact: true }).waitFor();
    const box = page.locator(".rows");
    await box.evaluate((e) => (e.scrollTop = e.scrollHeight));
    await page.getByText("name 300000", { exact: true }).waitFor();
    assert.equal(await page.getByText("name 300000", { exact: true }).isVisible(), true);
    await box.evaluate((e) => (e.scrollTop = e.scrollHeight / 2));
    await page.waitForFunction(() =>
        [...document.querySelectorAll(".rows td")].some((c) => /^name 1[45]\d{4}$/.test(c.textContent)),
    );
    assert.ok((await page.locator(".rows tbody tr").count()) < 100, "more rows are in the page than are seen");

    // By the wheel every row is seen, though the bar stands for more than it is tall.
    const first = () => page.locator(".rows tbody th").first().innerText();
    const before = Number((await first()).replaceAll(",", ""));
    await box.hover();
    await page.mouse.wheel(0, 280);
    await page.waitForFunction((row) => {
        const text = document.querySelector(".rows tbody th").textContent;
        return Number(text.replaceAll(",", "")) === row;
    }, before + 10);
    await page.getByLabel("Go to row").fill("123456");
    await page.keyboard.press("Enter");
    await page.locator("tr.sought").getByText("name 123456", { exact: true }).waitFor();
    await box.focus();
    await page.keyboard.press("End");
    await page.getByText("name 300000", { exact: true }).waitFor();
    // The key scrolls step by step, and the wheel would stop it on its way.
    await page.waitForFunction(() => {
        const e = document.querySelector(".rows");
        return e.scrollTop + e.clientHeight >= e.scrollHeight - 1;
    });
    await page.mouse.wheel(0, -2800);
    await page.getByText("name 299895", { exact: true }).waitFor();
    await page.keyboard.press("Home");
    await page.getByText("name 1", { exact: true }).waitFor();
});

test("how a file was read and what is in its columns", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=sales`);
    await page.getByRole("button", { name: "sales.csv", exact: true }).click();
    await page.getByText("How it was read").click();
    assert.match(await page.locator(".fidelity").innerText(), /utf-8[\s\S]*order_date: Y-M-D/);
    await page.getByText("Profile", { exact: true }).click();
    const country = page.locator(".profile article").filter({ hasText: "country" }).first();
    assert.match(await country.innerText(), /9 different[\s\S]*Mexico[\s\S]*1,203/);
    const dates = page.locator(".profile article").filter({ hasText: "order_date" });
    await dates.getByText("2023", { exact: true }).waitFor();
});

test("what reading did to a table stands under an answer and above its rows", async (t) => {
    const { port, home } = await serve(t);
    add(home, "short", "short.csv", "day,shop,price\n1,A,1.5\n2,B\n3,C,2.5\nx\n4,D,3.5\n");
    add(home, "short", "whole.csv", "item,weight\na,1.5\nb,2.5\n");
    const warnings = [
        "1 line is not a row of the table and was set aside (line 5)",
        "1 of 4 rows lacks price (line 3): read as empty",
    ];
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=short`);
    const sources = page.getByRole("navigation", { name: "Sources" });
    await page.fill("#question", "total price");
    await page.keyboard.press("Enter");
    await page.locator(".turn .card:not(.waiting)").waitFor();
    assert.deepEqual(await page.locator(".turn .warnings li").allInnerTexts(), warnings);
    if (process.env.QUARRY_SHOTS) await page.screenshot({ path: path.join(process.env.QUARRY_SHOTS, "answer.png") });
    await sources.getByRole("button", { name: "short.csv", exact: true }).click();
    await page.locator(".rows").waitFor();
    const above = page.locator(".warnings li").filter({ hasText: warnings[1] }).last();
    assert.equal(await above.isVisible(), true);
    if (process.env.QUARRY_SHOTS) await page.screenshot({ path: path.join(process.env.QUARRY_SHOTS, "table.png") });
    await sources.getByRole("button", { name: "whole.csv", exact: true }).click();
    await page.locator(".rows").getByText("weight").waitFor();
    assert.equal(await page.locator("li[lang=en]").count(), 0);
});

test("markup in a name and in cells is text", async (t) => {
    const { port, home } = await serve(t);
    const evil = `<img src=x onerror="document.title='owned'">`;
    add(home, "evil", "a <b>bold<!--.csv", `name,n\n"${evil.replaceAll('"', '""')}",1\n"javascript:alert(1)",2\n`);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=evil`);
    await page.getByRole("button", { name: "a <b>bold<!--.csv", exact: true }).click();
    await page.locator(".rows").getByText(evil, { exact: true }).waitFor();
    await page.fill("#question", "sum of n by name");
    await page.keyboard.press("Enter");
    await page.locator(".turn .card:not(.waiting)").waitFor();
    assert.equal(await page.title(), "Quarry");
    assert.equal(await page.locator(".turn img, .rows img, .sources b").count(), 0);
});

test("files are dropped, read and asked; one that cannot be read says why", async (t) => {
    const { port, home } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=new`);
    const workbook = path.join(home, "book.xlsx");
    execFileSync(program, ["table", "export", "examples/movimientos.csv", "--to", workbook], {
        env: { ...process.env, QUARRY_HOME: home },
        stdio: "pipe",
    });
    const csv = "day;amount\n31/01/2024;1.234,50\n01/02/2024;2,25\n";
    await page.locator("input[type=file]").setInputFiles([
        { name: "pagos.csv", mimeType: "text/csv", buffer: Buffer.from(csv) },
        { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Fees\n\nThe fee is 12 euros a night.\n") },
        { name: "list.json", mimeType: "application/json", buffer: Buffer.from('[{"city":"Oslo","n":3}]') },
        { name: "book.xlsx", mimeType: "application/octet-stream", buffer: fs.readFileSync(workbook) },
    ]);
    await page.locator(".sources li").nth(3).waitFor();
    await page.getByRole("button", { name: "pagos.csv", exact: true }).click();
    await page.getByText("How it was read").click();
    assert.match(await page.locator(".fidelity").innerText(), /D\/M\/Y[\s\S]*1\.234,5/);
    await page.fill("#question", "sum of amount");
    await page.keyboard.press("Enter");
    await page.locator(".turn .card:not(.waiting)").waitFor();
    assert.match(await page.locator(".turn .text").innerText(), /1,236\.75/);

    // Of several files the others are there; of one alone its reason is said, too.
    const broken = { name: "broken.json", mimeType: "application/json", buffer: Buffer.from('{"a": 1,') };
    const fine = { name: "fine.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") };
    const why = /broken\.json: the object that opens at line 1, column 1 is never closed/;
    await page.locator("input[type=file]").setInputFiles([broken, fine]);
    await page.locator(".sources li").filter({ hasText: "fine.csv" }).waitFor();
    await page.locator(".drop [role=status]").filter({ hasText: why }).waitFor();
    const failed = page.locator(".sources li").filter({ hasText: "broken.json" });
    assert.match(await failed.innerText(), /Failed[\s\S]*is never closed/);
    await page.goto(`http://127.0.0.1:${port}/#base=alone`);
    await page.reload();
    await page.locator("input[type=file]").setInputFiles([broken]);
    await page.locator(".drop [role=status]").filter({ hasText: why }).waitFor();
    await page.getByLabel("Language").selectOption("es");
    assert.match(await failed.innerText(), /Con error/);
});

test("a source is pinned, read again and removed", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=handbook`);
    const row = page.locator(".sources li").filter({ hasText: "keys.md" });
    await row.getByRole("button", { name: /Pin/ }).click();
    await row.locator("button[aria-pressed=true]").waitFor();
    await row.getByRole("button", { name: /Read again/ }).click();
    await page.getByText("handbook/keys.md is being read again.").waitFor();
    page.on("dialog", (d) => void d.accept());
    await row.getByRole("button", { name: /Remove/ }).click();
    await row.waitFor({ state: "detached" });
    await page.getByText("handbook/keys.md was removed.").waitFor();
    assert.equal(await page.locator(".sources li").count(), 6);
});

test("a document is read by its headings; of many one is found by its name", async (t) => {
    const { port, home, run } = await serve(t);
    const folder = path.join(home, "many");
    fs.mkdirSync(folder);
    for (let i = 0; i < 12; i++) fs.writeFileSync(path.join(folder, `note ${i}.md`), `# Note ${i}\n\nIt says ${i} and no more.\n`);
    run("add", "handbook", folder);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=handbook`);
    await page.getByLabel("Find a source").fill("KEYS");
    await page.waitForFunction(() => document.querySelectorAll(".sources li").length === 1);
    await page.getByRole("button", { name: "handbook/keys.md", exact: true }).click();
    await page.locator(".outline").getByRole("button", { name: "Who may see what" }).click();
    const inView = () => {
        const box = document.querySelector(".document").getBoundingClientRect();
        const heading = [...document.querySelectorAll(".document .heading")].find((h) => h.textContent === "Who may see what");
        return heading.getBoundingClientRect().bottom <= box.bottom && heading.getBoundingClientRect().top >= box.top - 1;
    };
    await page.waitForFunction(inView);
    assert.equal(await page.locator(".document .heading").first().getAttribute("aria-level"), "4");
});

test("a file that is dropped anywhere on the first visit is read, shown and asked about", async (t) => {
    const { port } = await serve(t);
    const page = await open(t, await browse(), `http://127.0.0.1:${port}/#base=new`);
    await page.locator(".begin").waitFor();
    const held = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(["day,city,n\n2024-01-31,Oslo,3\n2024-02-01,Lima,4\n2024-02-02,Oslo,9\n"], "trips.csv"));
        return data;
    });
    await page.dispatchEvent(".top", "dragover", { dataTransfer: held });
    await page.getByText("Drop to add the files to “new”").waitFor();
    await page.dispatchEvent(".top", "drop", { dataTransfer: held });
    await page.locator(".rows").getByText("Lima").waitFor();
    assert.match(await page.locator(".fidelity summary").innerText(), /3 rows × 3 columns · utf-8 · Rejected rows: 0/);
    assert.equal(await page.locator(".dropping, .begin").count(), 0);
    await page.locator(".suggestions button").nth(2).waitFor();
    await page.locator(".suggestions button").first().click();
    await page.locator(".turn .card:not(.waiting):not(.clarification):not(.no_answer)").waitFor();
});
