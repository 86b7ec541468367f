// Makes the Office files beside it, byte for byte the same each time:
//
//     node tests/data/office/make.mjs
//
// lease.docx   a contract: headings by style and by outline level, numbered
//              clauses, a list, a table with merged cells, a footnote, tracked
//              changes, hidden text, a text box in two forms
// review.docx  tracked changes of text, of paragraphs and of a row, comments in a
//              paragraph, in a cell and of deleted text
// review.odt   the same, by OpenDocument
// pictures.*   a document and slides with alternative texts: of a drawing, of a shape
//              of before 2007, of a file's name, in a cell, of a slide with no text
// embedded.*   a workbook, a document that embeds one itself, and what nothing reads; in
//              OpenDocument a spreadsheet, a text, a chart and what is damaged; workbooks
//              that embed a text
// raised.*     figures raised behind others: an exponent, the mark of a note
// nested.*     a table in a cell that spans columns, whose rows it does not end
// comments.pptx  a slide with comments as they are now, with a reply, and one as before
// locked.docx  the head of a file behind a password
// old.docx     the head of a .doc under another name
// other.docx   a zip package that is no document
// cut.docx     lease.docx without its end
// long.docx    a table of more rows than are read as one
// bomb.docx    100 MiB of spaces in one paragraph, packed
// laughs.docx  entities of entities
// deck.pptx    three slides: a title drawn last, items, a table, notes; one
//              without a title
// report.odt   headings, a list, a table with merged cells, a note, tracked
//              changes, hidden text, a frame
// deck.odp     two slides
// book.epub    two pages that the spine has in another order than the package
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
write("long.docx", pack(word(root("document", `<w:body><w:tbl>${row(cell("Lock"), cell("7")).repeat(5002)}</w:tbl></w:body>`))));
write("bomb.docx", pack(word(root("document", `<w:body>${paragraph(run(" ".repeat(100 << 20)))}</w:body>`))));
write("laughs.docx", pack(word(`<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${root("document", `<w:body>${paragraph(run("&b;"))}</w:body>`).slice(56)}`)));

// ---- Word: what reviewers leave ----

const by = (name, id) => `w:id="${id}" w:author="${name}" w:date="2026-03-05T10:00:00Z"`;
const remark = (id, author, ...texts) => `<w:comment ${by(author, id)} w:initials="x">${texts.map((text) => paragraph(`<w:r><w:annotationRef/></w:r>${run(text)}`)).join("")}</w:comment>`;
const remarked = (id) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
const inserted = (body, id = 1) => `<w:ins ${by("Ida Berg", id)}>${body}</w:ins>`;
const deleted = (text, id = 2) => `<w:del ${by("Ida Berg", id)}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const ended = (what) => `<w:rPr><w:${what} ${by("Ida Berg", 3)}/></w:rPr>`;
const review = [
    paragraph(`${run("The ferry leaves at ")}${deleted("nine")}${inserted(run("ten"))}${run(" o'clock.")}${remarked(0)}${remarked(1)}`),
    paragraph(inserted(run("Dogs travel free.")), ended("ins")),
    paragraph(deleted("Cats pay half."), ended("del")),
    paragraph(`${run("Bicycles cost four euros.")}<w:moveFrom ${by("Ida Berg", 4)}>${run(" They stay on deck.")}${remarked(3)}</w:moveFrom>`),
    `<w:tbl>${row(cell("Ticket"), cell("Euros"))}${row(cell("Single"), `<w:tc>${paragraph(`${run("7")}${remarked(2)}`)}</w:tc>`)}<w:tr><w:trPr><w:del ${by("Ida Berg", 5)}/></w:trPr><w:tc>${paragraph(deleted("Return"))}</w:tc><w:tc>${paragraph(deleted("12"))}</w:tc></w:tr></w:tbl>`,
].join("");
const comments = root("comments", remark(0, "Ole Dahl", "Is the tide table printed?", "Ask the harbour master.") + remark(1, "", "Winter only.") + remark(2, "Ole  Dahl", "Since May.") + remark(3, "Ole Dahl", "Of what is gone."));
write("review.docx", pack({
    ...word(root("document", `<w:body>${review}</w:body>`)),
    "word/_rels/document.xml.rels": relations([["styles", "styles.xml"], ["comments", "comments.xml"]]),
    "word/comments.xml": comments,
}));

// ---- Word: what pictures have for those who do not see them ----

const drawing = (attributes) => `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="Picture 1" ${attributes}/></wp:inline></w:drawing></w:r>`;
const pictures = [
    paragraph(run("The lock is in the north.") + drawing('descr="Map of the lock&#10;&#10;with both gates"')),
    paragraph(drawing('descr="scan_07.png"') + drawing('title="The bridge at low water"')),
    paragraph('<w:r><w:pict><v:shape alt="The old crane"/></w:pict></w:r>'),
    `<w:tbl>${row(cell("Berth"), cell("View"))}${row(cell("Mole"), `<w:tc>${paragraph(drawing('descr="The mole from the sea"'))}</w:tc>`)}</w:tbl>`,
    paragraph(run("A draft.") + drawing('descr="Of nobody" hidden="1"')),
].join("");
write("pictures.docx", pack({ ...word(root("document", `<w:body>${pictures}</w:body>`)), "word/_rels/document.xml.rels": relations([["styles", "styles.xml"]]) }));

// ---- Word: a table in a cell ----

const grid = (...rows) => `<w:tbl>${rows.map((cells) => row(...cells.map((c) => cell(c)))).join("")}</w:tbl>`;
const around = (body) => `<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${body}</w:tc>`;
write("nested.docx", pack({
    ...word(root("document", `<w:body><w:tbl>${row(cell("Quay"), cell("Length"), cell("Depth"))}${row(cell("East"), cell("140"), cell("6"))}${row(cell("West"), around(`${paragraph(run("see below"))}${grid(["Berth", "Boats"], ["W1", "3"], ["W2", "5"])}${paragraph("")}`))}</w:tbl>${paragraph(run("All in metres."))}</w:body>`)),
    "word/_rels/document.xml.rels": relations([["styles", "styles.xml"]]),
}));

// ---- Word: what is embedded ----

const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const parts = (...rows) => ({
    "[Content_Types].xml": xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    "_rels/.rels": relations([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": xml(`<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Units" sheetId="1" r:id="r0"/></sheets></workbook>`),
    "xl/_rels/workbook.xml.rels": relations([["worksheet", "worksheets/sheet1.xml"]]),
    "xl/worksheets/sheet1.xml": xml(`<worksheet xmlns="${SHEET}"><sheetData>${rows.map((cells) => `<row>${cells.map((c) => (typeof c === "number" ? `<c><v>${c}</v></c>` : `<c t="inlineStr"><is><t>${c}</t></is></c>`)).join("")}</row>`).join("")}</sheetData></worksheet>`),
});
const workbook = (...rows) => pack(parts(...rows));
const units = workbook(["berth", "units"], ["Mole", 12], ["Quay", 30], ["Mole", 8]);
const holding = (text, parts) => zip([...Object.entries({ ...word(root("document", `<w:body>${paragraph(run(text))}</w:body>`)), "word/_rels/document.xml.rels": relations([["styles", "styles.xml"]]) }), ...Object.entries(parts)].map(([name, bytes]) => [name, Buffer.from(bytes)]));
write("embedded.docx", holding("The figures are in the sheet.", {
    "word/embeddings/Sheet1.xlsx": units,
    "word/embeddings/oleObject1.bin": "x",
    "word/embeddings/Cut.xlsx": units.subarray(0, 300),
    "word/embeddings/Annex.docx": holding("The annex is signed.", { "word/embeddings/Sheet1.xlsx": workbook(["lock", "boats"], ["North", 3], ["South", 4]) }),
    "word/media/loose.xlsx": units,
}));

// ---- slides ----

const P = "http://schemas.openxmlformats.org/presentationml/2006/main";
const A = "http://schemas.openxmlformats.org/drawingml/2006/main";
const slideOf = (body) => xml(`<p:sld xmlns:p="${P}" xmlns:a="${A}"><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sld>`);
const line = (text, depth = 0) => `<a:p><a:pPr lvl="${depth}"/><a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (type, ...lines) => `<p:sp><p:nvSpPr><p:nvPr>${type === undefined ? "" : `<p:ph ${type && `type="${type}"`}/>`}</p:nvPr></p:nvSpPr><p:txBody>${lines.join("")}</p:txBody></p:sp>`;
const square = (text, attributes = "") => `<a:tc ${attributes}><a:txBody>${line(text)}</a:txBody></a:tc>`;
const slides = [
    slideOf(shape("", line("Ferries run every hour"), line("in summer only", 1)) + shape("sldNum", line("1")) + shape("title", line("Timetable"))),
    slideOf(`${shape("title", line("Fares"))}<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${square("Ticket")}${square("Euros")}</a:tr><a:tr>${square("Day pass", 'gridSpan="1"')}${square("14")}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`),
    slideOf(shape(undefined, line("Thanks to the crew")) + shape(undefined, line("Questions go to the purser."))),
];
write("deck.pptx", pack({
    "_rels/.rels": relations([["officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": xml(`<p:presentation xmlns:p="${P}" xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId id="1" r:id="r2"/><p:sldId id="2" r:id="r0"/><p:sldId id="3" r:id="r1"/></p:sldIdLst></p:presentation>`),
    "ppt/_rels/presentation.xml.rels": relations([["slide", "slides/slide2.xml"], ["slide", "slides/slide3.xml"], ["slide", "slides/slide1.xml"]]),
    ...Object.fromEntries(slides.map((text, i) => [`ppt/slides/slide${i + 1}.xml`, text])),
    "ppt/slides/_rels/slide2.xml.rels": relations([["notesSlide", "../notesSlides/notesSlide1.xml"]]),
    "ppt/notesSlides/notesSlide1.xml": slideOf(shape("sldImg") + shape("body", line("Children under six travel free."))),
}));

const picture = (attributes) => `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" ${attributes}/></p:nvPicPr></p:pic>`;
write("pictures.pptx", pack({
    "_rels/.rels": relations([["officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": xml(`<p:presentation xmlns:p="${P}" xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId id="1" r:id="r0"/><p:sldId id="2" r:id="r1"/></p:sldIdLst></p:presentation>`),
    "ppt/_rels/presentation.xml.rels": relations([["slide", "slides/slide1.xml"], ["slide", "slides/slide2.xml"]]),
    "ppt/slides/slide1.xml": slideOf(picture('descr="Map of the lock"') + picture('descr="logo.png"') + shape(undefined, line("Where to moor"))),
    "ppt/slides/slide2.xml": slideOf(picture('descr="The bridge at low water"')),
}));

const NOW = "http://schemas.microsoft.com/office/powerpoint/2018/8/main";
const now = (...lines) => `<p188:txBody><a:bodyPr/>${lines.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join("")}</p188:txBody>`;
write("comments.pptx", pack({
    "_rels/.rels": relations([["officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": xml(`<p:presentation xmlns:p="${P}" xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId id="1" r:id="r0"/><p:sldId id="2" r:id="r1"/></p:sldIdLst></p:presentation>`),
    "ppt/_rels/presentation.xml.rels": relations([["slide", "slides/slide1.xml"], ["slide", "slides/slide2.xml"], ["authors", "authors.xml"], ["commentAuthors", "commentAuthors.xml"]]),
    "ppt/authors.xml": xml(`<p188:authorLst xmlns:p188="${NOW}"><p188:author id="{A}" name="Ole Dahl"/><p188:author id="{B}" name="Ida Berg"/></p188:authorLst>`),
    "ppt/commentAuthors.xml": xml(`<p:cmAuthorLst xmlns:p="${P}"><p:cmAuthor id="0" name="Ida Berg"/></p:cmAuthorLst>`),
    "ppt/slides/slide1.xml": slideOf(shape("title", line("Timetable")) + shape("", line("Ferries run every hour"))),
    "ppt/slides/slide2.xml": slideOf(shape("title", line("Fares")) + shape("", line("A day pass costs 14 euros"))),
    "ppt/slides/_rels/slide1.xml.rels": relations([["comments", "../comments/modernComment_1.xml"]]),
    "ppt/slides/_rels/slide2.xml.rels": relations([["comments", "../comments/comment2.xml"]]),
    "ppt/comments/modernComment_1.xml": xml(`<p188:cmLst xmlns:p188="${NOW}" xmlns:a="${A}"><p188:cm id="{1}" authorId="{A}"><p188:replyLst><p188:reply id="{2}" authorId="{B}">${now("From May on.")}</p188:reply></p188:replyLst>${now("Also at night?", "Please check.")}</p188:cm><p188:cm id="{3}" authorId="{C}">${now("Who drew this?")}</p188:cm></p188:cmLst>`),
    "ppt/comments/comment2.xml": xml(`<p:cmLst xmlns:p="${P}"><p:cm authorId="0" idx="1"><p:pos x="1" y="1"/><p:text>Fifteen from next year.</p:text></p:cm></p:cmLst>`),
}));

// ---- OpenDocument ----

const ODF = "urn:oasis:names:tc:opendocument:xmlns";
const content = (kind, styles, body) => xml(`<office:document-content ${["office", "text", "table", "style", "drawing:draw", "svg-compatible:svg", "presentation"].map((n) => `xmlns:${n.split(":").at(-1)}="${ODF}:${n.split(":")[0]}:1.0"`).join(" ")}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`);
const entry = (text, attributes = "") => `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const report = content("text", '<style:style style:name="H1" style:family="text"><style:text-properties text:display="none"/></style:style>', `
<text:tracked-changes><text:changed-region><text:deletion><text:p>Boats of any size may enter.</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:h text:outline-level="1">Winter report</text:h>
<text:p>The basin froze on<text:s text:c="2"/>9 January<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Measured at the lock.</text:p></text:note-body></text:note>.<text:span text:style-name="H1"> Do not tell.</text:span></text:p>
<text:p>See the map.<draw:frame><draw:text-box><text:p>Map of the basin</text:p></draw:text-box><svg:title>picture</svg:title></draw:frame></text:p>
<text:h text:outline-level="2">Ice</text:h>
<text:list><text:list-item><text:p>north quay: closed</text:p><text:list><text:list-item><text:p>from January</text:p></text:list-item></text:list></text:list-item><text:list-item><text:p>south quay: open</text:p></text:list-item></text:list>
<table:table><table:table-header-rows><table:table-row>${entry("Quay")}${entry("Month")}${entry("Centimetres")}</table:table-row></table:table-header-rows>
<table:table-row>${entry("North", 'table:number-rows-spanned="2"')}${entry("January")}${entry("12")}</table:table-row>
<table:table-row><table:covered-table-cell/>${entry("February")}${entry("19")}</table:table-row>
<table:table-row>${entry("South, both months", 'table:number-columns-spanned="2"')}<table:covered-table-cell/>${entry("4")}</table:table-row></table:table>`);
write("report.odt", pack({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": report }));
const changed = (id, what) => `<text:changed-region text:id="${id}"><text:${what.split(" ")[0]}><office:change-info><dc:creator>Ida Berg</dc:creator><dc:date>2026-03-05T10:00:00</dc:date><text:p>why</text:p></office:change-info>${what.split(" ").slice(1).join(" ")}</text:${what.split(" ")[0]}></text:changed-region>`;
const annotation = (author, ...texts) => `<office:annotation><dc:creator>${author}</dc:creator><dc:date>2026-03-05T10:00:00</dc:date>${texts.map((text) => `<text:p>${text}</text:p>`).join("")}</office:annotation>`;
write("review.odt", pack({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": content("text", "", `<text:tracked-changes>${changed("a", "insertion")}${changed("b", "deletion <text:p>Cats pay half.</text:p>")}${changed("c", "format-change")}</text:tracked-changes>
<text:p>The ferry leaves at <text:change-start text:change-id="a"/>ten<text:change-end text:change-id="a"/><text:change text:change-id="b"/> o'clock${annotation("Ole Dahl", "Is the tide table printed?", "Ask the harbour master.")}.</text:p>
<table:table><table:table-row>${entry("Ticket")}${entry("Euros")}</table:table-row><table:table-row>${entry("Single")}${entry(`7${annotation("", "Since May.")}`)}</table:table-row></table:table>`).replace("<office:document-content", '<office:document-content xmlns:dc="http://purl.org/dc/elements/1.1/"'),
}));
write("nested.odt", pack({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": content("text", "", `<table:table><table:table-row>${entry("Quay")}${entry("Length")}${entry("Depth")}</table:table-row><table:table-row>${entry("East")}${entry("140")}${entry("6")}</table:table-row>
<table:table-row>${entry("West")}<table:table-cell table:number-columns-spanned="2"><text:p>see below</text:p><table:table><table:table-row>${entry("Berth")}${entry("Boats")}</table:table-row><table:table-row>${entry("W1")}${entry("3")}</table:table-row><table:table-row>${entry("W2")}${entry("5")}</table:table-row></table:table></table:table-cell><table:covered-table-cell/></table:table-row></table:table><text:p>All in metres.</text:p>`),
}));
const frame = (...lines) => `<draw:frame><draw:text-box>${lines.map((t) => `<text:p>${t}</text:p>`).join("")}</draw:text-box></draw:frame>`;
write("deck.odp", pack({
    mimetype: "application/vnd.oasis.opendocument.presentation",
    "content.xml": content("presentation", "", `<draw:page>${frame("Rowing courses")}${frame("Beginners meet on Mondays.")}</draw:page><draw:page>${frame("Prices")}${frame("A course costs 90 euros.")}<presentation:notes>${frame("Members pay half.")}</presentation:notes></draw:page>`),
}));

const shown = (title, description) => `<draw:frame><draw:image/><svg:title>${title}</svg:title><svg:desc>${description}</svg:desc></draw:frame>`;
write("pictures.odt", pack({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": content("text", "", `<text:p>The lock is in the north.${shown("Map of the lock", "with both gates")}</text:p>${shown("", "The bridge at low water")}`),
}));
write("pictures.odp", pack({
    mimetype: "application/vnd.oasis.opendocument.presentation",
    "content.xml": content("presentation", "", `<draw:page>${shown("", "Map of the lock")}${frame("Where to moor")}</draw:page><draw:page>${shown("", "The bridge at low water")}</draw:page>`),
}));

// ---- objects in it ----

const OASIS = "application/vnd.oasis.opendocument";
const sheet = (rows, within = ["<office:spreadsheet>", "</office:spreadsheet>"]) => xml(`<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><office:body>${within[0]}<table:table table:name="Units">${rows.map((cells) => `<table:table-row>${cells.map((v) => (typeof v === "number" ? `<table:table-cell office:value-type="float" office:value="${v}"><text:p>${v}</text:p></table:table-cell>` : `<table:table-cell office:value-type="string"><text:p>${v}</text:p></table:table-cell>`)).join("")}</table:table-row>`).join("")}</table:table>${within[1]}</office:body></office:document-content>`);
const listing = (entries) => xml(`<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${Object.entries(entries).map(([at, type]) => `<manifest:file-entry manifest:full-path="${at}" manifest:media-type="${type}"/>`).join("")}</manifest:manifest>`);
const objects = {
    "/": `${OASIS}.text`,
    "content.xml": "text/xml",
    "Object 1/": `${OASIS}.spreadsheet`,
    "Object 1/content.xml": "text/xml",
    "Object 2/": `${OASIS}.text`,
    "Object 3/": `${OASIS}.chart`,
    "Object 4/": `${OASIS}.spreadsheet`,
};
write("embedded.odt", pack({
    mimetype: `${OASIS}.text`,
    "META-INF/manifest.xml": listing(objects),
    "content.xml": content("text", "", "<text:p>The report of the harbour has a sheet.</text:p>"),
    "Object 1/content.xml": sheet([["berth", "units"], ["Quay", 30], ["Mole", 12], ["Mole", 8]]),
    "Object 2/content.xml": content("text", "", "<text:p>The annex is signed.</text:p>"),
    "Object 3/content.xml": sheet([["lock", "boats"], ["North", 3], ["South", 4]], ["<office:chart><chart:chart>", "</chart:chart></office:chart>"]),
}));
write("embedded.ods", pack({
    mimetype: `${OASIS}.spreadsheet`,
    "META-INF/manifest.xml": listing(objects),
    "content.xml": sheet([["pier", "ships"], ["East", 5], ["West", 6], ["East", 7]]),
    "Object 1/content.xml": sheet([["berth", "units"], ["Quay", 30], ["Mole", 12], ["Mole", 8]]),
    "Object 2/content.xml": content("text", "", "<text:p>The annex is signed.</text:p>"),
    "Object 3/content.xml": sheet([["pier", "ships"], ["East", 5]], ["<office:chart><chart:chart>", "</chart:chart></office:chart>"]),
}));
write("embedded.xlsx", zip(Object.entries({
    ...parts(["pier", "ships"], ["East", 5], ["West", 6], ["East", 7]),
    "xl/embeddings/Microsoft_Word_Document.docx": holding("The annex is signed.", {}),
    "xl/embeddings/oleObject1.bin": "x",
}).map(([name, bytes]) => [name, Buffer.from(bytes)])));

// ---- raised figures ----

const up = '<w:vertAlign w:val="superscript"/>';
write("raised.docx", pack(word(root("document", `<w:body>${paragraph(run("About 10") + run("6", up) + run(" fish"))}<w:tbl>${row(cell("port"), cell("catch"))}${row(cell("Oslo"), `<w:tc>${paragraph(run("1350") + run("2", up))}</w:tc>`)}${row(cell("Moss"), cell("70"))}</w:tbl></w:body>`))));
const spanned = 'text:style-name="Up"';
write("raised.odt", pack({
    mimetype: `${OASIS}.text`,
    "content.xml": content("text", '<style:style style:name="Up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>', `<text:p>About 10<text:span ${spanned}>6</text:span> fish</text:p><table:table>${[["port", "catch"], ["Oslo", `1350<text:span ${spanned}>2</text:span>`], ["Moss", "70"]].map((r) => `<table:table-row>${r.map((t) => entry(t)).join("")}</table:table-row>`).join("")}</table:table>`),
}));
const lifted = (text, raised) => `<a:p><a:r><a:t>${text}</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>${raised}</a:t></a:r></a:p>`;
write("raised.pptx", pack({
    "_rels/.rels": relations([["officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": xml(`<p:presentation xmlns:p="${P}" xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId id="1" r:id="r0"/></p:sldIdLst></p:presentation>`),
    "ppt/_rels/presentation.xml.rels": relations([["slide", "slides/slide1.xml"]]),
    "ppt/slides/slide1.xml": slideOf(`${shape("title", line("Catch"))}${shape("", lifted("About 10", "6"))}<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${square("port")}${square("catch")}</a:tr><a:tr>${square("Oslo")}<a:tc><a:txBody>${lifted("1350", "2")}</a:txBody></a:tc></a:tr><a:tr>${square("Moss")}${square("70")}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`),
}));

// ---- a book ----

const page = (body) => xml(`<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`);
write("book.epub", pack({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": xml('<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'),
    "OPS/a.xhtml": page("<h1>The second voyage</h1><p>They landed at dawn.</p><ul><li>two anchors</li><li>a lamp</li></ul>"),
    "OPS/b.xhtml": page("<h1>The first voyage</h1><p>The pilot was called Maren.</p>"),
    "OPS/book.opf": xml('<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Two voyages</dc:title></metadata><manifest><item id="one" href="b.xhtml" media-type="application/xhtml+xml"/><item id="two" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>'),
}));

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
