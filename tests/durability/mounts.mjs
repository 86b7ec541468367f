// mounts.mjs - file systems of their own, where one may be mounted.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const mount = (...args) => spawnSync("mount", args).status === 0;

// A folder on a file system of its own, or null.
export function mounted(t, size = "64m") {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-disk-"));
    const done = mount("-t", "tmpfs", "-o", `size=${size}`, "tmpfs", dir);
    t.after(() => {
        if (done) execFileSync("umount", ["-l", dir]);
        fs.rmdirSync(dir);
    });
    return done ? dir : null;
}

// All of the file system but `room` KiB, or less where somebody writes meanwhile.
export function fill(dir, room) {
    const { bavail, bsize } = fs.statfsSync(dir);
    try {
        fs.writeFileSync(path.join(dir, "fill"), Buffer.alloc(Math.max(0, bavail * bsize - room * 1024)));
    } catch (e) {
        if (e.code !== "ENOSPC") throw e;
    }
}

// A worker that is being killed may still hold a file open for writing.
export function remount_read_only(dir) {
    for (let tries = 0; tries < 100; tries++) {
        if (spawnSync("mount", ["-o", "remount,ro", dir]).status === 0) return true;
        execFileSync("sync");
    }
    return false;
}
