/*
 * What is asked of tables, with the first, second, third ... allocation or
 * step of the engine failing: base/torture.h says what must hold.
 */
#include "base/torture.h"
#include "engine/query/table_fixture.h"

#include "engine/profile/profile.h"
#include "engine/query/query.h"
#include "engine/query/table_rows.h"

/* A column of every kind that a profile tells apart, two tables, odd names. */
#define TABLES                                                                 \
    "CREATE TABLE src.data AS SELECT i AS id, i::DOUBLE / 3 AS ratio, "        \
    "i::DECIMAL(9,2) AS price, 'c' || i % 3 AS \"a \"\"b\"\"\", i = 1 AS ok, " \
    "DATE '2024-01-01' + i::INT AS day, i::HUGEINT * 4 AS huge, [i] AS list,"  \
    " i::FLOAT AS f, NULL::INT AS none FROM range(7) r(i);"                    \
    "CREATE TABLE src.other AS SELECT 1 AS x, 2 AS y"

/* All that was taken must be given back before the engine is closed. */
static enum err answered(enum err rc, struct error *e)
{
    struct str s;

    if (!rc)
        rc = buf_finish(&answer, &s, e);
    buf_release(&answer);
    return rc;
}

static enum err profile(void *ctx, struct arena *a, struct error *e)
{
    (void)ctx;
    return answered(profile_run(duck, catalog, a, begin_answer(), e), e);
}

static enum err query(void *ctx, struct arena *a, struct error *e)
{
    const struct query_request q = {
        .sql = str_from(ctx), .window_rows = 3, .window_offset = 1};

    (void)a;
    duck_forget(duck); /* so that it is prepared anew */
    return answered(query_run(duck, catalog, NULL, &q, begin_answer(), e), e);
}

static enum err rows(void *ctx, struct arena *a, struct error *e)
{
    static const struct str names[] = {{"ratio", 5}, {"a \"b\"", 5}};
    const struct rows_request r = {
        .row_start = 2, .row_count = 3, .columns = names, .n_columns = 2};

    (void)ctx;
    duck_forget(duck);
    return answered(rows_run(duck, catalog, &r, a, begin_answer(), e), e);
}

static enum err select_table(void *ctx, struct arena *a, struct error *e)
{
    const struct str other = STR("other");
    enum err rc = catalog_select(catalog, duck, &other, 1, e);

    (void)ctx;
    (void)a;
    return rc ? rc : catalog_select(catalog, duck, NULL, 0, e);
}

static enum err open_two(void *ctx, struct arena *a, struct error *e)
{
    const struct catalog_source sources[] = {{path, STR("first")},
                                             {path, STR("data")}};
    struct catalog *c = NULL;
    struct duck *d = NULL;
    enum err rc = duck_open(&(struct duck_options){0}, &d, e);

    (void)ctx;
    if (!rc)
        rc = catalog_open(d, sources, 2, a, &c, e);
    duck_close(d);
    return rc;
}

static void torture_all(torture_job *job, void *ctx)
{
    (void)torture(FAULT_MEMORY, job, ctx);
    (void)torture(FAULT_ARENA, job, ctx);
    (void)torture(FAULT_ENGINE, job, ctx);
}

static void a_profile_survives_every_failure(void **state)
{
    (void)state;
    make_and_open(TABLES);
    torture_all(profile, NULL);
}

static void a_query_survives_every_failure(void **state)
{
    static char sql[] = "SELECT x, sum(ratio) FROM data, other GROUP BY x";

    (void)state;
    make_and_open(TABLES);
    torture_all(query, sql);
}

static void rows_survive_every_failure(void **state)
{
    (void)state;
    make_and_open(TABLES);
    torture_all(rows, NULL);
}

static void another_table_survives_every_failure(void **state)
{
    (void)state;
    make_and_open(TABLES);
    (void)torture(FAULT_ENGINE, select_table, NULL);
}

static void opening_survives_every_failure(void **state)
{
    (void)state;
    make_file(TABLES);
    torture_all(open_two, NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_profile_survives_every_failure),
        TEST(a_query_survives_every_failure),
        TEST(rows_survive_every_failure),
        TEST(another_table_survives_every_failure),
        TEST(opening_survives_every_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
