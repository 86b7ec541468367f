#include "server/auth/auth_store.h"

#include "base/clock.h"
#include "server/auth/auth_store_text.h"
#include "server/auth/tool_right.h"

/* ---- what all of them do ---- */

enum err store_check_name(const char *what, struct str name, struct error *e)
{
    bool good = name.n > 0 && name.n <= STORE_MAX_NAME;

    for (size_t i = 0; i < name.n && good; i++)
        good = (name.p[i] >= 'a' && name.p[i] <= 'z') ||
               (name.p[i] >= '0' && name.p[i] <= '9') || name.p[i] == '_' ||
               name.p[i] == '-';
    return good ? OK
                : error_set(e, ERR_VALIDATION_FAILED,
                            "the name of %s is lower-case letters, digits, "
                            "'_' and '-', up to %d",
                            what, STORE_MAX_NAME);
}

enum err store_names_text(const struct str *names, size_t n, struct arena *a,
                          struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    if (n > STORE_MAX_NAMES)
        return error_set(e, ERR_VALIDATION_FAILED, "at most %d names",
                         STORE_MAX_NAMES);
    buf_init(&b, STORE_LIST_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_array(&w);
    for (size_t i = 0; i < n; i++)
        jsonw_str(&w, names[i]);
    jsonw_end_array(&w);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* ---- rights and times ---- */

static const struct {
    const char *name;
    enum right right;
} rights_by_name[] = {
    {"read", RIGHT_READ}, {"write", RIGHT_WRITE}, {"admin", RIGHT_ADMIN}};

enum err rights_read(const struct str *names, size_t n, unsigned *rights,
                     struct error *e)
{
    *rights = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned found = 0;

        for (size_t k = 0; k < COUNT_OF(rights_by_name); k++)
            if (str_is(names[i], rights_by_name[k].name))
                found = rights_by_name[k].right;
        if (!found)
            return error_set(
                e, ERR_VALIDATION_FAILED,
                "'%.*s' is not a right; the rights are read, write and admin",
                STR_FMT(names[i]));
        *rights |= found;
    }
    return *rights
               ? OK
               : error_set(e, ERR_VALIDATION_FAILED,
                           "no right is given; the rights are read, write and "
                           "admin");
}

void store_write_rights(unsigned rights, struct jsonw *w)
{
    jsonw_key(w, "rights");
    jsonw_begin_array(w);
    for (size_t k = 0; k < COUNT_OF(rights_by_name); k++)
        if (rights & (unsigned)rights_by_name[k].right)
            jsonw_cstr(w, rights_by_name[k].name);
    jsonw_end_array(w);
}

enum err expiry_read(struct str text, int64_t *seconds, struct error *e)
{
    static const struct {
        char unit;
        int64_t seconds;
    } units[] = {{'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 7 * 86400}};
    struct str digits = str_slice(text, 0, text.n ? text.n - 1 : 0);
    struct error ignored;
    uint64_t n = 0;

    for (size_t k = 0; k < COUNT_OF(units) && text.n > 1; k++) {
        if (text.p[text.n - 1] != units[k].unit ||
            str_parse_u64(digits, 10000, &n, &ignored) || n == 0)
            continue;
        *seconds = (int64_t)n * units[k].seconds;
        return OK;
    }
    return error_set(
        e, ERR_VALIDATION_FAILED,
        "'%.*s' is not a time to live; write it as 90d, 12h or 30m",
        STR_FMT(text));
}

/* ---- tokens ---- */

static enum err check_tools(const struct scope *tools, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < tools->n && !rc; i++)
        rc = tool_right_check_name(tools->names[i], false, e);
    return rc;
}

/* The same bases, named by their ids. */
static enum err find_ids(struct registry *r, const struct scope *bases,
                         struct arena *a, struct scope *out, struct error *e)
{
    struct str *ids = arena_alloc_array(a, bases->n, sizeof(*ids), e);
    enum err rc = OK;

    if (!ids)
        return e->code;
    for (size_t i = 0; i < bases->n && !rc; i++) {
        struct base_entry found;

        rc = registry_find(r, bases->names[i], a, &found, e);
        ids[i] = found.id;
    }
    *out = (struct scope){.all = bases->all, .names = ids, .n = bases->n};
    return rc;
}

/* Null where all are reached. */
static enum err scope_value(const struct scope *s, struct arena *a,
                            struct db_value *out, struct error *e)
{
    struct str text;
    enum err rc;

    *out = db_null();
    if (s->all)
        return OK;
    rc = store_names_text(s->names, s->n, a, &text, e);
    if (!rc)
        *out = db_text(text);
    return rc;
}

enum err token_create(struct registry *r, const struct token_request *w,
                      struct arena *a, struct token *out, struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    struct db_value bases;
    struct db_value tools;
    struct scope ids = {0};

    if (find_ids(r, &w->bases, a, &ids, e) || check_tools(&w->tools, e) ||
        scope_value(&ids, a, &bases, e) ||
        scope_value(&w->tools, a, &tools, e) || token_make(out, e))
        return e->code;
    clock_wall_iso(now);
    return db_run(
        r->db,
        "INSERT INTO token(id, hash, rights, base_ids, tools, created_at,"
        " expires_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        DB_ARGS(db_text(str_from(out->id)),
                db_blob((struct str){(const char *)out->hash, HASH_BYTES}),
                db_int(w->rights), bases, tools, db_text(str_from(now)),
                w->seconds ? db_int(clock_wall_ms() / 1000 + w->seconds)
                           : db_null()),
        e);
}

/* A JSON list of ours, or null. */
static void write_list_member(struct jsonw *w, const char *key,
                              const struct db_rows *rows, int column)
{
    if (db_column_is_null(rows, column))
        jsonw_member_null(w, key);
    else
        jsonw_member_raw(w, key, db_column_text(rows, column));
}

static void write_token(const struct db_rows *rows, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "id", db_column_text(rows, 0));
    store_write_rights((unsigned)db_column_int(rows, 1), w);
    write_list_member(w, "bases", rows, 2);
    write_list_member(w, "tools", rows, 3);
    jsonw_member_text(w, "exposure", db_column_text(rows, 4));
    jsonw_member_str(w, "created_at", db_column_text(rows, 5));
    jsonw_member_text(w, "expires_at", db_column_text(rows, 6));
    jsonw_member_bool(w, "expired", db_column_int(rows, 7) != 0);
    jsonw_end_object(w);
}

enum err token_write_list(struct registry *r, struct jsonw *w, struct error *e)
{
    struct db_rows rows;
    enum err rc = db_query(
        r->db,
        "SELECT t.id, t.rights,"
        " CASE WHEN x.name IS NOT NULL THEN"
        "  json_array((SELECT name FROM base WHERE id = x.base_id))"
        "  WHEN t.base_ids IS NOT NULL THEN" STORE_BASE_NAMES(
            "t.base_ids") " END,"
                          " ifnull(x.tools, t.tools), t.exposure, t.created_at,"
                          " strftime('%Y-%m-%dT%H:%M:%SZ', t.expires_at, 'unixepoch'),"
                          " t.expires_at <= ?1 FROM token t"
                          " LEFT JOIN exposure x ON x.name = t.exposure"
                          " ORDER BY t.created_at, t.id",
        DB_ARGS(db_int(clock_wall_ms() / 1000)), &rows, e);

    jsonw_begin_object(w);
    jsonw_key(w, "tokens");
    jsonw_begin_array(w);
    while (!rc && db_next(&rows))
        write_token(&rows, w);
    jsonw_end_array(w);
    jsonw_end_object(w);
    return db_finish(&rows, rc, e);
}

enum err token_revoke(struct registry *r, struct str id, struct error *e)
{
    enum err rc = db_run(r->db, "DELETE FROM token WHERE id = ?1",
                         DB_ARGS(db_text(id)), e);

    if (!rc && db_changes(r->db) == 0)
        return error_set(e, ERR_NOT_FOUND,
                         "there is no token '%.*s'; 'quarry token list' lists "
                         "them",
                         STR_FMT(id));
    return rc;
}
