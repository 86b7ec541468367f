// check_lexicon.mjs - the form of data/lexicon: each fault with its place.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../data/lexicon");
const languages = ["en", "es", "zh"];
const ANY = "any"; // words that every language has
const kinds = new Set(
    "person place organisation thing event money count rate share score rank age duration date time year month weekday period code name title text category state flag operation condition".split(" "),
);
const aggregates = new Set(["sum", "mean", "last", "max", "min", "-"]);
const attributes = new Set(["name", "id", "date", "amount", "of", "not", "per", "completes", "against"]);
const CONDITION = /^(?:!?([a-z0-9-]+)|([a-z0-9-]+)(?:<=|>=|<|>|=)([a-z0-9-]+))$/; // `when=` of a state
const MADE = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:(?:--|[*~/%])[a-z0-9]+(?:-[a-z0-9]+)*){1,3}$/; // `made=` of a measure
const keys = new Set(["noun", "header", "verb", "high", "low", "ask", "unit", "word", "code", "suffix"]);
const spoken = new Set(["always", "sometimes", "rules-only"]); // of operations; several lines of each
const concepts = new Map();
const references = [];
let faults = 0;

function fault(place, text) {
    faults++;
    console.log(`${place}: ${text}`);
}

const filesOf = (folder) => (fs.existsSync(path.join(root, folder)) ? fs.readdirSync(path.join(root, folder)).filter((f) => f.endsWith(".txt")).sort() : []);

function* linesOf(file) {
    const lines = fs.readFileSync(path.join(root, file), "utf8").split("\n");
    for (const [i, line] of lines.entries()) if (line.trim() && !line.startsWith("#")) yield [line.trim(), `${file}:${i + 1}`];
}

for (const name of filesOf("concepts"))
    for (const [line, place] of linesOf(`concepts/${name}`)) {
        const [id, kind, aggregate, ...rest] = line.split(/\s+/);
        if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) fault(place, `not an id: ${id}`);
        if (concepts.has(id)) fault(place, `${id} stands already at ${concepts.get(id).place}`);
        if (!kinds.has(kind) && !/^quantity(?::[a-z]+(?:\/[a-z]+)?)?$/.test(kind)) fault(place, `not a kind: ${kind}`);
        if (!aggregates.has(aggregate)) fault(place, `not an aggregate: ${aggregate}`);
        concepts.set(id, { place, name, kind });
        for (let i = 0; i < rest.length; i++) {
            const [, key, value] = rest[i] === "<" ? [, "<", rest[++i]] : /^([^=]*)=?(.*)$/.exec(rest[i]);
            if (key === "when" && kind !== "state" && kind !== "condition") fault(place, "only states and conditions have them");
            else if (key === "when")
                for (const one of value.split(",")) {
                    const [, alone, left, right] = CONDITION.exec(one) ?? [];
                    if (!alone && !left) fault(place, `not a condition: ${one}`);
                    for (const id of [alone, left, right]) if (id && id !== "any" && !/^[0-9]+$/.test(id)) references.push([place, id]);
                }
            else if (key === "made")
                for (const one of value.split(",")) {
                    if (!MADE.test(one) || one.split(/[/%]/).length > 2) fault(place, `not a formula: ${one}`);
                    for (const id of one.split(/--|[*~/%]/)) references.push([place, id]);
                }
            else if (key !== "<" && !attributes.has(key)) fault(place, `not an attribute: ${rest[i]}`);
            else if (!value) fault(place, `no value: ${rest[i]}`);
            else for (const one of value.split(",")) references.push([place, one]);
        }
    }
for (const [place, id] of references) if (!concepts.has(id)) fault(place, `no such concept: ${id}`);

const counts = {};
for (const language of [...languages, ANY])
    for (const name of filesOf(language)) {
        const seen = new Map();
        let block = null;
        for (const [line, place] of linesOf(`${language}/${name}`)) {
            const head = /^\[(.+)\]$/.exec(line)?.[1];
            if (head) {
                if (!concepts.has(head)) fault(place, `no such concept: ${head}`);
                if (seen.has(head)) fault(place, `a second block of ${head}`);
                seen.set(head, (block = new Set()));
                continue;
            }
            const [, key, list] = /^([a-z-]+):\s*(.*)$/.exec(line) ?? [];
            if (!block || !(spoken.has(key) || keys.has(key)) || (language === ANY && key !== "always")) {
                fault(place, `not a line of a block: ${line.slice(0, 40)}`);
                continue;
            }
            if (block.has(key) && !spoken.has(key)) fault(place, `a second line of ${key}`);
            block.add(key);
            const words = list.split(",").map((w) => w.trim());
            if (words.some((w) => !w)) fault(place, "an empty word");
            const list_key = spoken.has(key) ? "spoken" : key;
            for (const word of words) {
                if (block.has(`${list_key} ${word}`)) fault(place, `a word stands twice: ${word}`);
                block.add(`${list_key} ${word}`);
            }
            counts[language] = (counts[language] ?? 0) + words.length;
        }
        for (const [id, concept] of concepts) if (concept.name === name && concept.kind !== "operation" && language !== ANY && !seen.has(id)) fault(`${language}/${name}`, `no block of ${id}`);
    }
// Lists of words: each stands in src/ask/vocabulary/term_lists.def, and what stands there is one.
const declared = new Set([...fs.readFileSync(path.join(root, "../../src/ask/vocabulary/term_lists.def"), "utf8").matchAll(/TERM_LIST\((\w+)\)/g)].map((m) => m[1]));
for (const name of filesOf("lists"))
    for (const [line, place] of linesOf(`lists/${name}`)) {
        const head = /^\[(.+)\]$/.exec(line)?.[1];
        if (!head) {
            if (!/^(en|es|zh|any): /.test(line)) fault(place, `not a line of a list: ${line.slice(0, 40)}`);
            continue;
        }
        const list = `${path.basename(name, ".txt")}_${head}`.replaceAll("-", "_");
        if (!declared.delete(list)) fault(place, `term_lists.def has no ${list}, or it stands twice`);
    }
for (const list of declared) fault("term_lists.def", `data/lexicon/lists has no ${list}`);
console.log(`lexicon: ${concepts.size} concepts, ${Object.entries(counts).map(([l, n]) => `${l} ${n}`).join(", ")} words, ${faults} faults`);
process.exit(faults ? 1 : 0);
