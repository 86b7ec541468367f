#include "tables_fixture.h"

#include <dirent.h>

static const char rows[] = "city,price,note,day\nGraz,1.50,a,2024-01-01\n"
                           "Lyon,2.00,b,2024-01-02\nGraz,3.00,c,2024-01-03\n";

static int answers;
static struct str first; /* in the arena */

static void keep_answer(void *ctx, struct str json)
{
    (void)ctx;
    answers++;
    assert_ok(str_dup(json, &arena, &first, &err));
}

static void spoil_file(void *ctx, struct str json)
{
    keep_answer(ctx, json);
    write_file("a.csv", "city,price\nanother,1\n");
}

static void open_early_tables(uint64_t early_bytes)
{
    const struct tables_options o = {.home = str_from(in("home")),
                                     .worker_path = str_from(worker_program()),
                                     .early_bytes = early_bytes};

    tables_free(tables);
    tables = NULL;
    answers = 0;
    first = (struct str){0};
    assert_ok(tables_new(&o, &tables, &err));
    write_file("a.csv", rows);
}

static enum err ask(const char *sql, void (*answer)(void *, struct str),
                    struct str *json)
{
    const struct table_source s = source_in("a.csv");
    const struct table_window w = {.sql = str_from(sql), .early = {answer}};

    return table_query(tables, &s, &w, &arena, json, &err);
}

static int entries_kept(void)
{
    DIR *d = opendir(in("home/cache"));
    int n = 0;

    assert_non_null(d);
    for (struct dirent *f = readdir(d); f; f = readdir(d))
        n += str_ends(str_from(f->d_name), STR(".map.json"));
    (void)closedir(d);
    return n;
}

static void the_first_question_is_answered_while_the_file_is_read(void **state)
{
    struct str json;

    (void)state;
    open_early_tables(1);
    assert_ok(ask("SELECT sum(price) FROM data", keep_answer, &json));
    assert_int_equal(answers, 1);
    assert_true(str_eq(json, first));
    assert_non_null(strstr(json.p, "\"rows\":[[6.50]]"));
    assert_int_equal(entries_kept(), 1);
    assert_ok(ask("SELECT max(note) FROM data", keep_answer, &json));
    assert_int_equal(answers, 1);
    assert_non_null(strstr(json.p, "\"rows\":[[\"c\"]]"));
}

static void what_the_early_table_cannot_answer_the_whole_one_does(void **state)
{
    struct str json;

    (void)state;
    open_early_tables(1);
    assert_ok(ask("SELECT count(data) FROM data", keep_answer, &json));
    assert_int_equal(answers, 0);
    assert_non_null(strstr(json.p, "\"rows\":[[3]]"));
}

static void an_error_is_that_of_the_whole_table(void **state)
{
    struct str json;

    (void)state;
    open_early_tables(1);
    assert_int_equal(ask("SELECT citty FROM data", keep_answer, &json),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(answers, 0);
    assert_null(strstr(err.msg, "part"));
}

static void a_small_file_is_read_to_the_end_first(void **state)
{
    struct str json;

    (void)state;
    open_early_tables(0);
    assert_ok(ask("SELECT sum(price) FROM data", keep_answer, &json));
    assert_int_equal(answers, 0);
}

static void an_answer_stands_where_the_table_cannot_be_kept(void **state)
{
    struct str json;

    (void)state;
    open_early_tables(1);
    assert_ok(ask("SELECT sum(price) FROM data", spoil_file, &json));
    assert_int_equal(answers, 1);
    assert_true(str_eq(json, first));
    assert_int_equal(entries_kept(), 0);
    assert_ok(ask("SELECT sum(price) FROM data", keep_answer, &json));
    assert_non_null(strstr(json.p, "\"rows\":[[1]]"));
    assert_int_equal(entries_kept(), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(the_first_question_is_answered_while_the_file_is_read),
        TABLES_TEST(what_the_early_table_cannot_answer_the_whole_one_does),
        TABLES_TEST(an_error_is_that_of_the_whole_table),
        TABLES_TEST(a_small_file_is_read_to_the_end_first),
        TABLES_TEST(an_answer_stands_where_the_table_cannot_be_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
