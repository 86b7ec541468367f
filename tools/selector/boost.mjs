// boost.mjs - boosted trees over numbers: second-order gradients, features cut into bins,
// trees grown by level (Friedman 2001; Chen and Guestrin 2016). No randomness.
//
// train({x, y, weight}, options) takes rows x[i] (arrays of numbers), labels y[i] of 0 or 1
// and weights, and gives {bias, trees}; a tree is {feature, bound, less, more} or {value}.
const DEFAULTS = { trees: 150, depth: 4, rate: 0.08, lambda: 5, least: 5, bins: 48, features: undefined };

function boundsOf(x, feature, bins) {
    const values = [...new Set(x.map((row) => row[feature]))].sort((a, b) => a - b);
    if (values.length <= bins) return values.slice(0, -1).map((value, i) => (value + values[i + 1]) / 2);
    const sorted = x.map((row) => row[feature]).sort((a, b) => a - b);
    const bounds = Array.from({ length: bins - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / bins)]);
    return [...new Set(bounds)];
}

// Bins of each feature, a column each: bin b holds what is at most bounds[b].
function binned(x, features, bins) {
    return features.map((feature) => {
        const bounds = boundsOf(x, feature, bins).map((bound) => Number(bound.toPrecision(5)));
        const column = Uint8Array.from(x, (row) => {
            let low = 0;
            let high = bounds.length;
            while (low < high) {
                const mid = (low + high) >> 1;
                if (row[feature] <= bounds[mid]) high = mid;
                else low = mid + 1;
            }
            return low;
        });
        return { feature, bounds, column };
    });
}

const gainOf = (g, h, lambda) => (g * g) / (h + lambda);

function bestSplit(column, rows, g, h, total, options) {
    const n = column.bounds.length + 1;
    const gs = new Float64Array(n);
    const hs = new Float64Array(n);
    for (const row of rows) {
        gs[column.column[row]] += g[row];
        hs[column.column[row]] += h[row];
    }
    let best = { gain: 1e-6 };
    let left = 0;
    let leftH = 0;
    for (let b = 0; b + 1 < n; b++) {
        left += gs[b];
        leftH += hs[b];
        if (leftH < options.least || total.h - leftH < options.least) continue;
        const gain = gainOf(left, leftH, options.lambda) + gainOf(total.g - left, total.h - leftH, options.lambda) - gainOf(total.g, total.h, options.lambda);
        if (gain > best.gain) best = { gain, bin: b, column };
    }
    return best;
}

function grow(columns, rows, g, h, depth, options) {
    const total = { g: 0, h: 0 };
    for (const row of rows) {
        total.g += g[row];
        total.h += h[row];
    }
    const leaf = { value: (-options.rate * total.g) / (total.h + options.lambda) };
    if (depth === 0) return leaf;
    let best = { gain: 0 };
    for (const column of columns) {
        const split = bestSplit(column, rows, g, h, total, options);
        if (split.column && split.gain > best.gain) best = split;
    }
    if (!best.column) return leaf;
    const isLess = (row) => best.column.column[row] <= best.bin;
    return {
        feature: best.column.feature,
        bound: best.column.bounds[best.bin],
        less: grow(columns, rows.filter(isLess), g, h, depth - 1, options),
        more: grow(columns, rows.filter((row) => !isLess(row)), g, h, depth - 1, options),
    };
}

const logistic = (z) => 1 / (1 + Math.exp(-z));

function leafOf(tree, row) {
    while (tree.less) tree = row[tree.feature] <= tree.bound ? tree.less : tree.more;
    return tree.value;
}

export const score = (model, row) => logistic(model.bias + model.trees.reduce((sum, tree) => sum + leafOf(tree, row), 0));

export function train({ x, y, weight }, given = {}) {
    const options = { ...DEFAULTS, ...given };
    const features = options.features ?? x[0].map((_, i) => i);
    const columns = binned(x, features, options.bins).filter((column) => column.bounds.length);
    const rows = Uint32Array.from(x, (_, i) => i);
    const sum = (of) => x.reduce((all, _, i) => all + of(i), 0);
    const share = sum((i) => weight[i] * y[i]) / sum((i) => weight[i]);
    const bias = Math.log(share / (1 - share));
    const z = new Float64Array(x.length).fill(bias);
    const g = new Float64Array(x.length);
    const h = new Float64Array(x.length);
    const trees = [];
    for (let t = 0; t < options.trees; t++) {
        for (let i = 0; i < x.length; i++) {
            const p = logistic(z[i]);
            g[i] = weight[i] * (p - y[i]);
            h[i] = Math.max(1e-9, weight[i] * p * (1 - p));
        }
        const tree = grow(columns, rows, g, h, options.depth, options);
        for (let i = 0; i < x.length; i++) z[i] += leafOf(tree, x[i]);
        trees.push(tree);
    }
    return { bias, trees };
}
