// Questions in Chinese.
import { addMonths, asker } from "./tables.mjs";
import {
    best, bottom, counts, distinct, either, from, growth, index, least, mean, means, median, month, most,
    names, pairs, quarter, share, sum, sums, top, year,
} from "./truth.mjs";

const ORDERS = { files: ["订单.csv"] };

function orders({ ask }, { orders: rows, goods }) {
    const in_ = (y) => rows.filter((o) => year(o.day) === y);
    const state = (s) => rows.filter((o) => o.state === s);
    const amount = (list) => sum(list, "amount");
    ask("count", "已取消的订单有多少个？", state("已取消").length, ORDERS);
    ask("count", "2023年通过网店下的订单数", in_(2023).filter((o) => o.channel === "网店").length, ORDERS);
    ask("distinct", "一共有几种渠道", distinct(rows, "channel"), ORDERS);
    ask("sum", "所有订单的金额加起来是多少", amount(rows), ORDERS);
    ask("sum", "待发货订单的数量总和", sum(state("待发货"), "units"), ORDERS);
    ask("average", "门店订单的平均金额", mean(rows.filter((o) => o.channel === "门店"), "amount"), ORDERS);
    ask("median", "金额的中位数是多少？", median(rows, "amount"), ORDERS);
    ask("extreme", "单笔订单金额最高是多少", most(rows, "amount"), ORDERS);
    ask("extreme", "标价最便宜的产品是哪个", bottom(1, pairs(goods, "name", "price"))[0][0], { files: ["产品.csv"] });
    ask("top", "标价最高的三个产品", names(top(3, pairs(goods, "name", "price"))), { files: ["产品.csv"] });
    ask("group", "按渠道统计金额", sums(rows, "channel", "amount"), ORDERS);
    ask("group", "各状态的订单数", counts(rows, "state"), ORDERS);
    ask("period", "2024年3月的金额合计", amount(rows.filter((o) => month(o.day) === "2024-03")), ORDERS);
    ask("period", "2022年每个季度的订单数", counts(in_(2022), (o) => quarter(o.day)), ORDERS);
    ask("period", "最近三个月的金额是多少", amount(rows.filter(from("2024-10-01", "2024-12-31"))), { ...ORDERS, also: amount(rows.filter((o) => o.day > addMonths(rows.at(-1).day, -3))) });
    ask("growth", "2024年金额比2023年增长了百分之几", growth(amount(in_(2023)), amount(in_(2024))), ORDERS);
    ask("share", "电话渠道的订单占全部订单的百分比", share(rows.filter((o) => o.channel === "电话").length, rows.length), { ...ORDERS, also: rows.filter((o) => o.channel === "电话").length / rows.length });
    ask("negation", "有多少订单没有评分", rows.filter((o) => o.rating === null).length, ORDERS);
    ask("range", "金额在500到1000之间的订单有几个", rows.filter((o) => o.amount >= 500 && o.amount <= 1000).length, ORDERS);
    ask("units", "金额超过一万的订单有多少", rows.filter((o) => o.amount > 10000).length, ORDERS);
}

function joinedOrders({ ask }, { customers, goods, orders: rows }) {
    const C = index(customers, "id");
    const G = index(goods, "id");
    const name = (o) => C.get(o.customer).name;
    ask("join", "长青超市总共买了多少钱的东西", sum(rows.filter((o) => name(o) === "长青超市"), "amount"));
    ask("join", "各地区的总金额", sums(rows, (o) => C.get(o.customer).region, "amount"));
    ask("join", "金额排名前5的客户名称", names(top(5, sums(rows, name, "amount"))));
    ask("join", "哪个类别卖出的数量最多", best(sums(rows, (o) => G.get(o.product).kind, "units")));
    ask("compare", "食品和电器2024年的金额对比", sums(rows.filter((o) => year(o.day) === 2024 && ["食品", "电器"].includes(G.get(o.product).kind)), (o) => G.get(o.product).kind, "amount"));
    ask("having", "订单数超过60的客户有哪些", names(counts(rows, name).filter(([, n]) => n > 60)));
}

export function askOrdersZh(tables) {
    const list = asker("zh", "订单", ["客户.csv", "产品.csv", "订单.csv"]);
    const { refuse } = list;
    orders(list, tables);
    joinedOrders(list, tables);
    refuse("no_column", "每个产品的毛利率是多少", "没有成本");
    refuse("no_column", "客户的电话号码有多少位是重复的", "没有电话号码");
    refuse("no_entity", "青藏高原商行的订单金额", "没有这个客户");
    refuse("no_entity", "电动车的标价是多少", "没有这个产品");
    refuse("no_entity", "2018年的订单数", "数据从2022年开始");
    refuse("ambiguous", "最好的客户是谁", "没有说按什么");
    refuse("future", "明年的金额会是多少", "数据都是过去的");
    refuse("opinion", "客户为什么取消订单", "没有原因");
    return list.list;
}

export function askStaffZh(rows) {
    const { ask, refuse, list } = asker("zh", "员工", ["员工.csv"]);
    const unit = (u) => rows.filter((r) => r.unit === u);
    const named = (n) => rows.find((r) => r.name === n);
    ask("count", "销售部有多少人", unit("销售部").length);
    ask("count", "学历是博士的员工有几位？", rows.filter((r) => r.degree === "博士").length);
    ask("average", "工程师的平均月薪", mean(rows.filter((r) => r.post === "工程师"), "pay"));
    ask("median", "上海员工月薪的中位数", median(rows.filter((r) => r.city === "上海"), "pay"));
    ask("extreme", "谁的月薪最高", best(pairs(rows, "name", "pay")));
    ask("extreme", "客服部最低的月薪是多少", least(unit("客服部"), "pay"));
    ask("group", "每个部门的平均月薪", means(rows, "unit", "pay"));
    ask("period", "2020年以后入职的有多少人", rows.filter((r) => year(r.hired) > 2020).length, { also: rows.filter((r) => year(r.hired) >= 2020).length });
    ask("units", "月薪三万以上的有几个人", rows.filter((r) => r.pay > 30000).length, { also: rows.filter((r) => r.pay >= 30000).length });
    ask("difference", "王伟的月薪和李娜的月薪相差多少", Math.abs(named("王伟").pay - named("李娜").pay), { also: named("王伟").pay - named("李娜").pay });
    ask("position", "第八行的员工叫什么名字", rows[7].name);
    ask("negation", "不在北京的员工人数", rows.filter((r) => r.city !== "北京").length);
    refuse("no_column", "员工的平均年龄是多少", "没有出生日期");
    refuse("no_entity", "法务部有多少人", "没有这个部门");
    refuse("opinion", "哪位员工最有潜力", "这是看法");
    refuse("grain", "张敏2024年5月加班几小时", "没有加班记录");
    return list;
}

export function askStockZh({ stores, goods }) {
    const { ask, refuse, list } = asker("zh", "库存", ["仓库.csv", "库存.csv"]);
    const S = index(stores, "name");
    const only = { files: ["库存.csv"] };
    const item = (n) => goods.find((g) => g.name === n);
    ask("count", "二号仓有多少种货品", goods.filter((g) => g.store === "二号仓").length, only);
    ask("sum", "沪光供应的货品库存量总共多少", sum(goods.filter((g) => g.maker === "沪光"), "count"), only);
    ask("extreme", "单价最贵的货品", best(pairs(goods, "name", "price")), only);
    ask("top", "库存量最多的4个品名", names(top(4, pairs(goods, "name", "count"))), only);
    ask("group", "各供应商的货品数", counts(goods, "maker"), only);
    ask("compare", "库存量低于安全库存的货品有几种", goods.filter((g) => g.count < g.floor).length, only);
    ask("negation", "没有盘点日期的货品有哪些", names(goods.filter((g) => g.checked === null).map((g) => [g.name])), only);
    ask("range", "单价100元到300元的货品数量", goods.filter((g) => g.price >= 100 && g.price <= 300).length, only);
    ask("lookup", "电机B型放在哪个仓库", item("电机B型").store, only);
    ask("join", "苏州的仓库里一共有多少库存量", sum(goods.filter((g) => S.get(g.store).city === "苏州"), "count"));
    ask("join", "传感器C型所在仓库的负责人是谁", S.get(item("传感器C型").store).keeper);
    ask("difference", "一号仓的面积比二号仓大多少", 5200 - 3800, { files: ["仓库.csv"] });
    refuse("no_column", "货品的保质期还有多久", "没有保质期");
    refuse("no_entity", "三号仓的面积", "没有这个仓库");
    refuse("ambiguous", "最大的是哪个", "没有说什么最大");
    refuse("future", "轴承A型什么时候会缺货", "数据不说将来");
    return list;
}

export function askBanksZh(rows) {
    const { ask, refuse, list } = asker("zh", "银行", ["银行指标.csv"]);
    const of = (bank) => rows.filter((r) => r.bank === bank);
    const at = (m) => rows.filter((r) => month(r.day) === m);
    const cell = (bank, m) => at(m).find((r) => r.bank === bank);
    ask("distinct", "有几家银行", distinct(rows, "bank"));
    ask("average", "江南银行2024年不良率的平均值", mean(of("江南银行").filter((r) => year(r.day) === 2024), "npl"));
    ask("extreme", "2023年6月存款总额最高的是哪家银行", best(pairs(at("2023-06"), "bank", "deposits")));
    ask("period", "华信银行最近3个月的不良率", of("华信银行").slice(-3).map((r) => [month(r.day), r.npl]));
    ask("sum", "2022年北方银行的净利润总和", sum(of("北方银行").filter((r) => year(r.day) === 2022), "profit"));
    ask("group", "各银行的平均拨备覆盖率", means(rows, "bank", "coverage"));
    ask("compare", "海峡银行与金陵银行2024年12月的贷款总额哪个更高", ...either(pairs(at("2024-12").filter((r) => ["海峡银行", "金陵银行"].includes(r.bank)), "bank", "total")));
    ask("growth", "华信银行2024年12月的贷款总额比2023年12月增长百分之多少", growth(cell("华信银行", "2023-12").total, cell("华信银行", "2024-12").total));
    ask("having", "平均不良率高于3的银行", names(means(rows, "bank", "npl").filter(([, n]) => n > 3)));
    ask("units", "贷款总额超过二十万的银行，2024年1月", names(pairs(at("2024-01"), "bank", "total").filter(([, n]) => n > 200000)));
    refuse("empty", "华信银行2023年的外币利率", "这一列是空的");
    refuse("no_column", "江南银行有多少信用卡客户", "没有客户数");
    refuse("no_entity", "西部银行的不良率", "没有这家银行");
    refuse("grain", "北方银行2024年3月14日的存款总额", "数据按月");
    return list;
}
