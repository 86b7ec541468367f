/* bucket_push.c - puts what a base has into the bucket of its home. */
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/bucket.h"
#include "search/index/index.h"
#include "store/catalog/base_objects.h"

#define ARENA_BYTES   ((size_t)1 << 30)
#define INDEX_WAIT_MS UINT64_C(60000)

/* One push. */
struct pushing {
    const struct base *b;
    struct arena *a;
    struct str *sum; /* sum[n], of originals, in their order */
    size_t n;
    struct object_page page; /* of what is there, and the next of it */
    size_t at;
    struct bucket_pushed *out;
};

static enum err list_sums(struct pushing *x, struct error *e)
{
    int64_t count = 0;
    struct db_rows r;
    enum err rc = db_get_int(x->b->db,
                             "SELECT count(DISTINCT sha256) FROM"
                             " document_version WHERE sha256 IS NOT NULL",
                             DB_NO_ARGS, &count, e);

    x->sum =
        rc ? NULL : arena_alloc_array(x->a, (size_t)count, sizeof(*x->sum), e);
    if (!x->sum)
        return e->code;
    rc = db_query(x->b->db,
                  "SELECT DISTINCT sha256 FROM document_version"
                  " WHERE sha256 IS NOT NULL ORDER BY sha256",
                  DB_NO_ARGS, &r, e);
    while (!rc && x->n < (size_t)count && db_next(&r))
        rc = str_dup(db_column_text(&r, 0), x->a, &x->sum[x->n++], e);
    return db_finish(&r, rc, e);
}

static enum err next_page(struct pushing *x, struct str after, struct error *e)
{
    struct object_range r = {.after = after};
    struct str begin;
    enum err rc = str_printf(x->a, &begin, e, "%s/", x->b->id);

    r.begin = begin;
    x->at = 0;
    return rc ? rc : object_list(x->b->blobs, &r, x->a, &x->page, e);
}

static struct str sum_in(struct str name)
{
    return str_slice(name, str_find_char(name, '/') + 1, name.n);
}

/* Both are in one order, so the list is gone through once. */
static enum err is_there(struct pushing *x, struct str sum, bool *is,
                         struct error *e)
{
    *is = false;
    for (;;) {
        int order;

        if (x->at == x->page.n && x->page.more) {
            enum err rc = next_page(x, x->page.list[x->page.n - 1].name, e);

            if (rc)
                return rc;
        }
        if (x->at == x->page.n)
            return OK;
        order = str_cmp(sum_in(x->page.list[x->at].name), sum);
        *is = order == 0;
        if (order >= 0)
            return OK;
        x->at++;
    }
}

static enum err is_named(const struct base *b, struct str sum, bool *is,
                         struct error *e)
{
    int64_t one = 0;
    enum err rc = db_get_int(
        b->db, "SELECT 1 FROM document_version WHERE sha256 = ?1 LIMIT 1",
        DB_ARGS(db_text(sum)), &one, e);

    *is = one == 1;
    return rc;
}

static enum err put_one(struct pushing *x, struct str sum, struct error *e)
{
    struct error why;
    struct str path;
    bool is = false;
    enum err rc =
        str_printf(x->a, &path, e, "%s/%.*s", x->b->files, STR_FMT(sum));

    if (rc)
        return rc;
    rc = base_object_put(x->b, sum, path.p, &why);
    if (!rc) {
        x->out->put++;
        return OK;
    }
    if (rc == ERR_NOT_FOUND) { /* or its document was removed meanwhile */
        rc = is_named(x->b, sum, &is, e);
        return rc || !is ? rc
                         : error_set(e, ERR_FILE_READ_FAILED,
                                     "an original of %s is lost; 'quarry base "
                                     "check' says which",
                                     x->b->shown);
    }
    *e = why;
    return rc;
}

static enum err push_originals(struct pushing *x, struct error *e)
{
    enum err rc = list_sums(x, e);

    if (!rc)
        rc = next_page(x, (struct str){0}, e);
    x->out->originals = x->n;
    for (size_t i = 0; i < x->n && !rc; i++) {
        bool is = false;

        rc = is_there(x, x->sum[i], &is, e);
        if (!rc && !is)
            rc = put_one(x, x->sum[i], e);
    }
    return rc;
}

enum err bucket_push_base(const struct base *b, struct bucket_pushed *out,
                          struct error *e)
{
    struct arena a;
    struct pushing x = {.b = b, .a = &a, .out = out};
    size_t of_index = 0;
    enum err rc;

    *out = (struct bucket_pushed){0};
    if (!b->blobs)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "name the bucket with --blobs s3://BUCKET/PREFIX or "
                         "in QUARRY_BLOBS");
    arena_init(&a, ARENA_BYTES);
    rc = push_originals(&x, e);
    if (!rc)
        rc = index_push(b, INDEX_WAIT_MS, &of_index, e);
    out->of_index = of_index;
    arena_release(&a);
    return rc;
}

enum err bucket_push_new(const struct base *b, struct error *e)
{
    struct bucket_pushed ignored;

    return b->blobs ? bucket_push_base(b, &ignored, e) : OK;
}

enum err bases_push(struct bases *b, struct str name, struct jsonw *w,
                    struct error *e)
{
    struct bucket_pushed done = {0};
    struct base base = BASE_NONE;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = base_open_in(&b->registry, name, &a, &base, e);
    if (!rc)
        rc = bucket_push_base(&base, &done, e);
    if (!rc) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "base", name);
        jsonw_member_cstr(w, "bucket", base.blobs->shown);
        jsonw_member_u64(w, "originals", done.originals);
        jsonw_member_u64(w, "put", done.put);
        jsonw_member_u64(w, "index_put", done.of_index);
        jsonw_end_object(w);
    }
    base_close(&base);
    arena_release(&a);
    return rc;
}
