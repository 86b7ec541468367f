#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models/embedding/vocabulary.h"

#include <math.h>
#include <string.h>

static struct arena arena;
static struct vocabulary v;
static struct vocabulary_entry list[10];
static struct error err;

static int set_up(void **state)
{
    const char *text[] = {"-", "-", "-", "-", "-", "-", "a", "ab", "a", "b"};

    (void)state;
    arena_init(&arena, 1 << 20);
    for (size_t i = 0; i < 10; i++)
        list[i] = (struct vocabulary_entry){str_from(text[i]), -(double)i};
    return vocabulary_build(list, 10, &arena, &v, &err) == OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static int find(const char *s)
{
    uint32_t h = VOCABULARY_HASH_INITIAL;

    for (size_t i = 0; s[i]; i++)
        h = vocabulary_hash(h, (unsigned char)s[i]);
    return vocabulary_find(&v, s, strlen(s), h);
}

static void pieces_are_found_the_last_of_equals_and_no_reserved(void **state)
{
    (void)state;
    assert_int_equal(find("a"), 8);
    assert_int_equal(find("ab"), 7);
    assert_int_equal(find("b"), 9);
    assert_int_equal(find("-"), -1);
    assert_int_equal(find("abc"), -1);
    assert_int_equal(v.longest, 2);
    assert_true(v.piece[9].score == -9);
    assert_int_equal(vocabulary_check(&v, VOCABULARY_SLOTS, "x", &err), OK);
}

static void a_list_that_cannot_be_right_is_refused(void **state)
{
    char longer[VOCABULARY_PIECE_BYTES + 1];
    struct vocabulary other;

    (void)state;
    memset(longer, 'a', sizeof(longer));
    assert_int_equal(vocabulary_build(list, 6, &arena, &other, &err),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(
        vocabulary_build(list, VOCABULARY_MAX_PIECES + 1, &arena, &other, &err),
        ERR_VALIDATION_FAILED);
    list[7].text = (struct str){longer, sizeof(longer)};
    assert_int_equal(vocabulary_build(list, 10, &arena, &other, &err),
                     ERR_VALIDATION_FAILED);
    list[7].text.n--;
    assert_int_equal(vocabulary_build(list, 10, &arena, &other, &err), OK);
    list[7].text = STR("\xff");
    assert_int_equal(vocabulary_build(list, 10, &arena, &other, &err),
                     ERR_VALIDATION_FAILED);
    list[7].text.n = 0;
    assert_int_equal(vocabulary_build(list, 10, &arena, &other, &err),
                     ERR_VALIDATION_FAILED);
    list[7] = (struct vocabulary_entry){STR("a"), NAN};
    assert_int_equal(vocabulary_build(list, 10, &arena, &other, &err),
                     ERR_VALIDATION_FAILED);
}

static enum err check_with(const struct piece *piece, const uint16_t *slot)
{
    struct vocabulary w = v;

    w.piece = piece;
    w.slot = slot;
    return vocabulary_check(&w, VOCABULARY_SLOTS, "x", &err);
}

static void damage_is_refused(void **state)
{
    static uint16_t slot[VOCABULARY_SLOTS];
    struct piece piece[10];
    const struct piece bad[] = {
        {-1, 0, 0, 0},          {-1, 0, VOCABULARY_PIECE_BYTES + 1, 0},
        {-1, UINT32_MAX, 1, 0}, {-1, 11, 1, 0},
        {NAN, 0, 1, 0},         {INFINITY, 0, 1, 0},
    };

    (void)state;
    memcpy(piece, v.piece, sizeof(piece));
    memcpy(slot, v.slot, sizeof(slot));
    assert_int_equal(check_with(piece, slot), OK);
    assert_int_equal(vocabulary_check(&v, VOCABULARY_SLOTS - 1, "x", &err),
                     ERR_FILE_READ_FAILED);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        piece[6] = bad[i];
        assert_int_equal(check_with(piece, slot), ERR_FILE_READ_FAILED);
        piece[6] = v.piece[6];
    }
    slot[0] = 10;
    assert_int_equal(check_with(piece, slot), ERR_FILE_READ_FAILED);
    slot[0] = 5; /* reserved */
    assert_int_equal(check_with(piece, slot), ERR_FILE_READ_FAILED);
    memset(slot, 0, sizeof(slot));
    for (size_t i = 0; i < VOCABULARY_SLOTS; i++)
        slot[i] = 7; /* a search would never end */
    assert_int_equal(check_with(piece, slot), ERR_FILE_READ_FAILED);
}

static void no_memory_is_a_limit(void **state)
{
    struct vocabulary other;
    struct arena little;

    (void)state;
    for (size_t budget = 0; budget < 66000; budget += 6000) {
        arena_init(&little, budget);
        assert_int_equal(vocabulary_build(list, 10, &little, &other, &err),
                         ERR_LIMIT);
        arena_release(&little);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(pieces_are_found_the_last_of_equals_and_no_reserved),
        TEST(a_list_that_cannot_be_right_is_refused),
        TEST(damage_is_refused),
        TEST(no_memory_is_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
