#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

#define GAPPY_DATE(name, min, max)                                          \
    "{\"name\":\"" name "\",\"inferred_type\":\"date\",\"non_null_count\":" \
    "320,\"distinct_estimate\":280,\"min\":\"" min "\",\"max\":\"" max "\"}"

/* Repairs of a workshop, as a Spanish one keeps them. */
#define TALLER                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                            \
    "{\"row_count\":400,\"columns\":[" TEXT_COLUMN(                                                                                                                                                                                                                                                                                                                                                                                                                                                                       \
        "Nº orden",                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       \
        400, "\"OT-1\",\"OT-2\"") "," DATE_COLUMN("Fecha emisión", 300,                                                                                                                                                                                                                                                                                                                                                                                                                                                   \
                                                  "2022-01-03",                                                                                                                                                                                                                                                                                                                                                                                                                                                           \
                                                  "2024-12-30") "," GAPPY_DATE("Fecha entrega", "2022-01-05", "2024-12-31") "," TEXT_COLUMN("Cliente",                                                                                                                                                                                                                                                                                                                                                                    \
                                                                                                                                            90,                                                                                                                                                                                                                                                                                                                                                                           \
                                                                                                                                            "\"Ana Ruiz\",\"Luis Mora\"") "," TEXT_COLUMN("Taller",                                                                                                                                                                                                                                                                                                                       \
                                                                                                                                                                                          3, "\"Norte\",\"Sur\",\"Puerto\"") "," TEXT_COLUMN("Avería", 5, "\"Frenos\",\"Motor\",\"Ruedas\"") "," TEXT_COLUMN("Forma de pago",                                                                                                                                                                                             \
                                                                                                                                                                                                                                                                                                             3,                                                                                                                                                                                                           \
                                                                                                                                                                                                                                                                                                             "\"Efectivo\",\"Tarjeta\"") "," DECIMAL_COLUMN("Importe", 390, "10.5", "5200") "," DECIMAL_COLUMN("Fianza", 90, "0.5", "900") "," DECIMAL_COLUMN("Sup. nave", 90, "10.5", "900") "," TEXT_COLUMN("Garantía", \
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                              2,          \
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                              "\"S\",\"N\"") "," BOOL_COLUMN("Facturada") "]}"

/* Repairs again, as a Chinese one keeps them. */
#define REPAIRS                                                                                                                                                                                   \
    "{\"row_count\":400,\"columns\":[" TEXT_COLUMN("维修编号", 400, "\"WX1\",\"WX2\"") "," TEXT_COLUMN("维修状态", 3, "\"已完成\",\"已取消\",\"处理中\"") "," DATE_COLUMN(                        \
        "报修日期", 300, "2022-01-03",                                                                                                                                                            \
        "2024-12-30") "," GAPPY_DATE("完工日期", "2022-01-05",                                                                                                                                    \
                                     "2024-12-31") "," TEXT_COLUMN("师傅姓名",                                                                                                                    \
                                                                   12,                                                                                                                            \
                                                                   "\"王小明\",\"李娜\"") "," TEXT_COLUMN("设备类型",                                                                             \
                                                                                                          4,                                                                                      \
                                                                                                          "\"空调\",\"冰箱\",\"洗衣机\"") "," DECIMAL_COLUMN("实收金额",                          \
                                                                                                                                                             390,                                 \
                                                                                                                                                             "10.5",                              \
                                                                                                                                                             "5200") "," WHOLE_COLUMN("额定人数", \
                                                                                                                                                                                      10,         \
                                                                                                                                                                                      "1",        \
                                                                                                                                                                                      "20") "]}"

static const struct wording spanish[] = {
    {"cuántas órdenes no se facturaron",
     "count(DISTINCT Nº orden) WHERE Facturada = FALSE"},
    {"importe emitido por mes en 2024",
     "strftime(Fecha emisión, '%Y-%m'), sum(Importe) WHERE Fecha emisión >= '2024-01-01' AND Fecha emisión < '2025-01-01' GROUP BY 1 ORDER BY 1 ASC"},
    {"cuántas órdenes fueron entregadas en mayo de 2024",
     "count(DISTINCT Nº orden) WHERE Fecha entrega >= '2024-05-01' AND Fecha entrega < '2024-06-01'"},
    {"cuántas órdenes no se entregaron",
     "count(DISTINCT Nº orden) WHERE Fecha entrega IS NULL"},
    {"¿cuánto dinero tenemos en órdenes del taller Norte?",
     "sum(Importe) WHERE Taller = 'Norte'"},
    {"avería que menos dinero deja",
     "Avería, sum(Importe) GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(Importe) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
    {"avería más frecuente",
     "Avería, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"¿qué avería dejó más dinero, Frenos o Motor?",
     "Avería, sum(Importe) WHERE Avería IN ('Frenos', 'Motor') GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(Importe) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"cliente con más fianza y cuánto fue",
     "Cliente, sum(Fianza) GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(Fianza) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"órdenes de entre 500 y 800 euros, ¿cuántas son?",
     "count(DISTINCT Nº orden) WHERE Importe BETWEEN 500 AND 800"},
    {"cuántas órdenes de más de 500 euros",
     "count(DISTINCT Nº orden) WHERE Importe > 500"},
    {"forma de pago más usada",
     "Forma de pago, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"método de pago menos utilizado",
     "Forma de pago, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
    {"cuántas órdenes con garantía",
     "count(DISTINCT Nº orden) WHERE Garantía = 'S'"},
    {"cuántas órdenes sin garantía",
     "count(DISTINCT Nº orden) WHERE Garantía = 'N'"},
    {"cuántas órdenes del taller Sur con garantía pero sin entrega",
     "count(DISTINCT Nº orden) WHERE Taller = 'Sur' AND Garantía = 'S' AND Fecha entrega IS NULL"},
    {"la fianza más alta que han dejado", "max(Fianza)"},
    {"ticket promedio del taller Norte",
     "round(avg(Importe), 6) WHERE Taller = 'Norte'"},
    {"ticket medio por taller, importe total y número de órdenes",
     "Taller, sum(Importe), count(DISTINCT Nº orden), round(avg(Importe), 6) GROUP BY 1 ORDER BY 1 ASC"},
    {"porcentaje de órdenes con garantía sobre el total de órdenes",
     "count(*) FILTER (WHERE Garantía = 'S'), count(*), round(100.0 * count(*) FILTER (WHERE Garantía = 'S') / nullif(count(*), 0), 2)"},
    {"superficie media", "round(avg(Sup. nave), 6)"},
};

#define FIRST_OF(each, thing, measure, dir)                       \
    each ", " thing ", " measure                                  \
         " GROUP BY 1, 2 QUALIFY rank() OVER (PARTITION BY " each \
         " ORDER BY " measure " " dir ") <= "
#define IN_EACH(dir) " ORDER BY 1 ASC, 3 " dir ", 2 ASC"

static const struct wording of_each[] = {
    {"la avería más frecuente de cada taller",
     FIRST_OF("Taller", "Avería", "count(*)", "DESC") "1" IN_EACH("DESC")},
    {"avería con más importe por taller",
     FIRST_OF("Taller", "Avería", "sum(Importe)", "DESC") "1" IN_EACH("DESC")},
    {"las 2 averías con menos importe en cada taller",
     FIRST_OF("Taller", "Avería", "sum(Importe)", "ASC") "2" IN_EACH("ASC")},
    {"las 2 averías con más importe por taller", "?"},
    {"la avería de cada avería con más importe", "?"},
};

static const struct wording of_each_chinese[] = {
    {"每个师傅最常见的设备类型",
     FIRST_OF("师傅姓名", "设备类型", "count(*)", "DESC") "1" IN_EACH("DESC")},
    {"每种设备类型实收金额最高的师傅是谁",
     FIRST_OF("设备类型", "师傅姓名", "sum(实收金额)",
              "DESC") "1" IN_EACH("DESC")},
    {"每种设备类型实收金额最高的前2个师傅",
     FIRST_OF("设备类型", "师傅姓名", "sum(实收金额)",
              "DESC") "2" IN_EACH("DESC")},
};

static void the_first_of_each(void **state)
{
    (void)state;
    CHECK_WORDINGS(TALLER, "ordenes.csv", of_each);
    CHECK_WORDINGS(REPAIRS, "维修.csv", of_each_chinese);
}

/* What is counted in thousands. */
#define HOSTS                                                                       \
    "{\"row_count\":400,\"columns\":[" TEXT_COLUMN(                                 \
        "歌手", 40,                                                                 \
        "\"王小明\",\"李娜\"") "," DECIMAL_COLUMN("听众(万)", 300, "0.5",           \
                                                  "800") "," DECIMAL_COLUMN("热度", \
                                                                            300,    \
                                                                            "0.5",  \
                                                                            "80000") "]}"

static const struct wording units[] = {
    {"听众在10万以上的有多少行", "count(*) WHERE 听众(万) >= 10"},
    {"听众在1000万以上的有多少行", "count(*) WHERE 听众(万) >= 1000"},
    {"听众在20到50万之间的有多少行",
     "count(*) WHERE 听众(万) BETWEEN 20 AND 50"},
};

static const struct wording synonyms[] = {
    {"有多少商户", "count(*)"},
    {"how many merchants", "count(*)"},
    {"有多少学生", "?"},
};

static void rows_by_another_word_for_the_file(void **state)
{
    (void)state;
    CHECK_WORDINGS(HOSTS, "商家.csv", synonyms);
}

static const struct wording shortened[] = {
    {"how many orders w/o a city",
     "count(DISTINCT order_id) WHERE city IS NULL"},
};

static void without_in_three_signs(void **state)
{
    (void)state;
    CHECK_WORDINGS(ORDERS, "orders.csv", shortened);
}

static void numbers_in_the_unit_of_the_column(void **state)
{
    (void)state;
    CHECK_WORDINGS(HOSTS, "歌手.csv", units);
}

static const struct wording chinese[] = {
    {"帮我按月统计一下维修量",
     "strftime(报修日期, '%Y-%m'), count(DISTINCT 维修编号) GROUP BY 1 ORDER BY 1 ASC"},
    {"还没完工的维修数量", "count(DISTINCT 维修编号) WHERE 完工日期 IS NULL"},
    {"哪个师傅报修的最多",
     "师傅姓名, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"维修数超过20的师傅有哪些",
     "师傅姓名 GROUP BY 1 HAVING count(*) > 20 ORDER BY 1 ASC"},
    {"维修数", "count(DISTINCT 维修编号)"},
    {"报修量", "count(*)"},
    {"完工量", "count(完工日期)"},
    {"报修人数不到15人的师傅",
     "师傅姓名 GROUP BY 1 HAVING count(*) < 15 ORDER BY 1 ASC"},
    {"最常见的设备类型",
     "设备类型, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"最受欢迎的设备类型是什么呢",
     "设备类型, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    {"周日报修了多少", "count(*) WHERE isodow(报修日期) = 7"},
    {"取消的维修数", "count(DISTINCT 维修编号) WHERE 维修状态 = '已取消'"},
    {"完工日期没填的有多少", "count(*) WHERE 完工日期 IS NULL"},
    {"没填完工日期的有多少", "count(*) WHERE 完工日期 IS NULL"},
    {"客单价是多少", "round(avg(实收金额), 6)"},
    {"客单价是多少，按实收金额算", "round(avg(实收金额), 6)"},
    {"2024年实收总额",
     "sum(实收金额) WHERE 报修日期 >= '2024-01-01' AND 报修日期 < '2025-01-01'"},
    {"到底一共花了多少钱", "sum(实收金额)"},
    {"报修最早的是哪个师傅",
     "师傅姓名, min(报修日期) GROUP BY 1 QUALIFY rank() OVER (ORDER BY min(报修日期) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
    {"2024年一季度报修量比2023年四季度增长了百分之多少",
     "WITH both AS (count(*) FILTER (WHERE 报修日期 >= '2023-10-01' AND 报修日期 < '2024-01-01'), count(*) FILTER (WHERE 报修日期 >= '2024-01-01' AND 报修日期 < '2024-04-01')) before, after, after - before, round(100.0 * (after - before) / nullif(abs(before), 0), 2) FROM both"},
};

static void spanish_said_in_passing(void **state)
{
    (void)state;
    CHECK_WORDINGS(TALLER, "ordenes.csv", spanish);
}

static void chinese_said_in_passing(void **state)
{
    (void)state;
    CHECK_WORDINGS(REPAIRS, "维修.csv", chinese);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spanish_said_in_passing),
        cmocka_unit_test(chinese_said_in_passing),
        cmocka_unit_test(the_first_of_each),
        cmocka_unit_test(rows_by_another_word_for_the_file),
        cmocka_unit_test(without_in_three_signs),
        cmocka_unit_test(numbers_in_the_unit_of_the_column),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
