// DuckDB's own reader, strict and given the whole dialect: rows of text, or null
// where it refuses the file.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const duckdb = createRequire(import.meta.url)("@duckdb/node-bindings-linux-x64/duckdb.node");
const sql = (text) => `'${text.replaceAll("'", "''")}'`;

export class Duck {
    constructor(folder) {
        this.input = path.join(folder, "duck.csv");
        this.output = path.join(folder, "duck.tsv");
    }

    static async open(folder) {
        const duck = new Duck(folder);
        const options = duckdb.create_config();
        duckdb.set_config(options, "threads", "1");
        duck.connection = await duckdb.connect(await duckdb.open(":memory:", options));
        return duck;
    }

    // One file at a time: input and output have one name each.
    read(text, dialect, width) {
        this.last = (this.last ?? Promise.resolve()).then(() => this.readNow(text, dialect, width));
        return this.last;
    }

    // Short rows are filled with null, which here is the empty text.
    async readNow(text, { delimiter, quote, escape }, width) {
        const names = Array.from({ length: width }, (_, i) => `c${i}`);
        const columns = names.map((name) => `${name}: 'VARCHAR'`).join(", ");
        const bar = escape === "double" ? quote : "\\";
        fs.writeFileSync(this.input, text);
        try {
            await duckdb.query(this.connection, `COPY (SELECT ${names.map((name) => `hex(${name})`)}
                FROM read_csv(${sql(this.input)}, delim=${sql(delimiter)}, quote=${sql(quote)},
                escape=${sql(bar)}, header=false, auto_detect=false, all_varchar=true, strict_mode=true,
                null_padding=true, parallel=false, columns={${columns}}))
                TO ${sql(this.output)} (DELIMITER '\t', HEADER false, QUOTE '', NULLSTR '')`);
        } catch {
            return null;
        }
        const lines = fs.readFileSync(this.output, "utf8").split("\n");
        return lines.slice(0, -1).map((line) => line.split("\t").map((cell) => Buffer.from(cell, "hex").toString()));
    }
}
