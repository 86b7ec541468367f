// What the tests of reading share: running quarry, the plainest RFC 4180 loop,
// and values by their definition. It shares nothing with the programs.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

export const root = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    "../..",
);
const bin = process.env.QUARRY_BIN ?? path.join(root, "build/release");
export const shared =
    process.env.QUARRY_TESTDATA ?? path.join(root, "../shared/data");
export const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-reading-"));
test.after(() => fs.rmSync(home, { recursive: true }));

// As JSON; and of tables without the limit of 30 s, as a busy machine takes longer.
const inFull = (words) => [...words, "--json", ...(words[0] === "table" ? ["--timeout", "600"] : [])];

export function quarry(...words) {
    const run = spawnSync(path.join(bin, "quarry"), inFull(words), {
        env: { ...process.env, QUARRY_HOME: home },
        encoding: "utf8",
        maxBuffer: 64 << 20,
    });
    assert.ok(run.stdout, `no answer: ${run.stderr}`);
    return JSON.parse(run.stdout);
}

export function* rowsOf(file) {
    let offset = 0;
    for (let more = true; more; ) {
        const words = ["--offset", String(offset), "--limit", "20000"];
        const page = quarry("table", "rows", file, ...words);
        assert.ok(page.rows, JSON.stringify(page.error));
        yield* page.rows;
        offset += page.rows.length;
        more = page.has_more;
    }
}

// The same without waiting; what happened to the process, if it did not end
// by itself, is `died`.
export function quarryLater(...words) {
    return new Promise((resolve) => {
        const run = spawn(path.join(bin, "quarry"), inFull(words), {
            env: { ...process.env, QUARRY_HOME: home },
            stdio: ["ignore", "pipe", "ignore"],
        });
        const parts = [];
        const late = setTimeout(() => run.kill("SIGKILL"), 660000);
        run.stdout.on("data", (part) => parts.push(part));
        run.on("close", (code, signal) => {
            clearTimeout(late);
            try {
                resolve(JSON.parse(Buffer.concat(parts).toString()));
            } catch {
                resolve({ died: signal ?? `exit ${code}` });
            }
        });
    });
}

// The whole table: { map, rows }, or { error } or { died }.
export async function readTable(file, ...options) {
    const map = await quarryLater("table", "map", file, ...options);
    if (!map.columns) {
        return map;
    }
    const rows = [];
    while (rows.length < map.row_count) {
        const offset = String(rows.length);
        const words = ["rows", file, "--offset", offset, "--limit", "20000"];
        const page = await quarryLater("table", ...words, ...options);
        if (!page.rows?.length) {
            return page.rows ? { died: "an empty page" } : page;
        }
        rows.push(...page.rows);
    }
    return { map, rows };
}

export function decode(bytes) {
    const mark = bytes.subarray(0, 2).toString("hex");
    const name =
        mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
    return new TextDecoder(name, { fatal: true }).decode(bytes);
}

// One record after another, each a list of { text, quoted }.
export function* records(text, delimiter) {
    let at = 0;
    while (at < text.length) {
        const record = [];
        for (let more = true; more; ) {
            const cell = { text: "", quoted: text[at] === '"' };
            if (cell.quoted) {
                for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
                    cell.text += text[at];
                    at += text[at] === '"';
                }
                at++;
            } else {
                const from = at;
                while (
                    at < text.length &&
                    text[at] !== delimiter &&
                    text[at] !== "\n" &&
                    text[at] !== "\r"
                ) {
                    at++;
                }
                cell.text = text.slice(from, at);
            }
            record.push(cell);
            more = at < text.length && text[at] === delimiter;
            at += more;
        }
        at += text.startsWith("\r\n", at) ? 2 : 1;
        yield record;
    }
}

// 1.234,50 by its format: sign, digits and scale without needless zeros.
function canonical(text, comma) {
    const plain = comma
        ? text.replaceAll(".", "").replace(",", ".")
        : text.replaceAll(",", "");
    const [, sign, whole, fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(plain);
    const digits = `${whole.replace(/^0+/, "")}.${fraction.replace(/0+$/, "")}`;
    return digits === "." ? "." : sign + digits;
}

function isoDate(text, format) {
    if (/[a-z]/i.test(text)) {
        return new Date(`${text} UTC`).toISOString().slice(0, 10);
    }
    const parts = text.split(/[-/.]/);
    const order = format.replace(/[^YMD]/g, "");
    const part = (letter, width) =>
        parts[order.indexOf(letter)].padStart(width, "0");
    const year = part("Y", 2);
    const century = year.length > 2 ? "" : year >= "69" ? "19" : "20";
    return `${century}${year.padStart(century ? 2 : 4, "0")}-${part("M", 2)}-${part("D", 2)}`;
}

function isoTime(text) {
    const [, hour, m, s = "00", f = "", half = ""] =
        /^(\d+):(\d\d)(?::(\d\d)(?:\.(\d+))?)? ?([ap]\.?m\.?)?$/i.exec(text);
    const fraction = f.replace(/0+$/, "");
    const late = /p/i.test(half) ? 12 : 0;
    const h = half ? String((Number(hour) % 12) + late) : hour;
    return `${h.padStart(2, "0")}:${m}:${s}${fraction && `.${fraction}`}`;
}

function sameMoment(text, value, format) {
    const [, date, time, zone = ""] =
        /^(\S+?)(?:[T ]|, ?)([\d:.]+(?: ?[ap]\.?m\.?)?) ?(Z|UTC|[+-][\d:]+)?$/i.exec(
            text,
        );
    const read = `${isoDate(date, format)}T${isoTime(time)}`;
    if (!zone) {
        return read === value;
    }
    const [, sign, hours, minutes = "00"] =
        /^([+-])(\d\d):?(\d\d)?$/.exec(zone.replace(/Z|UTC/, "+00"));
    const whole = Date.parse(`${read.slice(0, 19)}${sign}${hours}:${minutes}`);
    return (
        Date.parse(`${value.slice(0, 19)}Z`) === whole &&
        read.slice(19) === value.slice(19, -1)
    );
}

const number = {
    integer: (text, value, f) => sameNumber(text, value, f),
    decimal: (text, value, f) => sameNumber(text, value, f),
    float: (text, value, f) => {
        const plain = f.number_format.includes(",56")
            ? text.replaceAll(".", "").replace(",", ".")
            : text.replaceAll(",", "");
        const word = { nan: "NaN", inf: "Infinity", infinity: "Infinity" };
        const bare = plain.replace("-", "").toLowerCase();
        return word[bare]
            ? value === (plain[0] === "-" ? "-" : "") + word[bare]
            : value === Number(plain);
    },
};

// Without currency, spaces, percent sign and parentheses.
function undress(text, f) {
    let bare = text.replace(f.currency ?? "", "").replace("%", "");
    const minus = /^\(.*\)$/.test(bare.trim()) || /[-\u2212]/.test(bare);
    bare = bare.replace(/[()\s'\u2019\u2212-]/g, "");
    return (minus ? "-" : "") + bare;
}

function hundredth(digits) {
    const [, sign, whole, fraction] = /^(-?)(\d*)\.(\d*)$/.exec(digits);
    const long = whole.padStart(3, "0");
    return canonical(`${sign}${long.slice(0, -2)}.${long.slice(-2)}${fraction}`);
}

function sameNumber(text, value, f) {
    const comma = /,\d\d$|\.\d{3}$/.test(f.number_format);
    const dressed = f.currency || f.percent || f.spaces_between_thousands;
    const bare = dressed || /[(]|\d-$/.test(text) ? undress(text, f) : text;
    const digits = canonical(bare, comma);
    const wanted = f.percent ? hundredth(digits) : digits;
    return typeof value === "number"
        ? value === Number(wanted === "." ? 0 : wanted)
        : canonical(value, false) === wanted;
}

const yes = /^(true|yes|y|t|si|sí|sì|oui|ja|sim|tak|да|是|verdadero|verdadeiro|vrai|vero|wahr)$/i;

const same = {
    ...number,
    boolean: (text, value) => yes.test(text) === value,
    date: (text, value, f) => isoDate(text, f.date_format) === value,
    time: (text, value) => isoTime(text) === value,
    timestamp: (text, value, f) => sameMoment(text, value, f.date_format),
};

export function checkCell(cell, value, column, format) {
    if (column.inferred_type === "string") {
        return cell.text === "" && !cell.quoted
            ? value === null
            : value === cell.text;
    }
    const text = cell.text.replace(/^[ \t]+|[ \t]+$/g, "");
    return text === "" || (format.null_words && value === null)
        ? value === null
        : value !== null && same[column.inferred_type](text, value, format);
}
