// A workbook of known cells as XLSX, in the fewest parts that make one.
import { workbookOf } from "../../attack/make.mjs";
import { blockRows } from "./generate_workbook.mjs";

const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const xml = (text) => text.replace(/[&<>]/g, (c) => escapes[c]);

export function columnName(i) {
    return (i >= 26 ? columnName(Math.floor(i / 26) - 1) : "") + String.fromCharCode(65 + (i % 26));
}

// Style 1 is a day, 2 a percentage.
const styles = `${head}<styleSheet ${ns}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>` +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3">' +
    '<xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/>' +
    "</cellXfs></styleSheet>";

class Texts {
    constructor(shared) {
        this.shared = shared;
        this.list = [];
    }

    cell(at, text) {
        const item = `<t xml:space="preserve">${xml(text)}</t>`;
        if (!this.shared) {
            return `<c${at} t="inlineStr"><is>${item}</is></c>`;
        }
        this.list.push(`<si>${item}</si>`);
        return `<c${at} t="s"><v>${this.list.length - 1}</v></c>`;
    }
}

const dayOf = (iso) => Math.round((Date.parse(iso) - Date.UTC(1899, 11, 30)) / 86400000);

function cellXml({ text, value }, kind, at, texts) {
    if (value.num !== undefined) {
        return `<c${at}${kind === "percent" ? ' s="2"' : ""}><v>${value.num}</v></c>`;
    }
    if (value.date) {
        return `<c${at} s="1"><v>${dayOf(value.date)}</v></c>`;
    }
    if (value.bool !== undefined) {
        return `<c${at} t="b"><v>${value.bool ? 1 : 0}</v></c>`;
    }
    return texts.cell(at, text);
}

// { cells: Map "row,column" -> [cell, kind] } of a block, and where its rows are.
export function placeBlock(block) {
    const cells = new Map();
    const places = [];
    const put = (row, i, cell, kind) => {
        if (!cell.value.none) {
            cells.set(`${row},${block.left + i}`, [cell, kind]);
        }
    };
    block.columns.forEach((c, i) => put(block.top, i, { text: c.name, value: { word: c.name } }, "words"));
    let at = block.top + 1 + block.under;
    for (let row = 0; row < block.height; row++) {
        at += block.breaks.includes(row) ? 1 : 0;
        block.columns.forEach((c, i) => put(at, i, c.cells[row], c.kind));
        places.push(at++);
    }
    let total = null;
    if (block.total) {
        total = block.columns.map((c, i) => totalCell(c, i));
        total.forEach((cell, i) => put(at, i, cell, block.columns[i].kind));
    }
    return { cells, places, total };
}

function totalCell({ kind, cells }, i) {
    if (i === 0) {
        return { text: "Total", value: { word: "Total" } };
    }
    const sum = String(cells.reduce((all, c) => all + Number(c.value.num ?? 0), 0));
    return kind === "integer" ? { text: sum, value: { num: sum } } : { text: "", value: { none: true } };
}

function sheetXml({ blocks, texts: labels }, texts, places) {
    const rows = new Map();
    const put = (row, column, cell, kind) => {
        rows.set(row, [...(rows.get(row) ?? []), [column, cell, kind]]);
    };
    for (const block of blocks) {
        for (const [at, [cell, kind]] of placeBlock(block).cells) {
            put(...at.split(",").map(Number), cell, kind);
        }
    }
    for (const [row, column, text] of labels) {
        put(row, column, { text, value: { word: text } }, "words");
    }
    const lines = [...rows].sort(([a], [b]) => a - b).map(([row, cells]) => {
        const body = cells.sort(([a], [b]) => a - b).map(([column, cell, kind]) =>
            cellXml(cell, kind, ` r="${columnName(column)}${row + 1}"`, texts));
        return `<row r="${row + 1}">${body.join("")}</row>`;
    });
    return `${head}<worksheet ${ns}>${places ? "" : '<sheetPr/>'}<sheetData>${lines.join("")}</sheetData></worksheet>`;
}

export function writeXlsx({ sheets, shared, places }) {
    const texts = new Texts(shared);
    const parts = {};
    sheets.forEach((sheet, i) => (parts[`xl/worksheets/sheet${i + 1}.xml`] = sheetXml(sheet, texts, places)));
    const list = sheets.map((s, i) => `<sheet name="${s.name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("");
    const link = (id, type, target) => `<Relationship Id="${id}" Type="${rel}/${type}" Target="${target}"/>`;
    const links = sheets.map((_, i) => link(`rId${i + 1}`, "worksheet", `worksheets/sheet${i + 1}.xml`));
    links.push(link("rIdS", "sharedStrings", "sharedStrings.xml"), link("rIdT", "styles", "styles.xml"));
    return workbookOf("", {
        "xl/workbook.xml": `${head}<workbook ${ns} xmlns:r="${rel}"><sheets>${list}</sheets></workbook>`,
        "xl/_rels/workbook.xml.rels":
            `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join("")}</Relationships>`,
        "xl/styles.xml": styles,
        "xl/sharedStrings.xml": `${head}<sst ${ns}>${texts.list.join("")}</sst>`,
        ...parts,
    });
}

export function rangeOf(sheet, block) {
    const last = block.left + block.columns.length - 1;
    const end = block.top + blockRows(block);
    return `${sheet.name}!${columnName(block.left)}${block.top + 1}:${columnName(last)}${end}`;
}
