#!/usr/bin/env node
// code_names.mjs [--check] - writes data/lexicon/lists/codes.txt: what codes that
// stand in cells are called. Countries are the regions of ISO 3166-1 with their
// names in English, Spanish and Chinese as Unicode's CLDR has them, which node
// brings; codes of three letters, other usual names, states of the United
// States (codes of the postal service), currencies (ISO 4217), genders and directions are
// written out here. Names are folded as base/text/fold.h folds them, near enough:
// no case, no accents, letters and digits alone.
import fs from "node:fs";

const NO_COUNTRY = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));
const OTHERS = {
    AE: "are uae", AR: "arg", AT: "aut", AU: "aus", BE: "bel", BR: "bra", CA: "can",
    CH: "che", CL: "chl", CN: "chn", CO: "col", CZ: "cze czech_republic", DE: "deu ger",
    DK: "dnk", EG: "egy", ES: "esp", FI: "fin", FR: "fra", GB: "gbr uk great_britain britain",
    GR: "grc", HK: "hkg hong_kong 香港", HU: "hun", ID: "idn", IE: "irl", IL: "isr",
    IN: "ind", IT: "ita", JP: "jpn", KE: "ken", KR: "kor korea", MA: "mar", MX: "mex",
    MY: "mys", NG: "nga", NL: "nld holland holanda", NO: "nor", NZ: "nzl", PE: "per",
    PH: "phl", PK: "pak", PL: "pol", PT: "prt", RO: "rou", RU: "rus", SA: "sau",
    SE: "swe", SG: "sgp", TH: "tha", TR: "tur turkey", TW: "twn 台湾", UA: "ukr",
    US: "usa united_states_of_america ee_uu eeuu", UY: "ury", VE: "ven", VN: "vnm",
    ZA: "zaf",
};
const STATES =
    "AL alabama AK alaska AZ arizona AR arkansas CA california CO colorado " +
    "CT connecticut DE delaware DC district_of_columbia FL florida GA georgia " +
    "HI hawaii ID idaho IL illinois IN indiana IA iowa KS kansas KY kentucky " +
    "LA louisiana ME maine MD maryland MA massachusetts MI michigan MN minnesota " +
    "MS mississippi MO missouri MT montana NE nebraska NV nevada " +
    "NH new_hampshire NJ new_jersey NM new_mexico NY new_york " +
    "NC north_carolina ND north_dakota OH ohio OK oklahoma OR oregon " +
    "PA pennsylvania RI rhode_island SC south_carolina SD south_dakota " +
    "TN tennessee TX texas UT utah VT vermont VA virginia WA washington " +
    "WV west_virginia WI wisconsin WY wyoming";
const CURRENCIES = [
    "usd us_dollars us_dollar dollars dolares 美元 美金", "eur euros euro 欧元",
    "gbp pounds pound_sterling sterling libras 英镑", "jpy yen yenes 日元",
    "cny rmb yuan renminbi 人民币", "inr rupees rupee rupias 卢比", "mxn mexican_pesos pesos_mexicanos",
    "chf swiss_francs francos_suizos 瑞士法郎", "brl reais reales", "cad canadian_dollars",
    "aud australian_dollars",
];
const GENDERS = [
    ["CODE_GENDER", "f female females woman women girl girls lady ladies mujer mujeres " +
        "femenino femenina femeninas chicas 女 女性 女士 女生"],
    ["CODE_GENDER", "m male males man men boy boys gentleman gentlemen hombre hombres " +
        "masculino masculina varon varones chicos 男 男性 男士 男生"],
    ["CODE_GENDER_ES", "m mujer mujeres femenino femenina chicas woman women female females ladies"],
    ["CODE_GENDER_ES", "h hombre hombres masculino varon varones chicos man men male males"],
];

// Which way goods went: "inbound units" of a column of IN and OUT.
const DIRECTIONS = [
    ["CODE_DIRECTION", "in inbound incoming received came_in coming_in booked_in brought_in taken_in arrived entered " +
        "entrada entradas recibido recibida recibidos recibidas entro entraron ingresaron 入库 进库 收货 进货"],
    ["CODE_DIRECTION", "out outbound outgoing shipped shipped_out dispatched sent_out went_out going_out booked_out " +
        "taken_out withdrawn left issued salida salidas salio salieron despachado despachadas despachados 出库 发货 出货"],
];

const fold = (s) =>
    s.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "");

function countries() {
    const names = ["en", "es", "zh"].map((l) =>
        new Intl.DisplayNames([l], { type: "region", fallback: "none" }));
    const list = [];
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    for (const a of letters)
        for (const b of letters) {
            const all = names.map((n) => n.of(a + b));
            if (!all[0] || NO_COUNTRY.has(a + b) ||
                new Intl.Locale(`und-${a}${b}`).region !== a + b) continue;
            const words = [a + b, ...all, ...(OTHERS[a + b]?.split(" ") ?? [])];
            list.push(["CODE_COUNTRY", [...new Set(words.map(fold))].join(" ")]);
        }
    return list;
}

const states = STATES.match(/\S+ \S+/g).map((s) => ["CODE_STATE", s.toLowerCase()]);
const currencies = CURRENCIES.map((s) => ["CODE_CURRENCY", s]);
const rows = [...countries(), ...states, ...currencies, ...GENDERS, ...DIRECTIONS];
// The rows of a domain: each the name of a cell, and behind '=' the others.
function list(domain) {
    const lines = [];
    for (const [, names] of rows.filter((row) => row[0] === domain)) {
        const entry = names.replace(" ", "=");
        const last = lines.at(-1);
        if (last && Buffer.byteLength(last) + Buffer.byteLength(entry) < 100) lines[lines.length - 1] += `, ${entry}`;
        else lines.push(`any: ${entry}`);
    }
    return `\n[${domain.replace("CODE_", "").toLowerCase().replace("_", "-")}]\n${lines.join("\n")}\n`;
}

const domains = [...new Set(rows.map((row) => row[0]))];
const out = `# What codes in cells are called; written by tools/code_names.mjs, which tells where the
# names come from. Behind '=' stand the other names, inside a name '_'.
${domains.map(list).join("")}`;
const file = new URL("../data/lexicon/lists/codes.txt", import.meta.url);
if (process.argv[2] === "--check") {
    if (fs.readFileSync(file, "utf8") !== out) {
        console.log("data/lexicon/lists/codes.txt:1: not what tools/code_names.mjs writes");
        process.exit(1);
    }
} else fs.writeFileSync(file, out);
