// What the tests and the bench of retrieval share: the sets, read by the
// plainest code, and nDCG and recall by their definition. It shares nothing
// with the program.
import fs from "node:fs";
import path from "node:path";

export const SETS = ["cranfield", "xquad-en", "xquad-es", "xquad-zh"];

const lines = (file) => fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
const objects = (file) => lines(file).map((line) => JSON.parse(line));

// {documents, questions, grades: Map of question id to Map of document id}.
export function readSet(folder) {
    const grades = new Map();
    for (const line of lines(path.join(folder, "qrels.tsv")).slice(1)) {
        const [question, document, grade] = line.split("\t");
        if (!grades.has(question)) grades.set(question, new Map());
        grades.get(question).set(document, Number(grade));
    }
    return {
        documents: objects(path.join(folder, "corpus.jsonl")),
        questions: objects(path.join(folder, "queries.jsonl")),
        grades,
    };
}

// Of ids, the best first.
export function ndcg(ranked, grades, k = 10) {
    const gain = (list) =>
        list
            .slice(0, k)
            .reduce((sum, g, i) => sum + Math.max(g, 0) / Math.log2(i + 2), 0);
    const ideal = gain([...grades.values()].sort((a, b) => b - a));
    return gain(ranked.map((id) => grades.get(id) ?? 0)) / ideal;
}

export function recall(ranked, grades, k) {
    const good = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id);
    const first = new Set(ranked.slice(0, k));
    return good.filter((id) => first.has(id)).length / good.length;
}

// The mean over the questions that something is relevant to; `rankings` is a
// Map of question id to ids.
export function mean(set, rankings, measure) {
    const asked = set.questions.filter((q) =>
        [...(set.grades.get(q._id)?.values() ?? [])].some((g) => g > 0),
    );
    const sum = asked.reduce(
        (s, q) =>
            s + measure(rankings.get(q._id) ?? [], set.grades.get(q._id)),
        0,
    );
    return sum / asked.length;
}

// A TREC run as such a Map, in the order of its ranks.
export function readRun(file) {
    const rankings = new Map();
    for (const line of lines(file)) {
        const [question, , document, rank] = line.split(" ");
        if (!rankings.has(question)) rankings.set(question, []);
        rankings.get(question)[Number(rank) - 1] = document;
    }
    return rankings;
}
