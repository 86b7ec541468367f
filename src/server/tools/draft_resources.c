#include "server/tools/draft_resources.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/percent.h"
#include "server/tool_registry/tool_spec.h"
#include "server/tools/access_check.h"
#include "store/catalog/base.h"

#include <fcntl.h>
#include <stdio.h>

#define SCHEME    "draft://"
#define URI_BYTES ((size_t)16 * 1024)
#define SHOWN     "the drafts"
/* In base64 this is a third more, which a client's line still holds. */
#define CONTENT_BYTES ((size_t)3 << 20)

static const struct resource_template templates[] = {
    {SCHEME "{base}/{+path}", "draft", "An export",
     "A file that table_export wrote: CSV as text, a workbook as bytes. Of a "
     "served folder the base is empty.",
     "text/csv"},
};

static bool may(const struct tool_context *s)
{
    return s->tables &&
           scope_has(&s->grant->tools, str_from(spec_table_export.name));
}

static enum err none(struct error *e)
{
    return error_set(e, ERR_NOT_FOUND, "no such resource");
}

static struct str mime_of(struct str path)
{
    return str_ends(path, STR(".xlsx"))
               ? STR("application/"
                     "vnd.openxmlformats-officedocument.spreadsheetml.sheet")
               : STR("text/csv");
}

/* The folder of a base's drafts, or of the served folder's. */
static enum err find_folder(const struct tool_context *s, struct str base,
                            struct arena *a, const char **folder,
                            struct error *e)
{
    struct base b = BASE_NONE;
    enum err rc;

    if (s->folder) {
        *folder = tables_draft(s->tables);
        return base.n == 0 && *folder
                   ? grant_check_right(s->grant, RIGHT_WRITE, e)
                   : none(e);
    }
    rc = grant_check_base(s->grant, base, RIGHT_WRITE, e);
    if (!rc)
        rc = base_open(tables_home(s->tables), base, a, &b, e);
    *folder = rc ? NULL : base_draft(&b, a, e);
    base_close(&b);
    return *folder ? OK : e->code;
}

/* ---- the list ---- */

/* A page of the list that is being filled. */
struct filling {
    struct resource_page *page;
    struct arena *a;
    uint64_t at; /* resources before this one */
};

static enum err put(struct filling *f, struct str base, struct str path,
                    struct error *e)
{
    struct resource_page *page = f->page;
    struct resource *to;
    struct buf uri;
    enum err rc;

    if (f->at++ < page->offset)
        return OK;
    if (page->n == RESOURCE_PAGE) {
        page->more = true;
        return OK;
    }
    buf_init(&uri, URI_BYTES);
    buf_printf(&uri, SCHEME "%.*s/", STR_FMT(base));
    percent_put(path, "/", &uri);
    to = &page->list[page->n++];
    *to = (struct resource){.name = path,
                            .title = str_after_last(path, '/'),
                            .description = STR("An export that is a draft"),
                            .mime_type = mime_of(path)};
    rc = buf_dup(&uri, f->a, &to->uri, e);
    buf_release(&uri);
    return rc;
}

static enum err list_folder(struct filling *f, struct str base,
                            const char *folder, struct error *e)
{
    struct str *paths = NULL;
    bool is_there = false;
    size_t n = 0;
    enum err rc = fs_exists(folder, SHOWN, &is_there, e);

    if (!rc && is_there)
        rc = fs_list_tree(folder, SHOWN, f->a, &paths, &n, e);
    for (size_t i = 0; i < n && !rc; i++)
        rc = put(f, base, paths[i], e);
    return rc;
}

static enum err list_of(const struct tool_context *s, struct filling *f,
                        struct str base, struct error *e)
{
    const char *folder = NULL;
    struct error refused;
    enum err rc = find_folder(s, base, f->a, &folder, &refused);

    if (rc == ERR_FORBIDDEN || rc == ERR_NOT_FOUND)
        return OK; /* there is none that this caller may see */
    if (rc) {
        *e = refused;
        return rc;
    }
    return list_folder(f, base, folder, e);
}

static enum err list(void *context, struct resource_page *page, struct arena *a,
                     struct error *e)
{
    const struct tool_context *s = context;
    struct filling f = {.page = page, .a = a};
    struct scope bases = {0};
    enum err rc = OK;

    if (!may(s) || access_is_partial(s))
        return OK;
    if (resource_page_begin(page, a, e))
        return e->code;
    if (s->folder)
        return list_of(s, &f, STR(""), e);
    rc = access_bases(s, a, &bases, e);
    for (size_t i = 0; i < bases.n && !rc; i++)
        rc = list_of(s, &f, bases.names[i], e);
    return rc;
}

/* ---- one of them ---- */

/* RFC 4648, section 4. */
static enum err put_base64(struct str bytes, struct arena *a, struct str *out,
                           struct error *e)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    char *to = arena_alloc(a, (bytes.n + 2) / 3 * 4, e);
    size_t n = 0;

    if (!to)
        return e->code;
    for (size_t i = 0; i < bytes.n; i += 3) {
        const size_t left = bytes.n - i;
        uint32_t three = 0;

        for (size_t k = 0; k < 3; k++)
            three = three << 8 | (k < left ? (unsigned char)bytes.p[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            to[n++] = k <= left ? digits[three >> (18 - 6 * k) & 63] : '=';
    }
    *out = (struct str){to, n};
    return OK;
}

static enum err read_file(const char *folder, const char *path, struct arena *a,
                          struct str *bytes, struct error *e)
{
    struct str opened;
    int fd = -1;
    enum err rc = fs_open_below(folder, path, O_RDONLY | O_NONBLOCK,
                                FS_BELOW_NO_LINKS, &fd, e);

    if (!rc)
        rc = str_printf(a, &opened, e, "/proc/self/fd/%d", fd);
    if (!rc)
        rc = fs_read_file(opened.p, "the draft", CONTENT_BYTES, a, bytes, e);
    fs_close(&fd);
    return rc;
}

static enum err read(void *context, struct str uri, const atomic_bool *cancel,
                     struct arena *a, struct resource_content *out,
                     struct error *e)
{
    const struct tool_context *s = context;
    struct str rest = str_slice(uri, sizeof(SCHEME) - 1, uri.n);
    const size_t slash = str_find_char(rest, '/');
    const char *folder = NULL;
    struct str bytes = STR("");
    char *path;
    size_t n = 0;
    enum err rc;

    (void)cancel;
    if (!str_starts(uri, STR(SCHEME)) || slash == rest.n || !may(s) ||
        access_is_partial(s))
        return none(e);
    path = arena_alloc(a, rest.n + 1, e);
    if (!path)
        return e->code;
    if (percent_decode(str_slice(rest, slash + 1, rest.n), path, &n) !=
        rest.n - slash - 1)
        return none(e);
    path[n] = '\0';
    rc = find_folder(s, str_slice(rest, 0, slash), a, &folder, e);
    if (!rc)
        rc = read_file(folder, path, a, &bytes, e);
    if (rc)
        return rc;
    out->mime_type = mime_of(str_from(path));
    out->is_base64 = !str_is(out->mime_type, "text/csv");
    out->text = bytes;
    return out->is_base64 ? put_base64(bytes, a, &out->text, e) : OK;
}

const struct resource_set draft_resources = {
    .templates = templates,
    .n_templates = COUNT_OF(templates),
    .list = list,
    .read = read,
};
