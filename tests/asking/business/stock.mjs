// Spare parts in six warehouses: items, warehouses and movements with the minute
// they were booked; and the questions. Some items have no reorder level.
import { asker, csv, days, dice, pad, point } from "./tables.mjs";
import {
    best, bottom, counts, distinct, from, growth, index, least, mean, median, month, most, names, pairs,
    quarter, share, sum, sums, top, year,
} from "./truth.mjs";

const WAREHOUSES = [
    ["RTM", "Rotterdam Maasvlakte", "Netherlands", 12500], ["GDN", "Gdańsk Port", "Poland", 8200],
    ["LEJ", "Leipzig Hub", "Germany", 15800], ["ZAZ", "Zaragoza Plaza", "Spain", 9600],
    ["MLX", "Malatya Depot", "Türkiye", 4100], ["GOT", "Göteborg Arendal", "Sweden", 7700],
];
const SUPPLIERS = ["Boltworks", "Kärcher & Rau", "Nippon Seals", "Ferretería Ruiz", "Polska Stal"];
const THINGS = ["Hex Bolt", "Ball Bearing", "O-Ring", "Drive Belt", "Fuel Filter", "Gear Wheel", "Copper Pipe", "Gate Valve", "Relay", "Cable Reel", "Hose Clamp", "Spark Plug"];
const SIZES = ["S", "M", "L", "XL", "XXL"];

export function makeStock() {
    const d = dice(7004);
    const warehouses = WAREHOUSES.map(([code, name, country, capacity]) => ({ code, name, country, capacity }));
    const items = THINGS.flatMap((thing) => SIZES.map((size) => `${thing} ${size}`)).map((name, i) => ({
        sku: `SP-${pad(7 * i + 11, 4)}`, name,
        supplier: d.pick(SUPPLIERS),
        cost: d.amount(0.4, 180),
        reorder: d.chance(0.15) ? null : 5 * d.between(2, 60),
        hazardous: d.chance(0.12) ? "TRUE" : "FALSE",
    }));
    const movements = days(d, "2023-01-01", "2024-12-31", 2400).map((day, i) => ({
        id: `M${pad(i + 1, 6)}`, day,
        time: `${pad(d.between(6, 21), 2)}:${pad(d.below(60), 2)}`,
        sku: d.pick(items).sku,
        warehouse: d.skewed(warehouses, 1.3).code,
        direction: d.chance(0.54) ? "IN" : "OUT",
        units: d.between(1, 250),
        note: d.chance(0.9) ? null : d.pick(["damaged", "recount", "urgent"]),
    }));
    return { warehouses, items, movements };
}

export const stockFiles = ({ warehouses, items, movements }) => ({
    "stock/warehouses.csv": csv([["code", "code"], ["warehouse", "name"], ["country", "country"], ["capacity_m3", "capacity"]], warehouses),
    "stock/items.csv": csv(
        [["sku", "sku"], ["item", "name"], ["supplier", "supplier"], ["unit_cost", (i) => point(i.cost)],
         ["reorder_level", "reorder"], ["hazardous", "hazardous"]],
        items,
    ),
    "stock/movements.csv": csv(
        [["movement_id", "id"], ["booked_at", (m) => `${m.day} ${m.time}`], ["sku", "sku"], ["warehouse_code", "warehouse"],
         ["direction", "direction"], ["units", "units"], ["note", "note"]],
        movements,
    ),
});

const ITEMS = { files: ["items.csv"] };
const MOVES = { files: ["movements.csv"] };

function oneTable({ ask }, { warehouses, items, movements }) {
    const out = movements.filter((m) => m.direction === "OUT");
    const inbound = movements.filter((m) => m.direction === "IN");
    const item = (name) => items.find((i) => i.name === name);
    const inMonth = (m) => movements.filter((x) => month(x.day) === m);
    ask("count", "How many items does Boltworks supply?", items.filter((i) => i.supplier === "Boltworks").length, ITEMS);
    ask("count", "movements marked as damaged: how many are there", movements.filter((m) => m.note === "damaged").length, MOVES);
    ask("distinct", "How many suppliers do we buy from?", distinct(items, "supplier"), ITEMS);
    ask("sum", "units booked out of warehouse LEJ in total", sum(out.filter((m) => m.warehouse === "LEJ"), "units"), MOVES);
    ask("average", "average unit cost of hazardous items", mean(items.filter((i) => i.hazardous === "TRUE"), "cost"), ITEMS);
    ask("median", "Median reorder level", median(items, "reorder"), ITEMS);
    ask("extreme", "which warehouse has the greatest capacity", best(pairs(warehouses, "name", "capacity")), { files: ["warehouses.csv"] });
    ask("extreme", "What is the cheapest part from Nippon Seals?", bottom(1, pairs(items.filter((i) => i.supplier === "Nippon Seals"), "name", "cost"))[0][0], ITEMS);
    ask("top", "ten most expensive items", names(top(10, pairs(items, "name", "cost"))), ITEMS);
    ask("group", "number of items per supplier", counts(items, "supplier"), ITEMS);
    ask("group", "Units moved by direction", sums(movements, "direction", "units"), MOVES);
    ask("period", "How many movements were booked on 2024-02-14?", movements.filter((m) => m.day === "2024-02-14").length, MOVES);
    ask("period", "inbound units per quarter of 2024", sums(inbound.filter((m) => year(m.day) === 2024), (m) => quarter(m.day), "units"), MOVES);
    ask("period", "units going out in the second half of 2023", sum(out.filter(from("2023-07-01", "2023-12-31")), "units"), MOVES);
    ask("period", "In which month of 2024 were the most movements booked?", best(counts(movements.filter((m) => year(m.day) === 2024), (m) => month(m.day))), MOVES);
    ask("compare", "IN or OUT: which had more units in 2023?", best(sums(movements.filter((m) => year(m.day) === 2023), "direction", "units")), { ...MOVES, also: sums(movements.filter((m) => year(m.day) === 2023), "direction", "units") });
    ask("share", "share of movements that are urgent, in percent", share(movements.filter((m) => m.note === "urgent").length, movements.length), { ...MOVES, also: movements.filter((m) => m.note === "urgent").length / movements.length });
    ask("growth", "Growth of moved units in December 2024 compared with November 2024, in percent", growth(sum(inMonth("2024-11"), "units"), sum(inMonth("2024-12"), "units")), MOVES);
    ask("having", "How many SKUs have had at least 50 movements?", counts(movements, "sku").filter(([, n]) => n >= 50).length, MOVES);
    ask("difference", "difference in capacity between Leipzig Hub and Malatya Depot", 15800 - 4100, { files: ["warehouses.csv"] });
    ask("position", "sku of the 25th item", items[24].sku, ITEMS);
    ask("negation", "items without a reorder level", names(items.filter((i) => i.reorder === null).map((i) => [i.name])), ITEMS);
    ask("range", "How many items cost from 20 to 40 each?", items.filter((i) => i.cost >= 20 && i.cost <= 40).length, ITEMS);
    ask("units", "Which warehouses hold less than eight thousand cubic metres?", names(warehouses.filter((w) => w.capacity < 8000).map((w) => [w.name])), { files: ["warehouses.csv"] });
    ask("lookup", "Who supplies the Gate Valve M?", item("Gate Valve M").supplier, ITEMS);
}

function joined({ ask }, { warehouses, items, movements }) {
    const W = index(warehouses, "code");
    const I = index(items, "sku");
    const out = movements.filter((m) => m.direction === "OUT");
    const value = (m) => m.units * I.get(m.sku).cost;
    ask("join", "How many units left Gdańsk Port in 2023?", sum(out.filter((m) => W.get(m.warehouse).name === "Gdańsk Port" && year(m.day) === 2023), "units"));
    ask("join", "units received per country", sums(movements.filter((m) => m.direction === "IN"), (m) => W.get(m.warehouse).country, "units"));
    ask("join", "Which supplier's parts moved in the largest quantity?", best(sums(movements, (m) => I.get(m.sku).supplier, "units")));
    ask("join", "number of movements of Ball Bearing L in Spain", movements.filter((m) => I.get(m.sku).name === "Ball Bearing L" && W.get(m.warehouse).country === "Spain").length);
    ask("join", "value of everything booked out at unit cost", sum(out, value));
}

export function askStock(tables) {
    const list = asker("en", "stock", ["warehouses.csv", "items.csv", "movements.csv"]);
    const { refuse } = list;
    oneTable(list, tables);
    joined(list, tables);
    refuse("no_column", "How long is the delivery time of Polska Stal?", "delivery times are in no table");
    refuse("no_column", "weight of the Gear Wheel XL", "weights are in no table", ITEMS);
    refuse("no_column", "Who booked movement M000042?", "persons are in no table", MOVES);
    refuse("no_entity", "units in the Antwerp warehouse", "no such warehouse");
    refuse("no_entity", "How many Turbochargers do we stock?", "no such item");
    refuse("no_entity", "movements marked as stolen", "no such note", MOVES);
    refuse("ambiguous", "show the largest ones", "of what, by what");
    refuse("future", "When will we run out of O-Ring S?", "the tables hold the past");
    refuse("opinion", "Which supplier is the most trustworthy?", "a judgement");
    refuse("grain", "On which shelf is the Spark Plug M kept?", "places inside a warehouse are in no table");
    return list.list;
}
