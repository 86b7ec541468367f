#include "knowledge/knowledge_base/add_database.h"

#include "store/table_cache/stat_cache.h"
#include "tables/database_logs.h"

#include <unistd.h>

#define SHOWN         "the database"
#define REQUEST_BYTES ((size_t)64 * 1024)

static enum err hash_database(const struct adding *x, struct item *i,
                              char sha256[HASH_HEX_BYTES], struct error *e)
{
    const struct stat_cache_file file = {
        .fd = i->fd, .st = &i->st, .path = i->path, .shown = SHOWN};

    if (lseek(i->fd, 0, SEEK_SET) != 0 || fstat(i->fd, &i->st) != 0)
        return error_set(e, ERR_FILE_READ_FAILED, "cannot read " SHOWN);
    return stat_cache_hash(x->bases->home, &file, sha256, e);
}

/* Copied, and made one by the worker. */
static enum err join(struct adding *x, const struct database_place *place,
                     const struct database_logs *logs, int *made,
                     struct error *e)
{
    struct database_bundle bundle;
    struct str request;
    struct arena a;
    enum err rc = document_parser_hold(&x->parser, e);

    if (rc)
        return rc;
    arena_init(&a, REQUEST_BYTES);
    rc = database_logs_bundle(place, logs, x->parser.scratch.path, &a, &bundle,
                              e);
    if (!rc)
        rc =
            str_printf(&a, &request, e, "{\"op\":\"complete\",\"bundle\":%.*s}",
                       STR_FMT(bundle.json));
    if (!rc)
        rc = document_parser_complete(&x->parser, bundle.fd, request.p, e);
    if (rc)
        fs_close(&bundle.fd);
    *made = bundle.fd;
    arena_release(&a);
    return rc;
}

/* Has it any? Of a database that has none no hash is needed. */
static enum err look_for_logs(const struct database_place *place, bool *are,
                              struct error *e)
{
    struct database_logs logs;
    struct arena a;
    enum err rc;

    arena_init(&a, REQUEST_BYTES);
    rc = database_logs_open(place, NULL, &a, &logs, e);
    *are = logs.n > 0;
    database_logs_close(&logs);
    arena_release(&a);
    return rc;
}

static enum err complete_once(struct adding *x, struct item *i, bool *is_live,
                              int *made, struct error *e)
{
    struct database_place place = {
        .fd = i->fd, .path = i->path, .shown = i->shown};
    struct database_logs logs = DATABASE_LOGS_NONE;
    char sha256[HASH_HEX_BYTES] = "";
    enum err rc = look_for_logs(&place, is_live, e);

    if (rc || !*is_live)
        return rc;
    rc = hash_database(x, i, sha256, e);
    place.sha256 = str_from(sha256);
    if (!rc)
        rc = database_logs_open(&place, x->bases->home, &i->arena, &logs, e);
    if (!rc && logs.n > 0)
        rc = join(x, &place, &logs, made, e);
    database_logs_close(&logs);
    return rc;
}

enum err item_complete(struct adding *x, struct item *i, struct error *e)
{
    bool is_live;
    unsigned tries = 0;
    int made = -1;
    enum err rc;

    do
        rc = complete_once(x, i, &is_live, &made, e);
    while (rc == ERR_CONFLICT && is_live && database_logs_wait(++tries));
    return rc || made < 0 ? rc : item_take_made(i, made, e);
}
