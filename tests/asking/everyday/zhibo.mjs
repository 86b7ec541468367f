// 直播带货：主播和场次。日期写成20240305，金额以元计，观看以万人次计，退货额有空。
import { asker, csv, days, dice, round } from "../business/tables.mjs";
import {
    best, by, counts, groups, growth, index, mean, means, month, most, names, quarter, share, sum, sums, top, worst,
} from "../business/truth.mjs";
import { percent, which } from "./forms.mjs";

const HOSTS = [
    ["小鹿姐姐", "美妆护肤", "杭州"], ["老铁阿宽", "家用电器", "沈阳"], ["琳琳妈", "母婴用品", "广州"], ["大鹏说车", "汽车用品", "杭州"], ["甜甜圈", "零食饮料", "长沙"],
    ["木木", "美妆护肤", "广州"], ["胖哥厨房", "零食饮料", "成都"], ["新人阿宝", "母婴用品", "长沙"],
];

export function makeZhibo() {
    const d = dice(8303);
    const hosts = HOSTS.map(([name, field, city], i) => ({ id: `Z${i + 1}`, name, field, city, fans: round(d.between(12, 900) / 10, 1), signed: days(d, "2020-05-01", "2023-06-30", 1)[0] }));
    const shows = days(d, "2023-07-01", "2024-06-30", 620).map((day, i) => {
        const sold = 1000 * d.between(3, 900);
        return {
            id: i + 1, day, host: d.skewed(hosts.slice(0, 7), 1.3).id, platform: d.skewed(["抖音", "淘宝", "快手", "视频号"], 1.3), slot: d.pick(["早场", "午场", "晚场", "晚场"]),
            minutes: 10 * d.between(6, 36), views: round(d.between(4, 1800) / 10, 1), orders: Math.round(sold / d.between(40, 160)), sold,
            back: d.chance(0.08) ? null : Math.round(sold * 0.35 * d.next()), slotFee: d.chance(0.5) ? 0 : 500 * d.between(2, 60), crash: d.chance(0.04) ? "是" : "否",
        };
    });
    return { hosts, shows };
}

export const zhiboFiles = ({ hosts, shows }) => ({
    "直播/主播.csv": csv([["主播ID", "id"], ["主播", "name"], ["主营类目", "field"], ["所在城市", "city"], ["粉丝数(万)", "fans"], ["签约日期", "signed"]], hosts),
    "直播/场次.csv": csv(
        [["场次", "id"], ["开播日期", (s) => s.day.replaceAll("-", "")], ["主播ID", "host"], ["平台", "platform"], ["时段", "slot"], ["时长_分", "minutes"], ["观看(万人次)", "views"],
         ["成交单数", "orders"], ["GMV", "sold"], ["退货额", "back"], ["坑位费", "slotFee"], ["断播", "crash"]],
        shows,
    ),
});

const SHOWS = { files: ["场次.csv"] };
const HOST = { files: ["主播.csv"] };

function oneTable({ ask }, { hosts, shows }) {
    const on = (p) => shows.filter((s) => s.platform === p);
    const at = (m) => shows.filter((s) => month(s.day) === m);
    const q = (name) => shows.filter((s) => quarter(s.day) === name);
    ask("sum", "抖音总共卖了多少GMV", sum(on("抖音"), "sold"), SHOWS);
    ask("count", "一共断播过几场", shows.filter((s) => s.crash === "是").length, SHOWS);
    ask("count", "晚场播了多少次", shows.filter((s) => s.slot === "晚场").length, SHOWS);
    ask("rate", "退货率 = 退货额合计 / GMV合计，是多少", ...percent(sum(shows, "back"), sum(shows, "sold"), SHOWS));
    ask("rate", "各平台平均每单金额（GMV除以成交单数）", by(shows, "platform", (l) => sum(l, "sold") / sum(l, "orders")), SHOWS);
    ask("average", "每场平均多少万人次观看", mean(shows, "views"), SHOWS);
    ask("sum", "直播总时长一共多少小时", sum(shows, "minutes") / 60, SHOWS);
    ask("extreme", "单场GMV最高纪录", most(shows, "sold"), SHOWS);
    ask("top", "GMV前两名的平台", names(top(2, sums(shows, "platform", "sold"))), SHOWS);
    ask("period", "双十一当月（2023年11月）GMV", sum(at("2023-11"), "sold"), SHOWS);
    ask("period", "每个季度播了多少场", counts(shows, (s) => quarter(s.day)), SHOWS);
    ask("growth", "2024年二季度GMV比一季度增长百分之几", growth(sum(q("2024-Q1"), "sold"), sum(q("2024-Q2"), "sold")), SHOWS);
    ask("negation", "退货额还没登记的场次有多少", shows.filter((s) => s.back === null).length, SHOWS);
    ask("negation", "不收坑位费的有几场", shows.filter((s) => s.slotFee === 0).length, SHOWS);
    ask("range", "GMV在10万到20万之间的场次数", shows.filter((s) => s.sold >= 100000 && s.sold <= 200000).length, SHOWS);
    ask("range", "超过5个小时的直播有几场", shows.filter((s) => s.minutes > 300).length, SHOWS);
    ask("share", "各时段GMV占比", by(shows, "slot", (l) => share(sum(l, "sold"), sum(shows, "sold"))), { ...SHOWS, also: by(shows, "slot", (l) => sum(l, "sold") / sum(shows, "sold")) });
    ask("list", "杭州的主播有谁", hosts.filter((h) => h.city === "杭州").map((h) => h.name), HOST);
    ask("attribute", "粉丝最多的主播是谁，主营什么类目", [(({ name, field }) => [name, field])(top(1, hosts.map((h) => [h, h.fans]))[0][0])], HOST);
}

function joined({ ask }, { hosts, shows }) {
    const H = index(hosts, "id");
    const host = (s) => H.get(s.host).name;
    ask("top", "带货GMV前三的主播", names(top(3, sums(shows, host, "sold"))));
    ask("antijoin", "哪个主播还没开播过", "新人阿宝");
    ask("attribute", "谁的退货额最高，退了多少", top(1, sums(shows, host, "back")));
    ask("pergroup", "每位主播GMV最高的平台", [...groups(shows, host)].map(([k, l]) => [k, best(sums(l, "platform", "sold"))]));
    ask("join", "各类目GMV", sums(shows, (s) => H.get(s.host).field, "sold"));
    ask("compare", "甜甜圈和胖哥厨房谁的场均GMV高", ...which(means(shows.filter((s) => ["甜甜圈", "胖哥厨房"].includes(host(s))), host, "sold")));
    ask("multi", "按城市汇总场次、GMV和成交单数", by(shows, (s) => H.get(s.host).city, (l) => [l.length, sum(l, "sold"), sum(l, "orders")]).map(([k, v]) => [k, ...v]));
    ask("join", "观看人次最少的主播（总数）", worst(sums(shows, host, "views")));
    ask("having", "播了80场以上的主播", names(counts(shows, host).filter(([, n]) => n > 80)));
}

function refused({ refuse }) {
    refuse("no_column", "主播的提成一共发了多少", "表里没有提成");
    refuse("no_column", "哪款商品卖得最好", "表里没有商品");
    refuse("no_column", "买家平均年龄", "表里没有买家");
    refuse("no_entity", "B站播了几场", "没有这个平台", SHOWS);
    refuse("no_entity", "李佳琦的GMV", "没有这个主播");
    refuse("no_entity", "2019年的GMV", "场次从2023年7月开始", SHOWS);
    refuse("future", "明年双十一能卖多少", "表里只有过去");
    refuse("opinion", "阿宽值不值得续约", "这是判断");
    refuse("grain", "晚上八点那一小时的成交额", "只到场次，没有小时", SHOWS);
}

export function askZhibo(tables) {
    const list = asker("zh", "直播", ["主播.csv", "场次.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
