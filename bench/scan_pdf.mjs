// scan_pdf.mjs - a PDF of pictures, as a scanner makes it, of pages of another one.
//
//     node bench/scan_pdf.mjs FROM.pdf TO.pdf DPI FIRST LAST [BITS]
//
// BITS is 8 (grey) or 1 (black and white, which is small). Needs
// build/release/bench_render.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

const program = path.resolve(import.meta.dirname, "../build/release/bench_render");

// [{ width, height, data }], a byte a pixel; null if it cannot be drawn.
export function pagesOf(file, dpi, first, last) {
    const run = spawnSync(program, [file, dpi, first, last].map(String), { maxBuffer: 2 ** 31 });
    if (run.status !== 0) return null;
    const pages = [];
    for (let at = 0; at < run.stdout.length; ) {
        const end = run.stdout.indexOf(10, at);
        const [, width, height] = run.stdout.toString("latin1", at, end).split(" ").map(Number);
        pages.push({ width, height, data: run.stdout.subarray(end + 1, end + 1 + width * height) });
        at = end + 1 + width * height;
    }
    return pages;
}

function packBits({ width, height, data }) {
    const stride = (width + 7) >> 3;
    const out = Buffer.alloc(stride * height);
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) if (data[y * width + x] >= 128) out[y * stride + (x >> 3)] |= 0x80 >> (x & 7);
    return out;
}

export function scanPdf(pages, dpi, bits = 8) {
    const objects = [];
    const add = (body) => objects.push(body);
    const stream = (dictionary, data) =>
        add(Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`), data, Buffer.from("\nendstream")]));
    add("<< /Type /Catalog /Pages 2 0 R >>");
    add("");
    const kids = pages.map((page) => {
        const points = [page.width, page.height].map((n) => ((n * 72) / dpi).toFixed(2));
        const image = stream(
            `/Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} /BitsPerComponent ${bits} /ColorSpace /DeviceGray /Filter /FlateDecode`,
            zlib.deflateSync(bits === 1 ? packBits(page) : page.data, { level: 9 }),
        );
        const content = stream("", Buffer.from(`q ${points[0]} 0 0 ${points[1]} 0 0 cm /I Do Q`));
        return add(
            `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points.join(" ")}] /Contents ${content} 0 R /Resources << /XObject << /I ${image} 0 R >> >> >>`,
        );
    });
    objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((k) => `${k} 0 R`).join(" ")}] >>`;
    const parts = [Buffer.from("%PDF-1.7\n")];
    const at = [];
    let n = parts[0].length;
    objects.forEach((body, i) => {
        at.push(n);
        const whole = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(body), Buffer.from("\nendobj\n")]);
        parts.push(whole);
        n += whole.length;
    });
    const table = at.map((b) => `${String(b).padStart(10, "0")} 00000 n \n`).join("");
    parts.push(
        Buffer.from(
            `xref\n0 ${at.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${at.length + 1} /Root 1 0 R >>\nstartxref\n${n}\n%%EOF\n`,
        ),
    );
    return Buffer.concat(parts);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [from, to, dpi, first, last, bits] = process.argv.slice(2);
    fs.writeFileSync(to, scanPdf(pagesOf(from, dpi, first, last), Number(dpi), Number(bits ?? 8)));
}
