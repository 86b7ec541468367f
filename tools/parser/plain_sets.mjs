// plain_sets.mjs - the plainest questions over tables of training sets, which writers of
// blind sets leave out because their answers are long: totals by a group, by two, by
// month; the different values of a column; so many of the highest. One set a training set.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { order } from "./public_sets.mjs";

const MAX_TABLES = 4;
const MAX_ROWS = 1000; // of an answer, as parse_dump has it

// One of a list, always the same; undefined: the list is empty.
const pick = (list, key) => list[Number.parseInt(order(key).slice(0, 8), 16) % list.length];

// $m and $k measures, $g and $h groups, $u a name of rows, $v a value of $h, $c one of $k, $n a number, $y and $w years, $q a month's name, $a to $b a part of $m's range,
// $e a column with empty cells, $r what the rows are by the name of the file, $t and $T what
// a column names more than once, one and several.
// `ask`: what is computed.
const TEMPLATES = {
    en: [
        { ask: "sum1", say: ["total $m by $g", "$m by $g", "total $m per $g", "sum of $m for each $g", "what is the total $m of each $g?", "show me $m by $g"] },
        { ask: "sum2", say: ["$m by $g and $h", "total $m by $g and $h", "total $m per $g and $h", "total $m for each $g by $h"] },
        { ask: "avg1", say: ["average $m by $g", "average $m per $g", "mean $m for each $g"] },
        { ask: "month", say: ["total $m by month", "$m per month", "monthly $m", "how much $m was there in each month?"] },
        { ask: "year", say: ["total $m by year", "$m per year", "yearly total $m"] },
        { ask: "list", say: ["list all $g", "all different $g", "show the different values of $g", "which $g are there?"] },
        { ask: "list_by", say: ["list $u by $g", "list all $u by $g", "show $u by $g", "$u sorted by $g", "list of $u by $g"] },
        { ask: "distinct", say: ["how many different $g are there", "number of different $g", "count of distinct $g"] },
        { ask: "count1", say: ["number of rows by $g", "how many rows per $g", "row count for each $g"] },
        { ask: "top", say: ["top $n $g by $m", "top $n $g by total $m", "the $n $g with the highest total $m"] },
        { ask: "out", say: ["how much did we spend in total", "total spent", "how much was spent altogether?", "total expenses"] },
        { ask: "out_month", say: ["how much did we spend per month", "spending by month", "expenses per month"] },
        { ask: "in_year", say: ["total $m in $y", "what was the total $m in $y?", "sum of $m for $y"] },
        { ask: "stddev", say: ["standard deviation of $m", "what is the standard deviation of $m?", "std dev of $m"] },
        { ask: "stddev1", say: ["standard deviation of $m by $g", "standard deviation of $m for each $g"] },
        { ask: "p90", say: ["90th percentile of $m", "p90 of $m", "what is the 90th percentile of $m?"] },
        { ask: "correlation", say: ["correlation between $m and $k", "how strongly are $m and $k correlated?", "correlation of $m and $k"] },
        { ask: "share_in", say: ["share of total $m of each $g within its $h", "percent of total $m by $g within $h", "percentage of $m for each $g within each $h"] },
        { ask: "rank_in", say: ["rank $g by total $m within $h", "rank $g by $m within each $h"] },
        { ask: "never", say: ["which $g never have $v", "$g without any $v", "which $g never had $v?"] },
        { ask: "last", say: ["last $n rows", "show the last $n rows", "the last $n entries"] },
        { ask: "range", say: ["how many rows have $m $a to $b", "number of rows with $m $a-$b", "rows with $m from $a to $b, how many?"] },
        { ask: "rest", say: ["total $m of $v versus all other $h", "compare total $m of $v with all other $h"] },
        { ask: "weekend", say: ["total $m at weekends versus weekdays", "compare total $m on weekends and weekdays"] },
        { ask: "ends", say: ["minimum and maximum $m", "smallest and largest $m"] },
        { ask: "asc", say: ["$m by $g from lowest to highest", "$g sorted by total $m, lowest first", "total $m by $g, smallest first", "total $m per $g in ascending order"] },
        { ask: "desc", say: ["$g ranked by $m", "$g ranked by total $m", "total $m by $g, highest first", "$g sorted by $m from highest to lowest", "ranking of $g by total $m"] },
        { ask: "where", say: ["total $m where $h is $v", "total $m for $h $v", "sum of $m with $h $v", "total $m of $v"] },
        { ask: "where_n", say: ["total $m where $k is $c", "sum of $m where $k equals $c", "total $m with $k $c"] },
        { ask: "two_years", say: ["$m in $w and $y", "total $m in $w and $y"] },
        { ask: "recent", say: ["total $m of the last $n months", "total $m in the last $n months", "$m of the past $n months"] },
        { ask: "in_month", say: ["total $m in $q", "$m in $q", "how much $m in $q?"] },
        { ask: "grew", say: ["by how much did total $m grow in $y?", "growth of total $m in $y", "did total $m grow in $y?"] },
        { ask: "has", say: ["how many $r have a $e", "how many rows have a $e?", "number of $r with a $e", "how many $r have $e filled in", "count the $r that have a $e"] },
        { ask: "lacks", say: ["how many $r have no $e", "how many rows are without $e?", "number of $r without a $e", "how many $r have an empty $e"] },
        { ask: "lacking", say: ["which $u have no $e", "$u without a $e", "list the $u that have no $e", "$r without $e", "which $r have no $e?", "show $r with no $e"] },
        { ask: "first_of", say: ["which $u has the highest $m and what is its $g?", "$u with the highest $m, and its $g", "highest $m: which $u, and which $g", "largest $r by $m and the $g"] },
        { ask: "most_of", say: ["which $g has the most $T", "which $g has the most different $T?", "$g with the most $T", "which $g has the highest number of $T?"] },
        { ask: "number_of", say: ["how many $T are there in each $g", "number of $T by $g", "number of $T per $g", "how many different $T per $g?"] },
        { ask: "three", say: ["for each $g: number of rows, total $m and average $m", "by $g: row count, total $m and average $m", "row count, total $m and average $m per $g"] },
    ],
    es: [
        { ask: "sum1", say: ["total de $m por $g", "$m por $g", "suma de $m por cada $g", "¿cuál es el total de $m de cada $g?"] },
        { ask: "sum2", say: ["$m por $g y $h", "total de $m por $g y $h", "total de $m por $g y por $h"] },
        { ask: "avg1", say: ["promedio de $m por $g", "media de $m por $g", "$m promedio de cada $g"] },
        { ask: "month", say: ["total de $m por mes", "$m por mes", "$m mensual", "total de $m de cada mes"] },
        { ask: "year", say: ["total de $m por año", "$m por año", "$m anual"] },
        { ask: "list", say: ["lista de $g", "todos los valores de $g", "¿qué $g hay?"] },
        { ask: "list_by", say: ["lista de $u por $g", "$u ordenados por $g", "muéstrame $u por $g"] },
        { ask: "distinct", say: ["cuántos valores distintos de $g hay", "número de $g diferentes", "cantidad de $g distintos"] },
        { ask: "count1", say: ["número de filas por $g", "cuántas filas hay por $g", "cantidad de registros por $g"] },
        { ask: "top", say: ["top $n $g por $m", "los $n $g con mayor total de $m", "$n $g con más $m en total"] },
        { ask: "out", say: ["cuánto gasté en total", "total gastado", "¿cuánto se gastó?", "total de gastos"] },
        { ask: "out_month", say: ["cuánto gasté cada mes", "gastos por mes", "gasto mensual"] },
        { ask: "in_year", say: ["total de $m en $y", "suma de $m en $y", "¿cuál fue el total de $m en $y?"] },
        { ask: "stddev", say: ["desviación estándar de $m", "¿cuál es la desviación típica de $m?"] },
        { ask: "stddev1", say: ["desviación estándar de $m por $g", "desviación típica de $m de cada $g"] },
        { ask: "p90", say: ["percentil 90 de $m", "¿cuál es el percentil 90 de $m?"] },
        { ask: "correlation", say: ["correlación entre $m y $k", "¿qué correlación hay entre $m y $k?"] },
        { ask: "share_in", say: ["porcentaje del total de $m de cada $g dentro de su $h", "participación en $m de cada $g dentro de cada $h"] },
        { ask: "never", say: ["$g que nunca tienen $v", "$g sin ningún $v", "¿qué $g nunca tuvieron $v?"] },
        { ask: "last", say: ["últimas $n filas", "muestra las últimas $n filas", "los últimos $n registros"] },
        { ask: "range", say: ["cuántas filas tienen $m de $a hasta $b", "número de filas con $m $a-$b"] },
        { ask: "rest", say: ["total de $m de $v comparado con el resto de $h", "total de $m de $v frente al resto de $h"] },
        { ask: "weekend", say: ["total de $m los fines de semana frente a los días laborables"] },
        { ask: "ends", say: ["mínimo y máximo de $m", "$m mínimo y máximo"] },
        { ask: "asc", say: ["$m por $g de menor a mayor", "total de $m por $g en orden ascendente", "$g ordenados por total de $m, del menor al mayor"] },
        { ask: "desc", say: ["ranking de $g por $m", "$g ordenados por $m de mayor a menor", "total de $m por $g de mayor a menor"] },
        { ask: "where", say: ["total de $m donde $h es $v", "total de $m con $h $v", "total de $m de $v"] },
        { ask: "where_n", say: ["total de $m donde $k es $c", "suma de $m con $k igual a $c"] },
        { ask: "two_years", say: ["$m en $w y $y", "total de $m en $w y $y"] },
        { ask: "recent", say: ["total de $m de los últimos $n meses", "$m de los últimos $n meses"] },
        { ask: "in_month", say: ["total de $m en $q", "$m de $q", "¿cuánto $m en $q?"] },
        { ask: "grew", say: ["¿cuánto creció el total de $m en $y?", "crecimiento del total de $m en $y"] },
        { ask: "has", say: ["cuántas filas tienen $e", "¿cuántos registros tienen $e?", "número de filas con $e"] },
        { ask: "lacks", say: ["cuántas filas no tienen $e", "¿cuántos registros hay sin $e?", "número de filas sin $e"] },
        { ask: "lacking", say: ["¿qué $u no tienen $e?", "$u sin $e", "lista de $u sin $e", "$r sin $e", "¿qué $r no tienen $e?"] },
        { ask: "first_of", say: ["¿qué $u tiene más $m y cuál es su $g?", "$u con mayor $m y su $g", "el mayor $m: $u y $g"] },
        { ask: "most_of", say: ["¿qué $g tiene más $T?", "$g con más $T", "¿qué $g tiene el mayor número de $T?", "¿qué $g tiene más $T distintos?"] },
        { ask: "number_of", say: ["cuántos $T hay por $g", "número de $T por $g", "¿cuántos $T tiene cada $g?"] },
        { ask: "three", say: ["por $g: número de filas, total de $m y promedio de $m", "número de filas, total y promedio de $m por $g"] },
    ],
    zh: [
        { ask: "sum1", say: ["各$g的$m合计", "按$g统计$m", "每个$g的总$m", "各$g$m总和是多少"] },
        { ask: "sum2", say: ["按$g和$h统计$m", "各$g各$h的$m合计", "按$g、$h汇总$m"] },
        { ask: "avg1", say: ["各$g的平均$m", "每个$g的平均$m", "按$g统计平均$m"] },
        { ask: "month", say: ["每月$m合计", "按月统计$m", "各月的总$m"] },
        { ask: "year", say: ["每年$m合计", "按年统计$m", "各年的总$m"] },
        { ask: "list", say: ["列出所有$g", "有哪些$g", "不同的$g有哪些"] },
        { ask: "list_by", say: ["按$g列出$u", "列出$u，按$g排列", "$u按$g排序"] },
        { ask: "distinct", say: ["有多少个不同的$g", "$g一共有几种", "不同$g的数量"] },
        { ask: "count1", say: ["各$g的行数", "每个$g有多少条记录", "按$g统计记录数"] },
        { ask: "top", say: ["$m总和最高的$n个$g", "总$m前$n的$g", "按总$m排名前$n的$g"] },
        { ask: "out", say: ["一共花了多少钱", "总支出", "支出合计是多少"] },
        { ask: "out_month", say: ["每月支出", "按月统计支出", "每个月花了多少"] },
        { ask: "in_year", say: ["$y年$m合计", "$y年的总$m", "$y年$m总和是多少"] },
        { ask: "stddev", say: ["$m的标准差", "$m的标准差是多少"] },
        { ask: "stddev1", say: ["各$g的$m标准差", "按$g统计$m的标准差"] },
        { ask: "p90", say: ["$m的第90百分位数", "$m的90分位数是多少"] },
        { ask: "correlation", say: ["$m和$k的相关系数", "$m与$k的相关性"] },
        { ask: "never", say: ["从未有$v的$g", "哪些$g从来没有$v"] },
        { ask: "last", say: ["最后$n行", "最后$n条记录"] },
        { ask: "range", say: ["$m$a到$b的有多少行", "$m在$a-$b之间的记录有多少条"] },
        { ask: "rest", say: ["$v和其他$h的$m合计对比"] },
        { ask: "weekend", say: ["周末和工作日的总$m对比"] },
        { ask: "ends", say: ["$m的最小值和最大值", "$m的最低和最高"] },
        { ask: "asc", say: ["各$g的$m合计，从低到高", "按总$m从低到高排列$g", "各$g的总$m升序"] },
        { ask: "desc", say: ["各$g按$m排名", "按总$m从高到低排列$g", "各$g的总$m排行"] },
        { ask: "where", say: ["$h为$v的$m合计", "$v的总$m", "$h是$v的总$m是多少"] },
        { ask: "where_n", say: ["$k为$c的$m合计", "$k等于$c的总$m"] },
        { ask: "two_years", say: ["$w年和$y年的$m", "$w年和$y年的总$m"] },
        { ask: "recent", say: ["最近$n个月的$m", "最近$n个月的总$m", "近$n个月$m合计"] },
        { ask: "in_month", say: ["$q的$m", "$q$m合计", "$q的总$m是多少"] },
        { ask: "grew", say: ["$y年总$m增长了多少", "$y年$m合计的增长"] },
        { ask: "has", say: ["有$e的有多少行", "多少条记录填了$e", "有$e的记录数"] },
        { ask: "lacks", say: ["没有$e的有多少行", "多少条记录没有$e", "$e为空的记录数"] },
        { ask: "lacking", say: ["没有$e的$u有哪些", "哪些$u没有$e", "列出没有$e的$u"] },
        { ask: "first_of", say: ["$m最高的$u是哪个，$g是什么", "$m最多的$u和它的$g", "哪个$u的$m最大，属于哪个$g"] },
        { ask: "most_of", say: ["哪个$g的$t最多", "$t数量最多的$g", "哪个$g有最多不同的$t"] },
        { ask: "number_of", say: ["各$g的$t数", "每个$g有多少个$t", "每个$g有多少个不同的$t"] },
        { ask: "three", say: ["各$g的行数、$m合计和平均$m", "按$g统计行数、总$m和平均$m"] },
    ],
};

const SAYS_TOTAL = /total|sum|suma|合计|总|汇总|average|mean|promedio|media|平均/;
const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
const sum = (m) => `sum(${quoted(m)})`;

// The SELECT of what is computed; undefined: the table has no columns for it.
function select({ ask, m, k, g, h, u, v, c, date, n, y, w, q, a, b, e, signed, t }) {
    const by = (figure, ...groups) => figure && groups.every(Boolean) && `SELECT ${groups.join(", ")}, ${figure} FROM data GROUP BY ${groups.map((_, i) => i + 1).join(", ")} ORDER BY ${groups.map((_, i) => i + 1).join(", ")}`;
    const column = (name) => name && quoted(name);
    const period = (format) => date && `strftime(${quoted(date.name)}, '${format}')`;
    const total = m && sum(m);
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

function questionsOf(program, tables, file, lang, home) {
    const full = path.join(tables, file);
    const about = run(program, ["table", "describe", full], home);
    if (!about || about.row_count < 12 || hasTotals(program, full, about, home)) return [];
    const { measures, names, groups, gapped, date, signed, things } = sorted(about, lang);
    const stem = path.parse(file).name;
    const r = isPlain[lang].test(stem) ? said(stem, lang) : undefined;
    return TEMPLATES[lang].flatMap(({ ask, say }) => {
        const key = `${file} ${ask}`;
        const m = pick(measures, key)?.name;
        const g = pick(groups, key)?.name;
        const u = names[0]?.name;
        const h = pick(groups.filter((c) => c.name !== g), key)?.name;
        const n = pick([3, 5, 10, 25], key);
        const y = date && pick(ask === "grew" ? date.years.slice(1) : date.years, key);
        const k = pick(measures.filter((c) => c.name !== m), key)?.name;
        const [a, b] = [0.25, 0.75].map((share) => wholeAt(about, m, share));
        const v = ["never", "rest", "where"].includes(ask) && h ? rareValue(program, full, h, home) : undefined;
        const c = ask === "where_n" && k ? commonNumber(program, full, k, home) : undefined;
        const w = ask === "two_years" && date?.years.length === 2 ? date.years.find((one) => one !== y) : undefined;
        const q = ask === "in_month" && date?.isLong ? monthBefore(date.month, lang) : undefined;
        const e = pick(gapped, key)?.name;
        const t = pick(things.filter((c) => c.name !== g), key)?.name;
        const sql = select({ ask, m, k, g, h, u, v, c, date, n, y, w, q, a, b, e, signed, t });
        const found = sql && run(program, ["table", "query", full, sql, "--limit", String(MAX_ROWS)], home);
        if (!found?.rows?.length || found.has_more || found.rows.length === 1 && found.rows[0][0] === null) return [];
        const words = { $m: m && said(m, lang), $k: k && said(k, lang), $g: g && said(g, lang), $h: h && said(h, lang), $u: u && said(u, lang), $v: v, $c: c, $n: n, $y: y, $w: w, $q: q?.name, $a: a, $b: b, $e: e && said(e, lang), $r: r, $t: t && said(t, lang), $T: t && several(said(t, lang), lang) };
        const text = pick(r ? say : say.filter((one) => !one.includes("$r")), key);
        const question = text.replace(/\$[mkghuvcnywqabertT]/g, (name) => words[name]);
        const alt = [found.rows.filter((row) => row[0] !== null)].filter((rows) => rows.length > 0 && rows.length < found.rows.length);
        // a figure that is only named may be averaged as well
        const mean = text.includes("$m") && !SAYS_TOTAL.test(text) && run(program, ["table", "query", full, sql.replaceAll(sum(m), `avg(${quoted(m)})`), "--limit", String(MAX_ROWS)], home);
        if (mean?.rows) alt.push(mean.rows);
        return [{ id: key, files: [file], question, lang, category: `plain-${ask}`, answerable: true, sql, answer: found.rows, alt, ordered: ask === "asc" || ask === "desc" }];
    });
}

// Plain questions over the tables of a set, as one more set.
export function plainSet(set, program, home) {
    const files = fs.readdirSync(set.tables).filter((name) => /\.(csv|tsv|xlsx)$/i.test(name));
    const some = files.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, MAX_TABLES);
    const lang = (set.about.lang ?? "en").slice(0, 2);
    const questions = some.flatMap((file) => questionsOf(program, set.tables, file, lang, home));
    return { ...set, name: `plain-${set.name}`, status: "made", questions };
}
