// Sheets as programs and people make them, drawn: a line is a row, `|` parts
// its cells. `tables` are those that a reader of the sheet sees, the main one
// first, as "range rows". Each layout is one that was met, with other words.
import { zip } from "../attack/make.mjs";

const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const packageRel = "http://schemas.openxmlformats.org/package/2006/relationships";

const escape = (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const letters = (n) => (n > 26 ? letters(Math.floor((n - 1) / 26)) : "") + String.fromCharCode(65 + ((n - 1) % 26));

function cell(at, drawn) {
    const bold = drawn.startsWith("*");
    const text = bold ? drawn.slice(1) : drawn;
    if (/^\d{4}-\d\d-\d\d$/.test(text)) {
        const days = Date.parse(`${text}T00:00:00Z`) / 86400000 + 25569;
        return `<c r="${at}" s="1"><v>${days}</v></c>`;
    }
    if (/^\d\d:\d\d$/.test(text)) {
        const [h, m] = text.split(":").map(Number);
        return `<c r="${at}" s="3"><v>${(h * 60 + m) / 1440}</v></c>`;
    }
    if (/^-?\d+(\.\d+)?$/.test(text)) return `<c r="${at}"><v>${text}</v></c>`;
    return `<c r="${at}" t="inlineStr"${bold ? ' s="2"' : ""}><is><t xml:space="preserve">${escape(text)}</t></is></c>`;
}

function sheetOf({ picture, merges = [], filter, objects = [], hidden = {} }) {
    const rows = picture.split("\n").map((line, i) => {
        const cells = line.split("|").map((text, k) => [text.trim(), `${letters(k + 1)}${i + 1}`]);
        const made = cells.filter(([text]) => text).map(([text, at]) => cell(at, text));
        const attribute = hidden.rows?.includes(i + 1) ? ' hidden="1"' : "";
        return made.length ? `<row r="${i + 1}"${attribute}>${made.join("")}</row>` : "";
    });
    const merged = merges.map((m) => `<mergeCell ref="${m}"/>`).join("");
    const columns = (hidden.columns ?? []).map((n) => `<col min="${n}" max="${n}" width="9" hidden="1"/>`);
    const parts = objects.map((_, i) => `<tablePart r:id="rId${i + 1}"/>`).join("");
    return (
        `<worksheet xmlns="${main}" xmlns:r="${rel}">` +
        (columns.length ? `<cols>${columns.join("")}</cols>` : "") +
        `<sheetData>${rows.join("")}</sheetData>` +
        (filter ? `<autoFilter ref="${filter}"/>` : "") +
        (merged ? `<mergeCells>${merged}</mergeCells>` : "") +
        (parts ? `<tableParts>${parts}</tableParts>` : "") +
        "</worksheet>"
    );
}

const relsOf = (list) =>
    `<Relationships xmlns="${packageRel}">${list
        .map(([id, type, target]) => `<Relationship Id="${id}" Type="${rel}/${type}" Target="${target}"/>`)
        .join("")}</Relationships>`;

const styles =
    `<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><cellXfs count="4">` +
    '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="0" fontId="1"/><xf numFmtId="20"/></cellXfs></styleSheet>';

// A workbook: {name: {picture, merges, filter, objects: [{name, ref, totals}],
// hidden: {rows: [numbers], columns: [numbers]}}}
export function workbookOf(sheets, names = {}) {
    const list = Object.entries(sheets);
    const defined = Object.entries(names)
        .map(([name, ref]) => `<definedName name="${name}">${ref}</definedName>`)
        .join("");
    const parts = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": relsOf([["rId1", "officeDocument", "xl/workbook.xml"]]),
        "xl/workbook.xml":
            `<workbook xmlns="${main}" xmlns:r="${rel}"><sheets>${list
                .map(([name], i) => `<sheet name="${escape(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
                .join("")}</sheets>` + (defined ? `<definedNames>${defined}</definedNames>` : "") + "</workbook>",
        "xl/_rels/workbook.xml.rels": relsOf([
            ...list.map((_, i) => [`rId${i + 1}`, "worksheet", `worksheets/sheet${i + 1}.xml`]),
            ["rIdStyles", "styles", "styles.xml"],
        ]),
        "xl/styles.xml": styles,
    };
    let n = 0;
    list.forEach(([, sheet], i) => {
        parts[`xl/worksheets/sheet${i + 1}.xml`] = sheetOf(sheet);
        const own = (sheet.objects ?? []).map((o, k) => {
            n++;
            parts[`xl/tables/table${n}.xml`] =
                `<table xmlns="${main}" id="${n}" name="${o.name}" displayName="${o.name}" ref="${o.ref}"` +
                `${o.totals ? ` totalsRowCount="${o.totals}"` : ""}${o.header === 0 ? ' headerRowCount="0"' : ""}/>`;
            return [`rId${k + 1}`, "table", `../tables/table${n}.xml`];
        });
        if (own.length) parts[`xl/worksheets/_rels/sheet${i + 1}.xml.rels`] = relsOf(own);
    });
    return zip(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]));
}

const draw = (text) => text.replace(/^\n/, "").replace(/\n *$/, "").replaceAll(/^ {8}/gm, "");

export const layouts = {
    plain: { picture: draw(`
        name|age
        ann|30
        bob|40`), tables: ["A1:B3 2"] },

    "groups of rows": { picture: draw(`
        item|amount
        a|1
        b|2

        c|3
        d|4


        e|5
        f|30`), tables: ["A1:B10 6"] },

    "empty rows under the header": { picture: draw(`
        item|amount



        a|1
        b|2`), tables: ["A1:B6 2"] },

    "invoice": { picture: draw(`
        ACME Ltd.|||INVOICE
        1 Long Street|||Number:|2024-17
        London|||Date:|2024-03-01

        Bill to:
        Miller and Sons
        4 Short Lane

        Pos|Item|Qty|Price|Amount
        1|Bolt|10|0.5|5
        2|Nut|20|0.25|5
        3|Plate|2|12|24
        4|Saw|1|30|30

        |||Subtotal|64
        |||VAT|12.8
        |||Total|76.8

        Payable within 30 days. Thank you for your business!`),
        tables: ["A9:E13 4"] },

    "invoice with sums right below": { picture: draw(`
        Invoice
        Number:|17
        Customer:|Miller

        Item|Qty|Price|Amount
        Bolt|10|0.5|5
        Nut|20|0.25|5
        Plate|2|12|24
        ||Net|34
        ||VAT|6.8
        ||Total|40.8`), tables: ["A5:D8 3"] },

    "letterhead of texts over lines": { picture: draw(`
        Delivery note
        Ship to|Miller and Sons
        Ordered by|Ann

        Article|Name|Pieces
        A-1|Bolt|10
        A-2|Nut|20
        A-3|Saw|30`), tables: ["A5:C8 3"] },

    "all of text": { picture: draw(`
        Name|City|Team
        Ann|Berlin|Red
        Bob|Paris|Blue
        Eve|Rome|Red`), tables: ["A1:C4 3"] },

    "all of text, in groups": { picture: draw(`
        Name|City|Team
        Ann|Berlin|Red
        Bob|Paris|Blue

        Eve|Rome|Red
        Joe|Oslo|Blue`), tables: ["A1:C6 4"] },

    "two beside each other": { picture: draw(`
        product|units||region|sales
        pen|5||north|100
        cup|7||south|200
        bag|9||west|300`), tables: ["A1:B4 3", "D1:E4 3"] },

    "two of differing heights": { picture: draw(`
        product|units||region|sales
        pen|5||north|100
        cup|7||south|200
        bag|9
        hat|4
        tie|3`), tables: ["A1:B6 5", "D1:E3 2"] },

    "stacked with headers": { picture: draw(`
        product|units
        pen|5
        cup|7

        region|sales|share
        north|100|0.4
        south|150|0.6
        west|10|0.1`), tables: ["A5:C8 3", "A1:B3 2"] },

    "stacked with titles": { picture: draw(`
        Income
        source|amount
        rent|500
        sale|700
        fees|100

        Expenses
        kind|amount
        wages|300
        power|50`), tables: ["A2:B5 3", "A8:B10 2"] },

    "stacked right under each other": { picture: draw(`
        Units by product
        product|units|price
        pen|5|1.5
        cup|7|2.5
        bag|2|8.5
        Sales by region
        region|sales|costs
        north|100|50
        south|150|60`), tables: ["A2:C5 3", "A7:C9 2"] },

    "stacked texts with titles": { picture: draw(`
        Staff
        Name|City
        Ann|Berlin
        Bob|Paris
        Eve|Rome

        Suppliers
        Firm|Country
        Acme|France
        Bolt|Spain`), tables: ["A2:B5 3", "A8:B10 2"] },

    "stacked texts with bold headers": { picture: draw(`
        *Name|*City
        Ann|Berlin
        Bob|Paris
        Eve|Rome

        *Firm|*Country
        Acme|France
        Bolt|Spain`), tables: ["A1:B4 3", "A6:B8 2"] },

    "bank statement": { picture: draw(`
        Account statement
        Holder:|Ann Miller
        Account:|12345678
        Period:|January 2024

        Date|Text|Debit|Credit|Balance
        2024-01-02|Opening balance|||1000
        2024-01-03|Shop|50||950
        2024-01-09|Salary||2000|2950
        2024-01-15|Rent|800||2150

        2024-01-20|Shop|25||2125
        2024-01-31|Interest||1.5|2126.5

        |Closing balance|||2126.5

        This statement was made by a machine and is valid without a signature.`),
        tables: ["A6:E13 6"] },

    "budget with headings": { picture: draw(`
        Budget 2024

        Item|Plan|Actual
        Housing
        Rent|1000|1000
        Power|100|120

        Food
        Groceries|300|280
        Restaurants|100|150

        Transport
        Bus|60|60
        Fuel|90|110`), tables: ["A3:C14 6"] },

    "list with headings between empty rows": { picture: draw(`
        Item|Plan|Actual

        Housing

        Rent|1000|1000
        Power|100|120

        Food

        Groceries|300|280
        Restaurants|100|150`), tables: ["A1:C11 4"] },

    "pivot": { picture: draw(`
        Sum of sales|Year
        Region|2022|2023|Total
        north|10|20|30
        south|5|6|11
        west|7|8|15`), tables: ["A1:D5 3"] },

    "dashboard": { picture: draw(`
        Sales dashboard

        Top products|||By region|||By month
        product|units||region|sales||month|orders
        pen|50||north|100||2024-01-01|7
        cup|40||south|90||2024-02-01|8
        bag|30||west|80||2024-03-01|9`),
        tables: ["A4:B7 3", "D4:E7 3", "G4:H7 3"] },

    "dashboard in two rows": { picture: draw(`
        Key figures|||Channels
        name|value||channel|visits
        orders|120||mail|500
        returns|4||ads|900

        Staff
        person|team|tickets
        Ann|Red|12
        Bob|Blue|15
        Eve|Red|9`), tables: ["A7:C10 3", "A2:B4 2", "D2:E4 2"] },

    "staff with empty rows between teams": { picture: draw(`
        Team|Name|Start|Salary
        Sales|Ann|2020-01-01|5000
        Sales|Bob|2021-05-01|4500

        Support|Eve|2019-03-01|4000
        Support|Joe|2022-07-01|3900

        IT|Max|2018-02-01|6000`), tables: ["A1:D8 5"] },

    "units under the header": { picture: draw(`
        Sample|Mass|Temperature|Time
        |g|C|s
        S1|1.5|20|10
        S2|1.7|22|12
        S3|1.1|25|15`), tables: ["A1:D5 3"] },

    "timetable": { picture: draw(`
        Time|Mon|Tue|Wed
        08:00|Maths|Art|Music
        09:00|Physics||Maths
        10:00|Art|Maths|`), tables: ["A1:D4 3"] },

    "free column for looks": { picture: draw(`
        region|||2023|2024
        north|||10|20
        south|||30|40
        west|||50|60`), tables: ["A1:E4 3"] },

    "remarks far to the right": { picture: draw(`
        item|amount||Remark
        a|1||
        b|2||checked
        c|3||
        d|4||late`), tables: ["A1:D5 4"] },

    "note beside": { picture: draw(`
        item|amount||||Do not change this list by hand
        a|1
        b|2
        c|3`), tables: ["A1:B4 3"] },

    "header on each page": { picture: draw(`
        day|shop|sales
        2024-01-01|A|10
        2024-01-02|B|20

        day|shop|sales
        2024-01-03|A|30
        2024-01-04|B|40

        day|shop|sales
        2024-01-05|A|50`), tables: ["A1:C10 5"] },

    "total below an empty row": { picture: draw(`
        shop|sales
        A|10
        B|20
        C|30

        Total|60`), tables: ["A1:B4 3"] },

    "notes below": { picture: draw(`
        shop|sales|costs
        A|10|5
        B|20|6
        C|30|7

        Source: own figures
        Figures without tax`), tables: ["A1:C4 3"] },

    "note right below": { picture: draw(`
        shop|sales|costs
        A|10|5
        B|20|6
        C|30|7
        Source: own figures of the shops without tax`), tables: ["A1:C4 3"] },

    "two header rows, merged": { picture: draw(`
        Region|2023||2024
        |Q1|Q2|Q1|Q2
        north|1|2|3|4
        south|5|6|7|8`), merges: ["A1:A2", "B1:C1", "D1:E1"], tables: ["A1:E4 2"] },

    "two header rows and groups": { picture: draw(`
        |old||new
        id|a|b|a|b
        N|1|2|3|4
        S|1|2|3|4

        W|5|6|7|8`), tables: ["A1:E6 3"] },

    "sparse group": { picture: draw(`
        name|a|b|c|d
        x|1|2|3|4
        y|1|2|3|4

        z|5|||6
        w|7|||8`), tables: ["A1:E6 4"] },

    "numbers without a header": { picture: draw(`
        1|2
        3|4
        5|6`), tables: ["A1:B3 3"] },

    "form alone": { picture: draw(`
        Name:|Ann Miller
        Born:|1980-02-03
        Height:|170`), tables: ["A1:B3 3"] },

    "a list of one column": { picture: draw(`
        Colours
        red
        green

        blue
        black`), tables: ["A1:A6 4"] },

    "filter over gaps": { picture: draw(`
        code|label
        a|x

        b|y
        Code|Label
        c|z`), filter: "A1:B6", tables: ["A1:B6 4"] },

    "named tables": { picture: draw(`
        Plan|Amount|Person|Team
        a|1|Ann|Red
        b|2|Bob|Blue
        sum|3`), objects: [{ name: "Plans", ref: "A1:B4", totals: 1 }, { name: "People", ref: "C1:D3" }],
        tables: ["A1:B3 2", "C1:D3 2"] },

    "stock list with a long head": { picture: draw(`
        Warehouse report
        Printed on|2024-05-01
        by|admin

        Filter: all articles

        SKU|Name|Stock|Price
        00017|Bolt|100|0.5
        00018|Nut|200|0.25
        00019|Saw|5|30

        00020|File|7|9.5

        4 articles`), tables: ["A7:D12 4"] },

    "exchange rates beside prices": { picture: draw(`
        article|price||currency|rate
        pen|1.5||EUR|1
        cup|2.5||USD|1.1
        bag|3.5||GBP|0.85
        hat|4.5

        tie|5.5`), tables: ["A1:B7 5", "D1:E4 3"] },

    "survey with long texts": { picture: draw(`
        Question|Answer|Remarks
        How are you?|Fine|
        How old are you?|40|in years
        Where do you live?|In a small town by the sea|with a view`), tables: ["A1:C4 3"] },

    "accounts with subtotals": { picture: draw(`
        account|text|amount
        4000|Sales|100
        4010|Services|50
        |Revenue|150

        5000|Wages|80
        5010|Rent|20
        |Costs|100

        |Result|50`), tables: ["A1:C7 4"] },

    // Drawn when the rules were written, without a look at them: 21 of 30 were
    // right at first.
    "payslip": { picture: draw(`
        Payslip March 2024
        Employee:|Ann Miller||Number:|1007
        Department:|Sales||Entry:|2019-04-01

        Kind|Hours|Rate|Amount
        Base|160|25|4000
        Overtime|10|30|300
        Bonus|||200

        Deduction|Base|Amount
        Tax|4500|900
        Pension|4500|400

        Net|||3200`), tables: ["A5:D8 3", "A10:C12 2"] },
    "school marks": { picture: draw(`
        Class 7b||||
        Pupil|Maths|English|Art
        Ann|1|2|1
        Bob|3|2|2
        Eve|2|1|1

        Average|2|1.67|1.33`), tables: ["A2:D5 3"] },
    "sprint plan with people right": { picture: draw(`
        Story|Points|Owner|||Owner|Capacity
        Login|5|Ann|||Ann|20
        Search|8|Bob|||Bob|15
        Export|3|Eve|||Eve|18
        Help|2|Ann
        Print|1|Bob`), tables: ["A1:C6 5", "F1:G4 3"] },
    "lab results with two blocks and units": { picture: draw(`
        Series A
        t|U|I
        s|V|A
        0|1.5|0.1
        1|1.6|0.2
        2|1.7|0.25

        Series B
        t|U|I
        s|V|A
        0|2.5|0.1
        1|2.6|0.2
        2|2.7|0.25`), tables: ["A2:C6 3", "A9:C13 3"] },
    "contacts by letter": { picture: draw(`
        Name|Phone|City
        A
        Adams|030-1|Berlin
        Arnold|030-2|Paris

        B
        Baker|040-1|Rome
        Brown|040-2|Oslo`), tables: ["A1:C8 4"] },
    "cash book with carry": { picture: draw(`
        No|Date|Text|In|Out
        1|2024-01-01|Start|500|
        2|2024-01-02|Paper||20

        3|2024-01-05|Sale|100|
        4|2024-01-07|Stamps||15
        ||Sum|600|35`), tables: ["A1:E6 4"] },
    "menu": { picture: draw(`
        Starters
        Soup|5.5
        Salad|6

        Mains
        Fish|18
        Steak|24
        Pasta|12

        Desserts
        Cake|5`), tables: ["A2:B11 6"] },
    "config of texts": { picture: draw(`
        Setting|Value|Meaning
        mode|fast|how it runs
        colour|blue|of the page

        Code|Label
        A|active
        B|blocked`), tables: ["A1:C3 2", "A5:B7 2"] },
    "ranking three beside": { picture: draw(`
        Gold||Silver||Bronze
        Name|Points|Name|Points|Name|Points
        Ann|10|Bob|8|Eve|7
        Joe|9|Max|7|Tom|6`), merges: ["A1:B1","C1:D1","E1:F1"], tables: ["A1:F4 2"] },
    "three beside with gaps": { picture: draw(`
        Gold|||Silver|||Bronze
        Name|Points||Name|Points||Name|Points
        Ann|10||Bob|8||Eve|7
        Joe|9||Max|7||Tom|6
        Ida|5||||`), tables: ["A2:B5 3", "D2:E4 2", "G2:H4 2"] },
    "profit and loss": { picture: draw(`
        Profit and loss|2022|2023|2024

        Revenue|100|120|140
        Cost of sales|-60|-70|-80

        Wages|-20|-22|-25
        Rent|-5|-5|-6`), tables: ["A1:D7 4"] },
    "sensor log with notes at the side": { picture: draw(`
        time|value|unit||||Notes
        2024-01-01|1.5|V||||calibrated on monday
        2024-01-02|1.6|V||||
        2024-01-03|1.7|V||||battery low
        2024-01-04|1.8|V`), tables: ["A1:C5 4"] },
    "purchase order": { picture: draw(`
        PO 4711||||2024-02-03
        Supplier:|Bolt and Sons|||
        Street 5|||
        12345 Town

        Line|Part|Text|Qty|Unit price
        10|B-1|Bolt M4|100|0.05
        20|N-1|Nut M4|100|0.03

        30|W-1|Washer|200|0.01

        |||Total:|10`), tables: ["A6:E10 3"] },
    "questionnaire counts": { picture: draw(`
        Question 1: How satisfied are you?
        Answer|Count|Share
        very|10|0.5
        quite|6|0.3
        not|4|0.2

        Question 2: Would you come again?
        Answer|Count|Share
        yes|15|0.75
        no|5|0.25`), tables: ["A2:C5 3", "A8:C10 2"] },
    "legend below": { picture: draw(`
        Person|Mon|Tue|Wed
        Ann|F|S|F
        Bob|S|F|X
        Eve|X|X|S

        F|early shift
        S|late shift
        X|free`), tables: ["A1:D4 3", "A6:B8 2"] },
    "year columns": { picture: draw(`
        Population by country

        Country|2000|2010|2020
        A|10|11|12
        B|20|22|24
        C|5|5|5

        Source: census
        Numbers in millions`), tables: ["A3:D6 3"] },
    "order export with blank line each order": { picture: draw(`
        order|article|qty
        1|pen|5
        1|cup|2

        2|bag|1

        3|hat|4
        3|tie|1
        3|pen|9

        4|cup|2`), tables: ["A1:C11 7"] },
    "dates in first column with week gaps": { picture: draw(`
        date|steps|km
        2024-01-01|5000|3.5
        2024-01-02|6000|4.1

        2024-01-08|7000|5
        2024-01-09||
        2024-01-10|8000|5.5`), tables: ["A1:C7 5"] },
    "header below title with date": { picture: draw(`
        Stock list||||2024-03-01

        Part|Place|Stock
        a|x1|5
        b|x2|7
        c|x3|9`), tables: ["A3:C6 3"] },
    "two tables stacked different columns": { picture: draw(`
        month|sales
        2024-01-01|10
        2024-02-01|20

        |||shop|rent
        |||north|5
        |||south|6
        |||west|7`), tables: ["D5:E8 3", "A1:B3 2"] },
    "matrix": { picture: draw(`
        |A|B|C
        A|0|5|7
        B|5|0|3
        C|7|3|0`), tables: ["A1:D4 3"] },
    "loan": { picture: draw(`
        Amount|10000
        Rate|0.05
        Years|3

        Year|Begin|Interest|Paid|End
        1|10000|500|3672|6828
        2|6828|341|3672|3497
        3|3497|175|3672|0`), tables: ["A5:E8 3", "A1:B3 3"] },
    "inventory with category column filled once": { picture: draw(`
        Category|Item|Qty
        Tools|Saw|5
        |Axe|3
        Paint|Red|7
        |Blue|8`), tables: ["A1:C5 4"] },
    "kpis": { picture: draw(`
        Report for March

        Visitors|1200
        Orders|85
        Revenue|4300.5

        Channel|Visitors|Orders
        mail|400|30
        ads|600|40
        direct|200|15`), tables: ["A7:C10 3", "A3:B5 3"] },
    "chart data at the side": { picture: draw(`
        Region|Q1|Q2||||label|value
        north|1|2||||north|3
        south|3|4||||south|7
        |||||
        west|5|6||||west|11`), tables: ["A1:C5 3", "G1:H5 3"] },
    "all text directory by floors": { picture: draw(`
        Room|Person|Phone
        1.01|Ann|x-11
        1.02|Bob|x-12

        2.01|Eve|x-21
        2.02|Joe|x-22`), tables: ["A1:C6 4"] },
    "minutes": { picture: draw(`
        Minutes of 2024-05-06
        Present: Ann, Bob, Eve

        No|Topic|Who|Until
        1|Budget|Ann|2024-06-01
        2|Rooms|Bob|2024-07-01

        Next meeting: June`), tables: ["A4:D6 2"] },
    "comma of blanks over header": { picture: draw(`

    

        id|name|score
        1|a|0.5
        2|b|0.7`), tables: ["A4:C6 2"] },
    "trial balance with totals row attached": { picture: draw(`
        Account|Name|Debit|Credit
        1000|Cash|500|
        2000|Loan||300
        3000|Capital||200
        |Total|500|500`), tables: ["A1:D4 3"] },
    "delivery with signature": { picture: draw(`
        Pos|Article|Pieces
        1|Pen|10
        2|Cup|20
        3|Bag|30

        Received by||Date`), tables: ["A1:C4 3"] },

    // A third set, likewise: 9 of 16 at first.
    "quote with options": { picture: draw(`
        Offer 2024-001
        for|Miller Ltd

        Item|Hours|Rate|Sum
        Analysis|10|100|1000
        Build|40|90|3600
        Test|12|80|960

        Options
        Item|Hours|Rate|Sum
        Training|8|100|800
        Support|5|70|350`), tables: ["A4:D7 3", "A10:D12 2"] },
    "class register": { picture: draw(`
        Name|01|02|03|04
        Ann|x||x|x
        Bob||x|x|
        Eve|x|x||x

        present|2|2|2|2`), tables: ["A1:E4 3"] },
    "monthly blocks": { picture: draw(`
        January
        day|sales|visitors
        1|100|10
        2|120|12
        3|90|9

        February
        day|sales|visitors
        1|110|11
        2|130|13

        March
        day|sales|visitors
        1|105|10`), tables: ["A2:C5 3", "A8:C10 2", "A13:C14 1"] },
    "regions side by side with one title each and totals": { picture: draw(`
        North|||South
        shop|sales||shop|sales
        A|10||D|5
        B|20||E|6
        C|30||F|7

        Total|60||Total|18`), tables: ["A2:B5 3", "D2:E5 3"] },
    "stock movements with dates as headings": { picture: draw(`
        article|in|out
        2024-01-01
        pen|5|
        cup||2

        2024-01-02
        bag|7|
        hat|1|3`), tables: ["A1:C8 4"] },
    "parameters and results": { picture: draw(`
        Parameter|Value
        alpha|0.1
        beta|0.5

        Run|Error|Time
        1|0.05|10
        2|0.04|11
        3|0.03|12
        4|0.02|13`), tables: ["A5:C9 4", "A1:B3 2"] },
    "glossary": { picture: draw(`
        Term|Meaning

        API|a way for programs to talk
        CSV|values with commas

        JSON|objects as text`), tables: ["A1:B6 3"] },
    "shift plan": { picture: draw(`
        Week 12|Mon|Tue|Wed|Thu|Fri
        early|Ann|Ann|Bob|Bob|Eve
        late|Bob|Eve|Eve|Ann|Ann

        Week 13|Mon|Tue|Wed|Thu|Fri
        early|Eve|Eve|Ann|Ann|Bob
        late|Ann|Bob|Bob|Eve|Eve`), tables: ["A1:F3 2", "A5:F7 2"] },
    "balance sheet two sided": { picture: draw(`
        Assets|||Liabilities
        Cash|100||Loan|80
        Stock|50||Equity|90
        Tools|20`), tables: ["A1:B4 3", "D1:E3 2"] },
    "measurements with comments row": { picture: draw(`
        Device:|X200
        Operator:|Ann

        time|p1|p2
        0.0|1.1|2.2
        0.5|1.2|2.3
        1.0|1.3|2.1

        calibrated with set B`), tables: ["A4:C7 3"] },
    "price list by group": { picture: draw(`
        SKU|Name|Price
        |Pens|
        1001|Blue pen|1.5
        1002|Red pen|1.5

        |Paper|
        2001|A4|5
        2002|A3|8`), tables: ["A1:C8 4"] },
    "crosstab with row totals": { picture: draw(`
        |red|blue|sum
        small|1|2|3
        large|3|4|7

        sum|4|6|10`), tables: ["A1:D3 2"] },
    "employee cards": { picture: draw(`
        Name:|Ann
        Born:|1980-01-01
        Team:|Red

        Name:|Bob
        Born:|1985-05-05
        Team:|Blue`), tables: ["A1:B7 6"] },
    "log export with metadata": { picture: draw(`
        # export|v2
        # rows|3

        ts|level|message
        2024-01-01|INFO|start
        2024-01-02|WARN|slow
        2024-01-03|INFO|end`), tables: ["A4:C7 3"] },
    "forecast beside actuals": { picture: draw(`
        month|actual||month|forecast
        2024-01-01|10||2024-04-01|14
        2024-02-01|12||2024-05-01|15
        2024-03-01|11||2024-06-01|16`), tables: ["A1:B4 3", "D1:E4 3"] },
    "empty lines everywhere": { picture: draw(`
        n|v

        a|1

        b|2

        c|9

        d|4`), tables: ["A1:B9 4"] },
};
