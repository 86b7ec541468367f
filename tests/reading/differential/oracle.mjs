// Is what was read what was written? Each cell is equal, or its line is reported.
// A problem is { class, what }; the classes:
//   silent    a cell differs, or a row is lost, and nothing says so
//   invented  a well-formed row was changed, which no report excuses
//   aside     a well-formed row, or file, was set aside or refused
//   header    the names of the columns are others
//   untyped   a well-formed column of numbers or days became text
import { checkCell } from "../plain.mjs";
import { isAnother } from "./encode.mjs";
import { canonical } from "./values.mjs";

export function sameKnown({ text, value }, read, column, format, quotedEmpty) {
    const type = column.inferred_type;
    if (value.none) {
        return read === null || (quotedEmpty && read === "");
    }
    if (type === "string") {
        return read === text;
    }
    if (read === null) {
        return false;
    }
    if (type === "integer" && String(read) === text) {
        return true;
    }
    if (value.num !== undefined) {
        return /integer|decimal|float/.test(type) && sameNumber(value.num, read);
    }
    if (value.date) {
        return read === value.date || (type === "timestamp" && read === `${value.date}T00:00:00`);
    }
    if (value.time) {
        return read === value.time;
    }
    if (value.moment) {
        return read === value.moment;
    }
    if (value.bool !== undefined) {
        return read === value.bool;
    }
    try {
        return checkCell({ text, quoted: false }, read, column, format);
    } catch {
        return false;
    }
}

function sameNumber(known, read) {
    const plain = String(read);
    return /^-?\d*\.?\d+$/.test(plain) ? canonical(plain) === known : Number(plain) === Number(known);
}

class Judge {
    constructor(table, { records }, { map, rows, irregular }) {
        Object.assign(this, { table, records, map, rows });
        this.at = 0;
        this.problems = [];
        this.counts = { rows: 0, equal: 0, aside: 0, reported: 0, short: 0 };
        this.reported = new Map();
        const padded = map.fidelity.rows_padded ?? [];
        for (const one of [...irregular, ...padded.map(({ line }) => ({ line, action: "padded" }))]) {
            this.reported.set(one.line, [...(this.reported.get(one.line) ?? []), one]);
        }
        this.quotedEmpty = table.dialect.quoting === "all";
        this.formats = map.fidelity.columns;
    }

    problem(kind, what) {
        this.problems.push({ class: kind, what });
    }

    actions(record) {
        return (this.reported.get(record.line) ?? []).map((one) => one.action);
    }

    isAside(record) {
        return this.actions(record).some((one) => !["repaired", "padded"].includes(one));
    }

    same(cell, read, i) {
        const column = this.map.columns[i];
        const as = (text) => sameKnown({ ...cell, text }, read, column, this.formats[i], this.quotedEmpty);
        return as(cell.text) ||
            (this.table.dialect.space && i > 0 && cell.text === "" && read === " ") ||
            (this.table.dialect.space && i > 0 && as(` ${cell.text}`)) ||
            (this.table.dialect.end !== "\n" && cell.text.includes("\n") && typeof read === "string" &&
                read.replace(/\r\n?/g, "\n") === cell.text);
    }

    // The first cell of a record that this row does not have; -1: none.
    differs(cells, row) {
        for (let i = 0; i < row.length; i++) {
            const cell = cells[i] ?? { text: "", value: { none: true } };
            if (!this.same(cell, row[i], i) && !this.cautioned(i, cell) && !this.isNoValue(i, row[i])) {
                return i;
            }
        }
        return cells.slice(row.length).findIndex((cell) => cell.text !== "") < 0 ? -1 : row.length;
    }

    // What the caution doubts is not silent: the form of a column's numbers or
    // dates, by its name, or the letters of all text.
    cautioned(i, cell) {
        const doubts = (this.map.caution ?? "").split(";");
        const name = `'${this.map.columns[i].name}'`;
        return cell.value.word === undefined
            ? doubts.some((one) => one.includes(name) && /numbers|dates/.test(one))
            : doubts.some((one) => /encoding/.test(one));
    }

    header() {
        const { columns, dialect, groups } = this.table;
        const names = this.map.columns.map((c) => c.original_name ?? c.name);
        if (!this.map.has_header) {
            const first = this.rows[0] ?? [];
            const isRow = columns.every((c, i) => first[i] === c.name || first[i] === ` ${c.name}`);
            this.at += isRow;
            this.problem("header", "the header was read as a row, or not at all");
            return;
        }
        columns.forEach((c, i) => {
            const read = names[i] ?? "";
            const isIt = read === c.name || (dialect.space && read === ` ${c.name}`) ||
                (groups && read.endsWith(c.name));
            if (!isIt && !/encoding/.test(this.map.caution ?? "")) {
                this.problem("header", `column ${i} ${JSON.stringify(c.name)} is ${JSON.stringify(read)}`);
            }
        });
    }

    // A well-formed column of numbers or days is one of numbers or days.
    types() {
        const { columns, damage, before } = this.table;
        if (damage.length || before.length || this.problems.length || this.rows.length < 3) {
            return;
        }
        columns.forEach((c, i) => {
            const full = c.cells.filter((cell) => !cell.value.none).length;
            if (full > 2 && /^(integer|decimal|date|moment)$/.test(c.kind) && this.map.columns[i].inferred_type === "string") {
                this.problem("untyped", `column ${i} of kind ${c.kind} is text: ${JSON.stringify(c.cells.find((cell) => cell.text).text)}`);
            }
        });
    }

    // A word for "no value" in a column of numbers or dates, which is counted.
    isNoValue(i, read) {
        return read === null && this.formats[i].null_words > 0 && /no value/.test(this.map.caution ?? "");
    }

    // Many rows with a delimiter that is not quoted: the map says that names and
    // values may not belong together.
    isShifted() {
        return /do not belong together/.test(this.map.caution ?? "");
    }

    row(record) {
        const damaged = record.damage?.length > 0;
        this.counts.rows++;
        if (this.isAside(record)) {
            this.counts.aside++;
            if (!damaged) {
                const [{ action, reason }] = this.reported.get(record.line);
                this.problem("aside", `line ${record.line} is well-formed and was ${action}: ${reason}`);
            }
            return;
        }
        const row = this.rows[this.at];
        if (!row) {
            this.problem("silent", `line ${record.line} is lost`);
            return;
        }
        this.at++;
        const actions = this.actions(record);
        const bad = record.cells ? this.differs(record.cells, row) : -1;
        if (bad < 0 && record.cells) {
            this.counts.equal++;
            this.unreported(record, actions);
            return;
        }
        const what = `line ${record.line}, column ${bad}: ${JSON.stringify(record.cells?.[bad]?.text)} is ` +
            `${JSON.stringify(row[bad])}${actions.length ? ` (${this.reported.get(record.line)[0].reason})` : ""}`;
        if (actions.length === 0 && record.damage?.includes("unquoted") && this.isShifted()) {
            this.counts.reported++;
        } else if (actions.length === 0) {
            this.brokenQuotes(record, row, what);
        } else if (!damaged || record.damage.every((kind) => kind === "missing")) {
            this.problem("invented", what);
        } else {
            this.counts.reported++;
        }
    }

    // A short row that was filled is listed, or it is counted beside those that are.
    unreported(record, actions) {
        if (record.cells.length >= this.map.column_count || this.table.dialect.trailing) {
            return;
        }
        this.counts.short++;
        if (actions.length === 0 && !(this.map.fidelity.rows_padded_count >= this.counts.short)) {
            this.problem("silent", `line ${record.line} was filled with nulls, which nothing reports`);
        }
    }

    // Is this cell its letters, with its quotes or without them?
    isItsLetters(kind, cell, read) {
        const d = this.table.dialect;
        const letters = (text) => String(text ?? "").replace(/[\0\s\\]/g, "").replaceAll(d.quote, "");
        return (
            (kind === "undoubled" && letters(read) === `${letters(cell.text)}xy`) ||
            (kind === "cut" && `${letters(cell.text)}xy`.startsWith(letters(read))) ||
            (kind === "unclosed" && (d.space ? String(read).trimStart() : read) === d.quote + cell.text)
        );
    }

    // Without a report a record with broken quotes may only be its own letters,
    // and one with a NUL what it is without, if the map says so.
    brokenQuotes(record, row, what) {
        const kinds = record.cells === null && record.damage;
        const cells = kinds && this.table.columns.map((c) => c.cells[record.row]);
        const nul = /NUL/.test(JSON.stringify(this.map.fidelity.notes));
        const isRead = (cell, i) => this.same(cell, row[i], i) || this.cautioned(i, cell) ||
            kinds.some((kind) => this.isItsLetters(kind, cell, row[i]));
        const isIt = (cell, i) => (i < row.length ? isRead(cell, i) : cell.text === "");
        if (kinds && (!kinds.includes("nul") || nul) && cells.every(isIt)) {
            this.counts.equal++;
        } else if (kinds) {
            this.problem("silent", `line ${record.line} (${kinds}) became ${JSON.stringify(row)}, which nothing reports`);
        } else {
            this.problem("silent", what);
        }
    }

    // A line that is a row only if the reader says so.
    other(record) {
        const row = this.rows[this.at];
        const text = (value) => (value === null ? "" : String(value));
        // the label of a total below dates or numbers is no value of theirs, if that is reported
        const isLabel = (value, i) => value === null && this.map.fidelity.columns?.[i]?.total_label === record.cells[i]?.text;
        const isIt = row && record.cells &&
            row.every((value, i) => text(value) === (record.cells[i]?.text ?? "") || (record.cells[i] && this.same(record.cells[i], value, i)) || isLabel(value, i));
        const isEmpty = row && !record.cells && row.every((value) => value === null || value === "");
        if (this.isAside(record)) {
            return;
        }
        if (isIt || (isEmpty && record.kind === "empty")) {
            this.at++;
        } else if (record.kind === "empty" ? !(this.map.fidelity.blank_lines_skipped > 0) : true) {
            this.problem("silent", `line ${record.line} (${record.kind}) is neither a row nor reported`);
        }
    }

    judge() {
        const header = this.records.findIndex((one) => one.kind === "header");
        for (const one of this.records.slice(0, header)) {
            if (one.kind === "before" && !this.isAside(one)) {
                this.problem("silent", `line ${one.line}, before the table, is not reported`);
            }
        }
        this.header();
        for (const record of this.records.slice(header + 1)) {
            if (record.kind === "row") {
                this.row(record);
            } else if (record.kind !== "blank") {
                this.other(record);
            }
            if (this.problems.length > 8) {
                return this;
            }
        }
        if (this.at !== this.rows.length) {
            this.problem("silent", `${this.rows.length - this.at} rows that were never written`);
        }
        this.types();
        return this;
    }
}

export function judge(table, written, asked, wellFormed) {
    if (asked.died) {
        return { problems: [{ class: "died", what: "the program died" }] };
    }
    if (asked.error) {
        const problems = [];
        if (!asked.error.code) {
            problems.push({ class: "died", what: JSON.stringify(asked.error) });
        } else if (wellFormed) {
            problems.push({ class: "aside", what: `refused: ${asked.error.message}` });
        }
        return { problems, refused: true };
    }
    const judged = new Judge(table, written, asked).judge();
    const { caution, encoding_detected: detected } = asked.map;
    // In letters of another encoding nothing is where it was, and the caution says so.
    if (/encoding/.test(caution ?? "") && isAnother(table.encoding, detected)) {
        return { ...judged, problems: [], refused: true };
    }
    return judged;
}
