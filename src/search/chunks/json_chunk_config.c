#include "search/chunks/json_chunk_config.h"

#include "store/json_tree/pointer.h"

const struct json_chunk_config json_chunk_config_default = {.default_weight =
                                                                1};

static const char *const units[] = {"auto", "record", "section", "leaf"};

static enum err wrong(struct error *e, const char *member, const char *how)
{
    return error_set(e, ERR_VALIDATION_FAILED, "'/json/%s' %s", member, how);
}

static enum err read_unit(const struct json *j, struct json_chunk_config *out,
                          struct error *e)
{
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (json_is(j, units[i])) {
            out->unit = (enum json_chunk_unit)i;
            return OK;
        }
    }
    return wrong(e, "granularity",
                 "must be \"auto\", \"record\", \"section\" or \"leaf\"");
}

static enum err read_weight(const struct json *j, const char *member,
                            unsigned *out, struct error *e)
{
    uint64_t n = 0;

    if (json_read_u64(j, member, JSON_CHUNK_MAX_WEIGHT, &n, e))
        return wrong(e, member,
                     "must be a weight, a whole number from 0 to 10");
    *out = (unsigned)n;
    return OK;
}

static enum err read_fields(const struct json *j, struct arena *a,
                            struct json_chunk_config *out, struct error *e)
{
    struct json_chunk_field *field;
    enum err rc = OK;

    if (j->type != JSON_OBJECT)
        return wrong(e, "fields", "must be an object of weights");
    if (j->count > JSON_CHUNK_MAX_FIELDS)
        return error_set(
            e, ERR_LIMIT,
            "'/json/fields' names too many fields: the limit is %d",
            JSON_CHUNK_MAX_FIELDS);
    field = arena_alloc_array(a, j->count, sizeof(*field), e);
    if (!field)
        return e->code;
    out->field = field;
    for (const struct json *c = j->first; c && !rc; c = c->next) {
        field->name = c->key;
        if (c->key.n == 0)
            return wrong(e, "fields", "has an empty name");
        rc = read_weight(c, "fields", &field->weight, e);
        if (rc)
            error_wrap(e, "field '%.60s'", c->key.p);
        field++;
        out->n_fields++;
    }
    return rc;
}

static enum err read_exclude(const struct json *j, struct arena *a,
                             struct json_chunk_config *out, struct error *e)
{
    struct pointer parsed;
    struct str *exclude;
    enum err rc = OK;

    if (j->type != JSON_ARRAY)
        return wrong(e, "exclude", "must be an array of JSON Pointers");
    if (j->count > JSON_CHUNK_MAX_EXCLUDE)
        return error_set(
            e, ERR_LIMIT,
            "'/json/exclude' has too many JSON Pointers: the limit is %d",
            JSON_CHUNK_MAX_EXCLUDE);
    exclude = arena_alloc_array(a, j->count, sizeof(*exclude), e);
    if (!exclude)
        return e->code;
    out->exclude = exclude;
    for (const struct json *c = j->first; c && !rc; c = c->next) {
        if (c->type != JSON_STRING)
            return wrong(e, "exclude", "must be an array of JSON Pointers");
        rc = pointer_parse(c->text, a, &parsed, e);
        if (rc)
            error_wrap(e, "'/json/exclude/%zu'", out->n_exclude);
        exclude[out->n_exclude++] = c->text;
    }
    return rc;
}

static enum err read_member(const struct json *j, struct arena *a,
                            struct json_chunk_config *out, struct error *e)
{
    if (str_is(j->key, "granularity"))
        return read_unit(j, out, e);
    if (str_is(j->key, "fields"))
        return read_fields(j, a, out, e);
    if (str_is(j->key, "default_weight"))
        return read_weight(j, "default_weight", &out->default_weight, e);
    if (str_is(j->key, "exclude"))
        return read_exclude(j, a, out, e);
    return error_set(e, ERR_VALIDATION_FAILED,
                     "'/json' has granularity, fields, default_weight and "
                     "exclude, and no '%.60s'",
                     j->key.p);
}

enum err json_chunk_config_parse(struct str text, struct arena *a,
                                 struct json_chunk_config *out, struct error *e)
{
    struct json *root = NULL;
    const struct json *own;
    enum err rc;

    *out = json_chunk_config_default;
    if (str_trim(text).n == 0)
        return OK;
    rc = json_parse(text, &json_default_limits, a, &root, e);
    if (rc)
        return rc;
    if (root->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the config of chunks must be an object");
    own = json_find(root, "json");
    if (own && own->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED, "'/json' must be an object");
    for (own = own ? own->first : NULL; own && !rc; own = own->next)
        rc = read_member(own, a, out, e);
    return rc;
}
