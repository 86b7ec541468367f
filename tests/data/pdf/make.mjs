// Makes the PDF files beside it and examples/harbour.pdf, byte for byte the same
// each time:
//
//     node tests/data/pdf/make.mjs
//
// harbour.pdf  a report: two columns, headings of its table of contents and by
//              type, a header and page numbers, hyphens, a list, a table, page
//              labels; the last page is a picture
// tables.pdf   a table between rulings, with a heading over two of its columns, rows
//              that no ruling parts and numbers in parentheses; one that is only
//              aligned, between two rules; prose in which nothing is aligned
// statement.pdf a statement of two years without rulings, with a line above it;
//              statement.csv has its cells
// continued.pdf a table over three pages: its header is repeated on the second and not on the
//              third, where another one with a title of its own comes after it; pages have
//              numbers and a header
// marks.pdf    a table with raised marks of two notes behind figures and a name, and an
//              exponent without a note
// scan.pdf     a picture and nothing else
// blank.pdf    nothing
// cut.pdf      harbour.pdf without its end
//
// locked.pdf is blank.pdf behind a password (qpdf --encrypt), which no tool of
// ours makes.
import fs from "node:fs";
import path from "node:path";

const folder = import.meta.dirname;

class Pdf {
    objects = [];

    add(body) {
        this.objects.push(body);
        return this.objects.length;
    }

    stream(dictionary, data) {
        return this.add(`<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`);
    }

    end(root) {
        let out = "%PDF-1.7\n";
        const at = this.objects.map((body, i) => {
            const begin = out.length;
            out += `${i + 1} 0 obj\n${body}\nendobj\n`;
            return begin;
        });
        const table = out.length;
        out += `xref\n0 ${at.length + 1}\n0000000000 65535 f \n`;
        for (const begin of at) out += `${String(begin).padStart(10, "0")} 00000 n \n`;
        return `${out}trailer\n<< /Size ${at.length + 1} /Root ${root} 0 R >>\nstartxref\n${table}\n%%EOF\n`;
    }
}

const escape = (text) => text.replace(/[\\()]/g, "\\$&").replace(/[^ -~]/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, "0")}`);
// Lines of text from (x, y) down.
const lines = (x, y, size, list, font = "F1", leading = size * 1.2) =>
    list.map((text, i) => `BT /${font} ${size} Tf ${x} ${(y - i * leading).toFixed(2)} Td (${escape(text)}) Tj ET`).join("\n");
const picture = "q 400 0 0 600 100 100 cm /I1 Do Q";

function write(name, pages, { outline, labels } = {}) {
    const pdf = new Pdf();
    const roman = pdf.add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>");
    const bold = pdf.add("<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>");
    const image = pdf.stream("/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray", "0a0a");
    const parent = pdf.objects.length + 2 * pages.length + 1;
    const kids = pages.map((content) => {
        const stream = pdf.stream("", content);
        return pdf.add(`<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 612 792] /Contents ${stream} 0 R /Resources << /Font << /F1 ${roman} 0 R /F2 ${bold} 0 R >> /XObject << /I1 ${image} 0 R >> >> >>`);
    });
    pdf.add(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((k) => `${k} 0 R`).join(" ")}] >>`);
    let more = "";
    if (outline) {
        const first = pdf.objects.length + 2;
        const root = pdf.add(`<< /Type /Outlines /First ${first} 0 R /Last ${first + outline.length - 1} 0 R /Count ${outline.length} >>`);
        outline.forEach(([title, page], i) =>
            pdf.add(`<< /Title (${escape(title)}) /Parent ${root} 0 R /Dest [${kids[page - 1]} 0 R /Fit]${i ? ` /Prev ${first + i - 1} 0 R` : ""}${i + 1 < outline.length ? ` /Next ${first + i + 1} 0 R` : ""} >>`),
        );
        more += ` /Outlines ${root} 0 R`;
    }
    if (labels) more += ` /PageLabels << /Nums [${labels}] >>`;
    const data = Buffer.from(pdf.end(pdf.add(`<< /Type /Catalog /Pages ${parent} 0 R${more} >>`)), "latin1");
    fs.writeFileSync(path.resolve(folder, name), data);
    return data;
}

const header = (n) => `${lines(72, 760, 9, ["Harbour Review 2031"])}\n${lines(300, 30, 9, [String(n)])}`;
const first = [
    header(1),
    lines(72, 720, 20, ["The harbour of Lindau"], "F2"),
    lines(72, 680, 14, ["Tides and dredging"], "F2"),
    lines(72, 655, 10, [
        "The channel was dredged twice in 2031, in March and",
        "in October. Each campaign moved forty thousand cub-",
        "ic metres of silt to the spoil ground north of the bar.",
        "The pilots reported no grounding since the second",
        "campaign, while three ships touched the bottom in the",
        "year before. The next survey is planned for May and",
        "will be paid for by the port authority alone, as the",
    ]),
    lines(330, 655, 10, [
        "province has ended its contribution. A tide gauge was",
        "set up at the outer mole. It sends its readings every",
        "six minutes and may be consulted by radio. The oldest",
        "gauge, at the fish market, is kept as a reserve until",
        "its readings have been compared for a whole year with",
        "those of the new one, which the hydrographic office",
        "has asked for.",
    ]),
].join("\n");
const second = [
    header(2),
    lines(72, 720, 14, ["Pilots"], "F2"),
    lines(72, 695, 10, [
        "Pilotage is compulsory for ships above sixty metres. A pilot is ordered four hours",
        "ahead through the harbour office, by night through the lock keeper.",
    ]),
    lines(72, 640, 14, ["Fees"], "F2"),
    lines(72, 615, 10, ["Three things are free of charge for members:"]),
    lines(72, 597, 10, ["\x95 the slipway on weekdays", "\x95 fresh water at the quay", "\x95 the crane below two tonnes"]),
    lines(72, 540, 10, ["Berth"]),
    lines(200, 540, 10, ["Summer"]),
    lines(300, 540, 10, ["Winter"]),
    ...[
        ["Inner basin", "410", "260"],
        ["Outer mole", "355", "190"],
        ["Buoy field", "120", "85"],
    ].map((row, i) => row.map((cell, k) => lines([72, 200, 300][k], 526 - 14 * i, 10, [cell])).join("\n")),
].join("\n");

const report = write("../../../examples/harbour.pdf", [first, second, picture], {
    outline: [
        ["Tides and dredging", 1],
        ["Pilots", 2],
        ["Fees", 2],
    ],
    labels: "0 << /S /r >> 1 << /S /D /St 1 >>",
});
const cells = (xs, y, row) => row.map((cell, k) => (cell ? lines(xs[k], y, 10, [cell]) : "")).join("\n");
const stroke = (x0, y0, x1, y1) => `${x0} ${y0} m ${x1} ${y1} l S`;
const bar = (x0, y0, x1) => `${x0} ${y0} ${x1 - x0} 0.8 re f`;
const grid = [76, 196, 306, 416];
const ruled = [
    lines(72, 720, 10, ["Ports of the lake, and the ships that they had."]),
    // over the head, under its first line where that is over two columns, under it
    ...[700, 664, 600].map((y) => stroke(72, y, 412, y)),
    stroke(192, 682, 412, 682),
    ...[72, 192, 412].map((x) => stroke(x, 600, x, 700)),
    stroke(302, 600, 302, 682),
    cells(grid, 669, ["Port"]),
    cells(grid, 687, ["", "", ""]),
    lines(270, 687, 10, ["Season"]),
    cells(grid, 669, ["", "Ships", "Result"]),
    ...[
        ["Lindau", "410", "1,250"],
        ["Bregenz", "260", "(45)"],
        ["Rorschach", "85", "310"],
        ["Romanshorn", "120", "(7)"],
    ].map((row, i) => cells(grid, 650 - 14 * i, row)),
].join("\n");
const aligned = [
    lines(72, 720, 10, ["The locks are old, and only one of them was built for ships of today. It was", "opened in the year after the flood and has been in use since then."]),
    bar(72, 660, 400),
    cells([72, 200, 300], 646, ["Lock", "Length", "Gates"]),
    bar(72, 640, 400),
    ...[
        ["North", "110.5", "2"],
        ["South", "95.0", "2"],
        ["Mill", "60.25", "1"],
        ["Old", "32.0", "1"],
    ].map((row, i) => cells([72, 200, 300], 626 - 14 * i, row)),
    bar(72, 576, 400),
].join("\n");
write("tables.pdf", [ruled, aligned]);
// A statement as annual reports have it, and its cells as statement.csv.
const statement = [
    ["", "2031", "2030"],
    ["Major classes of assets that the board holds for"],
    ["the harbour and its outer works:"],
    ["Assets:"],
    ["Cash and equivalents", "$ 4,120", "$ 3,987"],
    ["Trade receivables, net", "12,611", "11,040"],
    ["Inventories", "9,004", "(218)"],
    ["Plant and equipment", "31,507", "29,872"],
    ["Total assets", "$ 57,242", "$ 44,681"],
];
const ends = (x, y, text) => lines(x - 5 * text.length, y, 10, [text]);
write("statement.pdf", [
    [
        lines(72, 720, 10, ["The accounts of the harbour board were drawn up at the end of the year and audited."]),
        lines(72, 690, 10, ["Balance sheet (in thousands)"]),
        ...statement.map(([label, ...figures], i) => [lines(72, 664 - 15 * i, 10, [label]), ...figures.map((f, k) => ends(360 + 90 * k, 664 - 15 * i, f))].join("\n")),
    ].join("\n"),
]);
fs.writeFileSync(path.join(folder, "statement.csv"), statement.map((row) => [...row, "", ""].slice(0, 3).map((cell) => (/[,"]/.test(cell) ? `"${cell}"` : cell)).join(",")).join("\n") + "\n");
// A grid of 18 points a row from y down, cells of all rows, the first of them a header.
const table = (y, rows) => {
    const xs = [72, 232, 322, 412];
    const bottom = y - 18 * rows.length;
    return [
        ...rows.map((row, i) => cells(xs.map((x) => x + 4), y - 13 - 18 * i, row)),
        ...rows.map((_, i) => stroke(xs[0], y - 18 * i, xs[3], y - 18 * i)),
        stroke(xs[0], bottom, xs[3], bottom),
        ...xs.map((x) => stroke(x, bottom, x, y)),
    ].join("\n");
};
const calls = Array.from({ length: 80 }, (_, i) => [`Ship ${i + 1}`, `${(i * 37) % 91}`, `${(i * 53) % 97}.5`]);
const head = ["Ship", "Calls", "Fee"];
const furniture = (n) => `${lines(72, 770, 9, ["Harbour Review 2031"])}\n${lines(300, 20, 9, [`Page ${n} of 3`])}`;
write("continued.pdf", [
    [furniture(1), lines(72, 740, 10, ["Ships and what they paid in 2031 (in euros)"]), table(720, [head, ...calls.slice(0, 36)])].join("\n"),
    [furniture(2), table(740, [head, ...calls.slice(36, 73)])].join("\n"),
    [furniture(3), table(740, calls.slice(73)), lines(72, 560, 10, ["Pilots of the year"]), table(540, [["Pilot", "Trips", "Rate"], ["Ott", "14", "8.5"], ["Abel", "15", "9.5"]])].join("\n"),
]);
const raised = (x, y, text) => lines(x, y + 4, 6, [text]);
write("marks.pdf", [
    [
        table(720, [["Ship", "Calls", "Fee"], ["Alma", "12", "12.5"], ["Berta", "7", "3.5"], ["Clara", "8", "4.0"]]),
        raised(76 + 23, 720 - 13 - 54, "b"),
        raised(326 + 17.5, 720 - 13 - 18, "1"),
        raised(236 + 5, 720 - 13 - 36, "3"),
        lines(72, 630, 8, ["1 Without the fee of the pilot.", "b Out of service since May."]),
    ].join("\n"),
]);
write("scan.pdf", [picture]);
write("blank.pdf", [""]);
fs.writeFileSync(path.join(folder, "cut.pdf"), report.subarray(0, 600));
