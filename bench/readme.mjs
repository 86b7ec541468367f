// readme.mjs - what the benches say alike: where a table was made, and that it
// is kept in README.md between `<!-- name -->` and `<!-- end of name -->`.
import fs from "node:fs";
import os from "node:os";

// Of today and this machine: "2026-03-09, ..., load 0.5 at the end."
export function machine() {
    const cpu = os.cpus();
    const date = new Date().toISOString().slice(0, 10);
    const model = cpu[0].model.split(" ").slice(0, 2).join(" ");
    const load = os.loadavg()[0].toFixed(1);
    return `${date}, ${cpu.length} cores (${model}), ${os.type()} ${os.release()}, load ${load} at the end.`;
}

// With --write, the text becomes what README.md has under the name.
export function keep(name, text) {
    if (!process.argv.includes("--write")) return;
    const file = new URL("README.md", import.meta.url);
    const old = fs.readFileSync(file, "utf8");
    const [head, tail] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
    const from = old.indexOf(head) + head.length;
    const to = old.indexOf(tail, from - 1);
    if (from < head.length || to < 0) throw new Error("README: no place");
    fs.writeFileSync(file, old.slice(0, from) + text + old.slice(to));
}
