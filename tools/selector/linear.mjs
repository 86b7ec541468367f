// linear.mjs - a logistic regression with L2, by Adam (Kingma and Ba 2015), over features
// brought to mean 0 and deviation 1; its weights are given for the features as they are.
// No randomness.
const DEFAULTS = { steps: 400, rate: 0.03, l2: 20 };

function moments(x, features) {
    return features.map((feature) => {
        const mean = x.reduce((sum, row) => sum + row[feature], 0) / x.length;
        const deviation = Math.sqrt(x.reduce((sum, row) => sum + (row[feature] - mean) ** 2, 0) / x.length) || 1;
        return { mean, deviation };
    });
}

const logistic = (z) => 1 / (1 + Math.exp(-z));

export const score = (model, row) => logistic(model.bias + model.weights.reduce((sum, { feature, weight }) => sum + weight * row[feature], 0));

function gradient(rows, y, weight, l2, w) {
    const n = w.length - 1;
    const total = weight.reduce((a, b) => a + b, 0);
    const g = Float64Array.from(w, (value, j) => (j < n ? (l2 * value) / total : 0));
    rows.forEach((row, i) => {
        let z = w[n];
        for (let j = 0; j < n; j++) z += w[j] * row[j];
        const d = (weight[i] * (logistic(z) - y[i])) / total;
        for (let j = 0; j < n; j++) g[j] += d * row[j];
        g[n] += d;
    });
    return g;
}

export function train({ x, y, weight }, features, given = {}) {
    const options = { ...DEFAULTS, ...given };
    const scale = moments(x, features);
    const rows = x.map((row) => features.map((feature, j) => (row[feature] - scale[j].mean) / scale[j].deviation));
    const w = new Float64Array(features.length + 1);
    const first = new Float64Array(w.length);
    const second = new Float64Array(w.length);
    for (let step = 1; step <= options.steps; step++) {
        gradient(rows, y, weight, options.l2, w).forEach((g, j) => {
            first[j] = 0.9 * first[j] + 0.1 * g;
            second[j] = 0.99 * second[j] + 0.01 * g * g;
            w[j] -= (options.rate * (first[j] / (1 - 0.9 ** step))) / (Math.sqrt(second[j] / (1 - 0.99 ** step)) + 1e-8);
        });
    }
    const weights = features.map((feature, j) => ({ feature, weight: w[j] / scale[j].deviation }));
    const bias = w[features.length] - weights.reduce((sum, { weight: v }, j) => sum + v * scale[j].mean, 0);
    return { bias, weights };
}
