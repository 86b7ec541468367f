#include "cli/config_args.h"

#include "cli/home_args.h"
#include "models/llm/chat.h"
#include "store/catalog/registry.h"

#include <stdlib.h>

#define SECONDS_A_MINUTE UINT64_C(60)

/* NAME=VALUE of each --set, and --listen. */
static enum err read_flags(struct cli *c, struct config_sources *s,
                           struct error *e)
{
    struct config_flag *flags =
        arena_alloc_array(&c->arena, c->args.n_given, sizeof(*flags), e);

    if (!flags)
        return e->code;
    for (size_t i = 0; i < c->args.n_given; i++) {
        const struct arg_given *g = &c->args.given[i];
        size_t is = str_find_char(g->value, '=');

        if (g->id == OPT_LISTEN)
            flags[s->n_flags++] = (struct config_flag){STR("listen"), g->value};
        if (g->id != OPT_SET)
            continue;
        if (is == g->value.n)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "'%.*s' is not of the form NAME=VALUE",
                             STR_FMT(g->value));
        flags[s->n_flags++] =
            (struct config_flag){str_slice(g->value, 0, is),
                                 str_slice(g->value, is + 1, g->value.n)};
    }
    s->flags = flags;
    return OK;
}

/* A model that cannot be is an error now, and not at the first question. */
static enum err check_model(const struct config *config, struct error *e)
{
    const struct str model = config_text(config, CONFIG_STRUCTURED_MODEL);
    enum err rc = model.n ? chat_check(model, e) : OK;

    if (rc)
        error_wrap(e, "%s", config_name(CONFIG_STRUCTURED_MODEL));
    return rc;
}

enum err config_args_load(struct cli *c, struct config *out, struct error *e)
{
    struct config_sources s = {.file = getenv("QUARRY_CONFIG")};
    struct home h;
    enum err rc = home_args_open(c, &h, e);

    if (rc)
        return rc;
    if (args_has(&c->args, OPT_CONFIG)) {
        s.file = str_cstr(c->args.value[OPT_CONFIG], &c->arena, e);
        if (!s.file)
            return e->code;
    }
    s.home_file = fs_join(h.path, "config.json", &c->arena, e);
    if (!s.home_file || read_flags(c, &s, e))
        return e->code;
    rc = config_load(&s, &c->arena, out, e);
    if (!rc)
        rc = check_model(out, e);
    if (!rc)
        c->options.new_bases = config_text(out, CONFIG_RETRIEVAL_MODE);
    if (!rc)
        c->options.copy_age_s =
            SECONDS_A_MINUTE * config_number(out, CONFIG_COPY_MINUTES);
    return rc;
}

enum err config_args_asking(struct cli *c, struct error *e)
{
    const struct str new_bases = c->options.new_bases;
    struct config config;
    enum err rc = config_args_load(c, &config, e);

    c->options.new_bases = new_bases;
    return rc;
}
