// model.mjs - a home as its principals see it, and beside it what must be true of
// it: a list of operations is carried out by a server and by commands, and after
// each what the server says is compared with the model.
//
// A base that is made, or gets a name again, is a life of that name with a mark of
// its own, which its files, questions and document names carry. So what a reply
// holds of another life shows, whatever route it took. Every file has a sum that no
// other has; of each document the model knows which sums it may have now, in the
// order in which they were acknowledged: a command's at once, an upload's later.
// What was seen once never goes back, and when no job is left it is the last.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { program, send, start } from "../http/server.mjs";

const run_program = promisify(execFile);
const NAMES = ["proj", "depot"];
const RIGHTS = ["read", "write", "admin"];
const LOCKED_AT_MOST_MS = 20000; // the jobs of a base wait a minute for its lock

// Numbers from a seed, the same each time (mulberry32).
export function numbers(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
        return (x ^ (x >>> 14)) >>> 0;
    };
}

// ---- what must be true ----

class Life {
    constructor(name, number) {
        Object.assign(this, { name, mark: `mark${number}x`, alive: true, documents: new Map(), jobs: new Set(), asked: new Set() });
    }

    names() {
        return ["a.csv", "b.csv", `own-${this.mark}.csv`];
    }

    // The sums that it may have, null where it is not there; the last is to stay.
    of(document) {
        if (!this.documents.has(document)) this.documents.set(document, [null]);
        return this.documents.get(document);
    }

    saw(document, sum) {
        const may = this.of(document);
        const at = may.lastIndexOf(sum);
        assert.ok(at >= 0, `${this.name}/${document} of ${this.mark} has ${sum}, and may have ${may}`);
        this.documents.set(document, may.slice(at));
    }
}

// ---- the home ----

export class World {
    constructor(t, home) {
        Object.assign(this, { t, home, lives: [], current: new Map(), tokens: [], made: 0, held: [], timer: null });
        this.files = path.join(home, "..", `${path.basename(home)}-files`);
    }

    begin() {
        fs.mkdirSync(this.files, { recursive: true });
    }

    async end() {
        this.release();
        await this.kill();
        fs.rmSync(this.files, { recursive: true, force: true });
    }

    // Started by who needs it: until then commands find the home without one.
    async port() {
        this.server ??= await start(this.t, this.home, { quiet: true, env: { QUARRY_LOG: "error" } });
        return this.server.port;
    }

    async kill(signal = "SIGKILL") {
        this.server?.child.kill(signal);
        await this.server?.exited;
        this.server = null;
    }

    async command(...args) {
        const env = { ...process.env, QUARRY_HOME: this.home, QUARRY_LOG: "error" };
        try {
            const { stdout } = await run_program(program, args, { env });
            return { ok: true, said: stdout };
        } catch (e) {
            return { ok: false, said: `${e.stdout}${e.stderr}` };
        }
    }

    // Its jobs wait, before they commit or after it, until somebody needs what they
    // wait for.
    async hold(lock) {
        if (this.held.length) return;
        const bases = path.join(this.home, "bases");
        for (const id of fs.existsSync(bases) ? fs.readdirSync(bases) : []) {
            const child = spawn("flock", ["-w", "30", path.join(bases, id, lock), "sh", "-c", "echo held; exec sleep 60"], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
            this.held.push(child);
            await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
        }
        this.timer = setTimeout(() => this.release(), LOCKED_AT_MOST_MS);
    }

    release() {
        clearTimeout(this.timer);
        for (const child of this.held) {
            try {
                process.kill(-child.pid, "SIGKILL");
            } catch (e) {
                assert.equal(e.code, "ESRCH");
            }
        }
        this.held = [];
    }

    // ---- who asks ----

    headers(token) {
        return token ? { Authorization: `Bearer ${token.secret}` } : {};
    }

    lives_of(token) {
        return token ? token.lives.filter((l) => l.alive) : this.lives;
    }

    opens(token) {
        return !token || (!token.revoked && this.lives_of(token).length > 0);
    }

    // What the server must answer about the base that has a name.
    status(token, name) {
        if (!this.opens(token)) return 401;
        const life = this.current.get(name);
        return life && (!token || token.lives.includes(life)) ? 200 : 404;
    }

    // A reply holds nothing of a life that its caller does not reach.
    async ask(token, method, target, more = {}) {
        const got = await send(await this.port(), method, target, { ...more, headers: this.headers(token) });
        const marks = new Set(JSON.stringify(got.json ?? "").match(/mark\d+x/g));
        if (token) for (const l of this.lives_of(token)) marks.delete(l.mark);
        assert.ok(!token || marks.size === 0, `${method} ${target} shows ${[...marks]} to ${token?.lives.map((l) => l.mark)}`);
        return got;
    }

    // ---- bases ----

    live(name) {
        const life = new Life(name, this.lives.length);
        this.lives.push(life);
        this.current.set(name, life);
        return life;
    }

    // Words are enough, and soon indexed.
    async without_vectors(name) {
        const { ok, said } = await this.command("base", "config", name, "embedding=none");
        assert.ok(ok, said);
    }

    bury(life) {
        life.alive = false;
        this.current.delete(life.name);
    }

    sum() {
        return 1000 + 7 * this.made++;
    }

    text(life, sum, rows) {
        const lines = ["who,amount", `${life.mark},${sum - rows}`];
        for (let i = 0; i < rows; i++) lines.push(`${life.mark},1`);
        return `${lines.join("\n")}\n`;
    }

    // ---- what is seen ----

    async look(token, name, document) {
        const expected = this.status(token, name);
        const body = { path: `${name}/${document}`, query: "SELECT sum(amount) AS s, min(who) AS a, max(who) AS b FROM data" };
        const { status, json } = await this.ask(token, "POST", "/v1/tables/query", { body });
        const life = this.current.get(name);
        if (expected !== 200) return assert.equal(status, expected, `${name}/${document}: ${JSON.stringify(json)}`);
        assert.ok([200, 404].includes(status), JSON.stringify(json));
        if (status === 404) return life.saw(document, null);
        const [sum, a, b] = json.rows[0];
        assert.deepEqual([a, b], [life.mark, life.mark], `${name}/${document}`);
        life.saw(document, Number(sum));
    }

    async bases_are_those_that_live() {
        const { json } = await this.ask(null, "GET", "/v1/bases");
        assert.deepEqual(json.bases.map((b) => b.name).sort(), [...this.current.keys()].sort());
    }

    async lists_are_its_own(token) {
        if (!this.opens(token)) {
            for (const target of ["/v1/jobs", "/v1/bases", "/v1/logs"]) assert.equal((await this.ask(token, "GET", target)).status, 401, target);
            return;
        }
        const lives = this.lives_of(token);
        const { json: bases } = await this.ask(token, "GET", "/v1/bases");
        assert.deepEqual(bases.bases.map((b) => b.name).sort(), lives.map((l) => l.name).sort());
        await this.jobs_are_its_own(token, lives);
        if (!token.rights.includes("admin")) return;
        const { status, json: logs } = await this.ask(token, "GET", "/v1/logs?limit=1000");
        assert.equal(status, 200);
        const asked = logs.logs.map((l) => l.query_text).sort();
        assert.deepEqual(asked, lives.flatMap((l) => [...l.asked]).sort(), "the questions of its bases");
    }

    // Index jobs come and go; of uploads exactly those of its bases.
    async jobs_are_its_own(token, lives) {
        const { json: jobs } = await this.ask(token, "GET", "/v1/jobs?limit=1000");
        const known = new Set(lives.flatMap((l) => [...l.jobs]));
        const seen = new Set(jobs.jobs.filter((j) => j.kind === "ingest").map((j) => j.job_id));
        assert.deepEqual([...seen].sort(), [...known].sort(), "the jobs of its bases");
        for (const name of NAMES) {
            const { status, json } = await this.ask(token, "GET", `/v1/jobs?base=${name}&limit=1000`);
            const expected = this.status(token, name);
            assert.equal(status, expected, name);
            const own = this.current.get(name)?.jobs;
            if (expected === 200) for (const j of json.jobs) if (j.kind === "ingest") assert.ok(own.has(j.job_id), `a job of another ${name}`);
        }
        const others = this.lives.filter((l) => !lives.includes(l)).flatMap((l) => [...l.jobs]);
        if (others.length) assert.equal((await this.ask(token, "GET", `/v1/jobs/${others.at(-1)}`)).status, 404);
    }

    async documents_are_its_own(token, name) {
        const { status, json } = await this.ask(token, "GET", `/v1/documents?base=${name}&limit=1000`);
        const expected = this.status(token, name);
        assert.equal(status, expected, name);
        if (expected !== 200) return;
        const life = this.current.get(name);
        const there = new Set(json.documents.map((d) => d.name));
        for (const d of there) assert.ok(life.names().includes(d), `${d} in ${life.mark}`);
        for (const d of life.names()) if (!life.of(d).includes(null)) assert.ok(there.has(d), `${d} is lost from ${life.mark}`);
    }

    // No job is left; then every document is what was said last.
    async settle() {
        this.release();
        for (;;) {
            const { json } = await this.ask(null, "GET", "/v1/jobs?limit=1000");
            if (json.jobs.every((j) => j.state === "done" || j.state === "failed")) break;
            await sleep(20);
        }
        await this.bases_are_those_that_live();
        for (const life of this.current.values()) {
            for (const document of life.names()) {
                const last = life.of(document).at(-1);
                await this.look(null, life.name, document);
                assert.deepEqual(life.of(document), [last], `${life.name}/${document} is not what was acknowledged last`);
            }
            await this.documents_are_its_own(null, life.name);
        }
    }
}

// ---- what is done ----

const pick = (list, r) => list[r % list.length];
const base_of = (w, r) => w.current.get(pick(NAMES, r));
const either = (w, r) => (r % 3 === 0 ? null : pick([null, ...w.tokens], r)); // who asks

async function upload(w, life, name, token, file) {
    const form = new FormData();
    form.append("base", name);
    form.append("file", new Blob([file.text]), file.name);
    const response = await fetch(`http://127.0.0.1:${await w.port()}/v1/documents`, { method: "POST", body: form, headers: w.headers(token) });
    const json = await response.json();
    if (response.status === 202) {
        life.jobs.add(json.job_id);
        life.of(file.name).push(file.sum);
    }
    return { status: response.status, json };
}

// Each operation gets the world and some numbers, and uses what is there.
export const OPERATIONS = {
    async create(w, [r, s]) {
        const name = pick(NAMES, r);
        const there = w.current.has(name);
        if (s % 2 || !w.server) {
            const { ok, said } = await w.command("base", "create", name);
            assert.equal(ok, !there, said);
        } else {
            const { status, json } = await w.ask(null, "POST", "/v1/bases", { body: { name } });
            assert.equal(status, there ? 409 : 201, JSON.stringify(json));
        }
        if (there) return;
        w.live(name);
        await w.without_vectors(name);
    },
    async remove(w, [r, s, t]) {
        const life = base_of(w, r);
        if (!life) return;
        w.release();
        const token = w.tokens.find((k) => !k.exposure && !k.revoked && k.lives.includes(life) && k.rights.includes("admin"));
        if (s % 2 || !w.server) {
            const { ok, said } = await w.command("base", "rm", life.name, "--force");
            assert.ok(ok, said);
        } else {
            const { status, json } = await w.ask(t % 2 ? token : null, "DELETE", `/v1/bases/${life.name}`);
            assert.equal(status, 200, JSON.stringify(json));
        }
        w.bury(life);
    },
    async again(w, [r, s, t]) {
        if (!base_of(w, r)) return;
        await OPERATIONS.remove(w, [r, s, t]);
        await OPERATIONS.create(w, [r, s, t]);
    },
    async add(w, [r, s, t]) {
        const life = base_of(w, r);
        if (!life) return;
        w.release();
        const document = pick(life.names(), s);
        const folder = path.join(w.files, life.mark);
        const file = path.join(folder, document);
        const again = t % 3 === 0 && fs.existsSync(file);
        const sum = again ? Number(fs.readFileSync(`${file}.sum`, "utf8")) : w.sum();
        fs.mkdirSync(folder, { recursive: true });
        if (!again) fs.writeFileSync(file, w.text(life, sum, t % 40));
        fs.writeFileSync(`${file}.sum`, String(sum));
        const { ok, said } = await w.command("add", life.name, file);
        assert.ok(ok, said);
        life.documents.set(document, [sum]);
    },
    async upload(w, [r, s, t]) {
        const name = pick(NAMES, r);
        const token = either(w, t);
        if (token?.exposure) return;
        const life = w.current.get(name) ?? (token ? null : w.live(name));
        const expected = w.status(token, name);
        const about = life ?? new Life(name, -1);
        const sum = w.sum();
        const file = { name: pick(about.names(), s), sum, text: w.text(about, sum, t % 7 === 0 ? 3000 : t % 40) };
        const made = life && !life.documents.size;
        const { status, json } = await upload(w, about, name, token, file);
        if (made && status === 202) await w.without_vectors(name);
        if (status === 429) return;
        const allowed = !token || token.rights.includes("write") || expected === 401;
        assert.equal(status, !allowed ? 403 : expected === 200 ? 202 : expected, JSON.stringify(json));
    },
    async remove_document(w, [r, s, t]) {
        const life = base_of(w, r);
        if (!life) return;
        w.release();
        const document = pick(life.names(), s);
        let gone;
        if (t % 2 || !w.server) {
            const { ok, said } = await w.command("rm", life.name, document);
            assert.ok(ok || /NOT_FOUND/.test(said), said);
            gone = ok;
        } else {
            const { status, json } = await w.ask(null, "DELETE", `/v1/documents/${document}?base=${life.name}`);
            assert.ok([200, 404].includes(status), JSON.stringify(json));
            gone = status === 200;
        }
        if (gone) life.documents.set(document, [null]);
        else life.saw(document, null);
    },
    async ask(w, [r, s]) {
        const name = pick(NAMES, r);
        const token = either(w, s);
        const life = w.current.get(name);
        const expected = w.status(token, name);
        const query = `What is the total amount of ${life?.mark ?? "nobody"} in question ${w.made++}?`;
        const { status, json } = await w.ask(token, "POST", "/v1/ask", { body: { base: name, query } });
        if (expected !== 200) return assert.equal(status, expected, JSON.stringify(json));
        assert.ok([200, 404, 409, 422].includes(status), JSON.stringify(json));
        life.asked.add(query);
    },
    async look(w, [r, s, t]) {
        const name = pick(NAMES, r);
        const names = (w.current.get(name) ?? new Life(name, -1)).names();
        const token = either(w, t);
        if (!token?.exposure) await w.look(token, name, pick(names, s));
    },
    async list(w, [r, s]) {
        const token = pick(w.tokens, r);
        if (!token || token.exposure) return;
        await w.lists_are_its_own(token);
        await w.documents_are_its_own(token, pick(NAMES, s));
    },
    async grant(w, [r, s]) {
        const lives = [...w.current.values()].filter((_, i) => s % 4 === 0 || i === r % w.current.size);
        if (!lives.length) return;
        const rights = RIGHTS.slice(0, s % 3 ? 3 : 1);
        const { ok, said } = await w.command("token", "create", "--base", lives.map((l) => l.name).join(","), "--rights", rights.join(","));
        assert.ok(ok, said);
        const { id, token } = JSON.parse(said);
        w.tokens.push({ id, secret: token, lives, rights, revoked: false });
    },
    async expose(w, [r]) {
        const life = base_of(w, r);
        if (!life) return;
        const there = w.tokens.some((k) => k.exposure && k.lives[0].alive && k.lives[0] === life);
        const { ok, said } = await w.command("exposure", "create", `help-${life.name}`, "--base", life.name, "--tools", "ask");
        assert.equal(ok, !there, said);
        if (ok) w.tokens.push({ secret: JSON.parse(said).token, lives: [life], rights: ["read"], revoked: false, exposure: true });
    },
    async revoke(w, [r]) {
        const token = pick(w.tokens, r);
        if (!token || token.exposure || !w.opens(token)) return;
        const { ok, said } = await w.command("token", "revoke", token.id);
        assert.ok(ok, said);
        token.revoked = true;
    },
    async hold(w, [r]) {
        await w.hold(pick(["lock", "locks/index"], r));
    },
    async kill(w) {
        await w.kill();
    },
    // Some uploads wait, one has begun, and the server dies; what is done then is
    // done without one.
    async crash(w, [r, s, t]) {
        await OPERATIONS.create(w, [r, s, t]);
        await w.hold(pick(["lock", "locks/index"], t));
        for (let i = 0; i <= s % 3; i++) await OPERATIONS.upload(w, [r, s + i, 3 * (t % 1000)]);
        await w.kill();
        await OPERATIONS[pick(["again", "add", "remove_document", "remove", "create"], t)](w, [r, s, t]);
    },
    async end(w) {
        w.release();
        await w.kill("SIGTERM");
    },
    async settle(w) {
        await w.settle();
    },
};

// How often each is drawn.
const WEIGHTS = { create: 10, remove: 3, again: 6, add: 8, upload: 20, remove_document: 5, ask: 8, look: 16, list: 10, grant: 6, expose: 2, revoke: 1, hold: 6, kill: 5, crash: 7, end: 2, settle: 3 };

export function draw(seed, count) {
    const next = numbers(seed);
    const kinds = Object.entries(WEIGHTS).flatMap(([kind, n]) => Array(n).fill(kind));
    return Array.from({ length: count }, () => ({ kind: pick(kinds, next()), r: [next(), next(), next()] }));
}

// Carry a list out from an empty home; what was wrong, or null.
export async function carry_out(t, home, operations) {
    const w = new World(t, home);
    w.begin();
    try {
        for (const [i, { kind, r }] of operations.entries()) {
            if (process.env.QUARRY_MODEL_LOG) process.stderr.write(`${Math.round(performance.now())} ${i} ${kind}\n`);
            try {
                await OPERATIONS[kind](w, r);
                if (w.server) await w.bases_are_those_that_live();
            } catch (e) {
                return { at: i, why: e };
            }
        }
        try {
            await w.settle();
            await w.kill();
            await w.settle();
            for (const token of w.tokens) if (!token.exposure) await w.lists_are_its_own(token);
        } catch (e) {
            return { at: operations.length, why: e };
        }
        return null;
    } finally {
        await w.end();
    }
}

// A shorter list that fails as well: parts are left out while that is so, with so
// many tries.
export async function minimise(fails, operations, tries) {
    for (let part = operations.length >> 1; part >= 1; part >>= 1) {
        for (let from = 0; from < operations.length && tries > 0; tries--) {
            const without = [...operations.slice(0, from), ...operations.slice(from + part)];
            if (without.length && (await fails(without))) operations = without;
            else from += part;
        }
    }
    return operations;
}
