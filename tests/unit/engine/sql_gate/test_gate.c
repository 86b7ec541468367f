/* test_gate.c - the first isolation layer alone: the engine after it is not
 * locked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "gate_list.h"

static enum err check(struct fixture *fixture, struct str sql, struct error *e)
{
    struct gate_verdict v;

    return gate_check(&fixture_catalog, fixture->duck, sql, &v, e);
}

/* ---- the lists ---- */

static void must_pass_and_run(struct fixture *fixture,
                              const struct gate_item *item)
{
    struct error e = {0};
    uint64_t rows;

    if (check(fixture, item->sql, &e) != OK)
        fail_msg("allow.sql:%u: refused: %s\n%.*s", item->line, e.msg,
                 STR_FMT(item->sql));
    if (fixture_run(fixture, item->sql, &rows, &e) != OK)
        fail_msg("allow.sql:%u: does not run: %s\n%.*s", item->line, e.msg,
                 STR_FMT(item->sql));
}

static void legitimate_analysis_passes_and_runs(void **state)
{
    struct fixture *fixture = *state;
    uint64_t before = fixture_fingerprint();

    assert_int_equal(duck_lock(fixture->duck, &(struct error){0}), OK);
    assert_true(gate_list_each(fixture, "allow.sql", must_pass_and_run) >= 220);
    assert_true(fixture_fingerprint() == before);
}

static void must_be_refused(struct fixture *fixture,
                            const struct gate_item *item)
{
    struct error e = {0};
    char got[600];
    enum err r = check(fixture, item->sql, &e);

    (void)snprintf(got, sizeof(got), "%s%s%d:%d %s",
                   r == ERR_VALIDATION_FAILED ? "" : err_name(r),
                   r == ERR_VALIDATION_FAILED ? "" : " ", (int)e.pos.line,
                   (int)e.pos.column, e.msg);
    if (!str_is(item->expected, got))
        fail_msg("refuse.sql:%u: got\n%s\n%.*s", item->line, got,
                 STR_FMT(item->sql));
    assert_true(e.pos.line > 0 && e.pos.offset <= item->sql.n);
}

static void attacks_are_refused_with_their_place_and_advice(void **state)
{
    struct fixture *fixture = *state;

    assert_true(gate_list_each(fixture, "refuse.sql", must_be_refused) >= 310);
}

static void run_what_passes(struct fixture *fixture,
                            const struct gate_item *item)
{
    struct error e = {0};
    uint64_t rows;

    if (check(fixture, item->sql, &e) == OK)
        (void)fixture_run(fixture, item->sql, &rows, &e);
}

static void with_the_gate_alone_no_attack_touches_anything(void **state)
{
    struct fixture *fixture = *state;
    uint64_t before = fixture_fingerprint(), rows;
    struct error e = {0};

    fixture_exec(fixture, "CREATE TABLE settings_before AS "
                          "SELECT name, value FROM duckdb_settings()");
    (void)gate_list_each(fixture, "refuse.sql", run_what_passes);
    assert_true(fixture_fingerprint() == before);
    assert_int_equal(
        fixture_run(fixture,
                    STR("FROM settings_before EXCEPT "
                        "SELECT name, value FROM duckdb_settings()"),
                    &rows, &e),
        OK);
    assert_int_equal(rows, 0);
    assert_int_equal(fixture_run(fixture, STR("FROM data"), &rows, &e), OK);
    assert_int_equal(rows, 200);
    assert_int_equal(
        fixture_run(fixture, STR("FROM duckdb_databases() WHERE NOT internal"),
                    &rows, &e),
        OK);
    assert_int_equal(rows, 1);
}

/* ---- paths ---- */

/* The form with the name where its @ is. */
static void fill_in(char *out, size_t size, const char *form, const char *name)
{
    const char *at = strchr(form, '@');

    (void)snprintf(out, size, "%.*s%s%s", (int)(at - form), form, name, at + 1);
}

static void a_file_that_exists_is_refused_in_the_words_of_one_that_does_not(
    void **state)
{
    struct fixture *fixture = *state;
    static const char *const forms[] = {
        "SELECT * FROM '@'",
        "SELECT * FROM \"@\"",
        "DESCRIBE '@'",
        "SELECT * FROM read_csv('@')",
        "SELECT * FROM glob('@')",
        "SELECT * FROM query_table('@')",
        "SELECT * FROM histogram('@', 'id')",
        "WITH \"@\" AS (SELECT 1) SELECT 1",
        "ATTACH '@'",
        "COPY data TO '@'",
        "SELECT CAST(1 AS \"@\")",
    };

    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        struct error there = {0}, missing = {0};
        char a[200], b[200];

        fill_in(a, sizeof(a), forms[i], "secret.csv");
        fill_in(b, sizeof(b), forms[i], "missin.csv");
        assert_int_equal(check(fixture, str_from(a), &there),
                         ERR_VALIDATION_FAILED);
        assert_int_equal(check(fixture, str_from(b), &missing),
                         ERR_VALIDATION_FAILED);
        for (char *p = strstr(missing.msg, "missin"); p;
             p = strstr(missing.msg, "missin"))
            memcpy(p, "secret", 6);
        assert_string_equal(there.msg, missing.msg);
        assert_memory_equal(&there.pos, &missing.pos, sizeof(there.pos));
        assert_null(strstr(there.msg, fixture->folder));
    }
}

static void a_long_name_is_cut_in_the_message(void **state)
{
    struct fixture *fixture = *state;
    struct error e = {0};
    static char sql[5000];
    int n = snprintf(sql, sizeof(sql), "SELECT * FROM \"");

    for (size_t i = 0; i < 4000; i++)
        sql[(size_t)n + i] = (i % 2) ? '\xb1' : '\xc3';
    (void)snprintf(sql + n + 4000, 10, "\"");
    assert_int_equal(check(fixture, str_from(sql), &e), ERR_VALIDATION_FAILED);
    assert_true(strlen(e.msg) < 250);
    assert_non_null(strstr(e.msg, "the tables are 'data', 'cities'"));
}

/* ---- limits and texts that are none ---- */

static void repeat_text(char *out, const char *piece, size_t times)
{
    size_t n = strlen(piece);

    for (size_t i = 0; i < times; i++)
        memcpy(out + i * n, piece, n);
    out[times * n] = '\0';
}

static void nesting_without_end_is_refused_and_the_engine_lives(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *before, *open, *middle, *close;
    } shapes[] = {
        {"SELECT ", "(", "1", ")"},
        {"SELECT ", "[", "1", "]"},
        {"SELECT ", "{'a': ", "1", "}"},
        {"SELECT ", "abs(", "1", ")"},
        {"SELECT ", "- ", "1", ""},
        {"SELECT ", "NOT ", "true", ""},
        {"SELECT ", "CASE WHEN true THEN ", "1", " END"},
        {"SELECT 1", "::INTEGER", "", ""},
        {"SELECT 1", "[1]", "", ""},
        {"SELECT ", "CAST(", "1", " AS INTEGER)"},
        {"SELECT ", "(SELECT ", "1", ")"},
        {"SELECT * FROM ", "(SELECT * FROM ", "data", ")"},
        {"", "WITH a AS (", "SELECT 1", ") SELECT 1"},
        {"SELECT * FROM data WHERE ", "id IN (SELECT id FROM data WHERE ", "ok",
         ")"},
        {"SELECT NULL::", "STRUCT(a ", "INTEGER", ")"},
        {"SELECT NULL::INTEGER", "[]", "", ""},
        {"SELECT ", "list_transform([1], x -> ", "1", ")"},
        {"", "(", "SELECT 1", ")"},
        {"SELECT 1", " UNION ALL SELECT 1", "", ""},
        {"SELECT 1", " + 1", "", ""},
        {"SELECT true", " AND true", "", ""},
        {"SELECT * FROM data", " JOIN data USING (id)", "", ""},
        {"SELECT * FROM data", ", data", "", ""},
        {"SELECT 'a'", ".upper()", "", ""},
        {"DESCRIBE ", "(DESCRIBE ", "data", ")"},
        {"SELECT 1 ", "/*", "", "*/"},
        {"SELECT 1 ", "/*", "", ""},
        {"SELECT E'\\'' ", "/*", "", ""},
        {"SELECT 1 ", "+", " 1", ""},
        {"SELECT 1 ", "+-", " 1", ""},
        {"SELECT 1 ", "+", "--", ""},
    };
    static char sql[GATE_SQL_MAX_BYTES + 1], open[1 << 19], close[1 << 19];
    uint64_t rows;

    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
        struct error e = {0};
        enum err r;

        repeat_text(open, shapes[i].open, 10000);
        repeat_text(close, shapes[i].close, 10000);
        int n = snprintf(sql, sizeof(sql), "%s%s%s%s", shapes[i].before, open,
                         shapes[i].middle, close);
        if (n >= (int)sizeof(sql))
            (void)snprintf(sql, sizeof(sql), "%s%.*s%s%.*s", shapes[i].before,
                           (int)strlen(shapes[i].open) * 2000, open,
                           shapes[i].middle,
                           (int)strlen(shapes[i].close) * 2000, close);
        r = check(fixture, str_from(sql), &e);
        if (strchr("(", shapes[i].open[0]) && shapes[i].open[1] == '\0')
            assert_int_not_equal(r, OK);
        assert_true(r == OK || r == ERR_LIMIT || r == ERR_VALIDATION_FAILED);
        assert_true(r == OK || e.pos.line > 0);
        assert_null(strstr(e.msg, "max_expression_depth"));
    }
    assert_int_equal(
        fixture_run(fixture, STR("FROM data"), &rows, &(struct error){0}), OK);
}

/* "before", the piece many times, "after". */
static enum err check_run(struct fixture *fixture, const char *before,
                          const char *piece, size_t times, const char *after,
                          struct error *e)
{
    static char sql[GATE_SQL_MAX_BYTES + 1], run[GATE_SQL_MAX_BYTES];

    repeat_text(run, piece, times);
    (void)snprintf(sql, sizeof(sql), "%s%s%s", before, run, after);
    return check(fixture, str_from(sql), e);
}

static void a_run_of_a_hundred_signs_passes_and_of_one_more_does_not(
    void **state)
{
    static const struct {
        const char *piece, *after;
    } runs[] = {{"+", " 1"}, {"/**/", ""}, {"+-", " 1"}, {"+=", " 1"}};
    struct fixture *fixture = *state;

    for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++) {
        size_t most = str_is(str_from(runs[i].piece), "+-") ? 50 : 100;
        struct error e = {0};

        assert_int_not_equal(check_run(fixture, "SELECT 1 ", runs[i].piece,
                                       most, runs[i].after, &e),
                             ERR_LIMIT);
        assert_int_equal(check_run(fixture, "SELECT 1 ", runs[i].piece,
                                   most + 1, runs[i].after, &e),
                         ERR_LIMIT);
        assert_int_equal(e.pos.offset, 9 + most * strlen(runs[i].piece));
        assert_non_null(strstr(e.msg, "more than 100 signs or comments"));
    }
}

static void signs_that_stand_apart_or_behind_a_comment_are_no_run(void **state)
{
    struct fixture *fixture = *state;
    struct error e = {0};

    assert_int_equal(check_run(fixture, "SELECT 1", " - 1", 150, "", &e), OK);
    assert_int_equal(check_run(fixture, "SELECT 1 --", "+", 500, "", &e), OK);
    assert_int_equal(check_run(fixture, "SELECT 1 --", "+/*", 500, "\n+ 1", &e),
                     OK);
    assert_int_equal(check_run(fixture, "SELECT 1 ", "+", 100, "-- \n1", &e),
                     OK);
    assert_int_equal(check_run(fixture, "SELECT 1 ", "-", 500, "", &e), OK);
}

static void what_nests_too_deeply_is_refused(void **state)
{
    static const char *const pieces[] = {"(", "::INTEGER"};
    static const char *const before[] = {"SELECT ", "SELECT 1"};

    for (size_t i = 0; i < 2; i++) {
        struct error e = {0};

        assert_int_equal(check_run(*state, before[i], pieces[i], 10000, "", &e),
                         ERR_LIMIT);
        assert_string_equal(e.msg,
                            "the SQL nests too deeply; write it flatter");
    }
}

static void a_refusal_leaves_the_verdict_as_it_was(void **state)
{
    static const struct gate_verdict none;
    struct fixture *fixture = *state;
    struct gate_verdict v = {0};
    struct error e = {0};

    assert_int_equal(gate_check(&fixture_catalog, fixture->duck,
                                STR("SELECT now(), getenv('HOME') FROM data"),
                                &v, &e),
                     ERR_VALIDATION_FAILED);
    assert_memory_equal(&v, &none, sizeof(v));
}

static void five_megabytes_of_sql_are_refused(void **state)
{
    struct fixture *fixture = *state;
    struct error e = {0};
    size_t n = (size_t)5 << 20;
    char *sql = malloc(n);

    assert_non_null(sql);
    memset(sql, ' ', n);
    memcpy(sql, "SELECT 1", 8);
    assert_int_equal(check(fixture, (struct str){sql, n}, &e), ERR_LIMIT);
    assert_string_equal(e.msg,
                        "the SQL is longer than 256 KiB; write it shorter");
    assert_int_equal(e.pos.line, 1);
    assert_int_equal(
        check(fixture, (struct str){sql, GATE_SQL_MAX_BYTES + 1}, &e),
        ERR_LIMIT);
    assert_int_equal(e.pos.offset, GATE_SQL_MAX_BYTES);
    assert_int_equal(check(fixture, (struct str){sql, GATE_SQL_MAX_BYTES}, &e),
                     OK);
    free(sql);
}

static void a_text_of_many_parts_is_refused(void **state)
{
    struct error e = {0};

    assert_int_equal(check_run(*state, "SELECT *", ",*", 131000, "", &e),
                     ERR_LIMIT);
    assert_string_equal(e.msg, "the SQL has too many parts to check");
    assert_int_equal(e.pos.line, 1);
}

static void bytes_that_are_no_text_are_refused_at_their_place(void **state)
{
    struct fixture *fixture = *state;
    struct error e = {0};

    assert_int_equal(check(fixture, STR("SELECT 1\0; DROP TABLE data"), &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(e.pos.column, 9);
    assert_int_equal(check(fixture, STR("SELECT\n '\xff'"), &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(e.pos.line, 2);
    assert_int_equal(e.pos.column, 3);
    assert_int_equal(check(fixture, STR("SELECT '\xed\xa0\x80'"), &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(check(fixture, STR("SELECT \xc0\xa7x\xc0\xa7"), &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(check(fixture, (struct str){NULL, 0}, &e),
                     ERR_VALIDATION_FAILED);
    assert_string_equal(e.msg, "the SQL is empty; write a SELECT");
}

static void places_are_right_behind_wide_spaces(void **state)
{
    struct fixture *fixture = *state;
    struct error e = {0};

    assert_int_equal(check(fixture,
                           STR("SELECT\xc2\xa0\xe3\x80\x80'\xc2\xa0', "
                               "\xe2\x80\x83 getenv('HOME')"),
                           &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(e.pos.column, 22);
    assert_int_equal(check(fixture, STR("DROP\xc2\xa0TABLE data"), &e),
                     ERR_VALIDATION_FAILED);
    assert_non_null(strstr(e.msg, "'DROP' changes the tables"));
}

/* ---- foreign collections ---- */

static bool may_be_a_select(struct str first)
{
    static const char *const words[] = {"SELECT", "WITH",     "FROM",
                                        "VALUES", "DESCRIBE", "SUMMARIZE",
                                        "SHOW",   "PIVOT",    "UNPIVOT"};

    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (str_is(first, words[i]))
            return true;
    return false;
}

/* What passes names nothing outside, so it may run where nothing is locked. */
static void decide(struct fixture *fixture, const struct json *j,
                   unsigned *passed)
{
    struct str sql = json_text(json_find(j, "sql"));
    struct str first = json_text(json_find(j, "first"));
    struct error e = {0};
    enum err r = check(fixture, sql, &e);

    assert_true(r == OK || r == ERR_VALIDATION_FAILED || r == ERR_LIMIT);
    if (r == OK && !may_be_a_select(first))
        fail_msg("passed: %.*s", STR_FMT(sql));
    if (r != OK) {
        assert_true(e.msg[0] && e.pos.line > 0 && e.pos.offset <= sql.n);
        assert_null(strstr(e.msg, "/work"));
    }
    *passed += r == OK;
}

static FILE *open_testdata(const char *name)
{
    const char *folder = getenv("QUARRY_TESTDATA");
    char path[4096];

    if (!folder)
        return NULL;
    (void)snprintf(path, sizeof(path), "%s/security/%s", folder, name);
    return fopen(path, "rb");
}

static void of_duckdbs_own_test_statements_only_queries_pass(void **state)
{
    struct fixture *fixture = *state;
    static char line[1 << 20];
    FILE *f = open_testdata("duckdb-statements.jsonl");
    unsigned passed = 0, seen = 0;

    if (!f)
        skip();
    while (fgets(line, sizeof(line), f)) {
        struct json *j = NULL;
        struct error e = {0};
        struct arena a;

        arena_init(&a, (size_t)16 << 20);
        assert_int_equal(json_parse(str_trim(str_from(line)),
                                    &json_default_limits, &a, &j, &e),
                         OK);
        decide(fixture, j, &passed);
        arena_release(&a);
        seen++;
    }
    (void)fclose(f);
    print_message("%u of %u statements pass\n", passed, seen);
    assert_true(passed > 400 && passed < seen / 2);
}

static void naughty(struct fixture *fixture, struct str text)
{
    struct error e = {0};
    struct buf sql;
    uint64_t rows;
    enum err r = check(fixture, text, &e);

    assert_true(r == OK || (e.msg[0] && e.pos.line > 0));
    buf_init(&sql, 1 << 20);
    buf_puts(&sql, "SELECT '");
    for (size_t i = 0; i < text.n; i++) {
        buf_put_char(&sql, text.p[i]);
        if (text.p[i] == '\'')
            buf_put_char(&sql, '\'');
    }
    buf_puts(&sql, "'");
    assert_int_equal(check(fixture, buf_str(&sql), &e), OK);
    assert_int_equal(fixture_run(fixture, buf_str(&sql), &rows, &e), OK);
    buf_reset(&sql);
    buf_puts(&sql, "SELECT * FROM x");
    duck_quote(&sql, text);
    assert_int_not_equal(check(fixture, buf_str(&sql), &e), OK);
    buf_release(&sql);
}

static void naughty_strings_are_text_in_quotes_and_no_table(void **state)
{
    struct fixture *fixture = *state;
    static char text[1 << 20];
    FILE *f = open_testdata("naughty-strings.json");
    struct json *list = NULL;
    struct error e = {0};
    struct arena a;

    if (!f)
        skip();
    struct str all = {text, fread(text, 1, sizeof(text), f)};
    (void)fclose(f);
    arena_init(&a, (size_t)16 << 20);
    assert_int_equal(
        json_parse(str_trim(all), &json_default_limits, &a, &list, &e), OK);
    for (const struct json *j = list->first; j; j = j->next)
        if (str_find_char(j->text, '\0') == j->text.n)
            naughty(fixture, j->text);
    arena_release(&a);
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(legitimate_analysis_passes_and_runs),
        TEST(attacks_are_refused_with_their_place_and_advice),
        TEST(with_the_gate_alone_no_attack_touches_anything),
        TEST(a_file_that_exists_is_refused_in_the_words_of_one_that_does_not),
        TEST(a_long_name_is_cut_in_the_message),
        TEST(nesting_without_end_is_refused_and_the_engine_lives),
        TEST(a_run_of_a_hundred_signs_passes_and_of_one_more_does_not),
        TEST(signs_that_stand_apart_or_behind_a_comment_are_no_run),
        TEST(what_nests_too_deeply_is_refused),
        TEST(a_refusal_leaves_the_verdict_as_it_was),
        TEST(five_megabytes_of_sql_are_refused),
        TEST(a_text_of_many_parts_is_refused),
        TEST(bytes_that_are_no_text_are_refused_at_their_place),
        TEST(places_are_right_behind_wide_spaces),
        TEST(of_duckdbs_own_test_statements_only_queries_pass),
        TEST(naughty_strings_are_text_in_quotes_and_no_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
