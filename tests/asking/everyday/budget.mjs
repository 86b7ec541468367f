// Budget against actual of a housing charity: one line a month, cost centre and
// account; months are written Apr-23, spending not yet posted is blank.
import { addMonths, asker, csv, dice } from "../business/tables.mjs";
import {
    best, by, groups, growth, index, mean, month, most, names, quarter, share, sum, sums, top, worst, year,
} from "../business/truth.mjs";
import { monthYear, percent, which } from "./forms.mjs";

const CENTRES = [
    ["Head Office", "Fiona Garrity", "London", 22], ["Outreach North", "Kwame Boateng", "Leeds", 41],
    ["Outreach South", "Ellen Prowse", "Brighton", 36], ["Fundraising", "Jonny Sharpe", "London", 14],
    ["Property & Repairs", "Anita Desai", "Leeds", 58], ["IT & Data", "Piotr Zielinski", "Remote", 9],
];
const ACCOUNTS = [["Salaries", 90], ["Travel & Subsistence", 6], ["Training", 3], ["Agency staff", 14], ["Rent and rates", 20], ["Consultancy", 8]];

export function makeBudget() {
    const d = dice(8104);
    const centres = CENTRES.map(([name, director, site, heads]) => ({ name, director, site, heads }));
    const lines = [];
    for (let m = 0; m < 24; m++) {
        const day = addMonths("2023-04-01", m);
        for (const c of centres) {
            for (const [account, size] of ACCOUNTS) {
                const budget = 100 * Math.round(size * (0.3 + c.heads / 30) * d.between(8, 12));
                const factor = c.name === "IT & Data" && account === "Consultancy" ? 1.5 : 1;
                lines.push({
                    day, centre: c.name, account, budget,
                    actual: day >= "2025-02-01" && d.chance(0.4) ? null : Math.round(100 * budget * factor * (0.75 + 0.5 * d.next())) / 100,
                });
            }
        }
    }
    return { centres, lines };
}

export const budgetFiles = ({ centres, lines }) => ({
    "budget/cost_centres.csv": csv([["Cost Centre", "name"], ["Director", "director"], ["Site", "site"], ["FTE", "heads"]], centres),
    "budget/bva.csv": csv(
        [["Month", (l) => monthYear(l.day)], ["Cost Centre", "centre"], ["Account", "account"], ["Budget (GBP)", "budget"],
         ["Actual (GBP)", (l) => (l.actual === null ? null : l.actual.toFixed(2))]],
        lines,
    ),
});

const LINES = { files: ["bva.csv"] };
const CENTRE = { files: ["cost_centres.csv"] };
const said = (pairs) => ({ also: pairs.map(([day, ...rest]) => [monthYear(`${day}-01`), ...rest]) });

function oneTable({ ask }, { centres, lines }) {
    const at = (account) => lines.filter((l) => l.account === account);
    const of = (centre) => lines.filter((l) => l.centre === centre);
    const spent = (rows) => sum(rows, "actual");
    const over = (l) => l.actual !== null && l.actual > l.budget;
    const in2024 = lines.filter((l) => year(l.day) === 2024);
    const q = (name) => lines.filter((l) => quarter(l.day) === name);
    const months = sums(at("Training"), (l) => month(l.day), "actual");
    ask("sum", "total actual spend on agency staff", spent(at("Agency staff")), LINES);
    ask("sum", "how much was budgeted for Fundraising in calendar 2024?", sum(in2024.filter((l) => l.centre === "Fundraising"), "budget"), LINES);
    ask("sum", "Actual travel costs, Outreach North, Q4 2023", spent(q("2023-Q4").filter((l) => l.centre === "Outreach North" && l.account === "Travel & Subsistence")), LINES);
    ask("group", "actuals by cost centre", sums(lines, "centre", "actual"), LINES);
    ask("multi", "Budget and actual by account, both totals", by(lines, "account", (l) => l).map(([k, l]) => [k, sum(l, "budget"), spent(l)]), LINES);
    ask("count", "how many lines came in over budget", lines.filter(over).length, LINES);
    ask("difference", "What is the overspend (actual minus budget) of IT & Data on consultancy in 2024?", spent(in2024.filter((l) => l.centre === "IT & Data" && l.account === "Consultancy")) - sum(in2024.filter((l) => l.centre === "IT & Data" && l.account === "Consultancy"), "budget"), LINES);
    ask("top", "top 3 cost centres by actual spending on training", names(top(3, sums(at("Training"), "centre", "actual"))), LINES);
    ask("share", "salaries as a % of total actual expenditure", ...percent(spent(at("Salaries")), spent(lines), LINES));
    ask("growth", "How much did actual rent and rates go up between Q2 2023 and Q2 2024, in per cent?", growth(spent(q("2023-Q2").filter((l) => l.account === "Rent and rates")), spent(q("2024-Q2").filter((l) => l.account === "Rent and rates"))), LINES);
    ask("average", "avg monthly actual salaries bill for Head Office", mean(of("Head Office").filter((l) => l.account === "Salaries"), "actual"), LINES);
    ask("extreme", "in which month did we spend most on training?", best(months), { ...LINES, ...said([[best(months)]]) });
    ask("negation", "how many lines have no actual posted yet", lines.filter((l) => l.actual === null).length, LINES);
    ask("compare", "Outreach North vs Outreach South, total actual in 2024", sums(in2024.filter((l) => l.centre.startsWith("Outreach")), "centre", "actual"), LINES);
    ask("compare", "who spent more on agency staff, Property & Repairs or Outreach North?", ...which(sums(at("Agency staff").filter((l) => ["Property & Repairs", "Outreach North"].includes(l.centre)), "centre", "actual"), LINES));
    ask("period", "monthly actual spend on Consultancy during 2024", sums(in2024.filter((l) => l.account === "Consultancy"), (l) => month(l.day), "actual"), { ...LINES, ...said(sums(in2024.filter((l) => l.account === "Consultancy"), (l) => month(l.day), "actual")) });
    ask("lookup", "training budget of Fundraising in Sep 2023?", lines.find((l) => l.centre === "Fundraising" && l.account === "Training" && month(l.day) === "2023-09").budget, LINES);
    ask("pergroup", "biggest account by actual for each cost centre, leaving out salaries", [...groups(lines.filter((l) => l.account !== "Salaries"), "centre")].map(([k, l]) => [k, best(sums(l, "account", "actual"))]), LINES);
    ask("having", "accounts whose total actual is above £1m", names(sums(lines, "account", "actual").filter(([, n]) => n > 1e6)), LINES);
    ask("attribute", "largest cost centre by FTE and who runs it", [(({ name, director }) => [name, director])(top(1, centres.map((c) => [c, c.heads]))[0][0])], CENTRE);
    ask("sum", "how many full time equivalents do we have altogether", sum(centres, "heads"), CENTRE);
    ask("distinct", "how many different sites?", new Set(centres.map((c) => c.site)).size, CENTRE);
}

function joined({ ask }, { centres, lines }) {
    const C = index(centres, "name");
    const spent = (rows) => sum(rows, "actual");
    const trained = lines.filter((l) => l.account === "Training" && year(l.day) === 2024);
    ask("join", "actual spend per site", sums(lines, (l) => C.get(l.centre).site, "actual"));
    ask("rate", "training spend per head (FTE) in 2024 for every cost centre", by(trained, "centre", (l) => l).map(([k, l]) => [k, spent(l) / C.get(k).heads]));
    ask("join", "which director has spent the least on travel", worst(sums(lines.filter((l) => l.account === "Travel & Subsistence"), (l) => C.get(l.centre).director, "actual")));
    ask("join", "Anita Desai's total budget for 2024", sum(lines.filter((l) => C.get(l.centre).director === "Anita Desai" && year(l.day) === 2024), "budget"));
}

function refused({ refuse }) {
    refuse("no_column", "what did we pay supplier Capita in 2024", "suppliers are in no table");
    refuse("no_column", "How much VAT is included in the actuals?", "VAT is in no table");
    refuse("no_column", "income from donations by month", "income is in no table", LINES);
    refuse("no_entity", "actual spend of the Marketing cost centre", "no such cost centre", LINES);
    refuse("no_entity", "How much did we spend in 2018?", "the months begin in April 2023", LINES);
    refuse("no_entity", "stationery actuals", "no such account", LINES);
    refuse("future", "what will salaries come to in 2028?", "the tables hold the past");
    refuse("opinion", "where should we make savings?", "a judgement");
    refuse("grain", "actual spend on 14 June 2024", "spending is known of a month, not of a day", LINES);
}

export function askBudget(tables) {
    const list = asker("en", "budget", ["cost_centres.csv", "bva.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
