// Makes the Office files beside it, byte for byte the same each time:
//
//     node tests/data/office/make.mjs
//
// lease.docx   a contract: headings by style and by outline level, numbered
//              clauses, a list, a table with merged cells, a footnote, tracked
//              changes, hidden text, a text box in two forms
// locked.docx  the head of a file behind a password
// old.docx     the head of a .doc under another name
// other.docx   a zip package that is no document
// cut.docx     lease.docx without its end
// bomb.docx    100 MiB of spaces in one paragraph, packed
// laughs.docx  entities of entities
import fs from "node:fs";
import path from "node:path";
import { zip } from "../../attack/make.mjs";

const folder = import.meta.dirname;
const write = (name, bytes) => fs.writeFileSync(path.join(folder, name), bytes);
const xml = (body) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const pack = (parts) => zip(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]));

// ---- Word ----

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const root = (name, body) => xml(`<w:${name} xmlns:w="${W}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">${body}</w:${name}>`);
const relations = (list) => xml(`<Relationships xmlns="${PACKAGE}">${list.map(([type, target], i) => `<Relationship Id="r${i}" Type="${OFFICE}/${type}" Target="${target}"/>`).join("")}</Relationships>`);
const run = (text, properties = "") => `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (body, properties = "") => `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${body}</w:p>`;
const styled = (style, text) => paragraph(run(text), `<w:pStyle w:val="${style}"/>`);
const listed = (list, level, text) => paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const cell = (text, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`;
const row = (...cells) => `<w:tr>${cells.join("")}</w:tr>`;

const styles = root("styles", `
<w:style w:type="paragraph" w:styleId="Titre"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="Titre1"/></w:style>
<w:style w:type="character" w:styleId="Note"><w:name w:val="Note"/><w:rPr><w:vanish/></w:rPr></w:style>`);
const level = (i, format, text) => `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const numbering = root("numbering", `
<w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "(%2)")}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">${level(0, "bullet", "\uf0b7")}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`);
const footnotes = root("footnotes", `
<w:footnote w:type="separator" w:id="0">${paragraph("")}</w:footnote>
<w:footnote w:id="2">${paragraph(run("Days on which banks are closed do not count."))}</w:footnote>`);
const box = `<w:txbxContent>${paragraph(run("Keys are handed over on the quay."))}</w:txbxContent>`;
const body = [
    styled("Titre", "Lease of the boathouse"),
    paragraph(run("Between the harbour of Lindau and the rowing club.")),
    styled("Titre1", "Rent"),
    paragraph(run("The rent is 1,250 euros a ") + run("month") + "<w:r><w:footnoteReference w:id=\"2\"/></w:r>" + run(" and is due on the third working day.")),
    paragraph(`${run("The deposit is ")}<w:del w:id="1" w:author="A"><w:r><w:delText>two</w:delText></w:r></w:del><w:ins w:id="2" w:author="A">${run("three")}</w:ins>${run(" months of rent.")}${run(" Ask for more first.", "<w:vanish/>")}${run(" And again.", "<w:rStyle w:val=\"Note\"/>")}`),
    styled("Clause", "Duties"),
    listed(1, 0, "The club keeps the slipway clear."),
    listed(1, 1, "of ice from November on"),
    listed(1, 1, "of weed"),
    listed(1, 0, "The harbour mends the roof."),
    paragraph(`${run("See the plan.")}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx>${box}</wps:txbx></mc:Choice><mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`),
    paragraph(run("Charges"), '<w:outlineLvl w:val="1"/>'),
    `<w:tbl>${row(cell("Charge"), cell("Season"), cell("Euros"))}${row(cell("Crane", '<w:vMerge w:val="restart"/>'), cell("summer"), cell("85"))}${row(cell("", "<w:vMerge/>"), cell("winter"), cell("140"))}${row(cell("Water, all year", '<w:gridSpan w:val="2"/>'), cell("60"))}</w:tbl>`,
    listed(2, 0, "charged monthly"),
    listed(2, 0, "paid with the rent"),
    paragraph(run("First half, "), "<w:rPr><w:del w:id=\"3\" w:author=\"A\"/></w:rPr>"),
    paragraph(run("second half.")),
    "<w:sectPr/>",
].join("");
const word = (text) => ({
    "[Content_Types].xml": xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    "_rels/.rels": relations([["officeDocument", "word/document.xml"]]),
    "word/_rels/document.xml.rels": relations([["styles", "styles.xml"], ["numbering", "numbering.xml"], ["footnotes", "footnotes.xml"]]),
    "word/document.xml": text,
    "word/styles.xml": styles,
    "word/numbering.xml": numbering,
    "word/footnotes.xml": footnotes,
});
const lease = pack(word(root("document", `<w:body>${body}</w:body>`)));

write("lease.docx", lease);
write("cut.docx", lease.subarray(0, 1500));
write("other.docx", pack({ "notes.txt": "nothing" }));
write("bomb.docx", pack(word(root("document", `<w:body>${paragraph(run(" ".repeat(100 << 20)))}</w:body>`))));
write("laughs.docx", pack(word(`<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${root("document", `<w:body>${paragraph(run("&b;"))}</w:body>`).slice(56)}`)));

// ---- containers of before 2007 ----

// A directory entry of a stream: its name in UTF-16, its length, its kind.
const container = (stream) => {
    const file = Buffer.alloc(1024);
    Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
    Buffer.from(stream, "utf16le").copy(file, 512);
    file.writeUInt16LE(2 * (stream.length + 1), 576);
    file[578] = 2;
    return file;
};
write("locked.docx", container("EncryptedPackage"));
write("old.docx", container("WordDocument"));
