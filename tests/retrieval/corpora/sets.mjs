// sets.mjs - the folders of sets: what is in one, and which may be looked at.
//
// A set is a folder with questions.jsonl and either files/ (a tiny base) or corpus.json
// and fetch.sh, which makes corpus/. The file STATUS of the folder above says of each
// `NAME development|locked [LANGUAGE]`; a set that it does not name is locked.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { hasFact } from "./rules.mjs";

const lines = (file) => fs.readFileSync(file, "utf8").split("\n").filter((line) => line.trim());

// The names that STATUS gives, in its order, with what it says of them.
export function statusesOf(root) {
    const file = path.join(root, "STATUS");
    if (!fs.existsSync(file)) return new Map();
    return new Map(lines(file).filter((line) => !line.startsWith("#")).map((line) => line.trim().split(/\s+/).slice(0, 2)));
}

function filesOf(folder) {
    return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const place = path.join(folder, entry.name);
        return entry.isDirectory() ? filesOf(place) : [place];
    });
}

export const bytesOf = (folder) => filesOf(folder).reduce((sum, file) => sum + fs.statSync(file).size, 0);

// Pages are named from the corpus on; some writers name them from the set on.
function withPages(question, corpus) {
    const pages = (question.pages ?? []).map((page) => (fs.existsSync(path.join(corpus, page)) ? page : page.replace(/^(corpus|files)\//, "")));
    return { ...question, pages };
}

// The questions whose fact is on none of their pages: mistakes of the set.
function unsound(questions, corpus) {
    const holds = (question, page) => {
        const file = path.join(corpus, page);
        return fs.existsSync(file) && hasFact(fs.readFileSync(file, "utf8"), question);
    };
    return questions.filter((question) => question.answerable && !question.pages.some((page) => holds(question, page)));
}

export function readSet(root, name, status = "locked") {
    const folder = path.join(root, name);
    const isTiny = fs.existsSync(path.join(folder, "files"));
    const corpus = path.join(folder, isTiny ? "files" : "corpus");
    if (!isTiny && !fs.existsSync(corpus)) execFileSync("bash", [path.join(folder, "fetch.sh")], { cwd: folder, stdio: ["ignore", 2, 2] });
    const file = path.join(folder, "questions.jsonl");
    const questions = lines(file).map((line) => withPages(JSON.parse(line), corpus));
    for (const question of unsound(questions, corpus)) console.error(`${name}: no page of '${question.id}' has its fact`);
    const language = questions.find((question) => question.lang)?.lang.slice(0, 2) ?? "en";
    return { name, status, folder, corpus, file, isTiny, language, questions, bytes: bytesOf(corpus), files: filesOf(corpus).length };
}
