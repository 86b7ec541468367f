#include "server/auth/token_snapshot.h"

#include "base/json.h"
#include "base/mem.h"
#include "server/auth/auth_store_text.h"

#include <stdlib.h>
#include <string.h>

#define SNAPSHOT_BYTES ((size_t)256 * 1024 * 1024) /* 100,000s of tokens */

uint64_t token_snapshot_key(struct str id)
{
    uint64_t key = hash_bytes(str_bytes(id), id.n);

    return key ? key : 1;
}

/* ---- reading rows ---- */

static enum err copy(const struct db_rows *rows, int column, struct arena *a,
                     struct str *out, struct error *e)
{
    return str_dup(db_column_text(rows, column), a, out, e);
}

/* ["a","b"] of ours as names[n]; what is damaged reaches nothing. */
static enum err read_names(struct str text, struct arena *a,
                           const struct str **names, size_t *n, struct error *e)
{
    struct json *list;
    struct str *out;

    *n = 0;
    if (json_parse(text, &json_default_limits, a, &list, e))
        return e->code;
    out = arena_alloc_array(a, list->count, sizeof(*out), e);
    if (!out)
        return e->code;
    for (const struct json *j = list->first; j; j = j->next)
        out[(*n)++] = json_text(j);
    *names = out;
    return OK;
}

static enum err read_scope(const struct db_rows *rows, int column,
                           struct arena *a, struct scope *out, struct error *e)
{
    *out = (struct scope){.all = db_column_is_null(rows, column)};
    return out->all ? OK
                    : read_names(db_column_text(rows, column), a, &out->names,
                                 &out->n, e);
}

/* The ids of the bases that the scope names. */
static enum err read_ids(const struct db_rows *rows, int column,
                         struct arena *a, struct scope *bases, struct error *e)
{
    size_t n = bases->n;

    return bases->all ? OK
                      : read_names(db_column_text(rows, column), a, &bases->ids,
                                   &n, e);
}

/* Room for as many as the count says; NULL on error. */
static void *make_room(struct registry *r, const char *count, size_t size,
                       struct token_snapshot *p, size_t *room, struct error *e)
{
    int64_t n = 0;

    if (db_get_int(r->db, count, DB_NO_ARGS, &n, e))
        return NULL;
    *room = (size_t)n;
    return arena_alloc_array(&p->arena, *room, size, e);
}

/* ---- bases ---- */

static enum err read_bases(struct registry *r, struct token_snapshot *p,
                           struct error *e)
{
    size_t room = 0;
    struct str *list =
        make_room(r, "SELECT count(*) FROM base", sizeof(*list), p, &room, e);
    struct db_rows rows;
    enum err rc;

    if (!list)
        return e->code;
    rc = db_query(r->db, "SELECT id FROM base ORDER BY id", DB_NO_ARGS, &rows,
                  e);
    while (!rc && p->n_bases < room && db_next(&rows))
        rc = copy(&rows, 0, &p->arena, &list[p->n_bases++], e);
    p->bases = list;
    return db_finish(&rows, rc, e);
}

static int compare_ids(const void *a, const void *b)
{
    const struct str *x = a;
    const struct str *y = b;

    return str_cmp(*x, *y);
}

bool token_snapshot_has_base(const struct token_snapshot *p, struct str id)
{
    return p->n_bases > 0 && bsearch(&id, p->bases, p->n_bases,
                                     sizeof(*p->bases), compare_ids) != NULL;
}

/* ---- bound tools ---- */

static enum err read_bound(struct registry *r, struct token_snapshot *p,
                           struct error *e)
{
    size_t room = 0;
    struct bound_tool *list =
        make_room(r, "SELECT count(*) FROM bound_tool WHERE enabled <> 0",
                  sizeof(*list), p, &room, e);
    struct db_rows rows;
    enum err rc;

    if (!list)
        return e->code;
    rc = db_query(r->db,
                  "SELECT t.name, t.type, b.name, t.path FROM bound_tool t"
                  " JOIN base b ON b.id = t.base_id"
                  " WHERE t.enabled <> 0 ORDER BY t.name",
                  DB_NO_ARGS, &rows, e);
    while (!rc && p->n_bound < room && db_next(&rows)) {
        struct bound_tool *t = &list[p->n_bound++];

        if (copy(&rows, 0, &p->arena, &t->name, e) ||
            copy(&rows, 1, &p->arena, &t->type, e) ||
            copy(&rows, 2, &p->arena, &t->base, e) ||
            copy(&rows, 3, &p->arena, &t->path, e))
            rc = e->code;
    }
    p->bound = list;
    return db_finish(&rows, rc, e);
}

/* Those of the snapshot that the grant reaches. */
static enum err choose_bound(struct token_snapshot *p, struct grant *g,
                             struct error *e)
{
    struct bound_tool *list =
        arena_alloc_array(&p->arena, p->n_bound, sizeof(*list), e);

    if (!list)
        return e->code;
    g->bound = list;
    g->n_bound = 0;
    for (size_t i = 0; i < p->n_bound; i++)
        if (scope_has(&g->bases, p->bound[i].base) &&
            scope_has(&g->tools, p->bound[i].name))
            list[g->n_bound++] = p->bound[i];
    return OK;
}

/* ---- exposures ---- */

/* Bound tools that are switched off are none of its tools. */
static enum err drop_disabled(struct registry *r, struct token_snapshot *p,
                              struct token_snapshot_exposure *x,
                              struct error *e)
{
    const struct str *names = x->grant.tools.names;
    struct str *kept =
        arena_alloc_array(&p->arena, x->grant.tools.n, sizeof(*kept), e);
    size_t n = 0;

    if (!kept)
        return e->code;
    for (size_t i = 0; i < x->grant.tools.n; i++) {
        int64_t off = 0;

        if (db_get_int(
                r->db,
                "SELECT 1 FROM bound_tool WHERE name = ?1"
                " AND (enabled = 0 OR base_id <> ?2)",
                DB_ARGS(db_text(names[i]), db_text(x->grant.bases.ids[0])),
                &off, e))
            return e->code;
        if (!off)
            kept[n++] = names[i];
    }
    x->grant.tools = (struct scope){.names = kept, .n = n};
    return OK;
}

static enum err read_exposure(const struct db_rows *rows,
                              struct token_snapshot *p,
                              struct token_snapshot_exposure *x,
                              struct error *e)
{
    struct base_entry *base = arena_alloc(&p->arena, sizeof(*base), e);

    if (!base || copy(rows, 0, &p->arena, &x->grant.exposure, e) ||
        copy(rows, 1, &p->arena, &base->name, e) ||
        copy(rows, 6, &p->arena, &base->id, e) ||
        read_scope(rows, 2, &p->arena, &x->grant.tools, e) ||
        read_names(db_column_text(rows, 3), &p->arena, &x->origins,
                   &x->n_origins, e))
        return e->code;
    x->grant.bases =
        (struct scope){.names = &base->name, .ids = &base->id, .n = 1};
    x->grant.rights = (unsigned)db_column_int(rows, 4);
    x->is_public = db_column_int(rows, 5) != 0;
    /* One that is made again over another base is another one. */
    x->key =
        token_snapshot_key(x->grant.exposure) ^ ~token_snapshot_key(base->id);
    if (!x->key)
        x->key = 2;
    return OK;
}

static enum err read_exposures(struct registry *r, struct token_snapshot *p,
                               struct error *e)
{
    struct db_rows rows;
    size_t room = 0;
    enum err rc;

    p->exposures = make_room(r, "SELECT count(*) FROM exposure",
                             sizeof(*p->exposures), p, &room, e);
    if (!p->exposures)
        return e->code;
    rc = db_query(r->db,
                  "SELECT x.name, b.name, x.tools, x.origins, x.rights,"
                  " x.public, b.id FROM exposure x"
                  " JOIN base b ON b.id = x.base_id ORDER BY x.name",
                  DB_NO_ARGS, &rows, e);
    while (!rc && p->n_exposures < room && db_next(&rows))
        rc = read_exposure(&rows, p, &p->exposures[p->n_exposures++], e);
    rc = db_finish(&rows, rc, e);
    for (size_t i = 0; i < p->n_exposures && !rc; i++) {
        rc = drop_disabled(r, p, &p->exposures[i], e);
        if (!rc)
            rc = choose_bound(p, &p->exposures[i].grant, e);
    }
    return rc;
}

/* ---- tokens ---- */

static enum err read_token(const struct db_rows *rows, struct token_snapshot *p,
                           struct token_snapshot_token *t, struct error *e)
{
    struct str hash = db_column_text(rows, 1);
    struct str exposure = db_column_text(rows, 5);

    if (hash.n != HASH_BYTES)
        return error_set(e, ERR_FILE_READ_FAILED, "a token is damaged");
    memcpy(t->hash, str_bytes(hash), HASH_BYTES);
    t->expires_s = db_column_int(rows, 6);
    t->exposure = exposure.n ? token_snapshot_find_exposure(p, exposure) : NULL;
    if (copy(rows, 0, &p->arena, &t->id, e))
        return e->code;
    t->key = token_snapshot_key(t->id);
    if (t->exposure) {
        t->grant = t->exposure->grant;
    } else if (exposure.n == 0) { /* else it reaches nothing */
        t->grant.rights = (unsigned)db_column_int(rows, 2);
        if (read_scope(rows, 3, &p->arena, &t->grant.bases, e) ||
            read_ids(rows, 7, &p->arena, &t->grant.bases, e) ||
            read_scope(rows, 4, &p->arena, &t->grant.tools, e) ||
            choose_bound(p, &t->grant, e))
            return e->code;
    }
    t->grant.id = t->id;
    return OK;
}

static enum err read_tokens(struct registry *r, struct token_snapshot *p,
                            struct error *e)
{
    struct db_rows rows;
    size_t room = 0;
    enum err rc;

    p->tokens = make_room(r, "SELECT count(*) FROM token", sizeof(*p->tokens),
                          p, &room, e);
    if (!p->tokens)
        return e->code;
    rc = db_query(
        r->db,
        "SELECT id, hash, rights,"
        " CASE WHEN base_ids IS NOT NULL THEN" STORE_BASE_NAMES(
            "base_ids") " END, tools, exposure,"
                        " expires_at,"
                        " CASE WHEN base_ids IS NOT NULL THEN" STORE_BASE_IDS(
                            "base_ids") " END FROM token ORDER BY id",
        DB_NO_ARGS, &rows, e);
    while (!rc && p->n_tokens < room && db_next(&rows))
        rc = read_token(&rows, p, &p->tokens[p->n_tokens++], e);
    return db_finish(&rows, rc, e);
}

/* ---- all of it ---- */

enum err token_snapshot_empty(struct token_snapshot **out, struct error *e)
{
    struct token_snapshot *p = mem_new(sizeof(*p), e);

    if (!p)
        return e->code;
    arena_init(&p->arena, SNAPSHOT_BYTES);
    atomic_init(&p->holders, 1);
    p->local = grant_local;
    *out = p;
    return OK;
}

enum err token_snapshot_take(struct registry *r, struct token_snapshot **out,
                             struct error *e)
{
    struct token_snapshot *p = NULL;
    enum err rc;

    if (token_snapshot_empty(&p, e) || !p)
        return e->code;
    rc = db_begin_read(r->db, e);
    if (!rc) {
        rc = db_get_int(r->db, "SELECT n FROM grant_version", DB_NO_ARGS,
                        &p->version, e);
        if (!rc)
            rc = read_bases(r, p, e);
        if (!rc)
            rc = read_bound(r, p, e);
        if (!rc)
            rc = choose_bound(p, &p->local, e);
        if (!rc)
            rc = read_exposures(r, p, e);
        if (!rc)
            rc = read_tokens(r, p, e);
        rc = db_end(r->db, rc, e);
    }
    if (rc)
        token_snapshot_release(p);
    else
        *out = p;
    return rc;
}

void token_snapshot_hold(struct token_snapshot *p)
{
    atomic_fetch_add(&p->holders, 1);
}

void token_snapshot_release(struct token_snapshot *p)
{
    if (!p || atomic_fetch_sub(&p->holders, 1) > 1)
        return;
    arena_release(&p->arena);
    mem_free(p);
}

const struct token_snapshot_token *token_snapshot_find_token(
    const struct token_snapshot *p, struct str id)
{
    size_t from = 0;
    size_t to = p->n_tokens;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = str_cmp(p->tokens[middle].id, id);

        if (order == 0)
            return &p->tokens[middle];
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}

const struct token_snapshot_exposure *token_snapshot_find_exposure(
    const struct token_snapshot *p, struct str name)
{
    for (size_t i = 0; i < p->n_exposures; i++)
        if (str_eq(p->exposures[i].grant.exposure, name))
            return &p->exposures[i];
    return NULL;
}
