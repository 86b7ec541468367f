#include "ask/semantic/semantic.h"

#include "ask/semantic/near_entries.h"
#include "ask/semantic/retrieve.h"
#include "base/fs.h"
#include "search/documents/document_parser.h"
#include "store/catalog/document.h"

#include <sys/stat.h>

#define FILE_BYTES ((size_t)256 << 20) /* of one file, as a tree */
#define KEPT_BYTES ((size_t)256 << 20) /* of all entries */

#define SEMANTIC_MAX_COLUMNS 1000 /* that are listed as available */

/* A load under way. */
struct loading {
    const struct semantic_load *request;
    struct document_parser parser;
    struct arena *a;
    struct semantic_entries entries;
    uint64_t files;
};

static enum err open_base(struct tables *t, struct str name, struct arena *a,
                          struct base *b, struct error *e)
{
    *b = BASE_NONE;
    return base_open(tables_home(t), name, a, b, e);
}

static enum err load_file(struct loading *l, const char *path, struct str shown,
                          struct error *e)
{
    const struct json *tree = NULL;
    struct arena work;
    int fd = -1;
    enum err rc;

    if (l->request->as.n) /* the path is ours, and says nothing */
        shown = l->request->as;
    rc = fs_open_read(path, str_bytes(shown), &fd, e);
    if (rc)
        return rc;
    arena_init(&work, FILE_BYTES);
    l->parser.cancel = l->request->cancel;
    rc = document_parser_yaml(&l->parser, fd, &work, &tree, e);
    if (!rc)
        rc = semantic_entries_read(tree, shown, l->a, &l->entries, e);
    if (rc)
        error_wrap(e, "reading '%.*s'", STR_FMT(shown));
    l->files++;
    fs_close(&fd);
    arena_release(&work);
    return rc;
}

static bool is_yaml(struct str name)
{
    return str_ends(name, STR(".yaml")) || str_ends(name, STR(".yml"));
}

static enum err load_folder(struct loading *l, const char *folder,
                            struct error *e)
{
    uint64_t before = l->files;
    struct str *list = NULL;
    size_t n = 0;
    enum err rc = fs_list_tree(folder, folder, l->a, &list, &n, e);

    for (size_t i = 0; i < n && !rc; i++) {
        struct str path;

        if (!is_yaml(list[i]))
            continue;
        if (l->files == SEMANTIC_MAX_FILES)
            return error_set(e, ERR_LIMIT, "too many files: the limit is %d",
                             SEMANTIC_MAX_FILES);
        rc = str_printf(l->a, &path, e, "%s/%.*s", folder, STR_FMT(list[i]));
        if (!rc)
            rc = load_file(l, path.p, path, e);
    }
    if (!rc && l->files == before)
        rc = error_set(e, ERR_NOT_FOUND, "there is no *.yaml file in '%s'",
                       folder);
    return rc;
}

static enum err load_path(struct loading *l, struct str given, struct error *e)
{
    const char *path = str_cstr(given, l->a, e);
    struct stat st;

    if (!path)
        return e->code;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return load_folder(l, path, e);
    return load_file(l, path, str_from(path), e);
}

static void write_counts(const struct loading *l,
                         const struct semantic_counts *n, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", l->request->base);
    jsonw_member_u64(w, "files", l->files);
    jsonw_member_u64(w, "added", n->added);
    jsonw_member_u64(w, "changed", n->changed);
    jsonw_member_u64(w, "unchanged", n->unchanged);
    jsonw_member_u64(w, "removed", n->removed);
    jsonw_end_object(w);
}

enum err semantic_load(struct tables *t, const struct semantic_load *r,
                       struct jsonw *w, struct error *e)
{
    struct loading l = {.request = r};
    struct semantic_counts counts;
    struct base b = BASE_NONE;
    struct arena a;
    enum err rc;

    arena_init(&a, KEPT_BYTES);
    l.a = &a;
    rc = open_base(t, r->base, &a, &b, e);
    if (!rc) {
        document_parser_init(&l.parser, tables_pool(t), &b, &a);
        for (size_t i = 0; i < r->n && !rc; i++)
            rc = load_path(&l, r->paths[i], e);
        document_parser_close(&l.parser);
    }
    if (!rc)
        rc = semantic_store_replace(&b, &l.entries, &counts, e);
    if (!rc)
        write_counts(&l, &counts, w);
    base_close(&b);
    arena_release(&a);
    return rc;
}

static void write_entry(const struct semantic_entry *x, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "collection", semantic_collection_name(x->collection));
    jsonw_member_str(w, "name", x->name);
    jsonw_member_text(w, "file", x->file);
    if (x->file.n)
        jsonw_member_u64(w, "line", x->line);
    else
        jsonw_member_null(w, "line");
    jsonw_member_double(w, "created_at", x->created_at);
    jsonw_member_raw(w, "entry", x->payload);
    jsonw_end_object(w);
}

enum err semantic_entries_of(struct tables *t, struct str base, struct arena *a,
                             struct semantic_entries *out, struct error *e)
{
    struct base b;
    enum err rc = open_base(t, base, a, &b, e);

    if (!rc)
        rc = semantic_store_list(&b, a, out, e);
    base_close(&b);
    return rc;
}

enum err semantic_list(struct tables *t, struct str base, struct arena *a,
                       struct jsonw *w, struct error *e)
{
    struct semantic_entries list = {0};
    enum err rc = semantic_entries_of(t, base, a, &list, e);

    if (rc)
        return rc;
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", base);
    jsonw_key(w, "entries");
    jsonw_begin_array(w);
    for (size_t i = 0; i < list.n; i++)
        write_entry(&list.list[i], w);
    jsonw_end_array(w);
    jsonw_end_object(w);
    return OK;
}

/* Three decimals say all that there is to know. */
static double rounded(double score)
{
    return (double)(uint64_t)(score * 1000 + 0.5) / 1000;
}

static void write_hits(const struct semantic_hits *hits, struct jsonw *w)
{
    for (size_t i = 0; i < hits->n; i++) {
        const struct semantic_hit *h = &hits->list[i];

        jsonw_begin_object(w);
        jsonw_member_cstr(w, "collection",
                          semantic_collection_name(h->entry->collection));
        jsonw_member_str(w, "name", h->entry->name);
        jsonw_member_double(w, "score", rounded(h->score));
        jsonw_member_raw(w, "entry", h->entry->payload);
        jsonw_end_object(w);
    }
}

/* Each once, in the order of documents and columns: a name alone, as SQL has
 * it, since that is what an entry may name. */
static void write_column(struct str name, struct str *seen, size_t *n,
                         struct jsonw *w)
{
    for (size_t i = 0; i < *n; i++) {
        if (str_eq(seen[i], name))
            return;
    }
    if (*n == SEMANTIC_MAX_COLUMNS)
        return;
    seen[(*n)++] = name;
    jsonw_str(w, name);
}

/* The columns of the base's tables, as the catalog keeps them. */
static enum err write_columns(const struct base *b, struct arena *a,
                              struct jsonw *w, struct error *e)
{
    struct str *seen =
        arena_alloc_array(a, SEMANTIC_MAX_COLUMNS, sizeof(*seen), e);
    struct document *list = NULL;
    size_t documents = 0;
    size_t n = 0;
    enum err rc =
        seen ? document_list(b, NULL, a, &list, &documents, e) : e->code;

    jsonw_key(w, "available_columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < documents && !rc; i++) {
        const struct json *schema;
        struct json *config = NULL;

        if (!str_is(list[i].source_type, "table"))
            continue;
        rc = json_parse(list[i].source_config, &json_answer_limits, a, &config,
                        e);
        schema = json_find(json_find(config, "structured_data"), "schema");
        for (const struct json *c = schema ? schema->first : NULL; c;
             c = c->next)
            write_column(json_text(json_find(c, "name")), seen, &n, w);
    }
    jsonw_end_array(w);
    return rc;
}

static enum err write_available(struct tables *t, struct str base,
                                struct arena *a, struct jsonw *w,
                                struct error *e)
{
    struct base b;
    enum err rc = open_base(t, base, a, &b, e);

    if (!rc)
        rc = write_columns(&b, a, w, e);
    base_close(&b);
    return rc;
}

enum err semantic_search(struct tables *t, struct str base, struct str question,
                         struct arena *a, struct jsonw *w, struct error *e)
{
    struct semantic_entries list = {0};
    const struct semantic_near_request near_request = {
        .tables = t, .base = base, .entries = &list, .question = question};
    struct semantic_near near;
    enum err rc = semantic_entries_of(t, base, a, &list, e);

    if (!rc)
        rc = semantic_near_find(&near_request, a, &near, e);
    if (rc)
        return rc;
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", base);
    jsonw_key(w, "entries");
    jsonw_begin_array(w);
    for (int c = 0; c < SEMANTIC_COLLECTIONS && !rc; c++) {
        struct semantic_request request =
            semantic_usual((enum semantic_collection)c);
        struct semantic_hits hits;

        request.near = near.of;
        rc = semantic_retrieve(&list, question, &request, a, &hits, e);
        if (!rc)
            write_hits(&hits, w);
    }
    jsonw_end_array(w);
    jsonw_member_text(w, "by_words_because", near.why);
    if (!rc)
        rc = write_available(t, base, a, w, e);
    jsonw_end_object(w);
    return rc;
}

enum err semantic_export(struct tables *t, struct str base, struct arena *a,
                         struct buf *out, struct error *e)
{
    struct semantic_entries list = {0};
    enum err rc = semantic_entries_of(t, base, a, &list, e);

    return rc ? rc : semantic_entries_write(&list, a, out, e);
}

static enum err clear(const struct base *b, const struct str *names, size_t n,
                      uint64_t *removed, struct error *e)
{
    enum err rc = OK;

    if (n == 0)
        return semantic_store_clear(b, removed, e);
    for (*removed = 0; *removed < n && !rc; ++*removed)
        rc = semantic_store_remove(b, names[*removed], e);
    return rc;
}

enum err semantic_clear(struct tables *t, struct str base,
                        const struct str *names, size_t n, struct jsonw *w,
                        struct error *e)
{
    uint64_t removed = 0;
    struct base b = BASE_NONE;
    struct arena a;
    enum err rc;

    arena_init(&a, KEPT_BYTES);
    rc = open_base(t, base, &a, &b, e);
    if (!rc)
        rc = db_begin_write(b.db, e);
    if (!rc)
        rc = db_end(b.db, clear(&b, names, n, &removed, e), e);
    if (!rc) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "base", base);
        jsonw_member_u64(w, "removed", removed);
        jsonw_end_object(w);
    }
    base_close(&b);
    arena_release(&a);
    return rc;
}
