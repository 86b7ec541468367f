#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings_tables.h"

static const struct wording counts[] = {
    {"一共有多少条报名记录？", "count(DISTINCT 报名编号)"},
    {"报名有多少个", "count(DISTINCT 报名编号)"},
    {"总共有多少笔报名", "count(DISTINCT 报名编号)"},
    {"有多少不同的学员", "count(DISTINCT 学员姓名)"},
    {"一共有几门课程", "count(DISTINCT 课程名称)"},
    {"共有多少位老师", "count(DISTINCT 授课老师)"},
    {"销售额超过1万的报名有多少",
     "count(DISTINCT 报名编号) WHERE 销售额 > 10000"},
    {"销售额超过1.5万元的有几笔", "count(*) WHERE 销售额 > 15000"},
    {"销售额大于一万五千的有多少条", "count(*) WHERE 销售额 > 15000"},
    {"销售额不低于5000的有多少条", "count(*) WHERE 销售额 >= 5000"},
    {"销售额在5000以上的有多少条", "count(*) WHERE 销售额 >= 5000"},
    {"销售额5000元以下的有多少条", "count(*) WHERE 销售额 <= 5000"},
    {"销售额不到5000元的有多少条", "count(*) WHERE 销售额 < 5000"},
    {"销售额不超过5000的报名有几个",
     "count(DISTINCT 报名编号) WHERE 销售额 <= 5000"},
    {"销售额在500到1000之间的有多少条",
     "count(*) WHERE 销售额 BETWEEN 500 AND 1000"},
    {"学费介于1000和2000之间的报名有几条",
     "count(DISTINCT 报名编号) WHERE 学费(元) BETWEEN 1000 AND 2000"},
    {"销售额500-1000元的报名有几条",
     "count(DISTINCT 报名编号) WHERE 销售额 BETWEEN 500 AND 1000"},
    {"课时数至少20的有几条", "count(*) WHERE 课时数 >= 20"},
    {"没有评分的有多少条", "count(*) WHERE 评分 IS NULL"},
    {"未评分的报名有多少", "count(DISTINCT 报名编号) WHERE 评分 IS NULL"},
    {"评分为空的记录有几条", "count(*) WHERE 评分 IS NULL"},
    {"未付款的有多少条", "count(*) WHERE 状态 = '未付款'"},
    {"已付款的报名有几个", "count(DISTINCT 报名编号) WHERE 状态 = '已付款'"},
    {"状态不是已退款的有多少条",
     "count(*) WHERE 状态 IS DISTINCT FROM '已退款'"},
    {"非线上的报名有多少",
     "count(DISTINCT 报名编号) WHERE 课程类型 IS DISTINCT FROM '线上'"},
    {"线上报名占比多少",
     "count(*) FILTER (WHERE 课程类型 = '线上'), count(*), round(100.0 * count(*) FILTER (WHERE 课程类型 = '线上') / nullif(count(*), 0), 2)"},
    {"请问北京有多少学员？", "count(DISTINCT 学员姓名) WHERE 城市 = '北京'"},
};

static void what_is_counted_in_chinese(void **state)
{
    (void)state;
    CHECK_WORDINGS(COURSES, "报名.csv", counts);
}

static const struct wording figures[] = {
    {"销售额总共是多少", "sum(销售额)"},
    {"2024年的销售额是多少",
     "sum(销售额) WHERE 报名日期 >= '2024-01-01' AND 报名日期 < '2025-01-01'"},
    {"２０２４年销售额",
     "sum(销售额) WHERE 报名日期 >= '2024-01-01' AND 报名日期 < '2025-01-01'"},
    {"2024年总营业额",
     "sum(销售额) WHERE 报名日期 >= '2024-01-01' AND 报名日期 < '2025-01-01'"},
    {"北京的营收", "sum(销售额) WHERE 城市 = '北京'"},
    {"北京的销售额加起来是多少", "sum(销售额) WHERE 城市 = '北京'"},
    {"平均学费是多少", "round(avg(学费(元)), 6)"},
    {"学费的平均值", "round(avg(学费(元)), 6)"},
    {"学费最高是多少", "max(学费(元))"},
    {"最高的学费是多少", "max(学费(元))"},
    {"单笔最大的销售额", "max(销售额)"},
    {"评分的中位数", "median(评分)"},
    {"除了北京以外的销售额", "sum(销售额) WHERE 城市 IS DISTINCT FROM '北京'"},
    {"除北京和上海外的销售额合计",
     "sum(销售额) WHERE (城市 NOT IN ('北京', '上海') OR 城市 IS NULL)"},
    {"不包括北京的总销售额", "sum(销售额) WHERE 城市 IS DISTINCT FROM '北京'"},
    {"北京或上海的销售额", "sum(销售额) WHERE 城市 IN ('北京', '上海')"},
    {"北京和上海的总销售额", "sum(销售额) WHERE 城市 IN ('北京', '上海')"},
    {"2023年3月的销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-03-01' AND 报名日期 < '2023-04-01'"},
    {"2023年三月销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-03-01' AND 报名日期 < '2023-04-01'"},
    {"2023年第二季度销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-04-01' AND 报名日期 < '2023-07-01'"},
    {"2023年二季度销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-04-01' AND 报名日期 < '2023-07-01'"},
    {"2023年Q2销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-04-01' AND 报名日期 < '2023-07-01'"},
    {"2023年第1季度销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-01-01' AND 报名日期 < '2023-04-01'"},
    {"2023年上半年销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-01-01' AND 报名日期 < '2023-07-01'"},
    {"2023下半年的销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-07-01' AND 报名日期 < '2024-01-01'"},
    {"2023年前三个月的销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-01-01' AND 报名日期 < '2023-04-01'"},
    {"2023年5月到7月的销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-05-01' AND 报名日期 < '2023-08-01'"},
    {"2023年5至7月销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-05-01' AND 报名日期 < '2023-08-01'"},
    {"2023年5月至2023年7月销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-05-01' AND 报名日期 < '2023-08-01'"},
    {"从2023年5月到7月的销售额",
     "sum(销售额) WHERE 报名日期 >= '2023-05-01' AND 报名日期 < '2023-08-01'"},
    {"2023年6月以来的销售额", "sum(销售额) WHERE 报名日期 >= '2023-06-01'"},
    {"2023年6月起的销售额", "sum(销售额) WHERE 报名日期 >= '2023-06-01'"},
    {"自2023年6月以来的销售额", "sum(销售额) WHERE 报名日期 >= '2023-06-01'"},
    {"2023年以后的销售额", "sum(销售额) WHERE 报名日期 >= '2024-01-01'"},
    {"2023年之前的销售额", "sum(销售额) WHERE 报名日期 < '2023-01-01'"},
    {"截至2023年6月的销售额", "sum(销售额) WHERE 报名日期 < '2023-07-01'"},
    {"2024年3月5日的销售额",
     "sum(销售额) WHERE 报名日期 >= '2024-03-05' AND 报名日期 < '2024-03-06'"},
    {"2024年第12周的销售额",
     "sum(销售额) WHERE 报名日期 >= '2024-03-18' AND 报名日期 < '2024-03-25'"},
    {"最近3个月的销售额", "sum(销售额) WHERE 报名日期 >= '2024-10-01'"},
    {"最近三个月销售额", "sum(销售额) WHERE 报名日期 >= '2024-10-01'"},
    {"北京销售额占总销售额的比例是多少",
     "sum(销售额) FILTER (WHERE 城市 = '北京'), sum(销售额), round(100.0 * sum(销售额) FILTER (WHERE 城市 = '北京') / nullif(sum(销售额), 0), 2)"},
    {"最早的报名日期", "min(报名日期)"},
    {"李娜一共付了多少钱", "sum(销售额) WHERE 学员姓名 = '李娜'"},
    {"帮我查一下北京的销售额", "sum(销售额) WHERE 城市 = '北京'"},
    {"我想知道上海的平均学费", "round(avg(学费(元)), 6) WHERE 城市 = '上海'"},
    {"数据分析课程的总人数", "sum(人数) WHERE 课程名称 = '数据分析'"},
};

static void figures_of_conditions_and_periods_in_chinese(void **state)
{
    (void)state;
    CHECK_WORDINGS(COURSES, "报名.csv", figures);
}

static const struct wording lists[] = {
    {"各城市的销售额", "城市, sum(销售额) GROUP BY 1 ORDER BY 1 ASC"},
    {"每个城市的总销售额", "城市, sum(销售额) GROUP BY 1 ORDER BY 1 ASC"},
    {"按城市统计销售额", "城市, sum(销售额) GROUP BY 1 ORDER BY 1 ASC"},
    {"各个城市销售额分别是多少", "城市, sum(销售额) GROUP BY 1 ORDER BY 1 ASC"},
    {"按课程类型汇总销售额", "课程类型, sum(销售额) GROUP BY 1 ORDER BY 1 ASC"},
    {"不同城市的销售额", "城市, sum(销售额) GROUP BY 1 ORDER BY 1 ASC"},
    {"各城市的报名数",
     "城市, count(DISTINCT 报名编号) GROUP BY 1 ORDER BY 1 ASC"},
    {"每位老师的平均评分",
     "授课老师, round(avg(评分), 6) GROUP BY 1 ORDER BY 1 ASC"},
    {"哪个城市销售额最高",
     "城市, sum(销售额) GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(销售额) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"哪个城市的报名最多",
     "城市, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"销售额最高的城市是哪个",
     "城市, sum(销售额) GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(销售额) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"销售额排名前3的城市",
     "城市, sum(销售额) GROUP BY 1 ORDER BY 2 DESC, 1 ASC LIMIT 3"},
    {"销售额前三的城市",
     "城市, sum(销售额) GROUP BY 1 ORDER BY 2 DESC, 1 ASC LIMIT 3"},
    {"销售额最高的3个城市",
     "城市, sum(销售额) GROUP BY 1 ORDER BY 2 DESC, 1 ASC LIMIT 3"},
    {"销售额最高的三个城市是哪些",
     "城市, sum(销售额) GROUP BY 1 ORDER BY 2 DESC, 1 ASC LIMIT 3"},
    {"销售额最低的城市",
     "城市, sum(销售额) GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(销售额) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
    {"销售额排名第二的城市",
     "城市, sum(销售额) GROUP BY 1 QUALIFY dense_rank() OVER (ORDER BY sum(销售额) DESC) = 2 ORDER BY 2 DESC, 1 ASC"},
    {"哪位老师的平均评分最高",
     "授课老师, round(avg(评分), 6) GROUP BY 1 QUALIFY rank() OVER (ORDER BY round(avg(评分), 6) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"谁的销售额最高", "?"},
    {"每月销售额",
     "strftime(报名日期, '%Y-%m'), sum(销售额) GROUP BY 1 ORDER BY 1 ASC"},
    {"2024年每个月的销售额",
     "strftime(报名日期, '%Y-%m'), sum(销售额) WHERE 报名日期 >= '2024-01-01' AND 报名日期 < '2025-01-01' GROUP BY 1 ORDER BY 1 ASC"},
    {"2024年各季度销售额",
     "(year(报名日期) || '-Q' || quarter(报名日期)), sum(销售额) WHERE 报名日期 >= '2024-01-01' AND 报名日期 < '2025-01-01' GROUP BY 1 ORDER BY 1 ASC"},
    {"按月统计2023年的报名数",
     "strftime(报名日期, '%Y-%m'), count(DISTINCT 报名编号) WHERE 报名日期 >= '2023-01-01' AND 报名日期 < '2024-01-01' GROUP BY 1 ORDER BY 1 ASC"},
    {"销售额按年汇总", "year(报名日期), sum(销售额) GROUP BY 1 ORDER BY 1 ASC"},
    {"去年的销售额", "?"},
    {"上个月的报名数", "?"},
    {"线上课程占总销售额的百分比",
     "课程名称, sum(销售额), round(100.0 * sum(销售额) / nullif(sum(sum(销售额)) OVER (), 0), 2) WHERE 课程类型 = '线上' GROUP BY 1 ORDER BY 2 DESC, 1 ASC"},
    {"各城市销售额占比",
     "城市, sum(销售额), round(100.0 * sum(销售额) / nullif(sum(sum(销售额)) OVER (), 0), 2) GROUP BY 1 ORDER BY 2 DESC, 1 ASC"},
    {"2024年销售额同比增长多少",
     "WITH both AS (sum(销售额) FILTER (WHERE 报名日期 >= '2023-01-01' AND 报名日期 < '2024-01-01'), sum(销售额) FILTER (WHERE 报名日期 >= '2024-01-01' AND 报名日期 < '2025-01-01')) before, after, after - before, round(100.0 * (after - before) / nullif(abs(before), 0), 2) FROM both"},
    {"2024年比2023年销售额增长了多少",
     "WITH both AS (sum(销售额) FILTER (WHERE 报名日期 >= '2023-01-01' AND 报名日期 < '2024-01-01'), sum(销售额) FILTER (WHERE 报名日期 >= '2024-01-01' AND 报名日期 < '2025-01-01')) before, after, after - before, round(100.0 * (after - before) / nullif(abs(before), 0), 2) FROM both"},
    {"北京和上海哪个销售额高",
     "城市, sum(销售额) WHERE 城市 IN ('北京', '上海') GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(销售额) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"北京比上海的销售额多多少",
     "WITH both AS (sum(销售额) FILTER (WHERE 城市 = '上海'), sum(销售额) FILTER (WHERE 城市 = '北京')) before, after, after - before, round(100.0 * (after - before) / nullif(abs(before), 0), 2) FROM both"},
    {"对比2023年和2024年的销售额",
     "year(报名日期), sum(销售额) WHERE (报名日期 >= '2023-01-01' AND 报名日期 < '2024-01-01' OR 报名日期 >= '2024-01-01' AND 报名日期 < '2025-01-01') GROUP BY 1 ORDER BY 1 ASC"},
    {"李娜的成绩", "?"},
    {"有哪些城市", "城市 GROUP BY 1 ORDER BY 1 ASC"},
    {"列出所有课程", "课程名称 GROUP BY 1 ORDER BY 1 ASC"},
    {"平均评分高于4的课程有哪些",
     "课程名称 GROUP BY 1 HAVING avg(评分) > 4 ORDER BY 1 ASC"},
    {"明年的销售额会是多少", "?"},
};

static void groups_orders_and_what_is_asked_back_in_chinese(void **state)
{
    (void)state;
    CHECK_WORDINGS(COURSES, "报名.csv", lists);
}

static const struct wording apart[] = {
    {"北京和上海的销售额分别是多少",
     "城市, sum(销售额) WHERE 城市 IN ('北京', '上海') GROUP BY 1 ORDER BY 1 ASC"},
    {"2023年和2024年的报名数分别是多少",
     "year(报名日期), count(DISTINCT 报名编号) WHERE (报名日期 >= '2023-01-01' AND 报名日期 < '2024-01-01' OR 报名日期 >= '2024-01-01' AND 报名日期 < '2025-01-01') GROUP BY 1 ORDER BY 1 ASC"},
    {"不同城市的报名数量",
     "城市, count(DISTINCT 报名编号) GROUP BY 1 ORDER BY 1 ASC"},
    {"不同课程类型的平均评分",
     "课程类型, round(avg(评分), 6) GROUP BY 1 ORDER BY 1 ASC"},
    {"有多少个不同城市", "count(DISTINCT 城市)"},
    {"每个月的报名量",
     "strftime(报名日期, '%Y-%m'), count(DISTINCT 报名编号) GROUP BY 1 ORDER BY 1 ASC"},
    {"2024年3月的报名量",
     "count(DISTINCT 报名编号) WHERE 报名日期 >= '2024-03-01' AND 报名日期 < '2024-04-01'"},
};

static void what_is_distinguished_in_chinese(void **state)
{
    (void)state;
    CHECK_WORDINGS(COURSES, "报名.csv", apart);
}

#define TRAINING                                                                                            \
    "{\"row_count\":400,\"columns\":[" TEXT_COLUMN(                                                         \
        "编号", 400,                                                                                        \
        "\"T1\",\"T2\"") "," TEXT_COLUMN("部门", 2,                                                         \
                                         "\"研发部\",\"市场部\"") ","                                       \
                                                                                                            \
        WHOLE_COLUMN("学时", 3, "4", "16") "," DECIMAL_COLUMN("费用(元)", 3, "300", "800") "," DATE_COLUMN( \
            "开始日期", 300, "2022-01-03",                                                                  \
            "2024-12-30") "," DATE_COLUMN("结束日期", 300, "2022-01-03",                                    \
                                          "2024-12-30") "," BOOL_COLUMN("是否通过") "]}"

static const struct wording flags[] = {
    {"没有通过的有多少", "count(*) WHERE 是否通过 = FALSE"},
    {"未通过的有几个", "count(*) WHERE 是否通过 = FALSE"},
    {"不通过的有多少", "count(*) WHERE 是否通过 = FALSE"},
    {"通过的有多少", "count(*) WHERE 是否通过 = TRUE"}, /* not: by way of */
};

static void a_yes_and_a_no_are_conditions_in_chinese(void **state)
{
    (void)state;
    CHECK_WORDINGS(TRAINING, "培训.csv", flags);
}

static const struct wording began[] = {
    {"研发部2023年开始的费用合计",
     "sum(费用(元)) WHERE 开始日期 >= '2023-01-01' AND 开始日期 < "
     "'2024-01-01' AND 部门 = '研发部'"},
    {"从2023年开始的费用合计", "sum(费用(元)) WHERE 开始日期 >= '2023-01-01'"},
};

static void what_began_in_a_year_did_not_begin_later(void **state)
{
    (void)state;
    CHECK_WORDINGS(TRAINING, "培训.csv", began);
}

static const struct wording totals[] = {
    {"费用总额", "sum(费用(元))"},
    {"各部门费用总额", "部门, sum(费用(元)) GROUP BY 1 ORDER BY 1 ASC"},
    {"研发部一共多少学时", "sum(学时) WHERE 部门 = '研发部'"},
    {"学时最多的部门",
     "部门, sum(学时) GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(学时) "
     "DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
};

static void hours_and_amounts_are_added_up_in_chinese(void **state)
{
    (void)state;
    CHECK_WORDINGS(TRAINING, "培训.csv", totals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_counted_in_chinese),
        cmocka_unit_test(figures_of_conditions_and_periods_in_chinese),
        cmocka_unit_test(groups_orders_and_what_is_asked_back_in_chinese),
        cmocka_unit_test(what_is_distinguished_in_chinese),
        cmocka_unit_test(a_yes_and_a_no_are_conditions_in_chinese),
        cmocka_unit_test(what_began_in_a_year_did_not_begin_later),
        cmocka_unit_test(hours_and_amounts_are_added_up_in_chinese),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
