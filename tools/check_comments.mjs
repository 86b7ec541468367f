#!/usr/bin/env node
// Every function that a header declares has its one comment: right before it,
// right before the group of declarations it is in, or after it.
import { declarationsOf, filesOf, read, runCheck } from "./source.mjs";

runCheck((root, report) => {
    let functions = 0;
    for (const file of filesOf(root, /^src\/.*\.h$/)) {
        const text = read(root, file);
        for (const f of declarationsOf(text)) {
            functions++;
            if (!f.commented) report(file, f.line, `${f.name} has no comment`);
        }
        if (!/^\s*\/\*/.test(text)) {
            report(file, 1, "the header does not open with what it is for");
        }
    }
    return `comments: ${functions} exported functions`;
});
