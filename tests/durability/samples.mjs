// Generated files of a base, the same for the same numbers.
import fs from "node:fs";
import path from "node:path";

const kinds = {
    md(i) {
        let text = `# Note ${i}\n\n`;
        for (let s = 0; s < 5; s++)
            text += `## Part ${s}\n\nParagraph ${s} of note ${i}, about ${(i * 7) % 97} things.\n\n- one ${i}\n- two ${s}\n\n`;
        return text;
    },
    json(i) {
        const list = Array.from({ length: 10 }, (_, j) => ({ j, v: j * i }));
        return JSON.stringify({ id: i, name: `item ${i}`, list }, null, 1);
    },
    csv(i) {
        let text = "id,city,amount\n";
        for (let r = 0; r < 20; r++)
            text += `${i * 20 + r},City${r % 5},${((r * i) % 1000) / 10}\n`;
        return text;
    },
};

// File number i of a folder, a hundred folders beside each other; its name.
export function writeSample(dir, kind, i) {
    const name = `d${i % 100}/f${i}.${kind}`;
    fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    fs.writeFileSync(path.join(dir, name), kinds[kind](i));
    return name;
}

export const sample = (kind, i) => kinds[kind](i);

// {"items":[...]} of at least so many bytes; how many records.
export function writeRecords(file, bytes) {
    const fd = fs.openSync(file, "w");
    let n = 0;
    let size = fs.writeSync(fd, '{"items":[');
    while (size < bytes) {
        let text = "";
        for (let k = 0; k < 5000; k++, n++)
            text += `${n ? "," : ""}{"id":${n},"name":"item ${n}","city":"${["Rome", "Oslo", "Lima"][n % 3]}","amount":${n * 0.25},"note":"some words about ${n}"}`;
        size += fs.writeSync(fd, text);
    }
    fs.writeSync(fd, "]}");
    fs.closeSync(fd);
    return n;
}
