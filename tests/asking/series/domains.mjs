// What monthly exports of six trades look like: columns with the header that they begin
// with and the one that they get in a later month, in three languages; a column that is
// added later; and near misses: a column that takes the place of one that it is not.
//
// A column is [kind, [en, en later], [es, es later], [zh, zh later], ...of the kind].
// A second header that is equal is never renamed.
const money = (low, high) => ({ kind: "money", low, high });
const whole = (low, high) => ({ kind: "whole", low, high });
const key = { kind: "key" };
const day = { kind: "day" };
const one = (...values) => ({ kind: "one", values });

export const domains = [
    {
        name: { en: "statement", es: "extracto", zh: "银行流水" },
        measure: "amount",
        group: "category",
        columns: {
            ref: [key, { en: ["Reference", "Reference"], es: ["Referencia", "Referencia"], zh: ["流水号", "流水号"] }],
            day: [day, { en: ["Date", "Booking Date"], es: ["Fecha", "Fecha operación"], zh: ["日期", "交易日期"] }],
            payee: [one("Aldi", "Shell", "Netflix", "Ikea", "Vodafone", "Lidl"), { en: ["Merchant", "Payee"], es: ["Comercio", "Beneficiario"], zh: ["商户", "商户名称"] }],
            category: [one("Food", "Fuel", "Media", "Home", "Phone"), { en: ["Category", "Category"], es: ["Categoría", "Categoria"], zh: ["类别", "类别"] }],
            amount: [money(3, 900), { en: ["Amount", "Transaction Amount"], es: ["Importe", "Monto"], zh: ["金额", "交易金额"] }],
            balance: [money(1000, 9000), { en: ["Balance", "Account Balance"], es: ["Saldo", "Saldo"], zh: ["余额", "余额"] }],
        },
        added: [one("EUR", "USD"), { en: "Currency", es: "Moneda", zh: "币种" }],
        near: { amount: { factor: 0.9, en: ["Debit", "Credit"], es: ["Cargo", "Abono"], zh: ["借方金额", "贷方金额"] } },
    },
    {
        name: { en: "orders", es: "pedidos", zh: "订单" },
        measure: "amount",
        group: "product",
        columns: {
            ref: [key, { en: ["Order ID", "order_no"], es: ["Pedido", "Nº pedido"], zh: ["订单号", "订单编号"] }],
            day: [day, { en: ["Order Date", "order_date"], es: ["Fecha", "fecha_pedido"], zh: ["下单日期", "下单时间"] }],
            customer: [one("Acme", "Globex", "Initech", "Umbrella", "Hooli", "Stark"), { en: ["Customer", "Customer Name"], es: ["Cliente", "Nombre cliente"], zh: ["客户", "客户名称"] }],
            product: [one("Chair", "Desk", "Lamp", "Sofa"), { en: ["Product", "Item"], es: ["Producto", "Artículo"], zh: ["产品", "商品"] }],
            units: [whole(1, 12), { en: ["Qty", "Quantity"], es: ["Cantidad", "Unidades"], zh: ["数量", "件数"] }],
            amount: [money(20, 2500), { en: ["Amount", "total_amount"], es: ["Importe", "Importe total"], zh: ["金额", "订单金额"] }],
        },
        added: [one("Web", "Store", "Phone"), { en: "Channel", es: "Canal", zh: "渠道" }],
        near: {
            amount: { factor: 1.21, en: ["Net", "Gross"], es: ["Importe neto", "Importe bruto"], zh: ["净额", "总额"] },
            day: { shift: 3, en: ["order_date", "ship_date"], es: ["fecha_pedido", "fecha_envio"], zh: ["下单日期", "发货日期"] },
        },
    },
    {
        name: { en: "visits", es: "consultas", zh: "门诊" },
        measure: "fee",
        group: "department",
        columns: {
            ref: [key, { en: ["Visit ID", "Visit No"], es: ["ID consulta", "ID consulta"], zh: ["就诊号", "就诊号"] }],
            day: [day, { en: ["Visit Date", "Date of Visit"], es: ["Fecha consulta", "Fecha de consulta"], zh: ["就诊日期", "日期"] }],
            department: [one("Cardiology", "Pediatrics", "Surgery", "Dermatology"), { en: ["Department", "Dept"], es: ["Especialidad", "Departamento"], zh: ["科室", "部门"] }],
            doctor: [one("Ruiz", "Chen", "Smith", "Okafor", "Vega"), { en: ["Doctor", "Physician"], es: ["Médico", "Doctor"], zh: ["医生", "医师"] }],
            minutes: [whole(5, 60), { en: ["Minutes", "Duration (min)"], es: ["Minutos", "Duración (min)"], zh: ["时长", "就诊时长"] }],
            fee: [money(30, 400), { en: ["Fee", "Visit Fee"], es: ["Tarifa", "Tarifa consulta"], zh: ["费用", "就诊费用"] }],
        },
        added: [one("yes", "no"), { en: "Follow-up", es: "Seguimiento", zh: "复诊" }],
        near: { fee: { factor: 0.8, en: ["Billed", "Paid"], es: ["Facturado", "Pagado"], zh: ["应收", "实收"] } },
    },
    {
        name: { en: "readings", es: "lecturas", zh: "抄表" },
        measure: "used",
        group: "site",
        columns: {
            ref: [key, { en: ["Reading ID", "Reading ID"], es: ["Lectura", "Lectura"], zh: ["编号", "编号"] }],
            meter: [one("M-101", "M-102", "M-103", "M-104", "M-105"), { en: ["Meter", "Meter No"], es: ["Contador", "Nº contador"], zh: ["表号", "电表号"] }],
            site: [one("North", "South", "Harbour", "Depot"), { en: ["Site", "Location"], es: ["Sede", "Sede"], zh: ["站点", "地点"] }],
            day: [day, { en: ["Read On", "Reading Date"], es: ["Fecha", "Fecha lectura"], zh: ["抄表日期", "日期"] }],
            used: [money(10, 950), { en: ["Consumption", "Consumption kWh"], es: ["Consumo", "Consumo kWh"], zh: ["用电量", "电量"] }],
            peak: [money(1, 40), { en: ["Peak kW", "Peak kW"], es: ["Potencia máxima", "Potencia máxima"], zh: ["最大功率", "最大功率"] }],
        },
        added: [one("A", "B"), { en: "Tariff", es: "Tarifa", zh: "费率" }],
        near: { used: { factor: 1.0, en: ["Import kWh", "Export kWh"], es: ["Consumo", "Generación"], zh: ["用电量", "发电量"] } },
    },
    {
        name: { en: "payroll", es: "nominas", zh: "工资表" },
        measure: "salary",
        group: "department",
        columns: {
            ref: [key, { en: ["Employee ID", "emp_id"], es: ["ID empleado", "Nº empleado"], zh: ["工号", "员工编号"] }],
            department: [one("Sales", "IT", "Finance", "Support"), { en: ["Department", "Dept"], es: ["Departamento", "Área"], zh: ["部门", "所属部门"] }],
            role: [one("Clerk", "Lead", "Analyst", "Manager"), { en: ["Job Title", "Position"], es: ["Puesto", "Cargo"], zh: ["职位", "岗位"] }],
            hours: [whole(80, 180), { en: ["Hours", "Hours Worked"], es: ["Horas", "Horas trabajadas"], zh: ["工时", "出勤工时"] }],
            salary: [money(1200, 6400), { en: ["Salary", "Monthly Salary"], es: ["Salario", "Sueldo"], zh: ["工资", "月薪"] }],
        },
        added: [money(50, 300), { en: "Bonus", es: "Bono", zh: "奖金" }],
        near: { salary: { factor: 0.74, en: ["Gross Pay", "Net Pay"], es: ["Salario bruto", "Salario neto"], zh: ["应发工资", "实发工资"] } },
    },
    {
        name: { en: "tickets", es: "incidencias", zh: "工单" },
        measure: "hours",
        group: "priority",
        columns: {
            ref: [key, { en: ["Ticket", "Ticket ID"], es: ["Ticket", "ID ticket"], zh: ["工单号", "工单编号"] }],
            day: [day, { en: ["Created", "Created At"], es: ["Creado", "Fecha creación"], zh: ["创建时间", "创建日期"] }],
            priority: [one("Low", "Normal", "High", "Urgent"), { en: ["Priority", "Severity"], es: ["Prioridad", "Prioridad"], zh: ["优先级", "优先级"] }],
            agent: [one("Mia", "Tom", "Li", "Sara", "Ivan"), { en: ["Agent", "Assignee"], es: ["Agente", "Asignado a"], zh: ["处理人", "负责人"] }],
            hours: [money(0, 70), { en: ["Hours", "Hours Spent"], es: ["Horas", "Horas dedicadas"], zh: ["工时", "处理工时"] }],
            state: [one("Open", "Closed", "Waiting"), { en: ["Status", "State"], es: ["Estado", "Estado"], zh: ["状态", "工单状态"] }],
        },
        added: [one("Mail", "Chat", "Phone"), { en: "Channel", es: "Canal", zh: "渠道" }],
        near: { day: { shift: 5, en: ["Opened", "Closed"], es: ["Abierto", "Cerrado"], zh: ["创建日期", "关闭日期"] } },
    },
];
