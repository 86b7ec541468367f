// A plant that moulds plastics: machines, a line for each shift and machine, and
// defects. Names are shortened as in a shop-floor system, flags are 1 and 0.
import { asker, csv, days, dice, pad } from "../business/tables.mjs";
import {
    best, by, counts, from, groups, growth, index, mean, median, month, most, names, quarter, share, sum, sums, top,
    worst, year,
} from "../business/truth.mjs";
import { percent, which } from "./forms.mjs";

const MACHINES = [
    ["Injection Press 1", "Arburg", 2012, "Hall A"], ["Injection Press 2", "Arburg", 2015, "Hall A"], ["Blow Moulder", "Kautex", 2009, "Hall B"],
    ["Extruder Long", "Battenfeld", 2018, "Hall B"], ["Thermoformer", "Illig", 2020, "Hall C"], ["Injection Press 3", "Engel", 2021, "Hall A"],
    ["Old Grinder", "Herbold", 1998, "Hall C"],
];
const PRODUCTS = ["Bottle 500 ml", "Bottle 1 l", "Yoghurt cup", "Pipe 20 mm", "Garden chair"];
const DEFECTS = ["Short shot", "Flash", "Sink mark", "Discoloration", "Warped"];
const OPERATORS = ["M. Nowak", "J. Okonkwo", "S. Petrov", "L. Grant", "A. Yilmaz", "R. Quinn"];

export function makeFactory() {
    const d = dice(8118);
    const machines = MACHINES.map(([name, maker, built, hall], i) => ({ id: `MC${pad(i + 1, 2)}`, name, maker, built, hall, leased: d.pick([0, 0, 1]) }));
    const runs = days(d, "2024-01-02", "2024-12-30", 1000).map((day, i) => {
        const planned = 50 * d.between(10, 60);
        const made = Math.round(planned * (0.8 + 0.22 * d.next()));
        return {
            id: 90001 + i, day, shift: d.pick(["Early", "Late", "Night"]), machine: d.skewed(machines.slice(0, 6), 1.1).id, product: d.skewed(PRODUCTS, 1.2),
            planned, made, scrap: Math.round(made * 0.06 * d.next()), down: d.chance(0.45) ? 0 : d.between(5, 140), operator: d.chance(0.06) ? null : d.pick(OPERATORS),
        };
    });
    const defects = runs.filter(() => d.chance(0.4)).map((run, i) => ({
        id: `DF${pad(i + 1, 4)}`, run: run.id, kind: d.skewed(DEFECTS, 1.4), pieces: d.between(1, 40), severity: d.pick(["minor", "minor", "major", "critical"]), reworked: d.pick([0, 1]),
    }));
    return { machines, runs, defects };
}

export const factoryFiles = ({ machines, runs, defects }) => ({
    "factory/machines.csv": csv([["mach_id", "id"], ["machine", "name"], ["mfr", "maker"], ["yr_built", "built"], ["hall", "hall"], ["leased", "leased"]], machines),
    "factory/prod_log.csv": csv(
        [["run_id", "id"], ["prod_date", (r) => r.day.replaceAll("-", "")], ["shift", "shift"], ["mach_id", "machine"], ["product", "product"], ["qty_plan", "planned"],
         ["qty_good", "made"], ["qty_scrap", "scrap"], ["downtime_min", "down"], ["operator", "operator"]],
        runs,
    ),
    "factory/defects.csv": csv(
        [["defect_id", "id"], ["run_id", "run"], ["defect_type", "kind"], ["pcs", "pieces"], ["severity", "severity"], ["reworked", "reworked"]],
        defects,
    ),
});

const RUNS = { files: ["prod_log.csv"] };
const DEFECT = { files: ["defects.csv"] };
const MACHINE = { files: ["machines.csv"] };

function oneTable({ ask }, { machines, runs, defects }) {
    const of = (product) => runs.filter((r) => r.product === product);
    const at = (m) => runs.filter((r) => month(r.day) === m);
    ask("sum", "how many good units of Yoghurt cup did we make in Q3", sum(of("Yoghurt cup").filter((r) => quarter(r.day) === "2024-Q3"), "made"), RUNS);
    ask("sum", "total downtime in hours", sum(runs, "down") / 60, RUNS);
    ask("sum", "scrap on night shift, pcs", sum(runs.filter((r) => r.shift === "Night"), "scrap"), RUNS);
    ask("rate", "scrap rate overall = scrap / (good + scrap)", ...percent(sum(runs, "scrap"), sum(runs, "scrap") + sum(runs, "made"), RUNS));
    ask("rate", "plan attainment per shift (good qty as a % of planned qty)", by(runs, "shift", (l) => share(sum(l, "made"), sum(l, "planned"))), { ...RUNS, also: by(runs, "shift", (l) => sum(l, "made") / sum(l, "planned")) });
    ask("count", "runs that beat the plan (good > plan)", runs.filter((r) => r.made > r.planned).length, RUNS);
    ask("count", "how many runs had no downtime at all", runs.filter((r) => r.down === 0).length, RUNS);
    ask("average", "avg downtime per run, late shift", mean(runs.filter((r) => r.shift === "Late"), "down"), RUNS);
    ask("median", "median planned qty for the garden chair", median(of("Garden chair"), "planned"), RUNS);
    ask("extreme", "longest stoppage we had", most(runs, "down"), RUNS);
    ask("top", "best 3 operators by good quantity", names(top(3, sums(runs, "operator", "made"))), RUNS);
    ask("top", "two products with the most scrap pls", names(top(2, sums(runs, "product", "scrap"))), RUNS);
    ask("group", "good pieces by product", sums(runs, "product", "made"), RUNS);
    ask("period", "Which month had the highest output (good)?", best(sums(runs, (r) => month(r.day), "made")), RUNS);
    ask("period", "number of runs in the last month on record", at("2024-12").length, RUNS);
    ask("period", "good output since 1 October 2024", sum(runs.filter((r) => r.day >= "2024-10-01"), "made"), RUNS);
    ask("growth", "% change of good output november to december", growth(sum(at("2024-11"), "made"), sum(at("2024-12"), "made")), RUNS);
    ask("negation", "how many runs have no operator recorded", runs.filter((r) => r.operator === null).length, RUNS);
    ask("range", "runs with downtime from 60 to 90 minutes - count", runs.filter((r) => r.down >= 60 && r.down <= 90).length, RUNS);
    ask("compare", "Early versus Night: total scrap", sums(runs.filter((r) => ["Early", "Night"].includes(r.shift)), "shift", "scrap"), RUNS);
    ask("extreme", "most frequent defect", best(counts(defects, "kind")), DEFECT);
    ask("count", "critical defects not reworked", defects.filter((x) => x.severity === "critical" && x.reworked === 0).length, DEFECT);
    ask("attribute", "oldest machine & year it was built", [["Old Grinder", 1998]], MACHINE);
    ask("list", "machines made by Arburg", machines.filter((m) => m.maker === "Arburg").map((m) => m.name), MACHINE);
}

function joined({ ask }, { machines, runs, defects }) {
    const M = index(machines, "id");
    const O = index(runs, "id");
    const machine = (r) => M.get(r.machine).name;
    const wide = defects.map((x) => ({ ...x, r: O.get(x.run) }));
    const MR = { files: ["machines.csv", "prod_log.csv"] };
    const RD = { files: ["prod_log.csv", "defects.csv"] };
    ask("join", "downtime minutes by hall", sums(runs, (r) => M.get(r.machine).hall, "down"), MR);
    ask("attribute", "which machine scrapped the most and how much?", top(1, sums(runs, machine, "scrap")), MR);
    ask("antijoin", "which machine hasn't run at all", "Old Grinder", MR);
    ask("join", "output (good) of Injection Press 2 in May", sum(runs.filter((r) => machine(r) === "Injection Press 2" && month(r.day) === "2024-05"), "made"), MR);
    ask("join", "defective pcs by product", sums(wide, (x) => x.r.product, "pieces"), RD);
    ask("join", "how many major defects happened on the early shift?", wide.filter((x) => x.severity === "major" && x.r.shift === "Early").length, RD);
    ask("antijoin", "how many runs have no defect reported", runs.filter((r) => !defects.some((x) => x.run === r.id)).length, RD);
    ask("pergroup", "for every machine the most common defect type", [...groups(wide, (x) => machine(x.r))].map(([k, l]) => [k, best(counts(l, "kind"))]));
    ask("multi", "per machine: runs, good pieces, average downtime", by(runs, machine, (l) => [l.length, sum(l, "made"), mean(l, "down")]).map(([k, v]) => [k, ...v]), MR);
    ask("compare", "Blow Moulder or Extruder Long, which one makes more good pieces?", ...which(sums(runs.filter((r) => ["Blow Moulder", "Extruder Long"].includes(machine(r))), machine, "made"), MR));
}

function refused({ refuse }) {
    refuse("no_column", "energy consumption per machine", "energy is in no table");
    refuse("no_column", "What did the scrap cost us?", "costs are in no table");
    refuse("no_column", "which customer complained about flash", "customers are in no table");
    refuse("no_column", "average cycle time in seconds", "the time of a cycle is in no table");
    refuse("no_entity", "output of Injection Press 9", "no such machine");
    refuse("no_entity", "how many ketchup bottles did we make", "no such product", RUNS);
    refuse("no_entity", "scrap in 2022?", "the runs are of 2024", RUNS);
    refuse("future", "When will the thermoformer break down next?", "the tables hold the past");
    refuse("opinion", "who's to blame for the scrap", "a judgement");
    refuse("ambiguous", "worst machine?", "worst by what is not said: scrap, downtime, defects");
}

export function askFactory(tables) {
    const list = asker("en", "factory", ["machines.csv", "prod_log.csv", "defects.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
