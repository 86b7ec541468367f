// 外卖平台：商家、骑手和订单。时间带时分，配送超时记 1 或 0，没评价的评分留空，
// 品类和区名有好几个字，骑手有人一单没送。
import { asker, csv, days, dice, pad, round } from "../business/tables.mjs";
import {
    best, by, counts, from, groups, growth, index, mean, means, median, month, most, names, share, sum, sums, top, worst,
} from "../business/truth.mjs";
import { percent, weekday, which } from "./forms.mjs";

const SHOPS = [
    ["老王烧烤", "烧烤夜宵", "浦东新区"], ["川味小厨", "川湘菜", "徐汇区"], ["每日鲜果", "水果生鲜", "静安区"], ["一品粥铺", "粥面早餐", "浦东新区"],
    ["阿强奶茶", "奶茶甜品", "徐汇区"], ["北方饺子馆", "粥面早餐", "杨浦区"], ["湘里人家", "川湘菜", "静安区"], ["大块牛排", "西餐简餐", "浦东新区"],
    ["甜蜜时光", "奶茶甜品", "杨浦区"], ["深夜串吧", "烧烤夜宵", "徐汇区"], ["轻食主义", "西餐简餐", "静安区"], ["福建沙县", "粥面早餐", "徐汇区"],
];
const RIDERS = ["赵铁柱", "钱小军", "孙大伟", "李二宝", "周建国", "吴海涛", "郑晓东", "王志强", "冯春生", "陈阿龙"];

export function makeWaimai() {
    const d = dice(8461);
    const shops = SHOPS.map(([name, kind, area], i) => ({ id: `S${pad(i + 1, 3)}`, name, kind, area, rate: d.pick([15, 18, 20, 22]), opened: days(d, "2019-03-01", "2023-10-30", 1)[0] }));
    const riders = RIDERS.map((name, i) => ({ id: 8801 + i, name, type: d.pick(["专送", "众包"]), joined: days(d, "2020-01-01", "2023-12-01", 1)[0] }));
    const orders = days(d, "2024-01-01", "2024-06-30", 1400).map((day, i) => {
        const state = d.pick(["已完成", "已完成", "已完成", "已完成", "已完成", "已完成", "已完成", "已取消", "已退款"]);
        const done = state !== "已取消";
        const hour = d.pick([8, 11, 11, 12, 12, 12, 17, 18, 18, 19, 21, 22]);
        const minutes = d.between(15, 65);
        const goods = d.amount(15, 180);
        return {
            id: `W${pad(i + 1, 6)}`, day, hour, time: `${day} ${pad(hour, 2)}:${pad(d.below(60), 2)}`, shop: d.skewed(shops.slice(0, 11), 1.2).id,
            rider: done ? d.skewed(riders.slice(0, 9), 1.2).id : null, goods, fee: d.pick([0, 3, 4.5, 6]), coupon: d.chance(0.6) ? null : d.pick([3, 5, 8, 12]), state,
            minutes: done ? minutes : null, late: done ? (minutes > 45 ? 1 : 0) : null, stars: done && d.chance(0.5) ? d.pick([1, 2, 3, 4, 5, 5, 5]) : null,
        };
    });
    for (const o of orders) o.paid = round(o.goods + o.fee - (o.coupon ?? 0));
    return { shops, riders, orders };
}

export const waimaiFiles = ({ shops, riders, orders }) => ({
    "外卖/商家.csv": csv([["商家编号", "id"], ["商家名称", "name"], ["品类", "kind"], ["所在区", "area"], ["抽佣比例(%)", "rate"], ["入驻日期", "opened"]], shops),
    "外卖/骑手.csv": csv([["骑手编号", "id"], ["骑手姓名", "name"], ["类型", "type"], ["入职日期", "joined"]], riders),
    "外卖/外卖订单.csv": csv(
        [["单号", "id"], ["下单时间", "time"], ["商家编号", "shop"], ["骑手编号", "rider"], ["商品金额", "goods"], ["配送费", "fee"], ["优惠券", "coupon"], ["实付金额", "paid"],
         ["订单状态", "state"], ["配送时长(分钟)", "minutes"], ["是否超时", "late"], ["评分", "stars"]],
        orders,
    ),
});

const ORDERS = { files: ["外卖订单.csv"] };
const SHOP = { files: ["商家.csv"] };

function oneTable({ ask }, { shops, riders, orders }) {
    const is = (state) => orders.filter((o) => o.state === state);
    const at = (m) => orders.filter((o) => month(o.day) === m);
    const done = is("已完成");
    const rated = orders.filter((o) => o.stars !== null);
    ask("count", "三月份一共多少单", at("2024-03").length, ORDERS);
    ask("count", "取消了的有几单啊", is("已取消").length, ORDERS);
    ask("sum", "已完成订单的流水总共多少（按实付）", sum(done, "paid"), ORDERS);
    ask("average", "客单价是多少？按已完成订单的实付金额算", mean(done, "paid"), ORDERS);
    ask("rate", "超时率多少（超时单数除以有配送时长的单数）", ...percent(sum(orders, "late"), orders.filter((o) => o.minutes !== null).length, ORDERS));
    ask("rate", "退款订单占全部订单的百分比", ...percent(is("已退款").length, orders.length, ORDERS));
    ask("range", "配送时长在30到40分钟之间的有多少单", orders.filter((o) => o.minutes !== null && o.minutes >= 30 && o.minutes <= 40).length, ORDERS);
    ask("negation", "没用优惠券的订单数", orders.filter((o) => o.coupon === null).length, ORDERS);
    ask("count", "一星差评有几条", orders.filter((o) => o.stars === 1).length, ORDERS);
    ask("share", "有评分的订单里，5分的占几成？给百分比", ...percent(rated.filter((o) => o.stars === 5).length, rated.length, ORDERS));
    ask("median", "配送时长的中位数", median(orders, "minutes"), ORDERS);
    ask("extreme", "单笔实付最高多少钱", most(orders, "paid"), ORDERS);
    ask("period", "帮我按月统计一下订单量", counts(orders, (o) => month(o.day)), ORDERS);
    ask("period", "周日下了多少单", orders.filter((o) => weekday(o.day) === 0).length, ORDERS);
    ask("period", "晚上9点以后（含9点）下的单有多少", orders.filter((o) => o.hour >= 21).length, ORDERS);
    ask("growth", "6月实付总额环比5月涨跌百分之几", growth(sum(at("2024-05"), "paid"), sum(at("2024-06"), "paid")), ORDERS);
    ask("sum", "五一假期5月1日到5月5日的实付合计", sum(orders.filter(from("2024-05-01", "2024-05-05")), "paid"), ORDERS);
    ask("list", "徐汇区都有哪些商家", shops.filter((s) => s.area === "徐汇区").map((s) => s.name), SHOP);
    ask("attribute", "入驻最早的商家是哪家，哪天入驻的", [(({ name, opened }) => [name, opened])([...shops].sort((a, b) => a.opened.localeCompare(b.opened))[0])], SHOP);
    ask("lookup", "大块牛排抽佣几个点", shops[7].rate, SHOP);
}

function joined({ ask }, { shops, riders, orders }) {
    const S = index(shops, "id");
    const R = index(riders, "id");
    const shop = (o) => S.get(o.shop).name;
    const area = (o) => S.get(o.shop).area;
    const done = orders.filter((o) => o.state === "已完成");
    const sent = orders.filter((o) => o.rider !== null).map((o) => ({ ...o, r: R.get(o.rider) }));
    const SO = { files: ["商家.csv", "外卖订单.csv"] };
    const RO = { files: ["骑手.csv", "外卖订单.csv"] };
    ask("attribute", "哪个骑手送的单最多，送了多少单", top(1, counts(sent, (o) => o.r.name)), RO);
    ask("top", "已完成订单实付金额排前三的商家", names(top(3, sums(done, shop, "paid"))), SO);
    ask("group", "各品类的商品金额汇总", sums(orders, (o) => S.get(o.shop).kind, "goods"), SO);
    ask("antijoin", "有没有一单都没送过的骑手？是谁", "陈阿龙", RO);
    ask("antijoin", "没有订单的商家", "福建沙县", SO);
    ask("pergroup", "每个区订单量最高的商家", [...groups(orders, area)].map(([k, l]) => [k, best(counts(l, shop))]), SO);
    ask("compare", "专送和众包的平均配送时长对比", means(sent, (o) => o.r.type, "minutes"), RO);
    ask("compare", "老王烧烤跟深夜串吧哪家单量大", ...which(counts(orders.filter((o) => ["老王烧烤", "深夜串吧"].includes(shop(o))), shop), SO));
    ask("share", "各区订单数占比", by(orders, area, (l) => share(l.length, orders.length)), { ...SO, also: by(orders, area, (l) => l.length / orders.length) });
    ask("multi", "按区看：订单数、实付总额、平均评分", by(orders, area, (l) => [l.length, sum(l, "paid"), mean(l, "stars")]).map(([k, v]) => [k, ...v]), SO);
    ask("having", "平均评分低于3.6的商家有哪些", names(means(orders, shop, "stars").filter(([, n]) => n < 3.6)), SO);
    ask("join", "钱小军平均多少分钟送一单", mean(sent.filter((o) => o.r.name === "钱小军"), "minutes"), RO);
    ask("join", "退款最少的品类是哪个（按退款单数）", worst(counts(orders.filter((o) => o.state === "已退款"), (o) => S.get(o.shop).kind)), SO);
}

function refused({ refuse }) {
    refuse("no_column", "骑手平均工资多少", "表里没有工资");
    refuse("no_column", "新客户和老客户各占多少", "表里没有客户");
    refuse("no_column", "顾客投诉最多的原因是什么", "表里没有投诉");
    refuse("no_column", "每家店的毛利率", "表里没有成本");
    refuse("no_entity", "虹口区有多少商家", "没有这个区", SHOP);
    refuse("no_entity", "张三丰送了多少单", "没有这个骑手");
    refuse("no_entity", "2020年的订单总量", "订单从2024年开始", ORDERS);
    refuse("future", "下个月单量能到多少", "表里只有过去");
    refuse("opinion", "要不要跟老王烧烤解约", "这是判断");
    refuse("ambiguous", "哪家店最好", "没说比什么");
}

export function askWaimai(tables) {
    const list = asker("zh", "外卖", ["商家.csv", "骑手.csv", "外卖订单.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
