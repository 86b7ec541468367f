// Text to bytes by iconv, which is nobody's part of the programs under test.
// null: the encoding cannot carry this text, or the tables of iconv and ICU
// differ on a character of it.
const mark = {
    "utf-8": [0xef, 0xbb, 0xbf],
    "utf-16le": [0xff, 0xfe],
    "utf-16be": [0xfe, 0xff],
    "utf-32le": [0xff, 0xfe, 0, 0],
    "utf-32be": [0, 0, 0xfe, 0xff],
};
const iconvNames = { "windows-874": "cp874", "x-mac-cyrillic": "mac-cyrillic", hz: null };

// ICU through the runtime, which knows some forty encodings.
function icuAgrees(name, bytes, text) {
    let decoder;
    try {
        decoder = new TextDecoder(name, { ignoreBOM: true });
    } catch {
        return true;
    }
    return decoder.decode(bytes) === text;
}

export async function encode(reader, text, { name, bom }) {
    const head = Buffer.from((bom && mark[name]) || []);
    if (name === "utf-8") {
        return Buffer.concat([head, Buffer.from(text)]);
    }
    const known = name in iconvNames ? iconvNames[name] : name;
    const bytes = known && (await reader.encode(text, known));
    if (!bytes || !icuAgrees(name, bytes, text)) {
        return null;
    }
    return Buffer.concat([head, bytes]);
}

const plainName = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "").replace(/^cp/, "ibm");

// Is this legacy encoding another one than what was detected?
export function isAnother({ name }, detected) {
    return Boolean(detected) && !name.startsWith("utf") && plainName(detected) !== plainName(name);
}
