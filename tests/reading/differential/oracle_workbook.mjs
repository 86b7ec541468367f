// Is every block of a workbook a table, with each of its cells?
import { canonical } from "./values.mjs";
import { sameKnown } from "./oracle.mjs";
import { columnName, placeBlock, rangeOf } from "./write_xlsx.mjs";

const nameOf = (c) => c.original_name ?? c.name;

// Cells of a column that became text are written by Quarry; as values they are the same.
function same(cell, read, column, format) {
    if (sameKnown(cell, read, column, format, true)) {
        return true;
    }
    if (column.inferred_type !== "string" || read === null) {
        return false;
    }
    const { value } = cell;
    return (
        (value.num !== undefined && /^-?[\d.]+$/.test(read) && canonical(read) === value.num) ||
        (value.date !== undefined && read === value.date) ||
        (value.bool !== undefined && read.toLowerCase() === String(value.bool))
    );
}

function isBlank(row) {
    return row.every((value) => value === null);
}

// A row of one cell beside an empty row is nobody's for sure; it may be left
// out if its place is reported.
function isLeftOut(cells, block, row, { left_out: ranges = [] }) {
    const at = cells.findIndex((cell) => !cell.value.none);
    const place = `${columnName(block.left + at)}${row + 1}`;
    return cells.filter((cell) => !cell.value.none).length === 1 && ranges.some(({ range }) => range === `${place}:${place}`);
}

// The label of a total below dates or numbers is no value of theirs, if that is reported.
const isLabel = (cell, value, format) => value === null && format.total_label === cell.text;

function compare(block, { map, rows }) {
    const { total, places } = placeBlock(block);
    const wanted = Array.from({ length: block.height }, (_, i) => block.columns.map((c) => c.cells[i]))
        .filter((cells, i) => !isLeftOut(cells, block, places[i], map.fidelity));
    const read = rows.filter((row) => !isBlank(row));
    const formats = map.fidelity.columns ?? [];
    const equal = (cells, row) => cells.findIndex((cell, i) => !same(cell, row[i], map.columns[i], formats[i] ?? {}));
    for (let i = 0; i < wanted.length; i++) {
        const bad = read[i] ? equal(wanted[i], read[i]) : 0;
        if (!read[i]) {
            return `row ${i + 1} of ${wanted.length} is lost`;
        }
        if (bad >= 0) {
            return `row ${i + 1}, column ${bad}: ${JSON.stringify(wanted[i][bad].text)} is ${JSON.stringify(read[i][bad])}`;
        }
    }
    const rest = read.slice(wanted.length);
    const isTotal = (row) => total.every((cell, i) => same(cell, row[i], map.columns[i], formats[i] ?? {}) || isLabel(cell, row[i], formats[i] ?? {}));
    if (rest.length === 0 || (total && rest.length === 1 && isTotal(rest[0]))) {
        return null;
    }
    return `a row that was never written: ${JSON.stringify(rest[0])}`;
}

// The table that has this block's names, in its place if it says one.
function find(block, tables) {
    const names = block.columns.map((c) => c.name).join("|");
    return tables.filter(({ map }) => map.columns.map(nameOf).join("|") === names);
}

// Blocks beside each other that were read as one, if it says that it may be several.
function isDoubted(block, tables) {
    const names = block.columns.map((c) => c.name);
    return tables.some(({ map }) => /may be another table/.test(map.caution ?? "") &&
        names.every((name) => map.columns.map(nameOf).includes(name)));
}

export function judgeWorkbook(book, asked) {
    if (asked.died || !asked.error?.code === !asked.tables) {
        return { problems: [{ class: "died", what: "the program died" }] };
    }
    if (asked.error) {
        return { problems: [{ class: "aside", what: `refused: ${asked.error.message}` }], refused: true };
    }
    const problems = [];
    for (const sheet of book.sheets) {
        for (const block of sheet.blocks) {
            const range = rangeOf(sheet, block);
            const found = find(block, asked.tables);
            if (found.length === 0 && isDoubted(block, asked.tables)) {
                continue;
            }
            if (found.length === 0) {
                problems.push({ class: "lost", what: `${sheet.shape}: ${range} is no table` });
                continue;
            }
            const differences = found.map((table) => compare(block, table));
            if (!differences.includes(null)) {
                problems.push({ class: "silent", what: `${sheet.shape}: ${range}: ${differences[0]}` });
            }
        }
    }
    return { problems };
}
