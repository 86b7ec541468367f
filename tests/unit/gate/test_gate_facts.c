/* test_gate_facts.c - what makes a result differ from run to run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gate_room.h"

static void facts_say_what_makes_a_result_differ(void **state)
{
    struct room *room = *state;
    static const struct {
        const char *sql;
        bool one_thread;
    } cases[] = {
        {"SELECT count(*) FROM data", false},
        {"SELECT sum(amount), max(price) FROM data", false},
        {"SELECT sum(amount * 2 + id) FROM data", false},
        {"SELECT sum(price) FROM data", true},
        {"SELECT avg(price) FROM data", true},
        {"SELECT sum(amount / 3) FROM data", true},
        {"SELECT sum(x) FROM (SELECT price AS x FROM data)", true},
        {"SELECT sum(CASE WHEN ok THEN amount ELSE 0 END) FROM data", false},
        {"SELECT city, sum(amount) FROM data GROUP BY city", true},
        {"SELECT city, sum(amount) FROM data GROUP BY city ORDER BY ALL",
         false},
        {"SELECT city, sum(price) FROM data GROUP BY city ORDER BY ALL", true},
        {"SELECT * FROM data ORDER BY city", true},
        {"SELECT * FROM data", true},
        {"SELECT string_agg(city) FROM data", true},
        {"SELECT row_number() OVER () FROM data ORDER BY ALL", true},
        {"SELECT * FROM data USING SAMPLE 3", true},
        {"SELECT count(*) FROM (SELECT * FROM data LIMIT 5)", true},
        {"SELECT DISTINCT ON (city) * FROM data ORDER BY ALL", true},
        {"DESCRIBE data", false},
        {"SUMMARIZE data", true},
        {"PIVOT data ON city IN ('Lima') USING sum(price)", true},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct gate_verdict v = {0};
        struct error e = {0};

        if (gate_check(&room_catalog, room->duck, str_from(cases[i].sql), &v,
                       &e))
            fail_msg("%s: %s", cases[i].sql, e.msg);
        if (gate_needs_one_thread(&v.facts) != cases[i].one_thread)
            fail_msg("%s: one thread or not", cases[i].sql);
    }
}

static void facts_tell_clock_chance_and_cuts(void **state)
{
    struct room *room = *state;
    struct gate_verdict v = {0};
    struct error e = {0};
    struct duck *d = room->duck;

    assert_int_equal(gate_check(&room_catalog, d,
                                STR("SELECT now(), random() FROM data "
                                    "ORDER BY id LIMIT 3"),
                                &v, &e),
                     OK);
    assert_true(v.facts.clock && v.facts.random && v.facts.limit);
    assert_true(v.facts.order_by && !v.facts.order_by_all);
    assert_int_equal(
        gate_check(&room_catalog, d, STR("SELECT current_date"), &v, &e), OK);
    assert_true(v.facts.clock && !v.facts.random && !v.facts.limit);
    assert_int_equal(
        gate_check(&room_catalog, d, STR("FROM data USING SAMPLE 3"), &v, &e),
        OK);
    assert_true(v.facts.samples && v.facts.random);
    assert_int_equal(gate_check(&room_catalog, d,
                                STR("FROM data TABLESAMPLE reservoir(3) "
                                    "REPEATABLE (1)"),
                                &v, &e),
                     OK);
    assert_true(v.facts.samples && !v.facts.random);
}

static void an_order_is_total_when_ties_are_equal_rows(void **state)
{
    struct room *room = *state;
    static const struct {
        const char *sql;
        bool total;
    } cases[] = {
        {"SELECT city, id FROM data ORDER BY id, city", true},
        {"SELECT city, id FROM data ORDER BY 2 DESC, 1", true},
        {"SELECT city AS c, id FROM data ORDER BY C, ID", true},
        {"SELECT data.city, id FROM data ORDER BY data.city, id", true},
        {"SELECT city, id FROM data ORDER BY id", false},
        {"SELECT city, id FROM data ORDER BY 1, 1", false},
        {"SELECT * FROM data ORDER BY id, city", false},
        {"SELECT upper(city) AS city, id FROM data ORDER BY city, id", true},
        {"SELECT upper(city), id FROM data ORDER BY city, id", false},
        {"SELECT id AS x, city AS x FROM data ORDER BY x", false},
        {"SELECT unnest([1, 2]) AS u FROM data ORDER BY u", false},
        {"SELECT id, city FROM data ORDER BY id + 0, city", false},
        {"SELECT city, count(*) AS n FROM data GROUP BY city ORDER BY n DESC, "
         "city",
         true},
        {"SELECT city, sum(id), max(id) FROM data GROUP BY 1 ORDER BY 2, 1",
         true},
        {"SELECT city, product, sum(id) FROM data GROUP BY 1, 2 ORDER BY 1",
         false},
        {"SELECT city AS c, sum(id) FROM data GROUP BY city ORDER BY c", true},
        {"SELECT upper(city) AS u, sum(id) FROM data GROUP BY u ORDER BY u",
         true},
        {"SELECT upper(city) AS city, sum(id) FROM data GROUP BY city ORDER BY "
         "city",
         false},
        {"SELECT city, sum(id) FROM data GROUP BY ROLLUP (city) ORDER BY city",
         false},
        {"SELECT city, sum(id) FROM data GROUP BY ALL ORDER BY city", true},
        {"SELECT city, product, sum(id) FROM data GROUP BY ALL ORDER BY city",
         false},
        {"SELECT sum(id) FROM data GROUP BY city ORDER BY 1", true},
        {"SELECT count(*), sum(id) FROM data GROUP BY city ORDER BY 1", false},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct gate_verdict v = {0};
        struct error e = {0};

        if (gate_check(&room_catalog, room->duck, str_from(cases[i].sql), &v,
                       &e))
            fail_msg("%s: %s", cases[i].sql, e.msg);
        if (v.facts.order_by_all != cases[i].total)
            fail_msg("%s: total or not", cases[i].sql);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(facts_say_what_makes_a_result_differ),
        TEST(facts_tell_clock_chance_and_cuts),
        TEST(an_order_is_total_when_ties_are_equal_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
