// Four groups of tables in Chinese: orders with customers and products, staff,
// stock with warehouses, banks by month.
import { makeMonths } from "./bank.mjs";
import { chinese, csv, days, dice, pad, point, round } from "./tables.mjs";

const CITIES = [["上海", "华东"], ["杭州", "华东"], ["北京", "华北"], ["天津", "华北"], ["广州", "华南"], ["深圳", "华南"], ["成都", "西南"], ["武汉", "华中"]];
const NAMES = [
    "蓝海商贸", "明德书店", "长青超市", "新星电器行", "和平医院", "春晓幼儿园", "东升饭店", "金桥物流", "华英学校", "安康药房",
    "天虹百货", "福临酒楼", "远帆旅行社", "光明乳业", "永盛五金", "云顶酒店", "恒信律所", "丰收农场", "锦绣花店", "飞马快递",
];
const GOODS = [
    ["保温杯", "日用品", 59], ["雨伞", "日用品", 35.5], ["毛巾", "日用品", 12], ["绿茶", "食品", 48], ["坚果礼盒", "食品", 128],
    ["方便面", "食品", 4.5], ["台灯", "电器", 99], ["电饭煲", "电器", 329], ["吹风机", "电器", 149], ["笔记本", "文具", 8], ["钢笔", "文具", 26],
];

export function makeOrdersZh() {
    const d = dice(7009);
    const customers = NAMES.map((name, i) => {
        const [city, region] = d.pick(CITIES);
        return { id: `K${pad(i + 1, 3)}`, name, city, region, grade: d.pick(["普通", "普通", "银卡", "金卡"]) };
    });
    const goods = GOODS.map(([name, kind, price], i) => ({ id: `P${pad(i + 1, 2)}`, name, kind, price }));
    const orders = days(d, "2022-01-03", "2024-12-28", 900).map((day, i) => {
        const product = d.pick(goods);
        const units = d.between(1, 60);
        return {
            id: `DD${pad(20001 + i, 6)}`, day, customer: d.skewed(customers, 1.4).id, product: product.id, units,
            amount: round(units * product.price * (0.8 + 0.2 * d.next())),
            state: d.pick(["已完成", "已完成", "已完成", "已取消", "待发货"]),
            channel: d.pick(["网店", "门店", "电话"]),
            rating: d.chance(0.5) ? null : d.between(1, 5),
        };
    });
    return { customers, goods, orders };
}

export const ordersZhFiles = ({ customers, goods, orders }) => ({
    "订单/客户.csv": csv([["客户编号", "id"], ["客户名称", "name"], ["城市", "city"], ["地区", "region"], ["等级", "grade"]], customers),
    "订单/产品.csv": csv([["产品编号", "id"], ["产品名称", "name"], ["类别", "kind"], ["标价", (g) => point(g.price)]], goods),
    "订单/订单.csv": csv(
        [["订单编号", "id"], ["下单日期", (o) => chinese(o.day)], ["客户编号", "customer"], ["产品编号", "product"], ["数量", "units"],
         ["金额", (o) => point(o.amount)], ["状态", "state"], ["渠道", "channel"], ["评分", "rating"]],
        orders,
    ),
});

const FAMILY = ["王", "李", "张", "刘", "陈", "杨", "赵", "黄", "周", "吴", "徐", "孙"];
const GIVEN = ["伟", "芳", "娜", "秀英", "敏", "静", "丽", "强", "磊", "洋", "艳", "杰"];

export function makeStaffZh() {
    const d = dice(7010);
    return FAMILY.flatMap((f) => GIVEN.map((g) => f + g)).map((name, i) => ({
        id: 3001 + i, name,
        unit: d.skewed(["研发部", "销售部", "财务部", "人事部", "客服部"], 1.4),
        post: d.pick(["经理", "工程师", "专员", "助理"]),
        pay: 100 * d.between(45, 380),
        hired: days(d, "2012-03-01", "2024-08-30", 1)[0],
        degree: d.pick(["本科", "本科", "硕士", "博士", "大专"]),
        city: d.pick(["上海", "北京", "深圳"]),
    }));
}

export const staffZhFiles = (rows) => ({
    "员工/员工.csv": csv(
        [["工号", "id"], ["姓名", "name"], ["部门", "unit"], ["职位", "post"], ["月薪", "pay"], ["入职日期", (r) => r.hired.replace(/-0?/g, "/")],
         ["学历", "degree"], ["所在城市", "city"]],
        rows,
    ),
});

export function makeStockZh() {
    const d = dice(7011);
    const stores = [["一号仓", "苏州", 5200, "马建国"], ["二号仓", "佛山", 3800, "林小燕"], ["冷链仓", "大连", 1500, "高峰"], ["保税仓", "宁波", 2600, null]]
        .map(([name, city, area, keeper]) => ({ name, city, area, keeper }));
    const kinds = ["轴承", "电机", "传感器", "阀门", "滤芯", "皮带", "开关", "电缆"];
    const goods = kinds.flatMap((k) => ["A型", "B型", "C型", "D型"].map((t) => k + t)).map((name, i) => ({
        id: `H${pad(i + 101, 4)}`, name,
        store: d.skewed(stores, 1.3).name,
        count: d.chance(0.08) ? 0 : d.between(5, 900),
        floor: 10 * d.between(2, 40),
        price: d.amount(3, 900),
        maker: d.pick(["沪光", "北辰", "南粤"]),
        checked: d.chance(0.2) ? null : days(d, "2024-01-05", "2024-11-25", 1)[0],
    }));
    return { stores, goods };
}

export const stockZhFiles = ({ stores, goods }) => ({
    "库存/仓库.csv": csv([["仓库", "name"], ["城市", "city"], ["面积", "area"], ["负责人", "keeper"]], stores),
    "库存/库存.csv": csv(
        [["货号", "id"], ["品名", "name"], ["仓库", "store"], ["库存量", "count"], ["安全库存", "floor"], ["单价", (g) => point(g.price)],
         ["供应商", "maker"], ["盘点日期", "checked"]],
        goods,
    ),
});

export const makeBanksZh = () => makeMonths(7012, ["华信银行", "江南银行", "北方银行", "海峡银行", "金陵银行"], 0.03);

export const banksZhFiles = (rows) => ({
    "银行/银行指标.csv": csv(
        [["月份", (r) => r.day.slice(0, 7)], ["银行", "bank"], ["不良率", (r) => point(r.npl)], ["拨备覆盖率", (r) => point(r.coverage)],
         ["贷款总额", (r) => point(r.total)], ["存款总额", (r) => point(r.deposits)], ["净利润", (r) => point(r.profit)], ["网点数", "branches"],
         ["外币利率", () => null]],
        rows,
    ),
});
