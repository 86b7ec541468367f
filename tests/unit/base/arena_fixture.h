/* arena_fixture.h - an arena and an error for each test; include after
 * cmocka.h. */
#ifndef BASE_ARENA_FIXTURE_H
#define BASE_ARENA_FIXTURE_H

#include "base/arena.h"

#define MIB ((size_t)1 << 20)

static struct arena arena;
static struct error err;

static inline int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 512 * MIB);
    err = (struct error){0};
    return 0;
}

static inline int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

#endif
