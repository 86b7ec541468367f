/*
 * source_tree.c - a document whose JSON is in the base's tree is read from
 * the tree as it is now, edits included, and not from the file that was added.
 *
 * Its entry is named by the document's fingerprint and, with the options, the
 * pointer, so that an edited document is another entry, and one that was not
 * edited is found again without reading the tree. Those of older versions go
 * when a new one is made, so that a document that is edited and asked all day
 * has few.
 */
#include "tables/source_tree.h"

#include "store/json_document/data.h"

#include <string.h>
#include <time.h>

#define SUGGEST_DEPTH 3 /* of members looked at for what would do */
#define SUGGESTED     6

#define UNNAMED "records.json" /* the file that has the list */

#define OLDER_LOOKED_AT 500 /* versions of a document */
#define YOUNG_S         60  /* longer than from finding a table to opening it */

/* The pointer does not lead to a list of objects; say which would. */
static enum err no_list(const struct source *src, const struct records *r,
                        struct error *e)
{
    struct buf text;

    if (r->n == 0)
        return error_set(e, ERR_NOT_FOUND,
                         "'%s' is not a list of objects and contains none",
                         src->shown);
    buf_init(&text, sizeof(e->msg));
    for (size_t i = 0; i < r->n && i < SUGGESTED; i++)
        buf_printf(&text, "%s#%.*s", i ? ", " : "", STR_FMT(r->pointer[i]));
    if (r->n > SUGGESTED)
        buf_printf(&text, " and %zu more", r->n - SUGGESTED);
    (void)error_set(e, ERR_VALIDATION_FAILED,
                    "'%s' is not a list of objects; name one of those in it: "
                    "%.*s",
                    src->shown, STR_FMT(buf_str(&text)));
    buf_release(&text);
    return e->code;
}

/* The list that a value is, or the only one that it has. */
static enum err choose_list(struct source *src, struct str value,
                            struct arena *a, struct str *list, struct error *e)
{
    struct records r;
    struct buf b;
    enum err rc;

    buf_init(&b, POINTER_MAX_BYTES * 2);
    pointer_write(&src->pointer, &b);
    *list = value;
    if (records_is_list(value)) {
        rc = str_dup(buf_str(&b), a, &src->found, e);
        goto out;
    }
    rc = records_find(value, 1, a, &r, e);
    if (!rc && r.n == 1) {
        *list = r.value;
        buf_put_str(&b, r.pointer[0]);
        rc = str_dup(buf_str(&b), a, &src->found, e);
        goto out;
    }
    if (!rc && r.n == 0)
        rc = records_find(value, SUGGEST_DEPTH, a, &r, e);
    for (size_t i = 0; i < r.n && i < RECORDS_LISTED && !rc; i++)
        rc = str_printf(a, &r.pointer[i], e, "%.*s%.*s", STR_FMT(buf_str(&b)),
                        STR_FMT(r.pointer[i]));
    if (!rc)
        rc = no_list(src, &r, e);
out:
    buf_release(&b);
    return rc;
}

/* The value as it is in the version that the entry is named by: another edit
 * may have come since. */
static enum err read_value(struct source *src, struct buf *out, struct error *e)
{
    const struct document *d = &src->document;
    enum err rc = db_begin_read(src->base.db, e);

    if (!rc)
        rc = db_end(src->base.db,
                    data_get_document(&src->base, d->id, &src->pointer,
                                      d->version, out, e),
                    e);
    if (rc == ERR_NOT_FOUND)
        error_wrap(e, "'%s'", src->shown);
    return rc;
}

enum err source_tree_write(struct source *src, const char *folder,
                           struct arena *a, struct error *e)
{
    const char *path = fs_join(folder, UNNAMED, a, e);
    struct str list;
    struct buf value;
    enum err rc = path ? OK : e->code;

    buf_init(&value, DATA_MAX_BYTES);
    if (!rc)
        rc = read_value(src, &value, e);
    if (!rc)
        rc = buf_finish(&value, &list, e);
    if (!rc)
        rc = choose_list(src, list, a, &list, e);
    if (!rc && src->bytes < 0)
        src->bytes = (int64_t)list.n;
    if (!rc)
        rc = fs_open_unnamed(path, UNNAMED, &src->fd, e);
    if (!rc)
        rc = fs_append(src->fd, "a table\'s JSON", list, e);
    buf_release(&value);
    return rc;
}

enum err source_tree_lists(struct source *src, struct arena *a,
                           struct records *out, struct error *e)
{
    struct str text;
    struct buf value;
    enum err rc;

    *out = (struct records){0};
    buf_init(&value, DATA_MAX_BYTES);
    rc = read_value(src, &value, e);
    if (!rc)
        rc = buf_finish(&value, &text, e);
    if (!rc)
        rc = records_find(text, 1, a, out, e);
    out->value = (struct str){0};
    buf_release(&value);
    return rc;
}

enum err source_tree_options(const struct source *src, struct str options,
                             struct arena *a, struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    *out = options;
    if (!src->in_tree)
        return OK;
    buf_init(&b, options.n + POINTER_MAX_BYTES * 2);
    buf_put_str(&b, options);
    buf_put_char(&b, '#');
    pointer_write(&src->pointer, &b);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* A table that somebody has found may be opened a moment later. */
static bool is_young(const char *path)
{
    struct stat st;

    return stat(path, &st) != 0 || time(NULL) - st.st_mtime < YOUNG_S;
}

/* Two documents of one content share an entry. */
static bool is_present(const struct base *b, struct str fingerprint)
{
    struct error ignored;
    int64_t one = 0;

    return db_get_int(b->db,
                      "SELECT 1 FROM document d JOIN document_version v"
                      " ON v.document = d.id AND v.version = d.version"
                      " WHERE v.source_fingerprint = ?1 AND d.removed = 0"
                      " LIMIT 1",
                      DB_ARGS(db_text(fingerprint)), &one, &ignored) ||
           one == 1;
}

void source_tree_drop_older(const struct source *src, struct cache_key key,
                            struct arena *a)
{
    const struct document *d = &src->document;
    struct error ignored;
    struct db_rows r;
    enum err rc;

    if (!src->in_tree || src->is_old)
        return;
    rc = db_query(
        src->base.db,
        "SELECT source_fingerprint FROM document_version WHERE"
        " document = ?1 AND version < ?2"
        " ORDER BY version DESC LIMIT ?3",
        DB_ARGS(db_int(d->id), db_int(d->version), db_int(OLDER_LOOKED_AT)), &r,
        &ignored);
    while (!rc && db_next(&r)) {
        struct str fingerprint = db_column_text(&r, 0);
        struct cache_entry older;

        key.sha256 = str_cstr(fingerprint, a, &ignored);
        if (!key.sha256 ||
            cache_entry_init(src->home, &key, a, &older, &ignored))
            break;
        if (cache_entry_exists(&older) && !is_young(older.map) &&
            !is_present(&src->base, fingerprint))
            cache_entry_drop(&older);
    }
    (void)!db_finish(&r, rc, &ignored);
}
