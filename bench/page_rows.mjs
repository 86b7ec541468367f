// page_rows.mjs - a table of 5,000,000 rows on the page, looked through as people
// do: by the wheel, by dragging the bar, by keys, by the number of a row. How long
// each frame took, and how long until the rows were there.
import fs from "node:fs";
import path from "node:path";

export const ROWS = 5_000_000;
const CITIES = ["Oslo", "Cádiz", "São Paulo", "北京", "Kyoto", "Lyon"];
const DAY_MS = 86_400_000;

function write(file) {
    const out = fs.openSync(file, "w");
    fs.writeSync(out, "id,day,city,amount,note\n");
    for (let first = 1; first <= ROWS; first += 10_000) {
        const lines = Array.from({ length: 10_000 }, (_, i) => {
            const id = first + i;
            const day = new Date((id % 9000) * DAY_MS).toISOString().slice(0, 10);
            return `${id},${day},${CITIES[id % CITIES.length]},${((id * 7919) % 1_000_000) / 100},note ${id}\n`;
        });
        fs.writeSync(out, lines.join(""));
    }
    fs.closeSync(out);
}

// Frames since they were last taken, in ms, and tasks of over 50 ms.
const watch = (page) =>
    page.evaluate(() => {
        Object.assign(globalThis, { frames: [], tasks: [] });
        let last = performance.now();
        const frame = (now) => {
            globalThis.frames.push(now - last);
            last = now;
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
        new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map((e) => e.duration))).observe({
            type: "longtask",
        });
    });
const taken = (page) =>
    page.evaluate(() => {
        const got = { frames: globalThis.frames.slice(1), tasks: globalThis.tasks };
        Object.assign(globalThis, { frames: [], tasks: [] });
        return got;
    });

const shown = (page, id) => page.getByText(`note ${id}`, { exact: true }).waitFor();
const firstRow = async (page) =>
    Number((await page.locator(".rows tbody th").first().textContent()).replaceAll(",", ""));

async function until(page, id, act) {
    const start = performance.now();
    await act();
    await shown(page, id);
    return performance.now() - start;
}

async function look(page, box) {
    const inside = [box.x + 100, box.y + 100];
    const bar = box.x + box.width - 6;
    const moves = {};

    await watch(page);
    await page.mouse.move(...inside);
    for (let i = 0; i < 100; i++) {
        await page.mouse.wheel(0, 120);
        await page.waitForTimeout(16);
    }
    moves.wheel = await taken(page);
    if (Math.abs((await firstRow(page)) - 429) > 1) throw new Error("the wheel moved by another number of rows");
    await page.keyboard.press("Home");
    await shown(page, 1);
    await page.mouse.move(bar, box.y + 24);
    await page.mouse.down();
    await taken(page);
    for (let i = 0; i < 100; i++) {
        await page.mouse.move(bar, box.y + 24 + 2 * i);
        await page.waitForTimeout(16);
    }
    moves.drag = await taken(page);
    await page.mouse.up();
    const reached = await firstRow(page);
    if (reached < ROWS / 4) throw new Error(`the bar led to row ${reached}`);
    await shown(page, reached);
    return moves;
}

// Needs a browser that shows scroll bars: Playwright hides them otherwise.
export async function manyRows(browser, url, { home, run }) {
    const file = path.join(home, "many.csv");
    write(file);
    run("add", "many", file);
    fs.rmSync(file);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${url}#base=many`);
    const opened = await until(page, 1, () => page.getByRole("button", { name: "many.csv", exact: true }).click());
    const rows = page.locator(".rows");
    await rows.focus();
    const moves = await look(page, await rows.boundingBox());
    const end = await until(page, ROWS, () => rows.press("End"));
    const found = await until(page, ROWS / 2, async () => {
        await page.getByLabel("Go to row").fill(String(ROWS / 2));
        await page.keyboard.press("Enter");
    });
    await context.close();
    return { opened, moves, end, found };
}
