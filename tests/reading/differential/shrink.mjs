// A failing table made smaller while it still fails in the same way.
function without(list, from, count) {
    return [...list.slice(0, from), ...list.slice(from + count)];
}

function dropRows(table, from, count) {
    const shift = (row) => (row >= from + count ? row - count : row);
    return {
        ...table,
        height: table.height - count,
        columns: table.columns.map((c) => ({ ...c, cells: without(c.cells, from, count) })),
        damage: table.damage
            .filter((d) => d.row === undefined || d.row < from || d.row >= from + count)
            .map((d) => (d.row === undefined ? d : { ...d, row: shift(d.row) }))
            .map((d) => (d.rows ? { ...d, rows: d.rows.filter((row) => row < from || row >= from + count).map(shift) } : d)),
    };
}

function fewerGroups(groups, from, count) {
    const left = groups && without(groups, from, count);
    return left?.[0] ? left : undefined;
}

function dropColumns(table, from, count) {
    const shift = (column) => (column >= from + count ? column - count : column);
    const width = table.columns.length - count;
    return {
        ...table,
        columns: without(table.columns, from, count),
        groups: fewerGroups(table.groups, from, count),
        damage: table.damage
            .filter((d) => d.column === undefined || d.column < from || d.column >= from + count)
            .map((d) => (d.column === undefined ? d : { ...d, column: shift(d.column) }))
            .map((d) => (d.kind === "missing" ? { ...d, count: Math.min(d.count, width - 1) } : d))
            .filter((d) => d.kind !== "missing" || d.count > 0),
    };
}

const simple = { quote: '"', escape: "double", quoting: "minimal", end: "\n", lastEnd: true, space: false, trailing: false, sep: false };

// Tables of one column or of one row are another matter, so that none becomes one.
const least = { width: 2, height: 3 };

function* smaller(table) {
    for (let size = table.height >> 1; size >= 1; size >>= 1) {
        for (let from = 0; from + size <= table.height && table.height - size >= least.height; from += size) {
            yield dropRows(table, from, size);
        }
    }
    for (let size = table.columns.length >> 1; size >= 1; size >>= 1) {
        for (let from = 0; from + size <= table.columns.length && table.columns.length - size >= least.width; from += size) {
            yield dropColumns(table, from, size);
        }
    }
    for (let i = 0; i < table.damage.length; i++) {
        yield { ...table, damage: without(table.damage, i, 1) };
    }
    if (table.groups) {
        yield { ...table, groups: undefined };
    }
    if (table.before.length) {
        yield { ...table, before: table.before.slice(1) };
    }
    for (const [name, value] of Object.entries(simple)) {
        if (table.dialect[name] !== value) {
            yield { ...table, dialect: { ...table.dialect, [name]: value } };
        }
    }
    if (table.dialect.delimiter !== ",") {
        yield { ...table, dialect: { ...table.dialect, delimiter: "," } };
    }
    if (table.encoding.name !== "utf-8" || table.encoding.bom) {
        yield { ...table, encoding: { name: "utf-8", bom: false } };
    }
}

// `fails(table)` says whether it still does.
export async function shrink(table, fails) {
    for (let better = true; better; ) {
        better = false;
        for (const one of smaller(table)) {
            if (await fails(one)) {
                table = one;
                better = true;
                break;
            }
        }
    }
    return table;
}
