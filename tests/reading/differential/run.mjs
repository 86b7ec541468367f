// Makes tables, has them read, and says what differs. A part of the test is
//   make(seed)          what is written: plain data
//   check(reader, it)   { it, problems, bytes, ... } of one such thing
//   shrink(it, fails)   a smaller one that fails, too
//   kind(it)            the class of input, for the floors
import os from "node:os";
import path from "node:path";
import { root } from "../plain.mjs";
import { Reader } from "./read_many.mjs";

export const bin = process.env.QUARRY_BIN ?? path.join(root, "build/release");

// The same 500 tables each time; a night has others, by its date.
const nightly = Boolean(process.env.QUARRY_NIGHTLY);
const total = Number(process.env.QUARRY_TABLES ?? (nightly ? 100000 : 500));
const today = Number(new Date().toISOString().slice(0, 10).replaceAll("-", ""));

// How many and from which seed on, for a part that has this share of them.
export function plan(share) {
    return {
        seed: Number(process.env.QUARRY_SEED ?? (nightly ? today : 18000)),
        count: Math.max(1, Math.round(total * share)),
    };
}

// A test that fails should still end soon; a night has the time to shrink all.
const shrunk = total > 1000 ? { failures: Infinity, tries: 400 } : { failures: 5, tries: 80 };

// A program reads so many, lest what it keeps grows without end.
const batch = 2000;

let shrinks = 0;

async function leastOf(part, reader, { it, problems: [{ class: wanted }] }) {
    let tries = shrunk.tries;
    const fails = async (one) => tries-- > 0 && (await part.check(reader, one)).problems[0]?.class === wanted;
    return part.check(reader, await part.shrink(it, fails));
}

// Takes seeds until none is left; `put` is given the result of each.
async function work(part, seeds, put) {
    const reader = new Reader(path.join(bin, "read_many"));
    try {
        for (let seed; (seed = seeds.shift()) !== undefined; ) {
            const result = await part.check(reader, part.make(seed));
            if (result.problems.length > 0 && !part.known(result) && shrinks++ < shrunk.failures) {
                result.least = await leastOf(part, reader, result);
            }
            put({ seed, ...result });
        }
    } finally {
        await reader.close();
    }
}

async function* runBatch(part, seeds) {
    const done = [];
    let wake = () => {};
    let open = Math.max(2, os.availableParallelism());
    const put = (result) => {
        done.push(result);
        wake();
    };
    const workers = Array.from({ length: open }, () => work(part, seeds, put).finally(() => (open--, wake())));
    while (open > 0 || done.length > 0) {
        while (done.length > 0) {
            yield done.shift();
        }
        if (open > 0) {
            await new Promise((resolve) => (wake = resolve));
        }
    }
    await Promise.all(workers);
}

async function* runAll(part, { seed, count }) {
    for (let from = 0; from < count; from += batch) {
        const size = Math.min(batch, count - from);
        yield* runBatch(part, Array.from({ length: size }, (_, i) => seed + from + i));
    }
}

// What a file holds, to be made again: text, or base64 where it is none.
function contents({ bytes }) {
    const text = bytes.toString();
    return Buffer.from(text).equals(bytes) && !text.includes("\ufffd") && bytes.length < 4000
        ? JSON.stringify(text)
        : `base64 ${bytes.toString("base64").slice(0, 20000)}`;
}

function describe(result, part) {
    const least = result.least ?? result;
    const [{ class: kind, what }] = least.problems;
    return [
        `seed ${result.seed} (${part.kind(result.it)}) ${kind}: ${what}`,
        `  alone: QUARRY_SEED=${result.seed} QUARRY_TABLES=1 QUARRY_PART=${part.name} node tests/reading/differential.test.mjs`,
        `  at its least: ${contents(least)}`,
    ].join("\n");
}

// { failures: [text], known: Map name -> count, kinds: Map kind -> { tables, whole } }
export async function runPart(part, planned, say) {
    const known = new Map();
    const kinds = new Map();
    const failures = [];
    for await (const result of runAll(part, planned)) {
        const kind = part.kind(result.it);
        const counts = kinds.get(kind) ?? { tables: 0, whole: 0 };
        counts.tables++;
        counts.whole += result.problems.length === 0 && !result.refused && !result.aside;
        kinds.set(kind, counts);
        if (result.problems.length > 0) {
            const name = part.known(result);
            if (name) {
                known.set(name, (known.get(name) ?? 0) + 1);
            } else {
                failures.push(describe(result, part));
                say(failures.at(-1));
            }
        }
    }
    return { failures, known, kinds };
}
