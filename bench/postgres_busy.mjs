// postgres_busy.mjs - what a question to a PostgreSQL database costs that is written to
// between questions: bytes that come from the server, connections, time.
//
//     node bench/postgres_busy.mjs [ROWS]
//
// It starts a server of its own. QUARRY_BIN says where the programs are, else
// build/release; once with copies of any age, once with none.
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { build, missing, READER, Server } from "../tests/postgres/server.mjs";

const rows = Number(process.argv[2] ?? 1_000_000);
if (missing()) throw new Error(missing());
const ends = [];
const s = await Server.start({ after: (f) => ends.unshift(f) });

// Between quarry-postgres and the server: counts.
const seen = { bytes: 0, connections: 0 };
const proxy = net.createServer((from) => {
    const to = net.connect(s.port, "127.0.0.1");
    seen.connections++;
    to.on("data", (b) => (seen.bytes += b.length));
    for (const end of [from, to]) end.on("error", () => {});
    from.pipe(to).pipe(from);
});
await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
ends.unshift(() => proxy.close());

async function ask(minutes) {
    const args = ["ask", `postgres://reader@127.0.0.1:${proxy.address().port}/shop`, "total revenue by city", "--json"];
    const child = spawn(path.join(build, "quarry"), args, { env: s.env({ PGPASSWORD: READER, QUARRY_SERVER_COPY_MINUTES: `${minutes}` }), stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (text) => (out += text));
    await once(child, "close");
    return JSON.parse(out).results.rows;
}

try {
    s.sql(
        "shop",
        `CREATE TABLE sales(id int PRIMARY KEY, sold_at timestamp, city text, product text, units int, revenue numeric(10,2));
        INSERT INTO sales SELECT i, timestamp '2023-01-01' + i * interval '1 minute', (ARRAY['Leeds','Lyon','Madrid','Oslo','Porto'])[1 + i % 5], 'Product ' || i % 40, 1 + i % 9, (i % 1000) / 4.0 FROM generate_series(1, ${rows - 20}) i;
        CREATE ROLE reader LOGIN PASSWORD '${READER}'; GRANT SELECT ON sales TO reader; ANALYZE sales`,
    );
    for (const minutes of [0, 10])
        for (let i = 0; i < 4; i++) {
            s.sql("shop", "INSERT INTO sales SELECT max(id) + 1, now(), 'Leeds', 'Product 1', 1, 1 FROM sales");
            const before = { ...seen, at: performance.now() };
            const sums = await ask(minutes);
            const of = s.sql("shop", "SELECT sum(revenue) FROM sales WHERE city = 'Leeds'").trim();
            console.log(`${minutes} minutes: ${seen.bytes - before.bytes} bytes, ${seen.connections - before.connections} connections, ${((performance.now() - before.at) / 1000).toFixed(1)} s; ${Number(of) === sums[0][1] ? "right" : "WRONG"}`);
        }
} finally {
    for (const end of ends) await end();
}
