#!/usr/bin/env node
// Includes go down the layers only, as CMakeLists.txt declares them: a module
// sees those that its DEPS reach, and only in folders that its own may use. The
// parent program never sees the folders of the worker: those parse untrusted
// bytes.
import fs from "node:fs";
import path from "node:path";
import {
    closure,
    filesOf,
    foldersOf,
    includesOf,
    modulesOf,
    read,
    moduleOf,
    runCheck,
} from "./source.mjs";

const WORKER_FOLDERS = ["engine", "formats"];
const LIST = "CMakeLists.txt";
const README = "src/README.md";
const ARCHITECTURE = "docs/architecture.md";
const folderOf = (module) => module.split("/")[0];

function checkFolders(folders, report) {
    const above = new Set(folders.keys());
    for (const [name, uses] of folders) {
        above.delete(name);
        for (const use of uses) {
            if (!folders.has(use)) report(LIST, 1, `the folder ${name} uses unknown ${use}`);
            else if (use === name || above.has(use))
                report(LIST, 1, `the folder ${name} may not use ${use}: it is declared after it`);
        }
    }
}

function checkModules(modules, folders, report) {
    for (const module of closure(modules, "cli")) {
        if (WORKER_FOLDERS.includes(folderOf(module))) {
            report(LIST, 1, `cli reaches the worker module ${module}`);
        }
    }
    const names = new Map();
    for (const [module, { deps }] of modules) {
        const twin = names.get(path.basename(module));
        if (twin) report(LIST, 1, `${twin} and ${module} have one name`);
        names.set(path.basename(module), module);
        if (!folders.has(folderOf(module))) {
            report(LIST, 1, `${module} is in no folder() of the list`);
        }
        for (const dep of deps) {
            if (!modules.has(dep)) {
                report(LIST, 1, `${module} depends on unknown ${dep}`);
            } else if (closure(modules, dep).has(module)) {
                report(LIST, 1, `${module} and ${dep} form a circle`);
            } else if (!mayUse(folders, module, dep)) {
                report(LIST, 1, `${module} may not depend on ${dep}: ${folderOf(module)} does not use ${folderOf(dep)}`);
            }
        }
    }
}

// src/README.md has a line for each module.
function checkReadme(root, modules, report) {
    const file = path.join(root, README);
    if (!fs.existsSync(file)) return;
    const text = fs.readFileSync(file, "utf8");
    const named = new Set([...text.matchAll(/^\| (`.*?`) \|/gm)].flatMap((m) => m[1].match(/[^` ]+/g)));
    for (const module of modules.keys())
        if (!named.has(module)) report(README, 1, `${module} has no line`);
    for (const name of named) if (!modules.has(name)) report(README, 1, `${name} is no module`);
}

// docs/architecture.md has a row for each folder: its modules and what it may use.
function checkArchitecture(root, modules, folders, report) {
    const file = path.join(root, ARCHITECTURE);
    if (!fs.existsSync(file)) return;
    const text = fs.readFileSync(file, "utf8");
    const lineOf = (at) => text.slice(0, at).split("\n").length;
    const rows = [...text.matchAll(/^\| \*\*(\w+)\*\* \| .* \| (.*) \| (.*) \|$/gm)];
    const words = (list) => list.match(/[a-z_0-9]+/g) ?? [];
    for (const row of rows) {
        const [, folder, listed, uses] = row;
        const has = [...modules.keys()].filter((m) => folderOf(m) === folder).map((m) => m.split("/").at(-1));
        const named = [...listed.matchAll(/`(\w+)`/g)].map((m) => m[1]);
        const say = (names, what) => names.length && report(ARCHITECTURE, lineOf(row.index), `${folder}: ${names.join(", ")} ${what}`);
        say(has.filter((name) => !named.includes(name)), "is not in the list of modules");
        say(named.filter((name) => !has.includes(name)), "is no module");
        if (words(uses.replace("nothing", "")).sort().join() !== [...(folders.get(folder) ?? [])].sort().join())
            say([uses], "is not what CMakeLists.txt lets it use");
    }
    for (const folder of folders.keys())
        if (!rows.some((row) => row[1] === folder)) report(ARCHITECTURE, 1, `${folder} has no row`);
}

const mayUse = (folders, module, other) =>
    folderOf(module) === folderOf(other) ||
    (folders.get(folderOf(module)) ?? []).includes(folderOf(other));

function checkInclude(file, include, { modules, folders }, report) {
    const module = moduleOf(file);
    const target = path.dirname(include.name);
    const say = (why) => report(file, include.line, why);
    if (include.system) return;
    if (!include.name.includes("/")) {
        if (file.startsWith("tests/") || include.name === "cmocka.h") return;
        say(`write "${module}/${include.name}" in full`);
    } else if (!modules.has(target)) {
        say(`'${target}' is no module of CMakeLists.txt`);
    } else if (!closure(modules, module).has(target)) {
        say(`${module} may not include ${target}: it is not below it`);
    } else if (file.startsWith("src/") && !mayUse(folders, module, target)) {
        say(`${module} may not include ${target}: ${folderOf(module)} does not use ${folderOf(target)}`);
    }
}

runCheck((root, report) => {
    const list = read(root, LIST);
    const modules = modulesOf(list);
    const folders = foldersOf(list);
    checkFolders(folders, report);
    checkModules(modules, folders, report);
    checkReadme(root, modules, report);
    checkArchitecture(root, modules, folders, report);
    const files = filesOf(root, /^(src|tests\/unit)\/.*\.[ch]$/);
    for (const file of files) {
        if (!modules.has(moduleOf(file))) {
            report(file, 1, `'${path.dirname(file)}' is no module`);
            continue;
        }
        for (const include of includesOf(read(root, file))) {
            checkInclude(file, include, { modules, folders }, report);
        }
    }
    const edges = [...folders.values()].reduce((n, uses) => n + uses.length, 0);
    return `layers: ${files.length} files in ${modules.size} modules, ${folders.size} folders with ${edges} edges`;
});
