#include "engine/ingest/sheet_names.h"

#include "formats/csv/column_name.h"

#include <stdio.h>

#define MAX_TITLE 80u /* bytes: a longer one is a sentence and no name */

void sheet_range_text(struct ref_range r, char text[SHEET_RANGE_BYTES])
{
    char first[REF_NAME_BYTES];
    char last[REF_NAME_BYTES];

    ref_name(r.first, first);
    ref_name(r.last, last);
    (void)snprintf(text, SHEET_RANGE_BYTES, "%s:%s", first, last);
}

enum err sheet_names_init(struct sheet_names *names, const struct workbook *w,
                          size_t max, struct arena *a, struct error *e)
{
    struct str *raw = arena_alloc_array(a, w->n + 1, sizeof(*raw), e);
    struct column_name *made =
        raw ? arena_alloc_array(a, w->n + 1, sizeof(*made), e) : NULL;
    enum err rc;

    *names = (struct sheet_names){.a = a, .n = w->n, .others_max = max};
    names->sheets =
        made ? arena_alloc_array(a, w->n + 1, sizeof(*raw), e) : NULL;
    names->others =
        names->sheets ? arena_alloc_array(a, max, sizeof(*raw), e) : NULL;
    if (!names->others)
        return e->code;
    for (size_t i = 0; i < w->n; i++)
        raw[i] = w->sheets[i].name;
    rc = column_names_make(raw, w->n, a, made, e);
    for (size_t i = 0; i < w->n && !rc; i++)
        names->sheets[i] = made[i].name;
    return rc;
}

static bool is_in(const struct str *list, size_t n, struct str name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq_nocase(list[i], name))
            return true;
    return false;
}

/* "data" is what SQL calls the table that is asked. */
static bool is_free(const struct sheet_names *names, struct str name)
{
    return name.n > 0 && name.n <= MAX_TITLE &&
           !str_eq_nocase(name, STR("data")) &&
           str_find_char(name, '\n') == name.n &&
           !is_in(names->sheets, names->n, name) &&
           !is_in(names->others, names->others_n, name);
}

static enum err choose(const struct sheet_names *names,
                       const struct xlsx_report *r, struct str sheet,
                       struct str *out, struct error *e)
{
    struct str title = str_trim(r->title_text);
    char range[SHEET_RANGE_BYTES];
    enum err rc = OK;

    *out = r->name;
    if (is_free(names, *out))
        return OK;
    *out = title;
    if (is_free(names, *out))
        return OK;
    if (title.n && title.n < MAX_TITLE)
        rc = str_printf(names->a, out, e, "%.*s %.*s", STR_FMT(sheet),
                        STR_FMT(title));
    if (rc || is_free(names, *out))
        return rc;
    sheet_range_text(r->table, range);
    return str_printf(names->a, out, e, "%.*s!%s", STR_FMT(sheet), range);
}

enum err sheet_names_next(struct sheet_names *names, const struct xlsx *x,
                          size_t i, bool main, struct str *out, struct error *e)
{
    struct str name;

    *out = names->sheets[i];
    if (main)
        return OK;
    if (names->others_n == names->others_max)
        return error_set(e, ERR_LIMIT, "the workbook has more than %zu tables",
                         names->others_max);
    if (choose(names, xlsx_report(x), names->sheets[i], &name, e) != OK ||
        str_dup(name, names->a, out, e) != OK)
        return e->code;
    names->others[names->others_n++] = *out;
    return OK;
}
