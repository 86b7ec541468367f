// The help desk of a firm in Leeds, Pune and Austin: agents and tickets. Moments
// have minutes, half of the ratings are missing, a flag is 1 or 0.
import { asker, csv, days, dice, pad } from "../business/tables.mjs";
import {
    best, by, counts, groups, growth, index, mean, means, median, month, most, names, sum,
    top, worst, year,
} from "../business/truth.mjs";
import { percent, which } from "./forms.mjs";

const AGENTS = [
    ["Sanjay Kulkarni", "Service Desk", "Pune", "Night"], ["Becky Thornton", "Service Desk", "Leeds", "Day"],
    ["Marcus Oyelaran", "Networks", "Austin", "Day"], ["Deepika Nair", "Service Desk", "Pune", "Day"],
    ["Tom Ridley", "Business Apps", "Leeds", "Day"], ["Lupe Hernandez", "Networks", "Austin", "Night"],
    ["Arjun Deshpande", "Business Apps", "Pune", "Night"], ["Carol-Ann Fitch", "Service Desk", "Leeds", "Day"],
    ["Wes Tillman", "Business Apps", "Austin", "Day"],
];
const CATEGORIES = ["Password reset", "Hardware", "VPN / remote access", "Email & calendar", "Software install", "Printing"];
const DEPTS = ["Finance", "Sales", "Legal", "Warehouse", "Human Resources", "Marketing"];

const stamp = (minutes) => new Date(minutes * 60000).toISOString().slice(0, 16).replace("T", " ");

export function makeDesk() {
    const d = dice(8112);
    const agents = AGENTS.map(([name, team, site, shift], i) => ({
        id: `AG-${pad(i + 1, 2)}`, name, team, site, shift, started: days(d, "2015-03-01", "2023-05-30", 1)[0],
    }));
    const tickets = days(d, "2023-07-01", "2024-06-30", 1200).map((day, i) => {
        const opened = Date.parse(day) / 60000 + d.between(7 * 60, 19 * 60);
        const status = d.pick(["Closed", "Closed", "Closed", "Closed", "Closed", "Resolved", "Resolved", "Open", "In progress", "On hold"]);
        const done = ["Closed", "Resolved"].includes(status);
        return {
            id: `INC${pad(i + 4001, 6)}`, day, opened: stamp(opened), dept: d.skewed(DEPTS, 1.3), category: d.skewed(CATEGORIES, 1.3),
            prio: d.pick(["P1", "P2", "P2", "P3", "P3", "P3", "P4", "P4"]),
            agent: !done && d.chance(0.3) ? null : d.skewed(agents.slice(0, 8), 1.2).id, status,
            closed: done ? stamp(opened + d.between(30, 9 * 1440)) : null,
            hours: null, first: d.between(2, 240), reopened: done && d.chance(0.12) ? 1 : 0,
            csat: done && d.chance(0.5) ? d.pick([1, 2, 3, 4, 4, 5, 5, 5]) : null,
        };
    });
    for (const t of tickets) if (t.closed) t.hours = (Date.parse(t.closed) - Date.parse(t.opened)) / 3600000;
    return { agents, tickets };
}

export const deskFiles = ({ agents, tickets }) => ({
    "desk/agents.csv": csv(
        [["agent_id", "id"], ["agent_name", "name"], ["team", "team"], ["location", "site"], ["shift", "shift"], ["start_date", "started"]],
        agents,
    ),
    "desk/tickets.csv": csv(
        [["Ticket #", "id"], ["Opened", "opened"], ["Closed", "closed"], ["Requester Dept", "dept"], ["Category", "category"],
         ["Prio", "prio"], ["Agent ID", "agent"], ["Status", "status"], ["First Resp (min)", "first"], ["Reopened?", "reopened"], ["CSAT", "csat"]],
        tickets,
    ),
});

const TICKETS = { files: ["tickets.csv"] };
const AGENT = { files: ["agents.csv"] };

function oneTable({ ask }, { agents, tickets }) {
    const is = (...states) => tickets.filter((t) => states.includes(t.status));
    const done = is("Closed", "Resolved");
    const in_ = (m) => tickets.filter((t) => month(t.day) === m);
    ask("count", "how many tickets are on hold right now", is("On hold").length, TICKETS);
    ask("count", "P1 count for Finance", tickets.filter((t) => t.prio === "P1" && t.dept === "Finance").length, TICKETS);
    ask("count", "number of tickets that were reopened", sum(tickets, "reopened"), TICKETS);
    ask("rate", "what's our reopen rate on closed + resolved tickets?", ...percent(sum(done, "reopened"), done.length, TICKETS));
    ask("negation", "How many tickets have nobody assigned?", tickets.filter((t) => t.agent === null).length, TICKETS);
    ask("negation", "tickets not closed yet (no closing date), by priority", counts(tickets.filter((t) => t.closed === null), "prio"), TICKETS);
    ask("average", "avg CSAT", mean(tickets, "csat"), TICKETS);
    ask("average", "Please return the mean first response time in minutes for priority P2.", mean(tickets.filter((t) => t.prio === "P2"), "first"), TICKETS);
    ask("median", "median time to first response for hardware issues", median(tickets.filter((t) => t.category === "Hardware"), "first"), TICKETS);
    ask("duration", "how many hours does it take us on average from opening to closing a ticket", mean(done, "hours"), TICKETS);
    ask("duration", "average resolution time in days for Printing tickets", mean(done.filter((t) => t.category === "Printing"), (t) => t.hours / 24), TICKETS);
    ask("range", "how many tickets took more than 7 days to close?", done.filter((t) => t.hours > 168).length, TICKETS);
    ask("top", "three most common categories", names(top(3, counts(tickets, "category"))), TICKETS);
    ask("extreme", "which dept bothers us the most (number of tickets)?", best(counts(tickets, "dept")), TICKETS);
    ask("period", "tickets logged per month", counts(tickets, (t) => month(t.day)), TICKETS);
    ask("period", "how many tickets were raised since April 2024", tickets.filter((t) => t.day >= "2024-04-01").length, TICKETS);
    ask("period", "ticket volume in the latest month we have", in_("2024-06").length, TICKETS);
    ask("growth", "Ticket growth from May to June 2024 in percent", growth(in_("2024-05").length, in_("2024-06").length), TICKETS);
    ask("share", "What proportion of tickets are password resets?", ...percent(tickets.filter((t) => t.category === "Password reset").length, tickets.length, TICKETS));
    ask("compare", "did legal or marketing open more tickets?", ...which(counts(tickets.filter((t) => ["Legal", "Marketing"].includes(t.dept)), "dept"), TICKETS));
    ask("count", "how many 1 star ratings did we get (csat = 1)", tickets.filter((t) => t.csat === 1).length, TICKETS);
    ask("list", "which agents work nights?", agents.filter((a) => a.shift === "Night").map((a) => a.name), AGENT);
    ask("attribute", "longest serving agent & their team?", [(({ name, team }) => [name, team])([...agents].sort((a, b) => a.started.localeCompare(b.started))[0])], AGENT);
    ask("count", "headcount of support staff in Pune", agents.filter((a) => a.site === "Pune").length, AGENT);
    ask("pergroup", "top category for every department", [...groups(tickets, "dept")].map(([k, l]) => [k, best(counts(l, "category"))]), TICKETS);
}

function joined({ ask }, { agents, tickets }) {
    const A = index(agents, "id");
    const owned = tickets.filter((t) => t.agent).map((t) => ({ ...t, a: A.get(t.agent) }));
    const closed = owned.filter((t) => t.status === "Closed");
    const name = (t) => t.a.name;
    ask("attribute", "Which agent closed the most tickets and how many? (status Closed)", top(1, counts(closed, name)));
    ask("join", "who has the worst avg csat", worst(means(owned, name, "csat")));
    ask("join", "average csat score per location", means(owned, (t) => t.a.site, "csat"));
    ask("join", "Tickets handled by the Networks team", owned.filter((t) => t.a.team === "Networks").length);
    ask("join", "what is sanjay's average first response time", mean(owned.filter((t) => name(t) === "Sanjay Kulkarni"), "first"));
    ask("antijoin", "agents without a single ticket", "Wes Tillman");
    ask("compare", "Compare Leeds and Pune: number of tickets handled", counts(owned.filter((t) => ["Leeds", "Pune"].includes(t.a.site)), (t) => t.a.site));
    ask("having", "agents with more than 10 open tickets (status = Open)", names(counts(owned.filter((t) => t.status === "Open"), name).filter(([, n]) => n > 10)));
    ask("multi", "by team: ticket count and average CSAT", by(owned, (t) => t.a.team, (l) => l).map(([k, l]) => [k, l.length, mean(l, "csat")]));
    ask("share", "what % of assigned tickets go to the night shift", ...percent(owned.filter((t) => t.a.shift === "Night").length, owned.length));
}

function refused({ refuse }) {
    refuse("no_column", "How much does each ticket cost us?", "costs are in no table");
    refuse("no_column", "tickets by customer email domain", "there are no addresses of mail", TICKETS);
    refuse("no_column", "what's the average salary of the agents in austin", "salaries are in no table");
    refuse("no_column", "how many tickets came in by phone vs chat", "the way a ticket came in is in no table", TICKETS);
    refuse("no_entity", "tickets closed by Rahul Verma", "no such agent");
    refuse("no_entity", "P0 incidents this year?", "no such priority", TICKETS);
    refuse("no_entity", "how many tickets did the Manila office handle", "no such location");
    refuse("no_entity", "total tickets in 2021", "the tickets begin in July 2023", TICKETS);
    refuse("future", "when will the backlog be cleared?", "the tables hold the past");
    refuse("opinion", "should I promote Becky", "a judgement");
    refuse("ambiguous", "Who is our worst agent?", "worst by what is not said");
}

export function askDesk(tables) {
    const list = asker("en", "desk", ["agents.csv", "tickets.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
