/* store_fixture.h - entries of a cache, in a home of each test's own. */
#ifndef STORE_TABLE_CACHE_STORE_FIXTURE_H
#define STORE_TABLE_CACHE_STORE_FIXTURE_H

#include "store/home/home_fixture.h"

#include "store/table_cache/cache.h"
#include "store/table_cache/stat_cache.h"

#include <fcntl.h>

#define SHA_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SHA_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

/* The entry of a content, with the options that matter to no test. */
static inline struct cache_entry entry_of(const char *sha256)
{
    const struct cache_key key = {
        .sha256 = sha256, .reader = CACHE_READER, .options = STR("{}")};
    struct cache_entry c;

    assert_ok(cache_entry_init(&home, &key, &arena, &c, &err));
    return c;
}

/* Build an entry as ingest would. */
static inline void publish_entry(const struct cache_entry *c)
{
    struct cache_build b = CACHE_BUILD_NONE;

    assert_ok(cache_build_begin(&home, c, 0, &arena, &b, &err));
    assert_ok(fs_write_atomic(b.database, "db", STR("a table"), false, &err));
    assert_ok(cache_build_publish(&b, c, STR("{\"map\":1}"), &err));
    cache_build_end(&b);
}

#define STORE_TEST(name) HOME_TEST(name)

#endif
