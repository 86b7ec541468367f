// Tables of every kind by a seed, as SQL and as what they hold: for tests that
// write a table, read it back and compare.
//
// A table is { names, columns, rows }; columns[i] is { kind, cast }, and
// rows[r][c] the text of the value, or null. Of a kind "text" the text is the
// value, of all others it is as SQL writes it.

// Mulberry32: the same numbers for the same seed on every machine.
export function random(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
    const below = (n) => Math.floor(next() * n);
    return { next, below, pick: (list) => list[below(list.length)] };
}

const digits = (r, n) =>
    Array.from({ length: n }, () => r.below(10)).join("").replace(/^0+/, "") ||
    "0";

// A whole number of any length up to that of the type, its bounds too.
function whole(min, max) {
    return (r) => {
        if (r.below(6) === 0) return String(r.pick([min, max, 0n, min + 1n]));
        const n = BigInt(digits(r, 1 + r.below(String(max).length)));
        const signed = r.below(2) && min < 0n ? -n : n;
        return String(signed < min || signed > max ? max : signed);
    };
}

const signedOf = (bits) => whole(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n);
const unsignedOf = (bits) => whole(0n, 2n ** bits - 1n);

function decimal(width, scale) {
    return (r) => {
        const n = digits(r, 1 + r.below(width)).padStart(scale + 1, "0");
        const at = n.length - scale;
        const text = scale ? `${n.slice(0, at)}.${n.slice(at)}` : n;
        return r.below(3) || /^[0.]*$/.test(text) ? text : `-${text}`;
    };
}

function double(r) {
    const list = [0, 0.1, 1 / 3, 1e21, 5e-324, 1.7976931348623157e308, 123456];
    if (r.below(4) === 0) return String(r.pick(list));
    const scale = 10 ** (r.below(12) - 6);
    const x = (r.next() - 0.5) * scale;
    return String(r.below(2) ? x : Number(x.toPrecision(5)));
}

const two = (n) => String(n).padStart(2, "0");

function date(first, last) {
    return (r) => {
        const day = `${two(1 + r.below(12))}-${two(1 + r.below(28))}`;
        const year = first + r.below(last - first + 1);
        if (r.below(12) === 0) return "2024-02-29";
        return `${String(year).padStart(4, "0")}-${day}`;
    };
}

function fraction(r, places) {
    const n = r.pick([0, 0, 0, 500000, 1000, 1 + r.below(999999)]);
    const text = String(n).padStart(6, "0").slice(0, places);
    return /^0*$/.test(text) ? "" : `.${text}`.replace(/0+$/, "");
}

function time(r) {
    const hms = [r.below(24), r.below(60), r.below(60)].map(two).join(":");
    return hms + fraction(r, 6);
}

const timestamp = (first, last) => (r) =>
    `${date(first, last)(r)} ${r.below(5) ? time(r) : "00:00:00"}`;

const WORDS = ["Ada", "Bob", "Zoë", "México", "東京", "naïve", "x", "ñandú"];
const ODD = [
    "",
    " ",
    " both ",
    "a,b",
    'say "hi"',
    '"',
    '""',
    "'",
    "'quoted'",
    "two\nlines",
    "two\r\nlines",
    "cr\ronly",
    "\nleading",
    "trailing\n",
    "tab\tin",
    "\ttab",
    "=1+1",
    "+34 600",
    "-5",
    "@SUM(A1)",
    " =1",
    "＝1",
    "007",
    "1,234.5",
    "1e5",
    "12",
    "3.50",
    "NULL",
    "NA",
    "n/a",
    "-",
    "?",
    "true",
    "no",
    "2024-01-02",
    "01/02/03",
    "12:30",
    "50%",
    "$5",
    "a;b",
    "a|b",
    "# not a comment",
    "// nor this",
    "back\\slash",
    "\\",
    "\\N",
    "_x000D_",
    "_x0041_",
    "&amp;<b>]]>",
    "🦆🦆",
    "e\u0301",
    "\u00a0nbsp\u00a0",
    "\u200b",
    "\u2028",
    "\ufeffmark",
    "\ufffd",
    "\u0001",
    "a\u001fb",
    "\u007f",
    "ﷺ",
    "שלום",
    "x".repeat(300),
    "long, ".repeat(200),
];

const text = (r) => (r.below(3) ? r.pick(ODD) : r.pick(WORDS));
const words = (r) => `${r.pick(WORDS)} ${r.pick(WORDS)}`;

// `anchor`: a value without which the column could be taken for another type.
const KINDS = [
    { kind: "integer", cast: "TINYINT", make: signedOf(8n) },
    { kind: "integer", cast: "SMALLINT", make: signedOf(16n) },
    { kind: "integer", cast: "INTEGER", make: signedOf(32n) },
    { kind: "integer", cast: "BIGINT", make: signedOf(64n) },
    { kind: "integer", cast: "HUGEINT", make: signedOf(128n) },
    { kind: "integer", cast: "UTINYINT", make: unsignedOf(8n) },
    { kind: "integer", cast: "UINTEGER", make: unsignedOf(32n) },
    { kind: "integer", cast: "UBIGINT", make: unsignedOf(64n) },
    { kind: "integer", cast: "UHUGEINT", make: unsignedOf(128n) },
    { kind: "decimal", cast: "DECIMAL(4,1)", make: decimal(4, 1) },
    { kind: "decimal", cast: "DECIMAL(18,2)", make: decimal(18, 2) },
    { kind: "decimal", cast: "DECIMAL(18,0)", make: decimal(18, 0) },
    { kind: "decimal", cast: "DECIMAL(38,10)", make: decimal(38, 10) },
    { kind: "decimal", cast: "DECIMAL(15,15)", make: decimal(15, 15) },
    { kind: "float", cast: "DOUBLE", make: double },
    {
        kind: "float",
        cast: "FLOAT",
        make: (r) => String(r.pick([0.5, -2.25, 1024, 0.1, 3e10])),
    },
    {
        kind: "float",
        cast: "DOUBLE",
        make: (r) => r.pick(["NaN", "Infinity", "-Infinity", "1.5"]),
    },
    { kind: "boolean", cast: "BOOLEAN", make: (r) => r.pick(["true", "false"]) },
    { kind: "date", cast: "DATE", make: date(1901, 2100) },
    { kind: "date", cast: "DATE", make: date(1, 9999) },
    { kind: "time", cast: "TIME", make: time },
    { kind: "timestamp", cast: "TIMESTAMP", make: timestamp(1901, 2100) },
    { kind: "timestamp", cast: "TIMESTAMP", make: timestamp(1, 9999) },
    { kind: "text", cast: "VARCHAR", make: text, anchor: "Ada, the first" },
    { kind: "text", cast: "VARCHAR", make: text, anchor: "Ada, the first" },
    { kind: "text", cast: "VARCHAR", make: words },
    {
        kind: "text",
        cast: "VARCHAR",
        make: (r) => digits(r, 5).padStart(5, "0"),
        anchor: "00700",
    },
    {
        kind: "text",
        cast: "UUID",
        make: (r) => `a0eebc99-9c0b-4ef8-bb6d-${digits(r, 12).padStart(12, "7")}`,
    },
    {
        kind: "text",
        cast: "INTEGER[]",
        make: (r) => `[${r.below(9)},${r.below(99)}]`,
    },
];

const NAMES = [
    "id",
    "ID",
    "id_2",
    "name",
    "Name",
    "amount",
    "two words",
    "comma, name",
    'quoted "name"',
    "línea",
    "日付",
    "2024",
    "a.b",
    "=formula",
    "-minus",
    "select",
    "x".repeat(200),
    "📈",
];

function column(r, wide) {
    const kind = r.pick(KINDS);
    const nulls = r.pick([0, 0, 0.1, 0.5, wide ? 1 : 0.9]);
    return { ...kind, nulls };
}

function fill(r, columns, count) {
    const rows = [];
    for (let i = 0; i < count; i++) {
        rows.push(columns.map((c) => (r.next() < c.nulls ? null : c.make(r))));
    }
    columns.forEach((c, i) => {
        if (c.anchor && count) rows[r.below(count)][i] = c.anchor;
    });
    return rows;
}

/** A table, the same for the same seed. */
export function tableOf(seed) {
    const r = random(seed);
    const wide = r.below(12) === 0;
    const n = wide ? 80 : 1 + r.below(12);
    const columns = Array.from({ length: n }, () => column(r, wide));
    const names = columns.map((_, i) =>
        r.below(3) ? r.pick(NAMES) : `column ${i}`,
    );
    const count = r.pick([0, 1, 2, 3, 5, 10, 10, 20, 40, wide ? 10 : 120]);
    return { names, columns, rows: fill(r, columns, count) };
}

const quoted = (s, mark) => mark + s.replaceAll(mark, mark + mark) + mark;

/** The SELECT whose result is the table. */
export function sqlOf({ names, columns, rows }) {
    const value = (v, c) =>
        `${v === null ? "NULL" : quoted(v, "'")}::${columns[c].cast}`;
    const list = rows.length ? rows : [columns.map(() => null)];
    const values = list.map((row) => `(${row.map(value).join(",")})`);
    const select = names.map((name, i) => `c${i} AS ${quoted(name, '"')}`);
    const inner = columns.map((_, i) => `c${i}`);
    return (
        `SELECT ${select.join(", ")} FROM (VALUES ${values.join(",")}) ` +
        `AS t(${inner.join(",")})${rows.length ? "" : " WHERE false"}`
    );
}
