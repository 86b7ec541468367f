// `quarry open` begins a server and a browser with its address; where one is
// there already only the browser.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";
import { until } from "./server.mjs";

const program = path.join(process.env.QUARRY_BIN ?? "build/release", "quarry");

async function written(file) {
    await until(() => fs.existsSync(file));
    return fs.readFileSync(file, "utf8").trim();
}

test("a server and a browser are begun, and the second time the browser alone", async (t) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-open-"));
    const browser = path.join(dir, "browser");
    const opened = path.join(dir, "opened");
    fs.writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$1" >"${opened}.new" && mv "${opened}.new" "${opened}"\n`, { mode: 0o755 });
    const env = { ...process.env, QUARRY_HOME: path.join(dir, "home"), BROWSER: browser };
    const child = spawn(program, ["open", "--listen", "127.0.0.1:0"], { env, stdio: ["ignore", "pipe", "inherit"] });
    t.after(() => {
        child.kill("SIGKILL");
        fs.rmSync(dir, { recursive: true, force: true });
    });
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const url = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(value)[1];
    assert.equal(await written(opened), url);
    assert.match(await (await fetch(url)).text(), /<title>Quarry<\/title>/);

    fs.rmSync(opened);
    const listen = new URL(url).host;
    const again = execFileSync(program, ["open", "--listen", listen], { env, encoding: "utf8" });
    assert.equal(again, `a server is running already: ${url}\n`);
    assert.equal(await written(opened), url);
});

test("without a browser the address is said, and the server serves", async (t) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-open-"));
    const env = { ...process.env, QUARRY_HOME: path.join(dir, "home"), BROWSER: "/nonexistent" };
    const child = spawn(program, ["open", "--listen", "127.0.0.1:0"], { env, stdio: ["ignore", "pipe", "inherit"] });
    t.after(() => {
        child.kill("SIGKILL");
        fs.rmSync(dir, { recursive: true, force: true });
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const url = (await lines.next()).value.replace("listening on ", "");
    assert.equal((await lines.next()).value, `no browser can be started; open ${url} yourself`);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
});
