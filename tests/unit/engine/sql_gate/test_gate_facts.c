/* test_gate_facts.c - what makes a result differ from run to run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gate_list.h"

/* The names of all facts that hold, in the order of gate.h. */
static void write_facts(struct buf *out, const struct gate_facts *f)
{
    const struct {
        const char *name;
        bool holds;
    } all[] = {{"order_by", f->order_by},
               {"order_by_all", f->order_by_all},
               {"limit", f->limit},
               {"inner_limit", f->inner_limit},
               {"one_row", f->one_row},
               {"aggregates", f->aggregates},
               {"float_sums", f->float_sums},
               {"order_shows", f->order_shows},
               {"windows", f->windows},
               {"samples", f->samples},
               {"random", f->random},
               {"clock", f->clock},
               {"describes", f->describes},
               {"one_thread", gate_needs_one_thread(f)}};

    for (size_t i = 0; i < fixture_catalog.count; i++)
        if (f->tables >> i & 1)
            buf_printf(out, " %.*s", STR_FMT(fixture_catalog.tables[i].name));
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        if (all[i].holds)
            buf_printf(out, " %s", all[i].name);
}

static void must_have_these_facts(struct fixture *fixture,
                                  const struct gate_item *item)
{
    struct gate_verdict v = {0};
    struct error e = {0};
    struct buf got;

    buf_init(&got, 1000);
    if (gate_check(&fixture_catalog, fixture->duck, item->sql, &v, &e))
        fail_msg("facts.sql:%u: %s", item->line, e.msg);
    write_facts(&got, &v.facts);
    if (!str_eq(item->expected, str_trim(buf_str(&got))))
        fail_msg("facts.sql:%u: got %.*s\n%.*s", item->line,
                 STR_FMT(buf_str(&got)), STR_FMT(item->sql));
    buf_release(&got);
}

static void each_fact_is_reported_where_it_holds_and_nowhere_else(void **state)
{
    assert_true(gate_list_each(*state, "facts.sql", must_have_these_facts) >
                130);
}

static void tables_from_the_64th_on_share_a_fact(void **state)
{
    static struct gate_table tables[70];
    static char names[70][8];
    struct fixture *fixture = *state;
    struct gate_catalog c = {tables, 70, {NULL, 0}};

    for (size_t i = 0; i < 70; i++) {
        struct gate_verdict v = {0};
        struct error e = {0};
        char sql[40];

        (void)snprintf(names[i], sizeof(names[i]), "t%zu", i);
        tables[i].name = str_from(names[i]);
        (void)snprintf(sql, sizeof(sql), "FROM t%zu", i);
        c.count = i + 1;
        assert_int_equal(gate_check(&c, fixture->duck, str_from(sql), &v, &e),
                         OK);
        assert_true(v.facts.tables == (uint64_t)1 << (i < 63 ? i : 63));
    }
}

static void facts_say_what_makes_a_result_differ(void **state)
{
    struct fixture *fixture = *state;
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

        if (gate_check(&fixture_catalog, fixture->duck, str_from(cases[i].sql),
                       &v, &e))
            fail_msg("%s: %s", cases[i].sql, e.msg);
        if (gate_needs_one_thread(&v.facts) != cases[i].one_thread)
            fail_msg("%s: one thread or not", cases[i].sql);
    }
}

static void facts_tell_clock_chance_and_cuts(void **state)
{
    struct fixture *fixture = *state;
    struct gate_verdict v = {0};
    struct error e = {0};
    struct duck *d = fixture->duck;

    assert_int_equal(gate_check(&fixture_catalog, d,
                                STR("SELECT now(), random() FROM data "
                                    "ORDER BY id LIMIT 3"),
                                &v, &e),
                     OK);
    assert_true(v.facts.clock && v.facts.random && v.facts.limit);
    assert_true(v.facts.order_by && !v.facts.order_by_all);
    assert_int_equal(
        gate_check(&fixture_catalog, d, STR("SELECT current_date"), &v, &e),
        OK);
    assert_true(v.facts.clock && !v.facts.random && !v.facts.limit);
    assert_int_equal(gate_check(&fixture_catalog, d,
                                STR("FROM data USING SAMPLE 3"), &v, &e),
                     OK);
    assert_true(v.facts.samples && v.facts.random);
    assert_int_equal(gate_check(&fixture_catalog, d,
                                STR("FROM data TABLESAMPLE reservoir(3) "
                                    "REPEATABLE (1)"),
                                &v, &e),
                     OK);
    assert_true(v.facts.samples && !v.facts.random);
}

static void an_order_is_total_when_ties_are_equal_rows(void **state)
{
    struct fixture *fixture = *state;
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

        if (gate_check(&fixture_catalog, fixture->duck, str_from(cases[i].sql),
                       &v, &e))
            fail_msg("%s: %s", cases[i].sql, e.msg);
        if (v.facts.order_by_all != cases[i].total)
            fail_msg("%s: total or not", cases[i].sql);
    }
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_fact_is_reported_where_it_holds_and_nowhere_else),
        TEST(tables_from_the_64th_on_share_a_fact),
        TEST(facts_say_what_makes_a_result_differ),
        TEST(facts_tell_clock_chance_and_cuts),
        TEST(an_order_is_total_when_ties_are_equal_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
