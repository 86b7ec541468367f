#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/table_tools.h"

#include "serve/schema.h"
#include "tables/tables.h"

#include <stdio.h>
#include <string.h>

/*
 * The tables here are of this test: each writes down how it was called. They
 * stand before the library in linking, so the real ones are not pulled in.
 */
static char called[500];

PRINTF_LIKE(3)
static enum err note(const struct table_source *s, struct str *json,
                     const char *fmt, ...)
{
    va_list args;
    int n = snprintf(called, sizeof(called), "%.*s%s ", STR_FMT(s->path),
                     s->cancel ? " cancellable" : "");

    va_start(args, fmt);
    (void)vsnprintf(called + n, sizeof(called) - (size_t)n, fmt, args);
    va_end(args);
    *json = STR("{}");
    return OK;
}

static const char *join(const struct table_columns *columns)
{
    static char text[100];
    size_t n = 0;

    text[0] = '\0';
    for (size_t i = 0; i < columns->n; i++)
        n += (size_t)snprintf(text + n, sizeof(text) - n, "[%.*s]",
                              STR_FMT(columns->names[i]));
    return text;
}

enum err table_get_map(struct tables *t, const struct table_source *s,
                       struct arena *a, struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "map");
}

enum err table_describe(struct tables *t, const struct table_source *s,
                        struct arena *a, struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "describe");
}

enum err table_stats(struct tables *t, const struct table_source *s,
                     const struct table_columns *columns, struct arena *a,
                     struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "stats %s", join(columns));
}

enum err table_read_rows(struct tables *t, const struct table_source *s,
                         const struct table_rows *rows, struct arena *a,
                         struct str *json, struct error *e);

enum err table_query(struct tables *t, const struct table_source *s,
                     const struct table_window *w, struct arena *a,
                     struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "query %.*s rows=%llu offset=%llu", STR_FMT(w->sql),
                (unsigned long long)w->rows, (unsigned long long)w->offset);
}

enum err table_export(struct tables *t, const struct table_source *s,
                      const struct table_export_target *target, struct arena *a,
                      struct str *json, struct error *e)
{
    (void)t;
    (void)a;
    (void)e;
    return note(s, json, "export %.*s %.*s [%.*s] [%.*s] overwrite=%d",
                STR_FMT(target->path), STR_FMT(target->format),
                STR_FMT(target->sheet), STR_FMT(target->sql),
                target->overwrite);
}
