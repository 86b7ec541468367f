#!/usr/bin/env node
// make_everyday.mjs [FOLDER] - the tables of the everyday questions into FOLDER
// (build/asking), and the questions with their truth into questions.jsonl
// beside this file, as make_business.mjs does.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { asLines, writeFiles } from "../business/make_business.mjs";
import { alquileresFiles, askAlquileres, makeAlquileres } from "./alquileres.mjs";
import { askBudget, budgetFiles, makeBudget } from "./budget.mjs";
import { askClinic, clinicFiles, makeClinic } from "./clinic.mjs";
import { askDesk, deskFiles, makeDesk } from "./desk.mjs";
import { askFactory, factoryFiles, makeFactory } from "./factory.mjs";
import { askFlights, flightsFiles, makeFlights } from "./flights.mjs";
import { askFlota, flotaFiles, makeFlota } from "./flota.mjs";
import { askFonda, fondaFiles, makeFonda } from "./fonda.mjs";
import { askGym, gymFiles, makeGym } from "./gym.mjs";
import { askHotel, hotelFiles, makeHotel } from "./hotel.mjs";
import { askSaas, makeSaas, saasFiles } from "./saas.mjs";
import { askWaimai, makeWaimai, waimaiFiles } from "./waimai.mjs";
import { askZhaopin, makeZhaopin, zhaopinFiles } from "./zhaopin.mjs";
import { askZhibo, makeZhibo, zhiboFiles } from "./zhibo.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));

// rows, their files, their questions
const GROUPS = [
    [makeClinic, clinicFiles, askClinic],
    [makeDesk, deskFiles, askDesk],
    [makeSaas, saasFiles, askSaas],
    [makeBudget, budgetFiles, askBudget],
    [makeGym, gymFiles, askGym],
    [makeFlights, flightsFiles, askFlights],
    [makeHotel, hotelFiles, askHotel],
    [makeFactory, factoryFiles, askFactory],
    [makeFonda, fondaFiles, askFonda],
    [makeAlquileres, alquileresFiles, askAlquileres],
    [makeFlota, flotaFiles, askFlota],
    [makeWaimai, waimaiFiles, askWaimai],
    [makeZhaopin, zhaopinFiles, askZhaopin],
    [makeZhibo, zhiboFiles, askZhibo],
];

// {files: {path: text}, questions: [...]}
export function makeEveryday() {
    const files = {};
    const questions = [];
    const last = { en: 0, es: 0, zh: 0 };
    for (const [make, write, ask] of GROUPS) {
        const rows = make();
        Object.assign(files, write(rows));
        for (const q of ask(rows)) {
            const id = `day-${q.lang}-${String(++last[q.lang]).padStart(3, "0")}`;
            questions.push({ id, ...q });
        }
    }
    return { files, questions };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { files, questions } = makeEveryday();
    writeFiles(process.argv[2] ?? path.join(here, "../../../build/asking"), files);
    fs.writeFileSync(path.join(here, "questions.jsonl"), asLines(questions));
    console.log(`${Object.keys(files).length} tables, ${questions.length} questions`);
}
