// The tables of tools in the documentation: written from the registry, and a
// difference is refused.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const tool = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../tools/tool_pages.mjs");

const SPECS = `
#define NULL ((void *)0)
#define ROWS 5 * 100UL
#define BASE {.name = "base", .type = ARGUMENT_TEXT}
static const struct argument options[] = {{.name = "deep"}, {.name = NULL}};
const struct tool_spec spec_find = {
    .name = "find",
    .description = "Not " "shown, (with a }.",
    .arguments = {
        BASE,
        {.name = "query", .is_required = 1, .max = 16u - 1},
        {.name = "rows", .usual = ROWS},
        {.name = "kind", .choices = {"a", "b"}},
        {.name = "options", .members = options},
        {.name = "hidden", .otherwise = "x"},
    },
    .returns = "what " "is found",
};
const struct tool_spec spec_all = {.name = "all", .arguments = {{.name = NULL}}, .returns = "everything"};
`;
const ROUTES = `const struct route routes[] = {
    {.method = "GET", .path = "/own", .run = own, .tool = &spec_all},
    {.method = "POST", .path = "/find", .tool = &spec_find},
    {.method = "GET", .path = "/find", .tool = &spec_find, .of_tool = {"query", "base"}},
};`;

const OPTIONS = `OPTION(JSON, "json", NULL, "as JSON")
OPTION(TOP, "top", "N", "how many")
OPTION(TO, "to", "OUT", "where to")
OPTION(KIND, "kind", "a|b", "which")
`;
const COMMANDS = `#define BIT(x) ((set)1 << OPT_##x)
const struct command cli_commands[] = {
    {"look", "FILE", "what is there", "", BIT(JSON) | BIT(TOP), 1, 1, cmd_look},
    {"find", "FILE --to OUT", "what is " "found", "text, (more)", BIT(JSON) | BIT(TO) | BIT(KIND), 1, 1, cmd_find},
};`;
const TOOL_ARGS = `static const struct x { int a; } commands[] = {{cmd_find, &spec_find}, {cmd_look, &spec_all}};`;

function project(t, pages) {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-pages-"));
    t.after(() => fs.rmSync(root, { recursive: true }));
    const put = (name, text) => {
        fs.mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
        fs.writeFileSync(path.join(root, name), text);
    };
    put("src/server/tool_registry/x_table.c", SPECS);
    put("src/server/rest/routes_table.c", ROUTES);
    put("src/cli/options.def", OPTIONS);
    put("src/cli/commands.c", COMMANDS);
    put("src/cli/tool_args.c", TOOL_ARGS);
    for (const [name, text] of Object.entries(pages)) put(name, text);
    return root;
}

const run = (...args) => spawnSync(process.execPath, [tool, ...args], { encoding: "utf8" });
const block = (what) => `before\n<!-- tools: ${what} -->\n<!-- end of tools -->\nafter\n`;

test("tables are written from the registry, and then agree with it", (t) => {
    const root = project(t, { "docs/mcp.md": block("spec_find spec_all -hidden"), "docs/http.md": block("routes") });
    assert.equal(run("--check", root).status, 1);
    assert.equal(run(root).status, 0);
    assert.equal(run("--check", root).status, 0);
    const read = (name) => fs.readFileSync(path.join(root, name), "utf8").split("\n");
    assert.deepEqual(read("docs/mcp.md"), [
        "before",
        "<!-- tools: spec_find spec_all -hidden -->",
        "| tool | arguments | answers |",
        "|---|---|---|",
        "| `find` | `query`; `base`, `rows` (500), `kind` (`a`, `b`), `options` (`deep`) | what is found |",
        "| `all` | | everything |",
        "<!-- end of tools -->",
        "after",
        "",
    ]);
    assert.deepEqual(read("docs/http.md").slice(4, 6), [
        "| `POST /find` | `find` | `query`; `base`, `rows` (500), `kind` (`a`, `b`), `options` (`deep`), `hidden` (`x`) |",
        "| `GET /find` | `find` | in the query string: `query`, `base` |",
    ]);
});

test("commands are listed with the options that not all of them take", (t) => {
    const root = project(t, { "docs/tools.md": block("commands spec_all spec_find") });
    assert.equal(run(root).status, 0);
    const lines = fs.readFileSync(path.join(root, "docs/tools.md"), "utf8").split("\n");
    assert.deepEqual(lines.slice(4, 6), [
        "| `all` | `quarry look FILE [--top N]` | what is there |",
        "| `find` | `quarry find FILE --to OUT [--kind a\\|b]` | what is found |",
    ]);
});

test("a table of a tool that is not in the registry is refused", (t) => {
    const root = project(t, { "docs/mcp.md": block("spec_none") });
    const { status, stderr } = run(root);
    assert.notEqual(status, 0);
    assert.match(stderr, /spec_none is no tool/);
});
