// browser.mjs - Debian's Chromium for the tests of this folder, built without a user
// interface (half of the time of the whole browser), with nothing that looks for a
// network, and a window of one size.
import { after } from "node:test";
import { chromium } from "playwright-core";

export const FLAGS = [
    "--no-sandbox", // tests may run as root
    "--disable-gpu",
    "--in-process-gpu", // a third less of the processor for each page
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
];

const HANGS_MS = 600000; // of what is waited for, on a machine that does much else

export const program = process.env.QUARRY_CHROMIUM ?? "/usr/bin/chromium-headless-shell";

// The one of this process; each page in it has a context of its own.
let launched;
after(async () => (await launched)?.close());

export function browse() {
    launched ??= chromium.launch({ executablePath: program, args: FLAGS });
    return launched;
}

// A new page in it; whatever it complains of fails the test at its end.
export async function open(t, browser, url, { complain = true, ...options } = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: "en-US",
        timezoneId: "UTC",
        reducedMotion: "reduce",
        ...options,
    });
    context.setDefaultTimeout(HANGS_MS);
    const page = await context.newPage();
    const complaints = [];
    page.on("pageerror", (e) => complaints.push(String(e)));
    page.on("console", (m) => {
        if (m.type() === "error" && !/Failed to load resource/.test(m.text())) complaints.push(m.text());
    });
    t.after(async () => {
        await context.close();
        if (complain && complaints.length) throw new Error(`the page complains: ${complaints.join("; ")}`);
    });
    await page.goto(url);
    return page;
}

// Ask, and the turn when its answer or failure is there.
export async function ask(page, question) {
    await page.fill("#question", question);
    await page.keyboard.press("Enter");
    await page.locator(".turn").last().locator(".card:not(.waiting), .failure").waitFor();
    return page.locator(".turn").last();
}
