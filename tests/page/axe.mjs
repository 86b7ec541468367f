// axe.mjs - what axe finds against WCAG 2.2 AA, in shadow roots too, and targets
// that are smaller than its 24 pixels.
import fs from "node:fs";
import { createRequire } from "node:module";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

// Injected through the debugger, which a policy of the page does not bind.
// `rules`: these alone, where the others were looked at before.
export async function violations(page, rules) {
    await page.evaluate(axe);
    const { violations: found } = await page.evaluate(
        ([tags, ids]) =>
            globalThis.axe.run(document, {
                runOnly: ids ? { type: "rule", values: ids } : { type: "tag", values: tags },
                rules: ids ? {} : { "target-size": { enabled: true } },
            }),
        [TAGS, rules],
    );
    return found.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.flat().join(" ")).join(", ")}`);
}
