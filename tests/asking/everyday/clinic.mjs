// A private clinic in England: doctors, patients and appointments. Days come
// first in dates, waiting is noted only of those who came, half have no insurer.
import { asker, british, csv, days, dice, pad } from "../business/tables.mjs";
import {
    best, by, counts, distinct, from, groups, growth, index, mean, means, month, most, names, quarter, sum, top,
    worst, year,
} from "../business/truth.mjs";
import { people, percent, weekday, which } from "./forms.mjs";

const DOCTORS = [
    ["Dr Amara Okafor", "Cardiology", "2.01"], ["Dr Liam Brennan", "General Practice", "G.04"],
    ["Dr Priya Raman", "Dermatology", "1.12"], ["Dr Sofia Marchetti", "Paediatrics", "G.02"],
    ["Dr Hugh Pemberton", "General Practice", "G.05"], ["Dr Mei-Ling Chow", "Orthopaedics", "2.07"],
    ["Dr Yusuf Demir", "Cardiology", "2.03"], ["Dr Gwen Llewellyn", "Dermatology", "1.14"],
];
const FIRST = ["Olive", "Harry", "Nadia", "George", "Ffion", "Tariq", "Beth", "Callum", "Imogen", "Rajesh", "Wendy", "Stuart", "Chidi", "Paula"];
const LAST = ["Ashworth", "Bassi", "Cartwright", "Devlin", "Eze", "Farrow", "Hughes", "Iqbal", "Kowalski", "Mistry", "Nolan", "Whitlock"];
const ALLERGIES = [null, null, null, null, null, "Penicillin", "Penicillin", "Latex", "Peanuts", "Aspirin"];
const INSURERS = [null, null, null, "Bupa", "Bupa", "AXA Health", "Vitality", "WPA"];
const TYPES = ["Follow-up", "Follow-up", "Follow-up", "New patient", "New patient", "Phone consult", "Vaccination"];
const FEES = { "Follow-up": [80, 160], "New patient": [150, 320], "Phone consult": [40, 70], Vaccination: [25, 65] };

export function makeClinic() {
    const d = dice(8101);
    const doctors = DOCTORS.map(([name, field, room], i) => ({ id: `D${pad(i + 1, 2)}`, name, field, room }));
    const patients = people(d, 150, FIRST, LAST).map((name, i) => ({
        id: 20001 + i, name,
        born: days(d, "1938-01-01", "2019-12-31", 1)[0],
        sex: d.pick(["F", "M"]),
        town: d.skewed(["Harrogate", "Ripon", "Knaresborough", "Wetherby", "Otley"], 1.4),
        registered: days(d, "2019-02-01", "2023-12-15", 1)[0],
        insurer: d.pick(INSURERS), allergy: d.pick(ALLERGIES),
    }));
    const visits = days(d, "2024-01-02", "2024-12-20", 1100).map((day, i) => {
        const status = d.pick(["Attended", "Attended", "Attended", "Attended", "Attended", "Attended", "No-show", "Cancelled"]);
        const type = d.pick(TYPES);
        return {
            id: `A${pad(i + 1, 5)}`, day, slot: `${pad(d.between(8, 16), 2)}:${d.pick(["00", "15", "30", "45"])}`,
            patient: d.skewed(patients.slice(0, 143), 1.3).id, doctor: d.skewed(doctors.slice(0, 7), 1.3).id, type, status,
            wait: status === "Attended" ? d.between(0, 55) : null,
            fee: status === "Cancelled" ? 0 : 5 * d.between(FEES[type][0] / 5, FEES[type][1] / 5),
            paid: status === "Cancelled" ? null : d.chance(0.85) ? "Y" : "N",
        };
    });
    return { doctors, patients, visits };
}

export const clinicFiles = ({ doctors, patients, visits }) => ({
    "clinic/doctors.csv": csv([["doc_id", "id"], ["Doctor", "name"], ["Speciality", "field"], ["Room", "room"]], doctors),
    "clinic/patients.csv": csv(
        [["Patient No", "id"], ["Full Name", "name"], ["DOB", (p) => british(p.born)], ["Sex", "sex"], ["Town", "town"],
         ["Registered On", (p) => british(p.registered)], ["Insurer", "insurer"], ["Allergies", "allergy"]],
        patients,
    ),
    "clinic/appointments.csv": csv(
        [["appt_id", "id"], ["appt_date", (v) => british(v.day)], ["slot", "slot"], ["Patient No", "patient"], ["doc_id", "doctor"],
         ["visit_type", "type"], ["status", "status"], ["wait_mins", "wait"], ["fee_gbp", "fee"], ["paid", "paid"]],
        visits,
    ),
});

const VISITS = { files: ["appointments.csv"] };
const PATIENTS = { files: ["patients.csv"] };

function oneTable({ ask }, { doctors, patients, visits }) {
    const came = visits.filter((v) => v.status === "Attended");
    const missed = visits.filter((v) => v.status === "No-show");
    const in_ = (q) => visits.filter((v) => quarter(v.day) === `2024-Q${q}`);
    const patient = (name) => patients.find((p) => p.name === name);
    ask("count", "no of no-shows in november pls", missed.filter((v) => month(v.day) === "2024-11").length, VISITS);
    ask("count", "How many of our patients are with Bupa?", patients.filter((p) => p.insurer === "Bupa").length, PATIENTS);
    ask("rate", "What percentage of all appointments ended as a no-show?", ...percent(missed.length, visits.length, VISITS));
    ask("share", "of the attended visits, what share were follow-ups", ...percent(came.filter((v) => v.type === "Follow-up").length, came.length, VISITS));
    ask("extreme", "longest anyone had to wait (mins)", most(came, "wait"), VISITS);
    ask("average", "hi, could you tell me how long people wait on average for a phone consult?", mean(visits.filter((v) => v.type === "Phone consult"), "wait"), VISITS);
    ask("sum", "total of unpaid fees", sum(visits.filter((v) => v.paid === "N"), "fee"), VISITS);
    ask("sum", "How much did vaccinations bring in in the first half of 2024?", sum(visits.filter((v) => v.type === "Vaccination" && v.day < "2024-07-01"), "fee"), VISITS);
    ask("period", "what was our busiest month for appointments", best(counts(visits, (v) => month(v.day))), VISITS);
    ask("period", "how many appts fell on a Saturday", visits.filter((v) => weekday(v.day) === 6).length, VISITS);
    ask("period", "Appointments before 10am – how many were there?", visits.filter((v) => v.slot < "10:00").length, VISITS);
    ask("growth", "% change in number of appointments, Q2 vs Q1", growth(in_(1).length, in_(2).length), VISITS);
    ask("range", "how many people waited between 20 and 30 minutes", visits.filter((v) => v.wait !== null && v.wait >= 20 && v.wait <= 30).length, VISITS);
    ask("negation", "Number of patients without any insurer on file", patients.filter((p) => p.insurer === null).length, PATIENTS);
    ask("extreme", "most common allergy among our patients?", best(counts(patients, "allergy")), PATIENTS);
    ask("attribute", "Who is our oldest patient and which town do they live in?", [(({ name, town }) => [name, town])([...patients].sort((a, b) => a.born.localeCompare(b.born))[0])], PATIENTS);
    ask("range", "patients born before 1950: count", patients.filter((p) => year(p.born) < 1950).length, PATIENTS);
    ask("top", "top 2 towns by number of patients", names(top(2, counts(patients, "town"))), PATIENTS);
    ask("lookup", `which insurer does ${patients.find((p) => p.insurer === "WPA").name} have`, patient(patients.find((p) => p.insurer === "WPA").name).insurer, PATIENTS);
    ask("lookup", "What room is Dr Demir in?", doctors[6].room, { files: ["doctors.csv"] });
    ask("group", "how many women and how many men are registered", counts(patients, "sex"), PATIENTS);
}

function joined({ ask }, { doctors, patients, visits }) {
    const D = index(doctors, "id");
    const P = index(patients, "id");
    const doctor = (v) => D.get(v.doctor).name;
    const came = visits.filter((v) => v.status === "Attended");
    const missed = visits.filter((v) => v.status === "No-show");
    const two = counts(came.filter((v) => ["Dr Liam Brennan", "Dr Hugh Pemberton"].includes(doctor(v))), doctor);
    ask("join", "how many appointments did Dr Okafor have in March", visits.filter((v) => doctor(v) === "Dr Amara Okafor" && month(v.day) === "2024-03").length);
    ask("attribute", "Which doctor had the most no-shows, and how many?", top(1, counts(missed, doctor)));
    ask("join", "avg waiting time by speciality", means(came, (v) => D.get(v.doctor).field, "wait"));
    ask("compare", "Brennan or Pemberton - who has more attended appointments?", ...which(two));
    ask("antijoin", "Which patients have never had an appointment?", patients.filter((p) => !visits.some((v) => v.patient === p.id)).map((p) => p.name), { files: ["patients.csv", "appointments.csv"] });
    ask("antijoin", "any doctor with no appointments at all?", "Dr Gwen Llewellyn", { files: ["doctors.csv", "appointments.csv"] });
    ask("list", "names of patients with an unpaid appointment in December", [...new Set(visits.filter((v) => v.paid === "N" && month(v.day) === "2024-12").map((v) => P.get(v.patient).name))], { files: ["patients.csv", "appointments.csv"] });
    ask("having", "List every patient who missed 4 or more appointments (status no-show)", names(counts(missed, (v) => P.get(v.patient).name).filter(([, n]) => n >= 4)));
    ask("multi", "per doctor: number of appointments, average wait and total fees", by(visits, doctor, (l) => l).map(([k, l]) => [k, l.length, mean(l, "wait"), sum(l, "fee")]));
    ask("pergroup", "for each speciality give me the doctor with the most attended appointments", [...groups(came, (v) => D.get(v.doctor).field)].map(([k, l]) => [k, best(counts(l, doctor))]));
    ask("distinct", "How many different patients has Dr Marchetti had booked in with her?", distinct(visits.filter((v) => doctor(v) === "Dr Sofia Marchetti"), "patient"));
    ask("join", "shortest average wait - which doctor?", worst(means(came, doctor, "wait")));
    ask("join", "fees from AXA Health patients between April and June", sum(visits.filter(from("2024-04-01", "2024-06-30")).filter((v) => P.get(v.patient).insurer === "AXA Health"), "fee"));
}

function refused({ refuse }) {
    refuse("no_column", "average blood pressure of patients over 60", "blood pressure is in no table");
    refuse("no_column", "How many of our patients smoke?", "nothing about smoking");
    refuse("no_column", "give me the mobile numbers of everyone who missed their appointment", "there are no phone numbers");
    refuse("no_column", "Which nurse assisted most often?", "nurses are in no table");
    refuse("no_entity", "how many appointments does Dr Strange have", "no such doctor");
    refuse("no_entity", "no-shows in January 2022", "the appointments are of 2024", VISITS);
    refuse("no_entity", "how many patients live in Sheffield?", "no such town", PATIENTS);
    refuse("future", "How many appointments are we going to have next spring?", "the tables hold the past", VISITS);
    refuse("opinion", "Is Dr Raman any good?", "a judgement");
    refuse("opinion", "why do people not turn up on Mondays", "reasons are in no table");
    refuse("ambiguous", "who is the best doctor", "best by what is not said");
}

export function askClinic(tables) {
    const list = asker("en", "clinic", ["doctors.csv", "patients.csv", "appointments.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
