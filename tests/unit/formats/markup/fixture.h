/* fixture.h - documents from text in a test, and what was found in them. */
#ifndef FORMATS_MARKUP_FIXTURE_H
#define FORMATS_MARKUP_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "invariants.h"

#include <stdio.h>
#include <string.h>

static struct arena arena;
static struct error err;
static struct sections got;
static struct sections_options options;

static inline int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)1 << 30);
    err = (struct error){0};
    options = (struct sections_options){.format = SECTIONS_MARKDOWN};
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* Read; what was read keeps all promises. */
static inline enum err parse_str(struct str source)
{
    enum err rc = sections_parse(source, &options, &arena, &got, &err);
    const char *broken = rc ? NULL : broken_promise(&got, &arena);

    if (broken)
        fail_msg("%s", broken);
    return rc;
}

static inline void parse(const char *source)
{
    if (parse_str(str_from(source)))
        fail_msg("%s", err.msg);
}

static inline void assert_str(struct str s, const char *text)
{
    if (!str_is(s, text))
        fail_msg("'%.*s' is not '%s'", STR_FMT(s), text);
}

static inline void assert_slice(const struct sections_range *r,
                                const char *text)
{
    assert_str(str_slice(got.text, r->begin - got.base, r->end - got.base),
               text);
}

static inline void assert_lines(const struct sections_range *r, unsigned first,
                                unsigned last)
{
    assert_int_equal(r->first_line, first);
    assert_int_equal(r->last_line, last);
}

/* The n-th block of a kind, from 0. */
static inline const struct section_block *block_of(
    enum sections_block_kind kind, unsigned n)
{
    for (uint32_t i = 0; i < got.n_blocks; i++) {
        if (got.blocks[i].kind == kind && n-- == 0)
            return &got.blocks[i];
    }
    fail_msg("no such block");
    return NULL;
}

#define SECTIONS_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
