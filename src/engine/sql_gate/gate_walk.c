#include "engine/sql_gate/gate_walk.h"

#include "base/utf8.h"
#include "engine/sql_gate/gate_scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define UNKNOWN_PLACE UINT64_MAX
#define SHOWN_BYTES   80

bool gate_is_word(struct str text, const char *words)
{
    const char *p = words;

    while (*p) {
        size_t n = strcspn(p, " ");

        if (n == text.n && memcmp(p, text.p, n) == 0)
            return true;
        p += n + (p[n] == ' ');
    }
    return false;
}

bool gate_is_blank(const struct json *j)
{
    const struct json *child;

    if (!j || j->type == JSON_NULL || j->type == JSON_FALSE)
        return true;
    if (j->type == JSON_STRING)
        return j->text.n == 0;
    if (j->type == JSON_NUMBER)
        return str_is(j->text, "0");
    if (j->type == JSON_TRUE)
        return false;
    for (child = j->first; child; child = child->next)
        if (!gate_is_blank(child))
            return false;
    return true;
}

struct srcpos gate_position(struct str sql, uint64_t offset)
{
    struct srcpos pos = {1, 1, offset < sql.n ? offset : sql.n};

    for (size_t i = 0; i < pos.offset; i++) {
        pos.column++;
        if (sql.p[i] == '\n') {
            pos.line++;
            pos.column = 1;
        }
    }
    return pos;
}

struct str gate_shown(struct str name)
{
    struct str cut = str_slice(name, 0, SHOWN_BYTES);

    return str_slice(cut, 0, utf8_valid_prefix(cut));
}

/* Where the tree says that an object is; UNKNOWN_PLACE when it does not. */
static uint64_t place_of(const struct json *j)
{
    const struct json *place = json_find(j, "query_location");
    struct error ignored;
    uint64_t at;

    if (!place || json_read_u64(place, "place", UINT64_MAX, &at, &ignored))
        return UNKNOWN_PLACE;
    return at;
}

enum err gate_refuse(const struct gate_walk *w, const struct json *j,
                     struct error *e, const char *fmt, ...)
{
    uint64_t at = j && j->type == JSON_OBJECT ? place_of(j) : UNKNOWN_PLACE;
    char text[sizeof(e->msg)];
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    at = gate_source_offset(w->sql, at == UNKNOWN_PLACE ? w->at : at);
    return error_at(e, ERR_VALIDATION_FAILED, gate_position(w->sql, at), "%s",
                    text);
}

enum err gate_refuse_parameter(const struct gate_walk *w, struct error *e)
{
    struct gate_token t;
    size_t pos = 0;

    do
        t = gate_token_next(w->sql, &pos);
    while (t.kind != GATE_TOKEN_END && !str_is(t.text, "?") &&
           !str_is(t.text, "$"));
    return error_at(e, ERR_VALIDATION_FAILED, gate_position(w->sql, t.at),
                    "parameters (?, $1, $name) have no values here; write "
                    "the value itself");
}

enum err gate_each(struct gate_walk *w, gate_visit *visit, const struct json *j,
                   struct error *e)
{
    enum err r = OK;

    if (!j || j->type == JSON_NULL)
        return OK;
    if (j->type != JSON_ARRAY)
        return visit(w, j, e);
    for (const struct json *child = j->first; child && !r; child = child->next)
        r = gate_each(w, visit, child, e);
    return r;
}

static const struct gate_field *field_find(const struct gate_field *fields,
                                           struct str key)
{
    for (; fields->key; fields++)
        if (str_is(key, fields->key))
            return fields;
    return NULL;
}

enum err gate_fields(struct gate_walk *w, const struct json *j,
                     const struct gate_field *fields, struct error *e)
{
    enum err r = OK;

    if (j->type != JSON_OBJECT)
        return gate_refuse(w, j, e, "this form of SQL is not allowed");
    for (const struct json *m = j->first; m && !r; m = m->next) {
        const struct gate_field *field = field_find(fields, m->key);

        if (field && field->visit)
            r = gate_each(w, field->visit, m, e);
        else if (!field && !gate_is_blank(m))
            r = gate_refuse(w, j, e,
                            "this form of SQL is not allowed (%.*s); "
                            "write it without",
                            STR_FMT(gate_shown(m->key)));
    }
    return r;
}

const struct gate_kind *gate_kind_find(const struct gate_kind *kinds,
                                       struct str name)
{
    for (; kinds->name; kinds++)
        if (str_is(name, kinds->name))
            return kinds;
    return NULL;
}

enum err gate_as_kind(struct gate_walk *w, const struct json *j,
                      const struct gate_kind *kind, struct error *e)
{
    struct str type = json_text(json_find(j, "type"));
    uint64_t at = place_of(j);
    enum err r = OK;

    if (at != UNKNOWN_PLACE)
        w->at = at;
    if (!kind || (kind->types && !gate_is_word(type, kind->types)))
        return gate_refuse(w, j, e, "this form of SQL is not allowed (%.*s)",
                           STR_FMT(gate_shown(type)));
    if (kind->check)
        r = kind->check(w, j, e);
    if (!r && kind->fields)
        r = gate_fields(w, j, kind->fields, e);
    return r;
}

const struct gate_column *gate_column_find(const struct gate_catalog *c,
                                           struct str name)
{
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->tables[i].column_count; k++)
            if (str_eq_nocase(c->tables[i].columns[k].name, name))
                return &c->tables[i].columns[k];
    return NULL;
}
