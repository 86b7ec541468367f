// A coffee wholesaler in five tables: regions, customers, products, orders and
// their lines. Names are in one table, amounts in another; the channel is typed
// in three ways; weights, limits and dates of shipping have gaps.
import { addDays, csv, days, dice, point, round } from "./tables.mjs";

const REGIONS = [
    ["North", "Ingrid Solberg"],
    ["South", "Tomás Ferreira"],
    ["East", "Aiko Tanaka"],
    ["West", "Declan O'Rourke"],
    ["Midlands", "Zoë Lambert"],
    ["Islands", "Mustafa Yılmaz"],
];
const CITIES = ["Aberdeen", "Plymouth", "Norwich", "Cardiff", "Birmingham", "Douglas"];
const NAMED = [
    "Harbour Lights Café", "Bean There", "The Daily Grind", "Müller & Söhne", "Old Mill Bakery",
    "Station Kiosk 9", "Grand Hotel Royale", "Cup of Joy", "Peñasco Foods", "St. Anne's Hospital",
    "Larkspur Catering", "Riverside Primary School",
];
const FIRST = ["Alder", "Birch", "Copper", "Dune", "Ember", "Fern", "Gable", "Hazel", "Iris", "Juniper", "Kestrel", "Linden", "Maple"];
const SECOND = ["Deli", "Tea Rooms", "Canteen", "Stores", "Bistro", "Roasters"];
// name, category, list price, weight
const PRODUCTS = [
    ["Colombian Dark Roast", "Coffee", 14.5, 1], ["Ethiopian Light Roast", "Coffee", 16.9, 1],
    ["Decaf House Blend", "Coffee", 12.75, 1], ["Espresso Forte", "Coffee", 15.2, 1],
    ["Earl Grey", "Tea", 7.4, 0.25], ["Jasmine Green", "Tea", 8.1, 0.2],
    ["Rooibos Vanilla", "Tea", 6.95, 0.25], ["Chai Masala", "Tea", 7.8, null],
    ["French Press", "Equipment", 29.9, 1.4], ["Pour-Over Kettle", "Equipment", 54, 1.1],
    ["Burr Grinder", "Equipment", 118, 3.6], ["Milk Frother", "Equipment", 22.5, null],
    ["Espresso Machine", "Equipment", 649, 12.8], ["Stoneware Mug", "Ceramics", 9.5, 0.4],
    ["Porcelain Cup Set", "Ceramics", 38, 2.1], ["Teapot Kyoto", "Ceramics", 44.25, 1.3],
    ["Almond Biscotti", "Sweets", 4.2, 0.3], ["Dark Chocolate Bar", "Sweets", 3.6, 0.1],
    ["Crème Brûlée Tart", "Sweets", 5.9, null], ["Oat Cookies", "Sweets", 3.95, 0.35],
];

function makeCustomers(d) {
    const composed = SECOND.flatMap((s) => FIRST.map((f) => `${f} ${s}`));
    return [...NAMED, ...composed].map((name, i) => {
        const region = i < 6 ? i : d.below(6);
        return {
            id: `C-${1001 + i}`,
            name,
            city: CITIES[region],
            region: region + 1,
            segment: d.pick(["Retail", "Retail", "Wholesale", "Public sector"]),
            limit: d.chance(0.2) ? null : 500 * d.between(2, 40),
            joined: days(d, "2018-01-10", "2023-12-20", 1)[0],
        };
    });
}

function makeOrders(d, customers) {
    return days(d, "2022-01-02", "2024-12-30", 1400).map((day, i) => {
        const status = d.pick(["Delivered", "Delivered", "Delivered", "Delivered", "Pending", "Cancelled", "Returned"]);
        const sent = status === "Delivered" || status === "Returned";
        return {
            id: 50001 + i,
            day,
            customer: d.skewed(customers, 1.8).id,
            status,
            channel: d.pick(["web", "Web", "WEB", "phone", "Phone", "store"]),
            shipping: d.amount(3, 40),
            shipped: sent ? addDays(day, d.between(1, 9)) : null,
        };
    });
}

function makeLines(d, orders, products) {
    const lines = [];
    for (const order of orders) {
        for (let n = d.between(1, 4); n > 0; n--) {
            const product = d.skewed(products, 1.2);
            const quantity = product.price > 100 ? d.between(1, 4) : d.between(1, 40);
            const price = round(product.price * (0.85 + 0.15 * d.next()));
            lines.push({
                id: lines.length + 1,
                order: order.id,
                product: product.id,
                quantity,
                price,
                amount: round(quantity * price),
            });
        }
    }
    return lines;
}

export function makeShop() {
    const d = dice(7001);
    const regions = REGIONS.map(([name, manager], i) => ({ id: i + 1, name, manager }));
    const products = PRODUCTS.map(([name, category, price, weight], i) => ({
        id: `P-${String(i + 1).padStart(2, "0")}`, name, category, price, weight,
        discontinued: [2, 11, 18].includes(i) ? "yes" : "no",
    }));
    const customers = makeCustomers(d);
    const orders = makeOrders(d, customers);
    return { regions, products, customers, orders, lines: makeLines(d, orders, products) };
}

export const shopFiles = ({ regions, customers, products, orders, lines }) => ({
    "shop/regions.csv": csv(
        [["region_id", "id"], ["region", "name"], ["regional_manager", "manager"]],
        regions,
    ),
    "shop/customers.csv": csv(
        [["customer_id", "id"], ["customer_name", "name"], ["city", "city"], ["region_id", "region"],
         ["segment", "segment"], ["credit_limit", "limit"], ["joined_on", "joined"]],
        customers,
    ),
    "shop/products.csv": csv(
        [["product_id", "id"], ["product_name", "name"], ["category", "category"],
         ["list_price", (p) => point(p.price)], ["weight_kg", "weight"], ["discontinued", "discontinued"]],
        products,
    ),
    "shop/orders.csv": csv(
        [["order_id", "id"], ["order_date", "day"], ["customer_id", "customer"], ["status", "status"],
         ["channel", "channel"], ["shipping_cost", (o) => point(o.shipping)], ["shipped_on", "shipped"]],
        orders,
    ),
    "shop/order_lines.csv": csv(
        [["line_id", "id"], ["order_id", "order"], ["product_id", "product"], ["quantity", "quantity"],
         ["unit_price", (l) => point(l.price)], ["amount", (l) => point(l.amount)]],
        lines,
    ),
});
