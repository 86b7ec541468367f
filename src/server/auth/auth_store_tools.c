/* auth_store_tools.c - bound tools and exposures in the home's database. */
#include "server/auth/auth_store.h"

#include "base/clock.h"
#include "server/auth/auth_store_text.h"
#include "server/auth/tool_right.h"

/* ---- bound tools ---- */

static enum err check_binding(const struct tool_request *w, struct error *e)
{
    enum err rc = store_check_name("a tool", w->name, e);

    if (!rc && tool_spec_find(w->name))
        return error_set(e, ERR_CONFLICT,
                         "'%.*s' is a tool already; give the bound one a name "
                         "of its own",
                         STR_FMT(w->name));
    if (!rc)
        rc = tool_right_check_name(w->type, true, e);
    if (!rc && w->path.n > 0 && w->path.p[0] != '/')
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a path is a JSON Pointer and begins with '/'; the "
                         "empty one is the whole tree");
    if (!rc && str_is(w->path, "/"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'/' is the value whose key is empty; the whole tree "
                         "is the empty path, which is what it is without one");
    return rc;
}

enum err tool_bind(struct registry *r, const struct tool_request *w,
                   struct arena *a, struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    struct base_entry found;
    enum err rc = check_binding(w, e);

    if (rc || registry_find(r, w->base, a, &found, e))
        return e->code;
    clock_wall_iso(now);
    rc = db_run(r->db,
                "INSERT INTO bound_tool(name, type, base_id, path, created_at)"
                " VALUES (?1, ?2, ?3, ?4, ?5)",
                DB_ARGS(db_text(w->name), db_text(w->type), db_text(found.id),
                        db_text(w->path), db_text(str_from(now))),
                e);
    return rc == ERR_CONFLICT
               ? error_set(e, ERR_CONFLICT, "there is a tool '%.*s' already",
                           STR_FMT(w->name))
               : rc;
}

static enum err no_tool(struct str name, struct error *e)
{
    return error_set(e, ERR_NOT_FOUND,
                     "there is no bound tool '%.*s'; 'quarry tool list' lists "
                     "them",
                     STR_FMT(name));
}

enum err tool_enable(struct registry *r, struct str name, bool enabled,
                     struct error *e)
{
    enum err rc =
        db_run(r->db, "UPDATE bound_tool SET enabled = ?2 WHERE name = ?1",
               DB_ARGS(db_text(name), db_int(enabled)), e);

    return !rc && db_changes(r->db) == 0 ? no_tool(name, e) : rc;
}

enum err tool_remove(struct registry *r, struct str name, struct error *e)
{
    enum err rc = db_run(r->db, "DELETE FROM bound_tool WHERE name = ?1",
                         DB_ARGS(db_text(name)), e);

    return !rc && db_changes(r->db) == 0 ? no_tool(name, e) : rc;
}

static void write_tool(const struct db_rows *rows, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "name", db_column_text(rows, 0));
    jsonw_member_str(w, "type", db_column_text(rows, 1));
    jsonw_member_str(w, "base", db_column_text(rows, 2));
    jsonw_member_str(w, "path", db_column_text(rows, 3));
    jsonw_member_cstr(w, "status",
                      db_column_int(rows, 4) ? "enabled" : "disabled");
    jsonw_member_str(w, "created_at", db_column_text(rows, 5));
    jsonw_end_object(w);
}

enum err tool_write_list(struct registry *r, struct jsonw *w, struct error *e)
{
    struct db_rows rows;
    enum err rc = db_query(r->db,
                           "SELECT t.name, t.type, b.name, t.path, t.enabled,"
                           " t.created_at FROM bound_tool t"
                           " JOIN base b ON b.id = t.base_id ORDER BY t.name",
                           DB_NO_ARGS, &rows, e);

    jsonw_begin_object(w);
    jsonw_key(w, "tools");
    jsonw_begin_array(w);
    while (!rc && db_next(&rows))
        write_tool(&rows, w);
    jsonw_end_array(w);
    jsonw_end_object(w);
    return db_finish(&rows, rc, e);
}

/* ---- exposures ---- */

/* "https://example.org:8443": a scheme, a host, no path; or "null", which
 * nobody should allow and is refused. */
static bool is_origin(struct str s)
{
    struct str rest = str_starts(s, STR("https://"))  ? str_slice(s, 8, s.n)
                      : str_starts(s, STR("http://")) ? str_slice(s, 7, s.n)
                                                      : (struct str){0};

    for (size_t i = 0; i < rest.n; i++) {
        char c = rest.p[i];

        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ||
              c == '-' || c == ':' || c == '[' || c == ']'))
            return false;
    }
    return rest.n > 0 && rest.n < 300;
}

/* The spec of a tool's name: its own, or that of a bound one of the base. */
static enum err find_type(struct registry *r, const struct exposure_request *w,
                          struct str tool, struct arena *a,
                          const struct tool_spec **out, struct error *e)
{
    struct str type = tool;
    enum err rc;

    *out = tool_spec_find(tool);
    if (*out)
        return OK;
    rc = db_get_text(r->db,
                     "SELECT type FROM bound_tool WHERE name = ?1"
                     " AND base_id = (SELECT id FROM base WHERE name = ?2)",
                     DB_ARGS(db_text(tool), db_text(w->base)), a, &type, e);
    if (!rc)
        *out = tool_spec_find(type);
    if (!rc && !*out)
        return error_set(e, ERR_NOT_FOUND,
                         "there is no tool '%.*s' of base '%.*s'; 'quarry tool "
                         "bind' makes one",
                         STR_FMT(tool), STR_FMT(w->base));
    return rc;
}

static enum err check_tools(struct registry *r,
                            const struct exposure_request *w, struct arena *a,
                            struct error *e)
{
    const struct tool_spec *c;

    if (w->n_tools == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "an exposure needs tools; name them "
                         "with --tools");
    for (size_t i = 0; i < w->n_tools; i++) {
        if (find_type(r, w, w->tools[i], a, &c, e))
            return e->code;
        if (!(w->rights & (unsigned)tool_right_of(c)))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "'%.*s' writes, which needs --rights read,write",
                             STR_FMT(w->tools[i]));
    }
    return OK;
}

static enum err check_exposure(struct registry *r,
                               const struct exposure_request *w,
                               struct arena *a, struct error *e)
{
    struct base_entry found;
    enum err rc = store_check_name("an exposure", w->name, e);

    if (rc || registry_find(r, w->base, a, &found, e) ||
        check_tools(r, w, a, e))
        return e->code;
    if (w->rights & RIGHT_ADMIN)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "an exposure cannot have the right to admin");
    for (size_t i = 0; i < w->n_origins; i++)
        if (!is_origin(w->origins[i]))
            return error_set(
                e, ERR_VALIDATION_FAILED,
                "'%.*s' is not an origin; write it as https://example.org",
                STR_FMT(w->origins[i]));
    return OK;
}

/* Under the writer's lock. */
static enum err insert_exposure(struct registry *r,
                                const struct exposure_request *w,
                                struct arena *a, const struct token *t,
                                struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    struct base_entry base;
    struct str tools;
    struct str origins;
    enum err rc;

    if (registry_find(r, w->base, a, &base, e) ||
        store_names_text(w->tools, w->n_tools, a, &tools, e) ||
        store_names_text(w->origins, w->n_origins, a, &origins, e))
        return e->code;
    clock_wall_iso(now);
    rc = db_run(r->db,
                "INSERT INTO exposure(name, base_id, tools, origins, rights,"
                " public, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                DB_ARGS(db_text(w->name), db_text(base.id), db_text(tools),
                        db_text(origins), db_int(w->rights),
                        db_int(w->is_public), db_text(str_from(now))),
                e);
    if (rc == ERR_CONFLICT)
        return error_set(e, rc, "there is an exposure '%.*s' already",
                         STR_FMT(w->name));
    return rc ? rc
              : db_run(r->db,
                       "INSERT INTO token(id, hash, rights, exposure,"
                       " created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
                       DB_ARGS(db_text(str_from(t->id)),
                               db_blob((struct str){(const char *)t->hash,
                                                    HASH_BYTES}),
                               db_int(w->rights), db_text(w->name),
                               db_text(str_from(now))),
                       e);
}

enum err exposure_create(struct registry *r, const struct exposure_request *w,
                         struct arena *a, struct token *out, struct error *e)
{
    enum err rc = check_exposure(r, w, a, e);

    if (rc || token_make(out, e) || db_begin_write(r->db, e))
        return e->code;
    return db_end(r->db, insert_exposure(r, w, a, out, e), e);
}

enum err exposure_remove(struct registry *r, struct str name, struct error *e)
{
    enum err rc = db_run(r->db, "DELETE FROM exposure WHERE name = ?1",
                         DB_ARGS(db_text(name)), e);

    if (!rc && db_changes(r->db) == 0)
        return error_set(e, ERR_NOT_FOUND,
                         "there is no exposure '%.*s'; run 'quarry exposure "
                         "list' to see them",
                         STR_FMT(name));
    return rc;
}

static void write_exposure(const struct db_rows *rows, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "name", db_column_text(rows, 0));
    jsonw_member_str(w, "base", db_column_text(rows, 1));
    jsonw_member_raw(w, "tools", db_column_text(rows, 2));
    jsonw_member_raw(w, "origins", db_column_text(rows, 3));
    store_write_rights((unsigned)db_column_int(rows, 4), w);
    jsonw_member_bool(w, "public", db_column_int(rows, 5) != 0);
    jsonw_member_str(w, "created_at", db_column_text(rows, 6));
    jsonw_end_object(w);
}

enum err exposure_write_list(struct registry *r, struct jsonw *w,
                             struct error *e)
{
    struct db_rows rows;
    enum err rc = db_query(r->db,
                           "SELECT x.name, b.name, x.tools, x.origins,"
                           " x.rights, x.public, x.created_at FROM exposure x"
                           " JOIN base b ON b.id = x.base_id ORDER BY x.name",
                           DB_NO_ARGS, &rows, e);

    jsonw_begin_object(w);
    jsonw_key(w, "exposures");
    jsonw_begin_array(w);
    while (!rc && db_next(&rows))
        write_exposure(&rows, w);
    jsonw_end_array(w);
    jsonw_end_object(w);
    return db_finish(&rows, rc, e);
}
