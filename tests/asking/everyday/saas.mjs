// A company that rents out software: accounts, their subscriptions and invoices.
// Who left has a day and a reason, a flag is TRUE or FALSE, bills are in dollars.
import { addDays, asker, csv, days, dice, dollars, pad } from "../business/tables.mjs";
import {
    best, by, counts, distinct, from, groups, growth, index, mean, means, month, most, names, quarter, sum, sums, top, year,
} from "../business/truth.mjs";
import { daysBetween, percent, which } from "./forms.mjs";

const FIRST = ["Acme", "Bluefin", "Cobalt", "Driftwood", "Everline", "Foxglove", "Granite", "Halcyon", "Inkwell", "Jetstream", "Kite"];
const LAST = ["Robotics", "Legal Group", "Foods Inc", "Analytics", "Travel", "Dental", "Logistics", "Studios"];
const PLANS = { Starter: 19, Team: 49, Business: 99, Enterprise: 179 };
const REASONS = ["Too expensive", "Missing features", "Went out of business", "Switched to competitor", null];

export function makeSaas() {
    const d = dice(8103);
    const companies = LAST.flatMap((l) => FIRST.map((f) => `${f} ${l}`));
    const accounts = companies.map((company, i) => ({
        id: 700 + i, company, country: d.skewed(["United States", "Germany", "India", "United Kingdom", "Brazil", "Canada"], 1.4),
        industry: company.split(" ").slice(1).join(" "), csm: d.pick(["Hannah Weiss", "Diego Luna", "Kim Sato", null]),
        created: days(d, "2021-01-05", "2023-12-20", 1)[0],
    }));
    const subs = accounts.filter(() => d.chance(0.93)).flatMap((a) =>
        Array.from({ length: d.between(1, 2) }, () => {
            const plan = d.skewed(Object.keys(PLANS), 1.3);
            const seats = d.between(2, plan === "Enterprise" ? 120 : 30);
            const start = addDays(a.created, d.between(0, 60));
            const end = d.chance(0.3) ? addDays(start, d.between(40, 400)) : null;
            return {
                account: a.id, plan, seats, mrr: seats * PLANS[plan], start, end,
                reason: end && d.skewed(REASONS, 1.5), renew: end ? "FALSE" : d.pick(["TRUE", "TRUE", "TRUE", "FALSE"]),
            };
        }),
    );
    subs.forEach((s, i) => (s.id = `SUB-${pad(i + 1, 4)}`));
    const invoices = days(d, "2023-01-03", "2024-06-28", 640).map((day, i) => {
        const sub = d.skewed(subs, 1.2);
        const due = addDays(day, 30);
        const status = d.pick(["paid", "paid", "paid", "paid", "paid", "overdue", "void"]);
        return {
            id: `2${pad(i + 1, 5)}`, account: sub.account, day, due, status,
            paid: status === "paid" ? addDays(day, d.between(3, 55)) : null, amount: sub.mrr + d.amount(0, 99),
        };
    });
    return { accounts, subs, invoices };
}

export const saasFiles = ({ accounts, subs, invoices }) => ({
    "saas/accounts.csv": csv(
        [["acct_id", "id"], ["company", "company"], ["country", "country"], ["industry", "industry"], ["csm", "csm"], ["created_at", "created"]],
        accounts,
    ),
    "saas/subscriptions.csv": csv(
        [["sub_id", "id"], ["acct_id", "account"], ["plan", "plan"], ["seats", "seats"], ["mrr_usd", "mrr"], ["start_dt", "start"],
         ["cancelled_dt", "end"], ["cancel_reason", "reason"], ["auto_renew", "renew"]],
        subs,
    ),
    "saas/invoices.csv": csv(
        [["invoice_no", "id"], ["acct_id", "account"], ["issued", "day"], ["due", "due"], ["paid_on", "paid"], ["status", "status"],
         ["Amount", (i) => dollars(i.amount)]],
        invoices,
    ),
});

const ACCOUNTS = { files: ["accounts.csv"] };
const SUBS = { files: ["subscriptions.csv"] };
const INVOICES = { files: ["invoices.csv"] };

function oneTable({ ask }, { accounts, subs, invoices }) {
    const active = subs.filter((s) => s.end === null);
    const gone = subs.filter((s) => s.end !== null);
    const late = invoices.filter((i) => i.paid && i.paid > i.due);
    const paid = invoices.filter((i) => i.paid);
    const billed = (p) => sum(invoices.filter((i) => p(i.day)), "amount");
    ask("count", "how many customers did we sign up in 2022 (account created)", accounts.filter((a) => year(a.created) === 2022).length, ACCOUNTS);
    ask("negation", "accounts w/o a csm", accounts.filter((a) => a.csm === null).length, { ...ACCOUNTS, also: accounts.filter((a) => a.csm === null).map((a) => a.company) });
    ask("group", "Break down accounts by country.", counts(accounts, "country"), ACCOUNTS);
    ask("sum", "what's our current MRR? only subs that haven't been cancelled", sum(active, "mrr"), SUBS);
    ask("sum", "seats sold on the Enterprise plan", sum(subs.filter((s) => s.plan === "Enterprise"), "seats"), SUBS);
    ask("count", "number of cancelled subscriptions", gone.length, SUBS);
    ask("rate", "churn: what percentage of all subscriptions have a cancellation date", ...percent(gone.length, subs.length, SUBS));
    ask("extreme", "Most frequent reason for cancelling?", best(counts(gone, "reason")), SUBS);
    ask("group", "MRR by plan, all subscriptions", sums(subs, "plan", "mrr"), SUBS);
    ask("share", "what share of total mrr is Business plan", ...percent(sum(subs.filter((s) => s.plan === "Business"), "mrr"), sum(subs, "mrr"), SUBS));
    ask("rate", "average MRR per seat across the Team plan", sum(subs.filter((s) => s.plan === "Team"), "mrr") / sum(subs.filter((s) => s.plan === "Team"), "seats"), SUBS);
    ask("duration", "how long (in days) do cancelled subscriptions last on average", mean(gone, (s) => daysBetween(s.start, s.end)), SUBS);
    ask("duration", "avg days from issue to payment of an invoice", mean(paid, (i) => daysBetween(i.day, i.paid)), INVOICES);
    ask("count", "invoices paid after the due date - how many", late.length, INVOICES);
    ask("sum", "How much money is overdue?", sum(invoices.filter((i) => i.status === "overdue"), "amount"), INVOICES);
    ask("period", "Total invoiced by quarter, excluding void invoices", sums(invoices.filter((i) => i.status !== "void"), (i) => quarter(i.day), "amount"), INVOICES);
    ask("growth", "YoY change in invoiced amount, Q1 2024 against Q1 2023 (%)", growth(billed((x) => quarter(x) === "2023-Q1"), billed((x) => quarter(x) === "2024-Q1")), INVOICES);
    ask("growth", "by how many percent did billing go up or down from april to may 2024", growth(billed((x) => month(x) === "2024-04"), billed((x) => month(x) === "2024-05")), INVOICES);
    ask("range", "invoices between $500 and $1,000: how many are there?", invoices.filter((i) => i.amount >= 500 && i.amount <= 1000).length, INVOICES);
    ask("top", "ids of the 3 biggest invoices", names(top(3, invoices.map((i) => [i.id, i.amount]))), INVOICES);
    ask("negation", "active subs that do not auto renew", subs.filter((s) => s.end === null && s.renew === "FALSE").length, { ...SUBS, also: subs.filter((s) => s.end === null && s.renew === "FALSE").map((s) => s.id) });
}

function joined({ ask }, { accounts, subs, invoices }) {
    const A = index(accounts, "id");
    const full = subs.map((s) => ({ ...s, a: A.get(s.account) }));
    const bills = invoices.map((i) => ({ ...i, a: A.get(i.account) }));
    const company = (x) => x.a.company;
    const SA = { files: ["accounts.csv", "subscriptions.csv"] };
    const IA = { files: ["accounts.csv", "invoices.csv"] };
    ask("top", "top 5 companies by total amount invoiced", names(top(5, sums(bills, company, "amount"))), IA);
    ask("pergroup", "The 2 largest customers (by invoiced amount) in every country, please", [...groups(bills, (b) => b.a.country)].flatMap(([k, l]) => top(2, sums(l, company, "amount")).map(([c]) => [k, c])), IA);
    ask("join", "Which CSM looks after the most MRR?", best(sums(full.filter((s) => s.a.csm), (s) => s.a.csm, "mrr")), SA);
    ask("join", "mrr in Germany", sum(full.filter((s) => s.a.country === "Germany"), "mrr"), SA);
    ask("antijoin", "list accounts that have no subscription", accounts.filter((a) => !subs.some((s) => s.account === a.id)).map((a) => a.company), SA);
    ask("compare", "Compare India and Brazil on average seats per subscription", means(full.filter((s) => ["India", "Brazil"].includes(s.a.country)), (s) => s.a.country, "seats"), SA);
    ask("list", "which UK companies cancelled because we were too expensive?", [...new Set(full.filter((s) => s.a.country === "United Kingdom" && s.reason === "Too expensive").map(company))], SA);
    ask("having", "companies with over $5,000 overdue", names(sums(bills.filter((b) => b.status === "overdue"), company, "amount").filter(([, n]) => n > 5000)), IA);
    ask("multi", "For each industry: number of companies, seats and MRR", by(full, (s) => s.a.industry, (l) => l).map(([k, l]) => [k, distinct(l, "account"), sum(l, "seats"), sum(l, "mrr")]), { ...SA, also: by(full, (s) => s.a.industry, (l) => l).map(([k, l]) => [k, accounts.filter((a) => a.industry === k).length, sum(l, "seats"), sum(l, "mrr")]) });
    ask("attribute", "who is our single biggest subscription by seats - company, plan and seats", [(({ a, plan, seats }) => [a.company, plan, seats])(top(1, full.map((s) => [s, s.seats]))[0][0])], SA);
}

function refused({ refuse }) {
    refuse("no_column", "what's our CAC?", "costs of winning a customer are in no table");
    refuse("no_column", "Net promoter score by plan", "nothing about promoters");
    refuse("no_column", "which accounts logged in last week", "logins are in no table");
    refuse("no_column", "gross margin per customer", "costs are in no table");
    refuse("no_entity", "MRR of the Platinum plan", "no such plan", SUBS);
    refuse("no_entity", "how much did we invoice Initech", "no such company");
    refuse("no_entity", "Invoices issued in 2019, total", "the invoices begin in 2023", INVOICES);
    refuse("future", "projected ARR for end of 2027", "the tables hold the past");
    refuse("opinion", "is our pricing too high?", "a judgement");
    refuse("ambiguous", "which customer is the most valuable to us", "by what is not said: invoiced, recurring, seats");
}

export function askSaas(tables) {
    const list = asker("en", "saas", ["accounts.csv", "subscriptions.csv", "invoices.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
