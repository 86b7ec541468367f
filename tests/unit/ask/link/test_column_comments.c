#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/link/column_comments.h"
#include "ask/link/link.h"

#include <cmocka.h>

static struct arena arena;
static struct error err;
static struct ask_schema schema;

static struct words words_of(const char *text)
{
    struct words w;

    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &arena, &w, &err),
                     OK);
    return w;
}

/* Tables of a database as a map and a profile tell of them. */
static void add(const char *name, const char *comment, const char *columns,
                const char *said)
{
    struct json *profile;
    struct str text;

    assert_int_equal(
        str_printf(
            &arena, &text, &err,
            "{\"map\":{\"fidelity\":{\"object\":\"table\",\"comment\":%s,"
            "\"columns\":[%s]}},\"profile\":{\"row_count\":3,\"columns\":"
            "[%s]}}",
            comment, said, columns),
        OK);
    assert_int_equal(
        json_parse(text, &json_default_limits, &arena, &profile, &err), OK);
    assert_int_equal(
        schema_add(&schema, str_from(name), STR("t"), profile, &arena, &err),
        OK);
}

/* How many words of the question the comment of a column covers. */
static size_t covers(size_t table, size_t column, const char *question)
{
    struct words w = words_of(question);
    const struct linker l = {.words = &w};

    return link_alias_at(&l, 0, &schema.tables[table].columns[column], NULL);
}

#define NUMBER(name) \
    "{\"name\":\"" name "\",\"inferred_type\":\"integer\",\"non_null_count\":3}"
#define SAID(name, comment) \
    "{\"name\":\"" name "\",\"comment\":\"" comment "\"}"

static int set_up(void **state)
{
    (void)state;
    schema = (struct ask_schema){0};
    add("lines", "null",
        NUMBER("amt") "," NUMBER("disc") "," NUMBER("x1") "," NUMBER(
            "x2") "," NUMBER("price"),
        SAID("amt", "turnover in euro, net of VAT") "," SAID("disc", "rebate granted") "," SAID(
            "x1",
            "total cost of freight") "," SAID("x2",
                                              "price") "," SAID("price",
                                                                "访问的设备"));
    add("shop.visits", "\"page views of the web shop\"",
        NUMBER("ms") "," NUMBER("rx"),
        SAID("ms", "loading time (in ms)") "," SAID("rx",
                                                    "cost of advertising"));
    assert_int_equal(schema_take_comments(&schema, &arena, &err), OK);
    return 0;
}

static void a_comment_begins_with_a_name(void **state)
{
    (void)state;
    assert_int_equal(covers(0, 0, "turnover by city"), 1);
    assert_int_equal(covers(0, 0, "euro"), 0);
    assert_int_equal(covers(0, 0, "VAT"), 0);
    assert_int_equal(covers(0, 4, "设备"), 2);
    assert_int_equal(covers(0, 4, "访问"), 0);
}

static void a_word_counts_alone_where_nothing_else_has_it(void **state)
{
    (void)state;
    assert_int_equal(covers(0, 1, "rebates"), 1);
    assert_int_equal(covers(0, 1, "rebate granted"), 2);
    assert_int_equal(covers(1, 0, "loading time"), 2);
}

static void the_name_of_another_column_stays_its_own(void **state)
{
    (void)state;
    assert_int_equal(covers(0, 3, "price"), 0);
}

static void a_table_has_its_schema_and_its_comment_as_other_names(void **state)
{
    const struct schema_table *t = &schema.tables[1];

    (void)state;
    assert_int_equal(t->words.n, 1);
    assert_true(str_is(t->words.word[0].fold, "visits"));
    assert_int_equal(t->n_also, 2);
    assert_int_equal(t->also[0].n, 2);
    assert_true(str_is(t->also[0].word[0].fold, "shop"));
    assert_true(str_is(t->also[1].word[0].fold, "page"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_comment_begins_with_a_name),
        cmocka_unit_test(a_word_counts_alone_where_nothing_else_has_it),
        cmocka_unit_test(the_name_of_another_column_stays_its_own),
        cmocka_unit_test(a_table_has_its_schema_and_its_comment_as_other_names),
    };
    int failed;

    arena_init(&arena, 1 << 22);
    failed = cmocka_run_group_tests(tests, set_up, NULL);
    arena_release(&arena);
    return failed;
}
