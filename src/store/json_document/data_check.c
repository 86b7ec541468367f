/*
 * data_check.c - the rules of document_run.h and mount.h, looked after.
 *
 * What is about rows and how they hang together is asked of SQLite; texts are
 * parsed one after the other, container by container, so that memory is needed
 * for one run and for the hashes of one object's keys.
 */
#include "store/json_document/data_check.h"

#include "base/hash.h"
#include "store/database/db_large.h"
#include "store/json_document/document_run.h"
#include "store/json_tree/pointer.h"

#include <stdlib.h>

#define RUN_ARENA_BYTES ((size_t)8 << 30)
#define HASHES_BYTES    ((size_t)4 << 30)
#define POINTER_ROOM    ((size_t)8 * POINTER_MAX_BYTES)

#define KEY_OF(alias) "(SELECT key FROM document WHERE id = " alias ".document)"
#define SAME_PART(a, b) \
    a ".document = " b ".document AND " a ".generation = " b ".generation "

static const struct damage_rule run_rules[] = {
    {"SELECT DISTINCT " KEY_OF(
         "r") " FROM run r WHERE (kind = 0) <> (child IS"
              " NULL) OR child < 1 OR count < 1 OR (kind <> 0 AND count <> 1)",
     "a piece of its JSON is of no kind"},
    {"SELECT " KEY_OF(
         "r") " FROM run r WHERE child IS NOT NULL"
              " GROUP BY document, generation, child HAVING count(*) > 1",
     "two pieces of its JSON open one container"},
    {"SELECT DISTINCT " KEY_OF(
         "r") " FROM run r WHERE container <> 0 AND NOT"
              " EXISTS (SELECT 1 FROM run o WHERE " SAME_PART(
                  "o",
                  "r") "AND o.child = r.container AND o.child IS NOT NULL)",
     "a container of its JSON is opened by nothing"},
    {"SELECT DISTINCT " KEY_OF(
         "o") " FROM run o WHERE child IS NOT NULL AND"
              " NOT EXISTS (SELECT 1 FROM run r WHERE " SAME_PART(
                  "r", "o") "AND r.container = o.child)",
     "a container of its JSON is lost"},
    {"SELECT " KEY_OF(
         "r") " FROM run r WHERE container = 0"
              " GROUP BY document, generation HAVING sum(count) <> 1",
     "its JSON has not one root"},
    {"SELECT " KEY_OF(
         "r") " FROM run r"
              " GROUP BY document, generation, container, place HAVING count(*) > 1",
     "two pieces of its JSON stand at one place"},
    {"SELECT DISTINCT " KEY_OF(
         "v") " FROM document_version v WHERE generation"
              " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM run r WHERE " SAME_PART(
                  "r", "v") "AND r.container = 0)",
     "the JSON of a version is lost"},
    {"SELECT DISTINCT " KEY_OF(
         "r") " FROM run r WHERE container = 0 AND NOT"
              " EXISTS (SELECT 1 FROM document_version v WHERE " SAME_PART(
                  "v", "r") ")",
     "it has JSON of no version"},
    /* containers that open each other in a circle are not reached from 0 */
    {"WITH RECURSIVE reached(document, generation, container, depth) AS ("
     " SELECT DISTINCT document, generation, CAST(0 AS INTEGER), 0 FROM run"
     " UNION ALL"
     " SELECT r.document, r.generation, r.child, depth + 1 FROM reached JOIN"
     " run r USING (document, generation, container)"
     " WHERE r.child IS NOT NULL AND depth < 1000),"
     " found AS MATERIALIZED (SELECT document, generation, count(*) AS n FROM"
     "  reached GROUP BY document, generation),"
     " there AS MATERIALIZED (SELECT document, generation, count(child) + 1 AS n"
     "  FROM run GROUP BY document, generation)"
     " SELECT " KEY_OF("there") " FROM there JOIN found USING (document,"
                                " generation) WHERE there.n <> found.n",
     "a container of its JSON is not reached"},
};

#define OVERLAP                                                        \
    " a.id <> b.id AND a.born < coalesce(b.died, 9223372036854775807)" \
    " AND b.born < coalesce(a.died, 9223372036854775807) "

static const struct damage_rule mount_rules[] = {
    {"SELECT " KEY_OF("a") " FROM mount a JOIN mount b ON b.pointer = a.pointer"
                           " AND" OVERLAP,
     "its JSON stands where another's stands"},
    {"SELECT " KEY_OF(
         "b") " FROM mount a JOIN mount b ON"
              " b.pointer >= a.pointer || '/' AND b.pointer < a.pointer || '0' AND" OVERLAP,
     "its JSON stands inside another's"},
    {"SELECT " KEY_OF("a") " FROM mount a WHERE died <= born OR born < 0",
     "the place of its JSON ended before it began"},
};

/* The container under way. */
struct walk {
    const struct damage_list *to;
    struct str key;  /* of the document */
    int64_t part[3]; /* document, generation, container */
    bool in_object;
    bool is_bad;       /* one word about a container is enough */
    struct buf hashes; /* uint64 a key */
    struct buf keys;   /* that a run should have */
    struct arena a;    /* of one run */
};

static void bad(struct walk *w, const char *what)
{
    if (!w->is_bad)
        w->to->found(w->to->ctx, "json", w->key, what);
    w->is_bad = true;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* 64 bits a key: that two keys share them does not happen. */
static void end_container(struct walk *w)
{
    size_t n = w->hashes.n / sizeof(uint64_t);
    uint64_t *list = (uint64_t *)(void *)w->hashes.p;

    if (n > 1)
        qsort(list, n, sizeof(*list), compare);
    for (size_t i = 1; i < n; i++) {
        if (list[i - 1] == list[i])
            bad(w, "an object of its JSON has a key twice");
    }
    buf_reset(&w->hashes);
}

static void note_key(struct walk *w, struct str key)
{
    uint64_t hash = hash_bytes(key.p, key.n);

    run_put_key(key, &w->keys);
    buf_put(&w->hashes, &hash, sizeof(hash));
}

static enum err check_values(struct walk *w, const struct run *r,
                             struct error *e)
{
    struct json *children;
    struct error why;
    enum err rc = run_children(r, w->in_object, &w->a, &children, &why);

    if (rc == ERR_LIMIT)
        return error_set(e, rc, "%s", why.msg);
    if (rc) {
        bad(w, "a piece of its JSON is malformed");
        return OK;
    }
    if (children->count != (size_t)r->count)
        bad(w, "a piece of its JSON has another number of values");
    for (const struct json *j = children->first; w->in_object && j; j = j->next)
        note_key(w, j->key);
    return OK;
}

static void check_opener(struct walk *w, const struct run *r)
{
    struct error why;
    struct str key;

    if (w->in_object != (r->text.n > 0))
        bad(w, "a container of its JSON has no right key");
    else if (w->in_object && run_key(r, &w->a, &key, &why))
        bad(w, "a key of its JSON is malformed");
    else if (w->in_object)
        note_key(w, key);
}

static enum err check_run(struct walk *w, const struct db_rows *r,
                          struct error *e)
{
    const struct run run = {.kind = (enum run_kind)db_column_int(r, 3),
                            .count = db_column_int(r, 4),
                            .text = db_column_text(r, 6)};
    struct str keys = db_column_text(r, 5);
    struct str whole;
    enum err rc = OK;

    buf_reset(&w->keys);
    arena_reset(&w->a);
    if (run.kind == RUN_VALUES)
        rc = check_values(w, &run, e);
    else
        check_opener(w, &run);
    if (!rc)
        rc = buf_finish(&w->hashes, &whole, e);
    if (!rc && !w->is_bad && !str_eq(buf_str(&w->keys), keys))
        bad(w, "the keys of a piece of its JSON are others");
    return rc;
}

/* Columns 0 to 2 name the container; another than before begins here. */
static enum err enter(struct walk *w, const struct db_rows *r, struct arena *a,
                      struct error *e)
{
    bool is_new = false;

    for (int i = 0; i < 3; i++) {
        is_new = is_new || w->part[i] != db_column_int(r, i);
        w->part[i] = db_column_int(r, i);
    }
    if (!is_new)
        return OK;
    end_container(w);
    w->is_bad = false;
    w->in_object = db_column_int(r, 7) == RUN_OBJECT;
    arena_reset(a);
    return str_dup(db_column_text(r, 8), a, &w->key, e);
}

static enum err check_runs(const struct base *b, const struct damage_list *to,
                           struct error *e)
{
    struct walk w = {.to = to, .part = {-1, -1, -1}};
    struct db_rows r;
    struct arena a;
    enum err rc = db_query_large(
        b->db,
        "SELECT r.document, r.generation, r.container, r.kind, r.count, r.keys,"
        " r.text, o.kind, " KEY_OF("r") " FROM run r LEFT JOIN run o ON " SAME_PART(
            "o",
            "r") "AND o.child = r.container AND o.child IS NOT NULL"
                 " ORDER BY r.document, r.generation, r.container, r.place",
        &r, e);

    arena_init(&a, POINTER_ROOM);
    arena_init(&w.a, RUN_ARENA_BYTES);
    buf_init(&w.hashes, HASHES_BYTES);
    buf_init(&w.keys, HASHES_BYTES);
    while (!rc && db_next(&r)) {
        rc = enter(&w, &r, &a, e);
        if (!rc)
            rc = check_run(&w, &r, e);
    }
    end_container(&w);
    buf_release(&w.keys);
    buf_release(&w.hashes);
    arena_release(&w.a);
    arena_release(&a);
    return db_finish(&r, rc, e);
}

static enum err check_mounts(const struct base *b, const struct damage_list *to,
                             struct error *e)
{
    struct pointer p;
    struct error why;
    struct db_rows r;
    struct arena a;
    enum err rc =
        damage_find(b, "mount", mount_rules,
                    sizeof(mount_rules) / sizeof(mount_rules[0]), to, e);

    if (rc)
        return rc;
    arena_init(&a, POINTER_ROOM);
    rc = db_query(b->db, "SELECT " KEY_OF("a") ", pointer FROM mount a",
                  DB_NO_ARGS, &r, e);
    while (!rc && db_next(&r)) {
        arena_reset(&a);
        if (pointer_parse(db_column_text(&r, 1), &a, &p, &why))
            to->found(to->ctx, "mount", db_column_text(&r, 0),
                      "the place of its JSON is not a pointer");
    }
    arena_release(&a);
    return db_finish(&r, rc, e);
}

enum err data_check(const struct base *b, const struct damage_list *to,
                    struct error *e)
{
    enum err rc = damage_find(b, "json", run_rules,
                              sizeof(run_rules) / sizeof(run_rules[0]), to, e);

    if (!rc)
        rc = check_runs(b, to, e);
    return rc ? rc : check_mounts(b, to, e);
}
