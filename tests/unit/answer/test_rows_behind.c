/*
 * The rows behind a figure make it: as many as were counted, with the same sum,
 * for specs that are drawn by chance over a small table.
 */
#include "tables/tables_fixture.h"

#include "ask/spec/behind.h"

#include <math.h>

#define ARENA_BYTES ((size_t)32 << 20)
#define MAX_ROWS    1000
#define SPECS       60

static const char orders[] = "row,country,product,amount,day,paid\n"
                             "1,Spain,Phone,10.50,2024-01-03,true\n"
                             "2,Spain,,7,2024-01-03,false\n"
                             "3,France,Phone,,2024-02-11,true\n"
                             "4,,Case,3.25,2024-02-12,true\n"
                             "5,France,Case,10.50,2024-03-01,\n"
                             "6,Peru,Phone,-4,2023-12-31,false\n"
                             "7,,,0,,true\n"
                             "8,Spain,Phone,10.50,2023-12-31,true\n";

static const struct str names[] = {{"row", 3},     {"country", 7},
                                   {"product", 7}, {"amount", 6},
                                   {"day", 3},     {"paid", 4}};
static const struct compile_columns columns = {names, 6};

static struct json *run(struct str sql, struct arena *a)
{
    const struct table_source source = source_in("orders.csv");
    const struct table_window w = {.sql = sql, .rows = MAX_ROWS};
    struct json *result;
    struct str text;

    if (table_query(tables, &source, &w, a, &text, &err))
        fail_msg("%s\n%.*s", err.msg, STR_FMT(sql));
    assert_ok(json_parse(text, &json_default_limits, a, &result, &err));
    return result;
}

static const struct json *cell(const struct json *row, size_t i)
{
    const struct json *c = row->first;

    while (i-- > 0)
        c = c->next;
    return c;
}

static size_t place(const struct json *result, const char *name)
{
    size_t i = 0;

    for (const struct json *c = json_find(result, "columns")->first; c;
         c = c->next, i++) {
        if (str_is(c->text, name))
            return i;
    }
    fail_msg("no column %s", name);
    return 0;
}

/* The figure that the rows make. */
static double figure_of(const struct json *result, enum agg agg)
{
    const struct json *rows = json_find(result, "rows");
    size_t at = place(result, "amount");
    double sum = 0;

    if (agg == AGG_COUNT)
        return (double)rows->count;
    if (agg == AGG_MIN || agg == AGG_MAX)
        return json_double(cell(rows->first, at));
    for (const struct json *r = rows->first; r; r = r->next)
        sum += json_double(cell(r, at));
    return agg == AGG_SUM ? sum : sum / (double)rows->count;
}

static void check_row(const struct query_spec *s, const struct json *row,
                      uint64_t number, struct arena *a)
{
    const struct json *figure = cell(row, s->n_groups);
    struct json *behind;
    struct str sql;
    double is;

    assert_ok(spec_rows_behind(s, &columns, number, a, &sql, &err));
    behind = run(sql, a);
    if (figure->type == JSON_NULL) {
        assert_int_equal(json_find(behind, "rows")->count, 0);
        return;
    }
    is = figure_of(behind, s->measures[0].agg);
    if (fabs(is - json_double(figure)) > 1e-6)
        fail_msg("%f, not %.*s\n%.*s", is, STR_FMT(figure->text), STR_FMT(sql));
}

static void check(const struct query_spec *s, struct arena *a)
{
    struct str sql[2];
    uint64_t number = 0;
    const struct json *rows;

    assert_ok(spec_compile(s, &columns, a, sql, &err));
    rows = json_find(run(sql[0], a), "rows");
    for (const struct json *r = rows->first; r && number < 4; r = r->next)
        check_row(s, r, ++number, a);
}

static unsigned seed = 20;

static unsigned draw(unsigned n)
{
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % n;
}

static const struct str spain = {"Spain", 5};
static const struct str number = {"5", 1};
static const struct str year[] = {{"2024-01-01", 10}, {"2025-01-01", 10}};

/* Of the first two, then of the others. */
static void draw_group(struct query_spec *s, const struct spec_group groups[4])
{
    s->groups[s->n_groups] = groups[(s->n_groups ? 2 : 0) + draw(2)];
    s->n_groups++;
}

static struct query_spec draw_spec(void)
{
    static const enum agg aggs[] = {AGG_COUNT, AGG_SUM, AGG_AVG, AGG_MIN,
                                    AGG_MAX};
    static const struct spec_filter filters[] = {
        {.column = {"country", 7}, .values = &spain, .n = 1},
        {.column = {"country", 7}, .op = FILTER_NE, .values = &spain, .n = 1},
        {.column = {"amount", 6},
         .op = FILTER_GT,
         .literal = LITERAL_NUMBER,
         .values = &number,
         .n = 1},
        {.column = {"day", 3}, .op = FILTER_PERIOD, .values = year, .n = 2}};
    static const struct spec_group groups[] = {
        {.column = {"country", 7}},
        {.column = {"product", 7}},
        {.column = {"day", 3}, .grain = GRAIN_MONTH},
        {.column = {"day", 3}, .grain = GRAIN_YEAR}};
    struct query_spec s = {.table = STR("data"), .n_measures = 1};

    s.measures[0].agg = aggs[draw(5)];
    if (s.measures[0].agg != AGG_COUNT || draw(2))
        s.measures[0].column = STR("amount");
    for (size_t i = draw(3); i > 0; i--)
        s.filters[s.n_filters++] = filters[draw(4)];
    for (size_t i = draw(3); i > 0; i--)
        draw_group(&s, groups);
    if (s.n_groups && draw(2)) {
        s.order = ORDER_MEASURE;
        s.descending = draw(2);
        s.limit = draw(3);
    }
    return s;
}

static void the_rows_make_the_figure(void **state)
{
    struct arena a;

    (void)state;
    write_file("orders.csv", orders);
    arena_init(&a, ARENA_BYTES);
    for (size_t i = 0; i < SPECS; i++) {
        struct query_spec s = draw_spec();

        check(&s, &a);
        arena_reset(&a);
    }
    arena_release(&a);
}

static void a_row_keeps_its_number_and_all_columns(void **state)
{
    struct query_spec s = {.table = STR("data"), .n_measures = 1};
    const struct json *row;
    struct json *result;
    struct arena a;
    struct str sql;

    (void)state;
    write_file("orders.csv", orders);
    arena_init(&a, ARENA_BYTES);
    s.measures[0] =
        (struct spec_measure){.agg = AGG_MAX, .column = STR("amount")};
    assert_ok(spec_rows_behind(&s, &columns, 0, &a, &sql, &err));
    result = run(sql, &a);
    row = json_find(result, "rows")->first;
    assert_int_equal(json_find(result, "rows")->count, 3); /* all that tie */
    assert_int_equal(row->count, 7);
    assert_int_equal(place(result, "row_"), 0);
    assert_true(str_is(cell(row->next, 0)->text, "5"));
    assert_true(str_is(cell(row->next->next, 0)->text, "8"));
    arena_release(&a);
}

static void both_sides_are_marked(void **state)
{
    const struct str france = STR("France");
    struct query_spec s = {.table = STR("data"), .n_measures = 1};
    const struct json *rows;
    struct arena a;
    struct str sql;

    (void)state;
    write_file("orders.csv", orders);
    arena_init(&a, ARENA_BYTES);
    s.measures[0] =
        (struct spec_measure){.agg = AGG_SUM, .column = STR("amount")};
    s.filters[0] = (struct spec_filter){
        .column = names[1], .values = &spain, .n = 1, .side = 1};
    s.filters[1] = (struct spec_filter){
        .column = names[1], .values = &france, .n = 1, .side = 2};
    s.n_filters = 2;
    s.change =
        (struct spec_change){.kind = SPEC_CHANGE_GAP, .names = {spain, france}};
    assert_ok(spec_rows_behind(&s, &columns, 0, &a, &sql, &err));
    rows = json_find(run(sql, &a), "rows");
    assert_int_equal(rows->count, 4);
    assert_true(str_is(rows->first->first->text, "Spain"));
    assert_true(str_is(rows->first->next->next->first->text, "France"));
    s.change.kind = SPEC_CHANGE_NONE;
    s.filters[0].side = s.filters[1].side = 0;
    s.filters[0].part = true;
    s.n_filters = 1;
    s.share = true;
    assert_ok(spec_rows_behind(&s, &columns, 0, &a, &sql, &err));
    rows = json_find(run(sql, &a), "rows");
    assert_int_equal(rows->count, 7);
    assert_true(str_is(rows->first->next->next->first->text, "rest"));
    arena_release(&a);
}

static void whole_rows_have_nothing_behind_them(void **state)
{
    const struct query_spec s = {.table = STR("data"), .kind = SPEC_ROWS};
    struct arena a;
    struct str sql;

    (void)state;
    arena_init(&a, ARENA_BYTES);
    assert_ok(spec_rows_behind(&s, &columns, 0, &a, &sql, &err));
    assert_int_equal(sql.n, 0);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(the_rows_make_the_figure),
        TABLES_TEST(a_row_keeps_its_number_and_all_columns),
        TABLES_TEST(both_sides_are_marked),
        TABLES_TEST(whole_rows_have_nothing_behind_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
