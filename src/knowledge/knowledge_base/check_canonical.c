#include "base/hash.h"
#include "base/log.h"
#include "knowledge/knowledge_base/check.h"
#include "store/catalog/base_lock.h"
#include "store/catalog/originals.h"
#include "store/json_document/data_check.h"
#include "store/objects/object_store.h"

#include <sys/stat.h>

/* That the bucket cannot be asked says nothing about what is in it. */
static bool is_away(enum err rc)
{
    return rc == ERR_TOOL_WORKER_UNAVAILABLE || rc == ERR_TIMEOUT ||
           rc == ERR_UNAUTHORIZED;
}

/* Does an original hold what its name says? false: lost or another. */
static enum err look(const struct base *b, struct str sha256, bool *whole,
                     uint64_t *bytes, struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES] = "";
    struct error why;
    struct stat st;
    int fd = -1;
    enum err rc = sha256.n == HASH_HEX_BYTES - 1
                      ? originals_open(b, sha256, &fd, &why)
                      : ERR_FILE_READ_FAILED;

    *whole = false;
    if (is_away(rc)) {
        *e = why;
        return rc;
    }
    if (!rc && hash_fd(fd, "an original", digest, &why) == OK) {
        hash_hex(digest, hex);
        *whole = str_is(sha256, hex);
        if (fstat(fd, &st) == 0)
            *bytes += (uint64_t)st.st_size;
    }
    fs_close(&fd);
    return OK;
}

/* One that is damaged here may be whole there. */
static void mend(const struct base *b, struct str sha256)
{
    struct error why;

    if (b->blobs && originals_replace(b, sha256, &why) == OK)
        log_warn("check", "a damaged original of %s was got from '%s'",
                 b->shown, b->blobs->shown);
}

/* Its documents may have been removed since they were listed: then so was the
 * original, and nothing is lost. Removing happens under the lock. */
static enum err look_again(const struct base *b, struct str sha256, bool *bad,
                           struct error *e)
{
    struct lease lock = LEASE_NONE;
    uint64_t bytes = 0;
    int64_t named = 0;
    bool whole = true;
    enum err rc = base_lock(b, &lock, e);

    if (!rc)
        rc = db_get_int(
            b->db, "SELECT 1 FROM document_version WHERE sha256 = ?1 LIMIT 1",
            DB_ARGS(db_text(sha256)), &named, e);
    if (!rc && named)
        rc = look(b, sha256, &whole, &bytes, e);
    if (!rc && !whole) {
        mend(b, sha256);
        rc = look(b, sha256, &whole, &bytes, e);
    }
    *bad = !rc && !whole;
    lease_close(&lock);
    return rc;
}

struct original {
    struct str sha256;
    struct str key;
};

static enum err list_originals(const struct base *b, struct arena *a,
                               struct original **list, size_t *n,
                               struct error *e)
{
    int64_t count = 0;
    size_t i = 0;
    struct db_rows r;
    enum err rc = db_get_int(b->db,
                             "SELECT count(DISTINCT sha256) FROM"
                             " document_version WHERE sha256 IS NOT NULL",
                             DB_NO_ARGS, &count, e);

    *list = rc ? NULL : arena_alloc_array(a, (size_t)count, sizeof(**list), e);
    if (!*list)
        return e->code;
    rc = db_query(b->db,
                  "SELECT sha256, min(key) FROM document_version JOIN document"
                  " ON document.id = document WHERE sha256 IS NOT NULL"
                  " GROUP BY sha256 ORDER BY min(key)",
                  DB_NO_ARGS, &r, e);
    while (!rc && i < (size_t)count && db_next(&r)) {
        rc = str_dup(db_column_text(&r, 0), a, &(*list)[i].sha256, e);
        if (!rc)
            rc = str_dup(db_column_text(&r, 1), a, &(*list)[i++].key, e);
    }
    *n = i;
    return db_finish(&r, rc, e);
}

static enum err check_originals(const struct base *b,
                                const struct damage_list *to,
                                struct check_counts *counts, struct error *e)
{
    struct original *list = NULL;
    struct arena a;
    size_t n = 0;
    enum err rc;

    arena_init(&a, (size_t)1 << 30);
    rc = list_originals(b, &a, &list, &n, e);
    for (size_t i = 0; i < n && !rc; i++) {
        bool bad = false;
        bool whole = false;

        rc = look(b, list[i].sha256, &whole, &counts->bytes, e);
        if (!rc && !whole)
            rc = look_again(b, list[i].sha256, &bad, e);
        if (bad)
            to->found(to->ctx, "original", list[i].key,
                      "its original is damaged or lost");
    }
    counts->originals += n;
    arena_release(&a);
    return rc;
}

static enum err count(const struct base *b, struct check_counts *counts,
                      struct error *e)
{
    int64_t bytes = 0;
    enum err rc =
        db_get_int(b->db, "SELECT count(*) FROM document WHERE removed = 0",
                   DB_NO_ARGS, &counts->documents, e);

    if (!rc)
        rc = db_get_int(b->db, "SELECT count(*) FROM document_version",
                        DB_NO_ARGS, &counts->versions, e);
    if (!rc)
        rc = db_size(b->db, &bytes, e);
    counts->bytes += (uint64_t)bytes;
    return rc;
}

/* One state of the database, however long the looking takes. */
static enum err check_database(const struct base *b,
                               const struct damage_list *to,
                               struct check_counts *counts, struct error *e)
{
    enum err rc = db_begin_read(b->db, e);

    if (rc)
        return rc;
    rc = db_check(b->db, e);
    if (!rc)
        rc = count(b, counts, e);
    if (!rc)
        rc = damage_find_catalog(b, to, e);
    if (!rc)
        rc = data_check(b, to, e);
    return db_end(b->db, rc, e);
}

enum err check_canonical(const struct base *b, const struct damage_list *to,
                         struct check_counts *counts, struct error *e)
{
    struct error why;
    enum err rc = check_database(b, to, counts, &why);

    if (rc == ERR_FILE_READ_FAILED) {
        to->found(to->ctx, "database", STR(""), why.msg);
        return OK;
    }
    if (rc) {
        *e = why;
        return rc;
    }
    return check_originals(b, to, counts, e);
}
