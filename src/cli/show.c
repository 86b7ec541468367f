#include "cli/show.h"

#include "cli/term/clean.h"
#include "cli/view.h"

#include <stdio.h>

#define NOTES_BYTES ((size_t)16 * 1024)

void show_count(struct buf *out, const struct json *number)
{
    bool is = number && number->type == JSON_NUMBER;
    struct str digits = is ? number->text : STR("0");

    for (size_t i = 0; i < digits.n; i++) {
        if (i && (digits.n - i) % 3 == 0)
            buf_put_char(out, ',');
        buf_put_char(out, digits.p[i]);
    }
}

/* A dim line about what comes above it. */
static void begin_footer(struct cli *c)
{
    const struct term_style style = view_style(c);

    term_on(&c->out, &style, TERM_DIM);
}

static void end_footer(struct cli *c)
{
    const struct term_style style = view_style(c);

    term_off(&c->out, &style);
    buf_put_char(&c->out, '\n');
}

static enum err show_objects(struct cli *c, const struct json *list,
                             const struct view_form *form, struct error *e)
{
    struct grid g;
    enum err rc = view_of_objects(list, form, &c->arena, &g, e);

    return rc ? rc : view_print(c, &g, e);
}

/* The objects of an array of the answer; NULL when it has none. */
static const struct json *first_of(const struct json *answer, const char *key)
{
    const struct json *array = json_find(answer, key);

    return array ? array->first : NULL;
}

/* Rows for a program go to standard output, what a person must know of them
 * beside it. */
static void notes_to_stderr(const struct cli *c, const struct json *answer)
{
    struct buf text;

    if (args_has(&c->args, OPT_QUIET))
        return;
    buf_init(&text, NOTES_BYTES);
    for (const struct json *n = first_of(answer, "notes"); n; n = n->next) {
        buf_puts(&text, "quarry: note: ");
        term_put_clean(&text, json_text(n));
        buf_put_char(&text, '\n');
    }
    if (text.n > 0)
        (void)fwrite(text.p, 1, text.n, stderr);
    buf_release(&text);
}

static void show_notes(struct cli *c, const struct json *answer)
{
    for (const struct json *n = first_of(answer, "notes"); n; n = n->next) {
        begin_footer(c);
        buf_puts(&c->out, "note: ");
        term_put_clean(&c->out, json_text(n));
        end_footer(c);
    }
}

/* What a person must know of an answer, after it or beside it. */
static void put_notes(struct cli *c, const struct json *answer)
{
    if (args_has(&c->args, OPT_CSV))
        notes_to_stderr(c, answer);
    else
        show_notes(c, answer);
}

enum err show_description(struct cli *c, const struct json *answer,
                          struct error *e)
{
    static const struct view_field fields[] = {
        {"index", "#"},
        {"name", "column"},
        {"inferred_type", "type"},
        {"nullable", "nullable"},
        {"non_null_count", "non-null"},
        {"distinct_estimate", "distinct"},
        {"min", "min"},
        {"max", "max"},
        {"sample_values", "samples"},
    };
    const struct view_form form = {.fields = fields, .n = COUNT_OF(fields)};
    enum err rc = show_objects(c, first_of(answer, "columns"), &form, e);

    if (rc)
        return rc;
    if (!args_has(&c->args, OPT_CSV)) {
        begin_footer(c);
        show_count(&c->out, json_find(answer, "row_count"));
        buf_puts(&c->out, " rows, ");
        show_count(&c->out, json_find(answer, "column_count"));
        buf_puts(&c->out, " columns");
        end_footer(c);
    }
    put_notes(c, answer);
    return OK;
}

static bool is_numeric(const struct json *column)
{
    return json_find(column, "mean") != NULL;
}

static bool is_text(const struct json *column)
{
    return json_is(json_find(column, "type"), "string");
}

static bool is_boolean(const struct json *column)
{
    return json_is(json_find(column, "type"), "boolean");
}

static bool is_other(const struct json *column)
{
    return !is_numeric(column) && !is_text(column) && !is_boolean(column);
}

static bool any(const struct json *list, bool (*keep)(const struct json *))
{
    for (; list; list = list->next) {
        if (keep(list))
            return true;
    }
    return false;
}

/* Fields of every column, then what only some types have. The first
 * STATS_OTHER go with any type, the first STATS_NUMERIC with numbers. */
static const struct view_field stats_fields[] = {
    {"name", "column"},
    {"type", "type"},
    {"non_null_count", "non-null"},
    {"distinct_estimate", "distinct"},
    {"min", "min"},
    {"max", "max"},
    {"mean", "mean"},
    {"sum", "sum"},
    {"stddev", "stddev"},
    {"median", "median"},
    {"q1", "q1"},
    {"q3", "q3"},
    {"min_length", "min_length"},
    {"max_length", "max_length"},
    {"most_common", "most_common"},
    {"true_count", "true_count"},
    {"false_count", "false_count"},
    {"not_finite_count", "not_finite_count"},
};
#define STATS_OTHER   6
#define STATS_NUMERIC 12

static const struct view_field text_fields[] = {
    {"name", "column"},
    {"non_null_count", "non-null"},
    {"distinct_estimate", "distinct"},
    {"min_length", "shortest"},
    {"max_length", "longest"},
    {"most_common", "most common"},
};

static const struct view_field boolean_fields[] = {
    {"name", "column"},
    {"non_null_count", "non-null"},
    {"true_count", "true"},
    {"false_count", "false"},
};

static void show_not_finite(struct cli *c, const struct json *column)
{
    for (; column; column = column->next) {
        const struct json *n = json_find(column, "not_finite_count");

        if (!n)
            continue;
        begin_footer(c);
        buf_puts(&c->out, "note: '");
        term_put_clean(&c->out, json_text(json_find(column, "name")));
        buf_puts(&c->out, "' holds ");
        show_count(&c->out, n);
        buf_puts(&c->out, " NaN or infinite; the figures are of the other "
                          "values");
        end_footer(c);
    }
}

enum err show_stats(struct cli *c, const struct json *answer, struct error *e)
{
    const struct view_form all = {.fields = stats_fields,
                                  .n = COUNT_OF(stats_fields)};
    const struct view_form parts[] = {
        {.keep = is_numeric, .fields = stats_fields, .n = STATS_NUMERIC},
        {.keep = is_text, .fields = text_fields, .n = COUNT_OF(text_fields)},
        {.keep = is_boolean,
         .fields = boolean_fields,
         .n = COUNT_OF(boolean_fields)},
        {.keep = is_other, .fields = stats_fields, .n = STATS_OTHER}};
    const struct json *columns = first_of(answer, "columns");
    bool some = false;
    enum err rc = OK;

    if (args_has(&c->args, OPT_CSV)) {
        rc = show_objects(c, columns, &all, e);
        if (!rc)
            notes_to_stderr(c, answer);
        return rc;
    }
    for (size_t i = 0; i < COUNT_OF(parts) && !rc; i++) {
        if (!any(columns, parts[i].keep))
            continue;
        buf_puts(&c->out, some ? "\n" : "");
        some = true;
        rc = show_objects(c, columns, &parts[i], e);
    }
    if (rc)
        return rc;
    show_not_finite(c, columns);
    show_notes(c, answer);
    return OK;
}

static uint64_t number_of(const struct json *answer, const char *key)
{
    struct error ignored;
    uint64_t n = 0;

    (void)!json_read_u64(json_find(answer, key), key, UINT64_MAX / 2, &n,
                         &ignored);
    return n;
}

/* What a window is called in the answer and how one asks for the next. */
struct window {
    uint64_t before;   /* rows that come before it */
    const char *total; /* key of the number of all rows */
};

/* "rows 101 to 200 of 5,000", and where the rest is. */
static void show_window(struct cli *c, const struct json *answer,
                        const struct window *win)
{
    uint64_t shown = number_of(answer, "row_count");
    uint64_t total = number_of(answer, win->total);
    uint64_t after = win->before + shown;

    begin_footer(c);
    if (shown && shown < total)
        buf_printf(&c->out, "rows %llu to %llu of ",
                   (unsigned long long)win->before + 1,
                   (unsigned long long)after);
    show_count(&c->out, json_find(answer, win->total));
    if (!shown || shown == total)
        buf_puts(&c->out, total == 1 ? " row" : " rows");
    if (shown && after < total)
        buf_printf(&c->out, "; go on with --offset %llu",
                   (unsigned long long)after);
    if (json_is_true(json_find(answer, "cut_by_budget")))
        buf_puts(&c->out, "; cut at 8 MiB");
    end_footer(c);
}

static enum err show_page(struct cli *c, const struct json *answer,
                          const struct window *win, struct error *e)
{
    struct grid g;
    enum err rc = view_of_result(answer, &c->arena, &g, e);

    if (!rc)
        rc = view_print(c, &g, e);
    if (rc)
        return rc;
    if (!args_has(&c->args, OPT_CSV))
        show_window(c, answer, win);
    put_notes(c, answer);
    return OK;
}

enum err show_rows(struct cli *c, const struct json *answer, struct error *e)
{
    const struct window win = {.before = number_of(answer, "row_start") - 1,
                               .total = "total_rows"};

    return show_page(c, answer, &win, e);
}

enum err show_result(struct cli *c, const struct json *answer, struct error *e)
{
    const struct window win = {.before = number_of(answer, "window_offset"),
                               .total = "total_row_count"};

    return show_page(c, answer, &win, e);
}

enum err show_export(struct cli *c, const struct json *answer, struct error *e)
{
    (void)e;
    buf_puts(&c->out, "wrote ");
    show_count(&c->out, json_find(answer, "row_count"));
    buf_puts(&c->out, " rows, ");
    show_count(&c->out, json_find(answer, "column_count"));
    buf_puts(&c->out, " columns to ");
    term_put_clean(&c->out, json_text(json_find(answer, "target_path")));
    buf_put_char(&c->out, '\n');
    for (const struct json *n = first_of(answer, "warnings"); n; n = n->next) {
        buf_puts(&c->out, "warning: ");
        term_put_clean(&c->out, json_text(n));
        buf_put_char(&c->out, '\n');
    }
    return OK;
}
