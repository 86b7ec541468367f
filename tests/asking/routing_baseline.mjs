#!/usr/bin/env node
// routing_baseline.mjs - what simple rules reach on routing.jsonl, so that a
// figure of the program can be read: always "structured", and a list of words.
// The list is the patterns of the design that asked for routing; its \b never
// matches between Chinese characters, and it knows no "hybrid".
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const STRUCTURED = [
    /\b(sum|count|average|avg|max|min|total|合计|统计|平均)\b/i,
    /\b(group by|filter|where|between|筛选|过滤|分组)\b/i,
    /\b(how many|what is the total|calculate|多少|总共|计算)\b/i,
    /\b(top \d+|bottom \d+|前\d+|后\d+|排名)\b/i,
    /\b(percentage|ratio|rate|百分比|比例|占比)\b/i,
];
const SEMANTIC = [
    /\b(what|why|how|explain|describe|什么|为什么|如何|解释|描述)\b/i,
    /\b(summarize|overview|meaning|总结|概述|含义)\b/i,
    /\b(similar to|related to|like|类似|相关|像)\b/i,
];

function byWords({ question, base }) {
    if (base === "tables") return "structured";
    if (base === "prose") return "semantic";
    const score = (patterns) => patterns.filter((p) => p.test(question)).length;
    return score(STRUCTURED) > score(SEMANTIC) ? "structured" : "semantic";
}

const lines = fs.readFileSync(path.join(here, "routing.jsonl"), "utf8").split("\n").filter(Boolean);
const questions = lines.map((line) => JSON.parse(line));
for (const lang of ["en", "es", "zh"]) {
    const list = questions.filter((q) => q.lang === lang);
    const right = (rule) => list.filter((q) => rule(q) === q.label).length;
    console.log(`${lang}  ${list.length} questions  structured ${right(() => "structured")}  words ${right(byWords)}`);
}
