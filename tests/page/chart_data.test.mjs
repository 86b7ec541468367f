// What a chart of an answer's rows draws: its categories, series and numbers.
import assert from "node:assert/strict";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const source = fileURLToPath(new URL("../../web/shared/chart_data.ts", import.meta.url));
const { outputFiles } = buildSync({ entryPoints: [source], bundle: true, format: "esm", write: false });
const { chartData, chartOf } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const draw = (groups, agg, types, rows) =>
    chartData(
        { columns: types.map((_, c) => `c${c}`), column_types: types, rows, row_count: rows.length, total_row_count: rows.length, truncated: false },
        chartOf({ query_spec: { group_by: groups, measures: [{ agg }] } }),
        "bar",
        { others: "others", noValue: "(empty)" },
        "en",
    );
const by = (column, grain = null) => ({ column, grain });

test("days of the week stand in the order of the rows, times by themselves", () => {
    const drawn = (grain, rows) => draw([by("city"), by("day", grain)], "sum", ["string", "string", "integer"], rows).categories;
    const rows = [
        ["Lima", "Tuesday", 1], ["Lima", "Saturday", 2],
        ["Oslo", "Monday", 3], ["Oslo", "Tuesday", 4], ["Oslo", "Wednesday", 5], ["Oslo", "Sunday", 6],
        ["Rome", "Saturday", 7], ["Rome", "Sunday", 8],
    ];
    assert.deepEqual(drawn("weekday", rows), ["Monday", "Tuesday", "Wednesday", "Saturday", "Sunday"]);
    const months = [["Lima", "2024-03", 1], ["Oslo", "2024-01", 3], ["Oslo", "2024-02", 4]];
    assert.deepEqual(drawn("month", months), ["2024-01", "2024-02", "2024-03"]);
    const hours = [["Lima", "23:00", 1], ["Oslo", "09:00", 3]];
    assert.deepEqual(drawn("hour", hours), ["09:00", "23:00"]);
});

test("a value stands at the category and in the series that it is of", () => {
    const rows = [["Lima", "Tuesday", 1], ["Oslo", "Monday", 3], ["Oslo", "Tuesday", 4]];
    const { series } = draw([by("city"), by("day", "weekday")], "sum", ["string", "string", "integer"], rows);
    assert.deepEqual(series, [{ label: "Lima", values: [null, 1] }, { label: "Oslo", values: [3, 4] }]);
});

test("of too many series the largest are drawn: seven and the sum of the others, eight where there is no sum", () => {
    const rows = Array.from({ length: 12 }, (_, i) => ["a", "b"].map((x) => [x, `s${i}`, i + 1])).flat();
    const drawn = (agg) => draw([by("x", "month"), by("s")], agg, ["string", "string", "integer"], rows);
    const sums = drawn("sum");
    assert.deepEqual(sums.series.map((s) => s.label), ["s5", "s6", "s7", "s8", "s9", "s10", "s11", "others"]);
    assert.deepEqual([sums.series.at(-1).values, sums.seriesLeft], [[15, 15], 0]);
    const averages = drawn("avg");
    assert.deepEqual(averages.series.map((s) => s.label), ["s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11"]);
    assert.equal(averages.seriesLeft, 4);
});

test("a number that came as text, as it is too long, is drawn, and what is empty is a gap", () => {
    const long = "12345678901234567890";
    const one = draw([by("city")], "sum", ["string", "integer"], [["Lima", long], ["Oslo", null], ["Rome", 5]]);
    assert.deepEqual(one.series[0].values, [Number(long), null, 5]);
    const two = draw([by("x"), by("s")], "sum", ["string", "string", "integer"], [["a", "s", long], ["b", "s", null]]);
    assert.deepEqual(two.series[0].values, [Number(long), null]);
});
