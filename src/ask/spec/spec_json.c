/* What a spec says of places and of changes, as JSON and back. */
#include "ask/spec/spec_json.h"

static const char *const view_names[] = {[VIEW_CELL] = "cell",
                                         [VIEW_NUMBER] = "number",
                                         [VIEW_SECONDS] = "seconds",
                                         [VIEW_YEAR] = "year",
                                         [VIEW_DAY] = "day",
                                         [VIEW_SHORT] = "short",
                                         [VIEW_ITEM] = "list_value",
                                         [VIEW_MONTH] = "month",
                                         [VIEW_NAMED_MONTH] = "named_month",
                                         [VIEW_WHOLE_DAY] = "whole_day",
                                         [VIEW_QUARTER] = "quarter",
                                         [VIEW_SHORT_MONTH] = "short_month",
                                         [VIEW_WEEKDAY] = "weekday",
                                         [VIEW_WEEKDAY_EN] = "weekday_en",
                                         [VIEW_WEEKDAY_ES] = "weekday_es",
                                         [VIEW_WEEKDAY_ZH] = "weekday_zh",
                                         [VIEW_CLOCK] = "clock",
                                         [VIEW_HOUR] = "hour"};
static const char *const step_names[] = {
    [SPEC_STEP_NONE] = NULL,           [SPEC_STEP_FIRST] = "first",
    [SPEC_STEP_LAST] = "last",         [SPEC_STEP_NTH] = "nth",
    [SPEC_STEP_MOST] = "most",         [SPEC_STEP_LEAST] = "least",
    [SPEC_STEP_NTH_MOST] = "nth_most", [SPEC_STEP_NTH_LEAST] = "nth_least",
    [SPEC_STEP_NEXT] = "next",         [SPEC_STEP_PREVIOUS] = "previous",
    [SPEC_STEP_AFTER] = "after",       [SPEC_STEP_BEFORE] = "before",
    [SPEC_STEP_BETWEEN] = "between",   [SPEC_STEP_SAME] = "same",
    [SPEC_STEP_OVER] = "over",         [SPEC_STEP_UNDER] = "under"};
static const char *const compare_names[] = {
    [SPEC_COMPARE_NONE] = NULL,
    [SPEC_COMPARE_LARGER] = "larger",
    [SPEC_COMPARE_SMALLER] = "smaller",
    [SPEC_COMPARE_MORE_ROWS] = "more_rows",
    [SPEC_COMPARE_FEWER_ROWS] = "fewer_rows",
    [SPEC_COMPARE_EARLIER] = "earlier",
    [SPEC_COMPARE_LATER] = "later",
    [SPEC_COMPARE_DIFFERENCE] = "difference",
    [SPEC_COMPARE_ROW_DIFFERENCE] = "row_difference",
    [SPEC_COMPARE_ROWS_BETWEEN] = "rows_between"};
static const char *const change_names[] = {
    [SPEC_CHANGE_NONE] = NULL,       [SPEC_CHANGE_SIDES] = "sides",
    [SPEC_CHANGE_DOWN] = "down",     [SPEC_CHANGE_GAP] = "gap",
    [SPEC_CHANGE_SERIES] = "series", [SPEC_CHANGE_TIMES] = "times"};
static const char *const output_names[] = {[OUTPUT_ALL] = "all",
                                           [OUTPUT_GROUPS] = "groups",
                                           [OUTPUT_MEASURES] = "measures"};

/* Most specs see only cells, and say so by leaving it out. */
void spec_write_view(struct jsonw *w, enum spec_view view)
{
    if (view != VIEW_CELL)
        jsonw_member_cstr(w, "view", view_names[view]);
}

static void write_step(const struct spec_step *s, struct jsonw *w)
{
    jsonw_key(w, "step");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "take", step_names[s->kind]);
    jsonw_member_text(w, "column", s->column);
    spec_write_view(w, s->view);
    jsonw_member_u64(w, "n", s->n);
    jsonw_end_object(w);
}

static void write_names(const struct str names[2], struct jsonw *w)
{
    jsonw_key(w, "names");
    jsonw_begin_array(w);
    jsonw_str(w, names[0]);
    jsonw_str(w, names[1]);
    jsonw_end_array(w);
}

static void write_change(const struct spec_change *c, struct jsonw *w)
{
    jsonw_key(w, "change");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "of", change_names[c->kind]);
    write_names(c->names, w);
    jsonw_end_object(w);
}

static void write_compare(const struct spec_compare *c, struct jsonw *w)
{
    jsonw_key(w, "compare");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "by", compare_names[c->kind]);
    jsonw_member_text(w, "column", c->column);
    spec_write_view(w, c->view);
    write_names(c->names, w);
    jsonw_end_object(w);
}

/* What only some specs have: places in an order or the file, changes. */
void spec_write_place(const struct query_spec *s, struct jsonw *w)
{
    if (s->place)
        jsonw_member_u64(w, "place", s->place);
    if (s->running)
        jsonw_member_bool(w, "running", s->running);
    if (s->placed)
        jsonw_member_bool(w, "placed", s->placed);
    if (s->change.kind)
        write_change(&s->change, w);
    if (s->step.kind)
        write_step(&s->step, w);
    if (s->compare.kind)
        write_compare(&s->compare, w);
    if (s->output)
        jsonw_member_cstr(w, "told", output_names[s->output]);
    if (s->filled)
        jsonw_member_bool(w, "filled", s->filled);
}

/* The index of the word in `names`; null is the one without a name. */
enum err spec_read_word(const struct json *j, const char *const *names,
                        size_t n, unsigned *out, struct error *e)
{
    size_t i;

    for (i = 0; i < n; i++) {
        bool null = !j || j->type == JSON_NULL;

        if (names[i] ? json_is(j, names[i]) : null) {
            *out = (unsigned)i;
            return OK;
        }
    }
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the query spec has an unknown word '%.*s'",
                     STR_FMT(str_slice(json_text(j), 0, 60)));
}

enum err spec_read_view(const struct json *j, enum spec_view *out,
                        struct error *e)
{
    const struct json *view = json_find(j, "view");
    unsigned found = 0;

    *out = VIEW_CELL;
    if (view &&
        spec_read_word(view, view_names, COUNT_OF(view_names), &found, e))
        return e->code;
    *out = (enum spec_view)found;
    return OK;
}

static enum err read_step(const struct json *j, struct spec_step *s,
                          struct error *e)
{
    unsigned kind = 0;

    if (!j)
        return OK;
    if (spec_read_word(json_find(j, "take"), step_names, COUNT_OF(step_names),
                       &kind, e) ||
        spec_read_view(j, &s->view, e))
        return e->code;
    s->kind = (enum spec_step_kind)kind;
    s->column = json_text(json_find(j, "column"));
    return json_read_u64(json_find(j, "n"), "n", 1000000000, &s->n, e);
}

static enum err read_names(const struct json *names, struct str out[2],
                           struct error *e)
{
    if (!names || names->type != JSON_ARRAY || names->count != 2)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a comparison must be of two names");
    out[0] = json_text(names->first);
    out[1] = json_text(names->first->next);
    return OK;
}

static enum err read_change(const struct json *j, struct spec_change *c,
                            struct error *e)
{
    unsigned kind = 0;

    if (!j)
        return OK;
    if (spec_read_word(json_find(j, "of"), change_names, COUNT_OF(change_names),
                       &kind, e))
        return e->code;
    c->kind = (enum spec_change_kind)kind;
    return read_names(json_find(j, "names"), c->names, e);
}

static enum err read_compare(const struct json *j, struct spec_compare *c,
                             struct error *e)
{
    unsigned kind = 0;

    if (!j)
        return OK;
    if (spec_read_word(json_find(j, "by"), compare_names,
                       COUNT_OF(compare_names), &kind, e) ||
        spec_read_view(j, &c->view, e))
        return e->code;
    c->kind = (enum spec_compare_kind)kind;
    c->column = json_text(json_find(j, "column"));
    return read_names(json_find(j, "names"), c->names, e);
}

enum err spec_read_place(const struct json *j, struct query_spec *s,
                         struct error *e)
{
    const struct json *output = json_find(j, "told");
    unsigned found = 0;

    if (json_find(j, "place") &&
        json_read_u64(json_find(j, "place"), "place", 1000000000, &s->place, e))
        return e->code;
    s->running = json_is_true(json_find(j, "running"));
    s->placed = json_is_true(json_find(j, "placed"));
    if (read_step(json_find(j, "step"), &s->step, e) ||
        read_change(json_find(j, "change"), &s->change, e) ||
        read_compare(json_find(j, "compare"), &s->compare, e))
        return e->code;
    if (output &&
        spec_read_word(output, output_names, COUNT_OF(output_names), &found, e))
        return e->code;
    s->output = (enum spec_output)found;
    s->filled = json_is_true(json_find(j, "filled"));
    return OK;
}
