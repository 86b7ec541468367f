#include "base/hash.h"
#include "base/log.h"
#include "store/table_cache/cache.h"
#include "store/table_cache/drift_record.h"
#include "store/table_cache/stat_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define GC_ARENA_BYTES ((size_t)256 * 1024 * 1024)
#define HEX_DIGITS     (HASH_HEX_BYTES - 1)

/* A file that is still being written is younger. */
#define LEFTOVER_AGE_S 3600

#define TIDY_STAMP   "tidied"
#define TIDY_EVERY_S 3600

#define PAGES_AGE_S ((time_t)30 * 24 * 3600)

#define SERVER       ".server" /* as tables/postgres_known.c names it */
#define SERVER_AGE_S PAGES_AGE_S

struct gc {
    const struct home *home;
    bool all;
    time_t young;           /* what was written after this is kept */
    const struct str *live; /* live[n], sorted */
    size_t n;
    struct cache_gc_report *report;
};

static int by_text(const void *a, const void *b)
{
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* Can anything still ask for this file of the cache? */
static bool is_wanted(const struct gc *g, struct str file)
{
    struct str hex = str_slice(file, 0, HEX_DIGITS);

    return !g->all && cache_name_is_current(file) && g->n &&
           bsearch(&hex, g->live, g->n, sizeof(hex), by_text);
}

static bool is_entry_file(struct str file)
{
    return file.n > HEX_DIGITS && file.p[HEX_DIGITS] == '-' &&
           (str_ends(file, STR(".duckdb")) || str_ends(file, STR(".json")) ||
            str_ends(file, STR(".values")));
}

/* What a writer that died left beside the file that it meant to write. */
static bool is_leftover(struct str file, const struct stat *st)
{
    return file.n > HEX_DIGITS && str_find(file, STR(".tmp-")) < file.n &&
           st->st_mtim.tv_sec < time(NULL) - LEFTOVER_AGE_S;
}

/* What is known of a database of a server, which nobody asked for long. */
static bool is_old_server(const struct gc *g, struct str file,
                          const struct stat *st)
{
    return file.n == HEX_DIGITS + sizeof(SERVER) - 1 &&
           str_ends(file, STR(SERVER)) &&
           (g->all || st->st_mtim.tv_sec < time(NULL) - SERVER_AGE_S);
}

static enum err sweep_file(const struct gc *g, const char *name,
                           struct arena *scratch, struct error *e)
{
    struct str file = str_from(name);
    struct stat st;
    char *path = fs_join(g->home->cache, name, scratch, e);

    if (!path)
        return e->code;
    if (stat(path, &st) != 0 ||
        (!is_entry_file(file) && !is_leftover(file, &st) &&
         !is_old_server(g, file, &st)))
        return OK;
    if (is_entry_file(file) &&
        (is_wanted(g, file) || (!g->all && st.st_mtim.tv_sec > g->young))) {
        g->report->entries_kept += str_ends(file, STR(".duckdb"));
        return OK;
    }
    if (unlink(path) == 0) {
        g->report->entries_removed += str_ends(file, STR(".duckdb"));
        g->report->bytes_removed += (uint64_t)st.st_size;
    }
    return OK;
}

static enum err sweep(const struct gc *g, struct error *e)
{
    DIR *d = opendir(g->home->cache);
    struct arena scratch;
    enum err rc = OK;

    if (!d)
        return OK;
    arena_init(&scratch, (size_t)64 * 1024);
    for (struct dirent *f = readdir(d); f && !rc; f = readdir(d)) {
        rc = sweep_file(g, f->d_name, &scratch, e);
        arena_reset(&scratch);
    }
    arena_release(&scratch);
    (void)closedir(d);
    return rc;
}

/* Documents that nobody asked of for long, or all of them: originals are copied
 * there, and are made again from the files. */
static enum err sweep_pages(const struct gc *g, struct arena *a,
                            struct error *e)
{
    struct stat st;
    const char *pages = fs_join(g->home->cache, HOME_PAGES, a, e);
    const char *database = pages ? fs_join(pages, "quarry.db", a, e) : NULL;

    if (!database)
        return e->code;
    if (!g->all && (stat(database, &st) != 0 ||
                    st.st_mtim.tv_sec > time(NULL) - PAGES_AGE_S))
        return OK;
    return fs_remove_tree(pages, "documents of the cache", e);
}

static enum err collect(struct gc *g, struct error *e)
{
    struct str *live = NULL;
    struct arena a;
    enum err rc;

    arena_init(&a, GC_ARENA_BYTES);
    rc = stat_cache_collect_live(g->home, &a, &live, &g->n, e);
    if (!rc && g->n)
        qsort(live, g->n, sizeof(*live), by_text);
    g->live = live;
    if (!rc)
        rc = sweep(g, e);
    if (!rc)
        rc = sweep_pages(g, &a, e);
    if (!rc)
        drift_record_sweep(g->home, g->all);
    if (!rc)
        rc = scratch_sweep(g->home, &g->report->builds_removed, e);
    arena_release(&a);
    return rc;
}

enum err cache_gc(const struct home *h, bool all,
                  struct cache_gc_report *report, struct error *e)
{
    struct gc g = {.home = h, .all = all, .young = LONG_MAX, .report = report};

    *report = (struct cache_gc_report){0};
    return collect(&g, e);
}

/* Is it time? Only one process gets true: the stamp is renewed at once. */
static bool is_due(const struct home *h, struct arena *a)
{
    struct error ignored;
    struct stat st;
    char *path = fs_join(h->cache, TIDY_STAMP, a, &ignored);
    int fd =
        path ? open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600) : -1;
    bool due = fd >= 0 && fstat(fd, &st) == 0 &&
               st.st_mtim.tv_sec < time(NULL) - TIDY_EVERY_S;

    due = due && futimens(fd, NULL) == 0;
    fs_close(&fd);
    return due;
}

void cache_tidy(const struct home *h)
{
    struct cache_gc_report report = {0};
    struct gc g = {
        .home = h, .young = time(NULL) - TIDY_EVERY_S, .report = &report};
    struct error ignored;
    struct arena a;

    arena_init(&a, (size_t)64 * 1024);
    if (is_due(h, &a) && collect(&g, &ignored) == OK)
        log_debug("cache", "tidied removed=%llu",
                  (unsigned long long)report.entries_removed);
    arena_release(&a);
}
