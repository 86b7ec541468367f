/*
 * The life of a cache entry, of the memories and of folders, with the first,
 * second, third ... allocation or write failing: base/torture.h says what must
 * hold, and an entry that exists is whole.
 */
#include "store_fixture.h"

#include "base/torture.h"
#include "store/table_cache/copy.h"
#include "store/table_cache/drift_record.h"
#include "store/table_cache/file_digest.h"

#include <stdio.h>
#include <sys/stat.h>

static enum err build(const struct home *h, const struct cache_entry *c,
                      struct arena *a, struct error *e)
{
    struct cache_build b = CACHE_BUILD_NONE;
    enum err rc = cache_build_begin(h, c, 0, a, &b, e);

    if (!rc)
        rc = fs_write_atomic(b.database, "db", STR("a table"), false, e);
    if (!rc)
        rc = cache_build_publish(&b, c, STR("{\"map\":1}"), e);
    cache_build_end(&b);
    assert_int_equal(entries(h->build), 0);
    return rc;
}

static enum err entry_job(void *ctx, struct arena *a, struct error *e)
{
    const struct cache_key key = {
        .sha256 = SHA_A, .reader = CACHE_READER, .options = STR("{\"a\":1}")};
    struct cache_gc_report report;
    struct cache_entry c = {0};
    const char *profile = NULL;
    struct home h;
    enum err rc = home_open(ctx, a, &h, e);

    h.keeps_digests = true;
    if (!rc)
        rc = cache_entry_init(&h, &key, a, &c, e);
    if (rc)
        return rc;
    rc = build(&h, &c, a, e);
    if (cache_entry_exists(&c))
        assert_int_equal(access(c.database, R_OK), 0);
    if (!rc)
        rc = cache_entry_profile(&c, 2, a, &profile, e);
    if (!rc)
        rc = cache_keep_profile(&c, profile, STR("{}"), e);
    if (!rc)
        rc = cache_gc(&h, true, &report, e);
    if (!rc)
        assert_int_equal(report.entries_removed, 1);
    cache_entry_drop(&c);
    return rc;
}

/* A memory that cannot be kept only means that less is remembered. */
static enum err memory_job(void *ctx, struct arena *a, struct error *e)
{
    const struct drift_record_key key = {.path = ctx, .entry = SHA_A "-x"};
    const struct drift_record m = {STR(SHA_A), STR("[1]"), STR("{}")};
    struct drift_record again = {0};
    char hex[HASH_HEX_BYTES] = "";
    struct str *live = NULL;
    struct stat st = {0};
    size_t n = 0;
    int fd = open(ctx, O_RDONLY | O_CLOEXEC);
    const struct stat_cache_file f = {fd, &st, ctx, "f"};
    enum err rc;

    assert_int_equal(fstat(fd, &st), 0);
    rc = stat_cache_hash(&home, &f, hex, e);
    (void)close(fd);
    if (!rc) {
        assert_int_equal(strlen(hex), 64);
        drift_record_remember(&home, &key, &m);
        if (drift_record_recall(&home, &key, a, &again))
            assert_true(str_is(again.summary, "[1]"));
        drift_record_sweep(&home, false);
        rc = stat_cache_collect_live(&home, a, &live, &n, e);
    }
    assert_true(n <= 2);
    return rc;
}

static enum err folder_job(void *ctx, struct arena *a, struct error *e)
{
    const char *kept = ctx;
    struct scratch s = SCRATCH_NONE;
    struct copy c = {
        .folder = kept, .name = "copy", .shown = "f", .sync = true};
    uint64_t bytes = 0;
    char path[128];
    enum err rc;

    (void)snprintf(path, sizeof(path), "%s/copy", kept);
    assert_int_equal(fs_remove_tree(kept, "kept", &err), OK);
    rc = home_draft_of(&home, kept, a, e) ? OK : e->code;
    if (!rc)
        rc = scratch_open(&home, a, &s, e);
    if (!rc)
        rc = scratch_keep(&s, kept, "kept", e);
    scratch_close(&s);
    if (!rc) {
        c.from = open(home.path, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        assert_int_equal(write(c.from, "text", 4), 4);
        rc = copy_make(&c, e);
        (void)close(c.from);
        if (rc == OK || entries(kept) > 0) /* whole, or not there at all */
            assert_int_equal(fs_size(path, "copy", &bytes, &err), OK);
        assert_int_equal(bytes, entries(kept) * strlen("text"));
    }
    if (!rc)
        rc = digest_keep(path, e);
    if (!rc)
        (void)!digest_check(path, &bytes); /* without memory: cannot tell */
    return rc;
}

static void an_entry_survives_every_failure(void **state)
{
    char *path = in("other home");

    (void)state;
    (void)torture(FAULT_ARENA, entry_job, path);
    (void)torture(FAULT_MEMORY, entry_job, path);
    (void)torture(FAULT_DISK, entry_job, path);
}

static void memories_survive_every_failure(void **state)
{
    const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    char *path = in("f");

    (void)state;
    write_file("f", "1,2");
    assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
    (void)torture(FAULT_ARENA, memory_job, path);
    (void)torture(FAULT_MEMORY, memory_job, path);
    (void)torture(FAULT_DISK, memory_job, path);
}

static void folders_survive_every_failure(void **state)
{
    char *path = in("kept");

    (void)state;
    (void)torture(FAULT_ARENA, folder_job, path);
    (void)torture(FAULT_MEMORY, folder_job, path);
    (void)torture(FAULT_DISK, folder_job, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(an_entry_survives_every_failure),
        STORE_TEST(memories_survive_every_failure),
        STORE_TEST(folders_survive_every_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
