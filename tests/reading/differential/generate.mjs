// A table by its seed: what is in it, and how it is to be written. The result
// is plain data, so that a failure can be made smaller piece by piece.
import { damages } from "./damage.mjs";
import { languages } from "./languages.mjs";
import { Random } from "./random.mjs";
import { kinds, pickKind } from "./values.mjs";

const styles = [
    { point: ".", group: "," },
    { point: ".", group: "," },
    { point: ",", group: "." },
    { point: ",", group: " " },
    { point: ".", group: "'" },
];

export function headerNames(r, language, width) {
    const names = [];
    for (let i = 0; i < width; i++) {
        const name = r.pick(language.names);
        names.push(names.includes(name) ? `${name}_${i + 1}` : name);
    }
    return names;
}

function makeColumns(r, style, width, height) {
    return Array.from({ length: width }, () => {
        const kind = pickKind(r);
        const gaps = r.weighted([[6, 0], [2, 0.1], [1, 0.5], [width > 3 ? 0.3 : 0, 1]]);
        const make = kinds[kind](r, style);
        const cells = Array.from({ length: height }, () =>
            r.chance(gaps) ? { text: "", value: { none: true } } : make());
        if (width === 1 && cells.at(-1).value.none) {
            cells[height - 1] = make(); // an empty last line is none
        }
        return { kind, cells };
    });
}

export const common = [",", ";", "\t", "|"];

function makeDialect(r, width, height) {
    const rare = width >= 3 && height >= 6;
    const quote = r.weighted([[9, '"'], [width > 1 ? 1 : 0, "'"]]);
    return {
        delimiter: r.weighted([[6, ","], [4, ";"], [3, "\t"], [2, "|"], [rare ? 1 : 0, r.pick([":", "^", "~", "#"])]]),
        quote,
        escape: r.weighted([[9, "double"], [1, "backslash"]]),
        quoting: r.weighted([[6, "minimal"], [2, "all"], [2, "text"]]),
        end: r.weighted([[4, "\n"], [4, "\r\n"], [1, "\r"]]),
        lastEnd: r.chance(0.8),
        space: r.chance(0.06),
        trailing: r.chance(0.06),
        sep: r.chance(0.04),
    };
}

function makeEncoding(r, language) {
    return r.weighted([
        [6, { name: "utf-8", bom: r.chance(0.2) }],
        [4, { name: r.pick(language.encodings), bom: false }],
        [1, { name: r.pick(["utf-16le", "utf-16be"]), bom: r.chance(0.7) }],
    ]);
}

// Labels over the names, each over its own column and those without one behind it.
function groupLabels(r, language, width) {
    const [first, ...rest] = r.sample(language.words, 4);
    const from = r.int(1, width - 2);
    return Array.from({ length: width }, (_, i) => (i === 0 ? first : i === from ? rest[0] : ""));
}

export function generate(seed) {
    const r = new Random(seed);
    const language = languages[r.pick(Object.keys(languages))];
    const style = { ...r.pick(styles), language, chinese: language === languages.chinese };
    const width = r.weighted([[1, 1], [3, 2], [8, r.int(3, 6)], [5, r.int(7, 15)], [1, r.int(16, 40)]]);
    const height = r.weighted([[1, r.int(1, 3)], [5, r.int(4, 20)], [4, r.int(21, 60)], [0.3, r.int(300, 900)]]);
    const names = headerNames(r, language, width);
    const columns = makeColumns(r, style, width, height).map((c, i) => ({ name: names[i], ...c }));
    const dialect = makeDialect(r, width, height);
    const table = { seed, columns, height, dialect, encoding: makeEncoding(r, language), before: [], damage: [] };
    if (width > 3 && r.chance(0.06)) {
        table.groups = groupLabels(r, language, width);
    } else if (width > 1 && r.chance(0.12)) {
        table.before = Array.from({ length: r.int(1, 3) }, () =>
            r.weighted([[2, r.sample(language.words, 3).join(" ")], [1, ""]]));
    }
    if (width > 1 && r.chance(0.45)) {
        table.damage = damages(r, table, language);
    }
    if (table.damage.length > 0 && !common.includes(dialect.delimiter)) {
        dialect.delimiter = ","; // in a damaged file nobody can tell a rare one from a letter
    }
    // Of an encoding that is documented as not read nothing can be said.
    table.declared = r.chance(0.1) && table.encoding.name !== "johab";
    return table;
}
