// The part of workbooks of known cells.
import { generateWorkbook } from "./generate_workbook.mjs";
import { knownAs } from "./known.mjs";
import { judgeWorkbook } from "./oracle_workbook.mjs";
import { writeXlsx } from "./write_xlsx.mjs";

let files = 0;

async function check(reader, it) {
    const bytes = writeXlsx(it);
    const asked = await reader.readBytes(`b${files++}.xlsx`, bytes, "readAll");
    return { it, bytes, asked, ...judgeWorkbook(it, asked) };
}

function lessRows(block) {
    const height = block.height - 1;
    return {
        ...block,
        height,
        columns: block.columns.map((c) => ({ ...c, cells: c.cells.slice(0, height) })),
        breaks: block.breaks.filter((row) => row < height),
    };
}

function* smaller(book) {
    for (let i = 0; book.sheets.length > 1 && i < book.sheets.length; i++) {
        yield { ...book, sheets: book.sheets.filter((_, at) => at !== i) };
    }
    for (const [i, sheet] of book.sheets.entries()) {
        const blocks = sheet.blocks.map((block) => (block.height > 3 ? lessRows(block) : block));
        if (sheet.blocks.some((block) => block.height > 3)) {
            yield { ...book, sheets: book.sheets.with(i, { ...sheet, blocks }) };
        }
    }
}

async function shrink(book, fails) {
    for (const one of smaller(book)) {
        if (await fails(one)) {
            return shrink(one, fails);
        }
    }
    return book;
}

const kind = ({ sheets }) => (sheets.length > 1 ? "sheets" : sheets[0].shape);

export const workbooks = { name: "workbooks", make: generateWorkbook, check, shrink, kind, known: knownAs("workbooks") };
