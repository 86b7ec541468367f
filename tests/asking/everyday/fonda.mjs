// Una cadena de comida en México: sucursales, meseros y cuentas. Fechas con el día
// primero, pesos con comas, propinas que faltan donde se pagó para llevar.
import { asker, british, csv, days, dice, dollars, pad, round } from "../business/tables.mjs";
import {
    best, by, counts, from, groups, growth, index, mean, month, most, names, quarter, sum, sums, top, worst,
} from "../business/truth.mjs";
import { percent, weekday, which } from "./forms.mjs";

const SUCURSALES = [["Centro", "Puebla", "Doña Chelo Ramírez", 24], ["Angelópolis", "Puebla", "Beto Cárdenas", 40], ["Del Valle", "Ciudad de México", "Lupita Arriaga", 32], ["Coyoacán", "Ciudad de México", "Memo Quintero", 18], ["Chapalita", "Guadalajara", "Nayeli Orozco", 28]];
const MESEROS = ["Toño Rivas", "Karla Mendieta", "Chuy Escobedo", "Ximena Solís", "Paco Ibarra", "Maribel Luna", "Edgar Cuevas", "Rosy Tapia", "Iván Peralta", "Güicho Nava", "Alma Briseño"];
const PLATILLOS = [["Enchiladas verdes", 95], ["Chiles en nogada", 210], ["Tacos al pastor", 78], ["Pozole rojo", 110], ["Mole poblano", 165], ["Agua de jamaica", 35], ["Flan napolitano", 55]];

export function makeFonda() {
    const d = dice(8201);
    const sucursales = SUCURSALES.map(([name, city, boss, tables], i) => ({ id: i + 1, name, city, boss, tables }));
    const meseros = MESEROS.map((name, i) => ({ id: `ME${pad(i + 1, 2)}`, name, branch: 1 + (i % 5), shift: d.pick(["Matutino", "Vespertino"]), hired: days(d, "2018-02-01", "2023-11-30", 1)[0] }));
    const cuentas = days(d, "2023-10-01", "2024-09-30", 1300).map((day, i) => {
        const out = d.chance(0.25);
        const waiter = out ? null : d.skewed(meseros.slice(0, 10), 1.3);
        const [dish, price] = d.skewed(PLATILLOS, 1.3);
        const qty = d.between(1, 8);
        return {
            id: 30001 + i, day, branch: waiter ? waiter.branch : d.between(1, 5), waiter: waiter && waiter.id, dish, qty, total: qty * price,
            guests: out ? null : d.between(1, 9), tip: out ? null : round(qty * price * d.pick([0, 0.08, 0.1, 0.1, 0.15])),
            pay: d.skewed(["Tarjeta", "Efectivo", "Transferencia", "Vales de despensa"], 1.4), kind: out ? "Para llevar" : "En mesa", billed: d.pick(["Sí", "No", "No"]),
        };
    });
    return { sucursales, meseros, cuentas };
}

export const fondaFiles = ({ sucursales, meseros, cuentas }) => ({
    "fonda/sucursales.csv": csv([["id_sucursal", "id"], ["sucursal", "name"], ["ciudad", "city"], ["encargado", "boss"], ["num_mesas", "tables"]], sucursales),
    "fonda/meseros.csv": csv([["id_mesero", "id"], ["mesero", "name"], ["id_sucursal", "branch"], ["turno", "shift"], ["fec_ingreso", (m) => british(m.hired)]], meseros),
    "fonda/cuentas.csv": csv(
        [["folio", "id"], ["fecha", (c) => british(c.day)], ["id_sucursal", "branch"], ["id_mesero", "waiter"], ["platillo", "dish"], ["cantidad", "qty"],
         ["comensales", "guests"], ["tipo_servicio", "kind"], ["forma_pago", "pay"], ["total", (c) => dollars(c.total)], ["propina", "tip"], ["facturada", "billed"]],
        cuentas,
    ),
});

const CUENTAS = { files: ["cuentas.csv"] };
const MESERO = { files: ["meseros.csv"] };
const SUCURSAL = { files: ["sucursales.csv"] };

function oneTable({ ask }, { sucursales, meseros, cuentas }) {
    const at = (m) => cuentas.filter((c) => month(c.day) === m);
    const of = (dish) => cuentas.filter((c) => c.dish === dish);
    const table = cuentas.filter((c) => c.kind === "En mesa");
    ask("sum", "cuánto se vendió en total en marzo de 2024", sum(at("2024-03"), "total"), CUENTAS);
    ask("count", "oye, ¿cuántas cuentas se pagaron con vales de despensa?", cuentas.filter((c) => c.pay === "Vales de despensa").length, CUENTAS);
    ask("average", "ticket promedio de las cuentas para llevar", mean(cuentas.filter((c) => c.kind === "Para llevar"), "total"), CUENTAS);
    ask("top", "los 3 platillos más vendidos por cantidad", names(top(3, sums(cuentas, "dish", "qty"))), CUENTAS);
    ask("extreme", "platillo que menos dinero deja", worst(sums(cuentas, "dish", "total")), CUENTAS);
    ask("share", "¿Qué porcentaje de las cuentas son en mesa?", ...percent(table.length, cuentas.length, CUENTAS));
    ask("rate", "propina como porcentaje de la venta, nada más servicio en mesa", ...percent(sum(table, "tip"), sum(table, "total"), CUENTAS));
    ask("negation", "¿cuántas cuentas no se facturaron?", cuentas.filter((c) => c.billed === "No").length, CUENTAS);
    ask("period", "ventas mes por mes de 2024", sums(cuentas.filter((c) => c.day >= "2024-01-01"), (c) => month(c.day), "total"), CUENTAS);
    ask("period", "cuántas cuentas hubo en domingo", cuentas.filter((c) => weekday(c.day) === 0).length, CUENTAS);
    ask("growth", "¿En qué porcentaje subió o bajó la venta del primer trimestre al segundo trimestre de 2024?", growth(sum(cuentas.filter((c) => quarter(c.day) === "2024-Q1"), "total"), sum(cuentas.filter((c) => quarter(c.day) === "2024-Q2"), "total")), CUENTAS);
    ask("range", "cuentas de entre 500 y 800 pesos, ¿cuántas son?", cuentas.filter((c) => c.total >= 500 && c.total <= 800).length, CUENTAS);
    ask("extreme", "la propina más alta que han dejado", most(cuentas, "tip"), CUENTAS);
    ask("compare", "¿qué vendió más dinero, el Pozole rojo o el Mole poblano?", ...which(sums(cuentas.filter((c) => ["Pozole rojo", "Mole poblano"].includes(c.dish)), "dish", "total"), CUENTAS));
    ask("sum", "total de comensales atendidos entre el 15 de diciembre de 2023 y el 6 de enero de 2024", sum(cuentas.filter(from("2023-12-15", "2024-01-06")), "guests"), CUENTAS);
    ask("average", "cuantos flanes se piden por cuenta en promedio (Flan napolitano)", mean(of("Flan napolitano"), "qty"), CUENTAS);
    ask("list", "dime qué meseros trabajan en el turno matutino", meseros.filter((m) => m.shift === "Matutino").map((m) => m.name), MESERO);
    ask("attribute", "mesero con más antigüedad y su fecha de ingreso", [(({ name, hired }) => [name, hired])([...meseros].sort((a, b) => a.hired.localeCompare(b.hired))[0])], MESERO);
    ask("lookup", "quién es el encargado de la sucursal Coyoacán?", sucursales[3].boss, SUCURSAL);
    ask("sum", "número total de mesas en Puebla", 64, SUCURSAL);
}

function joined({ ask }, { sucursales, meseros, cuentas }) {
    const S = index(sucursales, "id");
    const M = index(meseros, "id");
    const branch = (c) => S.get(c.branch).name;
    const served = cuentas.filter((c) => c.waiter);
    const waiter = (c) => M.get(c.waiter).name;
    const SC = { files: ["sucursales.csv", "cuentas.csv"] };
    const MC = { files: ["meseros.csv", "cuentas.csv"] };
    ask("join", "venta total por sucursal", sums(cuentas, branch, "total"), SC);
    ask("attribute", "¿Quién juntó más propinas y cuánto fue?", top(1, sums(served, waiter, "tip")), MC);
    ask("antijoin", "meseros que no tienen ninguna cuenta", "Alma Briseño", MC);
    ask("pergroup", "el platillo estrella (más piezas) de cada sucursal", [...groups(cuentas, branch)].map(([k, l]) => [k, best(sums(l, "dish", "qty"))]), SC);
    ask("multi", "por ciudad: número de cuentas, venta total y ticket promedio", by(cuentas, (c) => S.get(c.branch).city, (l) => [l.length, sum(l, "total"), mean(l, "total")]).map(([k, v]) => [k, ...v]), SC);
    ask("compare", "compara Puebla contra Guadalajara en venta total", sums(cuentas.filter((c) => ["Puebla", "Guadalajara"].includes(S.get(c.branch).city)), (c) => S.get(c.branch).city, "total"), SC);
    ask("rate", "venta por mesa de cada sucursal (venta total entre número de mesas)", by(cuentas, branch, (l) => sum(l, "total") / S.get(l[0].branch).tables), SC);
    ask("having", "meseros con más de 100 cuentas", names(counts(served, waiter).filter(([, n]) => n > 100)), MC);
    ask("join", "propina promedio del turno vespertino", mean(served.filter((c) => M.get(c.waiter).shift === "Vespertino"), "tip"), MC);
}

function refused({ refuse }) {
    refuse("no_column", "¿cuánto nos cuesta el gas al mes?", "no hay gastos");
    refuse("no_column", "calificación promedio que dan los clientes", "no hay calificaciones");
    refuse("no_column", "a qué hora se llena más el local", "no hay horas", CUENTAS);
    refuse("no_column", "sueldo de Karla Mendieta", "no hay sueldos");
    refuse("no_entity", "cuántas tortas ahogadas se vendieron", "no existe ese platillo", CUENTAS);
    refuse("no_entity", "ventas de la sucursal Monterrey", "no existe esa sucursal");
    refuse("no_entity", "¿cuánto vendimos en 2019?", "las cuentas empiezan en octubre de 2023", CUENTAS);
    refuse("future", "cuánto vamos a vender el próximo diciembre", "las tablas guardan el pasado");
    refuse("opinion", "¿conviene abrir otra sucursal?", "es un juicio");
    refuse("ambiguous", "quién es el peor mesero", "no se dice en qué");
}

export function askFonda(tables) {
    const list = asker("es", "fonda", ["sucursales.csv", "meseros.csv", "cuentas.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
