// A chain of gyms in India: trainers, members and their visits. Dates are written
// 05-Mar-2024, fees are in rupees with commas, many members have no trainer.
import { addMonths, asker, csv, days, dice, pad } from "../business/tables.mjs";
import {
    best, by, counts, distinct, from, groups, growth, index, mean, means, median, month, names, quarter, sum, sums, top,
    worst, year,
} from "../business/truth.mjs";
import { dashed, daysBetween, people, percent, which } from "./forms.mjs";

const TRAINERS = [
    ["Vikram Shetty", "Strength", "Bandra", 9], ["Anjali Menon", "Yoga", "Koramangala", 6], ["Farhan Qureshi", "CrossFit", "Bandra", 4],
    ["Simran Kaur", "Zumba", "Gachibowli", 3], ["Ravi Teja", "Strength", "Gachibowli", 7], ["Neha Joshi", "Yoga", "Baner", 2],
    ["Glenn D'Souza", "Boxing", "Baner", 11],
];
const FIRST = ["Aarav", "Ishita", "Karthik", "Meera", "Rohan", "Pooja", "Siddharth", "Lakshmi", "Imran", "Divya", "Manish", "Kavya", "Joseph"];
const LAST = ["Iyer", "Reddy", "Sharma", "Fernandes", "Patil", "Ghosh", "Khan", "Chawla", "Bhat", "Rao", "Pillai", "Gupta"];
const PLANS = { Monthly: [1800, 1], Quarterly: [4800, 3], "Half Yearly": [8500, 6], Annual: [14999, 12] };
const rupees = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

export function makeGym() {
    const d = dice(8105);
    const trainers = TRAINERS.map(([name, skill, branch, years], i) => ({ id: `T${i + 1}`, name, skill, branch, years }));
    const members = people(d, 140, FIRST, LAST).map((name, i) => {
        const plan = d.skewed(["Quarterly", "Annual", "Monthly", "Half Yearly"], 1.3);
        const branch = d.skewed(["Koramangala", "Bandra", "Gachibowli", "Baner"], 1.3);
        const joined = days(d, "2023-01-02", "2024-11-28", 1)[0];
        const own = trainers.slice(0, 6).filter((t) => t.branch === branch);
        return {
            id: `M${pad(i + 1, 4)}`, name, sex: d.pick(["Male", "Female"]), age: d.chance(0.1) ? null : d.between(17, 68), branch, plan, joined,
            expiry: addMonths(joined, PLANS[plan][1]), trainer: own.length && d.chance(0.55) ? d.pick(own).id : null,
            fee: PLANS[plan][0] - 100 * d.between(0, 9), mode: d.skewed(["UPI", "Credit card", "Cash", "Net banking"], 1.3),
            frozen: d.chance(0.12) ? "Yes" : "No",
        };
    });
    const visits = days(d, "2024-01-01", "2024-11-30", 1300).map((day) => ({
        day, member: d.skewed(members.slice(0, 131), 1.4).id, hour: d.pick([6, 6, 7, 7, 7, 8, 10, 17, 18, 18, 19, 19, 20, 21]),
        activity: d.skewed(["Weights", "Cardio", "Yoga class", "Zumba class", "Steam room"], 1.2), minutes: d.between(20, 115),
    }));
    visits.forEach((v, i) => (v.id = i + 1));
    return { trainers, members, visits };
}

export const gymFiles = ({ trainers, members, visits }) => ({
    "gym/trainers.csv": csv([["TrainerID", "id"], ["Trainer", "name"], ["Specialisation", "skill"], ["Branch", "branch"], ["Exp (yrs)", "years"]], trainers),
    "gym/members.csv": csv(
        [["MemberID", "id"], ["Member Name", "name"], ["Gender", "sex"], ["Age", "age"], ["Home Branch", "branch"], ["Plan", "plan"],
         ["Joining Dt", (m) => dashed(m.joined)], ["Expiry Dt", (m) => dashed(m.expiry)], ["TrainerID", "trainer"],
         ["Fee Paid (Rs.)", (m) => rupees(m.fee)], ["Pymt Mode", "mode"], ["Frozen", "frozen"]],
        members,
    ),
    "gym/checkins.csv": csv(
        [["SrNo", "id"], ["Visit Date", (v) => dashed(v.day)], ["In Time", (v) => `${pad(v.hour, 2)}:00`], ["MemberID", "member"], ["Activity", "activity"], ["Duration_min", "minutes"]],
        visits,
    ),
});

const MEMBERS = { files: ["members.csv"] };
const VISITS = { files: ["checkins.csv"] };
const TRAINER = { files: ["trainers.csv"] };

function ofMembers({ ask }, { members }) {
    const of = (plan) => members.filter((m) => m.plan === plan);
    const joined = (p) => members.filter((m) => p(m.joined));
    ask("count", "how many annual members are there", of("Annual").length, MEMBERS);
    ask("count", "kindly share the count of female members in Bandra branch", members.filter((m) => m.sex === "Female" && m.branch === "Bandra").length, MEMBERS);
    ask("sum", "total fee collection till date", sum(members, "fee"), MEMBERS);
    ask("sum", "collection thru UPI in 2024 (by joining date)", sum(joined((x) => year(x) === 2024).filter((m) => m.mode === "UPI"), "fee"), MEMBERS);
    ask("average", "avg age of our members branch wise", means(members, "branch", "age"), MEMBERS);
    ask("median", "What is the median age of the ladies?", median(members.filter((m) => m.sex === "Female"), "age"), MEMBERS);
    ask("extreme", "most preferred payment mode", best(counts(members, "mode")), MEMBERS);
    ask("group", "plan wise number of members and total fees", by(members, "plan", (l) => l).map(([k, l]) => [k, l.length, sum(l, "fee")]), MEMBERS);
    ask("period", "how many joinings in the last quarter of 2023", joined((x) => quarter(x) === "2023-Q4").length, MEMBERS);
    ask("growth", "new joinings Jan to Jun 2024 vs same period last year, % change", growth(joined((x) => x >= "2023-01-01" && x <= "2023-06-30").length, joined((x) => x >= "2024-01-01" && x <= "2024-06-30").length), MEMBERS);
    ask("period", "Whose membership expires in December 2024? names only", members.filter((m) => month(m.expiry) === "2024-12").map((m) => m.name), MEMBERS);
    ask("negation", "members not having any trainer", members.filter((m) => m.trainer === null).length, { ...MEMBERS, also: members.filter((m) => m.trainer === null).map((m) => m.name) });
    ask("negation", "how many people haven't told us their age?", members.filter((m) => m.age === null).length, MEMBERS);
    ask("share", "frozen memberships as percentage of total", ...percent(members.filter((m) => m.frozen === "Yes").length, members.length, MEMBERS));
    ask("range", "no. of members aged 25 to 35", members.filter((m) => m.age !== null && m.age >= 25 && m.age <= 35).length, MEMBERS);
    ask("range", "how many members are under 18 or over 60", members.filter((m) => m.age !== null && (m.age < 18 || m.age > 60)).length, MEMBERS);
    ask("having", "branches with less than 30 members", names(counts(members, "branch").filter(([, n]) => n < 30)), MEMBERS);
    ask("pergroup", "most popular plan in each branch", [...groups(members, "branch")].map(([k, l]) => [k, best(counts(l, "plan"))]), MEMBERS);
    ask("duration", "average membership length in days (joining to expiry)", mean(members, (m) => daysBetween(m.joined, m.expiry)), MEMBERS);
}

function ofVisits({ ask }, { trainers, members, visits }) {
    const M = index(members, "id");
    const T = index(trainers, "id");
    const of = (v) => M.get(v.member);
    const evening = visits.filter((v) => v.hour >= 18);
    const MV = { files: ["members.csv", "checkins.csv"] };
    const MT = { files: ["members.csv", "trainers.csv"] };
    ask("extreme", "peak hour of the day - at what time do most people check in?", worst(counts(visits, (v) => `${pad(v.hour, 2)}:00`).map(([k, n]) => [k, -n])), { ...VISITS, also: Number(best(counts(visits, "hour"))) });
    ask("count", "check ins after 6 pm, including 6 sharp", evening.length, VISITS);
    ask("top", "which 2 activities get the most minutes", names(top(2, sums(visits, "activity", "minutes"))), VISITS);
    ask("average", "avg workout duration for cardio", mean(visits.filter((v) => v.activity === "Cardio"), "minutes"), VISITS);
    ask("distinct", "How many unique members visited in Sep 2024?", distinct(visits.filter((v) => month(v.day) === "2024-09"), "member"), VISITS);
    ask("attribute", "most experienced trainer and his specialisation", [["Glenn D'Souza", "Boxing"]], TRAINER);
    ask("antijoin", "Members who have not visited even once", members.filter((m) => !visits.some((v) => v.member === m.id)).map((m) => m.name), MV);
    ask("antijoin", "which trainer has no members assigned", "Glenn D'Souza", MT);
    ask("join", "visits by home branch", counts(visits, (v) => of(v).branch), MV);
    ask("join", "how many members are training under Vikram", members.filter((m) => m.trainer === "T1").length, MT);
    ask("attribute", "top visitor of the year 2024 & number of visits", top(1, counts(visits, (v) => of(v).name)), MV);
    ask("compare", "who spends more minutes per visit on average, men or women?", ...which(means(visits, (v) => of(v).sex, "minutes"), MV));
    ask("rate", "visits per member: check-ins divided by number of members for the Baner branch", visits.filter((v) => of(v).branch === "Baner").length / members.filter((m) => m.branch === "Baner").length, MV);
    ask("join", "fees collected from members of Anjali Menon", sum(members.filter((m) => m.trainer && T.get(m.trainer).name === "Anjali Menon"), "fee"), MT);
}

function refused({ refuse }) {
    refuse("no_column", "average weight lost by members in 3 months", "body weight is in no table");
    refuse("no_column", "pls share GST amount collected", "tax is in no table");
    refuse("no_column", "Which members have given a rating below 3?", "ratings are in no table");
    refuse("no_column", "trainer salary total", "salaries are in no table");
    refuse("no_column", "how many members came through a referral", "how a member came is in no table", MEMBERS);
    refuse("no_entity", "members in Whitefield branch", "no such branch", MEMBERS);
    refuse("no_entity", "how many people do Pilates", "no such activity or skill");
    refuse("no_entity", "number of check-ins in Feb 2021", "the visits are of 2024", VISITS);
    refuse("future", "how many members will renew next month?", "the tables hold the past");
    refuse("opinion", "which trainer motivates people the best", "a judgement");
    refuse("ambiguous", "which is our best branch", "best by what is not said");
}

export function askGym(tables) {
    const list = asker("en", "gym", ["trainers.csv", "members.csv", "checkins.csv"]);
    ofMembers(list, tables);
    ofVisits(list, tables);
    refused(list);
    return list.list;
}
