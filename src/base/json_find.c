/* What one asks of a tree that json_parse() made. */
#include "base/json.h"

#include <stdlib.h>

const struct json *json_find(const struct json *obj, const char *key)
{
    const struct json *m = obj && obj->type == JSON_OBJECT ? obj->first : NULL;

    while (m && !str_is(m->key, key))
        m = m->next;
    return m;
}

void json_write_member(const struct json *obj, const char *key, const char *as,
                       struct jsonw *w)
{
    const struct json *v = json_find(obj, key);

    if (!v)
        return;
    jsonw_key(w, as);
    json_write(v, w);
}

bool json_is(const struct json *j, const char *cstr)
{
    return j && j->type == JSON_STRING && str_is(j->text, cstr);
}

struct str json_text(const struct json *j)
{
    return j && j->type == JSON_STRING ? j->text : STR("");
}

enum err json_texts(const struct json *list, struct arena *a,
                    struct str **texts, size_t *n, struct error *e)
{
    struct str *out =
        arena_alloc_array(a, list ? list->count : 0, sizeof(*out), e);

    *n = 0;
    if (!out)
        return e->code;
    for (const struct json *j = list ? list->first : NULL; j; j = j->next)
        out[(*n)++] = json_text(j);
    *texts = out;
    return OK;
}

bool json_is_true(const struct json *j)
{
    return j && j->type == JSON_TRUE;
}

enum err json_read_u64(const struct json *j, const char *name, uint64_t max,
                       uint64_t *out, struct error *e)
{
    struct error detail;

    if (!j)
        return error_set(e, ERR_VALIDATION_FAILED, "'%s' is missing", name);
    if (j->type == JSON_NUMBER &&
        str_parse_u64(j->text, max, out, &detail) == OK)
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "'%s' must be a whole number from 0 to %llu", name,
                     (unsigned long long)max);
}

uint64_t json_u64(const struct json *j, uint64_t max)
{
    struct error ignored;
    uint64_t n = 0;

    return j && j->type == JSON_NUMBER &&
                   str_parse_u64(j->text, max, &n, &ignored) == OK
               ? n
               : 0;
}

double json_double(const struct json *j)
{
    return j && j->type == JSON_NUMBER ? strtod(j->text.p, NULL) : 0;
}

/* What does not fit is not walked: every value takes a byte, so that the buffer
 * bounds the time too, however often a tree holds the same part. */
static void write_children(const struct json *j, struct jsonw *w)
{
    for (const struct json *c = j->first; c && !w->out->overflow; c = c->next) {
        if (j->type == JSON_OBJECT)
            jsonw_key_str(w, c->key);
        json_write(c, w); /* as deep as json_limits allowed */
    }
}

void json_write(const struct json *j, struct jsonw *w)
{
    switch (j ? j->type : JSON_NULL) {
    case JSON_NULL: jsonw_null(w); break;
    case JSON_FALSE: jsonw_bool(w, false); break;
    case JSON_TRUE: jsonw_bool(w, true); break;
    case JSON_NUMBER: jsonw_raw(w, j->text); break;
    case JSON_STRING: jsonw_str(w, j->text); break;
    case JSON_ARRAY:
        jsonw_begin_array(w);
        write_children(j, w);
        jsonw_end_array(w);
        break;
    case JSON_OBJECT:
        jsonw_begin_object(w);
        write_children(j, w);
        jsonw_end_object(w);
        break;
    }
}
