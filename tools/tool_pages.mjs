#!/usr/bin/env node
// tool_pages.mjs [--check] [ROOT] - writes the tables of tools in the documentation
// from the registry (src/server/tool_registry/*_table.c), the routes
// (src/server/rest/routes_table.c) and the commands (src/cli); with --check it only
// says whether they agree.
//
// A table stands between `<!-- tools: ... -->` and `<!-- end of tools -->`. The first
// names what it lists: the specs (spec_NAME) in their order, `-NAME` for arguments
// that the text around the table describes; after `routes` or `commands` it lists the
// routes that are tools, or the commands of these specs.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const [root = "."] = process.argv.slice(2).filter((a) => a !== "--check");
const isCheck = process.argv.includes("--check");

// ---- constants of C, as the preprocessor leaves them ----

const TOKEN = /"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|\d\w*|[{}()[\],.=;&*<+|/-]/g;

function preprocess(file) {
    const { status, stdout, stderr } = spawnSync(
        process.env.CC ?? "cc", ["-E", "-P", "-Isrc", file], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
    if (status !== 0) throw new Error(`${file}: ${stderr}`);
    return stdout;
}

const unquote = (s) => JSON.parse(s.replace(/\\'/g, "'"));

// A number with its suffix, (size_t)128 << 10, or a name as it is.
function valueOf(tokens) {
    if (tokens.every((t) => t.startsWith('"'))) return tokens.map(unquote).join("");
    const plain = tokens.join(" ").replace(/\( size_t \)/g, "").replace(/< </g, "<<")
        .replace(/\b(\d+)[uUlL]+\b/g, "$1");
    return /^[\d\s()<+*-]+$/.test(plain) ? Number(Function(`return ${plain}`)()) : plain.replace(/^& /, "");
}

// The initialiser that begins at tokens[i.at]: an object of its designators, or a list.
function initialiser(tokens, i) {
    const out = { list: [] };
    i.at++;
    while (tokens[i.at] !== "}") {
        let name = null;
        if (tokens[i.at] === ".") {
            name = tokens[i.at + 1];
            i.at += 3;
        }
        const value = tokens[i.at] === "{" ? initialiser(tokens, i) : scalar(tokens, i);
        if (name) out[name] = value;
        else out.list.push(value);
        if (tokens[i.at] === ",") i.at++;
    }
    i.at++;
    return out;
}

function scalar(tokens, i) {
    const from = i.at;
    for (let depth = 0; depth > 0 || !",}".includes(tokens[i.at]); i.at++)
        depth += { "(": 1, ")": -1 }[tokens[i.at]] ?? 0;
    return valueOf(tokens.slice(from, i.at));
}

// The constants of a file whose declaration matches, by name.
function constantsOf(file, declaration) {
    const text = preprocess(file);
    const out = new Map();
    for (const m of text.matchAll(declaration)) {
        const tokens = text.slice(m.index + m[0].length - 1).match(TOKEN);
        out.set(m[1], initialiser(tokens, { at: 0 }));
    }
    return out;
}

// ---- what is written ----

const folder = "src/server/tool_registry";
const files = fs.readdirSync(path.join(root, folder)).filter((f) => f.endsWith("_table.c"));
const specs = new Map();
const lists = new Map();
for (const file of files) {
    const at = `${folder}/${file}`;
    for (const [name, x] of constantsOf(at, /const struct tool_spec (\w+) = \{/g)) specs.set(name, x);
    for (const [name, x] of constantsOf(at, /const struct argument (\w+)\[\] = \{/g)) lists.set(name, x);
}

// Lists end with one whose name is NULL.
const named = (list) => list.filter((x) => /^\w+$/.test(x.name));
const code = (s) => `\`${s}\``;

function detailOf(x) {
    if (x.usual) return ` (${x.usual.toLocaleString("en")})`;
    if (x.otherwise) return ` (${code(x.otherwise).replace(/^`(\d+)`$/, "$1")})`;
    if (x.choices) return ` (${x.choices.list.map(code).join(", ")})`;
    if (x.members) return ` (${named(lists.get(x.members).list).map((m) => code(m.name)).join(", ")})`;
    if (x.type === "ARGUMENT_LIST" && x.max) return ` (up to ${x.max.toLocaleString("en")})`;
    return "";
}

// "`query`; `base`, `top_k` (10)": what is required, then what may be left out.
function argumentsOf(spec, left) {
    const all = named(spec.arguments.list).filter((x) => !left.includes(x.name));
    const say = (list) => list.map((x) => code(x.name) + detailOf(x)).join(", ");
    const required = say(all.filter((x) => x.is_required));
    const optional = say(all.filter((x) => !x.is_required));
    return required && optional ? `${required}; ${optional}` : required || optional;
}

function specOf(name) {
    if (!specs.has(name)) throw new Error(`${name} is no tool of the registry`);
    return specs.get(name);
}

function toolTable(names, left) {
    const rows = names.map(specOf).map((x) =>
        `| ${code(x.name)} | ${argumentsOf(x, left)} | ${x.returns} |`.replace("|  |", "| |"));
    return ["| tool | arguments | answers |", "|---|---|---|", ...rows];
}

// Those without a handler of their own.
function routeTable(left) {
    const routes = constantsOf("src/server/rest/routes_table.c", /const struct route (routes)\[\] = \{/g).get("routes");
    const rows = routes.list.filter((r) => !r.run).map((r) => {
        const taken = r.of_tool ? `in the query string: ${r.of_tool.list.map(code).join(", ")}` : argumentsOf(specOf(r.tool), left);
        return `| ${code(`${r.method} ${r.path}`)} | ${code(specOf(r.tool).name)} | ${taken} |`;
    });
    return ["| route | tool | body |", "|---|---|---|", ...rows];
}

// What options.def has of each option: its name and argument.
function optionsOf() {
    const text = fs.readFileSync(path.join(root, "src/cli/options.def"), "utf8");
    return new Map([...text.matchAll(/^OPTION\((\w+), ("[^"]*"), ("[^"]*"|NULL)/gm)].map(([, id, name, argument]) =>
        [`OPT_${id}`, `--${unquote(name)}${argument === "NULL" ? "" : ` ${unquote(argument)}`}`]));
}

// The commands of tools; options that all of them take, or all but one form of their
// output, stand in the text around the table.
function commandTable(names) {
    const runs = constantsOf("src/cli/tool_args.c", /\} (commands)\[\] = \{/g).get("commands");
    const run = new Map(runs.list.map((x) => [x.list[1], x.list[0]]));
    const all = constantsOf("src/cli/commands.c", /const struct command (\w+)\[\] = \{/g).get("cli_commands");
    const commands = names.map((n) => [specOf(n), all.list.find((c) => c.list[7] === run.get(n)).list]);
    const taken = commands.map(([, c]) => new Set(c[4].match(/OPT_\w+/g)));
    const isCommon = (id) => id === "OPT_CSV" || taken.every((set) => set.has(id));
    const options = optionsOf();
    const rows = commands.map(([spec, [name, operands, summary]], i) => {
        const own = [...options].filter(([id, o]) =>
            taken[i].has(id) && !isCommon(id) && !operands.includes(o)).map(([, o]) => ` [${o}]`);
        const usage = `quarry ${name} ${operands}${own.join("")}`.replace(/\|/g, "\\|");
        return `| ${code(spec.name)} | ${code(usage)} | ${summary} |`;
    });
    return ["| tool | command | for |", "|---|---|---|", ...rows];
}

function tableOf([kind, ...names], left) {
    if (kind === "routes") return routeTable(left);
    return kind === "commands" ? commandTable(names) : toolTable([kind, ...names], left);
}

const BLOCK = /(<!-- tools: ([^>]*?) -->\n)[\s\S]*?(<!-- end of tools -->)/g;

function rewritten(text) {
    return text.replace(BLOCK, (_, head, what, end) => {
        const words = what.split(/\s+/);
        const left = words.filter((w) => w.startsWith("-")).map((w) => w.slice(1));
        const names = words.filter((w) => !w.startsWith("-"));
        return `${head}${tableOf(names, left).join("\n")}\n${end}`;
    });
}

let tables = 0;
for (const page of ["docs/mcp.md", "docs/http.md", "docs/tools.md"]) {
    const file = path.join(root, page);
    if (!fs.existsSync(file)) continue;
    const text = fs.readFileSync(file, "utf8");
    const wanted = rewritten(text);
    tables += [...text.matchAll(BLOCK)].length;
    if (text === wanted) continue;
    if (isCheck) {
        console.log(`${page}:1: a table is not what the registry of tools says; run make generate`);
        process.exitCode = 1;
    } else {
        fs.writeFileSync(file, wanted);
    }
}
console.log(`tool pages: ${specs.size} tools, ${tables} tables`);
