/*
 * add_members.c - files that a file of an add holds: the attachments of a mail, the
 * mails of an mbox.
 *
 * Each is a document like one in a folder, with the file in the place of the
 * folder: "inbox.mbox/2024-03-05 Delivery.eml/plan.pdf". Its source is the file's,
 * '/' and what stays the same in it, so that a mail is the same document after
 * others were deleted. What an earlier add found in the file and this one does not
 * is gone, as with a folder.
 *
 * Files that hold others are read up to DEPTH levels down, and all of one file
 * together within limits, so that no file of a few kilobytes fills a disk.
 */
#include "knowledge/knowledge_base/add_members.h"
#include "base/hash.h"
#include "base/mem.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#define DEPTH       3u /* mails in mails */
#define MAX_MEMBERS ((uint64_t)10000000)
#define MAX_BYTES   ((uint64_t)256 << 30)
#define NAME_ARENA  ((size_t)64 << 20)
#define FIRST_SLOTS 1024u
#define SET_BYTES   ((size_t)1 << 30)

/* Sources that were found, by their hashes: a million of them take 16 MiB. */
struct found {
    uint64_t *slot; /* slot[n_slots], 0: free */
    size_t n_slots, n;
};

/* Of one file that the user named, or that is in a folder. */
struct opening {
    struct adding *x;
    const struct item *file;
    struct found found;
    uint64_t members, bytes;
};

/* A file that holds others, while it is read. */
struct holder {
    struct opening *o;
    const char *kind;
    struct str shown, source;
    int fd;
    unsigned depth;
    struct holder *next; /* in it, read when its own are done */
};

/* ---- what was found ---- */

static uint64_t hash_of(struct str source)
{
    uint8_t digest[HASH_BYTES];
    struct hash h;
    uint64_t n;

    hash_init(&h);
    hash_update(&h, str_bytes(source), source.n);
    hash_finish(&h, digest);
    memcpy(&n, digest, sizeof(n));
    return n ? n : 1;
}

/* Where the hash is, or would be. */
static size_t find_slot(const struct found *f, uint64_t hash)
{
    size_t i = hash & (f->n_slots - 1);

    while (f->slot[i] != 0 && f->slot[i] != hash)
        i = (i + 1) & (f->n_slots - 1);
    return i;
}

static enum err grow(struct found *f, struct error *e)
{
    const size_t n = f->n_slots ? 2 * f->n_slots : FIRST_SLOTS;
    struct found larger = {.n_slots = n, .n = f->n};

    if (n * sizeof(*larger.slot) > SET_BYTES)
        return error_set(e, ERR_LIMIT, "too many files in one file");
    larger.slot = mem_new(n * sizeof(*larger.slot), e);
    if (!larger.slot)
        return e->code;
    for (size_t i = 0; i < f->n_slots; i++)
        if (f->slot[i])
            larger.slot[find_slot(&larger, f->slot[i])] = f->slot[i];
    mem_free(f->slot);
    *f = larger;
    return OK;
}

static bool has_source(const struct found *f, struct str source)
{
    return f->n_slots && f->slot[find_slot(f, hash_of(source))] != 0;
}

static enum err keep_source(struct found *f, struct str source, struct error *e)
{
    const uint64_t hash = hash_of(source);

    if (2 * (f->n + 1) > f->n_slots && grow(f, e) != OK)
        return e->code;
    f->slot[find_slot(f, hash)] = hash;
    f->n++;
    return OK;
}

/* ---- a member ---- */

/* Two copies of a mail in one mbox are two documents. */
static enum err make_source(struct holder *h, struct item *i, struct str id,
                            struct error *e)
{
    enum err rc = str_printf(&i->arena, &i->change.source, e, "%.*s/%.*s",
                             STR_FMT(h->source), STR_FMT(id));

    for (unsigned n = 2; !rc && has_source(&h->o->found, i->change.source); n++)
        rc = str_printf(&i->arena, &i->change.source, e, "%.*s/%.*s+%u",
                        STR_FMT(h->source), STR_FMT(id), n);
    return rc ? rc : keep_source(&h->o->found, i->change.source, e);
}

static enum err count_member(struct opening *o, const struct item *i,
                             struct error *e)
{
    o->members++;
    o->bytes += (uint64_t)i->st.st_size;
    if (o->members <= MAX_MEMBERS && o->bytes <= MAX_BYTES)
        return OK;
    return error_set(e, ERR_LIMIT,
                     "too many files in one file: the limit is %llu files of "
                     "%llu GiB together",
                     (unsigned long long)MAX_MEMBERS,
                     (unsigned long long)(MAX_BYTES >> 30));
}

/* The mails of an mbox come with their attachments already. */
static bool is_to_open(const struct holder *h, const struct item *i,
                       struct str id)
{
    return i->kind.members && (!str_is(str_from(h->kind), "mbox") ||
                               str_find_char(id, '/') < id.n);
}

/* It holds others: they come after those of the file that holds it. */
static enum err put_off(struct holder *h, const struct item *i, struct arena *a,
                        struct error *e)
{
    struct holder *inner;

    if (h->depth >= DEPTH) {
        skip_file(h->o->x, i->shown, skip_suffix(i->shown),
                  "it is too deep in files that hold files");
        return OK;
    }
    inner = arena_alloc(a, sizeof(*inner), e);
    if (!inner)
        return e->code;
    *inner = (struct holder){.o = h->o,
                             .kind = i->kind.members,
                             .fd = fcntl(i->fd, F_DUPFD_CLOEXEC, 0),
                             .depth = h->depth + 1,
                             .next = h->next};
    if (inner->fd < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "'%.*s' cannot be read",
                         STR_FMT(i->shown));
    h->next = inner;
    return str_dup(i->shown, a, &inner->shown, e) ||
                   str_dup(i->change.source, a, &inner->source, e)
               ? e->code
               : OK;
}

struct taking {
    struct holder *h;
    struct arena *a; /* of the files that are put off */
};

static enum err take_item(const struct taking *t, struct item *i,
                          const struct parse_member *m, struct error *e)
{
    struct error why;
    enum err rc = item_identify_member(t->h->o->x, i, &why);

    if (rc == ERR_VALIDATION_FAILED) {
        skip_file(t->h->o->x, i->shown, skip_suffix(i->shown), why.msg);
        item_free(i);
        return OK;
    }
    if (rc) {
        item_report(t->h->o->x, i->shown, &why);
        item_free(i);
        return OK;
    }
    if (is_to_open(t->h, i, m->id))
        rc = put_off(t->h, i, t->a, e);
    if (!rc && i->kind.reader != KIND_MEMBERS)
        return add_identified(t->h->o->x, i, e);
    item_free(i);
    return rc;
}

/* A name within the file that is read, whatever the worker says. */
static bool is_name(struct str name)
{
    return name.n > 0 && name.n < PATH_MAX && name.p[0] != '/' &&
           str_find_char(name, '\0') == name.n;
}

static enum err take(void *ctx, struct parse_member *m, struct error *e)
{
    const struct taking *t = ctx;
    struct adding *x = t->h->o->x;
    struct item *i;
    enum err rc = add_check_cancel(x, e);

    if (rc)
        return rc;
    if (!is_name(m->name) || !is_name(m->id))
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the worker's answer is damaged");
    i = item_new("", m->name, false, e);
    if (!i)
        return e->code;
    i->is_member = true;
    i->is_attachment = str_is(str_from(t->h->kind), "mail") ||
                       (str_is(str_from(t->h->kind), "mbox") &&
                        str_find_char(m->id, '/') < m->id.n);
    i->fd = m->fd;
    m->fd = -1;
    rc = str_printf(&i->arena, &i->shown, e, "%.*s/%.*s", STR_FMT(t->h->shown),
                    STR_FMT(m->name));
    if (!rc)
        rc = make_source(t->h, i, m->id, e);
    if (!rc && m->refusal.n > 0) {
        struct error why;

        (void)error_set(&why, ERR_FILE_READ_FAILED, "%.*s",
                        STR_FMT(m->refusal));
        item_report(x, i->shown, &why);
        item_free(i);
        return OK;
    }
    if (!rc && fstat(i->fd, &i->st) != 0)
        rc = error_set(e, ERR_FILE_READ_FAILED, "'%.*s' cannot be read",
                       STR_FMT(i->shown));
    if (!rc)
        rc = count_member(t->h->o, i, e);
    if (!rc)
        return take_item(t, i, m, e);
    item_free(i);
    return rc;
}

/* ---- the files of a file ---- */

static enum err read_holder(struct holder *h, struct error *e);

/* A file in the file that cannot be opened is no failure of the others. */
static enum err read_inner(struct holder *h, struct error *e)
{
    enum err rc = OK;

    while (h->next) {
        struct holder *inner = h->next;
        struct error why = {0};

        h->next = inner->next;
        inner->next = NULL;
        if (!rc && read_holder(inner, &why) != OK) {
            if (document_parser_is_fatal(&why, h->o->x->request->cancel) ||
                why.code == ERR_TIMEOUT) {
                *e = why;
                rc = why.code;
            } else {
                item_report(h->o->x, inner->shown, &why);
            }
        }
        fs_close(&inner->fd);
    }
    return rc;
}

static enum err read_holder(struct holder *h, struct error *e)
{
    struct arena a;
    struct taking t = {h, &a};
    const struct document_parser_members how = {h->kind, take, &t};
    uint64_t from = 0;
    enum err rc;

    do {
        struct error ignored;

        arena_init(&a, NAME_ARENA);
        rc = document_parser_members(&h->o->x->parser, h->fd, &how, &from, e);
        if (rc)
            (void)!read_inner(h, &ignored);
        else
            rc = read_inner(h, e);
        arena_release(&a);
    } while (!rc && from > 0);
    return rc;
}

static bool is_missing(void *ctx, struct str source)
{
    return !has_source(ctx, source);
}

static enum err find_missing(struct opening *o, struct error *e)
{
    struct adding *x = o->x;
    struct document_places p = {.wants = is_missing, .ctx = &o->found};
    enum err rc = str_printf(x->arena, &p.folder, e, "%.*s/",
                             STR_FMT(o->file->change.source));

    if (!rc)
        rc = document_places(&x->base, &p, x->arena, e);
    add_missing(x, rc ? NULL : p.first);
    return rc;
}

enum err members_add(struct adding *x, const struct item *i, struct error *e)
{
    struct opening o = {.x = x, .file = i};
    struct holder h = {.o = &o,
                       .kind = i->kind.members,
                       .shown = i->shown,
                       .source = i->change.source,
                       .fd = i->fd};
    enum err rc;

    x->parser.cancel = x->request->cancel;
    rc = read_holder(&h, e);
    if (!rc && !x->request->keep_missing)
        rc = find_missing(&o, e);
    mem_free(o.found.slot);
    return rc;
}

bool members_hold(const char *path)
{
    char head[4096];
    struct stat st;
    ssize_t n;
    int fd;

    if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    n = fd < 0 ? 0 : pread(fd, head, sizeof(head), 0);
    fs_close(&fd);
    return kind_of(str_from(path), (struct str){head, n > 0 ? (size_t)n : 0})
               .members != NULL;
}
