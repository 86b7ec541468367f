#!/usr/bin/env node
// Nothing in the tree names a place that only some machines have: no host of
// a package registry, no download address, no absolute path of a checkout.
import path from "node:path";
import { filesOf, read, runCheck } from "./source.mjs";

const BAD = [
    [/\bregistry\.[a-z-]+\.[a-z]{2,}/i, "names a package registry"],
    [/\b(deb|snapshot|security|ftp)\.debian\.org/i, "names a package mirror"],
    [/\b(pypi|npmjs)\.(org|com)\b/i, "names a package registry"],
    [/"resolved":/, "holds a download address"],
    [/(^|[\s"'`(=:])\/work\//, "names a path of one machine"],
];
const BINARY = /\.(png|jpe?g|gif|pdf|xlsx|docx|pptx|odt|odp|epub|zip|gz|duckdb|sqlite|db|woff2?|ico)$/;

runCheck((root, report) => {
    const files = filesOf(root, /./).filter(
        (f) => !BINARY.test(f) && !f.startsWith("tests/fuzz/corpus/"),
    );
    for (const file of files) {
        if (file === path.join("tools", "check_names.mjs")) continue;
        read(root, file)
            .split("\n")
            .forEach((line, i) => {
                for (const [pattern, why] of BAD) {
                    if (pattern.test(line)) report(file, i + 1, why);
                }
            });
    }
    return `names: ${files.length} files`;
});
