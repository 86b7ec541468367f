// Pisos en alquiler en España: inmuebles, contratos y recibos, con punto y coma,
// coma decimal, el día primero, fianzas que faltan y S o N.
import { addMonths, asker, british, comma, csv, days, dice, euros, pad } from "../business/tables.mjs";
import {
    best, by, counts, from, growth, index, least, mean, means, median, month, names, sum, sums, top, year,
} from "../business/truth.mjs";
import { daysBetween, people, percent, which } from "./forms.mjs";

const CALLES = ["Calle Mayor", "Avenida de la Constitución", "Calle del Pez", "Paseo de Zorrilla", "Ronda de Segovia", "Plaza del Carmen", "Calle Betis"];
const NOMBRES = ["Álvaro", "Begoña", "Candela", "Desiderio", "Eulalia", "Fermín", "Gala", "Hugo", "Inés", "Jokin", "Lorena", "Matías"];
const APELLIDOS = ["Arrieta", "Bermúdez", "Castaño", "Doménech", "Escribá", "Figueroa", "Galdós", "Huerta", "Iriarte", "Jurado"];

export function makeAlquileres() {
    const d = dice(8302);
    const pisos = Array.from({ length: 45 }, (_, i) => ({
        id: `IN${pad(i + 1, 3)}`, street: `${d.pick(CALLES)} ${i + 3}`, city: d.skewed(["Madrid", "Sevilla", "Valladolid", "Bilbao"], 1.3),
        kind: d.skewed(["Piso", "Ático", "Estudio", "Local comercial"], 1.3), size: d.between(28, 160), rooms: d.between(1, 5), lift: d.pick(["S", "N"]),
        garage: d.pick(["S", "N", "N"]), energy: d.chance(0.15) ? null : d.pick(["A", "B", "C", "D", "E"]),
    }));
    const tenants = people(d, 70, NOMBRES, APELLIDOS);
    const contratos = tenants.map((tenant, i) => {
        const piso = pisos[i % 41];
        const start = i < 41 ? days(d, "2021-01-01", "2022-03-31", 1)[0] : days(d, "2023-06-01", "2024-02-28", 1)[0];
        return {
            id: `CT-${pad(i + 1, 3)}`, piso: piso.id, tenant, start, end: addMonths(start, i < 41 ? d.between(10, 14) : 60), rent: 5 * d.between(90, 290) + 0.5,
            deposit: d.chance(0.12) ? null : 100 * d.between(5, 30), pets: d.pick(["S", "N", "N"]), agent: d.pick(["Nuria Salcedo", "Óscar Villalba", "Teresa Munárriz"]),
        };
    });
    const recibos = [];
    for (const c of contratos) {
        for (let day = addMonths(`${month(c.start)}-01`, 1); day < c.end && day <= "2024-12-01"; day = addMonths(day, 1)) {
            const state = d.pick(["Cobrado", "Cobrado", "Cobrado", "Cobrado", "Cobrado", "Cobrado", "Devuelto", "Impagado"]);
            recibos.push({ contract: c.id, day, amount: c.rent, state, paid: state === "Cobrado" ? days(d, day, addMonths(day, 1), 1)[0] : null, way: d.pick(["Domiciliación", "Transferencia", "Bizum"]) });
        }
    }
    recibos.forEach((r, i) => (r.id = 5001 + i));
    return { pisos, contratos, recibos };
}

const FORM = { delimiter: ";" };
export const alquileresFiles = ({ pisos, contratos, recibos }) => ({
    "alquileres/inmuebles.csv": csv(
        [["Ref. inmueble", "id"], ["Dirección", "street"], ["Ciudad", "city"], ["Tipo", "kind"], ["Sup. (m2)", "size"], ["Hab.", "rooms"], ["Ascensor", "lift"], ["Garaje", "garage"], ["Cert. energético", "energy"]],
        pisos, FORM,
    ),
    "alquileres/contratos.csv": csv(
        [["Nº contrato", "id"], ["Ref. inmueble", "piso"], ["Inquilino", "tenant"], ["Inicio", (c) => british(c.start)], ["Fin", (c) => british(c.end)],
         ["Renta mensual", (c) => comma(c.rent)], ["Fianza", (c) => euros(c.deposit)], ["Mascotas", "pets"], ["Gestor", "agent"]],
        contratos, FORM,
    ),
    "alquileres/recibos.csv": csv(
        [["Nº recibo", "id"], ["Nº contrato", "contract"], ["Fecha emisión", (r) => british(r.day)], ["Importe", (r) => euros(r.amount)], ["Estado", "state"], ["Fecha cobro", (r) => british(r.paid)], ["Medio de pago", "way"]],
        recibos, FORM,
    ),
});

const PISOS = { files: ["inmuebles.csv"] };
const CONTRATOS = { files: ["contratos.csv"] };
const RECIBOS = { files: ["recibos.csv"] };

function oneTable({ ask }, { pisos, contratos, recibos }) {
    const is = (state) => recibos.filter((r) => r.state === state);
    const at = (y) => recibos.filter((r) => year(r.day) === y);
    const paid = is("Cobrado");
    ask("count", "cuántos áticos tenemos en cartera", pisos.filter((p) => p.kind === "Ático").length, PISOS);
    ask("average", "superficie media por ciudad", means(pisos, "city", "size"), PISOS);
    ask("negation", "¿Cuántos inmuebles están sin certificado energético?", pisos.filter((p) => p.energy === null).length, PISOS);
    ask("count", "pisos con ascensor pero sin garaje (me refiero a los de tipo Piso), cuántos hay", pisos.filter((p) => p.kind === "Piso" && p.lift === "S" && p.garage === "N").length, PISOS);
    ask("range", "inmuebles de más de 100 metros y al menos 3 habitaciones: número", pisos.filter((p) => p.size > 100 && p.rooms >= 3).length, PISOS);
    ask("extreme", "renta mensual más baja", least(contratos, "rent"), CONTRATOS);
    ask("median", "mediana de la renta", median(contratos, "rent"), CONTRATOS);
    ask("lookup", `¿Qué fianza dejó ${contratos.find((c) => c.deposit).tenant}?`, contratos.find((c) => c.deposit).deposit, CONTRATOS);
    ask("sum", "suma de fianzas depositadas en contratos con mascotas", sum(contratos.filter((c) => c.pets === "S"), "deposit"), CONTRATOS);
    ask("top", "inquilinos con las 3 rentas más caras", names(top(3, contratos.map((c) => [c.tenant, c.rent]))), CONTRATOS);
    ask("group", "contratos por gestor", counts(contratos, "agent"), CONTRATOS);
    ask("duration", "duración media de los contratos en días (de inicio a fin)", mean(contratos, (c) => daysBetween(c.start, c.end)), CONTRATOS);
    ask("period", "¿Cuántos contratos empezaron en 2023?", contratos.filter((c) => year(c.start) === 2023).length, CONTRATOS);
    ask("sum", "¿cuánto dinero tenemos en recibos impagados?", sum(is("Impagado"), "amount"), RECIBOS);
    ask("rate", "porcentaje de recibos devueltos sobre el total de recibos", ...percent(is("Devuelto").length, recibos.length, RECIBOS));
    ask("duration", "días que tardamos de media en cobrar un recibo", mean(paid, (r) => daysBetween(r.day, r.paid)), RECIBOS);
    ask("period", "importe emitido en cada mes del último trimestre de 2024", sums(recibos.filter(from("2024-10-01", "2024-12-31")), (r) => month(r.day), "amount"), RECIBOS);
    ask("growth", "variación en % del importe de recibos emitidos, 2024 respecto a 2023", growth(sum(at(2023), "amount"), sum(at(2024), "amount")), RECIBOS);
    ask("extreme", "medio de pago más utilizado", best(counts(recibos, "way")), RECIBOS);
    ask("compare", "Bizum frente a Transferencia: importe cobrado", sums(paid.filter((r) => r.way !== "Domiciliación"), "way", "amount"), RECIBOS);
}

function joined({ ask }, { pisos, contratos, recibos }) {
    const P = index(pisos, "id");
    const C = index(contratos, "id");
    const city = (c) => P.get(c.piso).city;
    const PC = { files: ["inmuebles.csv", "contratos.csv"] };
    const CR = { files: ["contratos.csv", "recibos.csv"] };
    const bad = sums(recibos.filter((r) => r.state === "Impagado"), (r) => C.get(r.contract).tenant, "amount");
    ask("join", "renta media por ciudad del inmueble", means(contratos, city, "rent"), PC);
    ask("antijoin", "¿qué inmuebles no han tenido nunca contrato?", pisos.slice(41).map((p) => p.id), { ...PC, also: pisos.slice(41).map((p) => p.street) });
    ask("attribute", "el inquilino que más nos debe (recibos impagados) y cuánto", top(1, bad), CR);
    ask("having", "inquilinos con más de 4 recibos devueltos", names(counts(recibos.filter((r) => r.state === "Devuelto"), (r) => C.get(r.contract).tenant).filter(([, n]) => n > 4)), CR);
    ask("share", "qué parte del importe cobrado viene de inmuebles de Sevilla", ...percent(sum(recibos.filter((r) => r.state === "Cobrado" && city(C.get(r.contract)) === "Sevilla"), "amount"), sum(recibos.filter((r) => r.state === "Cobrado"), "amount")));
    ask("multi", "tipo de inmueble, nº de contratos y renta media", by(contratos, (c) => P.get(c.piso).kind, (l) => [l.length, mean(l, "rent")]).map(([k, v]) => [k, ...v]), PC);
    ask("compare", "¿quién ha cobrado más, Nuria Salcedo u Óscar Villalba?", ...which(sums(recibos.filter((r) => r.state === "Cobrado" && ["Nuria Salcedo", "Óscar Villalba"].includes(C.get(r.contract).agent)), (r) => C.get(r.contract).agent, "amount"), CR));
    ask("attribute", "el inmueble más grande y en qué ciudad está", [(([p]) => [p.street, p.city])(top(1, pisos.map((p) => [p, p.size]))[0])], { ...PISOS, also: [(([p]) => [p.id, p.city])(top(1, pisos.map((p) => [p, p.size]))[0])] });
}

function refused({ refuse }) {
    refuse("no_column", "¿cuánto pagamos de IBI por cada piso?", "no hay impuestos");
    refuse("no_column", "teléfono de los inquilinos morosos", "no hay teléfonos");
    refuse("no_column", "rentabilidad bruta de cada inmueble", "no hay valor de los inmuebles");
    refuse("no_column", "inmuebles con piscina", "nada dice de piscinas", PISOS);
    refuse("no_entity", "cuántos pisos hay en Zaragoza", "no existe esa ciudad", PISOS);
    refuse("no_entity", "recibos pagados por PayPal", "no existe ese medio", RECIBOS);
    refuse("no_entity", "contratos firmados en 2015, ¿cuántos?", "los contratos empiezan en 2021", CONTRATOS);
    refuse("future", "¿a cuánto estará el alquiler en 2030?", "las tablas guardan el pasado");
    refuse("opinion", "¿es buen inquilino Hugo?", "es un juicio");
}

export function askAlquileres(tables) {
    const list = asker("es", "alquileres", ["inmuebles.csv", "contratos.csv", "recibos.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
