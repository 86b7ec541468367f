#include "knowledge/knowledge_base/list.h"

#include "base/clock.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "search/retrieve/scope.h"
#include "store/catalog/index_job.h"
#include "store/catalog/table_documents.h"

#define ARENA_BYTES ((size_t)64 << 20)

static enum err write_counts(struct bases *b, const struct base_entry *entry,
                             struct arena *a, struct jsonw *w, struct error *e)
{
    struct base base = BASE_NONE;
    struct table_documents documents = {0};
    struct index_state s = {0};
    enum err rc = bases_open_noted(b, entry->name, a, &base, e);

    if (!rc)
        rc = table_documents_list(&base, 0, a, &documents, e);
    if (!rc)
        rc = index_state_read(&base, &s, e);
    base_close(&base);
    if (rc)
        return rc;
    jsonw_member_u64(w, "documents", documents.documents);
    jsonw_member_u64(w, "tables", documents.total);
    jsonw_member_u64(w, "pages", documents.pages);
    jsonw_key(w, "index");
    jsonw_begin_object(w);
    index_state_write(&s, w);
    jsonw_end_object(w);
    return OK;
}

/* One base; *why is filled where it cannot be opened. */
static enum err write_base(struct bases *b, const struct base_entry *entry,
                           struct jsonw *w, struct error *why)
{
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    jsonw_begin_object(w);
    jsonw_member_str(w, "name", entry->name);
    jsonw_member_str(w, "created_at", entry->created_at);
    rc = write_counts(b, entry, &a, w, why);
    if (rc)
        jsonw_member_error(w, why);
    jsonw_end_object(w);
    arena_release(&a);
    return rc;
}

enum err bases_list(struct bases *b, const struct bases_filter *f,
                    struct jsonw *w, struct error *e)
{
    struct base_entry *list = NULL;
    struct str after, rest;
    struct str last = {0};
    struct error ignored;
    struct arena a;
    uint64_t found = 0;
    size_t n = 0;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = list_page_split(&f->page, &after, &rest, e);
    if (!rc)
        rc = registry_list(&b->registry, &a, &list, &n, e);
    jsonw_begin_object(w);
    jsonw_key(w, "bases");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n && !rc; i++) {
        if (str_cmp(list[i].name, after) <= 0 ||
            (f->has && !f->has(f->ctx, list[i].name)))
            continue;
        if (list_page_is_over(&f->page, ++found))
            break;
        last = list[i].name;
        (void)!write_base(b, &list[i], w, &ignored);
    }
    jsonw_end_array(w);
    list_page_put_next(&f->page, list_page_is_over(&f->page, found), last,
                       (struct str){0}, w);
    jsonw_end_object(w);
    arena_release(&a);
    return rc;
}

enum err bases_describe(struct bases *b, struct str name, struct jsonw *w,
                        struct error *e)
{
    struct base_entry entry;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = registry_find(&b->registry, name, &a, &entry, e);
    if (!rc)
        rc = write_base(b, &entry, w, e);
    arena_release(&a);
    return rc;
}

enum err bases_create(struct bases *b, struct str name, struct jsonw *w,
                      struct error *e)
{
    struct base_entry made;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = registry_create(&b->registry, name, &a, &made, e);
    if (!rc)
        rc = write_base(b, &made, w, e);
    arena_release(&a);
    return rc;
}

/* Is there a job whose time has come? */
static enum err is_behind(struct bases *b, struct str name, bool *is,
                          struct error *e)
{
    struct base base = BASE_NONE;
    struct index_job_counts c = {0};
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = base_open_in(&b->registry, name, &a, &base, e);
    if (!rc)
        rc = index_jobs_count(&base, &c, e);
    *is = !rc && c.waiting > 0 && c.next_ms <= clock_wall_ms();
    base_close(&base);
    arena_release(&a);
    return rc;
}

enum err bases_are_behind(struct bases *b, struct arena *a,
                          struct base_entry *base, struct error *e)
{
    struct base_entry *list = NULL;
    size_t n = 0;
    enum err rc = registry_list(&b->registry, a, &list, &n, e);

    *base = (struct base_entry){0};
    for (size_t i = 0; i < n && !rc && base->name.n == 0; i++) {
        struct error ignored; /* a damaged base is not the others' trouble */
        bool is = false;

        if (is_behind(b, list[i].name, &is, &ignored) == OK && is)
            *base = list[i];
    }
    return rc;
}
