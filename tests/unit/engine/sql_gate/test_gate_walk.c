/* test_gate_walk.c - the walk over a tree that no SQL of today makes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sql_gate/gate_walk.h"

#include <string.h>

#define ARENA_BYTES ((size_t)1 << 20)

static struct arena arena;

static int open_arena(void **state)
{
    (void)state;
    arena_init(&arena, ARENA_BYTES);
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static const struct json *parse(const char *text)
{
    struct json *j = NULL;
    struct error e = {0};

    if (json_parse(str_from(text), &json_default_limits, &arena, &j, &e))
        fail_msg("%s: %s", text, e.msg);
    return j;
}

static void blank_is_what_says_nothing(void **state)
{
    static const char *const blanks[] = {"null",
                                         "false",
                                         "0",
                                         "\"\"",
                                         "[]",
                                         "{}",
                                         "[null, 0, [\"\"]]",
                                         "{\"a\": false, \"b\": {\"c\": []}}"};
    static const char *const others[] = {"true",
                                         "1",
                                         "-1",
                                         "0.0",
                                         "\" \"",
                                         "[1]",
                                         "[[], [true]]",
                                         "{\"a\": \"x\"}",
                                         "{\"a\": {\"b\": 1}}"};

    (void)state;
    assert_true(gate_is_blank(NULL));
    for (size_t i = 0; i < sizeof(blanks) / sizeof(*blanks); i++)
        if (!gate_is_blank(parse(blanks[i])))
            fail_msg("%s", blanks[i]);
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
        if (gate_is_blank(parse(others[i])))
            fail_msg("%s", others[i]);
}

static void a_word_is_one_of_a_list_as_a_whole(void **state)
{
    (void)state;
    assert_true(gate_is_word(STR("AND"), "AND OR"));
    assert_true(gate_is_word(STR("OR"), "AND OR"));
    assert_true(gate_is_word(STR("OR"), "OR"));
    assert_false(gate_is_word(STR("A"), "AND OR"));
    assert_false(gate_is_word(STR("ANDO"), "AND OR"));
    assert_false(gate_is_word(STR("or"), "AND OR"));
    assert_false(gate_is_word(STR(""), "AND OR"));
    assert_false(gate_is_word(STR("AND OR"), "AND OR"));
    assert_false(gate_is_word(STR("AND"), ""));
}

static void a_place_counts_lines_and_bytes_up_to_the_end(void **state)
{
    struct str sql = STR("a\nbc\n");
    struct srcpos p = gate_position(sql, 3);

    (void)state;
    assert_int_equal(p.line, 2);
    assert_int_equal(p.column, 2);
    assert_int_equal(p.offset, 3);
    p = gate_position(sql, 0);
    assert_int_equal(p.line, 1);
    assert_int_equal(p.column, 1);
    p = gate_position(sql, 2);
    assert_int_equal(p.line, 2);
    assert_int_equal(p.column, 1);
    p = gate_position(sql, 99);
    assert_int_equal(p.line, 3);
    assert_int_equal(p.offset, 5);
}

static void a_long_name_is_cut_between_letters(void **state)
{
    char name[101];

    (void)state;
    memset(name, 'x', 100);
    name[100] = '\0';
    assert_int_equal(gate_shown(str_from(name)).n, 80);
    memcpy(name + 79, "\xc3\xb1", 2);
    assert_int_equal(gate_shown(str_from(name)).n, 79);
    assert_int_equal(gate_shown(STR("x")).n, 1);
}

/* ---- objects ---- */

static unsigned visits;

static enum err count_visit(struct gate_walk *w, const struct json *j,
                            struct error *e)
{
    visits++;
    return json_is(j, "bad") ? gate_refuse(w, j, e, "bad") : OK;
}

static const struct gate_field fields[] = {{"type", NULL},
                                           {"query_location", NULL},
                                           {"plain", NULL},
                                           {"visited", count_visit},
                                           {NULL, NULL}};
static const struct gate_kind kinds[] = {{"A", "ONE TWO", fields, NULL},
                                         {"ANY", NULL, fields, NULL},
                                         {"CHECKED", NULL, NULL, count_visit},
                                         {NULL, NULL, NULL, NULL}};

static struct gate_walk walk_of(const char *sql)
{
    return (struct gate_walk){.sql = str_from(sql), .arena = &arena};
}

static void a_member_that_is_not_listed_must_be_blank(void **state)
{
    struct gate_walk w = walk_of("SELECT 1");
    struct error e = {0};

    (void)state;
    assert_int_equal(
        gate_fields(&w, parse("{\"plain\": 7, \"new\": null}"), fields, &e),
        OK);
    assert_int_equal(
        gate_fields(&w, parse("{\"plain\": 7, \"new\": 1}"), fields, &e),
        ERR_VALIDATION_FAILED);
    assert_string_equal(
        e.msg, "this form of SQL is not allowed (new); write it without");
}

static void a_record_that_is_not_an_object_is_refused(void **state)
{
    static const char *const texts[] = {"[]", "1", "\"x\"", "true"};
    struct gate_walk w = walk_of("SELECT 1");

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct error e = {0};

        assert_int_equal(gate_fields(&w, parse(texts[i]), fields, &e),
                         ERR_VALIDATION_FAILED);
        assert_string_equal(e.msg, "this form of SQL is not allowed");
    }
}

static void each_element_is_visited_until_one_is_refused(void **state)
{
    struct gate_walk w = walk_of("SELECT 1");
    struct error e = {0};

    (void)state;
    visits = 0;
    assert_int_equal(
        gate_fields(&w, parse("{\"visited\": [1, [2, 3], null]}"), fields, &e),
        OK);
    assert_int_equal(visits, 3);
    assert_int_equal(gate_fields(&w,
                                 parse("{\"visited\": [1, \"bad\", 3], "
                                       "\"plain\": 1}"),
                                 fields, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(visits, 5);
}

static void what_is_missing_or_null_is_not_visited(void **state)
{
    struct gate_walk w = walk_of("SELECT 1");
    struct error e = {0};

    (void)state;
    visits = 0;
    assert_int_equal(gate_each(&w, count_visit, NULL, &e), OK);
    assert_int_equal(gate_each(&w, count_visit, parse("null"), &e), OK);
    assert_int_equal(visits, 0);
}

static void a_statement_without_a_query_is_refused(void **state)
{
    struct gate_walk w = walk_of("SELECT 1");
    struct error e = {0};

    (void)state;
    assert_int_equal(gate_statement(&w, parse("{}"), &e),
                     ERR_VALIDATION_FAILED);
    assert_string_equal(e.msg, "only one SELECT is allowed");
}

static void an_object_is_one_of_a_kind_or_refused(void **state)
{
    struct gate_walk w = walk_of("SELECT 1");
    struct error e = {0};

    (void)state;
    assert_null(gate_kind_find(kinds, STR("B")));
    assert_null(gate_kind_find(kinds, STR("a")));
    assert_ptr_equal(gate_kind_find(kinds, STR("ANY")), &kinds[1]);
    assert_int_equal(
        gate_as_kind(&w, parse("{\"type\": \"TWO\"}"), &kinds[0], &e), OK);
    assert_int_equal(
        gate_as_kind(&w, parse("{\"type\": \"THREE\"}"), &kinds[1], &e), OK);
    assert_int_equal(
        gate_as_kind(&w, parse("{\"type\": \"THREE\"}"), &kinds[0], &e),
        ERR_VALIDATION_FAILED);
    assert_string_equal(e.msg, "this form of SQL is not allowed (THREE)");
    assert_int_equal(gate_as_kind(&w, parse("{\"type\": \"TWO\"}"), NULL, &e),
                     ERR_VALIDATION_FAILED);
    visits = 0;
    assert_int_equal(gate_as_kind(&w, parse("{\"x\": 1}"), &kinds[2], &e), OK);
    assert_int_equal(visits, 1);
}

static void a_refusal_stands_where_the_tree_last_said_a_place(void **state)
{
    struct gate_walk w = walk_of("SELECT\n 1");
    struct error e = {0};

    (void)state;
    assert_int_equal(
        gate_as_kind(&w, parse("{\"query_location\": 8}"), &kinds[1], &e), OK);
    (void)gate_refuse(&w, NULL, &e, "%s", "no");
    assert_int_equal(e.pos.line, 2);
    assert_int_equal(e.pos.column, 2);
    (void)gate_refuse(&w, parse("{\"query_location\": 3}"), &e, "no");
    assert_int_equal(e.pos.column, 4);
    (void)gate_refuse(&w, parse("{\"query_location\": 18446744073709551615}"),
                      &e, "no");
    assert_int_equal(e.pos.line, 2);
    assert_string_equal(e.msg, "no");
}

static void a_parameter_is_found_in_the_text(void **state)
{
    struct gate_walk w = walk_of("SELECT '?', ?");
    struct error e = {0};

    (void)state;
    assert_int_equal(gate_refuse_parameter(&w, &e), ERR_VALIDATION_FAILED);
    assert_int_equal(e.pos.column, 13);
    w.sql = STR("SELECT /* $ */ $1");
    assert_int_equal(gate_refuse_parameter(&w, &e), ERR_VALIDATION_FAILED);
    assert_int_equal(e.pos.column, 16);
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, open_arena, close_arena)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(blank_is_what_says_nothing),
        TEST(a_word_is_one_of_a_list_as_a_whole),
        TEST(a_place_counts_lines_and_bytes_up_to_the_end),
        TEST(a_long_name_is_cut_between_letters),
        TEST(a_member_that_is_not_listed_must_be_blank),
        TEST(a_record_that_is_not_an_object_is_refused),
        TEST(each_element_is_visited_until_one_is_refused),
        TEST(what_is_missing_or_null_is_not_visited),
        TEST(a_statement_without_a_query_is_refused),
        TEST(an_object_is_one_of_a_kind_or_refused),
        TEST(a_refusal_stands_where_the_tree_last_said_a_place),
        TEST(a_parameter_is_found_in_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
