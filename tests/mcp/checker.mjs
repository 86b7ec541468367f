// checker.mjs - the published schema of a revision, as a check of one named type.
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

const folder = path.join(process.env.QUARRY_TESTDATA ?? "", "api", "mcp");

export function skipWithoutSchemas() {
    if (fs.existsSync(folder)) return;
    console.log("skipped: the published schemas are not here");
    process.exit(77);
}

export function checker(version) {
    const { $schema: _, ...schema } = JSON.parse(
        fs.readFileSync(path.join(folder, version, "schema.json"), "utf8"),
    );
    const names = schema.$defs ? "$defs" : "definitions";
    const checks = new Map();
    return (type, value) => {
        if (!checks.has(type)) {
            const one = { ...schema, $ref: `#/${names}/${type}` };
            checks.set(type, new AjvJsonSchemaValidator().getValidator(one));
        }
        const { valid, errorMessage } = checks.get(type)(value);
        assert.ok(valid, `${type}: ${errorMessage}: ${JSON.stringify(value)}`);
    };
}
