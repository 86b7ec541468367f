// `make install` below DESTDIR gives a tree that works where it lies, and
// `make uninstall` takes all of it away.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    "../..",
);
const build = process.env.QUARRY_BIN ?? path.join(root, "build/release");

function install(t) {
    const dest = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-install-"));
    t.after(() => fs.rmSync(dest, { recursive: true }));
    execFileSync("cmake", ["--install", build, "--prefix", "/usr"], {
        env: { ...process.env, DESTDIR: dest },
    });
    return dest;
}

const files = (folder) =>
    fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((e) => path.relative(folder, path.join(e.parentPath, e.name)))
        .sort();

test("the installed program finds its worker and the worker its library", (t) => {
    const dest = install(t);
    assert.deepEqual(files(dest), [
        "usr/bin/quarry",
        "usr/lib/quarry/libduckdb.so",
        "usr/lib/quarry/libpdfium.so",
        "usr/lib/quarry/quarry-pdf",
        "usr/lib/quarry/quarry-postgres",
        "usr/lib/quarry/quarry-worker",
        "usr/share/bash-completion/completions/quarry",
        "usr/share/man/man1/quarry.1",
        "usr/share/quarry/use-lite.LICENSE",
        "usr/share/quarry/use-lite.model",
        "usr/share/zsh/site-functions/_quarry",
    ]);
    fs.writeFileSync(path.join(dest, "x.csv"), "a,b\n1,2\n3,4\n");
    const { status, stdout } = spawnSync(
        path.join(dest, "usr/bin/quarry"),
        ["table", "query", "x.csv", "SELECT sum(b) AS s FROM data", "--json"],
        {
            cwd: dest,
            env: { PATH: "/usr/bin:/bin", QUARRY_HOME: path.join(dest, "home") },
            encoding: "utf8",
        },
    );
    assert.equal(status, 0, stdout);
    assert.deepEqual(JSON.parse(stdout).rows, [[6]]);
    const report = spawnSync(path.join(dest, "usr/bin/quarry"), ["search", path.join(root, "examples/harbour.pdf"), "pilotage", "--json"], {
        cwd: dest,
        env: { PATH: "/usr/bin:/bin", QUARRY_HOME: path.join(dest, "home") },
        encoding: "utf8",
    });
    assert.equal(JSON.parse(report.stdout || "{}").evidences?.[0].metadata.page_number, 2, report.stderr);
    const doctor = spawnSync(path.join(dest, "usr/bin/quarry"), ["doctor", "--json"], {
        cwd: dest,
        env: { PATH: "/usr/bin:/bin", QUARRY_HOME: path.join(dest, "home") },
        encoding: "utf8",
    });
    assert.equal(JSON.parse(doctor.stdout).embedding.dimensions, 512);
});

// The loader takes an empty part of a path for the current folder.
test("no program loads a library of the folder that it is started in", (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-libraries-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    fs.writeFileSync(path.join(folder, "x.csv"), "a,b\n1,2\n3,4\n");
    fs.copyFileSync(path.join(root, "examples/harbour.pdf"), path.join(folder, "x.pdf"));
    for (const name of ["libxlsxwriter.so.4", "libsqlite3.so.0", "libicuuc.so.72", "libpdfium.so", "libpq.so.5"])
        fs.writeFileSync(path.join(folder, name), "no library");
    for (const args of [["table", "query", "x.csv", "SELECT sum(b) AS s FROM data"], ["search", "x.pdf", "pilotage"]]) {
        const { status, stderr } = spawnSync(path.resolve(build, "quarry"), args, {
            cwd: folder,
            env: { PATH: "/usr/bin:/bin", QUARRY_HOME: path.join(folder, "home") },
            encoding: "utf8",
        });
        assert.equal(status, 0, stderr);
    }
    for (const name of ["quarry", "quarry-worker", "quarry-pdf", "quarry-postgres"]) {
        const dynamic = execFileSync("readelf", ["-dW", path.join(build, name)], { encoding: "utf8" });
        for (const [, where] of dynamic.matchAll(/\(R(?:UN)?PATH\).*\[(.*)\]/g)) assert.equal(where, "$ORIGIN", name);
    }
});

test("the man page and the completions are made by the program", (t) => {
    const share = path.join(install(t), "usr/share");
    const page = fs.readFileSync(path.join(share, "man/man1/quarry.1"), "utf8");
    assert.match(page, /^\.TH QUARRY 1 /);
    assert.match(page, /^\.SS quarry table export /m);
    const script = path.join(share, "bash-completion/completions/quarry");
    const complete = (words, at) =>
        execFileSync(
            "bash",
            [
                "-c",
                `source "$0"; COMP_WORDS=(${words}); COMP_CWORD=${at}
                 _quarry; echo "\${COMPREPLY[@]}"`,
                script,
            ],
            { encoding: "utf8" },
        ).trim();
    assert.equal(complete("quarry ta", 1), "table");
    assert.equal(complete("quarry table e", 2), "export");
    assert.equal(complete("quarry table map --j", 3), "--json");
    const zsh = path.join(share, "zsh/site-functions/_quarry");
    assert.match(fs.readFileSync(zsh, "utf8"), /^#compdef quarry\n/);
});

test("uninstalling leaves nothing", (t) => {
    const dest = install(t);
    const make = ["-C", root, "uninstall", `DESTDIR=${dest}`, "PREFIX=/usr"];
    execFileSync("make", make);
    assert.deepEqual(files(dest), []);
});
