#include "tables/source.h"

#include "store/table_cache/stat_cache.h"
#include "tables/base_server.h"
#include "tables/database_file.h"
#include "tables/name.h"
#include "tables/postgres_url.h"
#include "tables/source_base.h"
#include "tables/source_postgres.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* Opened without blocking, so that a pipe put in a file's place cannot hang
 * the call; regular files do not notice. */
#define OPEN_FLAGS (O_RDONLY | O_NONBLOCK | O_CLOEXEC)

static enum err open_file(struct tables *t, const char *shown, struct arena *a,
                          struct source *src, struct error *e)
{
    src->path = shown;
    if (!t->root)
        return fs_open_read(shown, shown, &src->fd, e);
    src->path = fs_join(t->root, shown, a, e);
    if (!src->path)
        return e->code;
    return fs_open_below(t->root, shown, OPEN_FLAGS, FS_BELOW_LINKS, &src->fd,
                         e);
}

bool source_is_missing(const char *path)
{
    struct stat st;

    if (stat(path, &st) == 0)
        return S_ISDIR(st.st_mode);
    return errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
}

static enum err identify_file(struct source *src, struct error *e)
{
    struct stat_cache_file file = {.st = &src->st};
    enum err rc;

    if (fstat(src->fd, &src->st) != 0 || !S_ISREG(src->st.st_mode))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "'%s' is not a file; name a file", src->shown);
    file.fd = src->fd;
    file.path = src->path;
    file.shown = src->shown;
    rc = stat_cache_hash(src->home, &file, src->sha256, e);
    memcpy(src->identity, src->sha256, sizeof(src->identity));
    src->bytes = src->st.st_size;
    return rc;
}

static struct database_place place_of(const struct tables *t,
                                      const struct source *src)
{
    return (struct database_place){.fd = src->fd,
                                   .root = t->root,
                                   .path = src->path,
                                   .shown = src->name,
                                   .sha256 = str_from(src->sha256)};
}

/* With other logs a database is another content: another entry, and another map of
 * its path. The entry lives as long as the first log is as it is. */
static void identify_with_logs(struct source *src)
{
    const struct database_log *log = src->logs.list;
    struct stat_cache_file first = {
        .fd = log->fd, .st = &log->st, .path = log->path, .shown = src->shown};
    uint8_t digest[HASH_BYTES];
    struct hash state;

    hash_init(&state);
    hash_update(&state, src->sha256, HASH_HEX_BYTES - 1);
    for (size_t i = 0; i < src->logs.n; i++) {
        hash_update(&state, log[i].kind, strlen(log[i].kind));
        hash_update(&state, log[i].sha256, HASH_HEX_BYTES - 1);
    }
    hash_finish(&state, digest);
    hash_hex(digest, src->identity);
    stat_cache_keep_live(src->home, &first, src->identity);
}

static enum err open_logs(const struct tables *t, struct source *src,
                          struct arena *a, struct error *e)
{
    const struct database_place place = place_of(t, src);
    enum err rc = database_logs_open(&place, src->home, a, &src->logs, e);

    if (!rc && src->logs.n > 0)
        identify_with_logs(src);
    return rc;
}

enum err source_open(struct tables *t, const struct table_source *s,
                     struct arena *a, struct source *src, struct error *e)
{
    bool found = false;
    enum err rc = OK;

    *src = (struct source){.fd = -1, .home = &t->home};
    if (s->path.n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "the path is empty");
    if (memchr(s->path.p, '\0', s->path.n))
        return error_set(e, ERR_VALIDATION_FAILED, "the path holds a NUL byte");
    src->shown = str_cstr(s->path, a, e);
    if (!src->shown)
        return e->code;
    if (!s->base && postgres_url_fits(s->path)) {
        src->address = s->path;
        return source_postgres_open(t, s, false, a, src, e);
    }
    src->name = str_from(src->shown);
    src->table = name_of_table(src->name);
    if (s->base || t->o.only_bases ||
        (!t->root && source_is_missing(src->shown)))
        rc = source_base_open(t, s->base, a, src, &found, e);
    if (!rc && found && base_server_is(&src->document))
        return base_server_open(t, s, a, src, e);
    if (rc || found)
        return rc;
    BUG_ON(s->base); /* the path is ours */
    if (t->o.only_bases)
        return error_set(
            e, ERR_NOT_FOUND,
            "there is no base '%.*s'; a document is named BASE/DOCUMENT",
            STR_FMT(base_of_path(src->name)));
    rc = open_file(t, src->shown, a, src, e);
    if (rc == ERR_NOT_FOUND)
        source_base_hint(t, src, a, e);
    if (!rc)
        rc = identify_file(src, e);
    if (!rc)
        rc = database_file_check_name(src->fd, src->name, e);
    if (!rc)
        rc = open_logs(t, src, a, e);
    return rc;
}

enum err source_bundle(const struct tables *t, struct source *src,
                       const char *folder, struct arena *a, struct error *e)
{
    const struct database_place place = place_of(t, src);
    struct database_bundle bundle;
    enum err rc;

    if (src->logs.n == 0)
        return OK;
    rc = database_logs_bundle(&place, &src->logs, folder, a, &bundle, e);
    if (rc)
        return rc;
    fs_close(&src->fd);
    src->fd = bundle.fd;
    src->bundle = bundle.json;
    if (fstat(src->fd, &src->st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", src->shown, errno, e);
    return OK;
}

void source_close(struct source *src)
{
    fs_close(&src->fd);
    database_logs_close(&src->logs);
    if (!src->is_lent)
        base_close(&src->base);
}

/* Of a base, as it was added. Its content never changes; its times do when others use it or
 * remove its name (base_object_used(), knowledge_base/bucket.h). */
static bool is_original(const struct source *src)
{
    return src->base.db && !src->in_tree && src->server.n == 0;
}

enum err source_check_unchanged(const struct source *src, struct error *e)
{
    if (src->bundle.n > 0 || is_original(src) ||
        fs_is_unchanged(src->fd, &src->st))
        return OK; /* a bundle is a copy, which the worker changes */
    return error_set(e, ERR_CONFLICT,
                     "'%s' changed while it was read; try again", src->shown);
}
