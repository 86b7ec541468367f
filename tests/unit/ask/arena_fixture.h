/* arena_fixture.h - an arena a test, for schemas of many tables. */
#ifndef ASK_ARENA_FIXTURE_H
#define ASK_ARENA_FIXTURE_H

#include "base/arena.h"

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 28);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

#endif
