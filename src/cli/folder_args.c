#include "cli/folder_args.h"

#include "answer/answer.h"
#include "base/fs.h"
#include "tables/base_tables.h"
#include "tables/format.h"

#include <sys/stat.h>

/* The sources while folders are looked into. */
struct folder_list {
    struct cli *c;
    struct table_source *source;
    size_t n;
};

/* A folder that no base has the name of. */
static enum err find_folder(struct cli *c, struct tables *t, struct str path,
                            bool *is_folder, struct error *e)
{
    const char *name = str_cstr(path, &c->arena, e);
    struct base_tables base;
    struct stat st;

    if (!name)
        return e->code;
    *is_folder = stat(name, &st) == 0 && S_ISDIR(st.st_mode);
    if (!*is_folder || memchr(path.p, '/', path.n))
        return OK;
    if (base_tables_list(t, path, 1, &c->arena, &base, e))
        return e->code;
    *is_folder = !base.is_base;
    return OK;
}

static enum err too_many(struct str folder, size_t n, struct error *e)
{
    return error_set(
        e, ERR_LIMIT,
        "'%.*s' has %zu tables, and a question takes %d; name some "
        "of the files, or add the folder to a base",
        STR_FMT(folder), n, ANSWER_MAX_SOURCES);
}

static enum err no_table(struct str folder, size_t n_files, struct error *e)
{
    if (n_files == 0)
        return error_set(e, ERR_NOT_FOUND, "folder '%.*s' has no files",
                         STR_FMT(folder));
    return error_set(
        e, ERR_NOT_FOUND,
        "folder '%.*s' has no tables (csv, tsv, xlsx, json, "
        "parquet, sqlite); to ask pages add it to a base: quarry add BASE "
        "%.*s",
        STR_FMT(folder), STR_FMT(folder));
}

static enum err put_files(struct folder_list *x, const struct table_source *of,
                          struct error *e)
{
    struct arena *a = &x->c->arena;
    const char *path = str_cstr(of->path, a, e);
    struct str folder = of->path;
    struct str *files = NULL;
    size_t n_files = 0;
    size_t n = 0;
    enum err rc =
        path ? fs_list_tree(path, path, a, &files, &n_files, e) : e->code;

    while (folder.n > 1 && folder.p[folder.n - 1] == '/')
        folder.n--;
    for (size_t i = 0; i < n_files; i++)
        if (format_is_of_folder(files[i]))
            files[n++] = files[i];
    if (!rc && n == 0)
        rc = no_table(of->path, n_files, e);
    else if (!rc && x->n + n > ANSWER_MAX_SOURCES)
        rc = too_many(of->path, n, e);
    for (size_t i = 0; i < n && !rc; i++) {
        struct table_source *s = &x->source[x->n++];

        *s = *of;
        s->is_found = true;
        rc = str_printf(a, &s->path, e, "%.*s/%.*s", STR_FMT(folder),
                        STR_FMT(files[i]));
    }
    return rc;
}

enum err folder_args_expand(struct cli *c, struct tables *t,
                            const struct table_source **sources, size_t *n,
                            struct error *e)
{
    struct folder_list x = {.c = c};
    bool some = false;

    if (*n > ANSWER_MAX_SOURCES)
        return OK; /* which answer_question() refuses */
    x.source = arena_alloc_array(&c->arena, *n + ANSWER_MAX_SOURCES,
                                 sizeof(*x.source), e);
    if (!x.source)
        return e->code;
    for (size_t i = 0; i < *n; i++) {
        const struct table_source *s = &(*sources)[i];
        bool is_folder = false;

        if (find_folder(c, t, s->path, &is_folder, e) ||
            (is_folder && put_files(&x, s, e)))
            return e->code;
        if (!is_folder)
            x.source[x.n++] = *s;
        some |= is_folder;
    }
    if (some) {
        *sources = x.source;
        *n = x.n;
    }
    return OK;
}
