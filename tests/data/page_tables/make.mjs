// Makes guide.epub beside it, byte for byte the same each time:
//
//     node tests/data/page_tables/make.mjs
//
// A book of two pages, each with a table; the first has a caption, the second one
// without a header besides.
import fs from "node:fs";
import path from "node:path";
import { zip } from "../../attack/make.mjs";

const xml = (body) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
const page = (body) => xml(`<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`);
const row = (...cells) => `<tr>${cells.map((text) => `<td>${text}</td>`).join("")}</tr>`;
const head = (...cells) => `<tr>${cells.map((text) => `<th>${text}</th>`).join("")}</tr>`;
const parts = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": xml('<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'),
    "OPS/a.xhtml": page(`<h1>Depths</h1><p>Measured in spring.</p><table><caption>Depth in metres</caption>${head("Basin", "Low", "High")}${row("Inner", "3", "5")}<tr><td>Outer | mole</td><td colspan="2">12</td></tr></table>`),
    "OPS/b.xhtml": page(`<h1>Lights</h1><table>${head("Light", "Range")}${row("North", "9")}${row("South", "11")}</table><table>${row("Red", "port side")}${row("Green", "starboard side")}</table>`),
    "OPS/book.opf": xml('<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Pilot guide</dc:title></metadata><manifest><item id="one" href="a.xhtml" media-type="application/xhtml+xml"/><item id="two" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>'),
};

fs.writeFileSync(path.join(import.meta.dirname, "guide.epub"), zip(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)])));
