/*
 * add_members.c - files that a file of an add holds: the attachments of a mail, the
 * mails of an mbox, the files of an archive.
 *
 * Each is a document like one in a folder, with the file in the place of the
 * folder: "inbox.mbox/2024-03-05 Delivery.eml/plan.pdf". Its source is the file's,
 * '/' and what stays the same in it, so that a mail is the same document after
 * others were deleted. What an earlier add found in the file and this one does not
 * is gone, as with a folder.
 *
 * Files that hold others are read up to DEPTH levels down, and all of one file
 * together within limits, so that no file of a few kilobytes fills a disk: what was
 * unpacked and then refused counts, too.
 */
#include "knowledge/knowledge_base/add_members.h"
#include "base/hash.h"
#include "base/mem.h"
#include "tables/name.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#define DEPTH       3u /* mails in mails, archives in archives */
#define MAX_MEMBERS ((uint64_t)10000000)
#define MAX_BYTES   ((uint64_t)256 << 30)
#define RATIO_FREE  ((uint64_t)256 << 20) /* bytes without a ratio */
#define MAX_RATIO   250u                  /* bytes in it for a byte of it */
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
    uint64_t members, bytes, refused;
    bool is_over; /* more is in it than the limits say: nothing else is read */
};

/* A file that holds others, while it is read. */
struct holder {
    struct opening *o;
    const char *kind;
    struct str shown, source;
    int fd;
    unsigned depth;
    bool is_table;       /* a workbook */
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

/* "a/b (2).md": as the first of that name is called, a file of another. */
static enum err number_name(struct item *i, unsigned n, struct error *e)
{
    const struct str stem = name_of_path(i->shown);
    const struct str suffix = name_suffix(stem);
    const size_t at = (size_t)(stem.p - i->shown.p) + stem.n - suffix.n;

    return str_printf(&i->arena, &i->shown, e, "%.*s (%u)%.*s",
                      STR_FMT(str_slice(i->shown, 0, at)), n,
                      STR_FMT(str_slice(i->shown, at, i->shown.n)));
}

/* Two copies of a mail in one mbox are two documents, and so are two files of one
 * name in an archive; mails may be called the same. */
static enum err make_source(struct holder *h, struct item *i, struct str id,
                            struct error *e)
{
    const bool is_path = !str_is(str_from(h->kind), "mbox");
    unsigned n = 1;
    enum err rc = str_printf(&i->arena, &i->change.source, e, "%.*s/%.*s",
                             STR_FMT(h->source), STR_FMT(id));

    while (!rc && has_source(&h->o->found, i->change.source))
        rc = str_printf(&i->arena, &i->change.source, e, "%.*s/%.*s+%u",
                        STR_FMT(h->source), STR_FMT(id), ++n);
    if (!rc && n > 1 && is_path)
        rc = number_name(i, n, e);
    return rc ? rc : keep_source(&h->o->found, i->change.source, e);
}

/* Bytes were written for it, whether they are of use or not. */
static enum err spend(struct opening *o, uint64_t bytes, struct error *e)
{
    const bool is_bomb = o->bytes + bytes > RATIO_FREE &&
                         (o->bytes + bytes) / MAX_RATIO > o->file->file_bytes;

    o->bytes += bytes;
    o->is_over |= is_bomb || o->bytes > MAX_BYTES;
    if (o->bytes > MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "too many bytes in one file: the limit is %llu GiB",
                         (unsigned long long)(MAX_BYTES >> 30));
    if (is_bomb)
        return error_set(e, ERR_LIMIT,
                         "the files in it have more than %u times its bytes, "
                         "as files made to fill a disk do; unpack it yourself "
                         "if you trust it",
                         MAX_RATIO);
    return OK;
}

static enum err count_member(struct opening *o, struct error *e)
{
    if (++o->members <= MAX_MEMBERS)
        return OK;
    o->is_over = true;
    return error_set(e, ERR_LIMIT,
                     "too many files in one file: the limit is %llu",
                     (unsigned long long)MAX_MEMBERS);
}

/* It is not read. Of one file so many are listed as of a folder. */
static void report(struct opening *o, struct str shown, const struct error *why)
{
    struct error more;

    opened_fail(o->file->opened);
    if (o->refused++ < ADD_MAX_LISTED)
        item_report(o->x, shown, why);
    if (o->refused != ADD_MAX_LISTED + 1)
        return;
    (void)error_set(&more, ERR_LIMIT,
                    "more than %u files in it cannot be read; the others are "
                    "not listed",
                    ADD_MAX_LISTED);
    item_report(o->x, o->file->shown, &more);
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
                             .is_table = i->kind.reader == KIND_TABLE,
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

/* It is identified, or will not be read. */
static enum err take_known(const struct taking *t, struct item *i,
                           struct str id, struct error *e)
{
    enum err rc = spend(t->h->o, i->unpacked_bytes, e);

    if (!rc && is_to_open(t->h, i, id))
        rc = put_off(t->h, i, t->a, e);
    if (!rc && i->kind.reader != KIND_MEMBERS)
        return add_identified(t->h->o->x, i, e);
    item_free(i);
    return rc;
}

/* What a database beside it lacks, which was read without it: files come one by one. */
static enum err refuse_log(struct error *why)
{
    return error_set(why, ERR_FILE_READ_FAILED,
                     "it has changes that the database beside it lacks, and "
                     "inside an archive the two are not read together; unpack "
                     "both and add the database");
}

static enum err take_item(const struct taking *t, struct item *i,
                          const struct parse_member *m, struct error *e)
{
    struct adding *x = t->h->o->x;
    struct error why;
    enum err rc = kind_is_database_log(m->name) && i->st.st_size > 0
                      ? refuse_log(&why)
                      : item_identify_member(x, i, &why);

    if (!rc)
        return take_known(t, i, m->id, e);
    if (document_parser_is_fatal(&why, x->request->cancel)) {
        *e = why;
    } else if (rc == ERR_VALIDATION_FAILED) {
        skip_file(x, i->shown, skip_suffix(i->shown), why.msg);
        rc = spend(t->h->o, i->unpacked_bytes, e);
    } else {
        report(t->h->o, i->shown, &why);
        rc = spend(t->h->o, i->unpacked_bytes, e);
    }
    item_free(i);
    return rc;
}

/* The reader of the file refused it. */
static enum err take_refused(struct opening *o, struct item *i,
                             const struct parse_member *m, struct error *e)
{
    struct error why;

    (void)error_set(&why, ERR_FILE_READ_FAILED, "%.*s", STR_FMT(m->refusal));
    if (m->is_left_out)
        skip_file(o->x, i->shown, skip_suffix(i->shown), why.msg);
    else
        report(o, i->shown, &why);
    return spend(o, m->lost_bytes, e);
}

/* A name within the file that is read, whatever the worker says. */
static bool is_name(struct str name)
{
    return name.n > 0 && name.n < PATH_MAX && name.p[0] != '/' &&
           str_find_char(name, '\0') == name.n;
}

static struct item *make_item(const struct holder *h, struct parse_member *m,
                              struct error *e)
{
    const bool is_mbox = str_is(str_from(h->kind), "mbox");
    struct item *i = item_new("", m->name, false, e);

    if (!i)
        return NULL;
    i->is_member = true;
    i->opened = h->o->file->opened;
    i->is_attachment = str_is(str_from(h->kind), "mail") ||
                       (is_mbox && str_find_char(m->id, '/') < m->id.n);
    i->fd = m->fd;
    m->fd = -1;
    if (str_printf(&i->arena, &i->shown, e, "%.*s/%.*s", STR_FMT(h->shown),
                   STR_FMT(m->name)) == OK)
        return i;
    item_free(i);
    return NULL;
}

static enum err take(void *ctx, struct parse_member *m, struct error *e)
{
    const struct taking *t = ctx;
    struct opening *o = t->h->o;
    struct item *i;
    enum err rc = add_check_cancel(o->x, e);

    if (rc)
        return rc;
    if (!is_name(m->name) || !is_name(m->id))
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the worker's answer is damaged");
    i = make_item(t->h, m, e);
    if (!i)
        return e->code;
    rc = make_source(t->h, i, m->id, e);
    if (!rc)
        rc = count_member(o, e);
    if (!rc && m->refusal.n > 0)
        rc = take_refused(o, i, m, e);
    else if (!rc && fstat(i->fd, &i->st) != 0)
        rc = error_set(e, ERR_FILE_READ_FAILED, "'%.*s' cannot be read",
                       STR_FMT(i->shown));
    else if (!rc)
        rc = spend(o, (uint64_t)i->st.st_size, e);
    if (!rc && m->refusal.n == 0)
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
        if (!rc && !h->o->is_over && read_holder(inner, &why) != OK) {
            if (document_parser_is_fatal(&why, h->o->x->request->cancel) ||
                why.code == ERR_TIMEOUT || h->o->is_over) {
                *e = why;
                rc = why.code;
            } else if (!inner->is_table) { /* whose reader says it */
                report(h->o, inner->shown, &why);
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
    if (!fs_is_unchanged(i->fd, &i->st))
        opened_fail(i->opened);
    if (!rc && !x->request->keep_missing)
        rc = find_missing(&o, e);
    mem_free(o.found.slot);
    return rc;
}

bool members_hold(const char *path)
{
    char head[4096];
    struct kind kind;
    struct stat st;
    ssize_t n;
    int fd;

    if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    n = fd < 0 ? 0 : pread(fd, head, sizeof(head), 0);
    fs_close(&fd);
    kind = kind_of(str_from(path), (struct str){head, n > 0 ? (size_t)n : 0});
    return kind.members || kind.is_packed; /* which may be a tar */
}
