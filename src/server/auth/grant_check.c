#include "server/auth/grant_check.h"

#include "store/catalog/pins.h"

const struct grant grant_local = {
    .rights = RIGHT_READ | RIGHT_WRITE | RIGHT_ADMIN,
    .bases.all = true,
    .tools.all = true,
};

static const char *name_of(enum right right)
{
    if (right == RIGHT_READ)
        return "read";
    return right == RIGHT_WRITE ? "write" : "admin";
}

bool grant_is_public(const struct grant *g)
{
    return g->allowance.take != NULL;
}

bool scope_has(const struct scope *s, struct str name)
{
    if (s->all)
        return true;
    for (size_t i = 0; i < s->n; i++)
        if (str_eq(s->names[i], name))
            return true;
    return false;
}

bool scope_has_id(const struct scope *s, struct str id)
{
    if (s->all)
        return true;
    for (size_t i = 0; i < s->n && s->ids && id.n > 0; i++)
        if (str_eq(s->ids[i], id))
            return true;
    return false;
}

enum err grant_check_right(const struct grant *g, enum right right,
                           struct error *e)
{
    if (g->rights & (unsigned)right)
        return OK;
    return error_set(
        e, ERR_FORBIDDEN,
        "the token does not have the right to %s; create one with `quarry "
        "token create --rights`",
        name_of(right));
}

static enum err check_reach(const struct grant *g, bool reached,
                            enum right right, struct error *e)
{
    return reached ? grant_check_right(g, right, e)
                   : error_set(e, ERR_NOT_FOUND, "there is no such base here");
}

enum err grant_check_base(const struct grant *g, struct str base,
                          enum right right, struct error *e)
{
    return check_reach(g, scope_has(&g->bases, base), right, e);
}

enum err grant_check_base_id(const struct grant *g, struct str id,
                             enum right right, struct error *e)
{
    return check_reach(g, scope_has_id(&g->bases, id), right, e);
}

enum err grant_check_tool(const struct grant *g, struct str name,
                          struct error *e)
{
    return scope_has(&g->tools, name)
               ? OK
               : error_set(e, ERR_NOT_FOUND, "there is no such tool here");
}

enum err grant_spend(const struct grant *g, struct error *e)
{
    return g->allowance.take ? g->allowance.take(g->allowance.ctx, e) : OK;
}

const struct bound_tool *grant_find_bound(const struct grant *g,
                                          struct str name)
{
    for (size_t i = 0; i < g->n_bound; i++)
        if (str_eq(g->bound[i].name, name))
            return &g->bound[i];
    return NULL;
}

enum err grant_expect_bases(const struct grant *g, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < g->bases.n && g->bases.ids && !rc; i++)
        rc = base_pins_expect(g->bases.names[i], g->bases.ids[i], e);
    return rc;
}
