#include "catalog/settings.h"

#include "base/json.h"

#define CHECK_BYTES ((size_t)4 * 1024 * 1024)

typedef enum err check_value(struct str value, struct arena *a,
                             struct error *e);

static const char *const mode_names[] = {[RETRIEVAL_VECTOR] = "vector",
                                         [RETRIEVAL_KEYWORD] = "keyword",
                                         [RETRIEVAL_HYBRID] = "hybrid",
                                         [RETRIEVAL_STRUCTURED] = "structured"};

const char *retrieval_mode_name(enum retrieval_mode m)
{
    return mode_names[m];
}

static bool read_mode(const struct json *config, enum retrieval_mode *out)
{
    const struct json *mode = json_find(config, "retrieval_mode");

    *out = RETRIEVAL_VECTOR;
    if (!mode)
        return true;
    for (int i = RETRIEVAL_VECTOR; i <= RETRIEVAL_STRUCTURED; i++) {
        if (json_is(mode, mode_names[i])) {
            *out = (enum retrieval_mode)i;
            return true;
        }
    }
    return false;
}

/* {"retrieval_mode","metadata_condition","structured_query_config"}: the
 * first decides; the others are objects, or null. */
static enum err check_retrieval(struct str value, struct arena *a,
                                struct error *e)
{
    static const char *const objects[] = {"metadata_condition",
                                          "structured_query_config"};
    enum retrieval_mode ignored;
    struct json *config;
    enum err rc = json_parse(value, &json_default_limits, a, &config, e);

    if (!rc && config->type != JSON_OBJECT)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "retrieval_config is a JSON object");
    if (!rc && !read_mode(config, &ignored))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "retrieval_mode is 'vector', 'keyword', 'hybrid' or "
                       "'structured'");
    for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]) && !rc; i++) {
        const struct json *o = json_find(config, objects[i]);

        if (o && o->type != JSON_OBJECT && o->type != JSON_NULL)
            rc = error_set(e, ERR_VALIDATION_FAILED, "%s is a JSON object",
                           objects[i]);
    }
    return rc;
}

static enum err check_daily(struct str value, struct arena *a, struct error *e)
{
    struct json *list;
    enum err rc = json_parse(value, &json_default_limits, a, &list, e);
    bool good = !rc && list->type == JSON_ARRAY;

    for (const struct json *p = good ? list->first : NULL; p; p = p->next)
        good = good && p->type == JSON_STRING && str_starts(p->text, STR("/"));
    if (!rc && !good)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "daily is a JSON list of pointers, [\"/log\"]");
    return rc;
}

static enum err check_link(struct str value, struct arena *a, struct error *e)
{
    (void)a;
    if (str_find(value, STR("{path}")) < value.n)
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "deep_link has {path}, and {id} where the heading's id "
                     "goes: /docs/{path}#{id}");
}

static const struct setting {
    const char *name;
    bool is_json;
    check_value *check;
} settings[] = {{"retrieval_config", true, check_retrieval},
                {"daily", true, check_daily},
                {"deep_link", false, check_link}};

#define N_SETTINGS (sizeof(settings) / sizeof(settings[0]))

enum err settings_set(const struct base *b, struct str name, struct str value,
                      struct error *e)
{
    const struct setting *s = NULL;
    struct arena a;
    enum err rc;

    for (size_t i = 0; i < N_SETTINGS && !s; i++)
        s = str_is(name, settings[i].name) ? &settings[i] : NULL;
    if (!s)
        return error_set(e, ERR_NOT_FOUND,
                         "a base has no setting '%.*s'; it has "
                         "retrieval_config, daily and deep_link",
                         name.n < 100 ? (int)name.n : 100, name.p);
    arena_init(&a, CHECK_BYTES);
    rc = s->check(value, &a, e);
    if (!rc)
        rc = base_set_setting(b, s->name, value, e);
    arena_release(&a);
    return rc;
}

enum err settings_write(const struct base *b, struct arena *a, struct jsonw *w,
                        struct error *e)
{
    enum err rc = OK;

    jsonw_begin_object(w);
    for (size_t i = 0; i < N_SETTINGS && !rc; i++) {
        struct str value;

        rc = base_get_setting(b, settings[i].name, a, &value, e);
        jsonw_key(w, settings[i].name);
        if (rc || value.n == 0)
            jsonw_null(w);
        else if (settings[i].is_json)
            jsonw_raw(w, value);
        else
            jsonw_str(w, value);
    }
    jsonw_end_object(w);
    return rc;
}

enum err settings_retrieval(const struct base *b,
                            const struct retrieval_means *means,
                            struct arena *a, struct retrieval_choice *out,
                            struct error *e)
{
    struct str text;
    struct json *config = NULL;
    enum err rc = base_get_setting(b, "retrieval_config", a, &text, e);

    *out = (struct retrieval_choice){.mode = RETRIEVAL_VECTOR};
    if (!rc && text.n > 0)
        rc = json_parse(text, &json_default_limits, a, &config, e);
    if (rc)
        return rc;
    (void)read_mode(config, &out->mode);
    if (out->mode == RETRIEVAL_STRUCTURED &&
        !json_is_true(json_find(json_find(config, "structured_query_config"),
                                "enabled"))) {
        out->mode = RETRIEVAL_VECTOR;
        out->note = "structured queries are not enabled; searched by vectors";
    }
    if (out->mode == RETRIEVAL_VECTOR && !means->vectors) {
        out->mode = RETRIEVAL_KEYWORD;
        out->note = "no document has vectors; searched by words";
    }
    return OK;
}
