// plain_sets.mjs - the plainest questions over tables of training sets, which writers of
// blind sets leave out because their answers are long: totals by a group, by two, by
// month; the different values of a column; so many of the highest. One set a training set.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { TEMPLATES } from "./plain_templates.mjs";
import { order } from "./public_sets.mjs";

const MAX_TABLES = 4;
const MAX_ROWS = 1000; // of an answer, as parse_dump has it

// What is asked with a value of a group, with two, and of a year after another.
const PAIRED = ["both", "by_or", "versus_month", "gap"];
const VALUED = ["never", "rest", "where", "groups_v", "names_v", "last_of", "place_of", ...PAIRED];
const AFTER = ["grew", "grew_by", "rose"];

// One of a list, always the same; undefined: the list is empty.
const pick = (list, key) => list[Number.parseInt(order(key).slice(0, 8), 16) % list.length];

const SAYS_TOTAL = /total|sum|suma|合计|总|汇总|average|mean|promedio|media|平均/;
const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
const sum = (m) => `sum(${quoted(m)})`;

// The SELECT of what is computed; undefined: the table has no columns for it.
function select({ ask, m, k, g, h, u, v, c, date, n, y, w, q, a, b, e, signed, t, z }) {
    const by = (figure, ...groups) => figure && groups.every(Boolean) && `SELECT ${groups.join(", ")}, ${figure} FROM data GROUP BY ${groups.map((_, i) => i + 1).join(", ")} ORDER BY ${groups.map((_, i) => i + 1).join(", ")}`;
    const column = (name) => name && quoted(name);
    const period = (format) => date && `strftime(${quoted(date.name)}, '${format}')`;
    const total = m && sum(m);
    const text = (value) => `'${value.replaceAll("'", "''")}'`;
    const is = h && v && `${quoted(h)} = ${text(v)}`;
    const either = is && z && `${quoted(h)} IN (${text(v)}, ${text(z)})`;
    const rows = (way) => m && u && `SELECT ${quoted(u)}, ${quoted(m)} FROM data ORDER BY 2 ${way} NULLS LAST, 1`;
    // with all that are as old as the last one: then there is no one answer
    const ends = (way) => u && date && `SELECT ${quoted(u)} FROM data QUALIFY rank() OVER (ORDER BY ${quoted(date.name)} ${way}) <= ${n}`;
    const groups = (condition, having) => g && condition && `SELECT ${quoted(g)} FROM data WHERE ${condition} AND ${quoted(g)} IS NOT NULL GROUP BY 1 ${having ?? ""} ORDER BY 1`;
    const inYear = (year) => date && `${total} FILTER (WHERE year(${quoted(date.name)}) = ${year})`;
    const two = (condition) => `SELECT ${total} FILTER (WHERE ${condition}), ${total} FILTER (WHERE (${condition}) IS NOT true) FROM data`;
    return {
        sum1: by(total, column(g)),
        sum2: by(total, column(g), column(h)),
        avg1: by(m && `avg(${quoted(m)})`, column(g)),
        month: date?.isLong && by(total, period("%Y-%m")),
        year: y && by(total, period("%Y")),
        list: g && `SELECT DISTINCT ${quoted(g)} FROM data ORDER BY 1`,
        list_by: g && u && `SELECT ${quoted(g)}, ${quoted(u)} FROM data ORDER BY 1 NULLS LAST, 2 NULLS LAST`,
        distinct: g && `SELECT count(DISTINCT ${quoted(g)}) FROM data`,
        count1: by("count(*)", column(g)),
        top: total && g && `SELECT ${quoted(g)}, ${total} FROM data WHERE ${quoted(g)} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT ${n}`,
        out: signed && `SELECT ${sum(signed)} FROM data WHERE ${quoted(signed)} < 0`,
        out_month: signed && date?.isLong && `SELECT ${period("%Y-%m")}, ${sum(signed)} FROM data WHERE ${quoted(signed)} < 0 GROUP BY 1 ORDER BY 1`,
        stddev: m && `SELECT stddev_samp(${quoted(m)}) FROM data`,
        stddev1: by(m && `stddev_samp(${quoted(m)})`, column(g)),
        p90: m && `SELECT quantile_cont(${quoted(m)}, 0.9) FROM data`,
        correlation: m && k && `SELECT corr(${quoted(m)}, ${quoted(k)}) FROM data`,
        share_in: total && g && h && `SELECT ${quoted(h)}, ${quoted(g)}, 100.0 * ${total} / nullif(sum(${total}) OVER (PARTITION BY ${quoted(h)}), 0) FROM data GROUP BY 1, 2`,
        rank_in: total && g && h && `SELECT ${quoted(h)}, ${quoted(g)}, ${total} FROM data GROUP BY 1, 2 ORDER BY 1 NULLS LAST, 3 DESC NULLS LAST`,
        never: g && h && v && `SELECT ${quoted(g)} FROM data GROUP BY 1 HAVING count(*) FILTER (WHERE ${quoted(h)} = '${v.replaceAll("'", "''")}') = 0`,
        last: `SELECT * EXCLUDE (line) FROM (SELECT *, row_number() OVER () AS line FROM data) QUALIFY row_number() OVER (ORDER BY line DESC) <= ${n} ORDER BY line`,
        range: m && a < b && `SELECT count(*) FROM data WHERE ${quoted(m)} BETWEEN ${a} AND ${b}`,
        rest: total && h && v && two(`${quoted(h)} = '${v.replaceAll("'", "''")}'`),
        weekend: total && date?.isLong && two(`isodow(${quoted(date.name)}) > 5`),
        ends: m && `SELECT min(${quoted(m)}), max(${quoted(m)}) FROM data`,
        grew: total && y && `SELECT ${total} FILTER (WHERE year(${quoted(date.name)}) = ${y} - 1), ${total} FILTER (WHERE year(${quoted(date.name)}) = ${y}) FROM data`,
        asc: total && g && `SELECT ${quoted(g)}, ${total} FROM data GROUP BY 1 ORDER BY 2`,
        desc: total && g && `SELECT ${quoted(g)}, ${total} FROM data GROUP BY 1 ORDER BY 2 DESC`,
        where: total && h && v && `SELECT ${total} FROM data WHERE ${quoted(h)} = '${v.replaceAll("'", "''")}'`,
        where_n: total && k && c !== undefined && `SELECT ${total} FROM data WHERE ${quoted(k)} = ${c}`,
        two_years: total && w && `SELECT ${total} FROM data WHERE year(${quoted(date.name)}) IN (${w}, ${y})`,
        recent: total && date?.isLong && `SELECT ${total} FROM data WHERE ${quoted(date.name)} >= date_trunc('month', DATE '${date.max}') - INTERVAL ${n - 1} MONTH`,
        in_month: total && q && `SELECT ${total} FROM data WHERE month(${quoted(date.name)}) = ${q.number}`,
        has: e && `SELECT count(${quoted(e)}) FROM data`,
        lacks: e && `SELECT count(*) FROM data WHERE ${quoted(e)} IS NULL`,
        lacking: e && u && e !== u && `SELECT DISTINCT ${quoted(u)} FROM data WHERE ${quoted(e)} IS NULL ORDER BY 1`,
        first_of: m && u && g && `SELECT ${quoted(u)}, ${quoted(g)} FROM data QUALIFY rank() OVER (ORDER BY ${quoted(m)} DESC NULLS LAST) = 1`,
        three: total && by(`count(*), ${total}, avg(${quoted(m)})`, column(g)),
        most_of: t && g && `SELECT ${quoted(g)}, count(DISTINCT ${quoted(t)}) FROM data WHERE ${quoted(g)} IS NOT NULL GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(DISTINCT ${quoted(t)}) DESC) = 1 ORDER BY 1`,
        number_of: t && by(`count(DISTINCT ${quoted(t)})`, column(g)),
        year_by: by(total, column(g), period("%Y")),
        month_by: date?.isLong && by(total, column(g), period("%Y-%m")),
        sorted: rows("DESC"),
        sorted_up: rows("ASC"),
        newest: ends("DESC"),
        oldest: ends("ASC"),
        both: either && groups(either, `HAVING count(DISTINCT ${quoted(h)}) = 2`),
        by_or: groups(either),
        groups_v: groups(is),
        names_v: u && is && `SELECT ${quoted(u)} FROM data WHERE ${is} ORDER BY 1`,
        versus_month: total && either && date?.isLong && `SELECT ${period("%Y-%m")}, ${quoted(h)}, ${total} FROM data WHERE ${either} GROUP BY 1, 2 ORDER BY 1, 2`,
        grew_by: total && g && w && `SELECT ${quoted(g)}, ${inYear(y)} - ${inYear(w)} FROM data WHERE ${quoted(g)} IS NOT NULL GROUP BY 1 ORDER BY 1`,
        rose: total && w && `SELECT ${inYear(y)}, ${inYear(w)} FROM data`,
        gap: total && either && `SELECT ${total} FILTER (WHERE ${is}) - ${total} FILTER (WHERE ${quoted(h)} = ${text(z)}) FROM data`,
        first_date: date && by(`min(${quoted(date.name)})`, column(g)),
        last_date: date && by(`max(${quoted(date.name)})`, column(g)),
        last_of: date && is && `SELECT max(${quoted(date.name)}) FROM data WHERE ${is}`,
        per_avg: g && `SELECT count(*) * 1.0 / count(DISTINCT ${quoted(g)}) FROM data WHERE ${quoted(g)} IS NOT NULL`,
        place_of: total && is && `SELECT place FROM (SELECT ${quoted(h)}, rank() OVER (ORDER BY ${total} DESC NULLS LAST) AS place FROM data WHERE ${quoted(h)} IS NOT NULL GROUP BY 1) WHERE ${is}`,
        above_avg: m && u && `SELECT ${quoted(u)} FROM data WHERE ${quoted(m)} > (SELECT avg(${quoted(m)}) FROM data) ORDER BY 1`,
        in_year: total && y && `SELECT ${total} FROM data WHERE year(${quoted(date.name)}) = ${y}`,
    }[ask];
}

const isPlain = { en: /^[A-Za-z]{3,}([ _][A-Za-z]{2,}){0,2}$/, es: /^[\p{Script=Latin}]{3,}([ _][\p{Script=Latin}]{2,}){0,2}$/u, zh: /^\p{Script=Han}{2,6}$/u };
// As people write it of several; a word that ends otherwise is left as it is.
const several = (name, lang) => (lang === "zh" ? name : lang === "es" ? name.replace(/([aeo])$/, "$1s").replace(/([lrdn])$/, "$1es") : name.replace(/([b-df-hj-np-rt-z])y$/, "$1ies").replace(/([a-rt-wz])$/, (end) => (/ies$/.test(name) ? end : `${end}s`)));
const said = (name, lang) => (lang === "zh" ? name : name.replaceAll("_", " ").toLowerCase());

// Columns that may be asked for by their names.
function sorted(about, lang) {
    const columns = about.columns.filter((c) => isPlain[lang].test(c.name));
    const isNumber = (c) => ["integer", "decimal", "number", "float"].includes(c.inferred_type);
    // whole numbers of one length are codes, years, numbers of rooms
    const isCode = (c) => [c.min, c.max].every((end) => /^\d{3,}$/.test(String(end))) && String(c.min).length === String(c.max).length;
    const span = (c) => (Date.parse(c.max) - Date.parse(c.min)) / 86400000;
    const dates = about.columns.filter((c) => ["date", "datetime", "timestamp"].includes(c.inferred_type) && c.non_null_count === about.row_count);
    const signed = about.columns.filter((c) => isNumber(c) && String(c.min).startsWith("-") && Number(c.max) > 0);
    const gaps = (c) => about.row_count - c.non_null_count;
    return {
        gapped: columns.filter((c) => c.non_null_count > 2 && gaps(c) > 2),
        signed: signed.length === 1 ? signed[0].name : undefined, // what came in and went out
        measures: columns.filter((c) => isNumber(c) && !isCode(c) && c.distinct_estimate > 10 && c.distinct_estimate < 0.95 * about.row_count),
        names: columns.filter((c) => c.inferred_type === "string" && c.non_null_count === about.row_count && c.distinct_estimate > 0.95 * about.row_count),
        groups: columns.filter((c) => c.inferred_type === "string" && c.distinct_estimate > 1 && c.distinct_estimate <= 60 && c.distinct_estimate * 3 <= about.row_count),
        things: columns.filter((c) => c.inferred_type === "string" && c.distinct_estimate > 5 && c.distinct_estimate * 2 <= about.row_count),
        date: dates.length === 1 ? { name: dates[0].name, max: dates[0].max.slice(0, 10), month: new Date(dates[0].max.slice(0, 10)).getUTCMonth(), isLong: span(dates[0]) > 70, years: [...new Set([dates[0].min.slice(0, 4), dates[0].max.slice(0, 4)])] } : undefined,
    };
}

// What it prints; undefined: it does not read the file so, or answer the SQL.
function run(program, words, home) {
    const options = { env: { ...process.env, QUARRY_HOME: home }, maxBuffer: 1 << 28 };
    const { error, status, stdout } = spawnSync(program, [...words, "--json"], options);
    if (error) throw error;
    return status === 0 ? JSON.parse(stdout) : undefined;
}

// Rows of totals would count twice.
const hasTotals = (program, file, about, home) => {
    if (run(program, ["table", "map", file], home)?.fidelity?.total_rows_count) return true;
    const texts = about.columns.filter((c) => c.inferred_type === "string").slice(0, 6);
    const test = texts.map((c) => `regexp_matches(lower(${quoted(c.name)}), '^(grand |sub)?total|^(合计|总计|小计)')`).join(" OR ");
    return test !== "" && run(program, ["table", "query", file, `SELECT count(*) FROM data WHERE ${test}`], home)?.rows?.[0]?.[0] !== 0;
};

// A value that few rows have, in letters.
function rareValue(program, file, column, home) {
    const sql = `SELECT ${quoted(column)} FROM data WHERE regexp_full_match(CAST(${quoted(column)} AS VARCHAR), '\\pL[\\pL ]{1,20}') GROUP BY 1 ORDER BY count(*), 1 LIMIT 1`;
    return run(program, ["table", "query", file, sql], home)?.rows?.[0]?.[0];
}

// The value that most rows have, in letters and not this one.
function commonValue(program, file, column, other, home) {
    const sql = `SELECT ${quoted(column)} FROM data WHERE regexp_full_match(CAST(${quoted(column)} AS VARCHAR), '\\pL[\\pL ]{1,20}') AND ${quoted(column)} <> '${other.replaceAll("'", "''")}' GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`;
    return run(program, ["table", "query", file, sql], home)?.rows?.[0]?.[0];
}

// The number that most rows have.
function commonNumber(program, file, column, home) {
    const sql = `SELECT ${quoted(column)} FROM data WHERE ${quoted(column)} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`;
    return run(program, ["table", "query", file, sql], home)?.rows?.[0]?.[0];
}

// The month before one that is counted from 0, as the language calls it.
function monthBefore(month, lang) {
    const number = ((month + 11) % 12) + 1;
    return { number, name: new Intl.DateTimeFormat(lang, { month: "long", timeZone: "UTC" }).format(Date.UTC(2024, number - 1)) };
}

// A whole number so far from the least of a column to the most.
function wholeAt(about, name, share) {
    const { min, max } = about.columns.find((c) => c.name === name) ?? {};
    return Math.round(Number(min) + share * (Number(max) - Number(min)));
}

function questionsOf(program, tables, file, lang, home, kinds) {
    const full = path.join(tables, file);
    const about = run(program, ["table", "describe", full], home);
    if (!about || about.row_count < 12 || hasTotals(program, full, about, home)) return [];
    const { measures, names, groups, gapped, date, signed, things } = sorted(about, lang);
    const stem = path.parse(file).name;
    const r = isPlain[lang].test(stem) ? said(stem, lang) : undefined;
    return TEMPLATES[lang].flatMap(({ ask, say }) => {
        if (kinds && !kinds.includes(ask)) return [];
        const key = `${file} ${ask}`;
        const m = pick(measures, key)?.name;
        const g = pick(groups, key)?.name;
        const u = names[0]?.name;
        const h = pick(groups.filter((c) => c.name !== g), key)?.name;
        const n = pick([3, 5, 10, 25], key);
        const y = date && pick(AFTER.includes(ask) ? date.years.slice(1) : date.years, key);
        const k = pick(measures.filter((c) => c.name !== m), key)?.name;
        const [a, b] = [0.25, 0.75].map((share) => wholeAt(about, m, share));
        const v = VALUED.includes(ask) && h ? rareValue(program, full, h, home) : undefined;
        const c = ask === "where_n" && k ? commonNumber(program, full, k, home) : undefined;
        const z = PAIRED.includes(ask) && v ? commonValue(program, full, h, v, home) : undefined;
        const w = (ask === "two_years" || AFTER.includes(ask)) && date?.years.length === 2 ? date.years.find((one) => one !== y) : undefined;
        const q = ask === "in_month" && date?.isLong ? monthBefore(date.month, lang) : undefined;
        const e = pick(gapped, key)?.name;
        const t = pick(things.filter((c) => c.name !== g), key)?.name;
        const sql = select({ ask, m, k, g, h, u, v, c, date, n, y, w, q, a, b, e, signed, t, z });
        const found = sql && run(program, ["table", "query", full, sql, "--limit", String(MAX_ROWS)], home);
        if (!found?.rows?.length || found.has_more || found.rows.length === 1 && found.rows[0][0] === null) return [];
        if (["newest", "oldest"].includes(ask) && found.rows.length !== n) return [];
        const words = { $m: m && said(m, lang), $k: k && said(k, lang), $g: g && said(g, lang), $h: h && said(h, lang), $u: u && said(u, lang), $v: v, $c: c, $n: n, $y: y, $w: w, $q: q?.name, $a: a, $b: b, $e: e && said(e, lang), $r: r, $t: t && said(t, lang), $T: t && several(said(t, lang), lang), $G: g && several(said(g, lang), lang), $z: z, $d: date && isPlain[lang].test(date.name) ? said(date.name, lang) : undefined };
        const text = pick(r ? say : say.filter((one) => !one.includes("$r")), key);
        if (text.includes("$d") && !words.$d) return [];
        const question = text.replace(/\$[mkghuvcnywqabertTGzd]/g, (name) => words[name]);
        const alt = [found.rows.filter((row) => row[0] !== null)].filter((rows) => rows.length > 0 && rows.length < found.rows.length);
        // a figure that is only named may be averaged as well
        const mean = text.includes("$m") && !SAYS_TOTAL.test(text) && run(program, ["table", "query", full, sql.replaceAll(sum(m), `avg(${quoted(m)})`), "--limit", String(MAX_ROWS)], home);
        if (mean?.rows) alt.push(mean.rows);
        if (ask === "gap") alt.push([[Math.abs(found.rows[0][0])]]); // whichever is more
        if (ask === "rose") alt.push([y, w].map((year, i) => [Number(year), found.rows[0][i]]));
        return [{ id: key, files: [file], question, lang, category: `plain-${ask}`, answerable: true, sql, answer: found.rows, alt, ordered: ["asc", "desc", "sorted", "sorted_up"].includes(ask) }];
    });
}

// Plain questions over the tables of a set, as one more set; of some kinds alone, where they are named.
export function plainSet(set, program, home, kinds) {
    const files = fs.readdirSync(set.tables).filter((name) => /\.(csv|tsv|xlsx)$/i.test(name));
    const some = files.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, MAX_TABLES);
    const lang = (set.about.lang ?? "en").slice(0, 2);
    const questions = some.flatMap((file) => questionsOf(program, set.tables, file, lang, home, kinds));
    return { ...set, name: `plain-${set.name}`, status: "made", questions };
}
