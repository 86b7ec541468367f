/* json_fixture.h - the chunks of a JSON text, kept, and what each promises. */
#ifndef SEARCH_CHUNKS_JSON_FIXTURE_H
#define SEARCH_CHUNKS_JSON_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/chunks/chunk.h"
#include "search/chunks/json_chunk.h"
#include "search/chunks/measure.h"

#include "base/utf8.h"
#include "store/json_tree/pointer.h"

#include <string.h>

#define MAX_KEPT 400000

static struct arena arena;
static struct error err;
static struct json_chunk kept[MAX_KEPT];
static size_t n_kept;
static struct json_chunk_config config;
static enum json_chunk_grain grain;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)2 << 30);
    config = json_chunk_config_default;
    grain = JSON_GRAIN_NORMAL;
    n_kept = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err keep(void *ctx, const struct json_chunk *chunk, struct error *e)
{
    struct json_chunk *to = &kept[n_kept];
    enum err rc;

    (void)ctx;
    assert_true(n_kept < MAX_KEPT);
    n_kept++;
    *to = *chunk;
    rc = str_dup(chunk->pointer, &arena, &to->pointer, e);
    if (!rc)
        rc = str_dup(chunk->last_pointer, &arena, &to->last_pointer, e);
    if (!rc)
        rc = str_dup(chunk->title, &arena, &to->title, e);
    return rc ? rc : str_dup(chunk->text, &arena, &to->text, e);
}

static inline void use_config(const char *text)
{
    if (json_chunk_config_parse(str_from(text), &arena, &config, &err))
        fail_msg("%s", err.msg);
}

static inline struct json *parse(struct str text)
{
    const struct json_limits lim = {.max_depth = 1000, .keep_duplicates = true};
    struct json *root = NULL;

    if (json_parse(text, &lim, &arena, &root, &err))
        fail_msg("%s", err.msg);
    return root;
}

static inline struct json_chunker *begin(void)
{
    const struct json_chunk_sink sink = {keep, NULL};
    struct json_chunker *c = json_chunker_new(&config, grain, sink, &err);

    n_kept = 0;
    assert_non_null(c);
    return c;
}

/* As one value. */
static inline void chunk_tree(const struct json *root)
{
    struct json_chunker *c = begin();

    if (json_chunker_value(c, root, &err))
        fail_msg("%s", err.msg);
    json_chunker_free(c);
}

static inline struct json *chunk(const char *text)
{
    struct json *root = parse(str_from(text));

    chunk_tree(root);
    return root;
}

static inline void assert_chunk(size_t i, enum json_chunk_kind kind,
                                const char *pointer, const char *text)
{
    assert_true(i < n_kept);
    assert_string_equal(kept[i].pointer.p, pointer);
    assert_string_equal(kept[i].text.p, text);
    assert_int_equal(kept[i].kind, kind);
}

static inline const struct json *resolve(const struct json *root,
                                         struct str pointer)
{
    const struct json *found = NULL;
    struct pointer p;

    if (pointer_parse(pointer, &arena, &p, &err) ||
        pointer_get(root, &p, &found, &err))
        fail_msg("'%s': %s", pointer.p, err.msg);
    return found;
}

/* Is `inner` the place `outer` or below it? */
static inline bool is_below(struct str outer, struct str inner)
{
    return str_starts(inner, outer) &&
           (inner.n == outer.n || inner.p[outer.n] == '/');
}

/* What json_chunk.h promises of each chunk. */
static inline void assert_promises(const struct json *root)
{
    for (size_t i = 0; i < n_kept; i++) {
        const struct json_chunk *c = &kept[i];
        struct measure m = measure_text(c->text);

        assert_true(m.characters <= CHUNK_MAX_CHARACTERS);
        assert_true(m.tokens <= CHUNK_MAX_TOKENS);
        assert_true(c->lead_bytes + c->overlap_bytes < c->text.n);
        assert_true(str_trim(c->text).n > 0);
        assert_int_equal(utf8_valid_prefix(c->text), c->text.n);
        assert_true(measure_text(c->title).characters <= 200);
        assert_non_null(resolve(root, c->pointer));
        if (c->last_pointer.n)
            assert_non_null(resolve(root, c->last_pointer));
    }
}

#endif
