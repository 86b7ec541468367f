// Where two independent readers agree on the cells of a file, each of them is
// what Quarry read, or its line is reported. Which lines are a header, and what
// types the columns have, is Quarry's own word.
import { checkCell } from "../plain.mjs";
import { readPlain } from "./rfc.mjs";

// [{ line, cells }] that both readers find; null: they differ, or one refuses.
export async function agreed(duck, text, d) {
    const records = readPlain(text, d);
    const width = Math.max(0, ...(records ?? []).map((one) => one.cells.length));
    const cut = (records ?? []).filter((one) => one.cells.length > 1).length;
    if (width < 2 || records.length < 3 || cut * 2 < records.length) {
        return null; // one column, in which an accident left a delimiter
    }
    const rows = await duck.read(text, d, width);
    const same = rows?.length === records.length && rows.every((row, i) =>
        row.every((cell, at) => cell === (records[i].cells[at] ?? "")));
    return same ? records : null;
}

function isSame(text, value, column, format) {
    if (text === "") {
        return value === null || value === "";
    }
    const ymd = /^(\d{4})(?:年(\d{1,2})月(\d{1,2})日|(\d\d)(\d\d))$/.exec(text);
    if (column.inferred_type === "date" && ymd) {
        const [, year, ...parts] = ymd.filter((part) => part !== undefined);
        return value === [year, ...parts.map((part) => part.padStart(2, "0"))].join("-");
    }
    try {
        return checkCell({ text, quoted: true }, value, column, format);
    } catch {
        return false;
    }
}

// Which cell of a record differs from the row; -1: none. NUL is left out of
// cells, and the map says so.
function differs(cells, row, { columns, fidelity }) {
    const nul = fidelity.notes.some((note) => note.includes("NUL"));
    for (let i = 0; i < Math.max(row.length, cells.length); i++) {
        const text = nul ? (cells[i] ?? "").replaceAll("\0", "") : cells[i] ?? "";
        if (i < row.length ? !isSame(text, row[i], columns[i], fidelity.columns[i]) : text !== "") {
            return i;
        }
    }
    return -1;
}

function actionsByLine({ map, irregular }) {
    const found = new Map();
    const padded = map.fidelity.rows_padded ?? [];
    for (const { line, action } of [...padded.map(({ line }) => ({ line, action: "padded" })), ...irregular]) {
        found.set(line, [...(found.get(line) ?? []), action]);
    }
    return found;
}

const stays = (action) => action === "repaired" || action === "padded";

function judgeRecord({ line, cells }, row, actions, map) {
    const padded = map.fidelity.rows_padded_count > 0;
    const short = cells.length < map.column_count;
    const at = differs(cells, row, map);
    const what = `line ${line}, column ${at}: ${JSON.stringify(cells[at])} is ${JSON.stringify(row[at])}`;
    if (at < 0) {
        const lost = short && !actions.length && !padded;
        return lost ? { class: "silent", what: `line ${line} was filled with nulls, which nothing reports` } : null;
    }
    if (actions.length === 0) {
        return { class: "silent", what };
    }
    return cells.length <= map.column_count ? { class: "invented", what: `${what} (${actions})` } : null;
}

export function judgeAgreed(records, asked) {
    if (asked.error || asked.died) {
        const died = asked.died || !asked.error.code;
        return { problems: died ? [{ class: "died", what: "the program died" }] : [], refused: true };
    }
    const { map, rows } = asked;
    const reported = actionsByLine(asked);
    const problems = [];
    let header = map.has_header ? map.fidelity.header_rows : 0;
    let at = 0;
    for (const record of records) {
        const actions = reported.get(record.line) ?? [];
        if (actions.some((action) => !stays(action))) {
            continue;
        }
        if (header > 0) {
            header--;
            continue;
        }
        // A record without anything is a blank line, or a row of nulls.
        if (record.cells.every((cell) => cell === "") && !rows[at]?.every((value) => value === null || value === "")) {
            continue;
        }
        const row = rows[at++];
        const problem = row
            ? judgeRecord(record, row, actions, map)
            : { class: "silent", what: `line ${record.line} is lost` };
        if (problem) {
            problems.push(problem);
            return { problems };
        }
    }
    if (at !== rows.length) {
        problems.push({ class: "silent", what: `${rows.length - at} rows that were never written` });
    }
    return { problems };
}
