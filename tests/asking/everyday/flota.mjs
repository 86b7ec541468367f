// Una empresa de transporte en México: choferes, unidades y viajes, con kilómetros,
// litros, casetas y fechas de salida y de llegada con hora.
import { asker, csv, days, dice, pad, round } from "../business/tables.mjs";
import {
    best, by, counts, groups, growth, index, mean, means, month, most, names, sum, sums, top, worst, year,
} from "../business/truth.mjs";
import { people, percent, which } from "./forms.mjs";

const NOMBRES = ["Abundio", "Baltazar", "Cuauhtémoc", "Delfino", "Eleazar", "Fidel", "Genaro", "Hilario", "Isabel", "Jacinta"];
const APELLIDOS = ["Ávalos", "Barragán", "Cisneros", "Dueñas", "Esparza", "Frausto", "Guízar", "Hinojosa"];
const DESTINOS = [["Monterrey", 910], ["Guadalajara", 540], ["Querétaro", 215], ["Veracruz", 400], ["Tijuana", 2770], ["Mérida", 1310]];
const stamp = (minutes) => {
    const text = new Date(minutes * 60000).toISOString();
    return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11, 16)}`;
};

export function makeFlota() {
    const d = dice(8223);
    const choferes = people(d, 22, NOMBRES, APELLIDOS).map((name, i) => ({ id: 501 + i, name, licence: d.pick(["Tipo B", "Tipo E"]), base: d.pick(["Toluca", "CDMX", "Puebla"]), joined: days(d, "2012-01-01", "2022-12-31", 1)[0] }));
    const unidades = Array.from({ length: 16 }, (_, i) => ({ id: `U-${pad(i + 1, 2)}`, brand: d.skewed(["Kenworth", "Freightliner", "International", "Volvo"], 1.2), model: d.between(2009, 2023), tons: d.pick([10, 15, 20, 30]), gps: d.pick(["Si", "Si", "No"]) }));
    const viajes = days(d, "2023-01-02", "2024-06-29", 950).map((day, i) => {
        const [to, far] = d.skewed(DESTINOS, 1.3);
        const km = far + d.between(-15, 40);
        const start = Date.parse(day) / 60000 + d.between(4 * 60, 22 * 60);
        const hours = km / d.between(55, 80);
        return {
            id: `V${pad(i + 1, 4)}`, day, start, end: start + Math.round(hours * 60), km, driver: d.skewed(choferes.slice(0, 21), 1.2).id, unit: d.skewed(unidades.slice(0, 14), 1.2).id, to,
            cargo: d.skewed(["Abarrotes", "Autopartes", "Electrodomésticos", "Material de construcción"], 1.2), litres: round(km / (2 + d.next()), 1),
            toll: to === "Querétaro" && d.chance(0.3) ? null : 10 * d.between(20, 320), freight: 50 * Math.round(km * d.between(16, 28) / 50), late: d.chance(0.18) ? "SI" : "NO",
        };
    });
    return { choferes, unidades, viajes };
}

export const flotaFiles = ({ choferes, unidades, viajes }) => ({
    "flota/choferes.csv": csv([["no_empleado", "id"], ["chofer", "name"], ["licencia", "licence"], ["base", "base"], ["fecha_alta", "joined"]], choferes),
    "flota/unidades.csv": csv([["unidad", "id"], ["marca", "brand"], ["modelo", "model"], ["cap_ton", "tons"], ["tiene_gps", "gps"]], unidades),
    "flota/viajes.csv": csv(
        [["viaje", "id"], ["salida", (v) => stamp(v.start)], ["llegada", (v) => stamp(v.end)], ["no_empleado", "driver"], ["unidad", "unit"], ["destino", "to"], ["carga", "cargo"],
         ["km", "km"], ["litros_diesel", "litres"], ["casetas_mxn", "toll"], ["flete_mxn", "freight"], ["con_retraso", "late"]],
        viajes,
    ),
});

const VIAJES = { files: ["viajes.csv"] };

function oneTable({ ask }, { choferes, unidades, viajes }) {
    const at = (m) => viajes.filter((v) => month(v.day) === m);
    const first = (y) => viajes.filter((v) => year(v.day) === y && v.day < `${y}-07-01`);
    ask("count", "cuántos viajes salieron a Tijuana", viajes.filter((v) => v.to === "Tijuana").length, VIAJES);
    ask("sum", "kilómetros recorridos en 2023, según la fecha de salida", sum(viajes.filter((v) => year(v.day) === 2023), "km"), VIAJES);
    ask("rate", "¿qué porcentaje de los viajes llegó con retraso?", ...percent(viajes.filter((v) => v.late === "SI").length, viajes.length, VIAJES));
    ask("rate", "rendimiento general en km por litro (km totales entre litros totales)", sum(viajes, "km") / sum(viajes, "litres"), VIAJES);
    ask("sum", "gasto en casetas de los viajes que salieron en mayo de 2024", sum(at("2024-05"), "toll"), VIAJES);
    ask("negation", "viajes sin casetas registradas, cuántos", viajes.filter((v) => v.toll === null).length, VIAJES);
    ask("top", "los dos destinos con más ingreso por flete", names(top(2, sums(viajes, "to", "freight"))), VIAJES);
    ask("average", "flete promedio por tipo de carga", means(viajes, "cargo", "freight"), VIAJES);
    ask("duration", "horas que dura en promedio un viaje a Mérida, de salida a llegada", mean(viajes.filter((v) => v.to === "Mérida"), (v) => (v.end - v.start) / 60), VIAJES);
    ask("extreme", "el viaje más largo en km, dame solo los kilómetros", most(viajes, "km"), VIAJES);
    ask("period", "¿en qué mes salieron más viajes?", best(counts(viajes, (v) => month(v.day))), VIAJES);
    ask("growth", "salidas del primer semestre 2024 vs primer semestre 2023: cambio porcentual del flete", growth(sum(first(2023), "freight"), sum(first(2024), "freight")), VIAJES);
    ask("range", "viajes de entre 300 y 600 km: ¿cuántos?", viajes.filter((v) => v.km >= 300 && v.km <= 600).length, VIAJES);
    ask("pergroup", "carga más frecuente en cada destino", [...groups(viajes, "to")].map(([k, l]) => [k, best(counts(l, "cargo"))]), VIAJES);
    ask("count", "¿cuántas unidades tienen GPS?", unidades.filter((u) => u.gps === "Si").length, { files: ["unidades.csv"] });
    ask("list", "choferes con base en Puebla", choferes.filter((c) => c.base === "Puebla").map((c) => c.name), { files: ["choferes.csv"] });
}

function joined({ ask }, { choferes, unidades, viajes }) {
    const C = index(choferes, "id");
    const U = index(unidades, "id");
    const driver = (v) => C.get(v.driver).name;
    const VC = { files: ["choferes.csv", "viajes.csv"] };
    const VU = { files: ["unidades.csv", "viajes.csv"] };
    ask("attribute", "chofer con más kilómetros y cuántos lleva", top(1, sums(viajes, driver, "km")), VC);
    ask("join", "litros de diésel por marca", sums(viajes, (v) => U.get(v.unit).brand, "litres"), VU);
    ask("antijoin", "unidades que no han hecho ningún viaje", unidades.filter((u) => !viajes.some((v) => v.unit === u.id)).map((u) => u.id), VU);
    ask("antijoin", "¿qué chofer no ha salido a carretera?", choferes.filter((c) => !viajes.some((v) => v.driver === c.id)).map((c) => c.name), VC);
    ask("having", "choferes con 11 retrasos o más", names(counts(viajes.filter((v) => v.late === "SI"), driver).filter(([, n]) => n >= 11)), VC);
    ask("compare", "Kenworth o Volvo, ¿cuál trae mejor rendimiento (km totales / litros totales)?", ...which(by(viajes.filter((v) => ["Kenworth", "Volvo"].includes(U.get(v.unit).brand)), (v) => U.get(v.unit).brand, (l) => sum(l, "km") / sum(l, "litres")), VU));
    ask("multi", "por base: viajes, km y flete", by(viajes, (v) => C.get(v.driver).base, (l) => [l.length, sum(l, "km"), sum(l, "freight")]).map(([k, v]) => [k, ...v]), VC);
    ask("join", "el destino con menos viajes de choferes con licencia tipo E", worst(counts(viajes.filter((v) => C.get(v.driver).licence === "Tipo E"), "to")), VC);
}

function refused({ refuse }) {
    refuse("no_column", "¿cuántas multas le han puesto a cada chofer?", "no hay multas");
    refuse("no_column", "costo de refacciones por unidad", "no hay refacciones");
    refuse("no_column", "edad promedio de los choferes", "no hay edades");
    refuse("no_entity", "viajes a Cancún", "no existe ese destino", VIAJES);
    refuse("no_entity", "rendimiento de las unidades Scania", "no existe esa marca");
    refuse("no_entity", "cuántos viajes hicimos en 2017", "los viajes empiezan en 2023", VIAJES);
    refuse("future", "¿cuánto diésel gastaremos el mes que viene?", "las tablas guardan el pasado");
    refuse("opinion", "¿a qué chofer debería correr?", "es un juicio");
}

export function askFlota(tables) {
    const list = asker("es", "flota", ["choferes.csv", "unidades.csv", "viajes.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
