/* cmd_config.c - what is configured, and where each value came from. */
#include "base/json.h"
#include "cli/config_args.h"
#include "cli/view.h"

#define LIST_BYTES ((size_t)1 << 20)

static enum err show(struct cli *c, struct str text, struct error *e)
{
    static const struct view_field fields[] = {{"name", "name"},
                                               {"value", "value"},
                                               {"origin", "from"},
                                               {"meaning", "meaning"}};
    const struct view_form form = {.fields = fields, .n = COUNT_OF(fields)};
    struct json *answer;
    struct grid g;
    enum err rc = json_parse(text, &json_default_limits, &c->arena, &answer, e);

    if (!rc)
        rc = view_of_objects(json_find(answer, "values")->first, &form,
                             &c->arena, &g, e);
    return rc ? rc : view_print(c, &g, e);
}

enum err cmd_config(struct cli *c, struct error *e)
{
    struct config config;
    struct jsonw w;
    struct str text;
    struct buf b;
    enum err rc = config_args_load(c, &config, e);

    if (rc)
        return rc;
    buf_init(&b, LIST_BYTES);
    jsonw_init(&w, &b);
    config_write(&config, &w);
    rc = buf_finish(&b, &text, e);
    if (!rc && args_has(&c->args, OPT_JSON))
        view_print_json(c, text);
    else if (!rc)
        rc = show(c, text, e);
    buf_release(&b);
    return rc;
}
