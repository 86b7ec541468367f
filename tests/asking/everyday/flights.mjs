// Flights of four airlines in the United States, as an open-data site gives them:
// short names, month first, delays below zero, empty where a flight was cancelled.
import { asker, csv, days, dice } from "../business/tables.mjs";
import {
    best, by, counts, groups, growth, index, mean, means, month, most, names, quarter, share, sum, sums, top, worst,
} from "../business/truth.mjs";
import { percent, slashed, weekday, which } from "./forms.mjs";

const AIRLINES = [["CL", "Cloudline", "Denver"], ["BX", "Bluebird Express", "Atlanta"], ["PA", "Pan Western", "Seattle"], ["RG", "Regal Air", "Chicago"], ["TQ", "Torquay Charter", "Miami"]];
const AIRPORTS = [
    ["DEN", "Denver International", "Denver", "CO"], ["ATL", "Hartsfield-Jackson", "Atlanta", "GA"], ["SEA", "Seattle-Tacoma", "Seattle", "WA"],
    ["ORD", "O'Hare", "Chicago", "IL"], ["MDW", "Midway", "Chicago", "IL"], ["AUS", "Austin-Bergstrom", "Austin", "TX"], ["DFW", "Dallas/Fort Worth", "Dallas", "TX"],
    ["ANC", "Ted Stevens", "Anchorage", "AK"],
];
const MILES = [0, 1199, 1024, 888, 895, 775, 641, 2405];

export function makeFlights() {
    const d = dice(8126);
    const airlines = AIRLINES.map(([code, name, base]) => ({ code, name, base }));
    const airports = AIRPORTS.map(([code, name, city, state]) => ({ code, name, city, state }));
    const flights = days(d, "2024-01-01", "2024-09-30", 1500).map((day) => {
        const from = d.skewed(AIRPORTS.slice(0, 7).map((_, i) => i), 1.2);
        let to = d.below(7);
        while (to === from) to = d.below(7);
        const cancelled = d.chance(0.05);
        const late = d.pick([-8, -5, -3, 0, 2, 6, 14, 31, 75]) + d.between(-4, 12);
        const seats = d.pick([76, 76, 143, 180]);
        return {
            number: d.between(100, 999), day, carrier: d.skewed(AIRLINES.slice(0, 4), 1.3)[0], from: AIRPORTS[from][0], to: AIRPORTS[to][0],
            out: cancelled ? null : late, in: cancelled ? null : late + d.between(-15, 10), cancelled: cancelled ? 1 : 0,
            why: cancelled ? d.skewed(["Weather", "Crew", "Mechanical", "Air traffic control"], 1.7) : null,
            miles: Math.abs(MILES[from] - MILES[to]) + 190, seats, pax: cancelled ? null : Math.round(seats * (0.5 + 0.5 * d.next())),
        };
    });
    return { airlines, airports, flights };
}

export const flightsFiles = ({ airlines, airports, flights }) => ({
    "flights/airlines.csv": csv([["code", "code"], ["airline_name", "name"], ["hub_city", "base"]], airlines),
    "flights/airports.csv": csv([["iata", "code"], ["airport", "name"], ["city", "city"], ["state", "state"]], airports),
    "flights/flights.csv": csv(
        [["FLT_NBR", "number"], ["FL_DATE", (f) => slashed(f.day)], ["CARRIER", "carrier"], ["ORIG", "from"], ["DEST", "to"], ["DEP_DELAY", "out"],
         ["ARR_DELAY", "in"], ["CANCELLED", "cancelled"], ["CANC_REASON", "why"], ["DIST_MI", "miles"], ["SEATS", "seats"], ["PAX", "pax"]],
        flights,
    ),
});

const FLIGHTS = { files: ["flights.csv"] };
const AIRPORT = { files: ["airports.csv"] };

function oneTable({ ask }, { airports, flights }) {
    const flown = flights.filter((f) => !f.cancelled);
    const gone = flights.filter((f) => f.cancelled);
    const at = (m) => flights.filter((f) => month(f.day) === m);
    ask("count", "how many flights got canceled", gone.length, FLIGHTS);
    ask("rate", "cancellation rate by carrier (percent of its flights)", by(flights, "carrier", (l) => share(sum(l, "cancelled"), l.length)), { ...FLIGHTS, also: by(flights, "carrier", (l) => sum(l, "cancelled") / l.length) });
    ask("extreme", "top reason for cancellations", best(counts(gone, "why")), FLIGHTS);
    ask("count", "flights out of DEN in july", at("2024-07").filter((f) => f.from === "DEN").length, FLIGHTS);
    ask("average", "mean arrival delay for flights into ORD", mean(flights.filter((f) => f.to === "ORD"), "in"), FLIGHTS);
    ask("extreme", "worst departure delay of the whole dataset, in minutes", most(flights, "out"), FLIGHTS);
    ask("rate", "On-time performance: what % of the flights that operated arrived less than 15 minutes late?", ...percent(flown.filter((f) => f.in < 15).length, flown.length, FLIGHTS));
    ask("rate", "overall load factor please (passengers divided by seats, for flights not cancelled)", ...percent(sum(flown, "pax"), sum(flown, "seats"), FLIGHTS));
    ask("sum", "total passengers carried", sum(flights, "pax"), FLIGHTS);
    ask("sum", "How many passengers flew from ATL to SEA?", sum(flights.filter((f) => f.from === "ATL" && f.to === "SEA"), "pax"), FLIGHTS);
    ask("top", "3 busiest origin airports by number of flights (codes)", names(top(3, counts(flights, "from"))), FLIGHTS);
    ask("top", "Return the top 3 routes (ORIG, DEST) by total PAX.", top(3, sums(flights, (f) => `${f.from} ${f.to}`, "pax")).map(([k]) => k.split(" ")), FLIGHTS);
    ask("period", "month w/ the fewest flights", worst(counts(flights, (f) => month(f.day))), FLIGHTS);
    ask("period", "avg dep delay by quarter", means(flights, (f) => quarter(f.day), "out"), FLIGHTS);
    ask("period", "how many flights on sundays", flights.filter((f) => weekday(f.day) === 0).length, FLIGHTS);
    ask("growth", "percent change in passengers, august to september", growth(sum(at("2024-08"), "pax"), sum(at("2024-09"), "pax")), FLIGHTS);
    ask("range", "flights delayed on departure by an hour or more", flights.filter((f) => f.out !== null && f.out >= 60).length, FLIGHTS);
    ask("range", "number of flights that left early (dep delay below zero)", flights.filter((f) => f.out !== null && f.out < 0).length, FLIGHTS);
    ask("negation", "How many flights were not cancelled and not operated by RG?", flown.filter((f) => f.carrier !== "RG").length, FLIGHTS);
    ask("list", "airports in texas (TX)", airports.filter((a) => a.state === "TX").map((a) => a.name), { ...AIRPORT, also: airports.filter((a) => a.state === "TX").map((a) => a.code) });
    ask("lookup", "what's the airport code of Midway", "MDW", AIRPORT);
    ask("having", "which states have more than one airport?", names(counts(airports, "state").filter(([, n]) => n > 1)), AIRPORT);
    ask("pergroup", "worst carrier per origin by average departure delay", [...groups(flights, "from")].map(([k, l]) => [k, best(means(l, "carrier", "out"))]), FLIGHTS);
}

function joined({ ask }, { airlines, airports, flights }) {
    const L = index(airlines, "code");
    const P = index(airports, "code");
    const airline = (f) => L.get(f.carrier).name;
    const AF = { files: ["airlines.csv", "flights.csv"] };
    const PF = { files: ["airports.csv", "flights.csv"] };
    const rates = by(flights.filter((f) => !f.cancelled), airline, (l) => sum(l, "pax") / sum(l, "seats"));
    ask("join", "how many flights did Pan Western operate (not cancelled)", flights.filter((f) => !f.cancelled && airline(f) === "Pan Western").length, AF);
    ask("attribute", "airline with the most cancellations + how many", top(1, counts(flights.filter((f) => f.cancelled), airline)), AF);
    ask("join", "flights departing from Chicago, both airports together", flights.filter((f) => P.get(f.from).city === "Chicago").length, PF);
    ask("join", "Average arrival delay per destination city", means(flights, (f) => P.get(f.to).city, "in"), PF);
    ask("antijoin", "which airlines have no flights in the data?", "Torquay Charter", AF);
    ask("antijoin", "airports nobody flies to", "Ted Stevens", { ...PF, also: "ANC" });
    ask("compare", "Cloudline vs Regal Air, average departure delay", means(flights.filter((f) => ["Cloudline", "Regal Air"].includes(airline(f))), airline, "out"), AF);
    ask("compare", "Which has the higher load factor (pax/seats on operated flights): Cloudline or Bluebird Express?", ...which(rates.filter(([k]) => ["Cloudline", "Bluebird Express"].includes(k)), AF));
    ask("multi", "airline name, number of flights, total miles, total pax", by(flights, airline, (l) => [l.length, sum(l, "miles"), sum(l, "pax")]).map(([k, v]) => [k, ...v]), AF);
    ask("share", "what share of all pax is carried by Bluebird", ...percent(sum(flights.filter((f) => airline(f) === "Bluebird Express"), "pax"), sum(flights, "pax"), AF));
}

function refused({ refuse }) {
    refuse("no_column", "average ticket price from Denver to Seattle", "fares are in no table");
    refuse("no_column", "which pilot had the most delays", "pilots are in no table");
    refuse("no_column", "How many bags were lost by Regal Air?", "bags are in no table");
    refuse("no_column", "fuel burn per flight", "fuel is in no table", FLIGHTS);
    refuse("no_entity", "flights to JFK", "no such airport");
    refuse("no_entity", "How many flights did Lufthansa cancel?", "no such airline");
    refuse("no_entity", "number of flights in December 2024", "the flights end in September", FLIGHTS);
    refuse("future", "which airline will be the most punctual next year?", "the tables hold the past");
    refuse("opinion", "is it safe to fly with Bluebird Express", "a judgement");
    refuse("grain", "average delay of flights that depart at 7 am", "the hour of departure is in no table", FLIGHTS);
}

export function askFlights(tables) {
    const list = asker("en", "flights", ["airlines.csv", "airports.csv", "flights.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
