// Orders and customers of a Spanish firm, and its staff, as a spreadsheet program
// in Spain writes them: semicolons, day first, decimal commas.
import { asker, british, comma, csv, days, dice, euros, pad, round } from "./tables.mjs";
import {
    best, counts, distinct, from, index, least, mean, median, month, names, pairs, share, sum, sums, top,
    year,
} from "./truth.mjs";

const CLIENTES = [
    "Ferretería Núñez", "Hostal La Peña", "Bodegas Ybarra", "Óptica Luján", "Panadería San José", "Clínica Dental Sáez",
    "Talleres Muñoz e Hijos", "Librería Cervantes", "Floristería Begoña", "Gimnasio Vigor", "Café del Ángel",
    "Autoescuela Norte", "Viajes Macarena", "Peluquería Íñigo", "Farmacia Güell", "Mesón El Cañón", "Academia Piñar",
    "Residencia Los Olmos", "Zapatería Ordóñez", "Imprenta Salvà", "Taxi Logroño", "Quesería Añover", "Joyería Áurea",
    "Colegio Santa Inés",
];
const PROVINCIAS = ["Madrid", "Barcelona", "Málaga", "A Coruña", "León", "Cádiz", "Álava"];
const PRODUCTOS = [
    ["Silla de oficina", "Mobiliario", 89.9], ["Mesa plegable", "Mobiliario", 64.5], ["Estantería metálica", "Mobiliario", 112],
    ["Papel A4", "Papelería", 4.75], ["Bolígrafo azul", "Papelería", 0.6], ["Cuaderno de espiral", "Papelería", 2.95],
    ["Tóner negro", "Informática", 71.2], ["Ratón inalámbrico", "Informática", 18.4], ["Teclado español", "Informática", 34.9],
    ["Lámpara de pie", "Iluminación", 45], ["Bombilla LED", "Iluminación", 3.8],
];

export function makeVentas() {
    const d = dice(7007);
    const clientes = CLIENTES.map((name, i) => ({
        id: `CL${pad(i + 1, 3)}`, name,
        sector: d.pick(["Hostelería", "Comercio", "Servicios", "Educación"]),
        agent: d.pick(["Marta Giménez", "Iñaki Etxebarria", "Rocío Peláez"]),
        limit: d.chance(0.2) ? null : 250 * d.between(4, 60),
    }));
    const ventas = days(d, "2022-07-01", "2024-06-30", 700).map((day, i) => {
        const [product, family, list] = d.pick(PRODUCTOS);
        const units = list > 20 ? d.between(1, 15) : d.between(1, 120);
        const price = round(list * (0.9 + 0.15 * d.next()));
        return {
            id: 9001 + i, day, client: d.skewed(clientes, 1.5).id, product, family, units, price,
            amount: round(units * price),
            province: d.skewed(PROVINCIAS, 1.3),
            state: d.pick(["Servido", "Servido", "Servido", "Pendiente", "Anulado", "SERVIDO"]),
        };
    });
    return { clientes, ventas };
}

export const ventasFiles = ({ clientes, ventas }) => ({
    "ventas/clientes.csv": csv(
        [["Código cliente", "id"], ["Cliente", "name"], ["Sector", "sector"], ["Comercial", "agent"], ["Límite de crédito", (c) => euros(c.limit)]],
        clientes,
        { delimiter: ";" },
    ),
    "ventas/ventas.csv": csv(
        [["Nº pedido", "id"], ["Fecha", (v) => british(v.day)], ["Código cliente", "client"], ["Producto", "product"], ["Familia", "family"],
         ["Unidades", "units"], ["Precio unitario", (v) => comma(v.price)], ["Importe", (v) => euros(v.amount)], ["Provincia", "province"],
         ["Estado", "state"]],
        ventas,
        { delimiter: ";", eol: "\r\n", mark: "\ufeff" },
    ),
});

const VENTAS = { files: ["ventas.csv"] };
const CLIENTS = { files: ["clientes.csv"] };

function answered({ ask }, { clientes, ventas }) {
    const C = index(clientes, "id");
    const in_ = (y) => ventas.filter((v) => year(v.day) === y);
    const amount = (rows) => sum(rows, "amount");
    const name = (v) => C.get(v.client).name;
    const served = ventas.filter((v) => v.state.toLowerCase() === "servido");
    const light = ventas.filter((v) => v.family === "Iluminación");
    ask("count", "¿Cuántos pedidos están pendientes?", ventas.filter((v) => v.state === "Pendiente").length, VENTAS);
    ask("count", "número de pedidos servidos en la provincia de León", served.filter((v) => v.province === "León").length, VENTAS);
    ask("distinct", "¿cuántas provincias diferentes aparecen?", distinct(ventas, "province"), VENTAS);
    ask("sum", "Importe total facturado en Málaga durante 2023", amount(in_(2023).filter((v) => v.province === "Málaga")), VENTAS);
    ask("sum", "¿Cuántas unidades de Papel A4 se han vendido?", sum(ventas.filter((v) => v.product === "Papel A4"), "units"), VENTAS);
    ask("average", "importe medio por línea de la familia Informática", mean(ventas.filter((v) => v.family === "Informática"), "amount"), VENTAS);
    ask("median", "mediana de las unidades en pedidos anulados", median(ventas.filter((v) => v.state === "Anulado"), "units"), VENTAS);
    ask("extreme", "el precio unitario más bajo de la Silla de oficina", least(ventas.filter((v) => v.product === "Silla de oficina"), "price"), VENTAS);
    ask("top", "Dime los tres productos que más importe suman", names(top(3, sums(ventas, "product", "amount"))), VENTAS);
    ask("group", "unidades vendidas por familia", sums(ventas, "family", "units"), VENTAS);
    ask("period", "importe mes a mes en el primer semestre de 2024", sums(ventas.filter(from("2024-01-01", "2024-06-30")), (v) => month(v.day), "amount"), VENTAS);
    ask("period", "¿Cuántos pedidos hubo en el cuarto trimestre de 2022?", ventas.filter(from("2022-10-01", "2022-12-31")).length, VENTAS);
    ask("share", "¿Qué porcentaje del importe corresponde a Iluminación?", share(amount(light), amount(ventas)), { ...VENTAS, also: amount(light) / amount(ventas) });
    ask("having", "productos con más de 65 pedidos", names(counts(ventas, "product").filter(([, n]) => n > 65)), VENTAS);
    ask("range", "pedidos cuyo importe está entre 1.000 y 1.500 euros, ¿cuántos?", ventas.filter((v) => v.amount >= 1000 && v.amount <= 1500).length, VENTAS);
    ask("units", "¿Cuántos clientes tienen un límite de crédito mayor de diez mil euros?", clientes.filter((c) => c.limit > 10000).length, CLIENTS);
    ask("join", "¿Cuánto ha comprado Bodegas Ybarra?", amount(ventas.filter((v) => name(v) === "Bodegas Ybarra")));
    ask("join", "importe por sector del cliente", sums(ventas, (v) => C.get(v.client).sector, "amount"));
    ask("join", "¿Qué comercial ha vendido más en 2024?", best(sums(in_(2024), (v) => C.get(v.client).agent, "amount")));
    ask("join", "los 4 clientes con más pedidos", names(top(4, counts(ventas, name))));
}

export function askVentas(tables) {
    const list = asker("es", "ventas", ["ventas.csv", "clientes.csv"]);
    const { refuse } = list;
    answered(list, tables);
    refuse("no_column", "¿Cuál es el beneficio de la familia Papelería?", "no hay costes");
    refuse("no_column", "¿Qué clientes tienen más de diez empleados?", "no se sabe cuántos empleados tienen");
    refuse("no_entity", "importe vendido en la provincia de Teruel", "no hay tal provincia");
    refuse("ambiguous", "¿Cuáles son los mejores clientes?", "mejores por qué");
    refuse("future", "¿Cuánto venderemos en la campaña de Navidad de 2026?", "los datos acaban en 2024");
    refuse("opinion", "¿Por qué se anulan tantos pedidos?", "no hay motivos");
    return list.list;
}

const NOMBRES = ["Álvaro", "Begoña", "Íñigo", "Lucía", "Martín", "Nuria", "Óscar", "Pilar", "Raúl", "Sofía", "Tomás", "Úrsula"];
const APELLIDOS = ["Arévalo", "Báez", "Cañizares", "Domínguez", "Estévez", "Ibáñez", "Largo", "Núñez", "Ortuño", "Quirós", "Ramírez", "Valdés"];

export function makePlantilla() {
    const d = dice(7008);
    return NOMBRES.flatMap((n) => APELLIDOS.map((a) => `${n} ${a}`)).map((name) => ({
        name,
        post: d.pick(["Administrativo", "Técnico", "Comercial", "Jefe de equipo", "Becario"]),
        unit: d.skewed(["Producción", "Logística", "Administración", "I+D", "Recursos Humanos"], 1.4),
        salary: 100 * d.between(165, 620),
        hired: days(d, "2010-01-10", "2024-05-30", 1)[0],
        site: d.skewed(["Valladolid", "Gijón", "Almería"], 1.3),
        shift: d.pick(["Completa", "Completa", "Parcial"]),
        home: d.chance(0.3) ? "Sí" : "No",
    }));
}

export const plantillaFiles = (rows) => ({
    "plantilla/plantilla.csv": csv(
        [["Nombre", "name"], ["Puesto", "post"], ["Departamento", "unit"], ["Sueldo anual", (r) => euros(r.salary)],
         ["Fecha de alta", (r) => british(r.hired)], ["Sede", "site"], ["Jornada", "shift"], ["Teletrabajo", "home"]],
        rows,
        { delimiter: ";" },
    ),
});

export function askPlantilla(rows) {
    const { ask, refuse, list } = asker("es", "plantilla", ["plantilla.csv"]);
    const at = (site) => rows.filter((r) => r.site === site);
    const named = (name) => rows.find((r) => r.name === name);
    ask("count", "¿Cuánta gente trabaja en Gijón?", at("Gijón").length);
    ask("count", "empleados con jornada parcial en Logística: cuántos", rows.filter((r) => r.shift === "Parcial" && r.unit === "Logística").length);
    ask("sum", "masa salarial total de Producción (suma del sueldo anual)", sum(rows.filter((r) => r.unit === "Producción"), "salary"));
    ask("average", "sueldo medio de los técnicos", mean(rows.filter((r) => r.post === "Técnico"), "salary"));
    ask("extreme", "¿Quién cobra el sueldo más alto de Almería?", best(pairs(at("Almería"), "name", "salary")));
    ask("extreme", "fecha de alta más antigua", [...rows].map((r) => r.hired).sort()[0]);
    ask("group", "número de empleados por departamento y sede", ["Valladolid", "Gijón", "Almería"].flatMap((s) => counts(at(s), "unit").map(([u, n]) => [u, s, n])));
    ask("period", "altas por año desde 2020", counts(rows.filter((r) => year(r.hired) >= 2020), (r) => year(r.hired)));
    ask("share", "porcentaje de la plantilla que teletrabaja", share(rows.filter((r) => r.home === "Sí").length, rows.length), { also: rows.filter((r) => r.home === "Sí").length / rows.length });
    ask("negation", "¿cuántos no son de Administración?", rows.filter((r) => r.unit !== "Administración").length);
    ask("position", "¿Quién figura en la quinta fila?", rows[4].name);
    ask("units", "¿Cuántas personas ganan más de medio centenar de miles, es decir 50 mil euros?", rows.filter((r) => r.salary > 50000).length);
    ask("lookup", "puesto de Úrsula Cañizares", named("Úrsula Cañizares").post);
    refuse("no_column", "¿Cuál es la edad media de la plantilla?", "no hay fechas de nacimiento");
    refuse("no_entity", "empleados de la sede de Burgos", "no hay tal sede");
    refuse("no_entity", "sueldo de Jacinta Villarroel", "no hay tal persona");
    refuse("opinion", "¿Está contenta la gente de Recursos Humanos?", "una opinión");
    refuse("grain", "¿A qué hora entra a trabajar Lucía Quirós?", "no hay horas");
    return list;
}
