/*
 * source_postgres.c - from postgres://reader@host/shop to bytes that are read as tables.
 *
 * The server's answers are parsed by quarry-postgres, which has its one connection and
 * nothing else, and its copy by the worker.
 */
#include "tables/source_postgres.h"

#include "tables/postgres_client.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define UNNAMED     "postgres" /* the file that has the copy */
#define SHOWN       "a copy of the database"
#define REPLY_BYTES ((size_t)64 * 1024)

static enum err copy(struct tables *t, const struct table_source *s,
                     struct arena *a, struct source *src, struct error *e)
{
    const struct worker_request request = {
        .payload = STR("{\"op\":\"copy\"}"),
        .fd = src->fd,
        .wait = source_wait(t, s, DEFAULT_INGEST_MS)};
    enum err rc = postgres_client_call(t, s, &request, a, &src->server, e);

    if (!rc && src->server.n > REPLY_BYTES)
        rc = error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                       "what is said of the server is not valid");
    return rc;
}

static enum err identify(struct source *src, struct error *e)
{
    uint8_t digest[HASH_BYTES];

    if (lseek(src->fd, 0, SEEK_SET) != 0 || fstat(src->fd, &src->st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", SHOWN, errno, e);
    if (hash_fd(src->fd, SHOWN, digest, e))
        return e->code;
    hash_hex(digest, src->sha256);
    memcpy(src->identity, src->sha256, sizeof(src->identity));
    src->bytes = src->st.st_size;
    return OK;
}

enum err source_postgres_open(struct tables *t, const struct table_source *s,
                              struct arena *a, struct source *src,
                              struct error *e)
{
    struct postgres_url u;
    const char *path;
    enum err rc;

    if (!t->o.may_connect || t->root)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "a database of a server is asked from the command line "
            "only: quarry ask, quarry table");
    rc = postgres_url_parse(s->path, a, &u, e);
    if (rc)
        return rc;
    src->name = u.shown;
    src->table = u.database;
    path = fs_join(t->home.build, UNNAMED, a, e);
    rc = path ? fs_open_unnamed(path, SHOWN, &src->fd, e) : e->code;
    if (!rc)
        rc = copy(t, s, a, src, e);
    return rc ? rc : identify(src, e);
}

enum err source_postgres_describe(const struct source *src, struct str map,
                                  struct arena *a, struct str *out,
                                  struct error *e)
{
    *out = map;
    if (!str_ends(map, STR("}}"))) /* as ours end */
        return OK;
    return str_printf(a, out, e, "%.*s,\"server\":%.*s}}", (int)map.n - 2,
                      map.p, STR_FMT(src->server));
}
