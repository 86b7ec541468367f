/* cmd_base.c - the bases of a home. */
#include "cli/cli.h"

#include "base/jsonw.h"
#include "cli/config_args.h"
#include "cli/home_args.h"
#include "cli/view.h"
#include "store/catalog/registry.h"

#define FIELDS 2

static enum err create(struct cli *c, struct registry *r, struct error *e)
{
    struct str name = c->args.operands[0];
    struct base_entry made;
    struct jsonw w;
    enum err rc = registry_create(r, name, &c->arena, &made, e);

    if (rc)
        return rc;
    if (!args_has(&c->args, OPT_JSON)) {
        buf_printf(&c->out, "created base '%.*s'\n", STR_FMT(name));
        return OK;
    }
    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "base", made.name);
    jsonw_member_str(&w, "id", made.id);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
    return OK;
}

static void write_list(struct cli *c, const struct base_entry *list, size_t n)
{
    struct jsonw w;

    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_key(&w, "bases");
    jsonw_begin_array(&w);
    for (size_t i = 0; i < n; i++) {
        jsonw_begin_object(&w);
        jsonw_member_str(&w, "name", list[i].name);
        jsonw_member_str(&w, "created_at", list[i].created_at);
        jsonw_end_object(&w);
    }
    jsonw_end_array(&w);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
}

static enum err show_list(struct cli *c, const struct base_entry *list,
                          size_t n, struct error *e)
{
    static const struct grid_column columns[FIELDS] = {{{"base", 4}, false},
                                                       {{"created", 7}, false}};
    struct grid g = {.columns = columns, .n = FIELDS, .rows = n};
    struct str *cells =
        arena_alloc_array(&c->arena, n, FIELDS * sizeof(*cells), e);

    if (!cells)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        cells[i * FIELDS] = list[i].name;
        cells[i * FIELDS + 1] = list[i].created_at;
    }
    g.cells = cells;
    return view_print(c, &g, e);
}

static enum err list(struct cli *c, struct registry *r, struct error *e)
{
    struct base_entry *bases = NULL;
    size_t n = 0;
    enum err rc = registry_list(r, &c->arena, &bases, &n, e);

    if (rc)
        return rc;
    if (args_has(&c->args, OPT_JSON)) {
        write_list(c, bases, n);
        return OK;
    }
    if (n == 0) {
        buf_puts(&c->out, "no bases; 'quarry base create NAME' makes one\n");
        return OK;
    }
    return show_list(c, bases, n, e);
}

enum err cmd_base_create(struct cli *c, struct error *e)
{
    struct config config;
    enum err rc = config_args_load(c, &config, e);

    return rc ? rc : home_args_with_registry(c, create, e);
}

enum err cmd_base_list(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, list, e);
}
