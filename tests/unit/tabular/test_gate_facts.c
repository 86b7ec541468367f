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
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, room_open, room_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(facts_say_what_makes_a_result_differ),
        TEST(facts_tell_clock_chance_and_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
