// Questions in English over the shop.
import { asker } from "./tables.mjs";
import {
    best, counts, distinct, either, from, growth, index, mean, means, median, month, most, names, pairs,
    quarter, share, sum, sums, top, worst, year,
} from "./truth.mjs";

const ALL = ["regions.csv", "customers.csv", "products.csv", "orders.csv", "order_lines.csv"];
const ORDERS = { files: ["orders.csv"] };
const LINES = { files: ["order_lines.csv"] };
const CUSTOMERS = { files: ["customers.csv"] };
const PRODUCTS = { files: ["products.csv"] };

// Each line with its order, product, customer and region.
function wide({ regions, customers, products, orders, lines }) {
    const [R, C, P, O] = [regions, customers, products, orders].map((t) => index(t, "id"));
    return lines.map((line) => {
        const order = O.get(line.order);
        const customer = C.get(order.customer);
        const product = P.get(line.product);
        return { ...line, o: order, c: customer, p: product, r: R.get(customer.region), day: order.day };
    });
}

function oneTable({ ask }, { customers, products, orders, lines }) {
    const is = (status) => orders.filter((o) => o.status === status);
    const web = orders.filter((o) => o.channel.toLowerCase() === "web");
    const named = (name) => customers.find((c) => c.name === name);
    ask("count", "How many orders were cancelled?", is("Cancelled").length, ORDERS);
    ask("count", "number of orders placed through the web channel", web.length, ORDERS);
    ask("count", "How many pending orders do we have from 2024?", is("Pending").filter((o) => year(o.day) === 2024).length, ORDERS);
    ask("distinct", "How many different customers placed an order?", distinct(orders, "customer"), ORDERS);
    ask("distinct", "count the unique cities our customers are in", distinct(customers, "city"), CUSTOMERS);
    ask("sum", "What did we spend on shipping altogether?", sum(orders, "shipping"), ORDERS);
    ask("sum", "total quantity ordered", sum(lines, "quantity"), LINES);
    ask("average", "What's the average shipping cost of a returned order?", mean(is("Returned"), "shipping"), ORDERS);
    ask("average", "mean credit limit of wholesale customers", mean(customers.filter((c) => c.segment === "Wholesale"), "limit"), CUSTOMERS);
    ask("median", "Median amount of an order line", median(lines, "amount"), LINES);
    ask("median", "what is the median shipping cost for delivered orders", median(is("Delivered"), "shipping"), ORDERS);
    ask("extreme", "largest amount on a single order line", most(lines, "amount"), LINES);
    ask("extreme", "Which product has the lowest list price?", worst(pairs(products, "name", "price")), PRODUCTS);
    ask("extreme", "When was the first order placed?", orders[0].day, ORDERS);
    ask("top", "five priciest products by list price", names(top(5, pairs(products, "name", "price"))), PRODUCTS);
    ask("top", "Give me the 3 heaviest products.", names(top(3, pairs(products, "name", "weight"))), PRODUCTS);
    ask("group", "number of orders by status", counts(orders, "status"), ORDERS);
    ask("group", "How many customers are there in each segment?", counts(customers, "segment"), CUSTOMERS);
    ask("group", "average list price per category", means(products, "category", "price"), PRODUCTS);
    ask("period", "How many orders came in during March 2023?", orders.filter((o) => month(o.day) === "2023-03").length, ORDERS);
    ask("period", "shipping cost per year", sums(orders, (o) => year(o.day), "shipping"), ORDERS);
    ask("period", "orders per quarter in 2022", counts(orders.filter((o) => year(o.day) === 2022), (o) => quarter(o.day)), ORDERS);
    ask("period", "How many customers joined between 2019 and 2021?", customers.filter(from("2019-01-01", "2021-12-31", "joined")).length, CUSTOMERS);
    ask("share", "What percentage of all orders were returned?", share(is("Returned").length, orders.length), { ...ORDERS, also: is("Returned").length / orders.length });
    ask("growth", "By what percentage did the number of orders change from 2022 to 2023?", growth(orders.filter((o) => year(o.day) === 2022).length, orders.filter((o) => year(o.day) === 2023).length), ORDERS);
    ask("position", "What is the status of the last order in the file?", orders.at(-1).status, ORDERS);
    ask("position", "customer name in the tenth row", customers[9].name, CUSTOMERS);
    ask("difference", "How much dearer is the Espresso Machine than the Burr Grinder at list price?", 649 - 118, PRODUCTS);
    ask("negation", "How many orders have not been shipped?", orders.filter((o) => o.shipped === null).length, ORDERS);
    ask("negation", "which customers have no credit limit", names(customers.filter((c) => c.limit === null).map((c) => [c.name])), CUSTOMERS);
    ask("negation", "Count the products that are not discontinued", products.filter((p) => p.discontinued === "no").length, PRODUCTS);
    ask("range", "orders with a shipping cost between 10 and 15: how many?", orders.filter((o) => o.shipping >= 10 && o.shipping <= 15).length, ORDERS);
    ask("units", "How many customers have a credit limit over ten thousand?", customers.filter((c) => c.limit > 10000).length, CUSTOMERS);
    ask("units", "products that weigh more than two kilos", names(products.filter((p) => p.weight > 2).map((p) => [p.name])), PRODUCTS);
    ask("lookup", "Where is Peñasco Foods based?", named("Peñasco Foods").city, CUSTOMERS);
    ask("lookup", "credit limit of Grand Hotel Royale", named("Grand Hotel Royale").limit, CUSTOMERS);
    ask("having", "How many customers have placed more than 25 orders?", counts(orders, "customer").filter(([, n]) => n > 25).length, ORDERS);
}

function joined({ ask }, { orders, customers, regions }, rows) {
    const R = index(regions, "id");
    const C = index(customers, "id");
    const at = (y) => rows.filter((l) => year(l.day) === y);
    const customer = (o) => C.get(o.customer).name;
    const perCustomer = sums(rows, (l) => l.c.name, "amount");
    ask("join", "Top 5 customer names by amount", names(top(5, perCustomer)));
    ask("join", "total amount per region", sums(rows, (l) => l.r.name, "amount"));
    ask("join", "How much did The Daily Grind order in 2024, in money?", sum(at(2024).filter((l) => l.c.name === "The Daily Grind"), "amount"));
    ask("join", "quantity of Earl Grey sold to public sector customers", sum(rows.filter((l) => l.p.name === "Earl Grey" && l.c.segment === "Public sector"), "quantity"));
    ask("join", "Which product category brought in the most money?", best(sums(rows, (l) => l.p.category, "amount")));
    ask("join", "Who manages the region that Cup of Joy belongs to?", R.get(customers.find((c) => c.name === "Cup of Joy").region).manager);
    ask("join", "how many orders did Bean There place", orders.filter((o) => customer(o) === "Bean There").length);
    ask("join", "number of customers in the West region", customers.filter((c) => R.get(c.region).name === "West").length, { files: ["regions.csv", "customers.csv"] });
    ask("join", "amount by category for orders that were returned", sums(rows.filter((l) => l.o.status === "Returned"), (l) => l.p.category, "amount"));
    ask("join", "average order line amount for customers of Zoë Lambert's region", mean(rows.filter((l) => l.r.manager === "Zoë Lambert"), "amount"));
    ask("compare", "Compare the amount of Coffee and Tea in 2023.", sums(at(2023).filter((l) => ["Coffee", "Tea"].includes(l.p.category)), (l) => l.p.category, "amount"));
    ask("compare", "Which region sold more in 2024, North or South?", ...either(sums(at(2024).filter((l) => ["North", "South"].includes(l.r.name)), (l) => l.r.name, "amount")));
    ask("share", "What share of the total amount comes from the East region?", share(sum(rows.filter((l) => l.r.name === "East"), "amount"), sum(rows, "amount")), { also: sum(rows.filter((l) => l.r.name === "East"), "amount") / sum(rows, "amount") });
    ask("growth", "How many percent did the amount of Coffee grow from 2023 to 2024?", growth(sum(at(2023).filter((l) => l.p.category === "Coffee"), "amount"), sum(at(2024).filter((l) => l.p.category === "Coffee"), "amount")));
    ask("having", "customers whose orders add up to more than 30,000", names(perCustomer.filter(([, n]) => n > 30000)));
}

function refused({ refuse }) {
    refuse("no_column", "What is the profit margin of each product?", "costs are in no table");
    refuse("no_column", "Which customers have an email address ending in .org?", "there are no addresses of mail");
    refuse("no_column", "How many orders were paid by credit card?", "how an order was paid is in no table");
    refuse("no_column", "average customer age", "the age of a customer is in no table", CUSTOMERS);
    refuse("no_entity", "How many orders did Sunrise Pâtisserie place?", "no such customer");
    refuse("no_entity", "total amount in the Highlands region", "no such region");
    refuse("no_entity", "list price of the Siphon Brewer", "no such product", PRODUCTS);
    refuse("no_entity", "how many orders are refunded", "no such status", ORDERS);
    refuse("no_entity", "Orders per month in 2019", "the orders begin in 2022", ORDERS);
    refuse("ambiguous", "What is the average price?", "list price or the price of a line");
    refuse("ambiguous", "Who are the best customers?", "best by what: orders, quantity, amount, limit");
    refuse("ambiguous", "top 10 products", "by what is not said");
    refuse("future", "How much will Cup of Joy order next year?", "the tables hold the past");
    refuse("future", "forecast the amount for the first quarter of 2026", "the tables end in 2024");
    refuse("opinion", "Should we drop the Tea category?", "a judgement, not a figure");
    refuse("opinion", "Why do customers return Ceramics?", "reasons are in no table");
    refuse("grain", "At what hour of the day do most orders arrive?", "orders have a day, no hour", ORDERS);
    refuse("grain", "Shipping cost of each order line", "shipping is known of an order, not of a line");
}

export function askShop(tables) {
    const list = asker("en", "shop", ALL);
    oneTable(list, tables);
    joined(list, tables, wide(tables));
    refused(list);
    return list.list;
}
