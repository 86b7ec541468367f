#include "cli/file_base.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/json.h"
#include "cli/home_args.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "knowledge/knowledge_base/bases.h"
#include "search/documents/kind.h"
#include "search/settings/settings.h"
#include "store/catalog/registry.h"
#include "tables/base_tables.h"
#include "tables/format.h"
#include "tables/name.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD_BYTES   4096 /* as add looks at */
#define NAME_BYTES   40   /* of a base, of the first file's */
#define FOLDER_FILES 256  /* documents of a folder; more are for a base */
#define REPORT_BYTES ((size_t)1 << 20)

/* A file that add would take as pages, or as one that holds some, by its name or
 * its bytes. Text without a sign that it is prose may be a table. */
static bool is_pages(struct cli *c, struct str path)
{
    struct error ignored;
    const char *name = str_cstr(path, &c->arena, &ignored);
    char head[HEAD_BYTES];
    struct kind kind;
    struct stat st;
    ssize_t n;
    int fd;

    if (!name || stat(name, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    fd = open(name, O_RDONLY | O_CLOEXEC);
    n = fd < 0 ? 0 : pread(fd, head, sizeof(head), 0);
    fs_close(&fd);
    kind = kind_of(path, (struct str){head, n > 0 ? (size_t)n : 0});
    return kind.reader == KIND_MEMBERS ||
           (kind.reader == KIND_SECTIONS &&
            !str_is(str_from(kind.format), "text"));
}

/* A base of that name goes before a file. */
static enum err is_file(struct cli *c, struct tables *t, struct str path,
                        bool *is, struct error *e)
{
    struct base_tables base;
    enum err rc;

    *is = is_pages(c, path);
    if (!*is || memchr(path.p, '/', path.n))
        return OK;
    rc = base_tables_list(t, path, 1, &c->arena, &base, e);
    *is = !rc && !base.is_base;
    return rc;
}

/* Letters and digits of a file's name. */
static size_t plain_name(struct str path, char name[NAME_BYTES])
{
    struct str stem = name_of_path(path);
    size_t n = 0;

    stem.n -= name_suffix(stem).n;
    for (size_t i = 0; i < stem.n && n < NAME_BYTES; i++) {
        const char x = stem.p[i];

        if (x >= 'A' && x <= 'Z')
            name[n++] = (char)(x + 'a' - 'A');
        else if ((x >= 'a' && x <= 'z') || (x >= '0' && x <= '9'))
            name[n++] = x;
    }
    return n;
}

/* "harbour-1a2b3c4d", by the first file's name and where all of them lie. */
static enum err name_base(struct cli *c, const struct str *paths, size_t n,
                          struct str *out, struct error *e)
{
    char name[NAME_BYTES];
    const size_t length = plain_name(paths[0], name);
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash h;

    hash_init(&h);
    for (size_t i = 0; i < n; i++) {
        char real[PATH_MAX] = "";
        const char *path = str_cstr(paths[i], &c->arena, e);

        if (!path)
            return e->code;
        (void)!realpath(path, real);
        hash_update(&h, real, str_from(real).n + 1);
    }
    hash_finish(&h, digest);
    hash_hex(digest, hex);
    return str_printf(&c->arena, out, e, "%.*s%s%.8s", (int)length, name,
                      length ? "-" : "f", hex);
}

/* Is it of a file that a document embeds? The document can be asked without it, and
 * answers say what was not read. */
static bool is_embedded(struct str path)
{
    for (size_t i = 0; i < path.n; i++) {
        const struct kind k = kind_of(str_slice(path, 0, i), (struct str){0});

        if (path.p[i] == '/' && k.members && k.reader == KIND_SECTIONS)
            return true;
    }
    return false;
}

/* The first failure of an add, as the command's. */
static enum err report_failure(struct cli *c, struct str report, enum err code,
                               struct error *e)
{
    const struct json *failures;
    const struct json *first;
    struct json *answer = NULL;
    enum err rc =
        json_parse(report, &json_answer_limits, &c->arena, &answer, e);

    if (rc)
        return rc;
    failures = json_find(answer, "failures");
    first = failures ? failures->first : NULL;
    while (first && is_embedded(json_text(json_find(first, "path"))))
        first = first->next;
    return first ? error_set(e, code, "'%.*s': %.*s",
                             STR_FMT(json_text(json_find(first, "path"))),
                             STR_FMT(json_text(json_find(first, "message"))))
                 : OK;
}

static enum err add_files(struct cli *c, struct bases *b, struct str base,
                          const struct str *paths, size_t n, struct error *e)
{
    const struct bases_add r = {.base = base,
                                .paths = paths,
                                .n = n,
                                .wait = true,
                                .progress = progress_of_files(c),
                                .cancel = interrupt_flag()};
    struct bases_added counts;
    struct buf report;
    struct jsonw w;
    enum err rc;

    buf_init(&report, REPORT_BYTES);
    jsonw_init(&w, &report);
    rc = bases_add(b, &r, &counts, &w, e);
    progress_end();
    if (!rc && counts.first_failure)
        rc = report_failure(c, buf_str(&report), counts.first_failure, e);
    buf_release(&report);
    return rc;
}

/* From here on the command works in the home of such bases. */
static enum err enter_home(struct cli *c, struct error *e)
{
    struct home h;
    enum err rc = home_args_open(c, &h, e);

    if (!rc)
        rc = str_printf(&c->arena, &c->options.home, e, "%s/" HOME_PAGES,
                        h.cache);
    c->options.store =
        (struct str){0}; /* they are derived, and this machine's */
    return rc;
}

/* It is searched by words: vectors would take a minute of a long report, and
 * somebody waits. */
static enum err set_up_base(struct cli *c, struct str name, struct error *e)
{
    struct registry r = REGISTRY_NONE;
    struct base b = BASE_NONE;
    struct base_entry entry;
    struct home h;
    bool created = false;
    enum err rc = home_args_open(c, &h, e);

    if (!rc)
        rc = registry_open(&h, &c->arena, &r, e);
    if (!rc)
        rc = registry_claim(&r, name, &c->arena, &entry, &created, e);
    if (!rc && created)
        rc = base_open_entry(&h, &entry, &c->arena, &b, e);
    if (!rc && created)
        rc = db_begin_write(b.db, e);
    if (!rc && created)
        rc =
            db_end(b.db, settings_set(&b, STR("embedding"), STR("none"), e), e);
    base_close(&b);
    registry_close(&r);
    return rc;
}

static enum err make_base(struct cli *c, const struct str *paths, size_t n,
                          struct str *base, struct error *e)
{
    struct tables *t = NULL;
    struct bases *b = NULL;
    enum err rc = enter_home(c, e);

    c->options.new_bases = STR("keyword");
    if (!rc)
        rc = name_base(c, paths, n, base, e);
    if (!rc)
        rc = set_up_base(c, *base, e);
    if (!rc)
        rc = tables_new(&c->options, &t, e);
    if (!rc)
        rc = bases_new(t, &b, e);
    if (!rc)
        rc = add_files(c, b, *base, paths, n, e);
    bases_free(b);
    tables_free(t);
    return rc;
}

/* The documents of a folder that has no tables: out[*n]. A folder in which files come and
 * go has another base then, as its name is made of them all. */
static enum err list_folder(struct cli *c, struct str folder, struct str *out,
                            size_t *n, struct error *e)
{
    const char *path = str_cstr(folder, &c->arena, e);
    struct str *files = NULL;
    size_t n_files = 0;
    size_t found = 0;
    struct stat st;

    *n = 0;
    if (!path)
        return e->code;
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
        return OK;
    while (folder.n > 1 && folder.p[folder.n - 1] == '/')
        folder.n--;
    if (fs_list_tree(path, path, &c->arena, &files, &n_files, e))
        return e->code;
    for (size_t i = 0; i < n_files; i++)
        if (format_is_of_folder(files[i]))
            return OK;
    for (size_t i = 0; i < n_files && found < FOLDER_FILES; i++) {
        if (str_printf(&c->arena, &out[found], e, "%.*s/%.*s", STR_FMT(folder),
                       STR_FMT(files[i])))
            return e->code;
        found += is_pages(c, out[found]);
    }
    *n = found < FOLDER_FILES ? found : 0; /* more are for a base */
    return OK;
}

/* A folder of documents is asked as these, where a base has not its name. */
static enum err expand_folder(struct cli *c, struct tables *t,
                              const struct table_source **sources, size_t *n,
                              struct error *e)
{
    struct base_tables base = {0};
    struct table_source *all;
    struct str *files;
    struct str name;
    size_t found = 0;

    if (*n != 1)
        return OK;
    name = (*sources)[0].path;
    files = arena_alloc_array(&c->arena, FOLDER_FILES, sizeof(*files), e);
    if (!files || list_folder(c, name, files, &found, e))
        return e->code;
    if (found && !memchr(name.p, '/', name.n) &&
        base_tables_list(t, name, 1, &c->arena, &base, e))
        return e->code;
    if (!found || base.is_base)
        return OK;
    all = arena_alloc_array(&c->arena, found, sizeof(*all), e);
    if (!all)
        return e->code;
    for (size_t i = 0; i < found; i++) {
        all[i] = (*sources)[0];
        all[i].path = files[i];
    }
    *sources = all;
    *n = found;
    return OK;
}

enum err file_base_sources(struct cli *c, struct tables *t,
                           const struct table_source **sources, size_t *n,
                           bool *is_made, struct error *e)
{
    struct table_source *one;
    struct str *paths;
    size_t pages = 0;
    enum err rc = OK;

    *is_made = false;
    if (expand_folder(c, t, sources, n, e))
        return e->code;
    paths = arena_alloc_array(&c->arena, *n, sizeof(*paths), e);
    if (!paths)
        return e->code;
    for (size_t i = 0; i < *n && !rc; i++) {
        bool is;

        paths[i] = (*sources)[i].path;
        rc = is_file(c, t, paths[i], &is, e);
        pages += !rc && is;
    }
    if (rc || pages == 0)
        return rc;
    if (pages < *n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "documents and tables cannot be mixed on the command "
                         "line; add them to a base first: quarry add BASE "
                         "FILE...");
    one = arena_alloc(&c->arena, sizeof(*one), e);
    if (!one)
        return e->code;
    *one = (*sources)[0];
    rc = make_base(c, paths, *n, &one->path, e);
    *sources = one;
    *n = 1;
    *is_made = !rc;
    return rc;
}

enum err file_base_operand(struct cli *c, struct error *e)
{
    struct tables *t = NULL;
    struct str base = {0};
    bool is = false;
    enum err rc;

    if (c->args.n == 0 || !is_pages(c, c->args.operands[0]))
        return OK;
    rc = tables_new(&c->options, &t, e);
    if (!rc)
        rc = is_file(c, t, c->args.operands[0], &is, e);
    tables_free(t);
    if (rc || !is)
        return rc;
    rc = make_base(c, c->args.operands, 1, &base, e);
    c->args.operands[0] = base;
    return rc;
}
