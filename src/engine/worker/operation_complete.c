/* A database and its logs, in one file, as the database alone. */
#include "base/read_at.h"
#include "engine/ingest/duckdb_complete.h"
#include "engine/ingest/ingest_duckdb.h"
#include "engine/sqlite_file/sqlite_complete.h"
#include "engine/worker/operation.h"

#include <unistd.h>

#define HEAD_BYTES 16u

static enum err read_number(const struct json *of, const char *key,
                            uint64_t *out, struct error *e)
{
    return json_read_u64(json_find(of, key), key, INT64_MAX / 2, out, e);
}

static enum err read_log(const struct json *j, struct sqlite_log *log,
                         struct error *e)
{
    log->suffix =
        str_is(json_text(json_find(j, "kind")), "wal") ? "-wal" : "-journal";
    if (read_number(j, "at", &log->at, e))
        return e->code;
    return read_number(j, "bytes", &log->bytes, e);
}

static enum err read_bundle(const struct json *j, struct sqlite_bundle *b,
                            struct error *e)
{
    const struct json *logs = json_find(j, "logs");
    enum err rc = read_number(j, "bytes", &b->bytes, e);

    if (!rc)
        rc = read_number(j, "room", &b->room, e);
    if (!rc && (!logs || logs->count > SQLITE_LOGS))
        rc = error_set(e, ERR_VALIDATION_FAILED, "a bundle without logs");
    for (const struct json *log = rc ? NULL : logs->first; log && !rc;
         log = log->next)
        rc = read_log(log, &b->logs[b->n++], e);
    return rc;
}

static bool is_duckdb(int fd)
{
    char head[HEAD_BYTES];
    const ssize_t n = read_at(fd, head, sizeof(head), 0);

    return n > 0 && ingest_duckdb_fits((struct str){head, (size_t)n});
}

static enum err complete_duckdb(struct operation_call *c,
                                const struct sqlite_bundle *b, struct error *e)
{
    const struct duckdb_bundle in = {.bytes = b->bytes,
                                     .log_at = b->logs[0].at,
                                     .log_bytes = b->logs[0].bytes};
    struct str folder;
    enum err rc = b->n == 1 && c->session->folder
                      ? OK
                      : error_set(e, ERR_VALIDATION_FAILED,
                                  "a bundle of a database without one log");

    if (!rc)
        rc = str_printf(&c->arena, &folder, e, "%s/", c->session->folder);
    return rc ? rc : duckdb_complete(c->session->duck, folder, c->fd, &in, e);
}

enum err operation_complete(struct operation_call *c, struct error *e)
{
    const struct json *j = json_find(c->request, "bundle");
    struct sqlite_bundle b = {0};
    enum err rc = read_bundle(j, &b, e);

    if (!rc && is_duckdb(c->fd))
        rc = complete_duckdb(c, &b, e);
    else if (!rc)
        rc = sqlite_complete(c->fd, &b, &c->session->stop, e);
    if (!rc && lseek(c->fd, 0, SEEK_SET) != 0)
        rc = error_set(e, ERR_FILE_READ_FAILED, "cannot read the database");
    return rc;
}
