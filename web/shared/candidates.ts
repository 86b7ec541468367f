// candidates.ts - a question with one of those words that it may have meant.
import type { Answer, Candidate } from "./answer";

// The word that was not understood is in quotes in the answer; it makes room for
// the one that is chosen. Where it is not in the question, that is added.
export function askedWith(answer: Answer, text: string): string {
    const quoted = /["“«「]([^"”»」]+)["”»」]/.exec(answer.answer)?.[1];

    return quoted && answer.query.includes(quoted)
        ? answer.query.replace(quoted, () => text)
        : `${answer.query} ${text}`;
}

// Columns are no choices where readings are.
export const offeredBy = (answer: Answer): Candidate[] =>
    answer.candidates.filter((c) => c.kind !== "column" || !answer.alternatives?.length);
