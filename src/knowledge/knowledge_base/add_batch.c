/*
 * add_batch.c - commits a batch of files that were read.
 *
 *     lock  originals: all written, one sync, all named, one sync
 *           one transaction: documents, versions, JSON      one sync
 *     unlock, then what is derived of them: tables, and their descriptions
 *
 * A commit waits for the disk, 4 ms and more, and a document by itself waits
 * three times; so small files wait for each other, up to a number, a size and a
 * time. Nothing counts as added before its batch is on the disk.
 *
 * The originals and the documents are under the base's lock together, so that
 * nobody sweeps the ones before the others name them.
 */
#include "base/clock.h"
#include "knowledge/knowledge_base/add_members.h"
#include "knowledge/knowledge_base/add_mount.h"
#include "knowledge/knowledge_base/schema_change.h"
#include "store/catalog/base_lock.h"
#include "store/catalog/document_reader.h"
#include "store/catalog/table_documents.h"
#include "store/json_document/data.h"
#include "tables/tables.h"

/* Two descriptors a file; most systems allow 1,024. */
#define MAX_WAITING   200
#define WAITING_BYTES ((uint64_t)64 * 1024 * 1024)
#define WAITING_MS    1000

#define NAMES_BYTES ((size_t)16 * 1024 * 1024)
#define TABLE_BYTES ((size_t)256 * 1024 * 1024)
#define READ_AHEAD  512u /* tables: a question takes no more */

bool batch_has(const struct adding *x, struct str source)
{
    for (const struct item *i = x->first; i; i = i->next) {
        if (str_eq(i->change.source, source))
            return true;
    }
    return false;
}

void batch_drop(struct adding *x)
{
    for (struct item *i = x->first, *next; i; i = next) {
        next = i->next;
        item_free(i);
    }
    x->first = x->last = NULL;
    x->waiting = 0;
    x->waiting_bytes = 0;
}

/* Its failure is not that of the others. */
static enum err settle(struct adding *x, struct item *i, enum err rc,
                       const struct error *why, struct error *e)
{
    if (!rc)
        return OK;
    if (document_parser_is_fatal(why, x->request->cancel)) {
        *e = *why;
        return rc;
    }
    i->is_failed = true;
    i->id = -1;
    item_report(x, i->shown, why);
    return OK;
}

/* Left out of the batch, as it is there already or could not be kept. */
static bool is_out(const struct item *i)
{
    return i->id < 0 || i->is_kept;
}

/* Has its descriptor still what was hashed? */
static enum err check_item(const struct item *i, struct error *e)
{
    if (fs_is_unchanged(i->fd, &i->st))
        return OK;
    return error_set(e, ERR_CONFLICT,
                     "'%.*s' changed while it was read; add it again",
                     STR_FMT(i->shown));
}

static enum err write_originals(struct adding *x, struct originals *o,
                                struct error *e)
{
    enum err rc = OK;

    for (struct item *i = x->first; i && !rc; i = i->next) {
        struct error why;
        const char *shown = str_cstr(i->shown, &i->arena, e);

        if (!shown)
            return e->code;
        if (is_out(i))
            continue;
        rc = originals_write(o, i->fd, i->change.sha256, shown, &why);
        if (!rc)
            rc = check_item(i, &why);
        rc = settle(x, i, rc, &why, e);
    }
    return rc ? rc : originals_name_all(o, e);
}

/* May it be where it is to be, as things are now? */
static enum err check_place(struct adding *x, struct item *i, struct error *e)
{
    struct str source = {0};
    enum err rc = add_mount_check(&x->base, i->place, x->request->mount.replace,
                                  &i->arena, &source, e);

    if (rc || source.n == 0 || str_eq(source, i->change.source))
        return rc;
    return error_set(e, ERR_CONFLICT,
                     "another document took its place meanwhile; add it "
                     "again");
}

/* The document and what is canonical of it. Another program may have added
 * this very file meanwhile. */
static enum err put(struct adding *x, struct item *i, struct error *e)
{
    const struct data_file file = {
        .mount = i->place, .fd = i->runs, .bytes = i->runs_bytes};
    bool unchanged = false;
    enum err rc = item_find_again(x, i, e);

    if (!rc)
        rc = item_check_upload(x, i, e);
    if (!rc)
        rc = item_is_unchanged(x, i, &unchanged, e);
    if (rc || i->is_kept)
        return rc;
    if (unchanged) {
        x->counts->unchanged++;
        i->id = -1;
        return OK;
    }
    if (i->place.n)
        rc = check_place(x, i, e);
    if (rc)
        return rc;
    i->is_new = i->id == 0;
    if (i->is_same) {
        const struct document_reading now = {i->change.sha256, i->change.reader,
                                             false};

        rc = document_set_reader(&x->base, i->id, &now, &i->is_same, e);
    }
    if (rc || i->is_same)
        return rc;
    return i->runs >= 0 ? data_put_file(&x->base, &i->change, &file, &i->id, e)
                        : document_put(&x->base, &i->change, &i->id, e);
}

static enum err put_all(struct adding *x, struct error *e)
{
    enum err rc = OK;

    for (struct item *i = x->first; i && !rc; i = i->next) {
        struct error why;

        if (is_out(i))
            continue;
        rc = db_savepoint_begin(x->base.db, e);
        if (rc)
            return rc;
        rc = put(x, i, &why);
        if (rc && db_savepoint_end(x->base.db, rc, &why))
            rc = why.code;
        else if (!rc)
            rc = db_savepoint_end(x->base.db, OK, &why);
        rc = settle(x, i, rc, &why, e);
    }
    return rc;
}

/* Who lost the base's lock meanwhile may have lost originals, too. */
static enum err put_fenced(struct adding *x, const struct lease *lock,
                           struct error *e)
{
    enum err rc = lease_fence(lock, x->base.db, e);

    return rc ? rc : put_all(x, e);
}

/* Who took the lock over may have removed what was being written: then that is why. */
static enum err explain(const struct lease *lock, enum err rc, struct error *e)
{
    struct error lost;

    if (!lease_check(lock, &lost))
        return rc;
    *e = lost;
    return lost.code;
}

static enum err keep(struct adding *x, struct error *e)
{
    struct lease lock = LEASE_NONE;
    struct originals o;
    struct arena a;
    enum err rc;

    arena_init(&a, NAMES_BYTES);
    originals_begin(&o, &x->base, &a);
    rc = base_lock(&x->base, &lock, e);
    if (!rc)
        rc = write_originals(x, &o, e);
    if (!rc)
        rc = db_begin_write(x->base.db, e);
    if (!rc)
        rc = db_end(x->base.db, put_fenced(x, &lock, e), e);
    originals_end(&o);
    if (rc)
        rc = explain(&lock, rc, e);
    lease_close(&lock);
    arena_release(&a);
    return rc;
}

/* Make what is kept of its table, and say which columns are others now. What
 * cannot be compared is no failure of the file. */
static enum err make_config(struct adding *x, const struct item *i,
                            struct error *e)
{
    const struct table_source of = {.base = &x->base,
                                    .cancel = x->request->cancel};
    struct table_config_change change;
    struct error ignored;
    struct arena a;
    enum err rc;

    arena_init(&a, TABLE_BYTES);
    rc = table_config_make(x->bases->tables, &of, i->id, &a, &change, e);
    if (!rc)
        (void)!schema_change_write(&change, x->changes, &ignored);
    arena_release(&a);
    return rc;
}

/* Its tables with what is known of their columns. */
static enum err read_each(struct adding *x, struct table_source *s,
                          struct arena *a, struct error *e)
{
    const struct table_columns all = {0};
    const struct json *tables;
    struct json *map = NULL;
    struct str text;
    enum err rc = table_open(x->bases->tables, s, a, e);

    if (!rc)
        rc = table_get_map(x->bases->tables, s, a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, a, &map, e);
    tables = json_find(map, "tables");
    for (const struct json *t = tables ? tables->first : NULL;
         t && !rc && x->read_ahead < READ_AHEAD; t = t->next) {
        x->read_ahead++;
        s->sheet = json_text(json_find(t, "name"));
        rc = table_stats(x->bases->tables, s, &all, a, &text, e);
    }
    return rc;
}

/* The tables of an office document are read now, so that the first question need not wait
 * for all of them. What cannot be read is none of the add's failures: its text is there.
 * Those of a PDF take as long as its text, and wait; of pages few are asked, if any. */
static enum err read_tables(struct adding *x, struct item *i, struct error *e)
{
    struct table_source s = {.base = &x->base, .cancel = x->request->cancel};
    struct document d;
    struct error why;
    struct arena a;
    enum err rc;

    if (i->pages.tables == 0 || document_has_drawn_pages(i->change.format) ||
        table_documents_is_page(i->change.format) ||
        x->read_ahead >= READ_AHEAD)
        return OK;
    arena_init(&a, TABLE_BYTES);
    rc = document_get(&x->base, i->id, &a, &d, &why);
    if (!rc)
        rc = str_printf(&a, &s.path, &why, "%s/%.*s", x->base.name,
                        STR_FMT(d.key));
    if (!rc)
        rc = read_each(x, &s, &a, &why);
    arena_release(&a);
    if (!rc || !document_parser_is_fatal(&why, x->request->cancel))
        return OK;
    *e = why;
    return rc;
}

/* Each change waits for the disk, and most pages have nothing to be noted. */
static enum err note_config(struct adding *x, struct item *i, struct error *e)
{
    struct document d;
    enum err rc = document_get(&x->base, i->id, &i->arena, &d, e);

    if (rc || str_eq(d.source_config, i->config))
        return rc;
    return document_set_config(&x->base, i->id, i->config, (struct str){0}, e);
}

/* A table's columns and statistics; making them makes its derived table. */
static enum err describe(struct adding *x, struct item *i, struct error *e)
{
    struct error why;
    struct str failure;
    enum err rc;

    if (i->is_failed || i->id < 0)
        return OK;
    if (i->config.n) {
        rc = note_config(x, i, e);
        return rc ? rc : read_tables(x, i, e);
    }
    if (i->kind.reader != KIND_TABLE)
        return OK;
    rc = make_config(x, i, &why);
    if (rc == OK)
        return OK;
    if (document_parser_is_fatal(&why, x->request->cancel)) {
        *e = why;
        return rc;
    }
    i->is_failed = true;
    item_report(x, i->shown, &why);
    if (i->is_server && i->is_kept) /* as it was when it could be reached */
        return OK;
    rc = item_failure(i, &why, &failure, e);
    return rc ? rc : document_set_failure(&x->base, i->id, failure, e);
}

static void count(struct adding *x, const struct item *i)
{
    if (i->is_failed || i->id < 0)
        return;
    if (x->leaves)
        jsonw_i64(x->awaited, i->id);
    pages_report(x, i);
    reviewed_report(x, i);
    mails_report(x, i);
    x->counts->read_again += i->reader.n > 0;
    if (i->is_kept || i->is_same)
        x->counts->unchanged++;
    else if (i->is_new)
        x->counts->added++;
    else
        x->counts->changed++;
}

/* What is committed counts, also where the add ends before it is described: it
 * is described when it is added again. */
static enum err describe_all(struct adding *x, struct error *e)
{
    enum err rc = OK;

    for (struct item *i = x->first; i; i = i->next) {
        if (!rc)
            rc = describe(x, i, e);
        count(x, i);
    }
    return rc;
}

enum err batch_commit(struct adding *x, struct error *e)
{
    struct error ignored;
    enum err rc = x->first ? keep(x, e) : OK;
    enum err back = OK;

    if (!rc) {
        rc = describe_all(x, e);
        back = back_commit(x, rc ? &ignored : e);
    }
    batch_drop(x);
    if (!rc)
        rc = back;
    return rc ? rc : opened_commit(x, e);
}

static bool is_full(const struct adding *x)
{
    return x->waiting >= MAX_WAITING || x->waiting_bytes >= WAITING_BYTES ||
           clock_ms() - x->waiting_since_ms >= WAITING_MS;
}

enum err batch_add(struct adding *x, struct item *i, struct error *e)
{
    if (!x->first)
        x->waiting_since_ms = clock_ms();
    if (x->last)
        x->last->next = i;
    else
        x->first = i;
    x->last = i;
    x->waiting++;
    x->waiting_bytes += (uint64_t)i->st.st_size;
    return is_full(x) ? batch_commit(x, e) : OK;
}
