// node tests/asking/series/measure.mjs [--seed N] [--wrong]: how many questions about
// generated monthly series are answered, and rightly.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { askAll } from "../batch.mjs";
import { isTold, judge, makeAll } from "./series.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../../build/release"), "quarry");

const none = () => ({ n: 0, right: 0, wrong: 0, silent: 0, mixed: 0, asked: 0 });

// Two series of seven with all their questions, as what costs is to read their files; of
// each language there is one that is seen and one that is held.
function sampled(lines) {
    const names = [...new Set(lines.map(({ id }) => id.split(" ")[0]))];
    return lines.filter(({ id }) => [1, 4].includes(names.indexOf(id.split(" ")[0]) % 7));
}

// { groups: { name: counts }, missed: [line with its answer] } of the series of a seed, or
// of a part of them.
export function measure(folder, seed, all = true) {
    const made = makeAll(folder, seed);
    const lines = all ? made : sampled(made);
    const answers = askAll(program, folder, path.join(folder, "home"), lines.map(({ id, question, files }) => ({ id, question, files })));
    const groups = {};
    const missed = [];
    lines.forEach((line, i) => {
        const verdict = judge(line, answers[i]);
        const isMixed = verdict === "wrong" && line.mixed != null && judge({ gold: [[line.mixed]] }, answers[i]) === "right";
        const kind = line.form === "near" ? "near" : "series";
        for (const group of [`${kind} ${line.held ? "held" : "seen"}`, `${kind} ${line.language}`]) {
            const c = (groups[group] ??= none());
            c.n++;
            c[verdict]++;
            c.silent += verdict === "wrong" && !isTold(answers[i]);
            c.mixed += isMixed;
        }
        if (verdict !== "right") missed.push({ ...line, verdict, isMixed, answer: answers[i] });
    });
    return { groups, missed };
}

function main() {
    const at = process.argv.indexOf("--seed");
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-series-"));
    const { groups, missed } = measure(folder, at > 0 ? Number(process.argv[at + 1]) : 1);
    console.log("group            n  right  wrong  (silent, mixed)  asked");
    for (const [name, c] of Object.entries(groups).sort())
        console.log(`${name.padEnd(14)} ${String(c.n).padStart(3)}  ${String(c.right).padStart(5)}  ${String(c.wrong).padStart(5)}  (${c.silent}, ${c.mixed})  ${String(c.asked).padStart(12)}`);
    if (process.argv.includes("--wrong")) {
        for (const m of missed.filter((line) => !line.held))
            console.log(`${m.verdict}${m.isMixed ? " MIXED" : ""}\t${m.id}\t${m.question}\tgold ${JSON.stringify(m.gold).slice(0, 80)}\t${m.answer.answer?.slice(0, 160)}\t${(m.answer.warnings ?? []).join(" | ").slice(0, 300)}`);
    }
    if (process.argv.includes("--keep")) console.log(folder);
    else fs.rmSync(folder, { recursive: true });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
