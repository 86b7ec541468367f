// The till of four shops in one table, as a spreadsheet program in the United
// States writes it: month first, dollars with commas, and its questions.
import { addMonths, american, asker, csv, days, dice, dollars, round } from "./tables.mjs";
import {
    best, bottom, counts, distinct, from, growth, least, mean, means, median, month, most, names, quarter,
    share, sum, sums, top, year,
} from "./truth.mjs";

const STORES = ["Fifth Avenue", "Oak Park Mall", "Airport T2", "Riverside"];
const PEOPLE = [
    "Dana Whitlock", "Luis Ortega", "Mei-Ling Zhou", "Priya Raman", "Sam O'Neill", "Renée Dubois", "Karl Voss",
    "Abena Mensah", "Jo March", "Theo Lindgren",
];
const ITEMS = [
    ["Trail Boots", "Footwear", 129], ["City Sneakers", "Footwear", 84.5], ["Rain Shell", "Outerwear", 159],
    ["Down Vest", "Outerwear", 110], ["Merino Socks", "Accessories", 18], ["Wool Beanie", "Accessories", 24.95],
    ["Leather Belt", "Accessories", 39], ["Oxford Shirt", "Shirts", 58], ["Polo Shirt", "Shirts", 42.75],
    ["Chino Trousers", "Trousers", 69.9], ["Raw Denim Jeans", "Trousers", 98],
];

export function makeStores() {
    const d = dice(7002);
    return days(d, "2023-01-02", "2024-09-30", 1200).map((day, i) => {
        const [item, department, price] = d.pick(ITEMS);
        const quantity = d.skewed([1, 2, 3, 4, 5, 6], 2);
        const paid = round(price * d.pick([1, 1, 1, 0.9, 0.75]));
        return {
            id: `T${100234 + 3 * i}`, day, item, department, quantity, paid,
            total: round(quantity * paid),
            store: d.skewed(STORES, 1.3),
            person: d.chance(0.04) ? null : d.skewed(PEOPLE, 1.2),
            payment: d.pick(["Card", "Card", "Card", "Cash", "Gift card"]),
            rating: d.chance(0.55) ? null : d.skewed([5, 4, 3, 2, 1], 2),
        };
    });
}

export const storesFiles = (sales) => ({
    "stores/till.csv": csv(
        [["Sale ID", "id"], ["Date", (s) => american(s.day)], ["Store", "store"], ["Salesperson", "person"],
         ["Item", "item"], ["Department", "department"], ["Qty", "quantity"],
         ["Unit Price", (s) => dollars(s.paid)], ["Total", (s) => dollars(s.total)], ["Payment", "payment"],
         ["Customer Rating", "rating"]],
        sales,
        { eol: "\r\n" },
    ),
});

function answered({ ask }, sales) {
    const at = (store) => sales.filter((s) => s.store === store);
    const of = (item) => sales.filter((s) => s.item === item);
    const inYear = (y) => sales.filter((s) => year(s.day) === y);
    const total = (rows) => sum(rows, "total");
    const last3 = sales.filter(from("2024-07-01", "2024-09-30"));
    ask("count", "how many sales did Luis Ortega make", sales.filter((s) => s.person === "Luis Ortega").length);
    ask("count", "How many gift card payments were there at Riverside?", at("Riverside").filter((s) => s.payment === "Gift card").length);
    ask("distinct", "How many different items do we sell?", distinct(sales, "item"));
    ask("sum", "total takings of the Airport T2 store", total(at("Airport T2")));
    ask("sum", "how many units of Merino Socks were sold", sum(of("Merino Socks"), "quantity"));
    ask("sum", "Sum of Total for Footwear paid in cash", total(sales.filter((s) => s.department === "Footwear" && s.payment === "Cash")));
    ask("average", "What customer rating does Priya Raman get on average?", mean(sales.filter((s) => s.person === "Priya Raman"), "rating"));
    ask("average", "average total per sale in Oak Park Mall", mean(at("Oak Park Mall"), "total"));
    ask("median", "median total of card sales", median(sales.filter((s) => s.payment === "Card"), "total"));
    ask("extreme", "What was the biggest single sale, in dollars?", most(sales, "total"));
    ask("extreme", "cheapest unit price we ever sold Trail Boots for", least(of("Trail Boots"), "paid"));
    ask("extreme", "Which salesperson has the highest average customer rating?", best(means(sales.filter((s) => s.person !== null && s.rating !== null), "person", "rating")));
    ask("top", "top three salespeople by total", names(top(3, sums(sales, "person", "total"))));
    ask("top", "The two departments with the fewest units sold", names(bottom(2, sums(sales, "department", "quantity"))));
    ask("group", "total by store and department", [...new Set(sales.map((s) => s.store))].flatMap((store) => sums(at(store), "department", "total").map(([d, n]) => [store, d, n])));
    ask("group", "How many sales per payment type?", counts(sales, "payment"));
    ask("period", "What did we take in February 2024?", total(sales.filter((s) => month(s.day) === "2024-02")));
    ask("period", "monthly total for Fifth Avenue in 2023", sums(at("Fifth Avenue").filter((s) => year(s.day) === 2023), (s) => month(s.day), "total"));
    ask("period", "Total in the last 3 months by store", sums(last3, "store", "total"), { also: sums(sales.filter((s) => s.day > addMonths(sales.at(-1).day, -3)), "store", "total") });
    ask("period", "units sold between May and July 2023", sum(sales.filter(from("2023-05-01", "2023-07-31")), "quantity"));
    ask("period", "Which quarter had the highest total?", best(sums(sales, (s) => quarter(s.day), "total")));
    ask("compare", "Fifth Avenue versus Riverside: total in 2024", sums(inYear(2024).filter((s) => ["Fifth Avenue", "Riverside"].includes(s.store)), "store", "total"));
    ask("share", "What fraction of the total does Outerwear make up?", total(sales.filter((s) => s.department === "Outerwear")) / total(sales), { also: share(total(sales.filter((s) => s.department === "Outerwear")), total(sales)) });
    ask("growth", "How did the total of June 2024 change in percent against May 2024?", growth(total(sales.filter((s) => month(s.day) === "2024-05")), total(sales.filter((s) => month(s.day) === "2024-06"))));
    ask("having", "Which items sold more than 225 units?", names(sums(sales, "item", "quantity").filter(([, n]) => n > 225)));
    ask("difference", "By how much does the total of Fifth Avenue exceed that of Riverside?", total(at("Fifth Avenue")) - total(at("Riverside")));
    ask("position", "Which item was sold in the first row?", sales[0].item);
    ask("negation", "How many sales have no salesperson recorded?", sales.filter((s) => s.person === null).length);
    ask("range", "number of sales with a rating of 2 to 3", sales.filter((s) => s.rating === 2 || s.rating === 3).length);
    ask("units", "how many sales were above half a thousand dollars", sales.filter((s) => s.total > 500).length);
}

export function askStores(sales) {
    const list = asker("en", "stores", ["till.csv"]);
    const { refuse } = list;
    answered(list, sales);
    refuse("no_column", "Which size of Trail Boots sells most?", "sizes are not recorded");
    refuse("no_column", "How much sales tax did we collect?", "taxes are not recorded");
    refuse("no_column", "average discount per department", "no column says a discount, nor the price before it");
    refuse("no_entity", "total of the Downtown store", "no such store");
    refuse("no_entity", "how many Silk Scarves did we sell", "no such item");
    refuse("no_entity", "sales in November 2024", "the table ends in September 2024");
    refuse("ambiguous", "Who is the best salesperson?", "best by total, by units, by rating");
    refuse("future", "What will Footwear sell in December 2025?", "the table ends in 2024");
    refuse("opinion", "Is Riverside a good location for a shop?", "a judgement");
    refuse("grain", "How many sales were made before noon?", "sales have a day, no hour");
    return list.list;
}
