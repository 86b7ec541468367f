#include "tables/failure.h"

#include "base/clock.h"
#include "base/jsonw.h"

#include <sys/stat.h>

#define FAILURE_BYTES ((size_t)16 * 1024)

/* A file is as it is, but the disk may have failed; memory that was too little
 * may have been so because of what else ran then. */
#define FILE_HOLDS_S  (INT64_C(24) * 60 * 60)
#define LIMIT_HOLDS_S INT64_C(60)

static uint64_t memory_of(uint64_t memory_bytes)
{
    return memory_bytes ? memory_bytes : TABLE_MEMORY_BYTES;
}

void failure_keep(const struct cache_entry *c, uint64_t memory_bytes,
                  const struct error *why)
{
    struct error ignored;
    struct jsonw w;
    struct str text;
    struct buf b;

    if (why->of_machine ||
        (why->code != ERR_FILE_READ_FAILED && why->code != ERR_LIMIT))
        return;
    buf_init(&b, FAILURE_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_error(&w, why);
    jsonw_member_u64(&w, "memory_bytes", memory_of(memory_bytes));
    jsonw_end_object(&w);
    if (buf_finish(&b, &text, &ignored) == OK)
        (void)!fs_write_atomic(c->failure, "a failure of the cache", text,
                               false, &ignored);
    buf_release(&b);
}

static uint64_t read_number(const struct json *object, const char *key)
{
    return json_u64(json_find(object, key), UINT64_MAX);
}

/* What is kept, or OK: nothing that can be read. */
static enum err read_failure(const struct cache_entry *c,
                             uint64_t *memory_bytes, struct error *e)
{
    const struct json *why;
    struct json *root = NULL;
    struct srcpos pos;
    struct error ignored;
    struct arena a;
    struct str text;
    enum err rc = OK;

    arena_init(&a, FAILURE_BYTES * 4);
    if (fs_read_file(c->failure, "a failure of the cache", FAILURE_BYTES, &a,
                     &text, &ignored) == OK &&
        json_parse(text, &json_default_limits, &a, &root, &ignored) == OK) {
        why = json_find(root, "error");
        *memory_bytes = read_number(root, "memory_bytes");
        pos = (struct srcpos){read_number(why, "line"),
                              read_number(why, "column"),
                              read_number(why, "offset")};
        rc = json_is(json_find(why, "code"), err_name(ERR_LIMIT))
                 ? ERR_LIMIT
                 : ERR_FILE_READ_FAILED;
        rc = error_at(e, rc, pos, "%.*s",
                      STR_FMT(json_text(json_find(why, "message"))));
    }
    arena_release(&a);
    return rc;
}

enum err failure_recall(const struct cache_entry *c, uint64_t memory_bytes,
                        struct error *e)
{
    uint64_t had_bytes = 0;
    struct error why = {0};
    struct stat st;
    int64_t holds_s;

    if (stat(c->failure, &st) || read_failure(c, &had_bytes, &why) == OK)
        return OK;
    holds_s = why.code == ERR_LIMIT ? LIMIT_HOLDS_S : FILE_HOLDS_S;
    if ((int64_t)st.st_mtim.tv_sec + holds_s < clock_wall_ms() / 1000 ||
        (why.code == ERR_LIMIT && had_bytes < memory_of(memory_bytes)))
        return OK;
    *e = why;
    return e->code;
}
