#include "knowledge/knowledge_base/derived_drop_damaged.h"

#include "base/hash.h"
#include "store/table_cache/file_digest.h"

#include <unistd.h>

#define HEX_DIGITS  (HASH_HEX_BYTES - 1)
#define ARENA_BYTES ((size_t)512 << 20)

static const char *kind_of_file(struct str name)
{
    if (str_ends(name, STR(".duckdb")))
        return "table";
    if (str_ends(name, STR(".map.json")))
        return "map";
    if (str_ends(name, STR(".values")))
        return "values";
    if (str_ends(name, STR(".text")))
        return "text";
    if (str_find(name, STR("-sections")) < name.n)
        return "sections";
    return "profile";
}

/* One look at the folder. */
struct looking {
    const struct base *base;
    const struct damage_list *to;
    struct derived_counts *counts;
    struct arena *a;
    struct str *list; /* list[n], as it was at the beginning */
    size_t n;
};

/* Checksums, and files that are being written. */
static bool is_beside(struct str name)
{
    return str_ends(name, STR(DIGEST_SUFFIX)) ||
           str_find(name, STR(".tmp-")) < name.n;
}

/* All that was made of the content that the name begins with. */
static void drop(const struct looking *x, struct str name)
{
    struct str content = str_slice(name, 0, HEX_DIGITS);
    struct error ignored;

    for (size_t i = 0; i < x->n; i++) {
        const char *path;

        if (!str_starts(x->list[i], content))
            continue;
        path = fs_join(x->base->derived.cache, x->list[i].p, x->a, &ignored);
        if (path)
            (void)unlink(path);
    }
}

static enum err report(const struct looking *x, struct str name,
                       struct error *e)
{
    struct str key;
    enum err rc = db_get_text(
        x->base->db,
        "SELECT key FROM document_version JOIN document ON document.id ="
        " document WHERE source_fingerprint = ?1 LIMIT 1",
        DB_ARGS(db_text(str_slice(name, 0, HEX_DIGITS))), x->a, &key, e);

    if (!rc)
        x->to->found(x->to->ctx, kind_of_file(name), key,
                     "it was not what it had been");
    return rc;
}

static enum err check_one(const struct looking *x, struct str name,
                          struct error *e)
{
    const char *path = fs_join(x->base->derived.cache, name.p, x->a, e);
    uint64_t bytes = 0;
    bool there;

    if (!path || fs_exists(path, "a derived file", &there, e))
        return e->code;
    if (!there) /* dropped with another, or just replaced */
        return OK;
    x->counts->files++;
    if (digest_check(path, &bytes)) {
        x->counts->bytes += bytes;
        return OK;
    }
    drop(x, name);
    return report(x, name, e);
}

enum err derived_drop_damaged(const struct base *b,
                              const struct damage_list *dropped,
                              struct derived_counts *counts, struct error *e)
{
    struct arena a;
    struct looking x = {b, dropped, counts, &a, NULL, 0};
    enum err rc;

    *counts = (struct derived_counts){0};
    arena_init(&a, ARENA_BYTES);
    rc = fs_list_tree(b->derived.cache, "derived files", &a, &x.list, &x.n, e);
    for (size_t i = 0; !rc && i < x.n; i++) {
        if (!is_beside(x.list[i]))
            rc = check_one(&x, x.list[i], e);
    }
    arena_release(&a);
    return rc;
}
