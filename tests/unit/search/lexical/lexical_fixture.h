/* lexical_fixture.h - segments of a few texts, in a folder of the test. */
#ifndef SEARCH_LEXICAL_LEXICAL_FIXTURE_H
#define SEARCH_LEXICAL_LEXICAL_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"
#include "search/lexical/search.h"
#include "search/lexical/segment_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MIB         ((size_t)1 << 20)
#define MAX_FIXTURE 8

static struct arena arena;
static struct error err;
static char folder[64];
static struct segment_builder *builder;
static struct segment *segments[MAX_FIXTURE];
static struct search_segment in_view[MAX_FIXTURE];
static struct search_view view;
static struct analyzer *analyzer;

static inline int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 256 * MIB);
    err = (struct error){0};
    (void)strncpy(folder, "/tmp/quarry-test-XXXXXX", sizeof(folder) - 1);
    builder = segment_builder_new(32 * MIB, &err);
    analyzer = analyzer_new(&err);
    view = (struct search_view){in_view, 0};
    memset(in_view, 0, sizeof(in_view));
    return builder && analyzer && mkdtemp(folder) ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    segment_builder_free(builder);
    analyzer_free(analyzer);
    for (size_t i = 0; i < view.n; i++)
        segment_close(segments[i]);
    arena_release(&arena);
    return fs_remove_tree(folder, "test folder", &err) == OK ? 0 : -1;
}

static inline char *in(const char *name)
{
    char *path = fs_join(folder, name, &arena, &err);

    assert_non_null(path);
    return path;
}

/* What was added becomes a segment of the view. */
static inline void seal(void)
{
    char name[16];

    (void)snprintf(name, sizeof(name), "%zu.seg", view.n);
    assert_int_equal(segment_builder_write(builder, in(name), name, &err), OK);
    assert_int_equal(segment_open(in(name), name, &segments[view.n], &err), OK);
    in_view[view.n] = (struct search_segment){.segment = segments[view.n]};
    view.n++;
}

static inline void add_text(uint64_t id, const char *title, const char *body)
{
    const struct lexical_doc d = {.id = id,
                                  .title = str_from(title),
                                  .body = str_from(body),
                                  .stored = str_from(body)};

    assert_int_equal(segment_builder_add(builder, &d, &err), OK);
}

static inline struct search_hits find_where(const char *text, const char *where,
                                            size_t k)
{
    struct search_hits hits;
    struct query q;
    struct plan p;

    assert_int_equal(query_parse(str_from(text), &arena, &q, &err), OK);
    assert_int_equal(query_parse_filters(str_from(where), &arena, &q, &err),
                     OK);
    assert_int_equal(plan_make(&q, 0, analyzer, &arena, &p, &err), OK);
    assert_int_equal(search_run(&view, &p, k, &arena, &hits, &err), OK);
    return hits;
}

/* The ids of the hits as text: "3 1". */
static inline const char *found_where(const char *text, const char *where)
{
    static char out[512];
    struct search_hits hits = find_where(text, where, 10);
    size_t n = 0;

    out[0] = '\0';
    for (size_t i = 0; i < hits.n; i++)
        n += (size_t)snprintf(out + n, sizeof(out) - n, "%s%u", i ? " " : "",
                              (unsigned)hits.hit[i].id);
    return out;
}

static inline const char *found(const char *text)
{
    return found_where(text, "");
}

#define LEXICAL_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
