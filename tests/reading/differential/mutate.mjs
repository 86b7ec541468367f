// Accidents of delimited text that nobody planned: what becomes of it only the
// plain readers say.
import { Random } from "./random.mjs";

const edits = {
    remove(r, text, marks) {
        const at = marks.length ? r.pick(marks) : r.int(0, text.length - 1);
        return text.slice(0, at) + text.slice(at + 1);
    },
    insert(r, text, marks, d) {
        const at = r.int(0, text.length);
        return text.slice(0, at) + r.pick([d.delimiter, d.quote, d.end, " ", "x", "0"]) + text.slice(at);
    },
    repeat(r, text, marks, d) {
        const lines = text.split(d.end);
        const at = r.int(0, lines.length - 1);
        return [...lines.slice(0, at), lines[at], ...lines.slice(at)].join(d.end);
    },
    drop(r, text, marks, d) {
        const lines = text.split(d.end);
        lines.splice(r.int(0, lines.length - 1), 1);
        return lines.join(d.end);
    },
    swap(r, text, marks, d) {
        const lines = text.split(d.end);
        const at = r.int(0, Math.max(0, lines.length - 2));
        lines.splice(at, 2, ...lines.slice(at, at + 2).reverse());
        return lines.join(d.end);
    },
    cut: (r, text) => text.slice(0, r.int(Math.min(text.length, 20), text.length)),
};

export function mutate(seed, text, d) {
    const r = new Random(seed ^ 0xacc1de);
    for (let n = r.int(1, 3); n > 0; n--) {
        const marks = [...text].flatMap((c, i) => ([d.delimiter, d.quote, "\n", "\r"].includes(c) ? [i] : []));
        text = edits[r.pick(Object.keys(edits))](r, text, marks, d);
    }
    return text;
}
