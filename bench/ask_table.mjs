// ask_table.mjs - a table of orders and questions about it, the same each time.
import fs from "node:fs";

const COUNTRIES = ["Spain", "France", "Italy", "Germany", "Portugal", "Mexico"];
const STATES = ["Shipped", "Pending", "Returned", "Cancelled"];
const CATEGORIES = ["Lighting", "Office", "Seating", "Storage"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const MESES = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"];
const THINGS = ["lamp", "desk", "chair", "shelf"];
const CUSTOMERS = 20_000;

// Mulberry32: numbers in [0, 1).
function random(seed) {
    let s = seed;
    return () => {
        s = (s + 0x6d2b79f5) | 0;
        let t = Math.imul(s ^ (s >>> 15), 1 | s);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

// The k-th name of three syllables: Bada, Bade, ...
function name(k) {
    let out = "";
    for (let i = 0, rest = k; i < 3; i++) {
        out += "bdfgklmnprstvz"[rest % 14];
        rest = Math.floor(rest / 14);
        out += "aeiou"[(rest + i) % 5];
    }
    return out[0].toUpperCase() + out.slice(1);
}

const customer = (c) => `${name((c * 7) % 2744)} ${name((Math.floor(c / 9) * 5) % 2744)} ${String(c).padStart(5, "0")}`;
const city = (c) => `${name((c % 60) + 100)} City`;
const product = (p) => `${name(p)} ${THINGS[p % 4]} ${p}`;

// An order: who, where, what, when, how much.
function order(id, next) {
    const c = Math.floor(next() * CUSTOMERS);
    const p = Math.floor(next() * 800);
    const day = new Date(Date.UTC(2022, 0, 1) + Math.floor(next() * 1096) * 86_400_000).toISOString().slice(0, 10);
    return [id, day, customer(c), city(c), COUNTRIES[c % 6], product(p), CATEGORIES[p % 4], STATES[Math.floor(next() * 4)], 1 + Math.floor(next() * 20), (next() * 1000).toFixed(2)];
}

export function writeOrders(file, rows) {
    const next = random(1);
    const out = fs.openSync(file, "w");
    let text = "order_id,order_date,customer,city,country,product,category,status,quantity,amount\n";
    for (let id = 1; id <= rows; id++) {
        text += `${order(id, next).join(",")}\n`;
        if (text.length > 1 << 20) {
            fs.writeSync(out, text);
            text = "";
        }
    }
    fs.writeSync(out, text);
    fs.closeSync(out);
}

// Two letters of the first name change places.
const slip = (who) => who[0] + who[2] + who[1] + who.slice(3);

const OF_COUNTRY = [
    (c) => `total amount in ${c}`,
    (c) => `how many orders from ${c}`,
    (c) => `average quantity in ${c} in 2023`,
    (c) => `top 5 customers by amount in ${c}`,
    (c) => `monthly amount in ${c} in 2024`,
    (c) => `importe total en ${c} por mes`,
    (c) => `¿cuántos pedidos de ${c} en 2023?`,
    (c) => `${c} 2024年总金额`,
    (c) => `by how many percent did amount grow from 2022 to 2023 in ${c}`,
    (c) => `how many orders in ${c} with amount over 500`,
];
const OF_ORDER = [
    (o) => `total amount of ${o[2]}`,
    (o) => `total amount of ${slip(o[2])}`,
    (o) => `how many orders of ${o[2]} were ${o[7]}`,
    (o) => `top ${3 + (o[0] % 8)} products by quantity in ${o[3]}`,
    (o) => `orders of ${o[5]} in ${o[1].slice(0, 4)}`,
    (o) => `average amount of ${o[5]} by country`,
];

// At least 300 different questions that can be answered.
export function questions() {
    const next = random(1);
    const list = [];
    for (const c of COUNTRIES) {
        for (const ask of OF_COUNTRY) list.push(ask(c));
        for (const s of STATES) list.push(`how many ${s} orders in ${c}`);
        for (const k of CATEGORIES) list.push(`total amount of ${k} in ${c} by year`);
    }
    for (const [m, month] of MONTHS.entries()) {
        list.push(`total amount in ${month} 2024 by category`, `importe medio en ${MESES[m]} de 2023`);
    }
    for (let i = 1; i <= 240; i++) list.push(OF_ORDER[i % OF_ORDER.length](order(i, next)));
    return [...new Set(list)];
}
