#include "search/settings/structured.h"

#include "models/llm/chat.h"
#include "search/settings/setting_members.h"
#include "search/settings/settings.h"

static enum err refuse(struct error *e, const char *why)
{
    return error_set(e, ERR_VALIDATION_FAILED, "structured_query_config: %s",
                     why);
}

static enum err read_enabled(const struct json *enabled,
                             struct structured_setting *out, struct error *e)
{
    if (!enabled)
        return OK;
    if (enabled->type != JSON_TRUE && enabled->type != JSON_FALSE)
        return refuse(e, "enabled must be true or false");
    out->is_enabled = enabled->type == JSON_TRUE;
    out->is_off = !out->is_enabled;
    return OK;
}

static enum err read_rows(const struct json *rows,
                          struct structured_setting *out, struct error *e)
{
    enum err rc = rows ? json_read_u64(rows, "max_rows_per_query",
                                       STRUCTURED_MAX_ROWS, &out->max_rows, e)
                       : OK;

    return !rc && rows && out->max_rows == 0
               ? refuse(e, "max_rows_per_query is 1 to 100000")
               : rc;
}

static enum err read_model(const struct json *name, const struct json *space,
                           struct structured_setting *out, struct error *e)
{
    if (space && !json_is(space, "default"))
        return refuse(e, "sql_model_namespace is 'default': there is no other");
    if (!name || name->type == JSON_NULL)
        return OK;
    if (name->type != JSON_STRING)
        return refuse(e, "sql_model_name must be a string");
    out->model = name->text;
    return chat_check(out->model, e);
}

/* Whatever is said, nothing but SELECT runs. */
static enum err check_operations(const struct json *list, struct error *e)
{
    bool good = !list || (list->type == JSON_ARRAY && list->count > 0);

    for (const struct json *j = good && list ? list->first : NULL; j;
         j = j->next)
        good = good && json_is(j, "SELECT");
    return good ? OK
                : refuse(e, "allowed_operations is [\"SELECT\"]: tables are "
                            "only read");
}

enum err structured_read(const struct json *config,
                         struct structured_setting *out, struct error *e)
{
    static const char *const known[] = {"enabled",
                                        "max_rows_per_query",
                                        "sql_model_name",
                                        "sql_model_namespace",
                                        "allowed_operations",
                                        NULL};
    enum err rc;

    *out = (struct structured_setting){0};
    if (!config || config->type == JSON_NULL)
        return OK;
    rc = setting_members_check(config, "structured_query_config", known, e);
    if (!rc)
        rc = read_enabled(json_find(config, "enabled"), out, e);
    if (!rc)
        rc = read_rows(json_find(config, "max_rows_per_query"), out, e);
    if (!rc)
        rc = read_model(json_find(config, "sql_model_name"),
                        json_find(config, "sql_model_namespace"), out, e);
    return rc ? rc
              : check_operations(json_find(config, "allowed_operations"), e);
}

enum err settings_structured(const struct base *b, struct arena *a,
                             struct structured_setting *out, struct error *e)
{
    struct json *config = NULL;
    struct error ignored;
    struct str text;
    enum err rc = base_get_setting(b, "retrieval_config", a, &text, e);

    *out = (struct structured_setting){0};
    if (!rc && text.n > 0)
        rc = json_parse(text, &json_default_limits, a, &config, e);
    if (rc || !config)
        return rc;
    /* one that was accepted before members were checked says nothing */
    if (structured_read(json_find(config, "structured_query_config"), out,
                        &ignored))
        *out = (struct structured_setting){0};
    out->by_default =
        out->is_enabled &&
        json_is(json_find(config, "retrieval_mode"), "structured");
    return OK;
}
