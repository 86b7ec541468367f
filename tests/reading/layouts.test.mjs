// How many drawn sheets are cut into the tables that are on them, and that no
// cell is lost: each is in a table, its title, or what is reported as left out.
// The floor is the figure that was reached; it is raised, never lowered.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { layouts, workbookOf } from "./layouts.mjs";
import { home, quarry } from "./plain.mjs";

const floor = { exact: 73, main: 73 };

const column = (letters) => [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0);

function rangeOf(text) {
    const [, a, top, b, bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(text);
    return { first: column(a), last: column(b), top: Number(top), bottom: Number(bottom) };
}

// The drawn cells of a sheet that no range of its report has.
function lostCells(picture, tables) {
    const ranges = [];
    for (const { fidelity } of tables) {
        const whole = rangeOf(fidelity.range);
        const data = fidelity.row_ranges.map(rangeOf);
        if (!data.length) ranges.push(whole);
        else ranges.push({ ...whole, bottom: whole.top + fidelity.header_rows - 1 }, ...data);
        if (fidelity.title) ranges.push(rangeOf(fidelity.title));
        ranges.push(...fidelity.left_out.map((l) => rangeOf(l.range)));
    }
    const lost = [];
    picture.split("\n").forEach((line, i) =>
        line.split("|").forEach((text, k) => {
            const at = (r) => i + 1 >= r.top && i + 1 <= r.bottom && k + 1 >= r.first && k + 1 <= r.last;
            if (text.trim() && !ranges.some(at)) lost.push(`${text.trim()} (row ${i + 1})`);
        }),
    );
    return lost;
}

test("the tables of drawn sheets", () => {
    const names = Object.keys(layouts);
    const sheets = Object.fromEntries(names.map((name, i) => [`S${i + 1}`, layouts[name]]));
    const file = path.join(home, "layouts.xlsx");
    fs.writeFileSync(file, workbookOf(sheets));
    const map = quarry("table", "map", file);
    assert.ok(map.tables, JSON.stringify(map.error));
    const figures = { exact: 0, main: 0 };
    names.forEach((name, i) => {
        const tables = map.tables.filter((t) => t.sheet === `S${i + 1}`);
        const got = tables.map((t) => `${t.fidelity.range} ${t.row_count}`);
        const wanted = layouts[name].tables;
        const exact = JSON.stringify(got) === JSON.stringify(wanted);
        figures.exact += exact;
        figures.main += got[0] === wanted[0];
        if (!exact) console.log(`# ${name}: got ${got.join(", ")}, wanted ${wanted.join(", ")}`);
        assert.equal(tables[0].name, `S${i + 1}`, "the main table has the sheet's name");
        assert.deepEqual(lostCells(layouts[name].picture, tables), [], name);
    });
    console.log(`# ${names.length} layouts: exact ${figures.exact}, main ${figures.main}`);
    assert.ok(figures.exact >= floor.exact && figures.main >= floor.main, JSON.stringify(figures));
});
