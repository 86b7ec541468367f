/*
 * retrieve_fixture.h - an index of passages whose words and vectors the test
 * says, and what a question finds in it.
 */
#ifndef SEARCH_RETRIEVE_RETRIEVE_FIXTURE_H
#define SEARCH_RETRIEVE_RETRIEVE_FIXTURE_H

#include "base/fs_fixture.h"

#include "search/index/indexed_passage.h"
#include "search/retrieve/rank.h"

#include <stdio.h>

#define DIMENSIONS   4
#define KIND         ((struct vector_kind){STR("fake@1"), DIMENSIONS})
#define WRITER_BYTES ((size_t)16 << 20)

static struct segments *segments;
static struct segments_writer *writer;
static struct analyzer *analyzer;

static inline void assert_ok(enum err rc)
{
    if (rc)
        fail_msg("%s: %s", err_name(rc), err.msg);
}

/* One direction of the few that there are; -1: no vector. */
static inline const float *direction(int which)
{
    static const float axes[][DIMENSIONS] = {{1, 0, 0, 0},     {0, 1, 0, 0},
                                             {0, 0, 1, 0},     {0, 0, 0, 1},
                                             {.6F, .8F, 0, 0}, {-1, 0, 0, 0}};

    return axes[which];
}

/* A passage of a document, a line of a text when `line` is over 0. */
struct said {
    const char *document;
    const char *text;
    int vector;
    uint64_t line;
    const char *lang;
};

static inline enum err try_say(const struct said *s, uint64_t index)
{
    const struct lexical_filter f = {STR("lang"),
                                     str_from(s->lang ? s->lang : "en"), false};
    const struct passage p = {.document = str_from(s->document),
                              .version = 1,
                              .index = index,
                              .content = index,
                              .first_line = s->line,
                              .last_line = s->line,
                              .text = str_from(s->text)};
    struct lexical_doc d = {.id = passage_id(&p),
                            .body = p.text,
                            .filter = &f,
                            .n_filters = 1,
                            .language = LANG_ENGLISH};
    struct buf b;
    enum err rc;

    buf_init(&b, 1 << 20);
    passage_write(&p, &b);
    rc = buf_finish(&b, &d.stored, &err);
    if (!rc)
        rc = segments_writer_add(writer, p.document, &d,
                                 s->vector < 0 ? NULL : direction(s->vector),
                                 s->vector >= 0, &err);
    buf_release(&b);
    return rc;
}

static inline void say(const struct said *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_ok(try_say(&s[i], i));
    assert_ok(segments_change(segments, writer, NULL, 0, &err));
}

#define SAY(list) say(list, sizeof(list) / sizeof((list)[0]))

static inline const struct segments_snapshot *acquire(void)
{
    const struct segments_snapshot *s = NULL;

    assert_ok(segments_acquire(segments, &s, &err));
    return s;
}

/* The stored text of a hit. */
static inline struct passage passage_of(const struct segments_snapshot *s,
                                        const struct rank_hit *h)
{
    struct passage p;
    struct str stored;

    assert_ok(
        segment_stored(s->words.at[h->segment].segment, h->doc, &stored, &err));
    assert_ok(passage_read(stored, &arena, &p, &err));
    return p;
}

static inline int set_up_retrieve(void **state)
{
    if (set_up(state))
        return -1;
    arena_release(&arena);
    arena_init(&arena, 256 << 20);
    if (fs_mkdirs(in("index"), "x", &err) ||
        segments_open(in("index"), &segments, &err))
        return -1;
    writer = segments_writer_new(segments, &KIND, WRITER_BYTES, &err);
    analyzer = analyzer_new(&err);
    return writer && analyzer ? 0 : -1;
}

static inline int tear_down_retrieve(void **state)
{
    analyzer_free(analyzer);
    segments_writer_free(writer);
    segments_close(segments);
    return tear_down(state);
}

#define RETRIEVE_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_retrieve, tear_down_retrieve)

#endif
