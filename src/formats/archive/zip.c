/* Zips, by the reader of packages; each part of the list is a file. Of a document those
 * are files that it embeds. */
#include "formats/archive/archive.h"
#include "formats/archive/member_name.h"
#include "formats/archive/odf_objects.h"
#include "formats/archive/zip_names.h"

#include <string.h>

#define PIECE_BYTES ((size_t)256 << 10)
#define NAME_ARENA  ((size_t)1 << 20)

struct zip {
    struct unzip *u;
    const struct member_sink *sink;
    const atomic_bool *stop;
    struct zip_names names;
    char *piece; /* PIECE_BYTES */
    bool is_document;
};

/* Programs for Windows wrote '\' between folders. */
static enum err path_of(const struct zip *z, const struct unzip_entry *part,
                        struct arena *a, struct str *out, struct error *e)
{
    char *path;

    if (zip_names_decode(&z->names, part, a, &path, e) != OK)
        return e->code;
    if (!strchr(path, '/'))
        for (char *p = path; (p = strchr(p, '\\')) != NULL;)
            *p = '/';
    *out = str_from(path);
    return OK;
}

/* The error is the sink's; what is wrong with the file is told to it. */
static enum err copy(struct zip *z, struct error *e)
{
    struct error why;
    enum err rc = OK;
    enum err read;
    size_t got;

    do {
        if (z->stop && atomic_load(z->stop))
            return error_set(e, ERR_TIMEOUT, "stopped");
        read = unzip_read(z->u, z->piece, PIECE_BYTES, &got, &why);
        if (!read && got > 0)
            rc = z->sink->write(z->sink->ctx, (struct str){z->piece, got}, e);
    } while (!rc && !read && got > 0);
    if (rc)
        return rc;
    return read ? z->sink->fail(z->sink->ctx, str_from(why.msg), e)
                : z->sink->end(z->sink->ctx, e);
}

/* "word/embeddings/Sheet1.xlsx" -> "Sheet1.xlsx". */
static bool find_embedded(struct str *path)
{
    static const char *const suffixes[] = {".xlsx", ".xlsm", ".xlsb", ".xls",
                                           ".docx", ".docm", ".pptx", ".pptm",
                                           ".ods",  ".odt",  ".odp"};
    const struct str name = str_after_last(*path, '/');
    bool is = str_find(*path, STR("/embeddings/")) < path->n;

    *path = name;
    for (size_t i = 0; i < COUNT_OF(suffixes) && is; i++) {
        const struct str suffix = str_from(suffixes[i]);

        if (name.n > suffix.n &&
            str_eq_nocase(str_slice(name, name.n - suffix.n, name.n), suffix))
            return true;
    }
    return false;
}

static enum err put_entry(struct zip *z, uint64_t index,
                          const struct unzip_entry *part, struct arena *a,
                          struct error *e)
{
    struct member m = {0};
    struct str path = {0};
    struct error why;
    enum err rc = path_of(z, part, a, &path, e);

    if (rc || str_ends(path, STR("/")) || /* a folder */
        (z->is_document && !find_embedded(&path)))
        return rc;
    rc = member_name_put(path, a, &m, e);
    if (rc)
        return rc;
    if (part->is_link)
        member_leave_out(&m, "a symbolic link; links are not followed");
    if (part->is_special)
        member_leave_out(&m, "neither a file nor a folder");
    if (part->is_encrypted)
        member_refuse(&m, "it is encrypted; unpack it with its password");
    if (m.refusal.n == 0 && unzip_start_entry(z->u, index, &why) != OK)
        member_refuse(&m, why.msg);
    rc = z->sink->begin(z->sink->ctx, &m, e);
    return rc || m.refusal.n > 0 ? rc : copy(z, e);
}

static enum err put_part(struct zip *z, uint64_t index, struct error *e)
{
    struct unzip_entry part;
    struct arena a;
    enum err rc = unzip_entry(z->u, index, &part, e);

    if (rc || part.is_folder)
        return rc;
    arena_init(&a, NAME_ARENA);
    rc = put_entry(z, index, &part, &a, e);
    arena_release(&a);
    return rc;
}

static enum err put_parts(struct zip *z, uint64_t from, uint64_t *next,
                          struct error *e)
{
    const uint64_t n = unzip_count(z->u);
    enum err rc = OK;

    for (uint64_t i = from; i < n && !rc; i++) {
        rc = put_part(z, i, e);
        if (!rc && i + 1 < n && z->sink->is_full(z->sink->ctx)) {
            *next = i + 1;
            break;
        }
    }
    return rc;
}

static enum err put_members(struct zip *z, int fd, uint64_t from,
                            uint64_t *next, struct error *e)
{
    struct arena a;
    enum err rc = unzip_open(fd, &z->u, e);

    *next = 0;
    if (rc)
        return rc;
    arena_init(&a, PIECE_BYTES + NAME_ARENA);
    z->piece = arena_alloc(&a, PIECE_BYTES, e);
    rc = z->piece ? zip_names_look(z->u, &z->names, e) : e->code;
    if (!rc && z->is_document && odf_objects_fit(z->u))
        rc = odf_objects_put(z->u, from, z->sink, next, e);
    else if (!rc)
        rc = put_parts(z, from, next, e);
    arena_release(&a);
    unzip_close(z->u);
    return rc;
}

enum err zip_members(int fd, uint64_t from, const struct member_sink *sink,
                     const atomic_bool *stop, uint64_t *next, struct error *e)
{
    struct zip z = {.sink = sink, .stop = stop};

    return put_members(&z, fd, from, next, e);
}

enum err embedded_members(int fd, uint64_t from, const struct member_sink *sink,
                          const atomic_bool *stop, uint64_t *next,
                          struct error *e)
{
    struct zip z = {.sink = sink, .stop = stop, .is_document = true};

    return put_members(&z, fd, from, next, e);
}
