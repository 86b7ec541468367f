#!/usr/bin/env node
// make_business.mjs [FOLDER] - the tables of the business questions into FOLDER
// (build/asking), and the questions with their truth into questions.jsonl
// beside this file. The same bytes each time: seeds, no clock, no packages.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { BANCOS, bancosFiles, bankFiles, BANKS, makeMonths } from "./bank.mjs";
import { askBancos, askBank } from "./bank_questions.mjs";
import { makeShop, shopFiles } from "./shop.mjs";
import { askShop } from "./shop_questions.mjs";
import { askStaff, makeStaff, staffFiles } from "./staff.mjs";
import { askStock, makeStock, stockFiles } from "./stock.mjs";
import { askStores, makeStores, storesFiles } from "./stores.mjs";
import {
    askPlantilla, askVentas, makePlantilla, makeVentas, plantillaFiles, ventasFiles,
} from "./ventas.mjs";
import * as zh from "./zhongwen.mjs";
import { askBanksZh, askOrdersZh, askStaffZh, askStockZh } from "./zhongwen_questions.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));

// rows, their files, their questions
const GROUPS = [
    [makeShop, shopFiles, askShop],
    [makeStores, storesFiles, askStores],
    [makeStaff, staffFiles, askStaff],
    [makeStock, stockFiles, askStock],
    [() => makeMonths(7005, BANKS, 0.04), bankFiles, askBank],
    [() => makeMonths(7006, BANCOS, 0.03), bancosFiles, askBancos],
    [makeVentas, ventasFiles, askVentas],
    [makePlantilla, plantillaFiles, askPlantilla],
    [zh.makeOrdersZh, zh.ordersZhFiles, askOrdersZh],
    [zh.makeStaffZh, zh.staffZhFiles, askStaffZh],
    [zh.makeStockZh, zh.stockZhFiles, askStockZh],
    [zh.makeBanksZh, zh.banksZhFiles, askBanksZh],
];

// {files: {path: text}, questions: [...]}
export function makeBusiness() {
    const files = {};
    const questions = [];
    const last = { en: 0, es: 0, zh: 0 };
    for (const [make, write, ask] of GROUPS) {
        const rows = make();
        Object.assign(files, write(rows));
        for (const q of ask(rows)) {
            const id = `${q.lang}-${String(++last[q.lang]).padStart(3, "0")}`;
            questions.push({ id, ...q });
        }
    }
    return { files, questions };
}

// The noise of binary fractions is cut at 12 digits; nothing else is rounded.
const plain = (_, value) => (typeof value === "number" ? Number(value.toPrecision(12)) : value);
export const asLines = (objects) => objects.map((o) => JSON.stringify(o, plain) + "\n").join("");

export function writeFiles(folder, files) {
    for (const [name, text] of Object.entries(files)) {
        const file = path.join(folder, name);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, text);
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { files, questions } = makeBusiness();
    writeFiles(process.argv[2] ?? path.join(here, "../../../build/asking"), files);
    fs.writeFileSync(path.join(here, "questions.jsonl"), asLines(questions));
    console.log(`${Object.keys(files).length} tables, ${questions.length} questions`);
}
