/*
 * cells_answer.c - the cells behind the answer of a call, as its member
 * "places": one object for each table of a workbook that was used.
 *
 *     [{"table": "Expenses", "sheet": "Budget", "range": "Budget!A8:B10",
 *       "cells": ["B9:B10"]}]
 */
#include "tables/cells.h"
#include "tables/format.h"
#include "tables/notes.h"
#include "tables/tables_internal.h"

#define PLACES_MAX_BYTES ((size_t)1024 * 1024)
#define MOST_PLACES      40u
#define TAIL_BYTES       400u /* of an answer with rows, after these */

struct placing {
    const struct call *c;
    struct entries *en;
    struct cells_part part;
    struct str names; /* SQL or a list, where columns and tables are named */
    struct jsonw w;
    size_t n;
};

static bool names_column(const void *ctx, struct str column)
{
    const struct placing *p = ctx;

    return str_has_word(p->names, column);
}

static void place(struct placing *p, const struct json *table, struct str name)
{
    struct table_cells cells;

    if (p->n == MOST_PLACES || !table_cells_find(table, &cells))
        return;
    p->n++;
    jsonw_begin_object(&p->w);
    jsonw_member_str(&p->w, "table", name);
    table_cells_write(&cells, &p->part, &p->w);
    jsonw_end_object(&p->w);
}

/* The table that is selected is `data`, or has its own name; other tables of the
 * file are named by the SQL. */
static void place_tables(struct placing *p, const struct entry *en,
                         const struct json *map)
{
    const struct json *tables = json_find(map, "tables");
    struct str selected = json_text(json_find(map, "table"));
    struct str sql = p->c->notes.sql;
    size_t before = p->n;

    for (const struct json *t = tables ? tables->first : NULL; t && sql.n;
         t = t->next) {
        struct str name = json_text(json_find(t, "name"));

        if (str_has_word(sql, name) && !str_eq(name, selected))
            place(p, t, name);
    }
    if (p->n == before || str_has_word(sql, STR("data")) ||
        str_has_word(sql, selected) ||
        (p->en->n > 1 && str_has_word(sql, en->table)))
        place(p, map, selected);
}

/* Rows are few, and the answer says after them how many. No cell can say it: a
 * quote in a text is escaped. */
static void find_window(struct placing *p, struct str json)
{
    struct str key = STR("\"row_count\":");
    struct str tail =
        str_slice(json, json.n > TAIL_BYTES ? json.n - TAIL_BYTES : 0, json.n);
    size_t at = str_find(tail, key);
    uint64_t n = 0;

    for (at += key.n; at < tail.n && tail.p[at] >= '0' && tail.p[at] <= '9';
         at++)
        n = n * 10 + (uint64_t)(tail.p[at] - '0');
    p->part.first = p->c->rows->window.start;
    p->part.last = p->part.first + n - 1;
}

/* By the map, which begins with its format. */
static bool is_workbook(struct str map)
{
    const struct str before = STR("{\"format\":\"");
    const struct str rest = str_slice(map, before.n, map.n);

    return str_starts(map, before) &&
           format_is_workbook(str_slice(rest, 0, str_find_char(rest, '"')));
}

static enum err place_entry(struct placing *p, size_t i, struct error *e)
{
    const struct entry *en = &p->en->list[i];
    const struct json *map;
    enum err rc;

    if (!is_workbook(en->map))
        return OK;
    rc = entries_map(p->en, i, &map, e);
    if (!rc)
        place_tables(p, en, map);
    return rc;
}

enum err call_find_cells(const struct call *c, struct entries *en,
                         struct str answer, struct arena *a, struct str *places,
                         struct error *e)
{
    struct placing p = {.c = c, .en = en, .names = c->notes.sql};
    struct buf text;
    enum err rc = OK;

    if ((!c->rows && !c->notes.sql.n) || !str_ends(answer, STR("}")))
        return OK;
    p.part = (struct cells_part){.uses = names_column, .ctx = &p};
    if (c->rows) {
        p.names = c->rows->columns;
        find_window(&p, answer);
        if (p.part.last < p.part.first)
            return OK;
    }
    buf_init(&text, PLACES_MAX_BYTES);
    jsonw_init(&p.w, &text);
    jsonw_begin_array(&p.w);
    for (size_t i = 0; i < en->n && !rc; i++)
        rc = place_entry(&p, i, e);
    jsonw_end_array(&p.w);
    if (!rc && p.n)
        rc = buf_dup(&text, a, places, e);
    buf_release(&text);
    return rc;
}
