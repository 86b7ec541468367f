// Office documents that are made to hurt what reads them: lists of a document that
// refer to each other as often as the file has room for. Each is read, or refused
// with a reason, before a worker is ended for its time.
import assert from "node:assert/strict";
import test from "node:test";
import { zip } from "./make.mjs";
import { Workspace } from "./workspace.mjs";

const pack = (parts) => zip(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]));
const many = (n, make) => Array.from({ length: n }, (_, i) => make(i)).join("");

// ---- Word ----

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (list) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([type, target], i) => `<Relationship Id="r${i}" Type="${OFFICE}/${type}" Target="${target}"/>`).join("")}</Relationships>`;
const word = (body, parts) =>
    pack({
        "_rels/.rels": relations([["officeDocument", "word/document.xml"]]),
        "word/_rels/document.xml.rels": relations(Object.keys(parts).map((name) => [name, `${name}.xml`])),
        "word/document.xml": `<w:document ${W}><w:body>${body}</w:body></w:document>`,
        ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [`word/${name}.xml`, `<w:${name} ${W}>${text}</w:${name}>`])),
    });
const note = (id, text) => `<w:footnote w:id="${id}"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:footnote>`;
const refer = (id) => `<w:footnoteReference w:id="${id}"/>`;
const said = "<w:p><w:r><w:t>It ends.</w:t></w:r></w:p>";

// ---- OpenDocument and books ----

const odt = (styles, body) =>
    pack({
        mimetype: "application/vnd.oasis.opendocument.text",
        "content.xml": `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">${styles}<office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    });
const page = "<html><body><p>It ends.</p></body></html>";
const book = (items, spine, pages) =>
    pack({
        mimetype: "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
        "book.opf": `<package><manifest>${items}</manifest><spine>${spine}</spine></package>`,
        ...pages,
    });
const item = (id, href) => `<item id="${id}" href="${href}" media-type="application/xhtml+xml"/>`;
const place = (id) => `<itemref idref="${id}"/>`;

const documents = {
    "notes.docx": () => word(`${said}<w:p><w:r>${many(400_000, (i) => refer(1 + (i % 19_000) + (i % 3) * 100_000))}</w:r></w:p>`, { footnotes: many(19_000, (i) => note(i, "")) }),
    "one_note.docx": () => word(`${said}${many(100_000, () => `<w:p>${refer(7)}</w:p>`)}`, { footnotes: note(7, `${" ".repeat(1 << 20)}.`) }),
    "styles.docx": () => word(`${said}${many(400_000, () => '<w:p><w:pPr><w:pStyle w:val="none"/></w:pPr></w:p>')}`, { styles: many(19_000, (i) => `<w:style w:styleId="s${i}" w:type="paragraph"/>`) }),
    "lists.docx": () => word(`${said}${many(200_000, () => '<w:p><w:pPr><w:numPr><w:numId w:val="9500"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>')}`, { numbering: many(9_000, (i) => `<w:num w:numId="${i}"><w:abstractNumId w:val="1"/></w:num>`) }),
    "hidden.odt": () => odt(many(60_000, (i) => `<style:style style:name="s${i}"><style:text-properties text:display="none"/></style:style>`), `<text:p>It ends.</text:p>${many(400_000, () => '<text:p text:style-name="none"/>')}`),
    "one_page.epub": () => book(item("a", "a.xhtml"), many(200_000, () => place("a")), { "a.xhtml": `${page}<!--${"-".repeat(4000)}-->` }),
    "pages.epub": () => book(item("b", "z.xhtml") + many(60_000, (i) => item(`i${i}`, `${i}.xhtml`)), many(19_000, (i) => place(`i${59_999 - i}`)) + place("b"), Object.fromEntries([...Array.from({ length: 60_000 }, (_, i) => [`${i}.xhtml`, ""]), ["z.xhtml", page]])),
};

for (const [name, make] of Object.entries(documents))
    test(`${name} is read or refused`, (t) => {
        const workspace = new Workspace(t);
        workspace.run("base", "create", "kb");
        workspace.run("base", "config", "kb", "embedding=none");
        workspace.write(name, make());
        const begun = performance.now();
        const { out, err } = workspace.run("add", "kb", name, "--json");
        t.diagnostic(`${name}: ${Math.round(performance.now() - begun)} ms`);
        const added = JSON.parse(out || "{}");
        assert.doesNotMatch(JSON.stringify(added.failures), /time|stopped/, out + err);
        assert.equal(added.documents_added + added.failures.length, 1, out + err);
        workspace.assertNoScratch();
    });
