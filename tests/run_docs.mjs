#!/usr/bin/env node
// run_docs.mjs [--bin FOLDER] FILE.md ... - runs the documentation's examples.
//
// In each ```console block the lines with `./quarry ...` are run, by the runner
// of the cases, and what follows must be the output; `...` stands for any
// lines and durations are equal to each other. `<!-- not run -->` before a
// block leaves it out, and so do commands of other programs.
import { main, parseDocument } from "./run_cases.mjs";

process.exitCode = main(process.argv.slice(2), parseDocument);
