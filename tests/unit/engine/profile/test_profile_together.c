#include "profile_fixture.h"

#include <unistd.h>

/* Columns of every class, with nulls, both zeros and what is no number. */
static const char *const kinds[] = {
    "i % 7",
    "CASE WHEN i % 3 > 0 THEN 'text ' || i % 11 END",
    ("CASE i % 4 WHEN 0 THEN 0.0::DOUBLE WHEN 1 THEN -0.0::DOUBLE"
     " WHEN 2 THEN 'NaN'::DOUBLE ELSE i / 8 END"),
    "(i % 5)::DECIMAL(9, 2)",
    "(i % 9 / 4)::DECIMAL(18, 4)",
    "i % 2 = 0",
    "DATE '2024-01-01' + (i % 13)::INT",
    "NULL::VARCHAR",
    "[i % 6]",
    "{'a': i % 10}",
    "(i * 1000000000000)::HUGEINT",
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))
#define TIMES 9u

static const char *const keys[] = {"non_null_count", "distinct_estimate",
                                   "most_common",    "dictionary",
                                   "median",         "q3"};

static void put_member(unsigned column, const char *key, struct buf *out)
{
    const struct json *m = member(column, key);
    struct jsonw w;

    jsonw_init(&w, out);
    if (m)
        json_write(m, &w);
    buf_put_char(out, ';');
}

/* What the keys say of columns [from, from + n), one after the other. */
static void say(unsigned from, unsigned n, struct buf *out)
{
    for (unsigned i = from; i < from + n; i++) {
        for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++)
            put_member(i, keys[k], out);
    }
}

static void profile_columns(unsigned from, unsigned n)
{
    struct buf sql;
    struct str text;

    buf_init(&sql, 1 << 16);
    buf_puts(&sql, "CREATE TABLE src.data AS SELECT");
    for (unsigned i = from; i < from + n; i++)
        buf_printf(&sql, "%s %s AS c%u", i > from ? "," : "", kinds[i % KINDS],
                   i);
    buf_puts(&sql, " FROM range(200) r(i)");
    buf_put_char(&sql, '\0');
    assert_int_equal(buf_finish(&sql, &text, &err), OK);
    profile_of(text.p);
    buf_release(&sql);
}

static void columns_of_one_statement_say_what_each_says_alone(void **state)
{
    struct buf together, alone;

    (void)state;
    buf_init(&together, 1 << 20);
    buf_init(&alone, 1 << 20);
    profile_columns(0, KINDS * TIMES);
    say(0, KINDS * TIMES, &together);
    for (unsigned k = 0; k < KINDS; k++) {
        duck_close(duck);
        assert_int_equal(unlink(path), 0);
        profile_columns(k, 1);
        say(0, 1, &alone);
    }
    assert_int_equal(together.n, TIMES * alone.n);
    for (size_t i = 0; i < TIMES; i++)
        assert_memory_equal(together.p + i * alone.n, alone.p, alone.n);
    buf_release(&together);
    buf_release(&alone);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(columns_of_one_statement_say_what_each_says_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
