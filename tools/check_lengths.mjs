#!/usr/bin/env node
// The stops of the code's shape: a function 80 lines, 6 parameters; a file
// 600 lines, or 1,000 when its essay says why in a line ` * length: ...`; a
// header 200. A callback of a library has as many parameters as that says, when
// the line above it has `parameters: ` and whose. Tables of data (*_table.c) are exempt.
import { filesOf, functionsOf, read, runCheck } from "./source.mjs";

const STOP = { function: 80, params: 6, file: 600, reasoned: 1000, header: 200 };

function checkFile(file, text, report) {
    const count = text.split("\n").length - 1;
    const stop = file.endsWith(".h")
        ? STOP.header
        : /^ \* length: \S/m.test(text)
          ? STOP.reasoned
          : STOP.file;
    if (count > stop) report(file, 1, `${count} lines, the stop is ${stop}`);
}

function checkFunction(file, f, above, report) {
    if (f.lines > STOP.function) {
        report(file, f.line, `${f.name} has ${f.lines} lines, the stop is 80`);
    }
    if (f.params > STOP.params && !/parameters: \S/.test(above)) {
        report(file, f.line, `${f.name} has ${f.params} parameters, not 6`);
    }
}

function quantile(sorted, q) {
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

runCheck((root, report) => {
    const lengths = [];
    for (const file of filesOf(root, /^(src|tests)\/.*\.[ch]$/)) {
        if (file.endsWith("_table.c")) continue;
        const text = read(root, file);
        checkFile(file, text, report);
        const lines = text.split("\n");
        for (const f of functionsOf(text)) {
            checkFunction(file, f, lines[f.line - 2] ?? "", report);
            if (file.startsWith("src/")) lengths.push(f.lines);
        }
    }
    lengths.sort((a, b) => a - b);
    return (
        `lengths: ${lengths.length} functions in src, median ` +
        `${quantile(lengths, 0.5) ?? 0} lines, 90th percentile ` +
        `${quantile(lengths, 0.9) ?? 0}, longest ${lengths.at(-1) ?? 0}`
    );
});
