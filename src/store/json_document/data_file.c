/* data_file.c - JSON files in the tree of a base. */
#include "store/json_document/order_key.h"
#include "store/json_document/versions.h"
#include "store/json_tree/split_file.h"

#define RUN_ARENA_BYTES ((size_t)8 << 30)
#define KEEP_BYTES      ((size_t)64 * 1024)

/* A file of runs on its way into the store. */
struct import {
    struct part part;
    struct split_file file;
    struct arena kinds; /* by container: 1 for an object */
    unsigned char *in_object;
    size_t room;
    uint32_t n; /* runs so far; their places count up */
    struct buf place;
    struct buf keys;
};

static enum err note_kind(struct import *m, const struct split_run *r,
                          struct error *e)
{
    if (r->child >= m->room) {
        size_t room = m->room * 2 > r->child ? m->room * 2 : r->child + 1024;
        unsigned char *more = arena_alloc(&m->kinds, room, e);

        if (!more)
            return e->code;
        for (size_t i = 0; i < m->room; i++)
            more[i] = m->in_object[i];
        m->in_object = more;
        m->room = room;
    }
    m->in_object[r->child] = r->kind == SPLIT_OBJECT;
    return OK;
}

static enum err bad(struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "the worker's runs are not valid");
}

/* The keys of a run, and whether it is what it says: both are ours to know. */
static enum err check_run(struct import *m, const struct run *r,
                          struct arena *a, struct error *e)
{
    bool in_object = m->in_object[r->container] != 0;
    struct json *children;
    struct error why;
    struct str key;

    if (r->kind != RUN_VALUES) {
        if (in_object != (r->text.n > 0))
            return bad(e);
        if (in_object && run_key(r, a, &key, &why))
            return bad(e);
        if (in_object)
            run_put_key(key, &m->keys);
        return OK;
    }
    if (run_children(r, in_object, a, &children, &why) ||
        children->count != (size_t)r->count)
        return why.code == ERR_LIMIT ? error_set(e, ERR_LIMIT, "%s", why.msg)
                                     : bad(e);
    for (const struct json *j = children->first; in_object && j; j = j->next)
        run_put_key(j->key, &m->keys);
    return OK;
}

static enum err put(struct import *m, const struct split_run *s,
                    struct arena *a, struct error *e)
{
    struct run r = {.container = (int64_t)s->container,
                    .kind = (enum run_kind)s->kind,
                    .count = (int64_t)s->count,
                    .child = (int64_t)s->child,
                    .text = s->kind == SPLIT_VALUES ? s->text : s->key};
    enum err rc = OK;

    buf_reset(&m->keys);
    buf_reset(&m->place);
    if (s->kind != SPLIT_VALUES)
        rc = note_kind(m, s, e);
    if (!rc)
        rc = check_run(m, &r, a, e);
    place_nth(m->n++, &m->place);
    r.place = buf_str(&m->place);
    return rc ? rc : run_insert(&m->part, &r, buf_str(&m->keys), e);
}

static enum err import(struct import *m, struct error *e)
{
    struct split_run r = {0};
    struct arena a;
    bool end = false;
    enum err rc;

    arena_init(&a, RUN_ARENA_BYTES);
    rc = note_kind(m, &(struct split_run){.kind = SPLIT_VALUES}, e);
    while (!rc) {
        arena_reset(&a);
        rc = split_file_next(&m->file, &a, &r, &end, e);
        if (rc || end)
            break;
        rc = put(m, &r, &a, e);
    }
    arena_release(&a);
    return rc || m->n > 0 ? rc : bad(e);
}

static enum err put_runs(const struct part *p, const struct data_file *f,
                         struct error *e)
{
    struct import m = {.part = *p};
    enum err rc;

    split_file_init(&m.file, f->fd, f->bytes);
    arena_init(&m.kinds, (size_t)1 << 30);
    buf_init(&m.place, KEEP_BYTES);
    buf_init(&m.keys, (size_t)1 << 30);
    rc = import(&m, e);
    arena_release(&m.kinds);
    buf_release(&m.place);
    buf_release(&m.keys);
    return rc;
}

/* Where it is, or else "/" and the document's key, which no document but it
 * has. */
static enum err usual_mount(const struct base *b, int64_t id, struct arena *a,
                            struct str *mount, struct error *e)
{
    struct document d;
    struct buf place;
    enum err rc = mount_of(b, id, 0, a, mount, e);

    if (rc || mount->n > 0)
        return rc;
    rc = document_get(b, id, a, &d, e);
    if (rc)
        return rc;
    buf_init(&place, KEEP_BYTES);
    pointer_write_token(d.key, &place);
    rc = str_dup(buf_str(&place), a, mount, e);
    buf_release(&place);
    return rc;
}

enum err data_put_file(const struct base *b, struct document_change *c,
                       const struct data_file *f, int64_t *id, struct error *e)
{
    struct part p = {.db = b->db, .run_bytes = SPLIT_RUN_BYTES};
    struct tree_write w = {.operation = "add", .author = c->author};
    struct str mount = f->mount;
    struct arena a;
    enum err rc;

    arena_init(&a, (size_t)64 << 20);
    rc = versions_add(b, &w, &c->tree_version, e);
    if (!rc)
        rc = document_find_id(b, c->source, id, e);
    if (!rc)
        rc = versions_new_generation(b, *id, &c->generation, e);
    if (!rc)
        rc = document_put(b, c, id, e);
    if (!rc && mount.n == 0)
        rc = usual_mount(b, *id, &a, &mount, e);
    if (!rc)
        rc = versions_set_pointer(b, c->tree_version, mount, e);
    if (!rc)
        rc = mount_put(b, *id, mount, c->tree_version, e);
    p.document = *id;
    p.generation = c->generation;
    arena_release(&a);
    return rc ? rc : put_runs(&p, f, e);
}

enum err data_remove(const struct base *b, int64_t id, struct str author,
                     struct error *e)
{
    struct tree_write w = {.operation = "remove", .author = author};
    struct arena a;
    int64_t version;
    enum err rc;

    arena_init(&a, (size_t)8 << 20);
    rc = mount_of(b, id, 0, &a, &w.pointer, e);
    if (!rc && w.pointer.p)
        rc = versions_add(b, &w, &version, e);
    arena_release(&a);
    return rc;
}
