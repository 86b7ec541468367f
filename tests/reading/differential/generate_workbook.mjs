// A workbook by its seed: sheets on which tables of known cells stand as people
// place them. A block is a table: its header in row `top`, column `left`.
import { languages } from "./languages.mjs";
import { Random } from "./random.mjs";
import { headerNames } from "./generate.mjs";
import { kinds } from "./values.mjs";

const plainStyle = { point: ".", group: "," };
const cellKinds = [
    [5, "integer"], [4, "decimal"], [4, "date"], [1, "bool"], [1, "percent"],
    [6, "words"], [3, "choice"], [1, "code"], [1, "label"], [1, "thorny"],
];
const shapes = [
    [4, "single"], [2, "titled"], [3, "groups"], [3, "stacked"], [3, "beside"],
    [2, "invoice"], [2, "words"], [1, "gap"], [2, "offset"], [2, "total"],
];

// What an XLSX stores for a cell: numbers and days are numbers with a style.
function makeColumn(r, language, name, kind, height, gaps) {
    const make = kinds[kind](r, { ...plainStyle, language });
    const cells = Array.from({ length: height }, () =>
        r.chance(gaps) ? { text: "", value: { none: true } } : make());
    return { name, kind, cells };
}

function makeBlock(r, language, { top, left, width, height, kindList = cellKinds }) {
    const names = headerNames(r, language, width);
    const gaps = () => r.weighted([[6, 0], [2, 0.15]]);
    const columns = names.map((name) => makeColumn(r, language, name, r.weighted(kindList), height, gaps()));
    // The first column has no gaps, or an empty row would part the block.
    columns[0] = makeColumn(r, language, names[0], r.weighted(kindList), height, 0);
    return { top, left, columns, height, breaks: [], under: 0, total: false };
}

// The rows a block takes, its header, its blank rows and its total with it.
export function blockRows(block) {
    return 1 + block.under + block.height + block.breaks.length + (block.total ? 1 : 0);
}

const shapeMakers = {
    single: (r, make) => ({ blocks: [make({})], texts: [] }),
    offset: (r, make) => ({ blocks: [make({ top: r.int(2, 6), left: r.int(1, 4) })], texts: [] }),
    titled: (r, make, phrase) => ({
        blocks: [make({ top: 3 })],
        texts: [[0, 0, phrase()], ...(r.chance(0.5) ? [[1, 0, phrase()]] : [])],
    }),
    groups(r, make) {
        const block = make({ height: r.int(6, 15) });
        block.breaks = r.sample([...Array(block.height - 1).keys()].map((i) => i + 1), r.int(1, 3)).sort((a, b) => a - b);
        return { blocks: [block], texts: [] };
    },
    stacked(r, make) {
        const first = make({});
        const second = make({ top: blockRows(first) + r.int(1, 3) });
        return { blocks: [first, second], texts: [] };
    },
    beside(r, make) {
        const first = make({ width: r.int(2, 4) });
        const second = make({ left: first.columns.length + r.int(1, 2), width: r.int(2, 4) });
        return { blocks: [first, second], texts: [] };
    },
    invoice(r, make, phrase) {
        const heads = Array.from({ length: r.int(2, 5) }, (_, i) => [[i, 0, `${phrase()}:`], [i, 1, phrase()]]);
        const block = make({ top: heads.length + 1, width: r.int(3, 6) });
        block.total = true;
        return { blocks: [block], texts: heads.flat() };
    },
    words: (r, make) => ({ blocks: [make({ width: r.int(2, 5), kindList: [[3, "words"], [2, "choice"]] })], texts: [] }),
    gap(r, make) {
        const block = make({});
        block.under = 1;
        return { blocks: [block], texts: [] };
    },
    total(r, make) {
        const block = make({});
        block.total = true;
        return { blocks: [block], texts: [] };
    },
};

function makeSheet(r, language, name) {
    const shape = r.weighted(shapes);
    const make = (given) => makeBlock(r, language, {
        top: 0, left: 0, width: r.int(2, 7), height: r.int(2, 15), ...given,
    });
    const phrase = () => r.sample(language.words, 2).join(" ");
    return { name, shape, ...shapeMakers[shape](r, make, phrase) };
}

export function generateWorkbook(seed) {
    const r = new Random(seed ^ 0x5eed);
    const language = languages[r.pick(Object.keys(languages))];
    const count = r.weighted([[6, 1], [2, 2], [1, 3]]);
    const sheets = Array.from({ length: count }, (_, i) => makeSheet(r, language, `Sheet${i + 1}`));
    return { seed, sheets, shared: r.chance(0.5), places: r.chance(0.8) };
}
