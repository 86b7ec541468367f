// How well the files of the public sets are read, counted cell by cell. The
// floors are the figures that were reached. They are lowered only where
// reading would have to invent: since a well formed line is never cut, joined
// or shifted to fit (docs/reading.md), the files of "pollock polluted" whose one
// line is cut by spaces, or has a delimiter too many or too few in the middle,
// have this line set aside or as its delimiters have it, and not as it was meant.
// For the same reason eleven more of "duckdb odd files", a few broken lines each,
// are refused, as more than a quarter of their lines are no rows.
//
// A set's figures: `files`; `exact`, files whose every cell is that of the clean
// file, in order; `score`, the mean over the files of the F1 of cells (a cell
// is its column and its text, cells that are empty at a row's end do not
// count, and a file that is refused has 0). Pollock publishes ten such figures
// a parser, of the file, the header, records and cells; this is the one of
// cells, with the header as a record. An empty file that is refused is exact.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { checkCell, decode, quarryLater, readTable, records, shared } from "./plain.mjs";

const EVERY = process.env.QUARRY_NIGHTLY ? 1 : 8; // n-th file of each set is read

const FLOORS_OF_SAMPLE = {
    spectrum: { exact: 2, score: 1 },
    "pollock polluted": { exact: 5, score: 0.996 },
    "pollock survey": { exact: 4, score: 0.97 },
    "duckdb odd files": { read: 50, lost: 0 },
    encodings: { exact: 29 },
};
const FLOORS = {
    spectrum: { exact: 10, score: 0.982 },
    "pollock polluted": { exact: 19, score: 0.991 },
    "pollock survey": { exact: 30, score: 0.967 },
    "duckdb odd files": { read: 408, lost: 0 },
    encodings: { exact: 219 },
};
const floors = EVERY === 1 ? FLOORS : FLOORS_OF_SAMPLE;
const table = [];

function report(set, figures) {
    table.push({ set, ...figures });
    for (const [name, floor] of Object.entries(floors[set])) {
        const good = name === "lost" ? figures[name] <= floor : figures[name] >= floor;
        assert.ok(good, `${set}: ${name} ${figures[name]}`);
    }
}

test.after(() => {
    for (const { set, ...figures } of table) {
        const words = Object.entries(figures).map(
            ([k, v]) => `${k} ${Number.isInteger(v) ? v : v.toFixed(4)}`,
        );
        console.log(`# ${set.padEnd(18)} ${words.join("  ")}`);
    }
});

function filesOf(folder) {
    return fs
        .readdirSync(folder, { recursive: true })
        .map((name) => path.join(folder, name))
        .filter((name) => fs.statSync(name).isFile())
        .sort()
        .filter((_, i) => i % EVERY === 0);
}

// `work` on each file, three at a time.
async function each(files, work) {
    const left = [...files];
    const worker = async () => {
        for (let file = left.shift(); file; file = left.shift()) {
            await work(file);
        }
    };
    await Promise.all([worker(), worker(), worker()]);
}

function withoutEnd(cells) {
    let n = cells.length;
    while (n && cells[n - 1] === "") {
        n--;
    }
    return cells.slice(0, n);
}

function headerOf(map) {
    return map.columns.map((c) => c.original_name ?? c.name);
}

// The rows as the text that the clean file has for them: a value that is that
// of the clean cell counts as its text.
function asText(read, clean) {
    const { map, rows } = read;
    const formats = map.fidelity.columns;
    const before = map.has_header ? [withoutEnd(headerOf(map))] : [];
    const text = (value, wanted, i) => {
        if (value === null && (wanted ?? "") === "") {
            return "";
        }
        const cell = { text: wanted ?? "", quoted: false };
        try {
            if (checkCell(cell, value, map.columns[i], formats[i])) {
                return cell.text;
            }
        } catch {
            // not of the column's form, so not the same
        }
        return value === null ? "" : String(value);
    };
    // Rows that were set aside are in the clean file alone.
    let at = before.length;
    const alike = (row, wanted) =>
        row.filter((v, i) => v !== null && text(v, wanted?.[i], i) === wanted?.[i]).length;
    return before.concat(
        rows.map((row) => {
            let left = map.fidelity.rows_rejected_count;
            while (left-- > 0 && alike(row, clean[at]) < alike(row, clean[at + 1])) {
                at++;
            }
            const wanted = clean[at++] ?? [];
            return withoutEnd(row.map((v, i) => text(v, wanted[i], i)));
        }),
    );
}

function countCells(rows) {
    const counts = new Map();
    for (const row of rows) {
        row.forEach((text, i) => {
            const key = `${i} ${text}`;
            counts.set(key, (counts.get(key) ?? 0) + 1);
        });
    }
    return counts;
}

function f1(got, wanted) {
    const a = countCells(got);
    const b = countCells(wanted);
    const sum = (m) => [...m.values()].reduce((x, y) => x + y, 0);
    let both = 0;
    for (const [key, n] of b) {
        both += Math.min(n, a.get(key) ?? 0);
    }
    return sum(a) + sum(b) ? (2 * both) / (sum(a) + sum(b)) : 1;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

async function compare(set, files, cleanOf) {
    const figures = { files: files.length, exact: 0, refused: 0, score: 0 };
    await each(files, async (file) => {
        const clean = cleanOf(file).map(withoutEnd);
        const read = await readTable(file);
        assert.ok(!read.died, `${file}: ${read.died}`);
        if (read.error) {
            const empty = clean.length === 0;
            figures.refused += !empty;
            figures.exact += empty;
            figures.score += empty;
            if (!empty && process.env.SCOREBOARD_VERBOSE) {
                console.log(`refused ${file}: ${read.error.message}`);
            }
            return;
        }
        const got = asText(read, clean);
        const score = f1(got, clean);
        figures.score += score;
        figures.exact += same(got, clean);
        if (!same(got, clean) && process.env.SCOREBOARD_VERBOSE) {
            const at = clean.findIndex((row, i) => !same(row, got[i]));
            console.log(
                `${score.toFixed(4)} ${file}: ${got.length} rows for ` +
                    `${clean.length}; row ${at}\n  got    ` +
                    `${JSON.stringify(got[at])?.slice(0, 300)}\n  wanted ` +
                    `${JSON.stringify(clean[at])?.slice(0, 300)}`,
            );
        }
    });
    figures.score /= files.length;
    report(set, figures);
}

const skipped = !fs.existsSync(path.join(shared, "csv")) && "no shared data";

test("spectrum", { skip: skipped }, async () => {
    const folder = path.join(shared, "csv/spectrum");
    await compare("spectrum", filesOf(path.join(folder, "csvs")), (file) => {
        const name = `${path.basename(file, ".csv")}.json`;
        const json = path.join(folder, "json", name);
        const all = [].concat(JSON.parse(fs.readFileSync(json)));
        const names = Object.keys(all[0] ?? {});
        return [names, ...all.map((row) => names.map((key) => row[key]))];
    });
});

for (const [set, name] of [
    ["pollock polluted", "polluted_files"],
    ["pollock survey", "survey_sample"],
]) {
    test(set, { skip: skipped }, async () => {
        const folder = path.join(shared, "csv/pollock", name);
        await compare(set, filesOf(path.join(folder, "csv")), (file) => {
            const clean = path.join(folder, "clean", path.basename(file));
            const text = fs.readFileSync(clean, "utf8").replace(/^\ufeff/, "");
            const rows = [...records(text, ",")];
            return rows.map((row) => row.map((cell) => cell.text));
        });
    });
}

const lines = (text) => (text.match(/\r\n|\r|\n/g) ?? []).length;

// Lines of the file that are in no row, header or report.
async function lostLines(file, { map, rows }) {
    const bytes = fs.readFileSync(file);
    const marked = /^(fffe|feff)/.test(bytes.toString("hex", 0, 2));
    const text = marked ? decode(bytes) : bytes.toString("latin1");
    const ended = /[\r\n]$/.test(text) || text === "";
    const inRows = rows
        .flat()
        .filter((v) => typeof v === "string")
        .reduce((n, v) => n + lines(v), 0);
    const inHeader = headerOf(map).reduce((n, v) => n + lines(v), 0);
    const seen =
        map.row_count +
        (map.fidelity.header_rows ?? (map.has_header ? 1 : 0)) +
        inRows +
        inHeader +
        map.fidelity.blank_lines_skipped +
        (map.fidelity.lines_set_aside ?? 0);
    return lines(text) + (ended ? 0 : 1) - seen;
}

test("duckdb odd files", { skip: skipped }, async () => {
    const files = filesOf(path.join(shared, "csv/duckdb")).filter((name) =>
        /\.(csv|tsv|txt)$/.test(name),
    );
    const figures = { files: files.length, read: 0, refused: 0, lost: 0 };
    await each(files, async (file) => {
        const read = await readTable(file);
        assert.ok(!read.died, `${file}: ${read.died}`);
        if (read.error) {
            assert.match(read.error.code, /^(FILE_READ_FAILED|LIMIT)$/, file);
            figures.refused++;
            if (process.env.SCOREBOARD_VERBOSE) {
                console.log(`refused ${file}: ${JSON.stringify(read.error)}`);
            }
            return;
        }
        figures.read++;
        const lost = await lostLines(file, read);
        figures.lost += lost !== 0;
        if (lost !== 0 && process.env.SCOREBOARD_VERBOSE) {
            console.log(`lost ${lost} lines of ${file}`);
        }
    });
    report("duckdb odd files", figures);
});

// Where the tables of Windows and browsers, which quarry follows, differ from
// those of the JIS and KS standards, which iconv follows.
const twins = { "〜": "～", "−": "－", "‖": "∥", "¢": "￠", "£": "￡", "¬": "￢",
    "―": "—", "‾": "~", "¥": "\\" };

// Letters that are not ASCII, in an order that no reading changes.
function foreignLetters(texts) {
    const all = texts.join(" ").normalize("NFC")
        .replace(/[〜−‖¢£¬―‾¥]/g, (c) => twins[c]);
    return (all.match(/[^\0-\x7f\s]/gu) ?? []).sort().join("");
}

test("encodings", { skip: skipped }, async (t) => {
    const names = { MacCyrillic: "MAC-CYRILLIC", "utf-8-sig": "utf-8" };
    const figures = { files: 0, exact: 0, refused: 0, unsure: 0 };
    const folder = path.join(shared, "encodings");
    const plain = spawnSync("iconv", ["--version"]);
    if (plain.status !== 0) {
        t.skip("no iconv to compare with");
        return;
    }
    await each(filesOf(folder), async (file) => {
        const label = path.basename(path.dirname(file));
        const short = label.replace(/-[a-z]+$/, "");
        if (!/-\w+$/.test(label) && !fs.existsSync(path.join(folder, label))) {
            return;
        }
        const iconv = ["-t", "utf-8", file, "-f", names[label] ?? short];
        let truth = spawnSync("iconv", iconv, { encoding: "utf8" });
        if (truth.status !== 0) {
            iconv[4] = label;
            truth = spawnSync("iconv", iconv, { encoding: "utf8" });
        }
        if (truth.status !== 0) {
            return; // a licence, or bytes that are not of their label
        }
        figures.files++;
        const read = await readTable(file, "--delimiter", "\x01");
        assert.ok(!read.died, `${file}: ${read.died}`);
        if (read.error) {
            figures.refused++;
            if (process.env.SCOREBOARD_VERBOSE) {
                console.log(`refused ${file}: ${read.error.message}`);
            }
            return;
        }
        const cells = read.rows.flat().filter((v) => typeof v === "string");
        const header = read.map.has_header ? headerOf(read.map) : [];
        const aside = read.map.fidelity.lines_set_aside
            ? await quarryLater("table", "query", file, "--delimiter", "\x01",
                  'SELECT "text" FROM irregular')
            : { rows: [] };
        const got = foreignLetters(
            [...header, ...cells, ...aside.rows.flat().filter(Boolean)]);
        const wanted = foreignLetters([truth.stdout.replace(/^\ufeff/, "")]);
        figures.exact += got === wanted;
        figures.unsure += read.map.encoding_confidence < 0.8;
        if (got !== wanted && process.env.SCOREBOARD_VERBOSE) {
            console.log(`${file}: read as ${read.map.encoding_detected}`);
        }
    });
    report("encodings", figures);
});
