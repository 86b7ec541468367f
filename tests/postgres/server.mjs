// server.mjs - a PostgreSQL server of our own: in a folder that goes with the test, on a
// free port, as a user who is not root, which it refuses to run as.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");
export const build = process.env.QUARRY_BIN ?? path.join(root, "build/release");
export const OWNER = "0wner-s3cret";
export const READER = "r3ader-s3cret";

function binaries() {
    const top = "/usr/lib/postgresql";
    const versions = fs.existsSync(top) ? fs.readdirSync(top) : [];
    return versions.map((v) => path.join(top, v, "bin")).find((bin) => fs.existsSync(path.join(bin, "initdb")));
}

// Why these tests cannot run here; false: they can.
export function missing() {
    if (!binaries()) return "no PostgreSQL server is installed: make deps-test";
    if (!fs.existsSync(path.join(build, "quarry-postgres"))) return "quarry-postgres was not built: libpq is not installed";
    return false;
}

// Whose process the server is: not root.
function runner() {
    if (process.getuid() !== 0) return {};
    const id = (flag) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout || 65534);
    return { uid: id("-u"), gid: id("-g") };
}

function freePort() {
    return new Promise((done) => {
        const server = net.createServer();
        server.listen(0, "127.0.0.1", () => {
            const { port } = server.address();
            server.close(() => done(port));
        });
    });
}

// The first server's data as initdb made it: the others of a file of tests are copies.
let template;

function keepTemplate(data) {
    const top = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-postgres-"));
    process.on("exit", () => fs.rmSync(top, { recursive: true, force: true }));
    template = path.join(top, "data");
    execFileSync("cp", ["-a", data, template]);
}

export class Server {
    // `settings`: lines of postgresql.conf; `files`: written beside it, readable by the
    // server alone.
    static async start(t, { settings = [], files = {} } = {}) {
        const s = new Server();
        const as = runner();
        const bin = binaries();
        s.top = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-postgres-"));
        s.port = await freePort();
        s.home = path.join(s.top, "home");
        fs.mkdirSync(s.home);
        const own = path.join(s.top, "server");
        fs.mkdirSync(own, { mode: 0o700 });
        const data = path.join(own, "data");
        const run = (program, ...args) => {
            const r = spawnSync(path.join(bin, program), args, { ...as, cwd: own, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8" } });
            if (r.status !== 0) throw new Error(`${program}: ${r.stderr}\n${r.stdout}`);
        };
        const give = (name, text) => {
            const file = path.join(own, name);
            fs.writeFileSync(file, text, { mode: 0o600 });
            if (as.uid !== undefined) fs.chownSync(file, as.uid, as.gid);
            return file;
        };
        if (as.uid !== undefined) {
            fs.chmodSync(s.top, 0o755);
            fs.chownSync(own, as.uid, as.gid);
        }
        const pw = give("pw", `${OWNER}\n`);
        if (!template) {
            run("initdb", "-D", data, "-U", "owner", "-A", "scram-sha-256", `--pwfile=${pw}`, "--locale=C.UTF-8", "-E", "UTF8", "--no-sync");
            keepTemplate(data);
        } else execFileSync("cp", ["-a", template, data]);
        for (const [name, text] of Object.entries(files)) give(name, text);
        fs.appendFileSync(
            path.join(data, "postgresql.conf"),
            ["listen_addresses = '127.0.0.1'", `port = ${s.port}`, `unix_socket_directories = '${own}'`, "fsync = off", "max_connections = 20", ...settings].join("\n"),
        );
        let runs = false;
        s.begin = () => {
            run("pg_ctl", "-D", data, "-w", "-l", path.join(own, "log"), "start");
            runs = true;
        };
        // As a machine that goes down: nobody is told, and it recovers when it begins.
        s.fall = () => {
            if (runs) run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop");
            runs = false;
        };
        s.begin();
        t.after(() => {
            s.fall();
            fs.rmSync(s.top, { recursive: true, force: true });
        });
        s.log = path.join(own, "log");
        s.sql("postgres", "CREATE DATABASE shop");
        return s;
    }

    // Statements as the owner; the answer as CSV without a header.
    sql(database, text) {
        const env = { PATH: "/usr/bin:/bin", PGPASSWORD: OWNER, LC_ALL: "C.UTF-8" };
        const args = ["-h", "127.0.0.1", "-p", `${this.port}`, "-U", "owner", "-d", database, "-v", "ON_ERROR_STOP=1", "-qtA", "--csv", "-c", text];
        return execFileSync("psql", args, { env, encoding: "utf8", maxBuffer: 1 << 28 });
    }

    url(user = "reader", query = "") {
        return `postgres://${user}@127.0.0.1:${this.port}/shop${query}`;
    }

    env(more = {}) {
        return { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", HOME: this.home, QUARRY_HOME: path.join(this.home, "quarry"), ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? "", ...more };
    }

    // The program, with the reader's password in the environment.
    run(args, more = { PGPASSWORD: READER }) {
        const r = spawnSync(path.join(build, "quarry"), args, { cwd: this.home, env: this.env(more), encoding: "utf8", maxBuffer: 1 << 28, timeout: 300_000 });
        return { status: r.status, out: r.stdout, err: r.stderr };
    }

    json(...args) {
        const r = this.run([...args, "--json"]);
        if (r.status !== 0) throw new Error(`${args.join(" ")}: ${r.out}${r.err}`);
        return JSON.parse(r.out);
    }
}

// A shop of three tables that keys join, with comments, another schema and a view.
export const SHOP = `
CREATE TABLE customers(id int PRIMARY KEY, name text NOT NULL, city text, since date, vip boolean);
CREATE TABLE orders(order_id int PRIMARY KEY, buyer int REFERENCES customers, placed timestamptz NOT NULL, status text);
CREATE TABLE order_lines(order_no int REFERENCES orders, line int, product text, quantity int, revenue numeric(10,2), PRIMARY KEY(order_no, line));
COMMENT ON COLUMN order_lines.revenue IS 'net of tax';
COMMENT ON TABLE orders IS 'one a basket';
INSERT INTO customers SELECT i, 'Name ' || i, (ARRAY['Leeds','Lyon','Madrid','Málaga'])[1 + i % 4], date '2020-01-01' + i, i % 3 = 0 FROM generate_series(1, 40) i;
INSERT INTO orders SELECT i, 1 + i % 40, timestamptz '2026-01-01 10:00+02' + i * interval '1 day', (ARRAY['open','paid','sent'])[1 + i % 3] FROM generate_series(1, 300) i;
INSERT INTO order_lines SELECT o, l, (ARRAY['Lamp','Desk','Chair'])[1 + (o + l) % 3], 1 + o % 5, (o * l)::numeric / 4 FROM generate_series(1, 300) o, generate_series(1, 2) l;
CREATE SCHEMA sales;
CREATE TABLE sales.targets(town text, year int, goal numeric);
INSERT INTO sales.targets VALUES ('Leeds', 2026, 1000.5), ('Lyon', 2026, 2000);
CREATE VIEW by_city AS SELECT city AS place, count(*) AS buyers FROM customers GROUP BY 1;
CREATE TABLE secret(x int);
CREATE ROLE reader LOGIN PASSWORD '${READER}';
GRANT SELECT ON customers, orders, order_lines, sales.targets, by_city TO reader;
GRANT USAGE ON SCHEMA sales TO reader;
`;
