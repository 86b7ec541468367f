#include "search/segments/segments_claim.h"

#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define CLAIM_WAIT_MS UINT64_C(10000) /* nobody else has the lock for long */
#define NAME_DIGITS   16
#define SWEEP_BYTES   ((size_t)64 << 20) /* the names of a folder */

enum err claim_random(uint64_t *out, struct error *e)
{
    if (getrandom(out, sizeof(*out), 0) != sizeof(*out))
        return error_set(e, ERR_INTERNAL, "cannot get random bytes");
    return OK;
}

static enum err lock_path(const struct segments *x, uint64_t first,
                          struct arena *a, const char **out, struct error *e)
{
    struct str path;

    if (str_printf(a, &path, e, "%s/%016llx.lock", x->folder,
                   (unsigned long long)first))
        return e->code;
    *out = path.p;
    return OK;
}

enum err claim_open(const struct segments *x, struct arena *a, struct claim *c,
                    struct error *e)
{
    *c = CLAIM_NONE;
    if (claim_random(&c->first, e))
        return e->code;
    c->first &= ~(CLAIM_NAMES - 1);
    c->last = c->first;
    if (lock_path(x, c->first, a, &c->path, e))
        return e->code;
    return fs_lock_open(c->path, SHOWN, CLAIM_WAIT_MS, &c->lock, e);
}

enum err claim_name(struct claim *c, uint64_t *name, struct error *e)
{
    if (c->last == c->first + (CLAIM_NAMES - 1))
        return error_set(e, ERR_LIMIT,
                         "too many segments in one change: the limit is %llu",
                         (unsigned long long)CLAIM_NAMES);
    *name = ++c->last;
    return OK;
}

void claim_close(struct claim *c)
{
    if (c->lock.fd >= 0 && c->path)
        (void)unlink(c->path); /* while it is ours */
    fs_lock_close(&c->lock);
    *c = CLAIM_NONE;
}

void claim_remove(const struct segments *x, uint64_t name)
{
    struct segments_path p;
    struct arena a;
    struct error e;

    arena_init(&a, SWEEP_BYTES);
    for (int part = SEGMENTS_WORDS; part <= SEGMENTS_VECTORS; part++) {
        if (segments_path_of(x, name, (enum segments_part)part, &a, &p, &e) ==
            OK)
            (void)unlink(p.path);
    }
    arena_release(&a);
}

/* A file of a claim: its name in digits, and what it ends with. */
static bool parse_name(struct str file, uint64_t *name, struct str *end)
{
    *name = 0;
    if (file.n < NAME_DIGITS)
        return false;
    for (size_t i = 0; i < NAME_DIGITS; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *at = memchr(digits, file.p[i], NAME_DIGITS);

        if (!at)
            return false;
        *name = *name << 4 | (uint64_t)(at - digits);
    }
    *end = str_slice(file, NAME_DIGITS, file.n);
    return str_is(*end, ".lock") || str_is(*end, ".seg") ||
           str_is(*end, ".vec") || str_starts(*end, STR(".seg.tmp-")) ||
           str_starts(*end, STR(".vec.tmp-"));
}

static bool is_named(const struct segments_manifest *m, uint64_t name,
                     struct str end)
{
    const struct segments_entry *s = segments_manifest_find(m, name);

    return s &&
           (str_is(end, ".seg") || (str_is(end, ".vec") && s->vectors.bytes));
}

static void remove_file(const struct segments *x, struct str file,
                        struct arena *a)
{
    struct error e;
    const char *name = str_cstr(file, a, &e);
    const char *path = name ? fs_join(x->folder, name, a, &e) : NULL;

    if (path)
        (void)unlink(path);
}

/* Files come sorted, so those of one claim one after the other. */
static void sweep_files(const struct segments *x,
                        const struct segments_manifest *m,
                        const struct str *file, size_t n, struct arena *a)
{
    struct claim dead = CLAIM_NONE;
    struct error e;

    for (size_t i = 0; i < n; i++) {
        uint64_t name;
        struct str end;

        if (str_starts(file[i], STR("manifest.tmp-")))
            remove_file(x, file[i], a); /* written under our lock only */
        if (!parse_name(file[i], &name, &end) || is_named(m, name, end))
            continue;
        if (!dead.path || dead.first != (name & ~(CLAIM_NAMES - 1))) {
            claim_close(&dead);
            dead.first = name & ~(CLAIM_NAMES - 1);
            if (lock_path(x, dead.first, a, &dead.path, &e) ||
                fs_lock_try(dead.path, SHOWN, &dead.lock, &e))
                dead.lock = FS_LOCK_NONE;
        }
        if (dead.lock.fd >= 0 && !str_is(end, ".lock"))
            remove_file(x, file[i], a);
    }
    claim_close(&dead);
}

void claim_sweep(struct segments *x)
{
    struct state *s = NULL;
    struct str *file;
    struct arena a;
    struct error e;
    size_t n = 0;

    arena_init(&a, SWEEP_BYTES);
    if (state_acquire(x, &s, &e) == OK && s &&
        fs_list_tree(x->folder, SHOWN, &a, &file, &n, &e) == OK)
        sweep_files(x, &s->manifest, file, n, &a);
    state_release(x, s);
    arena_release(&a);
}
