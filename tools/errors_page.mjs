#!/usr/bin/env node
// errors_page.mjs [--check] [ROOT] - writes docs/errors.md from the one list
// of errors, src/base/err.def; with --check it only says whether they agree.
import fs from "node:fs";
import path from "node:path";

const LINE =
    /^ERR\((\w+), (\d+), (\d+), (-?\d+),\s*"((?:[^"\\]|\\.)*)"\)\s*$/gm;

function errorsOf(text) {
    const plain = text.replace(/\/\*[\s\S]*?\*\//g, "");
    const list = [...plain.matchAll(LINE)].map((m) => m.slice(1));
    if (list.length !== plain.match(/^ERR\(/gm)?.length) {
        throw new Error("err.def has a line in a form that is not known");
    }
    return list;
}

const row = ([name, exit, http, rpc, meaning]) =>
    `| \`${name}\` | ${exit} | ${http} | ${rpc} | ${meaning} |`;

const page = (errors) => `<!-- Written by tools/errors_page.mjs from src/base/err.def. -->
# Errors

Every failure has one of these codes, whichever way Quarry is called. Scripts
may rely on the codes and the numbers; messages are for people and change.

| code | exit status | HTTP | JSON-RPC | meaning |
|---|---|---|---|---|
${errors.map(row).join("\n")}

A clarifying question and "no answer" are answers: exit status 0, HTTP 200.

On the command line the message goes to standard error. With \`--json\` standard
output holds one object instead, and an MCP client gets the same object as the
text of a result with \`isError\`:

\`\`\`json
{"error":{"code":"VALIDATION_FAILED","message":"...","line":1,"column":8,"offset":7}}
\`\`\`

\`line\`, \`column\` and \`offset\` are there when the failure has a place in what you
gave: in the SQL for a query, in the file for a source. Lines and columns count
from 1, \`offset\` is in bytes from 0. A message never holds a path of the machine
or the content of a cell; the names in it are those you wrote.
`;

const [root = "."] = process.argv.slice(2).filter((a) => a !== "--check");
const target = path.join(root, "docs", "errors.md");
const text = page(
    errorsOf(fs.readFileSync(path.join(root, "src/base/err.def"), "utf8")),
);
if (!process.argv.includes("--check")) {
    fs.writeFileSync(target, text);
} else if (!fs.existsSync(target) || fs.readFileSync(target, "utf8") !== text) {
    console.log(
        "docs/errors.md:1: not what src/base/err.def says; run make generate",
    );
    process.exitCode = 1;
} else {
    console.log("errors: docs/errors.md is what src/base/err.def says");
}
