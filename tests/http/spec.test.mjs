// A query spec that a person changed is run as it says, or refused by name.
import assert from "node:assert/strict";
import test from "node:test";
import { send, serve } from "./server.mjs";

test("a changed spec is run; what it cannot be is said", async (t) => {
    const { port } = await serve(t);
    const ask = async (more) => {
        const body = { base: "sales/sales.csv", query: "total sales by country", ...more };
        return send(port, "POST", "/v1/ask", { body });
    };
    const first = (await ask({})).json;
    const spec = first.query_spec;
    const same = (await ask({ query_spec: spec })).json;
    assert.deepEqual(same.results.rows, first.results.rows);
    assert.equal(same.generated_sql, first.generated_sql);
    assert.equal(same.confidence, null);

    const filters = [{ column: "COUNTRY", op: "in", type: "text", values: ["spain"] }];
    const changed = (await ask({ query_spec: { ...spec, measures: [{ agg: "max", column: "units" }], filters } })).json;
    assert.deepEqual(changed.results.columns, ["country", "max_units"]);
    assert.deepEqual(changed.results.rows.map((r) => r[0]), ["Spain"]);

    const wrong = [
        [[1], /object/],
        [{ ...spec, measures: [{ agg: "sum", column: "country" }] }, /no numbers.*country/],
        [{ ...spec, measures: [{ agg: "sum", column: "nope" }] }, /no column 'nope'/],
        [{ ...spec, filters: [{ column: "country", op: "=", type: "text", values: ["Atlantis"] }] }, /Atlantis/],
        [{ ...spec, kind: "anything" }, /anything|kind/],
        [{ ...spec, table: 'data"; DROP TABLE x; --' }, /no table/],
        [{}, /unknown word/],
    ];
    for (const [query_spec, why] of wrong) {
        const { status, json } = await ask({ query_spec });
        assert.equal(status, 400, JSON.stringify(query_spec).slice(0, 80));
        assert.equal(json.code, "VALIDATION_FAILED");
        assert.match(json.detail, why);
    }
    const pages = await ask({ query_spec: spec, query_type: "semantic" });
    assert.match(pages.json.detail, /query_type/);
});
