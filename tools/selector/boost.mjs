// boost.mjs - boosted trees over numbers, learned by selector_boost (boost.c).
//
// train({x, y, weight}, options) takes rows x[i] (arrays of numbers), labels y[i] of 0 or 1
// and weights, and gives {bias, trees}; a tree is {feature, bound, less, more} or {value}.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const DEFAULTS = { trees: 150, depth: 4, rate: 0.08, lambda: 5, least: 5, bins: 48, share: 1, features: undefined, program: path.join(path.dirname(fileURLToPath(import.meta.url)), "../../build/release/selector_boost") };

const logistic = (z) => 1 / (1 + Math.exp(-z));

function leafOf(tree, row) {
    while (tree.less) tree = row[tree.feature] <= tree.bound ? tree.less : tree.more;
    return tree.value;
}

export const score = (model, row) => logistic(model.bias + model.trees.reduce((sum, tree) => sum + leafOf(tree, row), 0));

function bytesOf({ x, y, weight }, features) {
    const head = new Int32Array([x.length, features.length]);
    const labels = Float32Array.from({ length: 2 * x.length }, (_, i) => (i % 2 ? weight[i >> 1] : y[i >> 1]));
    const rows = new Float32Array(x.length * features.length);
    x.forEach((row, i) => features.forEach((feature, j) => (rows[i * features.length + j] = row[feature])));
    return Buffer.concat([head, labels, rows].map((part) => Buffer.from(part.buffer)));
}

// The trees know the features by their places among those that were given.
function named(tree, features) {
    if (!tree.less) return tree;
    return { feature: features[tree.feature], bound: tree.bound, less: named(tree.less, features), more: named(tree.more, features) };
}

export function train(rows, given = {}) {
    const options = { ...DEFAULTS, ...given };
    const features = options.features ?? rows.x[0].map((_, i) => i);
    const numbers = [options.trees, options.depth, options.rate, options.lambda, options.least, options.bins, options.share].map(String);
    const done = spawnSync(options.program, numbers, { input: bytesOf(rows, features), encoding: "utf8", maxBuffer: 1 << 28 });
    if (done.status !== 0) throw new Error(done.stderr || String(done.error));
    const model = JSON.parse(done.stdout);
    return { bias: model.bias, trees: model.trees.map((tree) => named(tree, features)) };
}
