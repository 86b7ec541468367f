#!/usr/bin/env node
// Includes go down the layers only, as CMakeLists.txt declares them, and the
// parent program never sees a room of the worker: those parse foreign bytes.
import path from "node:path";
import {
    closure,
    filesOf,
    includesOf,
    modulesOf,
    read,
    roomOf,
    runCheck,
} from "./source.mjs";

const WORKER_ROOMS = [
    "sandbox",
    "formats",
    "sheets",
    "sections",
    "yaml",
    "unpack",
    "duck",
    "gate",
    "export",
    "tabular",
    "worker",
];
function checkModules(modules, report) {
    const parent = closure(modules, "cli");
    for (const room of WORKER_ROOMS) {
        if (parent.has(room)) {
            report("CMakeLists.txt", 1, `cli reaches the worker room ${room}`);
        }
    }
    for (const [name, { deps }] of modules) {
        for (const dep of deps) {
            if (!modules.has(dep)) {
                report("CMakeLists.txt", 1, `${name} depends on unknown ${dep}`);
            } else if (closure(modules, dep).has(name)) {
                report("CMakeLists.txt", 1, `${name} and ${dep} form a circle`);
            }
        }
    }
}

function checkInclude(file, include, modules, report) {
    const room = roomOf(file);
    const target = include.name.split("/")[0];
    if (include.system) return;
    if (!include.name.includes("/")) {
        if (file.startsWith("tests/") || include.name === "cmocka.h") return;
        report(file, include.line, `write "${room}/${include.name}" in full`);
    } else if (!modules.has(target)) {
        report(file, include.line, `'${target}' is no room of CMakeLists.txt`);
    } else if (!closure(modules, room).has(target)) {
        report(
            file,
            include.line,
            `${room} may not include ${target}: it is not below it`,
        );
    }
}

runCheck((root, report) => {
    const modules = modulesOf(read(root, "CMakeLists.txt"));
    checkModules(modules, report);
    const files = filesOf(root, /^(src|tests\/unit)\/.*\.[ch]$/);
    for (const file of files) {
        if (!modules.has(roomOf(file))) {
            report(file, 1, `'${path.dirname(file)}' is no room`);
            continue;
        }
        for (const include of includesOf(read(root, file))) {
            checkInclude(file, include, modules, report);
        }
    }
    return `layers: ${files.length} files in ${modules.size} rooms`;
});
