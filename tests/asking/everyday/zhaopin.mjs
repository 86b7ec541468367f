// 公司招聘：职位和候选人。日期写成2024.3.5，薪资以千元计，没到那一步的日期留空，
// 渠道和阶段是几个字的类别。
import { addDays, asker, csv, days, dice, pad } from "../business/tables.mjs";
import {
    best, by, counts, groups, growth, index, mean, month, most, names, quarter, sum, top,
} from "../business/truth.mjs";
import { daysBetween, percent, which } from "./forms.mjs";

const JOBS = [
    ["Java开发工程师", "研发部", "北京", 5], ["前端工程师", "研发部", "杭州", 3], ["产品经理", "产品部", "北京", 2], ["数据分析师", "产品部", "上海", 2], ["大客户销售", "销售部", "广州", 8],
    ["渠道销售", "销售部", "上海", 6], ["招聘专员", "人力资源部", "北京", 1], ["财务主管", "财务部", "上海", 1], ["客服专员", "客户服务部", "成都", 10], ["测试工程师", "研发部", "成都", 4],
];
const FAMILY = [..."赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨"];
const GIVEN = ["子轩", "雨桐", "浩然", "思远", "佳怡", "文博", "欣妍", "俊杰", "晓萌", "一鸣", "静雯", "国栋", "丽娟"];
const slashless = (day) => day && day.split("-").map(Number).join(".");

export function makeZhaopin() {
    const d = dice(8342);
    const jobs = JOBS.map(([name, dept, city, heads], i) => ({ id: `ZW${pad(i + 1, 2)}`, name, dept, city, heads, urgent: d.pick(["是", "否", "否"]), posted: days(d, "2023-01-05", "2023-06-30", 1)[0] }));
    const seen = new Set();
    while (seen.size < 180) seen.add(d.pick(FAMILY) + d.pick(GIVEN));
    const people = [...seen].map((name, i) => {
        const applied = days(d, "2023-07-01", "2024-06-20", 1)[0];
        const stage = d.pick(["简历筛选", "简历筛选", "初试", "复试", "已录用", "已录用", "已淘汰", "已淘汰", "放弃offer"]);
        const met = stage === "简历筛选" ? null : addDays(applied, d.between(2, 20));
        const hired = stage === "已录用" ? addDays(met, d.between(7, 45)) : null;
        return {
            id: i + 1, name, sex: d.pick(["男", "女"]), degree: d.skewed(["本科", "硕士", "大专", "博士"], 1.4), years: d.chance(0.12) ? null : d.between(0, 15),
            channel: d.skewed(["BOSS直聘", "猎聘", "内部推荐", "校园招聘", "官网投递"], 1.3), job: d.skewed(jobs.slice(0, 9), 1.2).id, applied, met, hired, stage,
            wish: d.between(8, 45), score: met ? d.between(50, 98) : null,
        };
    });
    return { jobs, people };
}

export const zhaopinFiles = ({ jobs, people }) => ({
    "招聘/职位.csv": csv([["职位编号", "id"], ["职位名称", "name"], ["部门", "dept"], ["工作地点", "city"], ["招聘人数", "heads"], ["急招", "urgent"], ["发布日期", (j) => slashless(j.posted)]], jobs),
    "招聘/候选人.csv": csv(
        [["序号", "id"], ["姓名", "name"], ["性别", "sex"], ["学历", "degree"], ["工作年限", "years"], ["来源渠道", "channel"], ["应聘职位编号", "job"], ["投递日期", (p) => slashless(p.applied)],
         ["面试日期", (p) => slashless(p.met)], ["入职日期", (p) => slashless(p.hired)], ["当前阶段", "stage"], ["期望薪资(k)", "wish"], ["面试得分", "score"]],
        people,
    ),
});

const PEOPLE = { files: ["候选人.csv"] };
const JOB = { files: ["职位.csv"] };

function oneTable({ ask }, { jobs, people }) {
    const hired = people.filter((p) => p.stage === "已录用");
    const applied = (q) => people.filter((p) => quarter(p.applied) === q).length;
    ask("count", "目前录用了多少人", hired.length, PEOPLE);
    ask("count", "女硕士有几个", people.filter((p) => p.sex === "女" && p.degree === "硕士").length, PEOPLE);
    ask("rate", "录用率：录用人数占全部候选人的百分比", ...percent(hired.length, people.length, PEOPLE));
    ask("group", "各渠道来了多少简历", counts(people, "channel"), PEOPLE);
    ask("extreme", "哪个渠道招进来的人最多（已录用）", best(counts(hired, "channel")), PEOPLE);
    ask("average", "本科生平均期望薪资是多少k", mean(people.filter((p) => p.degree === "本科"), "wish"), PEOPLE);
    ask("duration", "从投递到入职平均要几天", mean(hired, (p) => daysBetween(p.applied, p.hired)), PEOPLE);
    ask("duration", "投递以后平均多少天安排面试", mean(people.filter((p) => p.met), (p) => daysBetween(p.applied, p.met)), PEOPLE);
    ask("negation", "工作年限没填的有多少人", people.filter((p) => p.years === null).length, PEOPLE);
    ask("negation", "还没面试的候选人数量", people.filter((p) => p.met === null).length, PEOPLE);
    ask("range", "工作3年到5年的人数", people.filter((p) => p.years !== null && p.years >= 3 && p.years <= 5).length, PEOPLE);
    ask("range", "期望薪资在2万以上的有几位（超过20k）", people.filter((p) => p.wish > 20).length, PEOPLE);
    ask("top", "面试得分最高分是多少", most(people, "score"), PEOPLE);
    ask("period", "2024年3月收到多少份简历", people.filter((p) => month(p.applied) === "2024-03").length, PEOPLE);
    ask("growth", "2024年一季度投递量比2023年四季度增长了百分之多少", growth(applied("2023-Q4"), applied("2024-Q1")), PEOPLE);
    ask("compare", "男女录用人数对比", counts(hired, "sex"), PEOPLE);
    ask("pergroup", "每种学历最主要的来源渠道", [...groups(people, "degree")].map(([k, l]) => [k, best(counts(l, "channel"))]), PEOPLE);
    ask("sum", "总共要招多少人", sum(jobs, "heads"), JOB);
    ask("list", "急招的职位有哪些", jobs.filter((j) => j.urgent === "是").map((j) => j.name), JOB);
    ask("attribute", "招聘人数最多的职位是什么，在哪个城市", [["客服专员", "成都"]], JOB);
    ask("lookup", "财务主管的工作地点在哪", "上海", JOB);
}

function joined({ ask }, { jobs, people }) {
    const J = index(jobs, "id");
    const full = people.map((p) => ({ ...p, j: J.get(p.job) }));
    const hired = full.filter((p) => p.stage === "已录用");
    ask("join", "各部门录用人数", counts(hired, (p) => p.j.dept));
    ask("attribute", "收到简历最多的职位是哪个，多少份", top(1, counts(full, (p) => p.j.name)));
    ask("antijoin", "哪个岗位一份简历都没收到", "测试工程师");
    ask("join", "应聘前端工程师的人平均面试得分", mean(full.filter((p) => p.j.name === "前端工程师"), "score"));
    ask("compare", "北京和上海哪边投递的人多", ...which(counts(full.filter((p) => ["北京", "上海"].includes(p.j.city)), (p) => p.j.city)));
    ask("having", "投递人数不到15人的职位", names(counts(full, (p) => p.j.name).filter(([, n]) => n < 15)), { also: [...counts(full, (p) => p.j.name).filter(([, n]) => n < 15).map(([k]) => k), "测试工程师"] });
    ask("multi", "按工作地点统计候选人数和平均期望薪资", by(full, (p) => p.j.city, (l) => [l.length, mean(l, "wish")]).map(([k, v]) => [k, ...v]));
    ask("join", "放弃offer最多的部门", best(counts(full.filter((p) => p.stage === "放弃offer"), (p) => p.j.dept)));
    ask("rate", "产品经理这个岗位的录用率，百分比", ...percent(hired.filter((p) => p.j.name === "产品经理").length, full.filter((p) => p.j.name === "产品经理").length));
}

function refused({ refuse }) {
    refuse("no_column", "每个人的招聘成本", "表里没有成本");
    refuse("no_column", "候选人的手机号", "表里没有电话");
    refuse("no_column", "谁的面试官是张总", "表里没有面试官");
    refuse("no_column", "毕业于985的有几个", "表里没有学校");
    refuse("no_entity", "深圳招多少人", "没有这个地点", JOB);
    refuse("no_entity", "算法工程师收到几份简历", "没有这个职位");
    refuse("no_entity", "2018年录用了多少人", "投递从2023年开始", PEOPLE);
    refuse("future", "年底之前能招满吗", "表里只有过去");
    refuse("opinion", "该不该录用陈浩然", "这是判断");
    refuse("ambiguous", "哪个渠道效果最好", "没说效果看什么");
}

export function askZhaopin(tables) {
    const list = asker("zh", "招聘", ["职位.csv", "候选人.csv"]);
    oneTable(list, tables);
    joined(list, tables);
    refused(list);
    return list.list;
}
