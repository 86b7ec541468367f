#include "cli/blobs_args.h"

#include "base/log.h"
#include "knowledge/knowledge_base/bucket.h"
#include "store/objects/object_store.h"

#include <stdlib.h>

static enum err open_bucket(struct cli *c, struct str url, uint64_t cache_bytes,
                            const struct object_store **out, struct error *e)
{
    struct object_store *s = arena_alloc(&c->arena, sizeof(*s), e);
    enum err rc = s ? object_store_open(url, &c->arena, s, e) : e->code;

    if (rc || !s)
        return rc;
    s->cache_bytes = cache_bytes;
    *out = s;
    return OK;
}

enum err blobs_args_open(struct cli *c, struct str url,
                         const struct object_store **out, struct error *e)
{
    return open_bucket(c, url, 0, out, e);
}

static struct str option_or(const struct cli *c, int option, const char *name)
{
    return args_has(&c->args, option) ? c->args.value[option]
                                      : str_from(getenv(name));
}

/* "500MB", "10GB", "1TB": powers of 1000, as disks have them. */
static enum err read_size(struct str text, uint64_t *bytes, struct error *e)
{
    static const struct {
        const char *unit;
        uint64_t bytes;
    } units[] = {{"MB", 1000000}, {"GB", 1000000000}, {"TB", 1000000000000}};
    struct error ignored;

    *bytes = 0;
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        struct str digits = text;
        uint64_t n;

        if (!str_ends(text, str_from(units[i].unit)))
            continue;
        digits.n -= 2;
        if (str_parse_u64(digits, UINT64_MAX / units[i].bytes, &n, &ignored) ||
            n == 0)
            break;
        *bytes = n * units[i].bytes;
        return OK;
    }
    return error_set(e, ERR_VALIDATION_FAILED,
                     "--blobs-cache and QUARRY_BLOBS_CACHE are a size such as "
                     "500MB, 10GB or 1TB");
}

enum err blobs_args_take(struct cli *c, const struct command *cmd,
                         struct error *e)
{
    struct str url, size;
    uint64_t bytes = 0;
    enum err rc = OK;

    if (!(cmd->options & OPT_BIT(BLOBS)))
        return OK;
    url = option_or(c, OPT_BLOBS, "QUARRY_BLOBS");
    size = option_or(c, OPT_BLOBS_CACHE, "QUARRY_BLOBS_CACHE");
    if (size.n > 0)
        rc = read_size(size, &bytes, e);
    return rc || url.n == 0 ? rc
                            : open_bucket(c, url, bytes, &c->options.blobs, e);
}

static void trim(struct cli *c)
{
    const struct object_store *s = c->options.blobs;
    struct bucket_trimmed done;
    struct tables *t = NULL;
    struct bases *b = NULL;
    struct error e;

    if (!s || !s->cache_bytes ||
        (!atomic_load(&s->use->put) && !atomic_load(&s->use->got)))
        return;
    if (tables_new(&c->options, &t, &e) || bases_new(t, &b, &e) ||
        bases_trim(b, s->cache_bytes, &done, &e))
        log_warn("bucket", "the home is not made smaller: %s", e.msg);
    bases_free(b);
    tables_free(t);
}

void blobs_args_end(struct cli *c)
{
    trim(c);
    if (c->options.blobs)
        object_store_close(c->options.blobs);
    c->options.blobs = NULL;
}
