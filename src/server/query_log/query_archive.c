#include "server/query_log/query_archive.h"

#include "base/json.h"
#include "server/query_log/query_row.h"
#include "store/catalog/log_archive.h"

#include <errno.h>
#include <unistd.h>

#define BATCH_ROWS  1000
#define BATCH_BYTES ((size_t)16 << 20) /* then a file is full */
#define FILE_BYTES  (4 * BATCH_BYTES)  /* with its last question */
#define ARENA_BYTES ((size_t)256 << 20)
#define DAY_CHARS   10 /* 2026-01-15 */

/* Of a base that is there, or of none: what may be archived. */
#define MAY_BE_KEPT "(base IS NULL OR base_id IN (SELECT id FROM base))"

/* ---- from the log to a file ---- */

/* The oldest questions of a base and a day. */
struct batch {
    struct buf lines;
    struct str base_id; /* these are in the arena */
    struct str first;   /* its id */
    struct str last;    /* its id, and when it was asked */
    struct str last_at;
    size_t n;
};

static enum err take_row(const struct db_rows *rows, struct batch *b,
                         struct arena *a, struct error *e)
{
    struct jsonw w;

    if (b->n == 0 &&
        (str_dup(db_column_text(rows, QUERY_ROW_BASE_ID), a, &b->base_id, e) ||
         str_dup(db_column_text(rows, QUERY_ROW_ID), a, &b->first, e)))
        return e->code;
    if (str_dup(db_column_text(rows, QUERY_ROW_ID), a, &b->last, e) ||
        str_dup(db_column_text(rows, QUERY_ROW_CREATED_AT), a, &b->last_at, e))
        return e->code;
    jsonw_init(&w, &b->lines);
    query_row_write(rows, &w);
    buf_put_char(&b->lines, '\n');
    b->n++;
    return OK;
}

/* Is the row of the same base and day, and is there still place? */
static bool goes_on(const struct db_rows *rows, const struct batch *b)
{
    const struct str at = db_column_text(rows, QUERY_ROW_CREATED_AT);

    return b->n == 0 ||
           (b->n < BATCH_ROWS && b->lines.n < BATCH_BYTES &&
            str_eq(db_column_text(rows, QUERY_ROW_BASE_ID), b->base_id) &&
            str_eq(str_slice(at, 0, DAY_CHARS),
                   str_slice(b->last_at, 0, DAY_CHARS)));
}

static enum err read_batch(struct registry *r, struct str until,
                           struct batch *b, struct arena *a, struct error *e)
{
    struct db_rows rows;
    enum err rc =
        db_query(r->db,
                 "SELECT " QUERY_ROW_COLUMNS " FROM query_log"
                 " WHERE created_at < ?1 AND " MAY_BE_KEPT
                 " ORDER BY coalesce(base_id, ''), created_at, id"
                 " LIMIT ?2",
                 DB_ARGS(db_text(until), db_int(BATCH_ROWS)), &rows, e);

    while (!rc && db_next(&rows) && goes_on(&rows, b))
        rc = take_row(&rows, b, a, e);
    return db_finish(&rows, rc, e);
}

static enum err write_batch(const struct registry *r, struct batch *b,
                            struct arena *a, struct error *e)
{
    const char *folder;
    struct str text, path;
    enum err rc = buf_finish(&b->lines, &text, e);

    if (!rc)
        rc = log_archive_folder(r->home, b->base_id, a, &folder, e);
    if (!rc)
        rc = fs_mkdirs(folder, LOG_ARCHIVE, e);
    if (!rc)
        rc = str_printf(a, &path, e, "%s/%.*s.%.*s.jsonl", folder, DAY_CHARS,
                        b->last_at.p, STR_FMT(b->first));
    return rc ? rc : fs_write_atomic(path.p, LOG_ARCHIVE, text, true, e);
}

static enum err delete_batch(struct registry *r, const struct batch *b,
                             struct error *e)
{
    return db_run(r->db,
                  "DELETE FROM query_log WHERE coalesce(base_id, '') = ?1"
                  " AND (created_at, id) <= (?2, ?3) AND " MAY_BE_KEPT,
                  DB_ARGS(db_text(b->base_id.n ? b->base_id : STR("")),
                          db_text(b->last_at), db_text(b->last)),
                  e);
}

/* One file; `n` is 0 where there was nothing to write. */
static enum err take_batch(struct registry *r, struct str until, size_t *n,
                           struct error *e)
{
    struct batch b = {.n = 0};
    struct arena a;
    enum err rc = db_begin_write(r->db, e);

    *n = 0;
    if (rc)
        return rc;
    arena_init(&a, ARENA_BYTES);
    buf_init(&b.lines, FILE_BYTES);
    rc = read_batch(r, until, &b, &a, e);
    if (!rc && b.n > 0)
        rc = write_batch(r, &b, &a, e);
    if (!rc && b.n > 0)
        rc = delete_batch(r, &b, e);
    rc = db_end(r->db, rc, e);
    *n = rc ? 0 : b.n;
    buf_release(&b.lines);
    arena_release(&a);
    return rc;
}

enum err query_archive_take(struct registry *r,
                            const struct query_archive_rules *rules,
                            int64_t now_s, struct error *e)
{
    struct arena a;
    struct str until;
    size_t n = 1;
    enum err rc;

    arena_init(&a, (size_t)16 * 1024);
    rc = db_get_text(r->db, "SELECT strftime('%Y-%m-%dT', ?1, 'unixepoch')",
                     DB_ARGS(db_int(query_archive_before(now_s, rules->days))),
                     &a, &until, e);
    while (!rc && n > 0)
        rc = take_batch(r, until, &n, e);
    arena_release(&a);
    return rc;
}

/* ---- from the files ---- */

/* All files of the archive. */
struct archive {
    const char *root;
    struct str *path; /* path[n] below it: "<id>/<day>.<first>.jsonl" */
    size_t n;
};

static enum err list_files(const struct registry *r, struct arena *a,
                           struct archive *out, struct error *e)
{
    enum err rc = log_archive_root(r->home, a, &out->root, e);

    out->n = 0;
    if (!rc)
        rc = fs_list_tree(out->root, LOG_ARCHIVE, a, &out->path, &out->n, e);
    if (rc == ERR_NOT_FOUND)
        return OK;
    return rc;
}

static struct str base_of(struct str path)
{
    return str_slice(path, 0, str_find_char(path, '/'));
}

static enum err remove_file(const struct archive *x, size_t i, struct arena *a,
                            struct error *e)
{
    struct str path;
    enum err rc =
        str_printf(a, &path, e, "%s/%.*s", x->root, STR_FMT(x->path[i]));

    if (!rc && unlink(path.p) != 0 && errno != ENOENT)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "remove", LOG_ARCHIVE, errno, e);
    return rc;
}

/* Does it belong to a removed base? Those without a base never do. */
static enum err is_left(struct registry *r, struct str id, bool *left,
                        struct error *e)
{
    bool has = true;
    enum err rc =
        str_is(id, LOG_ARCHIVE_NO_BASE) ? OK : registry_has_id(r, id, &has, e);

    *left = !has;
    return rc;
}

static enum err expire_files(struct registry *r, struct str until,
                             struct arena *a, struct error *e)
{
    struct archive x;
    struct str checked = {0};
    bool left = false;
    enum err rc = list_files(r, a, &x, e);

    for (size_t i = 0; i < x.n && !rc; i++) {
        const struct str id = base_of(x.path[i]);
        const struct str day =
            str_slice(str_after_last(x.path[i], '/'), 0, DAY_CHARS);

        if (!str_eq(id, checked))
            rc = is_left(r, id, &left, e);
        checked = id;
        if (!rc && (left || str_cmp(day, until) < 0))
            rc = remove_file(&x, i, a, e);
    }
    return rc;
}

enum err query_archive_expire(struct registry *r,
                              const struct query_archive_rules *rules,
                              int64_t now_s, struct error *e)
{
    struct arena a;
    const int64_t before =
        query_archive_before(now_s, rules->days + rules->archive_days);
    struct str until;
    enum err rc = db_begin_write(r->db, e);

    if (rc)
        return rc;
    arena_init(&a, ARENA_BYTES);
    rc = db_get_text(r->db, "SELECT strftime('%Y-%m-%d', ?1, 'unixepoch')",
                     DB_ARGS(db_int(before)), &a, &until, e);
    if (!rc)
        rc = expire_files(r, until, &a, e);
    arena_release(&a);
    return db_end(r->db, rc, e);
}

/* ---- what a session asked ---- */

/* The lines of a file that are not of the session. */
static enum err keep_others(struct str text, struct str session,
                            struct buf *out, int64_t *removed, struct error *e)
{
    struct arena a;
    enum err rc = OK;

    arena_init(&a, ARENA_BYTES);
    while (text.n > 0 && !rc) {
        const size_t end = str_find_char(text, '\n');
        const struct str line = str_slice(text, 0, end);
        struct json *tree = NULL;

        arena_reset(&a);
        rc = json_parse(line, &json_answer_limits, &a, &tree, e);
        if (!rc && str_eq(json_text(json_find(tree, "session_id")), session)) {
            ++*removed;
        } else if (!rc) {
            buf_put_str(out, line);
            buf_put_char(out, '\n');
        }
        text = str_slice(text, end + 1, text.n);
    }
    arena_release(&a);
    return rc;
}

static enum err forget_in(const struct archive *x, size_t i, struct str session,
                          int64_t *removed, struct error *e)
{
    const int64_t before = *removed;
    struct arena a;
    struct buf b;
    struct str path, text, kept;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    buf_init(&b, FILE_BYTES);
    rc = str_printf(&a, &path, e, "%s/%.*s", x->root, STR_FMT(x->path[i]));
    if (!rc)
        rc = fs_read_file(path.p, LOG_ARCHIVE, FILE_BYTES, &a, &text, e);
    if (!rc)
        rc = keep_others(text, session, &b, removed, e);
    if (!rc)
        rc = buf_finish(&b, &kept, e);
    if (!rc && kept.n == 0)
        rc = remove_file(x, i, &a, e);
    else if (!rc && *removed > before)
        rc = fs_write_atomic(path.p, LOG_ARCHIVE, kept, true, e);
    buf_release(&b);
    arena_release(&a);
    return rc;
}

enum err query_archive_forget(struct registry *r, struct str session,
                              int64_t *removed, struct error *e)
{
    struct arena a;
    struct archive x;
    enum err rc;

    *removed = 0;
    arena_init(&a, ARENA_BYTES);
    rc = list_files(r, &a, &x, e);
    for (size_t i = 0; i < x.n && !rc; i++)
        rc = forget_in(&x, i, session, removed, e);
    arena_release(&a);
    return rc;
}
