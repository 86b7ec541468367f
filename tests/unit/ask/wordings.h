/*
 * wordings.h - many wordings of questions about one table, each with the core
 * of its SQL: without SELECT, FROM, quotation marks of names, aliases, types of
 * dates and NULLS LAST. "?" is a clarifying question.
 */
#ifndef ASK_WORDINGS_H
#define ASK_WORDINGS_H

#include "orders_fixture.h"

#include <stdio.h>
#include <string.h>

struct wording {
    const char *question;
    const char *core;
};

/* A column as JSON: text with its values, a whole or decimal number or a date
 * from `min` to `max`. */
#define TEXT_COLUMN(name, distinct, values)                             \
    "{\"name\":\"" name                                                 \
    "\",\"inferred_type\":\"string\",\"non_null_count\":400,"           \
    "\"distinct_estimate\":" #distinct ",\"dictionary\":{\"complete\":" \
    "true,\"values\":[" values "]}}"
#define TYPED_COLUMN(name, type, distinct, min, max)             \
    "{\"name\":\"" name "\",\"inferred_type\":\"" type           \
    "\",\"non_null_count\":400,\"distinct_estimate\":" #distinct \
    ",\"min\":" min ",\"max\":" max "}"
#define WHOLE_COLUMN(name, distinct, min, max) \
    TYPED_COLUMN(name, "integer", distinct, min, max)
#define DECIMAL_COLUMN(name, distinct, min, max) \
    TYPED_COLUMN(name, "decimal", distinct, min, max)
#define DATE_COLUMN(name, distinct, min, max) \
    TYPED_COLUMN(name, "date", distinct, "\"" min "\"", "\"" max "\"")
#define BOOL_COLUMN(name)                                   \
    "{\"name\":\"" name "\",\"inferred_type\":\"boolean\"," \
    "\"non_null_count\":400,\"distinct_estimate\":2}"

/* Where an alias that begins at `at` ends: AS "name". */
static inline size_t alias_end(struct str sql, size_t at)
{
    at += strlen(" AS \"");
    while (at < sql.n && sql.p[at] != '"')
        at++;
    return at + 1;
}

/* `sql` without what each has; in `a`. */
static inline struct str core_of(struct str sql, struct arena *a)
{
    static const char *const noise[] = {"SELECT ", " FROM \"data\"",
                                        " NULLS LAST", "DATE ", "\""};
    struct error e = {0};
    char *p = arena_alloc(a, sql.n + 1, &e);
    size_t n = 0;
    size_t at = 0;
    size_t i;

    BUG_ON(!p);
    while (at < sql.n) {
        struct str rest = str_slice(sql, at, sql.n);

        if (str_starts(rest, STR(" AS \""))) {
            at = alias_end(sql, at);
            continue;
        }
        for (i = 0; i < sizeof(noise) / sizeof(noise[0]) &&
                    !str_starts(rest, str_from(noise[i]));)
            i++;
        if (i < sizeof(noise) / sizeof(noise[0]))
            at += strlen(noise[i]);
        else
            p[n++] = sql.p[at++];
    }
    return (struct str){p, n};
}

/* All wordings have their cores; those that have not are printed. */
static inline void check_wordings(const char *profile, const char *name,
                                  const struct wording *list, size_t n)
{
    size_t wrong = 0;
    size_t i;

    for (i = 0; i < n; i++) {
        struct arena a;
        struct ask_schema *s;
        struct ask_result r = {0};
        struct error e = {0};
        struct str core = STR("?");

        arena_init(&a, 1 << 25);
        s = schema_of(profile, name, &a);
        BUG_ON(ask_question(s, str_from(list[i].question), &a, &r, &e));
        if (r.outcome == ASK_ANSWERABLE)
            core = core_of(r.sql, &a);
        if (!str_is(core, list[i].core)) {
            wrong++;
            print_error("%s\n   is  %.*s %.*s\n   not %s\n", list[i].question,
                        STR_FMT(core), STR_FMT(r.message), list[i].core);
        }
        arena_release(&a);
    }
    if (wrong)
        fail_msg("%zu of %zu wordings", wrong, n);
}

#define CHECK_WORDINGS(profile, name, list) \
    check_wordings(profile, name, list, sizeof(list) / sizeof((list)[0]))

#endif
