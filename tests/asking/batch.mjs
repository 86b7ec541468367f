// Many questions at once: `quarry ask --batch` over files of one folder.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

export const readLines = (file) => fs.readFileSync(file, "utf8").split("\n").filter(Boolean).map((l) => JSON.parse(l));

// The answers to `lines` ({id, question, files}), in their order. `home` has room for
// the lines, too.
export function askAll(program, root, home, lines) {
    const file = path.join(home, "batch.jsonl");
    const args = ["ask", "--batch", file, "--root", root, "-q", "--home", home];
    fs.mkdirSync(home, { recursive: true });
    fs.writeFileSync(file, lines.map((l) => JSON.stringify(l)).join("\n"));
    return execFileSync(program, args, { maxBuffer: 1 << 29 }).toString().split("\n").filter(Boolean).map((l) => JSON.parse(l));
}
