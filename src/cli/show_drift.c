/* show_drift.c - prints what changed in a file since its last map. */
#include "cli/show.h"
#include "cli/term/clean.h"

#define SHOWN_ITEMS 8u
#define SHORT_HASH  12

/* One item of a list. */
typedef void put_item(struct buf *out, const struct json *item);

static void put_text(struct buf *out, const struct json *item, const char *key)
{
    term_put_clean(out, json_text(json_find(item, key)));
}

/* "before -> after"; a text in quotes only where `quoted`. */
static void put_value(struct buf *out, const struct json *v, bool quoted)
{
    if (!v || v->type == JSON_NULL)
        buf_puts(out, "none");
    else if (v->type == JSON_TRUE || v->type == JSON_FALSE)
        buf_puts(out, v->type == JSON_TRUE ? "yes" : "no");
    else if (str_is(v->text, "\t"))
        buf_puts(out, "tab");
    else {
        buf_puts(out, quoted ? "'" : "");
        term_put_clean(out, v->text);
        buf_puts(out, quoted ? "'" : "");
    }
}

static void put_step(struct buf *out, const struct json *item, bool quoted)
{
    put_value(out, json_find(item, "before"), quoted);
    buf_puts(out, " -> ");
    put_value(out, json_find(item, "after"), quoted);
}

static void put_change(struct buf *out, const struct json *item)
{
    struct str field = json_text(json_find(item, "field"));
    struct str plain = str_ends(field, STR("_detected"))
                           ? str_slice(field, 0, field.n - strlen("_detected"))
                           : field;

    for (size_t i = 0; i < plain.n; i++)
        buf_put_char(out, plain.p[i] == '_' ? ' ' : plain.p[i]);
    buf_put_char(out, ' ');
    put_step(out, item, str_is(field, "delimiter") || str_is(field, "escape"));
}

static void put_column(struct buf *out, const struct json *item)
{
    put_text(out, item, "name");
    buf_puts(out, " (");
    put_text(out, item, "inferred_type");
    buf_put_char(out, ')');
}

static void put_renamed(struct buf *out, const struct json *item)
{
    put_text(out, item, "name_before");
    buf_puts(out, " -> ");
    put_text(out, item, "name_after");
}

/* BIGINT -> HUGEINT are both integer; then the SQL type tells them apart. */
static void put_retyped(struct buf *out, const struct json *item)
{
    bool same = str_eq(json_text(json_find(item, "type_before")),
                       json_text(json_find(item, "type_after")));

    put_text(out, item, "name");
    buf_put_char(out, ' ');
    put_text(out, item, same ? "sql_type_before" : "type_before");
    buf_puts(out, " -> ");
    put_text(out, item, same ? "sql_type_after" : "type_after");
}

static void put_reformatted(struct buf *out, const struct json *item)
{
    put_text(out, item, "name");
    buf_put_char(out, ' ');
    put_step(out, item, false);
}

static void put_sheet(struct buf *out, const struct json *item)
{
    put_text(out, item, "name");
}

static void show_list(struct cli *c, const char *what, const struct json *list,
                      put_item *put)
{
    size_t shown = 0;

    if (!list || !list->first)
        return;
    show_label(c, "");
    buf_puts(&c->out, what);
    for (const struct json *i = list->first; i && shown < SHOWN_ITEMS;
         i = i->next) {
        buf_puts(&c->out, shown++ ? ", " : " ");
        put(&c->out, i);
    }
    if (list->count > shown)
        buf_printf(&c->out, " and %zu more", list->count - shown);
    buf_put_char(&c->out, '\n');
}

static void put_rows(struct buf *out, const struct json *table)
{
    show_count(out, json_find(table, "row_count_before"));
    buf_puts(out, " -> ");
    show_count(out, json_find(table, "row_count_after"));
    buf_puts(out, " rows");
}

static void show_table(struct cli *c, const struct json *table)
{
    show_list(c, "added", json_find(table, "columns_added"), put_column);
    show_list(c, "removed", json_find(table, "columns_removed"), put_column);
    show_list(c, "renamed", json_find(table, "columns_renamed"), put_renamed);
    show_list(c, "type", json_find(table, "columns_retyped"), put_retyped);
    show_list(c, "format", json_find(table, "columns_reformatted"),
              put_reformatted);
    if (json_is_true(json_find(table, "columns_reordered"))) {
        show_label(c, "");
        buf_puts(&c->out, "columns in another order\n");
    }
    show_list(c, "reading", json_find(table, "changes"), put_change);
}

static void show_sheets(struct cli *c, const struct json *changed)
{
    size_t shown = 0;

    for (const struct json *t = changed->first; t && shown < SHOWN_ITEMS;
         t = t->next, shown++) {
        show_label(c, "");
        buf_puts(&c->out, "sheet ");
        put_sheet(&c->out, t);
        buf_puts(&c->out, ": ");
        put_rows(&c->out, t);
        buf_put_char(&c->out, '\n');
        show_table(c, t);
    }
    if (changed->count > shown) {
        show_label(c, "");
        buf_printf(&c->out, "%zu more sheets changed\n",
                   changed->count - shown);
    }
}

void show_drift(struct cli *c, const struct json *drift)
{
    const struct json *changed = json_find(drift, "tables_changed");

    if (!drift)
        return;
    show_label(c, "changed");
    buf_printf(&c->out, "since sha256 %.*s",
               STR_FMT(str_slice(json_text(json_find(drift, "sha256_before")),
                                 0, SHORT_HASH)));
    if (json_is_true(json_find(drift, "not_compared")))
        buf_puts(&c->out, "; too large to compare");
    if (json_find(drift, "row_count_after")) {
        buf_puts(&c->out, ": ");
        put_rows(&c->out, drift);
    }
    buf_put_char(&c->out, '\n');
    show_list(c, "sheets added", json_find(drift, "tables_added"), put_sheet);
    show_list(c, "sheets removed", json_find(drift, "tables_removed"),
              put_sheet);
    show_table(c, drift);
    if (changed)
        show_sheets(c, changed);
}
