/*
 * data_edit.c - one write to the tree of a base.
 *
 *     pointer -> a place in a document    an operation of JSON Patch on it
 *             -> a document's own place   the whole document
 *             -> beside all documents     a new document, mounted there
 *
 * All of it happens in one write transaction: what was looked at is still so
 * when it is changed, and an error leaves nothing.
 */
#include "base/clock.h"
#include "base/hash.h"
#include "store/json_document/data.h"
#include "store/json_document/document_store.h"
#include "store/json_document/read.h"
#include "store/json_document/versions.h"
#include "store/json_tree/split.h"

#include <string.h>

#define DAY_BYTES 10 /* 2026-03-09 */

/* A write on its way. */
struct job {
    const struct base *b;
    const struct data_edit *d;
    struct arena *a;
    struct json *value; /* NULL for a deletion */
    struct mounted m;
    struct data_state now; /* of the document, when there is one */
    struct data_written *out;
};

/* The fingerprint of a content: of what it was and of what was done to it, so
 * that an edit need not read the whole document. */
static enum err fingerprint(struct job *j, struct str what, struct str *out,
                            struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash h;

    hash_init(&h);
    hash_update(&h, j->now.version.fingerprint.p, j->now.version.fingerprint.n);
    hash_update(&h, what.p, what.n);
    hash_finish(&h, digest);
    hash_hex(digest, hex);
    return str_dup(str_from(hex), j->a, out, e);
}

static enum err patch_text(struct job *j, const struct json_patch *p,
                           struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, DATA_MAX_BYTES);
    jsonw_init(&w, &b);
    json_patch_write(p, &w);
    rc = buf_dup(&b, j->a, out, e);
    buf_release(&b);
    return rc;
}

static const char *operation_name(enum data_operation o)
{
    static const char *const names[] = {"create", "set", "delete"};

    return names[o];
}

/* The next version of the tree, and of the document with it. */
static enum err put_version(struct job *j, struct tree_write *w,
                            struct document_change *c, struct error *e)
{
    struct document doc;
    enum err rc = versions_add(j->b, w, &j->out->version, e);

    if (!rc)
        rc = document_get(j->b, j->m.document, j->a, &doc, e);
    if (rc)
        return rc;
    c->source = doc.source;
    c->name = doc.name;
    c->source_type = doc.source_type;
    c->format = doc.format;
    c->author = j->d->author;
    c->bytes = -1; /* computed from the runs when needed */
    c->tree_version = j->out->version;
    c->generation = j->now.part.generation;
    return document_put(j->b, c, &j->m.document, e);
}

/* A caller that saw an older version of the document must read it again. */
static enum err check_if_version(struct job *j, struct error *e)
{
    int64_t last;
    enum err rc;

    if (!j->d->has_if_version)
        return OK;
    rc = j->m.document ? versions_of_document(j->b, j->m.document, &last, e)
                       : data_version(j->b, &last, e);
    if (!rc && last > j->d->if_version)
        rc = error_set(e, ERR_CONFLICT,
                       "it was changed in version %lld, after %lld; read it "
                       "again and decide",
                       (long long)last, (long long)j->d->if_version);
    return rc;
}

/* The operation of JSON Patch: what `create` and `set` mean depends on what is
 * there. */
static enum err choose(struct job *j, struct json_patch_op *op, struct error *e)
{
    enum data_operation o = j->d->operation;
    struct pointer parent = j->m.inner;
    enum json_type type = JSON_NULL;
    enum json_type around = JSON_OBJECT; /* the base, around a document */
    bool there = false;
    bool has_parent;
    enum err rc = OK;

    *op = (struct json_patch_op){
        .kind = JSON_PATCH_REMOVE, .path = j->m.inner, .value = j->value};
    if (o != DATA_DELETE)
        rc = read_type(&j->now.part, &j->m.inner, &there, &type, e);
    if (!rc && o == DATA_CREATE && parent.n > 0) {
        parent.n--;
        rc = read_type(&j->now.part, &parent, &has_parent, &around, e);
    }
    if (rc || o == DATA_DELETE)
        return rc;
    if (o == DATA_CREATE && there && around == JSON_OBJECT)
        return error_set(e, ERR_CONFLICT,
                         "there is a value at that pointer already; set (over "
                         "MCP update_data) replaces it");
    op->kind = o == DATA_SET && there ? JSON_PATCH_REPLACE : JSON_PATCH_ADD;
    return OK;
}

/* Where in the base's tree the operation happened: "-" was made an index. */
static enum err place_written(struct job *j, const struct undo *u,
                              const struct json_patch_op *op, struct error *e)
{
    struct pointer inner = u->last ? u->last->op.path : op->path;
    struct str within;
    struct pointer outer = {j->m.pointer.token, j->m.pointer.n - j->m.inner.n};
    struct str place;
    enum err rc = pointer_text(&inner, j->a, &within, e);

    if (!rc)
        rc = pointer_text(&outer, j->a, &place, e);
    return rc ? rc
              : str_printf(j->a, &j->out->pointer, e, "%.*s%.*s",
                           STR_FMT(place), STR_FMT(within));
}

static enum err edit_document(struct job *j, struct error *e)
{
    struct document_change c = {0};
    struct tree_write w = {.operation = operation_name(j->d->operation),
                           .author = j->d->author};
    struct json_patch_op op;
    struct json_patch one = {&op, 1};
    struct json_patch inverse;
    struct undo undo = {0};
    enum err rc = versions_find(j->b, j->m.document, 0, j->a, &j->now, e);

    if (!rc)
        rc = choose(j, &op, e);
    if (!rc)
        rc = edit_apply(&j->now.part, &op, j->a, &undo, e);
    if (!rc)
        rc = place_written(j, &undo, &op, e);
    if (!rc)
        rc = undo_patch(&undo, j->a, &inverse, e);
    if (!rc)
        rc = patch_text(j, &one, &w.patch, e);
    if (!rc)
        rc = patch_text(j, &inverse, &w.inverse, e);
    if (!rc)
        rc = fingerprint(j, w.patch, &c.fingerprint, e);
    w.pointer = j->out->pointer;
    return rc ? rc : put_version(j, &w, &c, e);
}

/* Take a document's JSON out of the tree. */
static enum err remove_document(struct job *j, struct error *e)
{
    struct tree_write w = {.operation = "delete", .author = j->d->author};
    struct document_change c = {0};
    enum err rc = versions_find(j->b, j->m.document, 0, j->a, &j->now, e);

    if (!rc)
        rc = pointer_text(&j->m.pointer, j->a, &w.pointer, e);
    c.fingerprint = j->now.version.fingerprint;
    j->out->pointer = w.pointer;
    if (!rc)
        rc = put_version(j, &w, &c, e);
    if (!rc)
        rc = mount_end(j->b, j->m.document, j->out->version, e);
    return rc ? rc : document_hide(j->b, j->m.document, j->out->version, e);
}

/* A new document, where no other is. */
static enum err create_document(struct job *j, struct error *e)
{
    struct tree_write w = {.operation = operation_name(j->d->operation),
                           .author = j->d->author};
    struct document_change c = {.source_type = STR("data"),
                                .format = STR("json"),
                                .author = j->d->author,
                                .bytes = -1};
    struct str place;
    enum err rc = pointer_text(&j->m.pointer, j->a, &place, e);

    w.pointer = place;
    j->out->pointer = place;
    c.name = j->m.pointer.token[j->m.pointer.n - 1];
    if (!rc)
        rc = str_printf(j->a, &c.source, e, "data:%.*s", STR_FMT(place));
    if (!rc)
        rc = fingerprint(j, j->d->value, &c.fingerprint, e);
    if (!rc)
        rc = versions_add(j->b, &w, &j->out->version, e);
    if (!rc)
        rc = document_find_id(j->b, c.source, &j->now.part.document, e);
    if (!rc)
        rc = versions_new_generation(j->b, j->now.part.document, &c.generation,
                                     e);
    c.tree_version = j->out->version;
    if (!rc)
        rc = document_put(j->b, &c, &j->now.part.document, e);
    if (!rc)
        rc = mount_put(j->b, j->now.part.document, place, j->out->version, e);
    j->now.part = (struct part){j->b->db, j->now.part.document, c.generation,
                                SPLIT_RUN_BYTES};
    return rc ? rc : store_document(&j->now.part, j->value, e);
}

/* No document covers the pointer: its parent must be the base's root or an
 * object above documents. */
static enum err edit_above(struct job *j, struct error *e)
{
    struct pointer parent = j->m.pointer;
    struct mounted above;
    enum err rc;

    if (j->m.is_above || j->m.pointer.n == 0)
        return error_set(
            e,
            j->d->operation == DATA_CREATE ? ERR_CONFLICT
                                           : ERR_VALIDATION_FAILED,
            "there are documents below that pointer; change them one "
            "by one");
    parent.n--;
    rc = mount_find(j->b, &parent, 0, j->a, &above, e);
    if (!rc && (j->d->operation == DATA_DELETE || !above.is_above))
        rc = error_set(e, ERR_NOT_FOUND,
                       "there is nothing at that pointer of %s", j->b->shown);
    return rc ? rc : create_document(j, e);
}

/* The list "daily" of the base's settings: is this pointer one of its logs? */
static enum err is_daily(struct job *j, const struct pointer *log, bool *is,
                         struct error *e)
{
    struct str setting, place;
    struct json *list = NULL;
    enum err rc = base_get_setting(j->b, "daily", j->a, &setting, e);

    *is = false;
    if (!rc && setting.n > 0)
        rc = json_parse(setting, &json_default_limits, j->a, &list, e);
    if (!rc && list)
        rc = pointer_text(log, j->a, &place, e);
    for (const struct json *l = rc || !list ? NULL : list->first; l;
         l = l->next)
        *is = *is || str_eq(json_text(l), place);
    return rc;
}

/* "/log/-" of a log: "/log/<today>/-", whose array is made on the first day's
 * write. The pointer that is written to is left in *p. */
static enum err go_to_day(struct job *j, struct pointer *p, struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    struct pointer log = {p->token, p->n ? p->n - 1 : 0};
    struct str *token;
    bool is = false;
    enum err rc = OK;

    if (j->d->operation == DATA_CREATE && p->n > 1 &&
        str_is(p->token[p->n - 1], "-"))
        rc = is_daily(j, &log, &is, e);
    if (rc || !is)
        return rc;
    token = arena_alloc_array(j->a, p->n + 1, sizeof(*token), e);
    if (!token)
        return e->code;
    clock_wall_iso(now);
    memcpy(token, p->token, log.n * sizeof(*token));
    rc = str_dup((struct str){now, DAY_BYTES}, j->a, &token[log.n], e);
    token[log.n + 1] = STR("-");
    *p = (struct pointer){token, log.n + 2};
    return rc;
}

/* The first write of a day: its array, with the value in it. */
static enum err begin_day(struct job *j, struct error *e)
{
    struct json *list = arena_alloc(j->a, sizeof(*list), e);

    if (!list)
        return e->code;
    *list = (struct json){.type = JSON_ARRAY, .count = 1, .first = j->value};
    j->value = list;
    j->m.pointer.n--;
    return create_document(j, e);
}

static enum err run(struct job *j, struct error *e)
{
    struct pointer p;
    size_t asked;
    enum err rc = pointer_parse(j->d->pointer, j->a, &p, e);

    if (rc)
        return rc;
    asked = p.n;
    rc = go_to_day(j, &p, e);
    if (!rc)
        rc = mount_find(j->b, &p, 0, j->a, &j->m, e);
    if (!rc)
        rc = check_if_version(j, e);
    if (rc)
        return rc;
    if (!j->m.document)
        return p.n > asked ? begin_day(j, e) : edit_above(j, e);
    if (j->m.inner.n == 0 && j->d->operation == DATA_DELETE)
        return remove_document(j, e);
    return edit_document(j, e);
}

enum err data_edit(const struct base *b, const struct data_edit *d,
                   struct arena *a, struct data_written *out, struct error *e)
{
    struct job j = {.b = b, .d = d, .a = a, .out = out};
    enum err rc = OK;

    *out = (struct data_written){0};
    if (d->operation != DATA_DELETE && d->value.n > DATA_VALUE_MAX_BYTES)
        return error_set(e, ERR_LIMIT, "a value may have up to %zu MiB",
                         DATA_VALUE_MAX_BYTES / (1024 * 1024));
    if (d->operation != DATA_DELETE)
        rc = json_parse(d->value, &json_default_limits, a, &j.value, e);
    if (rc) {
        error_wrap(e, "the value");
        return rc;
    }
    rc = db_begin_write(b->db, e);
    return rc ? rc : db_end(b->db, run(&j, e), e);
}
