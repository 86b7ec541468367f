#include "search/settings/settings.h"

#include "base/json.h"
#include "models/embedding/provider.h"
#include "models/llm/chat.h"
#include "models/rerank/rerank.h"
#include "search/backend/backend.h"
#include "search/chunks/json_chunk_config.h"
#include "search/settings/setting_members.h"
#include "search/settings/structured.h"
#include "store/catalog/index_job.h"

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

const struct retrieval_weights retrieval_default_weights = {.83, .17};

bool retrieval_mode_find(struct str name, enum retrieval_mode *out)
{
    for (int i = RETRIEVAL_VECTOR; i <= RETRIEVAL_STRUCTURED; i++) {
        if (str_is(name, mode_names[i])) {
            *out = (enum retrieval_mode)i;
            return true;
        }
    }
    return false;
}

static bool read_mode(const struct json *config, enum retrieval_mode *out)
{
    const struct json *mode = json_find(config, "retrieval_mode");

    *out = RETRIEVAL_VECTOR;
    return !mode || retrieval_mode_find(json_text(mode), out);
}

/* A weight that is not given is what the other leaves of 1. */
static enum err read_weights(const struct json *weights,
                             struct retrieval_weights *out, struct error *e)
{
    const struct json *keyword = json_find(weights, "keyword");
    const struct json *vector = json_find(weights, "vector");
    double k = keyword ? json_double(keyword) : 1 - json_double(vector);
    double v = vector ? json_double(vector) : 1 - k;

    if (!keyword && !vector)
        return OK;
    if (!(k >= 0 && v >= 0 && k + v > 0 && k + v < 1e6))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "weights must be 0 or more and not all 0, like "
                         "{\"keyword\":0.83,\"vector\":0.17}");
    *out = (struct retrieval_weights){k / (k + v), v / (k + v)};
    return OK;
}

static enum err read_number(const struct json *config, const char *key,
                            uint64_t max, uint64_t *out, struct error *e)
{
    const struct json *j = json_find(config, key);

    return j ? json_read_u64(j, key, max, out, e) : OK;
}

static enum err read_config(const struct json *config,
                            struct retrieval_config *out, struct error *e)
{
    uint64_t documents = 0;
    enum err rc;

    *out = (struct retrieval_config){.weights = retrieval_default_weights,
                                     .rerank =
                                         json_text(json_find(config, "rerank")),
                                     .rerank_budget_ms = RETRIEVAL_RERANK_MS};
    rc = read_weights(json_find(config, "weights"), &out->weights, e);
    if (!rc)
        rc = read_number(config, "max_documents", INT32_MAX, &documents, e);
    if (!rc)
        rc = read_number(config, "rerank_budget_ms", 600000,
                         &out->rerank_budget_ms, e);
    out->max_documents = (int64_t)documents;
    return !rc && out->rerank.n > 0 ? rerank_check(out->rerank, e) : rc;
}

enum err settings_retrieval_config(const struct base *b, struct arena *a,
                                   struct retrieval_config *out,
                                   struct error *e)
{
    struct str text;
    struct json *config = NULL;
    enum err rc = base_get_setting(b, "retrieval_config", a, &text, e);

    if (!rc && text.n > 0)
        rc = json_parse(text, &json_default_limits, a, &config, e);
    return rc ? rc : read_config(config, out, e);
}

static enum err check_retrieval(struct str value, struct arena *a,
                                struct error *e)
{
    static const char *const known[] = {"retrieval_mode",
                                        "weights",
                                        "max_documents",
                                        "rerank",
                                        "rerank_budget_ms",
                                        "structured_query_config",
                                        NULL};
    struct structured_setting structured;
    struct retrieval_config ignored_config;
    enum retrieval_mode mode;
    struct json *config;
    enum err rc = json_parse(value, &json_default_limits, a, &config, e);

    if (!rc)
        rc = setting_members_check(config, "retrieval_config", known, e);
    if (!rc && !read_mode(config, &mode))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "retrieval_mode is 'vector', 'keyword', 'hybrid' or "
                       "'structured'");
    if (!rc)
        rc = structured_read(json_find(config, "structured_query_config"),
                             &structured, e);
    if (!rc && mode == RETRIEVAL_STRUCTURED && !structured.is_enabled)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "retrieval_mode structured wants "
                       "\"structured_query_config\":{\"enabled\":true}");
    return rc ? rc : read_config(config, &ignored_config, e);
}

static enum err check_embedding(struct str value, struct arena *a,
                                struct error *e)
{
    (void)a;
    return provider_check(value, e);
}

static enum err check_index_backend(struct str value, struct arena *a,
                                    struct error *e)
{
    (void)a;
    return backend_check(value, e);
}

static enum err check_splitter(struct str value, struct arena *a,
                               struct error *e)
{
    struct json_chunk_config ignored;
    struct chunk_size unused;
    enum err rc = json_chunk_config_parse(value, a, &ignored, e);

    return rc ? rc : chunk_size_parse(value, a, &unused, e);
}

void settings_chunk_size(const struct base *b, struct arena *a,
                         struct chunk_size *out)
{
    struct error ignored;
    struct str text;

    if (base_get_setting(b, "splitter_config", a, &text, &ignored) ||
        chunk_size_parse(text, a, out, &ignored))
        *out = chunk_size_default;
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

static enum err check_chat(struct str value, struct arena *a, struct error *e)
{
    (void)a;
    return str_is(value, "none") ? OK : chat_check(value, e);
}

bool egress_find(struct str name, enum egress *out)
{
    static const char *const names[] = {[EGRESS_NONE] = "none",
                                        [EGRESS_SCHEMA] = "schema",
                                        [EGRESS_VALUES] = "values",
                                        [EGRESS_PASSAGES] = "passages"};

    for (int i = EGRESS_NONE; i <= EGRESS_PASSAGES; i++) {
        if (str_is(name, names[i])) {
            *out = (enum egress)i;
            return true;
        }
    }
    return false;
}

static enum err check_egress(struct str value, struct arena *a, struct error *e)
{
    enum egress ignored;

    (void)a;
    if (egress_find(value, &ignored))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "egress is 'none', 'schema', 'values' or 'passages'");
}

enum err settings_model(const struct base *b, struct arena *a,
                        struct model_setting *out, struct error *e)
{
    struct str egress = {0};
    struct structured_setting structured = {0};
    enum err rc = base_get_setting(b, "chat", a, &out->chat, e);

    if (!rc)
        rc = base_get_setting(b, "egress", a, &egress, e);
    if (!rc)
        rc = settings_structured(b, a, &structured, e);
    if (rc)
        return rc;
    out->planner = structured.model;
    if (str_is(out->chat, "none"))
        out->chat = (struct str){0};
    if (!egress_find(egress, &out->egress))
        out->egress = EGRESS_NONE;
    return OK;
}

static const struct setting {
    const char *name;
    bool is_json;
    bool makes_passages;
    check_value *check;
} settings[] = {{"retrieval_config", true, false, check_retrieval},
                {"embedding", false, true, check_embedding},
                {BACKEND_SETTING, false, true, check_index_backend},
                {"splitter_config", true, true, check_splitter},
                {"daily", true, false, check_daily},
                {"deep_link", false, false, check_link},
                {"chat", false, false, check_chat},
                {"egress", false, false, check_egress}};

#define N_SETTINGS (sizeof(settings) / sizeof(settings[0]))

/* What passages are made by makes them stale when it changes. */
static enum err keep(const struct base *b, const struct setting *s,
                     struct str value, struct arena *a, struct error *e)
{
    struct str before;
    enum err rc = base_get_setting(b, s->name, a, &before, e);

    if (rc || str_eq(before, value))
        return rc;
    rc = base_set_setting(b, s->name, value, e);
    return !rc && s->makes_passages ? index_jobs_all_stale(b, e) : rc;
}

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
                         "retrieval_config, embedding, " BACKEND_SETTING
                         ", splitter_config, daily, deep_link, chat and egress",
                         name.n < 100 ? (int)name.n : 100, name.p);
    arena_init(&a, CHECK_BYTES);
    rc = s->check(value, &a, e);
    if (!rc && s->check == check_index_backend)
        rc = backend_check_base(b, value, e);
    if (!rc)
        rc = keep(b, s, value, &a, e);
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
