#include "store/json_document/mount.h"

#include <string.h>

#define POINTER_ROOM ((size_t)2 * POINTER_MAX_BYTES)

/* ?2 is the version that is looked at, or 0 for now. */
#define STANDS                               \
    " CASE ?2 WHEN 0 THEN died IS NULL ELSE" \
    " born <= ?2 AND (died IS NULL OR died > ?2) END "

/* The document whose place is the first n tokens, for some n. */
static enum err find_exact(const struct base *b, int64_t at, struct arena *a,
                           struct mounted *m, struct error *e)
{
    enum err rc = OK;

    for (size_t n = 1; n <= m->pointer.n && !m->document && !rc; n++) {
        const struct pointer part = {m->pointer.token, n};
        struct str text;

        rc = pointer_text(&part, a, &text, e);
        if (!rc)
            rc =
                db_get_int(b->db,
                           "SELECT document FROM mount WHERE pointer = ?1"
                           " AND" STANDS,
                           DB_ARGS(db_text(text), db_int(at)), &m->document, e);
        m->inner = (struct pointer){m->pointer.token + n, m->pointer.n - n};
    }
    return rc;
}

/* The first token is a name: the pointer with the key of that document. */
static enum err use_name(const struct base *b, int64_t at, struct arena *a,
                         struct mounted *m, struct error *e)
{
    struct str *token;
    struct str place;
    struct pointer found;
    enum err rc = db_get_text(
        b->db,
        "SELECT max(pointer) FROM mount JOIN document d ON d.id = document"
        " WHERE d.name = ?1 AND" STANDS "HAVING count(*) = 1",
        DB_ARGS(db_text(m->pointer.token[0]), db_int(at)), a, &place, e);

    if (rc || place.n == 0)
        return rc;
    rc = pointer_parse(place, a, &found, e);
    token =
        rc ? NULL
           : arena_alloc_array(a, found.n + m->pointer.n, sizeof(*token), e);
    if (!token)
        return e->code;
    memcpy(token, found.token, found.n * sizeof(*token));
    memcpy(token + found.n, m->pointer.token + 1,
           (m->pointer.n - 1) * sizeof(*token));
    m->pointer = (struct pointer){token, found.n + m->pointer.n - 1};
    return find_exact(b, at, a, m, e);
}

/* The range of texts that begin with a pointer and '/': '0' comes after it. */
static enum err range_below(const struct pointer *p, struct arena *a,
                            struct str *low, struct str *high, struct error *e)
{
    struct str text;
    enum err rc = pointer_text(p, a, &text, e);

    if (!rc)
        rc = str_printf(a, low, e, "%.*s/", STR_FMT(text));
    return rc ? rc : str_printf(a, high, e, "%.*s0", STR_FMT(text));
}

static enum err look_below(const struct base *b, int64_t at, struct arena *a,
                           struct mounted *m, struct error *e)
{
    struct str low, high;
    int64_t one = 0;
    enum err rc = range_below(&m->pointer, a, &low, &high, e);

    if (!rc)
        rc = db_get_int(b->db,
                        "SELECT 1 FROM mount WHERE pointer >= ?1 AND"
                        " pointer < ?3 AND" STANDS "LIMIT 1",
                        DB_ARGS(db_text(low), db_int(at), db_text(high)), &one,
                        e);
    m->is_above = one == 1 || m->pointer.n == 0;
    return rc;
}

enum err mount_find(const struct base *b, const struct pointer *p, int64_t at,
                    struct arena *a, struct mounted *out, struct error *e)
{
    enum err rc;

    *out = (struct mounted){.pointer = *p};
    rc = find_exact(b, at, a, out, e);
    if (!rc && !out->document)
        rc = look_below(b, at, a, out, e);
    if (!rc && !out->document && !out->is_above)
        rc = use_name(b, at, a, out, e);
    return rc;
}

enum err mount_list(const struct base *b, const struct pointer *p, int64_t at,
                    struct arena *a, struct mounts *out, struct error *e)
{
    struct str low, high;
    struct db_rows r = DB_ROWS_NONE;
    int64_t count = 0;
    enum err rc = range_below(p, a, &low, &high, e);

    if (!rc)
        rc = db_get_int(b->db,
                        "SELECT count(*) FROM mount WHERE pointer >= ?1 AND"
                        " pointer < ?3 AND" STANDS,
                        DB_ARGS(db_text(low), db_int(at), db_text(high)),
                        &count, e);
    *out = (struct mounts){0};
    if (rc)
        return rc;
    out->list = arena_alloc_array(a, (size_t)count, sizeof(*out->list), e);
    if (!out->list)
        return e->code;
    rc = db_query(b->db,
                  "SELECT pointer, document FROM mount WHERE pointer >= ?1 AND"
                  " pointer < ?3 AND" STANDS "ORDER BY pointer",
                  DB_ARGS(db_text(low), db_int(at), db_text(high)), &r, e);
    while (!rc && out->n < (size_t)count && db_next(&r)) {
        struct mount *m = &out->list[out->n++];

        m->document = db_column_int(&r, 1);
        rc = str_dup(db_column_text(&r, 0), a, &m->pointer, e);
    }
    return db_finish(&r, rc, e);
}

enum err mount_of(const struct base *b, int64_t document, int64_t at,
                  struct arena *a, struct str *pointer, struct error *e)
{
    enum err rc =
        db_get_text(b->db,
                    "SELECT pointer FROM mount WHERE document = ?1"
                    " AND" STANDS,
                    DB_ARGS(db_int(document), db_int(at)), a, pointer, e);

    if (!rc && pointer->n == 0)
        pointer->p = NULL;
    return rc;
}

enum err mount_end(const struct base *b, int64_t document, int64_t version,
                   struct error *e)
{
    return db_run(b->db,
                  "UPDATE mount SET died = ?2 WHERE document = ?1 AND"
                  " died IS NULL",
                  DB_ARGS(db_int(document), db_int(version)), e);
}

static enum err check_free(const struct base *b, int64_t document,
                           struct str pointer, struct arena *a, struct error *e)
{
    struct pointer p;
    struct mounted m = {0};
    enum err rc = pointer_parse(pointer, a, &p, e);

    m.pointer = p;
    if (!rc)
        rc = find_exact(b, 0, a, &m, e);
    if (!rc && !m.document)
        rc = look_below(b, 0, a, &m, e);
    if (rc || m.document == document || (!m.document && !m.is_above))
        return rc;
    return error_set(e, ERR_CONFLICT,
                     "another document is at that place of the base");
}

enum err mount_put(const struct base *b, int64_t document, struct str pointer,
                   int64_t version, struct error *e)
{
    struct arena a;
    enum err rc;

    arena_init(&a, 2 * POINTER_ROOM);
    rc = check_free(b, document, pointer, &a, e);
    if (!rc)
        rc = mount_end(b, document, version, e);
    if (!rc)
        rc = db_run(
            b->db,
            "INSERT INTO mount(document, pointer, born)"
            " VALUES (?1, ?2, ?3)",
            DB_ARGS(db_int(document), db_text(pointer), db_int(version)), e);
    arena_release(&a);
    return rc;
}
