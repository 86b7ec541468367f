// Monthly figures of banks over 36 months, in English with points and in Spanish
// with semicolons and decimal commas. The last column of each is empty: nobody
// ever delivered it. A few cells are missing.
import { british, comma, csv, dice, euros, monthEnds, point, round } from "./tables.mjs";

// What a bank's month is made of; every bank walks from where it starts.
export function makeMonths(seed, banks, gaps) {
    const d = dice(seed);
    const state = banks.map((_, i) => ({ loans: 400000 / (i + 1) ** 1.1, npl: 1.5 + 2.5 * d.next(), roe: 6 + 12 * d.next() }));
    const rows = [];
    for (const day of monthEnds(2022, 2024)) {
        banks.forEach((bank, i) => {
            const s = state[i];
            s.loans *= 1 + 0.012 * (d.next() - 0.3);
            s.npl = Math.min(9, Math.max(0.6, s.npl + 0.3 * (d.next() - 0.5)));
            s.roe = Math.max(-2, s.roe + 1.1 * (d.next() - 0.5));
            const total = round(s.loans);
            rows.push({
                day, bank, total,
                commercial: round(total * (0.5 + 0.1 * d.next())),
                consumer: round(total * (0.15 + 0.1 * d.next())),
                deposits: round(total * (0.9 + 0.3 * d.next())),
                npl: round(s.npl),
                coverage: d.chance(gaps) ? null : round(110 + 80 * d.next()),
                capital: round(13 + 6 * d.next()),
                roe: round(s.roe),
                rate: d.chance(gaps) ? null : round(7 + 5 * d.next()),
                branches: Math.round(900 / (i + 1)) + d.below(9),
                profit: round(total * 0.001 * (s.roe / 10)),
            });
        });
    }
    return rows;
}

export const BANKS = ["Meridian Bank", "First Harbor", "Caledonia Trust", "Banco Atlántico", "Northgate", "Union Crédit", "Helvetia Savings"];
export const BANCOS = ["SISTEMA", "BBVA México", "Banorte", "Santander", "HSBC", "Scotiabank", "Inbursa", "INVEX", "Banco del Bajío"];

export const bankFiles = (rows) => ({
    "bank/bank_kpis.csv": csv(
        [["month", (r) => r.day.slice(0, 7)], ["bank", "bank"], ["total_loans", (r) => point(r.total)],
         ["commercial_loans", (r) => point(r.commercial)], ["consumer_loans", (r) => point(r.consumer)],
         ["deposits", (r) => point(r.deposits)], ["npl_ratio", (r) => point(r.npl)], ["coverage_ratio", (r) => point(r.coverage)],
         ["capital_ratio", (r) => point(r.capital)], ["roe", (r) => point(r.roe)], ["branches", "branches"],
         ["fx_rate", () => null]],
        rows,
    ),
});

export const BANK_FACTS = [
    ["SISTEMA", "Todo el sistema", "México", null], ["BBVA México", "Grupo BBVA", "España", 1932],
    ["Banorte", "Grupo Financiero Banorte", "México", 1899], ["Santander", "Grupo Santander", "España", 1857],
    ["HSBC", "HSBC Holdings", "Reino Unido", 1865], ["Scotiabank", "Bank of Nova Scotia", "Canadá", 1832],
    ["Inbursa", "Grupo Carso", "México", 1965], ["INVEX", "INVEX Grupo Financiero", "México", 1991],
    ["Banco del Bajío", "BanBajío", "México", 1994],
].map(([bank, group, country, founded]) => ({ bank, group, country, founded }));

export const bancosFiles = (rows) => ({
    "kpi/kpis_mensuales.csv": csv(
        [["FECHA", (r) => british(r.day)], ["BANCO_NOMBRE", "bank"], ["IMOR", (r) => comma(r.npl)], ["ICOR", (r) => comma(r.coverage)],
         ["CARTERA_TOTAL", (r) => euros(r.total)], ["CARTERA_COMERCIAL_TOTAL", (r) => euros(r.commercial)],
         ["CARTERA_CONSUMO_TOTAL", (r) => euros(r.consumer)], ["CAPTACIÓN", (r) => euros(r.deposits)],
         ["ICAP_TOTAL", (r) => comma(r.capital)], ["TASA_MN", (r) => comma(r.rate)], ["SUCURSALES", "branches"],
         ["TASA_ME", () => null]],
        rows,
        { delimiter: ";", eol: "\r\n", mark: "\ufeff" },
    ),
    "kpi/bancos.csv": csv(
        [["BANCO_NOMBRE", "bank"], ["GRUPO", "group"], ["PAÍS DE LA MATRIZ", "country"], ["AÑO DE FUNDACIÓN", "founded"]],
        BANK_FACTS,
        { delimiter: ";", eol: "\r\n" },
    ),
});
