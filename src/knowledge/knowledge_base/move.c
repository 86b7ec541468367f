/*
 * move.c - moves a base to another home, or from there into a store and back.
 *
 *     the base: held, so that nothing is added and nothing indexed
 *       -> a backup of it in a new folder of the other home, with the index
 *       -> that one's database, whatever engine it has
 *       -> compared: every row of every table; checked: all that it holds
 *       -> its name there, with who may reach it and what was asked
 *       -> gone here
 *
 * Until the name is given, nothing of either home is different. A process that dies
 * after that leaves the base in both, whole, and which to remove is for people to say.
 */
#include "knowledge/knowledge_base/base_lifecycle.h"
#include "knowledge/knowledge_base/bucket.h"
#include "knowledge/knowledge_base/check.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "search/documents/derived_text.h"
#include "search/index/index.h"
#include "store/catalog/document_reader.h"
#include "store/catalog/log_archive.h"
#include "store/catalog/pins.h"
#include "store/catalog/registry_bring.h"
#include "store/catalog/schema_tables.h"
#include "tables/base_server.h"

#define INDEX_WAIT_MS UINT64_C(10000)

/* One move. */
struct moving {
    struct bases *from;
    struct bases *to;
    struct arena *a;
    struct base_entry entry;
    struct base reader; /* of the base, beside the one that holds it */
    struct lease index; /* of the base's index */
    struct whole_old old;
    struct whole_new made;
    struct snapshot holds;
    struct check_counts counts;
    struct db_table_sum sums[DB_TABLES_MAX]; /* of its tables */
    struct registry_bring brought;
    int64_t waiting; /* documents that are not indexed */
};

static enum err check_free(struct moving *x, struct str name, struct error *e)
{
    struct base_entry other;
    struct error why;
    enum err rc = registry_find(&x->to->registry, name, x->a, &other, &why);

    base_pins_forget(name); /* it is another one where it is */
    if (rc == ERR_NOT_FOUND)
        return OK;
    return rc ? error_set(e, rc, "%s", why.msg)
              : error_set(e, ERR_CONFLICT,
                          "there is a base '%.*s' already where it is to go",
                          STR_FMT(name));
}

/* What a server accepted and has not read is in files of its home. */
static enum err check_uploads(const struct moving *x, struct error *e)
{
    int64_t n = 0;
    enum err rc = db_get_int(x->reader.db,
                             "SELECT count(*) FROM upload WHERE standing = 0",
                             DB_NO_ARGS, &n, e);

    return rc || n == 0
               ? rc
               : error_set(e, ERR_CONFLICT,
                           "%lld uploaded files of the base are not read yet; "
                           "move it when its server is done with them",
                           (long long)n);
}

/* Nobody adds to it or indexes it from here on. */
static enum err hold(struct moving *x, struct str name, struct error *e)
{
    bool is_brought;
    enum err rc = registry_find(&x->from->registry, name, x->a, &x->entry, e);

    if (!rc)
        rc = base_open_in(&x->from->registry, name, x->a, &x->reader, e);
    if (rc)
        return rc;
    is_brought = base_lifecycle_bring_index(&x->reader, INDEX_WAIT_MS,
                                            x->made.folder, &x->index);
    if (!is_brought && !lease_is_held(&x->index))
        return error_set(e, ERR_TIMEOUT,
                         "%s is being indexed; move it when that is done",
                         x->reader.shown);
    rc = base_lifecycle_hold(x->from, name, x->a, &x->old, e);
    return rc ? rc : check_uploads(x, e);
}

static enum err read_sums(struct moving *x, struct error *e)
{
    struct db *d = x->reader.db;
    enum err rc = db_begin_read(d, e);

    return rc ? rc
              : db_end(d, db_tables_copy(d, NULL, &base_tables, x->sums, e), e);
}

static void note_damage(void *ctx, const char *kind, struct str document,
                        const char *what)
{
    struct error *first = ctx;

    if (!first->code)
        (void)error_set(first, ERR_FILE_READ_FAILED,
                        "%s '%.*s' came over damaged: %s", kind,
                        STR_FMT(document), what);
}

/* Is what is there now what was read here, and whole? */
static enum err check_new(struct moving *x, struct error *e)
{
    struct error first = {0};
    struct error why;
    const struct damage_list to = {note_damage, &first};
    uint64_t bytes = 0;
    enum err rc = db_tables_compare(x->made.base.db, &base_tables, x->sums, e);

    if (!rc)
        rc = check_canonical(&x->made.base, &to, &x->counts, e);
    if (!rc && first.code) {
        *e = first;
        rc = first.code;
    }
    if (!rc && index_verify(&x->made.base, &bytes, &why))
        rc = index_clear(&x->made.base, e); /* it is made again */
    return rc;
}

static enum err make(struct moving *x, struct error *e)
{
    enum err rc = read_sums(x, e);

    if (!rc)
        rc = snapshot_take(&x->reader, x->made.folder, NULL, 0, &x->holds, e);
    if (!rc)
        rc = base_lifecycle_open(x->to, x->entry.name, &x->made, x->a, e);
    if (!rc)
        rc = check_new(x, e);
    if (!rc) /* texts are not copied */
        rc = document_stale_outdated(&x->made.base, STR(DOCUMENT_PARSER_READER),
                                     e);
    if (!rc)
        rc = bucket_push_new(&x->made.base, e);
    if (!rc)
        rc = base_lifecycle_count_waiting(&x->made, &x->waiting, e);
    if (!rc)
        rc = base_server_carry(&x->made.base, x->from->home, x->to->home, e);
    return rc ? rc
              : log_archive_copy(x->from->home, x->entry.id, x->to->home,
                                 x->made.id, e);
}

/* The commit: first there, then here. */
static enum err give(struct moving *x, bool *is_given, struct error *e)
{
    struct db *home = x->from->registry.db;
    enum err rc = base_lifecycle_retire(&x->old, e);

    if (!rc)
        rc = db_begin_write(home, e);
    if (rc)
        return rc;
    x->brought = (struct registry_bring){.from = &x->from->registry,
                                         .entry = &x->entry,
                                         .to = &x->to->registry,
                                         .id = x->made.id};
    rc = registry_bring(&x->brought, e);
    *is_given = !rc;
    rc = registry_remove_held(&x->from->registry, &x->entry, rc, e);
    if (rc && *is_given)
        error_wrap(e, "the base is whole in its new place, but 'quarry base "
                      "rm' must remove it from the old one");
    return rc;
}

static enum err move(struct moving *x, struct str name, struct error *e)
{
    bool is_given = false;
    enum err rc = base_lifecycle_begin(x->to, x->a, &x->made, e);

    if (!rc)
        rc = hold(x, name, e);
    if (!rc)
        rc = make(x, e);
    base_close(&x->made.base);
    if (!rc)
        rc = give(x, &is_given, e);
    if (rc && !is_given)
        base_lifecycle_abandon(x->to, &x->made);
    base_lifecycle_release(&x->old, !rc);
    base_close(&x->reader);
    lease_close(&x->index);
    return rc;
}

static void write_answer(const struct moving *x, struct jsonw *w)
{
    const struct registry_bring *b = &x->brought;
    const struct {
        const char *key;
        int64_t n;
    } counts[] = {{"versions", x->counts.versions},
                  {"documents_waiting", x->waiting},
                  {"tokens", b->tokens},
                  {"exposures", b->exposures},
                  {"bound_tools", b->bound_tools},
                  {"questions", b->questions},
                  {"tokens_left", b->tokens_left}};
    int64_t rows = 0;

    jsonw_begin_object(w);
    jsonw_member_str(w, "base", x->entry.name);
    base_lifecycle_write_snapshot(w, &x->holds);
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        jsonw_member_i64(w, counts[i].key, counts[i].n);
    for (size_t i = 0; i < base_tables.n; i++)
        rows += x->sums[i].rows;
    jsonw_member_i64(w, "rows_compared", rows);
    jsonw_end_object(w);
}

enum err bases_move(struct bases *from, struct bases *to, struct str name,
                    struct jsonw *w, struct error *e)
{
    struct arena a;
    struct moving x = {.from = from,
                       .to = to,
                       .a = &a,
                       .reader = BASE_NONE,
                       .index = LEASE_NONE,
                       .old = WHOLE_OLD_NONE,
                       .made = {.base = BASE_NONE}};
    enum err rc = base_check_name(name, e);

    arena_init(&a, WHOLE_ARENA_BYTES);
    if (!rc)
        rc = check_free(&x, name, e);
    if (!rc)
        rc = move(&x, name, e);
    if (!rc)
        write_answer(&x, w);
    arena_release(&a);
    return rc;
}
