// votes.mjs - from ranked candidates to one answer, as src/answer/parsed.c does it:
// candidates that give equal rows are one answer.
const RUN = 6; // the best candidates, whose rows are compared

// { right, probability, nothing } of the likeliest answer, null: there is none.
export function bestAnswer(candidates, nothingScore) {
    const most = Math.max(nothingScore, ...candidates.map((c) => c.score));
    const weight = (score) => Math.exp(score - most);
    const all = candidates.reduce((sum, c) => sum + weight(c.score), weight(nothingScore));
    const answers = new Map();
    for (const c of candidates.slice(0, RUN)) {
        if (c.answer === undefined) continue;
        const same = answers.get(c.answer) ?? { right: c.accepted, probability: 0, nothing: weight(nothingScore) / all };
        same.probability += weight(c.score) / all;
        answers.set(c.answer, same);
    }
    return [...answers.values()].reduce((best, one) => (!best || one.probability > best.probability ? one : best), null);
}
