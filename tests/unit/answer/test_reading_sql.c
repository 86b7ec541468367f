/*
 * What a candidate answers on the grid, its SQL answers on the file: the
 * ranker reasons about the first, people get the second.
 *
 * Every 60th candidate of questions about a made table, and with
 * QUARRY_TESTDATA every 7th of questions about those of others, of which dates
 * and numbers in odd texts may differ; QUARRY_READINGS says every how many of
 * these questions (1,200; in `make nightly` 100), and takes every candidate of the
 * made table, of which `make nightly` takes every 20th.
 */
#include "tables/tables_fixture.h"

#include "base/nightly.h"
#include "base/testdata.h"

#include "answer/reading.h"
#include "ask/candidates/answers.h"
#include "ask/reading_spec.h"
#include "ask/spec/compile.h"

#include <stdlib.h>

#define TABLE_BYTES      ((size_t)256 << 20)
#define QUESTION_BYTES   ((size_t)128 << 20)
#define SPEC_BYTES       ((size_t)1 << 20)
#define LINE_BYTES       ((size_t)1 << 16)
#define MAX_CELLS        4096
#define SAMPLED          7
#define SAMPLED_HERE     60
#define SAMPLED_AT_NIGHT 20
#define PATH_BYTES       4096

struct checked {
    struct arena table_arena;
    struct arena a;
    struct table_source source;
    struct grid g;
    size_t compared;
    size_t different;
};

static void open_table(struct checked *x, const char *path)
{
    struct table_range range = {.start = 1, .count = ROWS_MAX};
    struct json *json;
    struct str text;

    arena_reset(&x->table_arena);
    x->source = (struct table_source){.path = str_from(path)};
    assert_ok(table_read_rows(tables, &x->source, &range, &x->table_arena,
                              &text, &err));
    assert_ok(
        json_parse(text, &json_answer_limits, &x->table_arena, &json, &err));
    assert_ok(grid_read(json, &x->table_arena, &x->g, &err));
}

/* A spec is read back as it was written. */
static void check_round_trip(struct checked *x, const struct query_spec *s)
{
    struct query_spec again;
    struct buf first, second;
    struct json *j;
    struct jsonw w;

    buf_init(&first, SPEC_BYTES);
    buf_init(&second, SPEC_BYTES);
    jsonw_init(&w, &first);
    spec_write(s, &w);
    assert_ok(
        json_parse(buf_str(&first), &json_default_limits, &x->a, &j, &err));
    assert_ok(spec_read(j, &x->a, &again, &err));
    jsonw_init(&w, &second);
    spec_write(&again, &w);
    assert_true(str_eq(buf_str(&first), buf_str(&second)));
    buf_release(&first);
    buf_release(&second);
}

/* The answers of the SQL and of the grid; false: no spec says it. */
static bool run_both(struct checked *x, const struct candidate *c,
                     struct str *sql, struct answers *given,
                     struct answers *expected)
{
    static struct str cells[2][MAX_CELLS];
    struct str names[GRID_MAX_COLUMNS];
    struct compile_columns columns = {.names = names, .n = x->g.n_columns};
    struct table_window w = {.rows = MAX_CELLS};
    struct query_spec spec = {.table = STR("data")};
    struct str both[2], text;
    struct json *result;
    bool possible;

    for (size_t i = 0; i < columns.n; i++)
        names[i] = x->g.column[i].name;
    assert_ok(reading_spec(&x->g, c, &x->a, &spec, &possible, &err));
    if (!possible)
        return false;
    check_round_trip(x, &spec);
    assert_ok(spec_compile(&spec, &columns, &x->a, both, &err));
    *sql = w.sql = both[0];
    assert_ok(table_query(tables, &x->source, &w, &x->a, &text, &err));
    assert_ok(json_parse(text, &json_default_limits, &x->a, &result, &err));
    *given = (struct answers){
        cells[0], reading_cells(&spec, result, cells[0], MAX_CELLS)};
    *expected = (struct answers){cells[1], c->answer.n};
    for (uint32_t i = 0; i < c->answer.n; i++)
        assert_ok(
            denotation_text(&x->g, &c->answer, i, &x->a, &cells[1][i], &err));
    return true;
}

static void compare(struct checked *x, const struct candidate *c, bool strict)
{
    struct answers given, expected;
    struct str sql;
    bool equal;

    if (!run_both(x, c, &sql, &given, &expected))
        return;
    assert_ok(answers_equal(&given, &expected, &x->a, &equal, &err));
    x->compared++;
    x->different += !equal;
    if (strict && !equal)
        fail_msg("%s/%s: %zu answers, %zu on the grid, the first %.*s\n%.*s",
                 result_name(c->result), step_name(c->rows->step), given.n,
                 expected.n, STR_FMT(expected.text[0]), STR_FMT(sql));
}

static void ask(struct checked *x, const char *question, size_t step,
                bool strict)
{
    struct candidates all;
    struct question q;
    struct grid_links l;

    assert_ok(question_read(x->g.words, str_from(question), &x->a, &q, &err));
    assert_ok(links_find(&x->g, &q, &x->a, &l, &err));
    assert_ok(candidates_make(&x->g, &q, &l, &x->a, &all, &err));
    for (size_t i = 0; i < all.n; i += step)
        compare(x, &all.candidate[i], strict);
}

static void begin(struct checked *x)
{
    *x = (struct checked){0};
    arena_init(&x->table_arena, TABLE_BYTES);
    arena_init(&x->a, QUESTION_BYTES);
}

static void end(struct checked *x)
{
    arena_release(&x->a);
    arena_release(&x->table_arena);
}

static const char matches[] =
    "Date,Home team,Venue,Goals,row,Attendance,Time,Season,Won\n"
    "2003-05-01,Ajax,Old Park,3,1,\"1,200\",4:19.84,2002-03,true\n"
    "2003-05-09,Feyenoord,Old Park,1,2,800,4:02.10,2002-03,false\n"
    "2004-06-02,Ajax,Sea Stadium,,3,950 (est.),1:02:03,2003-04,true\n"
    "2005-01-11,PSV,Old Park,4,4,\"2,400\",5:00.00,2004-05,false\n"
    "2005-01-11,PSV,,4,5,n/a,4:30.20,2004-05,true\n"
    "2006-02-12,Ajax,River Ground,2,6,700,4:10.00,2005-06,false\n"
    "2006-03-01,at Ajax,\"Old Park\n(closed)\",0,7,650,4:11.00,2005-06,true\n"
    ",Total,,14,21,,,,\n";

static void sql_answers_what_the_grid_answers(void **state)
{
    static const char *const questions[] = {
        "who won most goals next after Ajax, or before PSV in 2005?",
        "how many more goals than 2 did Ajax or Feyenoord score at old park?",
        "what was the second highest attendance not at old park?",
        "which home team had the same venue as PSV after May 9, 2003?",
        "longest consecutive row of matches of PSV between 2003 and 2005",
        "difference in time between the fastest and slowest, Ajax or PSV",
        "total and average attendance of the first three seasons since 2004",
        "teams with at least 2 goals in the 2000s on January 11, 2005",
        "which team had a larger attendance and more goals than Feyenoord?",
        "which team played after February 20, and how many goals in May?",
        "which home team had no goals and no attendance at the venue?",
    };
    const size_t sample = nightly() ? SAMPLED_AT_NIGHT : SAMPLED_HERE;
    const size_t step = getenv("QUARRY_READINGS") ? 1 : sample;
    struct checked x;

    (void)state;
    write_file("matches.csv", matches);
    begin(&x);
    open_table(&x, in("matches.csv"));
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++)
        ask(&x, questions[i], step, true);
    print_message("%zu compared\n", x.compared);
    assert_true(x.compared > 9000 / step);
    grid_release(&x.g);
    end(&x);
}

static void ask_of_others(struct checked *x, const char *line)
{
    struct arena a;
    struct json *j;
    struct str name;
    char path[PATH_BYTES];

    arena_init(&a, SPEC_BYTES);
    assert_ok(json_parse(str_trim(str_from(line)), &json_default_limits, &a, &j,
                         &err));
    assert_ok(str_printf(&a, &name, &err, "wtq/%s",
                         json_text(json_find(j, "table")).p));
    testdata_path(name.p, path, sizeof(path));
    open_table(x, path);
    arena_reset(&x->a);
    ask(x, json_text(json_find(j, "question")).p, SAMPLED, false);
    grid_release(&x->g);
    arena_release(&a);
}

static void sql_answers_what_the_grid_answers_on_tables_of_others(void **state)
{
    const char *wish = getenv("QUARRY_READINGS");
    size_t every = nightly() ? 100 : 1200;
    static char line[LINE_BYTES];
    char path[PATH_BYTES];
    struct checked x;
    FILE *file;

    (void)state;
    if (wish)
        every = (size_t)strtoul(wish, NULL, 10);
    testdata_path("wtq/questions.jsonl", path, sizeof(path));
    file = fopen(path, "r");
    assert_non_null(file);
    begin(&x);
    for (size_t n = 0; fgets(line, sizeof(line), file); n++) {
        if (n % every == 0)
            ask_of_others(&x, line);
    }
    (void)fclose(file);
    print_message("%zu compared, %zu different\n", x.compared, x.different);
    assert_true(x.different * 50 < x.compared);
    end(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(sql_answers_what_the_grid_answers),
        TABLES_TEST(sql_answers_what_the_grid_answers_on_tables_of_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
