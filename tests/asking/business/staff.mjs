// The staff of a company in three tables: employees, departments, absences; and
// its questions. A manager is an employee; bonuses have gaps.
import { addDays, asker, csv, days, dice } from "./tables.mjs";
import {
    best, bottom, counts, distinct, either, from, growth, index, least, mean, means, median, most, names,
    pairs, share, sum, sums, top, year,
} from "./truth.mjs";

const DEPARTMENTS = [
    ["ENG", "Engineering", "Wanjiru Kamau", 4200000], ["SAL", "Sales", "Pieter de Vries", 1850000],
    ["FIN", "Finance", "Chiara Romano", 760000], ["OPS", "Operations", "Håkon Dahl", 2300000],
    ["LEG", "Legal", "Sofía Ibáñez", 540000], ["MKT", "Marketing", "Amara Okafor", 980000],
    ["CUS", "Customer Care", "Lena Fischer", 690000], ["RES", "Research", null, 1500000],
];
const TITLES = {
    ENG: ["Engineer", "Senior Engineer", "Architect"], SAL: ["Account Manager", "Sales Assistant"],
    FIN: ["Accountant", "Controller"], OPS: ["Planner", "Technician", "Driver"], LEG: ["Lawyer", "Paralegal"],
    MKT: ["Designer", "Copywriter"], CUS: ["Agent", "Team Lead"], RES: ["Scientist", "Lab Assistant"],
};
const GIVEN = ["Ada", "Björn", "Chloé", "Dmitri", "Elif", "Farah", "Günter", "Hana", "Ivo", "Joana", "Kofi", "Lucía", "Marek", "Nadia", "Oluwaseun", "Paula", "Quinn", "Rosa", "Stefan", "Tuğba"];
const FAMILY = ["Abbott", "Brandt", "Costa", "Dupont", "Eriksen", "Fonseca", "Gutiérrez", "Huang", "Ito", "Jansen", "Kowalski", "Lefèvre", "Moreau", "Novák", "O'Brien", "Petrov"];
const OFFICES = ["Lisbon", "Oslo", "Nairobi", "Zürich"];

export function makeStaff() {
    const d = dice(7003);
    const departments = DEPARTMENTS.map(([code, name, head, budget]) => ({ code, name, head, budget }));
    const people = GIVEN.flatMap((g) => FAMILY.map((f) => `${g} ${f}`));
    const employees = people.map((name, i) => {
        const department = d.skewed(departments, 1.3).code;
        const title = d.pick(TITLES[department]);
        return {
            id: 1000 + i, name, title, department,
            office: d.skewed(OFFICES, 1.4),
            salary: 50 * d.between(520, 2600),
            hired: days(d, "2009-02-01", "2024-06-01", 1)[0],
            contract: d.pick(["Full-time", "Full-time", "Full-time", "Part-time", "Contractor"]),
            manager: i < 8 ? null : 1000 + d.below(8),
            remote: d.chance(0.35) ? "Y" : "N",
            bonus: d.chance(0.6) ? null : 100 * d.between(3, 90),
        };
    });
    const absences = days(d, "2023-01-01", "2024-12-20", 1100).map((day, i) => ({
        id: i + 1, day, employee: d.pick(employees).id,
        kind: d.pick(["Sick leave", "Vacation", "Vacation", "Training", "Parental leave"]),
        length: d.skewed([1, 2, 3, 4, 5, 8, 10, 15], 1.4),
    }));
    return { departments, employees, absences };
}

export const staffFiles = ({ departments, employees, absences }) => ({
    "staff/departments.csv": csv([["dept_code", "code"], ["department", "name"], ["head", "head"], ["annual_budget", "budget"]], departments),
    "staff/employees.csv": csv(
        [["emp_id", "id"], ["name", "name"], ["job_title", "title"], ["dept_code", "department"], ["office", "office"],
         ["salary", "salary"], ["hire_date", "hired"], ["contract", "contract"], ["manager_id", "manager"],
         ["remote", "remote"], ["bonus", "bonus"]],
        employees,
    ),
    "staff/absences.csv": csv(
        [["absence_id", "id"], ["emp_id", "employee"], ["type", "kind"], ["start_date", "day"],
         ["end_date", (a) => addDays(a.day, a.length - 1)], ["days", "length"]],
        absences,
    ),
});

const PEOPLE = { files: ["employees.csv"] };
const AWAY = { files: ["absences.csv"] };
const UNITS = { files: ["departments.csv"] };

function oneTable({ ask }, { departments, employees, absences }) {
    const office = (name) => employees.filter((e) => e.office === name);
    const named = (name) => employees.find((e) => e.name === name);
    const since = (y) => employees.filter((e) => year(e.hired) === y);
    ask("count", "How many people work part-time?", employees.filter((e) => e.contract === "Part-time").length, PEOPLE);
    ask("count", "headcount of the Oslo office", office("Oslo").length, PEOPLE);
    ask("count", "How many of our architects work remotely?", employees.filter((e) => e.title === "Architect" && e.remote === "Y").length, PEOPLE);
    ask("count", "number of sick leave absences", absences.filter((a) => a.kind === "Sick leave").length, AWAY);
    ask("distinct", "how many distinct job titles exist", distinct(employees, "title"), PEOPLE);
    ask("sum", "What do all contractors earn together?", sum(employees.filter((e) => e.contract === "Contractor"), "salary"), PEOPLE);
    ask("sum", "total number of training days", sum(absences.filter((a) => a.kind === "Training"), "length"), AWAY);
    ask("average", "What is the average salary of scientists?", mean(employees.filter((e) => e.title === "Scientist"), "salary"), PEOPLE);
    ask("average", "typical length of a parental leave in days, on average", mean(absences.filter((a) => a.kind === "Parental leave"), "length"), AWAY);
    ask("median", "median salary in Nairobi", median(office("Nairobi"), "salary"), PEOPLE);
    ask("extreme", "Who has the highest bonus?", names(pairs(employees, "name", "bonus").filter(([, n]) => n === most(employees, "bonus"))), PEOPLE);
    ask("extreme", "Lowest salary among full-time drivers", least(employees.filter((e) => e.title === "Driver" && e.contract === "Full-time"), "salary"), PEOPLE);
    ask("extreme", "Which department has the smallest annual budget?", bottom(1, pairs(departments, "name", "budget"))[0][0], UNITS);
    ask("top", "the 3 departments with the largest budget", names(top(3, pairs(departments, "name", "budget"))), UNITS);
    ask("group", "average salary per office", means(employees, "office", "salary"), PEOPLE);
    ask("group", "employees by contract", counts(employees, "contract"), PEOPLE);
    ask("group", "how many days were taken for each type of absence", sums(absences, "kind", "length"), AWAY);
    ask("period", "How many people were hired in 2021?", since(2021).length, PEOPLE);
    ask("period", "hires per year since 2018", counts(employees.filter((e) => year(e.hired) >= 2018), (e) => year(e.hired)), PEOPLE);
    ask("period", "How many absences began in the first half of 2023?", absences.filter(from("2023-01-01", "2023-06-30")).length, AWAY);
    ask("share", "What percent of employees are remote?", share(employees.filter((e) => e.remote === "Y").length, employees.length), { ...PEOPLE, also: employees.filter((e) => e.remote === "Y").length / employees.length });
    ask("growth", "change in the number of absences from 2023 to 2024, in percent", growth(absences.filter((a) => year(a.day) === 2023).length, absences.filter((a) => year(a.day) === 2024).length), AWAY);
    ask("having", "which offices have more than 65 employees", names(counts(employees, "office").filter(([, n]) => n > 65)), PEOPLE);
    ask("difference", "How much more does Björn Huang earn than Ada Costa?", named("Björn Huang").salary - named("Ada Costa").salary, PEOPLE);
    ask("position", "who is the last employee listed", employees.at(-1).name, PEOPLE);
    ask("negation", "Which department has no head?", "Research", UNITS);
    ask("negation", "employees outside Lisbon, how many?", employees.filter((e) => e.office !== "Lisbon").length, PEOPLE);
    ask("range", "How many salaries lie between 50,000 and 60,000?", employees.filter((e) => e.salary >= 50000 && e.salary <= 60000).length, PEOPLE);
    ask("units", "how many people earn more than a hundred thousand", employees.filter((e) => e.salary > 100000).length, PEOPLE);
    ask("lookup", "job title of Lucía Novák", named("Lucía Novák").title, PEOPLE);
}

function joined({ ask }, { departments, employees, absences }) {
    const D = index(departments, "code");
    const E = index(employees, "id");
    const unit = (e) => D.get(e.department).name;
    const mine = (name) => employees.filter((e) => unit(e) === name);
    const away = absences.map((a) => ({ ...a, e: E.get(a.employee) }));
    ask("join", "How many employees does the Engineering department have?", mine("Engineering").length);
    ask("join", "average salary by department name", means(employees, unit, "salary"));
    ask("join", "sick leave days in Customer Care", sum(away.filter((a) => a.kind === "Sick leave" && unit(a.e) === "Customer Care"), "length"));
    ask("join", "Which department took the most vacation days?", best(sums(away.filter((a) => a.kind === "Vacation"), (a) => unit(a.e), "length")));
    ask("join", "Who heads the department Chloé Ito works in?", D.get(employees.find((e) => e.name === "Chloé Ito").department).head);
    ask("compare", "Do Legal or Finance pay more on average?", ...either(means(employees.filter((e) => ["Legal", "Finance"].includes(unit(e))), unit, "salary")));
    ask("join", "How many days was Paula Moreau absent in 2024?", sum(away.filter((a) => a.e.name === "Paula Moreau" && year(a.day) === 2024), "length"));
    ask("having", "departments where the salaries exceed the sum of 3 million", names(sums(employees, unit, "salary").filter(([, n]) => n > 3e6)));
}

export function askStaff(tables) {
    const list = asker("en", "staff", ["departments.csv", "employees.csv", "absences.csv"]);
    const { refuse } = list;
    oneTable(list, tables);
    joined(list, tables);
    refuse("no_column", "What is the average age of our staff?", "dates of birth are in no table");
    refuse("no_column", "How many women work in Sales?", "the gender of an employee is in no table");
    refuse("no_column", "Which employees speak French?", "languages are in no table");
    refuse("no_column", "overtime hours by department", "overtime is in no table");
    refuse("no_entity", "number of employees in the Madrid office", "no such office");
    refuse("no_entity", "What does Olivia Sandström earn?", "no such employee");
    refuse("no_entity", "average salary of the Procurement department", "no such department");
    refuse("ambiguous", "Show me the top employees", "by what is not said");
    refuse("future", "How many people will we hire in 2027?", "the tables hold the past");
    refuse("opinion", "Who deserves a promotion?", "a judgement");
    refuse("opinion", "Is the salary in Oslo fair?", "a judgement");
    refuse("grain", "monthly salary paid in March 2024", "a salary is known, not what was paid in a month");
    return list.list;
}
