/* cmd_base_config.c - the settings of a base, and the log of what was read. */
#include "base/jsonw.h"
#include "cli/base_args.h"
#include "cli/home_args.h"
#include "search/settings/settings.h"
#include "store/catalog/ingestion_log.h"

/* "name=value" of each operand after the base's name. */
static enum err set_all(struct cli *c, const struct base *b, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 1; i < c->args.n && !rc; i++) {
        struct str given = c->args.operands[i];
        size_t is = str_find_char(given, '=');

        if (is == given.n)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "'%.*s' is not of the form NAME=VALUE",
                             STR_FMT(given));
        rc = settings_set(b, str_slice(given, 0, is),
                          str_slice(given, is + 1, given.n), e);
    }
    return rc;
}

enum err cmd_base_config(struct cli *c, struct error *e)
{
    struct base b = BASE_NONE;
    struct jsonw w;
    enum err rc = base_args_open(c, c->args.operands[0], &b, e);

    if (!rc)
        rc = db_begin_write(b.db, e); /* all of them or none */
    if (!rc)
        rc = db_end(b.db, set_all(c, &b, e), e);
    jsonw_init(&w, &c->out);
    if (!rc)
        rc = settings_write(&b, &c->arena, &w, e);
    buf_put_char(&c->out, '\n');
    base_close(&b);
    return rc;
}

/* The index may have caught up with what was left to it. */
static void settle(struct cli *c, struct registry *r, struct str name)
{
    struct base b = BASE_NONE;
    struct error ignored; /* reading must work on a read-only home */

    if (!base_open_in(r, name, &c->arena, &b, &ignored))
        (void)!ingestion_log_settle(r, &b, &ignored);
    base_close(&b);
}

enum err cmd_base_log(struct cli *c, struct error *e)
{
    struct registry r = REGISTRY_NONE;
    struct base_entry found;
    struct home h;
    struct jsonw w;
    enum err rc = home_args_open(c, &h, e);

    if (!rc)
        rc = registry_open(&h, &c->arena, &r, e);
    if (!rc)
        rc = registry_find(&r, c->args.operands[0], &c->arena, &found, e);
    jsonw_init(&w, &c->out);
    if (!rc)
        settle(c, &r, found.name);
    if (!rc)
        rc = ingestion_log_write(&r, &found, &w, e);
    buf_put_char(&c->out, '\n');
    registry_close(&r);
    return rc;
}
