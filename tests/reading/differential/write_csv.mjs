import { readPlain } from "./rfc.mjs";

// A table as delimited text, and what each of its records is:
//   { line, kind, cells, row, damage }
// kind is before, header, row, blank, repeated, footer or total; cells are what
// the delimiters of the record say, which is null where its quotes are broken.
function mustQuote(text, d) {
    return (
        text.includes(d.delimiter) || text.includes(d.quote) || /[\r\n]/.test(text) ||
        (d.space && text.startsWith(" ")) || (d.escape === "backslash" && text.includes("\\"))
    );
}

function quoted(text, d) {
    const inner = d.escape === "double"
        ? text.replaceAll(d.quote, d.quote + d.quote)
        : text.replaceAll("\\", "\\\\").replaceAll(d.quote, `\\${d.quote}`);
    return d.quote + inner + d.quote;
}

function written({ text, value }, d) {
    const always = d.quoting === "all" || (d.quoting === "text" && value.word !== undefined);
    return always || mustQuote(text, d) ? quoted(text, d) : text;
}

function lineOf(parts, d) {
    return parts.join(d.delimiter + (d.space ? " " : "")) + (d.trailing ? d.delimiter : "");
}

// The parts of a row after its damages; null instead of cells: broken quotes.
function damaged(parts, cells, hits, d) {
    for (const { kind, column, count } of hits) {
        const text = column === undefined ? "" : cells?.[column]?.text ?? parts[column];
        if (kind === "missing") {
            parts.splice(-count);
            cells?.splice(-count);
        } else if (kind === "extra") {
            const more = Array(count);
            parts.push(...more.fill(""));
            cells?.push(...more.fill({ text: "", value: { none: true } }));
        } else if (column >= parts.length || parts[column] === undefined) {
            continue;
        } else if (kind === "unquoted") {
            parts.splice(column, 1, text, " & co");
            cells?.splice(column, 1, { text, value: { word: text } }, { text: " & co", value: { word: " & co" } });
        } else if (kind === "unclosed") {
            parts[column] = d.quote + text;
            cells = null;
        } else if (kind === "undoubled") {
            parts[column] = `${d.quote}${text} ${d.quote}x${d.quote} y${d.quote}`;
            cells = null;
        } else if (kind === "nul") {
            const [first = "", ...rest] = text;
            parts[column] = `${first}\0${rest.join("")}`;
            cells = null;
        }
    }
    return { parts, cells };
}

const plain = (text) => ({ text, value: text === "" ? { none: true } : { word: text } });

export function writeCsv(table) {
    const { dialect: d, columns, damage } = table;
    const mixed = damage.find((one) => one.kind === "mixed")?.rows ?? [];
    const records = [];
    let text = "";
    let line = 1;
    const put = (body, record, end = d.end) => {
        records.push({ line, from: text.length, ...record });
        line += (body.match(/\r\n|\r|\n/g) ?? []).length + 1;
        text += body + end;
    };
    if (d.sep) {
        put(`sep=${d.delimiter}`, { kind: "sep" });
    }
    table.before.forEach((one) => put(one, { kind: one ? "before" : "blank", text: one }));
    if (table.groups) {
        put(lineOf(table.groups.map((label) => written(plain(label), d)), d), { kind: "groups" });
    }
    const header = lineOf(columns.map((c) => written(plain(c.name), d)), d);
    put(header, { kind: "header" });
    for (let row = 0; row < table.height; row++) {
        const hits = damage.filter((one) => one.row === row);
        for (const { kind } of hits) {
            if (kind === "blank") {
                put("", { kind: "blank" });
            } else if (kind === "empty") {
                put(d.delimiter.repeat(columns.length - 1), { kind: "empty" });
            } else if (kind === "repeated") {
                put(header, { kind: "repeated", cells: columns.map((c) => plain(c.name)) });
            }
        }
        const cells = columns.map((c) => c.cells[row]);
        const bent = hits.filter((one) => !["blank", "empty", "repeated"].includes(one.kind));
        const made = damaged(cells.map((cell) => written(cell, d)), [...cells], bent, d);
        const end = mixed.includes(row) ? (d.end === "\n" ? "\r\n" : "\n") : d.end;
        const body = lineOf(made.parts, d);
        const kind = body === "" && columns.length > 1 ? "blank" : "row"; // nothing is left of it
        put(body, { kind, row, cells: made.cells, damage: bent.map((one) => one.kind) }, end);
    }
    for (const one of damage) {
        if (one.kind === "total") {
            const cells = columns.map((c, i) => plain(i === 0 ? one.label : totalOf(c)));
            put(lineOf(cells.map((cell) => written(cell, d)), d), { kind: "total", cells });
        } else if (one.kind === "footer") {
            one.lines.forEach((foot) => put(foot, { kind: "footer", cells: [plain(foot)] }));
        }
    }
    if (!d.lastEnd) {
        text = text.replace(/(\r\n|\r|\n)$/, "");
    }
    const cut = damage.find((one) => one.kind === "cut");
    if (cut) {
        const last = records.at(-1);
        const body = text.replace(/[\r\n]+$/, "");
        text = body.slice(0, Math.max(Math.min(last.from + 1, body.length), body.length - cut.count));
        text = text.replace(/[\ud800-\udbff]$/, ""); // half of a character
        const end = text.slice(last.from);
        const close = (part) => (d.space ? part.replaceAll(`${d.delimiter} `, d.delimiter) : part);
        const left = readPlain(close(end), d);
        Object.assign(last, {
            kind: text.length > last.from ? last.kind : "blank",
            damage: [...(last.damage ?? []), "cut"],
            cells: left?.[0]?.cells.map((cell, i) => {
                const known = columns[i]?.cells[last.row];
                return known && cell === close(known.text) ? known : plain(cell.replaceAll("\0", ""));
            }) ?? null,
        });
    }
    return { text, records };
}

// A sum where it can be written like the column's cells, else nothing.
function totalOf({ kind, cells }) {
    return kind === "integer"
        ? String(cells.reduce((sum, c) => sum + Number(c.text || 0), 0))
        : "";
}
