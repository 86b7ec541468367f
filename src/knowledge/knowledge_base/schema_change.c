#include "knowledge/knowledge_base/schema_change.h"

#include "base/json.h"

#define PARSE_BYTES ((size_t)64 << 20)

static const struct json *schema_of(const struct json *config)
{
    const struct json *table = json_find(config, "structured_data");

    return json_find(table, "schema");
}

static struct str name_of(const struct json *column)
{
    return json_text(json_find(column, "name"));
}

static struct str type_of(const struct json *column)
{
    return json_text(json_find(column, "type"));
}

static const struct json *find(const struct json *schema, struct str name)
{
    for (const struct json *c = schema->first; c; c = c->next) {
        if (str_eq(name_of(c), name))
            return c;
    }
    return NULL;
}

static bool is_same(const struct json *before, const struct json *now)
{
    bool same = before->count == now->count;

    for (const struct json *c = now->first; c && same; c = c->next) {
        const struct json *was = find(before, name_of(c));

        same = was && str_eq(type_of(was), type_of(c));
    }
    return same;
}

/* Columns of one that the other has not. */
static void write_missing(const char *key, const struct json *of,
                          const struct json *in, struct jsonw *w)
{
    jsonw_key(w, key);
    jsonw_begin_array(w);
    for (const struct json *c = of->first; c; c = c->next) {
        if (!find(in, name_of(c)))
            jsonw_str(w, name_of(c));
    }
    jsonw_end_array(w);
}

static void write_retyped(const struct json *before, const struct json *now,
                          struct jsonw *w)
{
    jsonw_key(w, "retyped");
    jsonw_begin_array(w);
    for (const struct json *c = now->first; c; c = c->next) {
        const struct json *was = find(before, name_of(c));

        if (!was || str_eq(type_of(was), type_of(c)))
            continue;
        jsonw_begin_object(w);
        jsonw_member_str(w, "column", name_of(c));
        jsonw_member_str(w, "before", type_of(was));
        jsonw_member_str(w, "now", type_of(c));
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_change(const struct table_config_change *c,
                         const struct json *before, const struct json *now,
                         struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "document", c->document);
    write_missing("added", now, before, w);
    write_missing("removed", before, now, w);
    write_retyped(before, now, w);
    jsonw_end_object(w);
}

enum err schema_change_write(const struct table_config_change *c,
                             struct jsonw *w, struct error *e)
{
    struct json *configs[2] = {NULL, NULL};
    const struct json *before;
    const struct json *now;
    struct arena a;
    enum err rc;

    if (c->before.n == 0 || c->now.n == 0)
        return OK;
    arena_init(&a, PARSE_BYTES);
    rc = json_parse(c->before, &json_answer_limits, &a, &configs[0], e);
    if (!rc)
        rc = json_parse(c->now, &json_answer_limits, &a, &configs[1], e);
    before = schema_of(configs[0]);
    now = schema_of(configs[1]);
    if (!rc && before && now && !is_same(before, now))
        write_change(c, before, now, w);
    arena_release(&a);
    return rc;
}
