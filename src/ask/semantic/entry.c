#include "ask/semantic/entry.h"

#include "ask/semantic/field.h"

#include <string.h>

#define PAYLOAD_BYTES ((size_t)256 * 1024)
#define NAME_SHOWN    100

static const char *const collection_names[] = {[SEMANTIC_SCHEMA] = "schema",
                                               [SEMANTIC_METRICS] = "metrics",
                                               [SEMANTIC_EXAMPLES] =
                                                   "examples"};

const char *semantic_collection_name(enum semantic_collection c)
{
    return collection_names[c];
}

bool semantic_collection_find(struct str name, enum semantic_collection *out)
{
    for (int i = 0; i < SEMANTIC_COLLECTIONS; i++) {
        if (str_is(name, collection_names[i])) {
            *out = (enum semantic_collection)i;
            return true;
        }
    }
    return false;
}

enum err semantic_entries_add(struct semantic_entries *list,
                              const struct semantic_entry *entry,
                              struct arena *a, struct error *e)
{
    if (list->n == SEMANTIC_MAX_ENTRIES)
        return error_set(e, ERR_LIMIT,
                         "too many entries: at most %d are allowed",
                         SEMANTIC_MAX_ENTRIES);
    if (list->n == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        struct semantic_entry *more =
            arena_alloc_array(a, room, sizeof(*more), e);

        if (!more)
            return e->code;
        if (list->n)
            memcpy(more, list->list, list->n * sizeof(*more));
        list->list = more;
        list->room = room;
    }
    list->list[list->n++] = *entry;
    return OK;
}

/* A member of the file's object that no field is. */
static enum err check_members(const struct json *node, const struct field *f,
                              size_t n, struct error *e)
{
    for (const struct json *m = field_value(node)->first; m; m = m->next) {
        size_t i = 0;

        while (i < n && !str_is(m->key, f[i].name))
            i++;
        if (i == n)
            return error_at(e, ERR_VALIDATION_FAILED, field_place(m),
                            "there is no field '%.*s'",
                            STR_FMT(str_slice(m->key, 0, NAME_SHOWN)));
    }
    return OK;
}

/* The fields in the order of the page; a null is as if it were not there. */
static enum err read_fields(const struct json *node, const struct field *f,
                            size_t n, struct jsonw *payload,
                            struct jsonw *lines, struct error *e)
{
    enum err rc = OK;

    jsonw_begin_object(payload);
    jsonw_begin_object(lines);
    for (size_t i = 0; i < n && !rc; i++) {
        const struct json *m = json_find(field_value(node), f[i].name);
        bool has = m && field_value(m)->type != JSON_NULL;

        if (!has && f[i].required)
            rc = error_at(e, ERR_VALIDATION_FAILED, field_place(node),
                          "the entry has no '%s'", f[i].name);
        if (!has || rc || str_is(m->key, "created_at"))
            continue;
        jsonw_key(payload, f[i].name);
        rc = field_read(&f[i], m, payload, e);
        jsonw_member_u64(lines, f[i].name, field_place(m).line);
    }
    if (!rc) {
        jsonw_end_object(payload);
        jsonw_end_object(lines);
    }
    return rc;
}

static enum err name_entry(const struct json *node, struct arena *a,
                           struct semantic_entry *x, struct error *e)
{
    const struct json *v = field_value(node);
    const struct json *table = json_find(v, "table_name");
    const struct json *own =
        json_find(v, x->collection == SEMANTIC_SCHEMA    ? "column_name"
                     : x->collection == SEMANTIC_METRICS ? "metric_name"
                                                         : "natural_language");

    struct str name = str_trim(json_text(field_value(own)));

    if (!table || field_value(table)->type != JSON_STRING)
        return str_dup(name, a, &x->name, e);
    return str_printf(a, &x->name, e, "%.*s.%.*s",
                      STR_FMT(str_trim(json_text(field_value(table)))),
                      STR_FMT(name));
}

static enum err check_new(const struct semantic_entries *list,
                          const struct semantic_entry *x,
                          const struct json *node, struct error *e)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct semantic_entry *o = &list->list[i];

        if (o->collection == x->collection && str_eq(o->name, x->name))
            return error_at(e, ERR_VALIDATION_FAILED, field_place(node),
                            "'%.*s' is given twice; first in '%.*s', line %llu",
                            STR_FMT(str_slice(x->name, 0, NAME_SHOWN)),
                            STR_FMT(str_slice(o->file, 0, NAME_SHOWN)),
                            (unsigned long long)o->line);
    }
    return OK;
}

/* Not of the payload: it changes nothing. */
static enum err read_created(const struct json *node, struct semantic_entry *x,
                             struct error *e)
{
    const struct json *m = json_find(field_value(node), "created_at");

    if (!m || field_value(m)->type == JSON_NULL)
        return OK;
    x->created_at = json_double(field_value(m));
    return field_value(m)->type == JSON_NUMBER && x->created_at >= 0
               ? OK
               : error_at(e, ERR_VALIDATION_FAILED, field_place(m),
                          "'created_at' must be a number of seconds");
}

static enum err read_entry(const struct json *node, struct semantic_entry *x,
                           struct arena *a, struct error *e)
{
    struct buf payload, lines;
    struct jsonw w, l;
    size_t n;
    const struct field *f = field_list(x->collection, &n);
    enum err rc;

    if (field_value(node)->type != JSON_OBJECT)
        return error_at(e, ERR_VALIDATION_FAILED, field_place(node),
                        "an entry is an object of fields");
    buf_init(&payload, PAYLOAD_BYTES);
    buf_init(&lines, PAYLOAD_BYTES);
    jsonw_init(&w, &payload);
    jsonw_init(&l, &lines);
    rc = check_members(node, f, n, e);
    if (!rc)
        rc = read_fields(node, f, n, &w, &l, e);
    if (!rc)
        rc = buf_dup(&payload, a, &x->payload, e);
    if (!rc)
        rc = buf_dup(&lines, a, &x->lines, e);
    if (!rc)
        rc = name_entry(node, a, x, e);
    if (!rc)
        rc = read_created(node, x, e);
    x->line = field_place(node).line;
    buf_release(&payload);
    buf_release(&lines);
    return rc;
}

static enum err read_list(const struct json *node, struct semantic_entry x,
                          struct arena *a, struct semantic_entries *out,
                          struct error *e)
{
    const struct json *v = field_value(node);
    enum err rc = OK;

    if (v->type == JSON_NULL)
        return OK;
    if (v->type != JSON_ARRAY)
        return error_at(e, ERR_VALIDATION_FAILED, field_place(node),
                        "'%s' is a list of entries",
                        collection_names[x.collection]);
    for (const struct json *i = v->first; i && !rc; i = i->next) {
        rc = read_entry(i, &x, a, e);
        if (!rc)
            rc = check_new(out, &x, i, e);
        if (!rc)
            rc = semantic_entries_add(out, &x, a, e);
        x.created_at = 0;
    }
    return rc;
}

enum err semantic_entries_read(const struct json *tree, struct str file,
                               struct arena *a, struct semantic_entries *out,
                               struct error *e)
{
    const struct json *v = field_value(tree);
    enum err rc = OK;

    if (v->type == JSON_NULL)
        return OK;
    if (v->type != JSON_OBJECT)
        return error_at(e, ERR_VALIDATION_FAILED, field_place(tree),
                        "a file has lists called schema, metrics, examples");
    for (const struct json *m = v->first; m && !rc; m = m->next) {
        struct semantic_entry x = {.file = file};

        if (semantic_collection_find(m->key, &x.collection))
            rc = read_list(m, x, a, out, e);
        else
            rc = error_at(e, ERR_VALIDATION_FAILED, field_place(m),
                          "'%.*s' is not one of schema, metrics, examples",
                          STR_FMT(str_slice(m->key, 0, NAME_SHOWN)));
    }
    return rc;
}
