/*
 * scope.c - documents become bitmaps over the passages of each segment.
 *
 * Where all but a few documents may answer, those few are taken away; otherwise
 * the few that may are put in. A path inside a document keeps those of its
 * passages that are at it or below it.
 */
#include "search/retrieve/scope.h"

#include "search/index/indexed_passage.h"
#include "store/catalog/hotness.h"
#include "store/json_document/mount.h"

#include <string.h>

#define PASSAGE_BYTES ((size_t)16 << 20)

struct resolving {
    const struct base *base;
    const struct segments_snapshot *s;
    struct arena *a;
    struct arena scratch; /* of one document: there may be thousands */
    struct scoped *out;
    uint64_t **set;       /* set[segment] */
    struct pointer inner; /* what passages must be at or below */
    bool has_inner;
    struct document *named; /* out->named */
    struct str *key;        /* out->keys.at, with room for BACKEND_MAX_TERMS */
};

static int64_t *count_of(struct index_state *s, struct str state)
{
    const struct {
        const char *name;
        int64_t *n;
    } counts[] = {{"ready", &s->ready},
                  {"stale", &s->stale},
                  {"indexing", &s->indexing},
                  {"failed", &s->failed},
                  {"disabled", &s->disabled}};
    size_t i = 0;

    while (i + 1 < sizeof(counts) / sizeof(counts[0]) &&
           !str_is(state, counts[i].name))
        i++;
    return counts[i].n;
}

enum err index_state_read(const struct base *b, struct index_state *out,
                          struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(b->db,
                           "SELECT state, documents, chunks, vectors,"
                           " lexical_only FROM tally",
                           DB_NO_ARGS, &r, e);

    *out = (struct index_state){0};
    while (!rc && db_next(&r)) {
        *count_of(out, db_column_text(&r, 0)) = db_column_int(&r, 1);
        out->documents += db_column_int(&r, 1);
        out->chunks += db_column_int(&r, 2);
        out->vectors += db_column_int(&r, 3);
        out->lexical_only += db_column_int(&r, 4);
    }
    return db_finish(&r, rc, e);
}

void index_state_write(const struct index_state *s, struct jsonw *w)
{
    const struct {
        const char *key;
        int64_t n;
    } counts[] = {{"documents", s->documents},
                  {"ready", s->ready},
                  {"stale", s->stale},
                  {"indexing", s->indexing},
                  {"failed", s->failed},
                  {"disabled", s->disabled},
                  {"chunks", s->chunks},
                  {"vectors", s->vectors},
                  {"lexical_only", s->lexical_only}};

    jsonw_member_cstr(w, "state",
                      s->indexing ? "indexing"
                      : s->stale  ? "stale"
                                  : "ready");
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        jsonw_member_i64(w, counts[i].key, counts[i].n);
}

/* Bitmaps with all bits as given. */
static enum err make_sets(struct resolving *x, bool all, struct error *e)
{
    const struct search_view *v = &x->s->words;

    x->key = arena_alloc_array(x->a, BACKEND_MAX_TERMS, sizeof(*x->key), e);
    if (!x->key)
        return e->code;
    x->out->keys =
        (struct scope_keys){.at = x->key, .is_except = all, .is_known = true};

    x->set = arena_alloc_array(x->a, v->n, sizeof(*x->set), e);
    for (size_t i = 0; x->set && i < v->n; i++) {
        size_t words = ((size_t)segment_docs(v->at[i].segment) + 63) / 64;

        x->set[i] = arena_alloc_array(x->a, words, sizeof(uint64_t), e);
        if (!x->set[i])
            return e->code;
        memset(x->set[i], all ? 0xFF : 0, words * sizeof(uint64_t));
    }
    return x->set ? OK : e->code;
}

/* Is the passage at the path, or below it, with all that it has? */
static enum err is_inside(const struct resolving *x,
                          const struct search_hit *hit, bool *inside,
                          struct error *e)
{
    struct pointer p;
    struct passage passage;
    struct str stored;
    struct arena a;
    enum err rc;

    *inside = !x->has_inner;
    if (*inside)
        return OK;
    arena_init(&a, PASSAGE_BYTES);
    rc = segment_stored(x->s->words.at[hit->segment].segment, hit->doc, &stored,
                        e);
    if (!rc)
        rc = passage_read(stored, &a, &passage, e);
    if (!rc)
        rc = pointer_parse(passage.pointer, &a, &p, e);
    if (!rc)
        *inside = pointer_is_prefix(&x->inner, &p);
    if (!rc && *inside && passage.last_pointer.n > 0)
        rc = pointer_parse(passage.last_pointer, &a, &p, e);
    if (!rc && *inside)
        *inside = pointer_is_prefix(&x->inner, &p);
    arena_release(&a);
    return rc;
}

static enum err note_key(struct resolving *x, struct str key, struct error *e)
{
    struct scope_keys *k = &x->out->keys;

    k->is_known = k->is_known && k->n < BACKEND_MAX_TERMS;
    return k->is_known ? str_dup(key, x->a, &x->key[k->n++], e) : OK;
}

/* Set or clear the passages of a document. */
static enum err mark(struct resolving *x, struct str key, bool on,
                     struct error *e)
{
    struct search_hits hits;
    enum err rc;

    rc = note_key(x, key, e);
    if (rc)
        return rc;
    arena_reset(&x->scratch);
    rc = segments_passages(x->s, key, &x->scratch, &hits, e);
    for (size_t i = 0; !rc && i < hits.n; i++) {
        uint64_t *word = &x->set[hits.hit[i].segment][hits.hit[i].doc / 64];
        uint64_t bit = UINT64_C(1) << hits.hit[i].doc % 64;
        bool inside = true;

        if (on)
            rc = is_inside(x, &hits.hit[i], &inside, e);
        if (inside)
            *word = on ? *word | bit : *word & ~bit;
    }
    return rc;
}

/* Everything answers but what is not ready. */
static enum err allow_all(struct resolving *x, struct error *e)
{
    const struct index_state *st = &x->out->state;
    struct db_rows r;
    enum err rc;

    x->out->candidates = st->ready;
    x->out->behind = st->stale + st->indexing;
    if (st->ready == st->documents)
        return OK;
    rc = make_sets(x, true, e);
    if (rc)
        return rc;
    rc =
        db_query(x->base->db, "SELECT key FROM document WHERE state <> 'ready'",
                 DB_NO_ARGS, &r, e);
    while (!rc && db_next(&r))
        rc = mark(x, db_column_text(&r, 0), false, e);
    return db_finish(&r, rc, e);
}

/* The hottest answer, and no others. */
static enum err allow_hottest(struct resolving *x, int64_t max, struct error *e)
{
    const struct index_state *st = &x->out->state;
    struct db_rows r;
    enum err rc = make_sets(x, false, e);

    x->out->candidates = max;
    x->out->left_out = st->ready - max;
    x->out->behind = st->stale + st->indexing;
    if (rc)
        return rc;
    rc = db_query(x->base->db,
                  "SELECT key FROM document WHERE state = 'ready'"
                  " ORDER BY " HOTNESS_RANK_SQL " DESC, " HOTNESS_UNTIL_SQL
                  " DESC NULLS LAST, id LIMIT ?1",
                  DB_ARGS(db_int(max)), &r, e);
    while (!rc && db_next(&r))
        rc = mark(x, db_column_text(&r, 0), true, e);
    return db_finish(&r, rc, e);
}

static enum err allow_document(struct resolving *x, const struct document *d,
                               struct error *e)
{
    bool is_ready = str_is(d->state, "ready");

    x->out->candidates += is_ready;
    x->out->behind += str_is(d->state, "stale") || str_is(d->state, "indexing");
    return is_ready ? mark(x, d->key, true, e) : OK;
}

bool scoped_has(const struct scoped *s, int64_t id)
{
    for (size_t i = 0; i < s->n_named; i++) {
        if (s->named[i].id == id)
            return true;
    }
    return s->n_named == 0;
}

/* Each once, however often it is named. */
static enum err find_named(struct resolving *x,
                           const struct search_scope *scope, struct error *e)
{
    enum err rc = OK;

    x->named = arena_alloc_array(x->a, scope->n, sizeof(*x->named), e);
    if (!x->named)
        return e->code;
    x->out->named = x->named;
    for (size_t i = 0; i < scope->n && !rc; i++) {
        struct document d;

        rc = document_find(x->base, scope->documents[i], x->a, &d, e);
        if (!rc && (i == 0 || !scoped_has(x->out, d.id)))
            x->named[x->out->n_named++] = d;
    }
    return rc;
}

static enum err allow_named(struct resolving *x, struct error *e)
{
    enum err rc = make_sets(x, false, e);

    for (size_t i = 0; i < x->out->n_named && !rc; i++)
        rc = allow_document(x, &x->named[i], e);
    return rc;
}

static enum err allow_id(struct resolving *x, int64_t id, struct error *e)
{
    struct document d;
    enum err rc;

    if (!scoped_has(x->out, id))
        return OK;
    rc = document_get(x->base, id, x->a, &d, e);
    return rc ? rc : allow_document(x, &d, e);
}

/* A path is a document, a place in one, or what documents stand below. */
static enum err allow_below(struct resolving *x, struct str path,
                            struct error *e)
{
    struct pointer p;
    struct mounted at;
    struct mounts list = {0};
    enum err rc = pointer_parse(path, x->a, &p, e);

    if (!rc)
        rc = mount_find(x->base, &p, 0, x->a, &at, e);
    if (!rc)
        rc = pointer_text(&at.pointer, x->a, &x->out->json_path, e);
    if (!rc)
        rc = make_sets(x, false, e);
    if (rc)
        return rc;
    if (at.document) {
        x->inner = at.inner;
        x->has_inner = at.inner.n > 0;
        return allow_id(x, at.document, e);
    }
    rc = mount_list(x->base, &at.pointer, 0, x->a, &list, e);
    if (!rc && list.n == 0)
        rc = error_set(e, ERR_NOT_FOUND,
                       "there is nothing at that path of the base's JSON");
    for (size_t i = 0; i < list.n && !rc; i++)
        rc = allow_id(x, list.list[i].document, e);
    return rc;
}

static enum err allow(struct resolving *x, const struct search_scope *scope,
                      struct error *e)
{
    enum err rc = OK;

    if (scope->n > 0)
        rc = find_named(x, scope, e);
    if (rc)
        return rc;
    if (scope->json_path.n > 0)
        return allow_below(x, scope->json_path, e);
    if (scope->n > 0)
        return allow_named(x, e);
    if (scope->max_documents > 0 && scope->max_documents < x->out->state.ready)
        return allow_hottest(x, scope->max_documents, e);
    return allow_all(x, e);
}

enum err scope_resolve(const struct base *b, const struct segments_snapshot *s,
                       const struct search_scope *scope, struct arena *a,
                       struct scoped *out, struct error *e)
{
    struct resolving x = {.base = b, .s = s, .a = a, .out = out};
    enum err rc;

    *out = (struct scoped){0};
    rc = index_state_read(b, &out->state, e);
    if (rc)
        return rc;
    arena_init(&x.scratch, a->budget_bytes);
    rc = allow(&x, scope, e);
    arena_release(&x.scratch);
    out->among = (const uint64_t *const *)x.set;
    return rc;
}
