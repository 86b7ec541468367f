#include "knowledge/knowledge_base/add_server.h"

#include "knowledge/knowledge_base/add_members.h"
#include "tables/base_server.h"
#include "tables/postgres_url.h"

#define SHOWN     "the address of a database"
#define URL_BYTES ((size_t)64 * 1024)
#define UNNAMED   "address"

/* A file without name that has the address. */
static enum err write_address(struct adding *x, struct item *i,
                              struct str address, struct error *e)
{
    const struct home *home = x->bases->home;
    const char *path = fs_join(home->build, UNNAMED, &i->arena, e);
    int fd = -1;
    enum err rc = path ? fs_open_unnamed(path, SHOWN, &fd, e) : e->code;

    if (!rc)
        rc = fs_append(fd, SHOWN, address, e);
    if (!rc)
        return item_take_made(i, fd, e);
    fs_close(&fd);
    return rc;
}

static enum err identify(struct adding *x, struct item *i, struct str path,
                         struct error *e)
{
    struct base_server server;
    enum err rc =
        base_server_accept(x->bases->tables, path, &i->arena, &server, e);

    i->is_server = true;
    i->kind = (struct kind){.reader = KIND_TABLE,
                            .source_type = "table",
                            .format = BASE_SERVER_FORMAT};
    i->change.name = server.name;
    i->change.source = server.source;
    i->change.author = x->request->author;
    i->change.source_type = str_from(i->kind.source_type);
    i->change.format = str_from(i->kind.format);
    if (!rc)
        rc = item_know(&x->base, i, e);
    if (!rc)
        rc = write_address(x, i, server.address, e);
    return rc ? rc : item_hash(x, i, e);
}

/* For messages; not what is wrong with it, which may have a password in it. */
static struct str shown_of(struct str path, struct arena *a)
{
    struct postgres_url u;
    struct error ignored;

    return postgres_url_parse(path, a, &u, &ignored) ? STR(SHOWN) : u.shown;
}

enum err add_server(struct adding *x, struct str path, struct error *e)
{
    struct item *i;
    struct arena a;
    struct error why;
    enum err rc = add_check_cancel(x, e);

    if (rc)
        return rc;
    arena_init(&a, URL_BYTES);
    i = item_new("", shown_of(path, &a), true, e);
    arena_release(&a);
    if (!i)
        return e->code;
    rc = identify(x, i, path, &why);
    return rc ? add_refuse(x, i, rc, &why, e) : add_identified(x, i, e);
}
