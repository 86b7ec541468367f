// ingest.mjs - reading a large file: made by a fixed seed, read by Quarry and by
// the peer in turns, each time from nothing, into a database on the disk.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

const MEMORY_LOOK_MS = 10;

// Numbers of a fixed seed (Lehmer's generator, modulus 2^31 - 1).
export function* lehmer(seed) {
    for (let x = seed; ; ) yield (x = (x * 48271) % 2147483647);
}

// `rows` rows of ten columns as people have them; about 100 bytes a row.
export function writeTable(file, rows, encoding) {
    const random = lehmer(20261121);
    const below = (n) => random.next().value % n;
    const two = (n) => String(n).padStart(2, "0");
    const cities = ["Málaga", "Lyon", "Köln", "Porto", "Graz", "Oviedo"];
    const fd = fs.openSync(file, "w");
    let text = "id,day,customer,city,product,units,price,discount,paid,note\n";
    for (let i = 1; i <= rows; i++) {
        const day = `20${two(20 + below(5))}-${two(1 + below(12))}-${two(1 + below(28))}`;
        const price = `${below(5000)}.${two(below(100))}`;
        const note = below(4) ? "" : `"said ""${below(1000)}"", later"`;
        text += `${i},${day},Customer ${below(20000)},${cities[below(6)]},P-${two(below(90))}-${below(1000)},${below(100)},${price},0.${two(below(40))},${below(2) ? "true" : "false"},${note}\n`;
        if (text.length > 1 << 20 || i === rows) {
            fs.writeSync(fd, Buffer.from(text, encoding));
            text = "";
        }
    }
    fs.closeSync(fd);
}

function timed(command, args) {
    const start = process.hrtime.bigint();
    const run = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
    if (run.status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
    return Number(process.hrtime.bigint() - start) / 1e6;
}

// The most memory that a program and the workers it starts had at one time, in
// MiB: the sum of their high-water marks, which may be of different moments and
// counts shared pages twice, so it is never too little.
export async function peakMemory(command, args) {
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
    const ended = once(child, "exit");
    const marks = new Map();
    while (child.exitCode === null && child.signalCode === null) {
        for (const pid of [child.pid, ...childrenOf(child.pid)]) {
            const mark = highWater(pid);
            if (mark) marks.set(pid, mark);
        }
        await setTimeout(MEMORY_LOOK_MS);
    }
    const [status] = await ended;
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
    return [...marks.values()].reduce((a, b) => a + b, 0) / 1024;
}

function childrenOf(pid) {
    return fs.readdirSync("/proc").filter((name) => {
        if (!/^[0-9]+$/.test(name)) return false;
        try {
            const stat = fs.readFileSync(`/proc/${name}/stat`, "utf8");
            return stat.slice(stat.lastIndexOf(")")).split(" ")[2] === `${pid}`;
        } catch {
            return false; // it ended
        }
    });
}

function highWater(pid) {
    try {
        const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
        return Number(/^VmHWM:\s+([0-9]+)/m.exec(status)?.[1] ?? 0);
    } catch {
        return 0;
    }
}

// Milliseconds from the start of a program to its answer, and to its end.
async function timedAnswer(command, args) {
    const start = process.hrtime.bigint();
    const since = () => Number(process.hrtime.bigint() - start) / 1e6;
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    const [text] = await once(child.stdout, "data");
    const answered = since();
    if (!text.includes('"rows":[[')) throw new Error("no answer");
    child.stdout.resume();
    const [status] = await ended;
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
    return { answered, ended: since() };
}

// { answer, end, bare }: the first question about a file that nothing has seen.
export async function measureCold(quarry, bare, csv, sql, scratch, runs) {
    const home = path.join(scratch, "cold");
    const database = path.join(scratch, "cold.duckdb");
    const samples = { answer: [], end: [], bare: [] };
    const fresh = () => {
        fs.rmSync(home, { recursive: true, force: true });
        fs.rmSync(database, { force: true });
    };
    for (let i = 0; i < runs; i++) {
        fresh();
        const took = await timedAnswer(quarry, ["table", "query", csv, sql, "--json", "-q", "--home", home]);
        samples.answer.push(took.answered);
        samples.end.push(took.ended);
        samples.bare.push(timed(bare, [csv, database, sql]));
    }
    fresh();
    return Object.fromEntries(Object.entries(samples).map(([k, v]) => [k, summary(v)]));
}

function summary(samples) {
    const sorted = [...samples].sort((a, b) => a - b);
    const at = (q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
    return { runs: sorted.length, median: at(0.5), p5: at(0.05), p95: at(0.95) };
}

// { map, stats, bare }: to a queryable table, to full statistics, the peer.
// The peer reads `peer`, when it cannot read what Quarry is given.
export function measureIngest(quarry, bare, csv, scratch, runs, how = {}) {
    const { options = [], peer = csv } = how;
    const home = path.join(scratch, "ingest");
    const database = path.join(scratch, "peer.duckdb");
    const samples = { map: [], stats: [], bare: [] };
    const fresh = () => {
        fs.rmSync(home, { recursive: true, force: true });
        fs.rmSync(database, { force: true });
    };
    const ours = (tool) =>
        timed(quarry, ["table", tool, csv, "--json", "-q", "--home", home, ...options]);
    for (let i = 0; i < runs; i++) {
        fresh();
        const map = ours("map");
        samples.map.push(map);
        samples.stats.push(map + ours("stats"));
        samples.bare.push(timed(bare, [peer, database]));
    }
    fresh();
    return Object.fromEntries(Object.entries(samples).map(([k, v]) => [k, summary(v)]));
}
