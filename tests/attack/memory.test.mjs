// Small requests whose answers would be large: each is refused by type, and the
// server lives and is ready.
import assert from "node:assert/strict";
import test from "node:test";
import { send, serve } from "../http/server.mjs";

// 717 bytes whose result is a handful of nodes and 2^60 values when written.
export const BOMBS = {
    "objects that share": Array(60).fill("{a:@,b:@}").join(" | "),
    "lists that share": Array(25).fill("[@,@]").join(" | "),
    "levels that no writer holds": Array(300).fill("{a:{a:{a:{a:@}}}}").join(" | "),
    "a text of it": `${Array(60).fill("{a:@,b:@}").join(" | ")} | to_string(@)`,
};

test("a result that shares its parts is refused when it is long to write", async (t) => {
    const { port, run } = await serve(t);
    run("base", "create", "tree");
    run("data", "create", "tree", "/a", "[1]");
    for (const [name, expression] of Object.entries(BOMBS)) {
        const { status, json } = await send(port, "POST", "/v1/data", { body: { base: "tree", expression: `a | ${expression}` } });
        assert.equal(status, 413, name);
        assert.equal(json.code, "LIMIT", name);
    }
    assert.equal((await send(port, "GET", "/readyz")).status, 200);
});
