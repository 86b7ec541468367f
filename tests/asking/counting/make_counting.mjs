#!/usr/bin/env node
// make_counting.mjs [FOLDER] - five files of 140, 159, 200, 366 and 2,000 rows
// into FOLDER (build/asking), and "how many ... have ..." in twenty phrasings
// over each into questions.jsonl beside this file. One row more or less is a
// wrong answer. Phrasings are twenty shapes, worded for what each file is about.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { asLines, writeFiles } from "../business/make_business.mjs";
import { asker, csv, days, dice, pad } from "../business/tables.mjs";
import { month } from "../business/truth.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));

function makePatients(d) {
    return Array.from({ length: 140 }, (_, i) => ({
        id: `PT-${pad(i + 1, 3)}`,
        ward: d.pick(["Cardiology", "Oncology", "Maternity"]),
        blood: d.pick(["A+", "B+", "0+", "0-"]),
        age: d.between(18, 92),
        insurance: d.chance(0.15) ? null : d.pick(["Public", "Private"]),
        allergy: d.chance(0.6) ? null : d.pick(["penicillin", "latex", "nuts"]),
        day: days(d, "2024-01-03", "2024-06-28", 1)[0],
        visits: d.between(0, 12),
    }));
}

function patients({ ask }, rows) {
    const n = (test) => rows.filter(test).length;
    ask("equal", "How many patients have blood type 0-?", n((r) => r.blood === "0-"));
    ask("equal", "how many patients have private insurance", n((r) => r.insurance === "Private"));
    ask("present", "How many patients have an allergy?", n((r) => r.allergy !== null));
    ask("absent", "How many patients have no insurance?", n((r) => r.insurance === null));
    ask("absent", "How many of the patients don't have an allergy?", n((r) => r.allergy === null));
    ask("over", "How many patients have more than 6 visits?", n((r) => r.visits > 6));
    ask("least", "How many have at least 10 visits?", n((r) => r.visits >= 10));
    ask("under", "How many patients have fewer than three visits?", n((r) => r.visits < 3));
    ask("most", "How many patients have 2 visits or less?", n((r) => r.visits <= 2));
    ask("exact", "How many patients have exactly 5 visits?", n((r) => r.visits === 5));
    ask("zero", "How many patients have zero visits?", n((r) => r.visits === 0));
    ask("between", "How many patients have an age between 40 and 60?", n((r) => r.age >= 40 && r.age <= 60));
    ask("or", "How many patients have a latex or nuts allergy?", n((r) => ["latex", "nuts"].includes(r.allergy)));
    ask("and", "How many patients in Cardiology have public insurance?", n((r) => r.ward === "Cardiology" && r.insurance === "Public"));
    ask("and", "How many Oncology patients have more than 8 visits?", n((r) => r.ward === "Oncology" && r.visits > 8));
    ask("not", "How many patients have a blood type other than A+?", n((r) => r.blood !== "A+"));
    ask("date", "How many patients have an admission date in March 2024?", n((r) => month(r.day) === "2024-03"));
    ask("all", "How many patients do we have in total?", rows.length);
    ask("wording", "What is the number of patients that have a penicillin allergy?", n((r) => r.allergy === "penicillin"));
    ask("wording", "Count the patients having private insurance in the Maternity ward.", n((r) => r.insurance === "Private" && r.ward === "Maternity"));
}

function makeBooks(d) {
    return Array.from({ length: 159 }, (_, i) => ({
        id: 5000 + i,
        genre: d.pick(["Poetry", "Novel", "Essay", "Drama"]),
        language: d.pick(["English", "French", "Polish"]),
        pages: d.between(40, 900),
        year: d.between(1890, 2023),
        translator: d.chance(0.5) ? null : d.pick(["M. Nowak", "C. Brontë-Hill", "J. Ruiz"]),
        copies: d.between(0, 9),
        award: d.chance(0.7) ? null : d.pick(["Booker", "Nike", "Goncourt"]),
    }));
}

function books({ ask }, rows) {
    const n = (test) => rows.filter(test).length;
    ask("equal", "How many books have Poetry as their genre?", n((r) => r.genre === "Poetry"));
    ask("equal", "how many books have won the Booker award", n((r) => r.award === "Booker"));
    ask("present", "How many books have a translator?", n((r) => r.translator !== null));
    ask("absent", "How many books have no award?", n((r) => r.award === null));
    ask("absent", "How many of our books do not have a translator?", n((r) => r.translator === null));
    ask("over", "How many books have over 500 pages?", n((r) => r.pages > 500));
    ask("least", "How many books have 700 pages or more?", n((r) => r.pages >= 700));
    ask("under", "How many books have less than a hundred pages?", n((r) => r.pages < 100));
    ask("most", "How many titles have at most two copies?", n((r) => r.copies <= 2));
    ask("exact", "How many books have exactly 4 copies?", n((r) => r.copies === 4));
    ask("zero", "How many books have 0 copies?", n((r) => r.copies === 0));
    ask("between", "How many books have from 200 to 300 pages?", n((r) => r.pages >= 200 && r.pages <= 300));
    ask("or", "How many books have French or Polish as language?", n((r) => ["French", "Polish"].includes(r.language)));
    ask("and", "How many novels have an award?", n((r) => r.genre === "Novel" && r.award !== null));
    ask("and", "How many English books have more than 5 copies?", n((r) => r.language === "English" && r.copies > 5));
    ask("not", "How many books have a language that is not English?", n((r) => r.language !== "English"));
    ask("date", "How many books have a year of publication after 1999?", n((r) => r.year > 1999));
    ask("all", "How many books does the library have?", rows.length);
    ask("wording", "Number of books which have J. Ruiz as translator", n((r) => r.translator === "J. Ruiz"));
    ask("wording", "Tell me how many Polish essays we have.", n((r) => r.language === "Polish" && r.genre === "Essay"));
}

function makeMachines(d) {
    return Array.from({ length: 200 }, (_, i) => ({
        id: `MX${pad(i + 1, 4)}`,
        plant: d.pick(["Turin", "Győr", "Puebla"]),
        status: d.pick(["running", "running", "idle", "broken"]),
        hours: d.between(0, 40000),
        operator: d.chance(0.25) ? null : d.pick(["Bianchi", "Szabó", "Herrera"]),
        warranty: d.chance(0.45) ? "yes" : "no",
        faults: d.skewed([0, 1, 2, 3, 4, 5, 6, 7], 1.6),
        day: days(d, "2020-01-15", "2024-12-01", 1)[0],
    }));
}

function machines({ ask }, rows) {
    const n = (test) => rows.filter(test).length;
    ask("equal", "How many machines have the status broken?", n((r) => r.status === "broken"));
    ask("equal", "how many machines have a warranty", n((r) => r.warranty === "yes"));
    ask("present", "How many machines have an operator assigned?", n((r) => r.operator !== null));
    ask("absent", "How many machines have no operator?", n((r) => r.operator === null));
    ask("absent", "How many machines lack a warranty, that is have warranty no?", n((r) => r.warranty === "no"));
    ask("over", "How many machines have more than 20,000 hours?", n((r) => r.hours > 20000));
    ask("least", "How many machines have three or more faults?", n((r) => r.faults >= 3));
    ask("under", "How many machines have under 1000 hours?", n((r) => r.hours < 1000));
    ask("most", "How many machines have no more than 1 fault?", n((r) => r.faults <= 1));
    ask("exact", "How many machines have precisely 2 faults?", n((r) => r.faults === 2));
    ask("zero", "How many machines have not had a single fault, so faults 0?", n((r) => r.faults === 0));
    ask("between", "How many machines have between 5,000 and 10,000 hours?", n((r) => r.hours >= 5000 && r.hours <= 10000));
    ask("or", "How many machines have Bianchi or Herrera as operator?", n((r) => ["Bianchi", "Herrera"].includes(r.operator)));
    ask("and", "How many machines in Turin have more than 4 faults?", n((r) => r.plant === "Turin" && r.faults > 4));
    ask("and", "How many idle machines have a warranty?", n((r) => r.status === "idle" && r.warranty === "yes"));
    ask("not", "How many machines have a status different from running?", n((r) => r.status !== "running"));
    ask("date", "How many machines have an installation date before 2022?", n((r) => r.day < "2022-01-01"));
    ask("all", "How many machines are there altogether?", rows.length);
    ask("wording", "The machines that have Szabó as their operator: how many?", n((r) => r.operator === "Szabó"));
    ask("wording", "In Győr, how many machines have broken?", n((r) => r.plant === "Győr" && r.status === "broken"));
}

// A leap year, a day a row.
function makeWeather(d) {
    return Array.from({ length: 366 }, (_, i) => ({
        day: new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10),
        high: d.between(-4, 36),
        rain: d.chance(0.55) ? 0 : d.between(1, 48),
        sky: d.pick(["sunny", "cloudy", "overcast"]),
        wind: d.between(2, 95),
        warning: d.chance(0.9) ? null : d.pick(["storm", "heat", "ice"]),
        humidity: d.chance(0.05) ? null : d.between(25, 99),
    }));
}

function weather({ ask }, rows) {
    const n = (test) => rows.filter(test).length;
    ask("equal", "How many days have a sunny sky?", n((r) => r.sky === "sunny"));
    ask("equal", "how many days have a storm warning", n((r) => r.warning === "storm"));
    ask("present", "How many days have a warning?", n((r) => r.warning !== null));
    ask("absent", "How many days have no humidity reading?", n((r) => r.humidity === null));
    ask("absent", "How many days don't have any warning?", n((r) => r.warning === null));
    ask("over", "How many days have a high above 30?", n((r) => r.high > 30));
    ask("least", "How many days have a wind of at least 80?", n((r) => r.wind >= 80));
    ask("under", "How many days have a high below zero?", n((r) => r.high < 0));
    ask("most", "How many days have a wind speed of ten or less?", n((r) => r.wind <= 10));
    ask("exact", "How many days have a high of exactly 20?", n((r) => r.high === 20));
    ask("zero", "How many days have 0 rain?", n((r) => r.rain === 0));
    ask("between", "How many days have a humidity between 50 and 70?", n((r) => r.humidity !== null && r.humidity >= 50 && r.humidity <= 70));
    ask("or", "How many days have a heat or ice warning?", n((r) => ["heat", "ice"].includes(r.warning)));
    ask("and", "How many cloudy days have more than 20 of rain?", n((r) => r.sky === "cloudy" && r.rain > 20));
    ask("and", "How many days have a high over 25 and a wind under 20?", n((r) => r.high > 25 && r.wind < 20));
    ask("not", "How many days have a sky that isn't overcast?", n((r) => r.sky !== "overcast"));
    ask("date", "How many days of February 2024 have rain above 0?", n((r) => month(r.day) === "2024-02" && r.rain > 0));
    ask("all", "How many days do these records have?", rows.length);
    ask("wording", "On how many days did we have an overcast sky?", n((r) => r.sky === "overcast"));
    ask("wording", "How many days have had a wind greater than 50 in the first quarter of 2024?", n((r) => r.wind > 50 && r.day <= "2024-03-31"));
}

function makeParcels(d) {
    return days(d, "2023-01-01", "2023-12-31", 2000).map((day, i) => ({
        id: 880001 + i, day,
        carrier: d.pick(["Correos", "DHL", "UPS", "La Poste"]),
        weight: d.between(1, 320) / 10,
        insured: d.chance(0.3) ? "Y" : "N",
        state: d.pick(["delivered", "delivered", "delivered", "lost", "in transit"]),
        signature: d.chance(0.4) ? null : d.pick(["recipient", "neighbour", "reception"]),
        attempts: d.between(0, 4),
    }));
}

function parcels({ ask }, rows) {
    const n = (test) => rows.filter(test).length;
    ask("equal", "How many parcels have DHL as the carrier?", n((r) => r.carrier === "DHL"));
    ask("equal", "how many parcels have been lost", n((r) => r.state === "lost"));
    ask("present", "How many parcels have a signature?", n((r) => r.signature !== null));
    ask("absent", "How many parcels have no signature?", n((r) => r.signature === null));
    ask("absent", "How many parcels are without a signature and lost?", n((r) => r.signature === null && r.state === "lost"));
    ask("over", "How many parcels have a weight over 25?", n((r) => r.weight > 25));
    ask("least", "How many parcels have two attempts or more?", n((r) => r.attempts >= 2));
    ask("under", "How many parcels have a weight of less than 1.5?", n((r) => r.weight < 1.5));
    ask("most", "How many parcels have up to 1 attempt?", n((r) => r.attempts <= 1));
    ask("exact", "How many parcels have exactly four attempts?", n((r) => r.attempts === 4));
    ask("zero", "How many parcels have no attempts, i.e. attempts = 0?", n((r) => r.attempts === 0));
    ask("between", "How many parcels have a weight between 10 and 12.5?", n((r) => r.weight >= 10 && r.weight <= 12.5));
    ask("or", "How many parcels have UPS or La Poste as carrier?", n((r) => ["UPS", "La Poste"].includes(r.carrier)));
    ask("and", "How many Correos parcels have a neighbour's signature?", n((r) => r.carrier === "Correos" && r.signature === "neighbour"));
    ask("and", "How many lost parcels have a weight above 30?", n((r) => r.state === "lost" && r.weight > 30));
    ask("not", "How many parcels have a state that is not delivered?", n((r) => r.state !== "delivered"));
    ask("date", "How many parcels have a date sent in the third quarter of 2023?", n((r) => r.day >= "2023-07-01" && r.day <= "2023-09-30"));
    ask("all", "How many parcels are in the file?", rows.length);
    ask("wording", "Give me the count of parcels that have the recipient's signature.", n((r) => r.signature === "recipient"));
    ask("wording", "How many of the insured parcels (insured Y) have been lost?", n((r) => r.insured === "Y" && r.state === "lost"));
}

// file, rows, questions, headings with their properties
const SETS = [
    ["patients", makePatients, patients, {
        patient_id: "id", ward: "ward", blood_type: "blood", age: "age", insurance: "insurance",
        allergy: "allergy", admission_date: "day", visits: "visits",
    }],
    ["books", makeBooks, books, {
        "Book No": "id", Genre: "genre", Language: "language", Pages: "pages", "Year of publication": "year",
        Translator: "translator", Copies: "copies", Award: "award",
    }],
    ["machines", makeMachines, machines, {
        machine: "id", plant: "plant", status: "status", hours: "hours", operator: "operator",
        warranty: "warranty", faults: "faults", installation_date: "day",
    }],
    ["weather", makeWeather, weather, {
        day: "day", high: "high", rain: "rain", sky: "sky", wind_speed: "wind", warning: "warning",
        humidity: "humidity",
    }],
    ["parcels", makeParcels, parcels, {
        parcel_id: "id", date_sent: "day", carrier: "carrier", weight: "weight", insured: "insured",
        state: "state", signature: "signature", attempts: "attempts",
    }],
];

// {files: {path: text}, questions: [...]}
export function makeCounting() {
    const files = {};
    const questions = [];
    SETS.forEach(([name, make, put, columns], seed) => {
        const rows = make(dice(8001 + seed));
        files[`counting/${name}.csv`] = csv(Object.entries(columns), rows);
        const list = asker("en", "counting", [`${name}.csv`]);
        put(list, rows);
        list.list.forEach((q, i) => questions.push({ id: `${name}-${pad(i + 1, 2)}`, ...q }));
    });
    return { files, questions };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { files, questions } = makeCounting();
    writeFiles(process.argv[2] ?? path.join(here, "../../../build/asking"), files);
    fs.writeFileSync(path.join(here, "questions.jsonl"), asLines(questions));
    console.log(`${Object.keys(files).length} tables, ${questions.length} questions`);
}
