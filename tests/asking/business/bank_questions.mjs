// Questions over the monthly figures of banks: in English, and in Spanish as the
// people of a bank put them.
import { BANK_FACTS } from "./bank.mjs";
import { asker } from "./tables.mjs";
import {
    best, bottom, distinct, either, from, growth, index, mean, means, median, month, most, names, pairs,
    share, sum, top, worst, year,
} from "./truth.mjs";

// Views of the rows that most questions begin with.
const views = (rows) => {
    const of = (bank) => rows.filter((r) => r.bank === bank);
    const at = (m) => rows.filter((r) => month(r.day) === m);
    return {
        of,
        at,
        inYear: (y) => rows.filter((r) => year(r.day) === y),
        cell: (bank, m) => at(m).find((r) => r.bank === bank),
        last: (bank, n) => of(bank).slice(-n),
    };
};
const series = (rows, key) => rows.map((r) => [month(r.day), r[key]]);

function inEnglish({ ask }, rows) {
    const { of, at, inYear, cell, last } = views(rows);
    const banksIn = (y, list) => inYear(y).filter((r) => list.includes(r.bank));
    ask("count", "For how many months does Northgate report an NPL ratio above 3.3?", of("Northgate").filter((r) => r.npl > 3.3).length);
    ask("count", "how many months of Meridian Bank had a coverage ratio under 130", of("Meridian Bank").filter((r) => r.coverage !== null && r.coverage < 130).length);
    ask("distinct", "How many banks report?", distinct(rows, "bank"));
    ask("sum", "sum of deposits over all banks in December 2024", sum(at("2024-12"), "deposits"));
    ask("sum", "Combined commercial loans of First Harbor and Northgate in June 2023", sum(at("2023-06").filter((r) => ["First Harbor", "Northgate"].includes(r.bank)), "commercial"));
    ask("average", "average ROE of Caledonia Trust in 2024", mean(of("Caledonia Trust").filter((r) => year(r.day) === 2024), "roe"));
    ask("average", "What has the mean coverage ratio of Union Crédit been?", mean(of("Union Crédit"), "coverage"));
    ask("median", "median capital ratio of all banks in 2022", median(inYear(2022), "capital"));
    ask("extreme", "the highest NPL ratio ever reported", most(rows, "npl"));
    ask("extreme", "Which bank had the lowest ROE in March 2023?", worst(pairs(at("2023-03"), "bank", "roe")));
    ask("extreme", "In which month did Helvetia Savings have its largest deposits?", best(pairs(of("Helvetia Savings"), (r) => month(r.day), "deposits")));
    ask("top", "top 3 banks by total loans in December 2023", names(top(3, pairs(at("2023-12"), "bank", "total"))));
    ask("top", "two banks with the worst average NPL ratio in 2024, that is the highest", names(top(2, means(inYear(2024), "bank", "npl"))));
    ask("group", "average capital ratio by bank", means(rows, "bank", "capital"));
    ask("group", "Average npl_ratio per year", means(rows, (r) => year(r.day), "npl"));
    ask("period", "NPL ratio of First Harbor for the last 4 months", series(last("First Harbor", 4), "npl"));
    ask("period", "total loans of Banco Atlántico from January to April 2024", series(of("Banco Atlántico").filter(from("2024-01-01", "2024-04-30")), "total"));
    ask("period", "mean ROE of Northgate in Q3 2023", mean(of("Northgate").filter(from("2023-07-01", "2023-09-30")), "roe"));
    ask("compare", "Meridian Bank vs First Harbor: average ROE in 2023", means(banksIn(2023, ["Meridian Bank", "First Harbor"]), "bank", "roe"));
    ask("compare", "Did Northgate or Union Crédit have more deposits in May 2024?", ...either(pairs(at("2024-05").filter((r) => ["Northgate", "Union Crédit"].includes(r.bank)), "bank", "deposits")));
    ask("share", "What percentage of all total loans in December 2024 belongs to Meridian Bank?", share(cell("Meridian Bank", "2024-12").total, sum(at("2024-12"), "total")), { also: cell("Meridian Bank", "2024-12").total / sum(at("2024-12"), "total") });
    ask("growth", "growth of Caledonia Trust's deposits between December 2022 and December 2023, in percent", growth(cell("Caledonia Trust", "2022-12").deposits, cell("Caledonia Trust", "2023-12").deposits));
    ask("growth", "By how many percent did the total loans of Northgate change in August 2024 against the month before?", growth(cell("Northgate", "2024-07").total, cell("Northgate", "2024-08").total));
    ask("having", "banks whose average coverage ratio is over 150", names(means(rows, "bank", "coverage").filter(([, n]) => n > 150)));
    ask("difference", "How many percentage points higher was the NPL ratio of Union Crédit in December 2024 than in January 2022?", cell("Union Crédit", "2024-12").npl - cell("Union Crédit", "2022-01").npl);
    ask("negation", "how many coverage ratios are missing", rows.filter((r) => r.coverage === null).length);
    ask("negation", "Total loans in January 2022 of every bank except Meridian Bank, added up", sum(at("2022-01").filter((r) => r.bank !== "Meridian Bank"), "total"));
    ask("range", "number of reports with a capital ratio between 15 and 16", rows.filter((r) => r.capital >= 15 && r.capital <= 16).length);
    ask("units", "Which banks had deposits of more than a quarter of a million in July 2024?", names(pairs(at("2024-07"), "bank", "deposits").filter(([, n]) => n > 250000)));
    ask("lookup", "consumer loans of Helvetia Savings in October 2022", cell("Helvetia Savings", "2022-10").consumer);
}

export function askBank(rows) {
    const list = asker("en", "bank", ["bank_kpis.csv"]);
    const { refuse } = list;
    inEnglish(list, rows);
    refuse("empty", "What was the fx_rate of Meridian Bank in May 2023?", "the column is empty");
    refuse("empty", "average fx rate per year", "the column is empty");
    refuse("no_column", "How many customers does First Harbor have?", "customers are not reported");
    refuse("no_column", "liquidity coverage of Northgate in 2024", "liquidity is not reported");
    refuse("no_entity", "ROE of Banque du Lac in 2023", "no such bank");
    refuse("no_entity", "NPL ratio of First Harbor in 2017", "the reports begin in 2022");
    refuse("ambiguous", "What was the ratio of Northgate in May 2024?", "of non-performing loans, of coverage or of capital");
    refuse("future", "What will the NPL ratio of Meridian Bank be at the end of next year?", "the reports hold the past");
    refuse("opinion", "Is it safe to put my money into Union Crédit?", "a judgement");
    refuse("grain", "deposits of Caledonia Trust on 14 March 2024", "figures are monthly");
    return list.list;
}

function inSpanish({ ask }, rows) {
    const { of, at, inYear, cell, last } = views(rows);
    const two = (y, list) => inYear(y).filter((r) => list.includes(r.bank));
    ask("period", "IMOR de INVEX últimos 3 meses", series(last("INVEX", 3), "npl"));
    ask("compare", "Compara cartera comercial INVEX vs Sistema 2024", two(2024, ["INVEX", "SISTEMA"]).map((r) => [month(r.day), r.bank, r.commercial]), {
        also: inYear(2024).filter((r) => r.bank === "INVEX").map((r) => [month(r.day), r.commercial, cell("SISTEMA", month(r.day)).commercial]),
    });
    ask("average", "ICOR promedio de INVEX en 2024", mean(of("INVEX").filter((r) => year(r.day) === 2024), "coverage"));
    ask("compare", "IMOR e ICOR de Banorte en marzo de 2023", [[cell("Banorte", "2023-03").npl, cell("Banorte", "2023-03").coverage]]);
    ask("count", "¿En cuántos meses tuvo Inbursa un IMOR por debajo de 2,5?", of("Inbursa").filter((r) => r.npl < 2.5).length);
    ask("distinct", "¿De cuántos bancos distintos hay datos?", distinct(rows, "bank"));
    ask("sum", "suma de las sucursales de Santander y HSBC en diciembre de 2024", sum(at("2024-12").filter((r) => ["Santander", "HSBC"].includes(r.bank)), "branches"));
    ask("average", "media del ICAP del sistema durante 2022", mean(of("SISTEMA").filter((r) => year(r.day) === 2022), "capital"));
    ask("median", "¿cuál es la mediana del IMOR de Scotiabank?", median(of("Scotiabank"), "npl"));
    ask("extreme", "¿Cuál fue el IMOR más alto de HSBC?", most(of("HSBC"), "npl"));
    ask("extreme", "¿Qué banco tuvo la menor captación en enero de 2022?", worst(pairs(at("2022-01"), "bank", "deposits")));
    ask("top", "los 3 bancos con menor cartera de consumo en junio de 2024", names(bottom(3, pairs(at("2024-06"), "bank", "consumer"))));
    ask("top", "Los dos bancos con menos sucursales al cierre de 2023", names(bottom(2, pairs(at("2023-12"), "bank", "branches"))));
    ask("group", "IMOR promedio por banco en 2023", means(inYear(2023), "bank", "npl"));
    ask("group", "icap medio de cada año", means(rows, (r) => year(r.day), "capital"));
    ask("period", "tasa MN de Banco del Bajío entre enero y marzo de 2024", series(of("Banco del Bajío").filter(from("2024-01-01", "2024-03-31")), "rate"));
    ask("period", "captación total de todos los bancos en el último mes, sin el sistema", sum(at("2024-12").filter((r) => r.bank !== "SISTEMA"), "deposits"));
    ask("compare", "¿Quién tenía más cartera total en agosto de 2022, Banorte o Santander?", ...either(pairs(at("2022-08").filter((r) => ["Banorte", "Santander"].includes(r.bank)), "bank", "total")));
    ask("growth", "variación porcentual de la cartera total de Inbursa de diciembre 2023 a diciembre 2024", growth(cell("Inbursa", "2023-12").total, cell("Inbursa", "2024-12").total));
    ask("having", "bancos cuyo IMOR promedio supera el 3 por ciento", names(means(rows, "bank", "npl").filter(([, n]) => n > 3)));
    ask("difference", "¿Cuántas sucursales más tenía BBVA México que Banorte en abril de 2023?", cell("BBVA México", "2023-04").branches - cell("Banorte", "2023-04").branches);
    ask("negation", "¿Cuántos registros no tienen ICOR?", rows.filter((r) => r.coverage === null).length);
    ask("range", "registros con ICAP entre 14 y 15: ¿cuántos son?", rows.filter((r) => r.capital >= 14 && r.capital <= 15).length);
    ask("units", "bancos con cartera total inferior a cien mil en mayo de 2024", names(pairs(at("2024-05"), "bank", "total").filter(([, n]) => n < 100000)));
}

function joinedBanks({ ask }, rows) {
    const F = index(BANK_FACTS, "bank");
    const from = (country) => rows.filter((r) => F.get(r.bank).country === country);
    const both = { files: ["kpis_mensuales.csv", "bancos.csv"] };
    ask("join", "IMOR promedio de los bancos de matriz española en 2024", mean(from("España").filter((r) => year(r.day) === 2024), "npl"), both);
    ask("join", "¿Cuántas sucursales tenía en diciembre de 2022 el banco fundado en 1932?", rows.find((r) => r.bank === "BBVA México" && month(r.day) === "2022-12").branches, both);
    ask("lookup", "¿En qué año se fundó Banorte?", 1899, { files: ["bancos.csv"] });
}

export function askBancos(rows) {
    const list = asker("es", "kpi", ["kpis_mensuales.csv"]);
    const { refuse } = list;
    inSpanish(list, rows);
    joinedBanks(list, rows);
    refuse("empty", "TASA_ME de INVEX últimos 6 meses", "la columna está vacía");
    refuse("empty", "promedio de la tasa ME del sistema en 2023", "la columna está vacía");
    refuse("no_column", "utilidad neta de Banorte en 2024", "no hay utilidades");
    refuse("no_column", "¿cuántos empleados tiene Santander?", "no hay empleados");
    refuse("no_entity", "IMOR de Banamex en 2023", "no hay tal banco");
    refuse("no_entity", "cartera total de HSBC en 2015", "los datos empiezan en 2022");
    refuse("ambiguous", "¿Qué índice tenía Scotiabank en julio de 2023?", "de morosidad, de cobertura o de capitalización");
    refuse("future", "¿Qué IMOR tendrá INVEX dentro de un año?", "los datos son del pasado");
    refuse("opinion", "¿Qué banco me recomiendas para mi nómina?", "una opinión");
    return list.list;
}
