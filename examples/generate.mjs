// generate.mjs - makes the example files anew: node examples/generate.mjs
//
// The same bytes on every machine: one fixed seed, whole cents instead of
// floating point, no clock, no locale, no package. The files look like what
// people have: an order export, a bank statement saved by a spreadsheet
// program (byte-order mark, CR LF, `;`, decimal comma), a monthly KPI table.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

// mulberry32: small, well mixed, the same everywhere.
function makeRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    // Early entries are chosen far more often: few customers buy most.
    skewed: (list, power) => list[Math.floor(list.length * next() ** power)],
    chance: (p) => next() < p,
  };
}

const pad = (n, width) => String(n).padStart(width, '0');
const iso = (d) => d.toISOString().slice(0, 10);
const day = (y, m, d) => new Date(Date.UTC(y, m - 1, d));
const addDays = (d, n) => new Date(d.getTime() + n * 86400000);
const cents = (n) => `${n < 0 ? '-' : ''}${Math.floor(Math.abs(n) / 100)}.${pad(Math.abs(n) % 100, 2)}`;

function euros(n) {
  const whole = String(Math.floor(Math.abs(n) / 100)).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${n < 0 ? '-' : ''}${whole},${pad(Math.abs(n) % 100, 2)}`;
}

function csvField(value, delimiter) {
  const text = value === null ? '' : String(value);
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function writeCsv(name, rows, { delimiter = ',', eol = '\n', mark = '' } = {}) {
  const lines = rows.map((row) => row.map((f) => csvField(f, delimiter)).join(delimiter));
  writeFileSync(join(folder, name), mark + lines.join(eol) + eol);
}

const PLACES = [
  ['Spain', ['Madrid', 'Barcelona', 'Málaga', 'A Coruña', 'Valencia']],
  ['Germany', ['Berlin', 'München', 'Köln', 'Hamburg']],
  ['France', ['Paris', 'Lyon', 'Saint-Étienne', 'Marseille']],
  ['Mexico', ['Ciudad de México', 'Monterrey', 'Mérida']],
  ['United States', ['New York', 'Chicago', 'Austin', 'San José']],
  ['United Kingdom', ['London', 'Leeds', 'Bristol']],
  ['Portugal', ['Lisboa', 'Porto']],
  ['Brazil', ['São Paulo', 'Curitiba']],
  ['Japan', ['Tokyo', 'Osaka']],
];

const CUSTOMERS = [
  'Northwind Traders', 'Acme Corp', 'García, López y Asociados, S.L.', 'Müller Maschinenbau GmbH', 'Contoso Retail',
  'Globex', 'Smith, Brown & Co.', 'Électricité du Rhône', 'Initech', 'Umbrella Health', 'Viñedos del Sur',
  'Stark Components', 'Wayne Logistics', 'Construcciones Peñalver', 'Bäckerei Schön', 'Soylent Foods', 'Hooli Cloud',
  'Vandelay Imports', 'Café São Bento', 'Massive Dynamic', 'Ollivander & Sons', 'Farmacia Muñoz', 'Pied Piper',
  'Cyberdyne Robotics', 'Duff Beverages', 'Transportes Ibáñez', 'Gringotts Finance', 'Tyrell Optics', 'Oscorp Labs',
  'Wonka Sweets', 'Papelería Núñez', 'Sirius Navigation', 'Monarch Textiles', 'Aperture Science', 'Blue Sun Mining',
  'Hotel Alcázar', 'Krusty Franchises', 'Dunder Paper', 'Los Pollos Hermanos', 'Prestige Worldwide', 'Bluth Homes',
  'Fábrica Azulejos Castellón', 'Kwik Stores', 'Planet Express', 'Virtucon', 'Zorin Industries', 'Clínica Lavapiés',
  'Gekko Capital', 'Ewing Energy', 'Strickland Propane', 'Librería Quevedo', 'Sterling Cooper', 'Rekall Travel',
  'Weyland Freight', 'Nakatomi Trading', 'Tagliatelle & Figli', 'Okafor Textiles', 'Lindqvist Möbler', 'Dupont, Père et Fils',
  'Yamato Electric',
];

// product, category, list price in cents
const PRODUCTS = [
  ['Laptop Pro 14', 'Computers', 149900], ['Laptop Air 13', 'Computers', 99900], ['Desktop Tower', 'Computers', 84950],
  ['Monitor 27"', 'Computers', 28900], ['Wireless Mouse', 'Accessories', 2499], ['Mechanical Keyboard', 'Accessories', 8990],
  ['USB-C Dock', 'Accessories', 17500], ['Webcam HD', 'Accessories', 5925], ['Office Chair', 'Furniture', 21900],
  ['Standing Desk', 'Furniture', 45500], ['Bookcase, oak', 'Furniture', 31250], ['Desk Lamp', 'Furniture', 3990],
  ['Copy Paper A4', 'Office Supplies', 489], ['Ballpoint Pens', 'Office Supplies', 725], ['Notebook', 'Office Supplies', 350],
  ['Toner Black', 'Office Supplies', 7680], ['Smartphone X', 'Phones', 79900], ['Smartphone Lite', 'Phones', 34900],
  ['Desk Phone', 'Phones', 12990], ['Headset', 'Phones', 9450],
];

function makeSales() {
  const r = makeRandom(20240601);
  const homes = CUSTOMERS.map((_, i) => (i * 7 + 3) % PLACES.length);
  const reps = ['Ana Torres', 'Ben Adler', 'Chloé Martin', 'Iñaki Goñi', 'Priya Nair', 'Tom Becker'];
  const states = ['Delivered', 'Delivered', 'Delivered', 'Delivered', 'Shipped', 'Pending', 'Cancelled', 'Returned'];
  const rows = [];
  for (let i = 0; i < 5000; i++) {
    const customer = r.skewed(CUSTOMERS, 2.2);
    const [country, cities] = PLACES[homes[CUSTOMERS.indexOf(customer)]];
    const [product, category, list] = r.skewed(PRODUCTS, 1.3);
    const units = list > 50000 ? r.int(1, 8) : r.int(1, 60);
    const price = list - Math.floor((list * r.int(0, 4)) / 100);
    const discount = r.pick([0, 0, 0, 5, 10, 15, 20]);
    const date = addDays(day(2022, 1, 3), Math.floor(1093 * r.next() ** 0.8));
    rows.push({
      date,
      fields: [
        customer, country, r.chance(0.01) ? null : r.pick(cities), product, category, units, cents(price),
        r.chance(0.015) ? null : cents(discount), cents(Math.round((units * price * (100 - discount)) / 100)),
        r.pick(states), r.chance(0.03) ? null : r.pick(reps),
      ],
    });
  }
  rows.sort((a, b) => a.date - b.date);
  const head = ['order_id', 'order_date', 'customer', 'country', 'city', 'product', 'category', 'units', 'unit_price',
    'discount', 'sales', 'status', 'sales_rep'];
  writeCsv('sales.csv', [head, ...rows.map((row, i) => [`SO-${10001 + i}`, iso(row.date), ...row.fields])]);
}

// concept, lowest and highest amount in cents, how often
const CONCEPTS = [
  ['COMPRA TARJ. MERCADONA', -14500, -1200, 14], ['COMPRA TARJ. CARREFOUR', -16000, -900, 8],
  ['COMPRA TARJ. GASOLINERA REPSOL', -7200, -2500, 6], ['COMPRA TARJ. RENFE VIAJEROS', -9800, -1450, 3],
  ['COMPRA TARJ. CAFETERÍA EL MOLINO', -1890, -210, 12], ['COMPRA TARJ. FARMACIA PEÑA', -4600, -390, 4],
  ['BIZUM A ANA LÓPEZ', -6000, -500, 6], ['BIZUM DE JOSÉ MUÑOZ', 500, 8000, 6], ['BIZUM DE ANA LÓPEZ', 500, 6000, 4],
  ['REINTEGRO CAJERO', -30000, -2000, 5], ['TRANSFERENCIA A FAVOR DE M. IBÁÑEZ', -90000, -5000, 2],
  ['TRANSFERENCIA RECIBIDA SEGUROS OCASO', 8000, 45000, 1], ['DEVOLUCIÓN COMPRA AMAZON', 900, 12000, 2],
  ['COMPRA TARJ. AMAZON', -18900, -700, 9],
];

// Bookings that fall due on a day of the month.
const MONTHLY = [
  [1, 'RECIBO ALQUILER VIVIENDA', -85000, -85000], [3, 'RECIBO LUZ IBERDROLA', -9800, -4100],
  [5, 'RECIBO AGUA CANAL ISABEL II', -4300, -1900], [8, 'RECIBO TELÉFONO MOVISTAR', -6490, -5290],
  [20, 'CUOTA GIMNASIO', -3990, -3990], [28, 'NÓMINA TALLERES PEÑALVER, S.A.', 318450, 341075],
  [30, 'COMISIÓN MANTENIMIENTO CUENTA', -600, -600],
];

function makeStatement() {
  const r = makeRandom(19780512);
  const bag = CONCEPTS.flatMap((c) => Array(c[3]).fill(c));
  const end = day(2024, 12, 31);
  const bookings = [];
  for (let d = day(2023, 1, 2); d <= end; d = addDays(d, 1)) {
    for (const [due, concept, low, high] of MONTHLY)
      if (d.getUTCDate() === due) bookings.push([d, concept, r.int(low, high)]);
    for (let n = r.pick([0, 1, 1, 2, 2, 2]); n > 0; n--) {
      const [concept, low, high] = r.pick(bag);
      bookings.push([d, concept, r.int(low, high)]);
    }
  }
  const date = (d) => `${pad(d.getUTCDate(), 2)}/${pad(d.getUTCMonth() + 1, 2)}/${d.getUTCFullYear()}`;
  let balance = 1254037;
  const rows = bookings.map(([d, concept, amount]) => {
    balance += amount;
    return [date(d), date(addDays(d, r.pick([0, 0, 0, 1, 2]))), concept, euros(amount), euros(balance)];
  });
  // Banks print the newest booking first.
  rows.reverse();
  writeCsv('movimientos.csv', [['FECHA OPERACIÓN', 'FECHA VALOR', 'CONCEPTO', 'IMPORTE EUR', 'SALDO'], ...rows],
    { delimiter: ';', eol: '\r\n', mark: '\ufeff' });
}

// bank, portfolio in millions at the start, arrears in hundredths of a percent
const BANKS = [
  ['INVEX', 31200, 215], ['BBVA México', 1254000, 172], ['Santander', 742000, 221], ['Banamex', 698000, 248],
  ['Banorte', 801000, 165], ['HSBC', 402000, 268], ['Scotiabank', 438000, 310], ['Inbursa', 267000, 284],
  ['Banco del Bajío', 187000, 138], ['Afirme', 54000, 402], ['Banregio', 108000, 121], ['Azteca', 119000, 512],
];

function makeKpis() {
  const r = makeRandom(5150);
  const head = ['fecha', 'banco_nombre', 'imor', 'icor', 'cartera_total', 'cartera_comercial_total',
    'cartera_consumo_total', 'cartera_vivienda_total', 'cartera_vencida', 'icap', 'tda_cartera_total', 'tasa_mn', 'roe'];
  const rows = [head];
  const banks = BANKS.map(([name, millions, imor]) => ({ name, total: millions * 100, imor, home: imor }));
  for (let month = 0; month < 60; month++) {
    const year = 2020 + Math.floor(month / 12);
    const date = iso(addDays(day(year, (month % 12) + 2, 1), -1));
    const shock = month > 5 && month < 20 ? 60 : 0;
    for (const bank of banks) {
      bank.total += Math.round((bank.total * r.int(-60, 130)) / 10000);
      bank.imor += Math.round((bank.home + shock - bank.imor) / 6) + r.int(-14, 14);
      const commercial = Math.round((bank.total * r.int(520, 560)) / 1000);
      const consumer = Math.round((bank.total * r.int(200, 230)) / 1000);
      rows.push([
        date, bank.name, cents(bank.imor), month < 3 && bank.name === 'Afirme' ? null : cents(r.int(10500, 21000)),
        cents(bank.total), cents(commercial), cents(consumer), cents(bank.total - commercial - consumer),
        cents(Math.round((bank.total * bank.imor) / 10000)), cents(r.int(1250, 2150)), cents(bank.imor + r.int(80, 420)),
        cents(r.int(780, 1680)), cents(r.int(450, 2350)),
      ]);
    }
  }
  writeCsv('bancos_kpi.csv', rows);
}

function makeChineseSales() {
  const r = makeRandom(88888);
  const places = [['华东', ['上海', '杭州', '南京']], ['华北', ['北京', '天津']], ['华南', ['广州', '深圳', '厦门']],
    ['西南', ['成都', '重庆']], ['华中', ['武汉', '长沙']], ['东北', ['沈阳', '大连']]];
  const customers = ['海天贸易有限公司', '明辉电子', '长江物流集团', '金龙食品', '东方医药', '博远科技', '红星家具', '蓝海旅游',
    '恒信建材', '天成服饰', '华美化妆品', '安泰保险', '盛世传媒', '瑞丰农业', '宏图教育'];
  const products = [['笔记本电脑', '电子产品', 569900], ['手机', '电子产品', 329900], ['平板电脑', '电子产品', 249900],
    ['办公椅', '家具', 69900], ['书桌', '家具', 129900], ['打印纸', '办公用品', 2490], ['签字笔', '办公用品', 350],
    ['绿茶', '食品', 8800], ['坚果礼盒', '食品', 15800]];
  const rows = [];
  for (let i = 0; i < 1500; i++) {
    const [region, cities] = r.skewed(places, 1.6);
    const [product, category, list] = r.pick(products);
    const units = list > 50000 ? r.int(1, 12) : r.int(5, 200);
    const price = list - Math.floor((list * r.int(0, 3)) / 100);
    rows.push({
      date: addDays(day(2023, 1, 1), r.int(0, 730)),
      fields: [region, r.pick(cities), r.skewed(customers, 1.7), product, category, units, cents(price),
        cents(units * price), r.pick(['已完成', '已完成', '已完成', '已发货', '已取消'])],
    });
  }
  rows.sort((a, b) => a.date - b.date);
  const head = ['订单号', '日期', '地区', '城市', '客户', '产品', '类别', '数量', '单价', '销售额', '状态'];
  writeCsv('销售.csv', [head, ...rows.map((row, i) => [`DD${20230001 + i}`, iso(row.date), ...row.fields])]);
}

// The table of the semantic layer (examples/bank): what a supervisor publishes
// each month of one bank and of all of them. Ratios are those of the amounts
// beside them; the rate in foreign currency was never filled in, on purpose.
function makeBank() {
  const r = makeRandom(20251127);
  const head = ['fecha', 'banco_nombre', 'imor', 'icor', 'cartera_total', 'cartera_comercial_total',
    'cartera_consumo_total', 'cartera_vivienda_total', 'cartera_vencida', 'reservas', 'icap_total', 'tda_cartera_total',
    'tasa_mn', 'tasa_me'];
  const rows = [head];
  const banks = [{ name: 'INVEX', total: 3412000, imor: 232 }, { name: 'SISTEMA', total: 612450000, imor: 214 }];
  for (let month = 0; month < 36; month++) {
    const year = 2022 + Math.floor(month / 12);
    const date = iso(addDays(day(year, (month % 12) + 2, 1), -1));
    for (const bank of banks) {
      bank.total += Math.round((bank.total * r.int(-40, 150)) / 10000);
      bank.imor += Math.round((220 - bank.imor) / 8) + r.int(-12, 12);
      const commercial = Math.round((bank.total * r.int(530, 560)) / 1000);
      const consumer = Math.round((bank.total * r.int(205, 225)) / 1000);
      const overdue = Math.round((bank.total * bank.imor) / 10000);
      const reserves = Math.round((overdue * r.int(1420, 1690)) / 1000);
      rows.push([
        date, bank.name, cents(Math.round((overdue * 10000) / bank.total)), cents(Math.round((reserves * 10000) / overdue)),
        cents(bank.total), cents(commercial), cents(consumer), cents(bank.total - commercial - consumer), cents(overdue),
        cents(reserves), cents(r.int(1450, 1930)), cents(bank.imor + r.int(150, 380)), cents(r.int(980, 1490)), null,
      ]);
    }
  }
  mkdirSync(join(folder, 'bank'), { recursive: true });
  writeCsv('bank/monthly_kpis.csv', rows);
}

makeSales();
makeStatement();
makeKpis();
makeChineseSales();
makeBank();
