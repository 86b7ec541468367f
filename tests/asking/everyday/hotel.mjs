// A hotel on the Adriatic: rooms and bookings. Dates are 05.03.2024, prices in
// euros with a sign, the channel has several words, half have no remark.
import { asker, addDays, csv, days, dice, pad } from "../business/tables.mjs";
import {
    best, by, counts, distinct, from, groups, growth, index, mean, means, median, month, most, names, sum, sums, top, year,
} from "../business/truth.mjs";
import { daysBetween, dotted, people, percent, weekday, which } from "./forms.mjs";

const TYPES = { "Single": [1, 85], "Double Standard": [2, 120], "Double Deluxe": [2, 165], "Family Suite": [5, 240], "Penthouse": [4, 520] };
const FIRST = ["Anna", "Bruno", "Chloé", "Dieter", "Elif", "Frank", "Giulia", "Henrik", "Ivana", "Joan", "Kaito", "Luca", "Marta", "Nuno"];
const LAST = ["Albrecht", "Bianchi", "Costa", "Dubois", "Eriksen", "Fischer", "Greene", "Horvat", "Ito", "Jansen", "Kovač", "Lindqvist", "Moreau"];
const CHANNELS = ["Booking.com", "Expedia", "Direct - web", "Direct - phone", "Walk-in"];

export function makeHotel() {
    const d = dice(8107);
    const rooms = Array.from({ length: 34 }, (_, i) => {
        const type = i === 33 ? "Penthouse" : d.skewed(Object.keys(TYPES).slice(0, 4), 1.1);
        return {
            number: 100 * (1 + Math.floor(i / 9)) + 1 + (i % 9), type, floor: 1 + Math.floor(i / 9), guests: TYPES[type][0],
            rate: TYPES[type][1] + 5 * d.between(0, 4), view: d.pick(["Y", "N", "N"]),
        };
    });
    const guests = people(d, 130, FIRST, LAST);
    const origin = new Map(guests.map((g) => [g, d.skewed(["Germany", "Italy", "Austria", "United Kingdom", "Japan", "Norway"], 1.4)]));
    const bookings = days(d, "2023-01-05", "2024-08-25", 900).map((arrival, i) => {
        const room = d.skewed(rooms.slice(0, 32), 1.1);
        const nights = d.between(1, 10);
        const guest = d.skewed(guests, 1.2);
        return {
            id: `HB-${pad(i + 1, 4)}`, guest, country: origin.get(guest), room: room.number, arrival, departure: addDays(arrival, nights), nights,
            made: addDays(arrival, -d.between(0, 90)), adults: d.between(1, Math.min(2, room.guests)), kids: room.guests > 2 ? d.between(0, 3) : 0,
            channel: d.skewed(CHANNELS, 1.5), total: nights * room.rate - 10 * d.between(0, 3),
            status: d.pick(["Checked out", "Checked out", "Checked out", "Checked out", "Checked out", "Cancelled", "No show"]),
            remark: d.chance(0.6) ? null : d.pick(["Late arrival", "Vegetarian breakfast", "Baby cot", "Parking"]),
        };
    });
    return { rooms, bookings };
}

export const hotelFiles = ({ rooms, bookings }) => ({
    "hotel/rooms.csv": csv(
        [["Room No", "number"], ["Room Type", "type"], ["Floor", "floor"], ["Max Guests", "guests"], ["Rack Rate EUR", "rate"], ["Sea View", "view"]],
        rooms,
    ),
    "hotel/bookings.csv": csv(
        [["Booking Ref", "id"], ["Guest Name", "guest"], ["Country", "country"], ["Room No", "room"], ["Booked On", (b) => dotted(b.made)],
         ["Arrival", (b) => dotted(b.arrival)], ["Departure", (b) => dotted(b.departure)], ["Adults", "adults"], ["Kids", "kids"],
         ["Channel", "channel"], ["Total", (b) => `€${b.total.toFixed(2)}`], ["Status", "status"], ["Remarks", "remark"]],
        bookings,
    ),
});

const BOOKINGS = { files: ["bookings.csv"] };
const ROOMS = { files: ["rooms.csv"] };

function oneTable({ ask }, { rooms, bookings }) {
    const stayed = bookings.filter((b) => b.status === "Checked out");
    const via = (c) => bookings.filter((b) => b.channel === c);
    const arrived = (m) => bookings.filter((b) => month(b.arrival) === m);
    ask("count", "how many bookings came via booking.com", via("Booking.com").length, BOOKINGS);
    ask("count", "no. of cancellations in July 2024 (by arrival)", arrived("2024-07").filter((b) => b.status === "Cancelled").length, BOOKINGS);
    ask("rate", "cancellation rate, all bookings, in %", ...percent(bookings.filter((b) => b.status === "Cancelled").length, bookings.length, BOOKINGS));
    ask("sum", "revenue from guests who actually checked out", sum(stayed, "total"), BOOKINGS);
    ask("sum", "how many kids stayed with us in 2023, going by arrival, only checked out bookings", sum(stayed.filter((b) => year(b.arrival) === 2023), "kids"), BOOKINGS);
    ask("average", "Average booking value for Expedia?", mean(via("Expedia"), "total"), BOOKINGS);
    ask("duration", "what's the avg length of stay in nights?", mean(bookings, "nights"), BOOKINGS);
    ask("duration", "How far ahead do people book on average - days between booking and arrival?", mean(bookings, (b) => daysBetween(b.made, b.arrival)), BOOKINGS);
    ask("median", "median total of walk-ins", median(via("Walk-in"), "total"), BOOKINGS);
    ask("extreme", "Most expensive booking ever, amount", most(bookings, "total"), BOOKINGS);
    ask("top", "top 3 countries our guests come from", names(top(3, counts(bookings, "country"))), BOOKINGS);
    ask("group", "bookings per channel", counts(bookings, "channel"), BOOKINGS);
    ask("period", "arrivals by month for 2024", counts(bookings.filter((b) => year(b.arrival) === 2024), (b) => month(b.arrival)), BOOKINGS);
    ask("period", "how many bookings have an arrival between 10 and 20 August 2023", bookings.filter(from("2023-08-10", "2023-08-20", "arrival")).length, BOOKINGS);
    ask("period", "number of arrivals on a Friday", bookings.filter((b) => weekday(b.arrival) === 5).length, BOOKINGS);
    ask("growth", "total booking value of arrivals in Jan-Jun 2024 compared to Jan-Jun 2023, percent change", growth(sum(bookings.filter(from("2023-01-01", "2023-06-30", "arrival")), "total"), sum(bookings.filter(from("2024-01-01", "2024-06-30", "arrival")), "total")), BOOKINGS);
    ask("share", "what part of total booking value comes from Direct - web?", ...percent(sum(via("Direct - web"), "total"), sum(bookings, "total"), BOOKINGS));
    ask("negation", "bookings w/out any remarks", bookings.filter((b) => b.remark === null).length, BOOKINGS);
    ask("having", "guests who have booked at least 15 times", names(counts(bookings, "guest").filter(([, n]) => n >= 15)), BOOKINGS);
    ask("list", "which rooms on the 2nd floor have a sea view?", rooms.filter((r) => r.floor === 2 && r.view === "Y").map((r) => r.number), ROOMS);
    ask("count", "how many rooms can take more than 2 guests", rooms.filter((r) => r.guests > 2).length, ROOMS);
    ask("average", "mean rack rate per room type", means(rooms, "type", "rate"), ROOMS);
    ask("compare", "Germans or Italians - who spent more in total?", ...which(sums(bookings.filter((b) => ["Germany", "Italy"].includes(b.country)), "country", "total"), BOOKINGS));
    ask("pergroup", "favourite channel of each nationality", [...groups(bookings, "country")].map(([k, l]) => [k, best(counts(l, "channel"))]), BOOKINGS);
}

function joined({ ask }, { rooms, bookings }) {
    const R = index(rooms, "number");
    const type = (b) => R.get(b.room).type;
    const stayed = bookings.filter((b) => b.status === "Checked out");
    ask("join", "how many bookings for double deluxe rooms", bookings.filter((b) => type(b) === "Double Deluxe").length);
    ask("join", "total revenue by room type, checked-out bookings only", sums(stayed, type, "total"));
    ask("antijoin", "rooms that were never booked", rooms.filter((r) => !bookings.some((b) => b.room === r.number)).map((r) => r.number));
    ask("attribute", "which room was booked most often and what type is it?", [((n) => [Number(n), R.get(Number(n)).type])(best(counts(bookings, "room")))]);
    ask("share", "% of bookings that were for rooms with sea view", ...percent(bookings.filter((b) => R.get(b.room).view === "Y").length, bookings.length));
    ask("rate", "ADR for Family Suites, arrivals in 2024: revenue divided by nights, checked out only", sum(stayed.filter((b) => type(b) === "Family Suite" && year(b.arrival) === 2024), "total") / sum(stayed.filter((b) => type(b) === "Family Suite" && year(b.arrival) === 2024), "nights"));
    ask("multi", "floor by floor: bookings, average total", by(bookings, (b) => R.get(b.room).floor, (l) => l).map(([k, l]) => [k, l.length, mean(l, "total")]));
    ask("distinct", "how many different guests stayed in a Single (checked out)?", distinct(stayed.filter((b) => type(b) === "Single"), "guest"));
}

function refused({ refuse }) {
    refuse("no_column", "How much did guests spend in the bar?", "spending in the bar is in no table");
    refuse("no_column", "avg review score on booking.com", "reviews are in no table");
    refuse("no_column", "guests who paid with Amex", "how they paid is in no table");
    refuse("no_column", "what time do people usually check in", "hours are in no table", BOOKINGS);
    refuse("no_entity", "bookings through Airbnb", "no such channel", BOOKINGS);
    refuse("no_entity", "price of room 707", "no such room", ROOMS);
    refuse("no_entity", "How many guests from Brazil?", "no such country", BOOKINGS);
    refuse("future", "will we be full over Christmas 2026?", "the tables hold the past");
    refuse("opinion", "should we raise prices for the penthouse", "a judgement");
    refuse("ambiguous", "who are our best guests?", "best by what is not said");
}

export function askHotel(tables) {
    const list = asker("en", "hotel", ["rooms.csv", "bookings.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
