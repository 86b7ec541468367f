#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/lexical/integer_pack.h"

static uint64_t seed = 3;

static uint32_t random_bits(unsigned bits)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return bits ? (uint32_t)(seed >> (64 - bits)) : 0;
}

static void every_width_comes_back_as_it_was(void **state)
{
    unsigned char packed[PACK_BYTES(PACK_MAX_BITS)];
    uint32_t v[PACK_BLOCK];
    uint32_t back[PACK_BLOCK];

    (void)state;
    for (unsigned bits = 0; bits <= PACK_MAX_BITS; bits++) {
        for (unsigned i = 0; i < PACK_BLOCK; i++)
            v[i] = random_bits(bits);
        v[77] = bits ? UINT32_MAX >> (32 - bits) : 0;
        assert_int_equal(pack_bits(v, PACK_BLOCK), bits);
        pack_block(v, bits, packed);
        unpack_block(packed, bits, back);
        assert_memory_equal(back, v, sizeof(v));
    }
}

static void distances_add_up_from_before_the_first(void **state)
{
    uint32_t v[PACK_BLOCK];
    uint32_t at = UINT32_MAX; /* before a list's start */
    uint32_t expected[PACK_BLOCK];

    (void)state;
    for (unsigned i = 0; i < PACK_BLOCK; i++) {
        v[i] = random_bits(PACK_MAX_BITS);
        at += v[i] + 1;
        expected[i] = at;
    }
    assert_int_equal(unpack_sums(UINT32_MAX, v), at);
    assert_memory_equal(v, expected, sizeof(v));
}

static void a_varint_that_is_cut_or_too_long_is_refused(void **state)
{
    unsigned char bytes[10];
    size_t n = varint_put(UINT64_MAX, bytes);
    const unsigned char *p = bytes;
    uint64_t v = 0;

    (void)state;
    assert_int_equal(n, 10);
    assert_true(varint_get(&p, bytes + n, &v));
    assert_true(v == UINT64_MAX);
    p = bytes;
    assert_false(varint_get(&p, bytes + n - 1, &v));
    bytes[9] = 2; /* a 65th bit */
    p = bytes;
    assert_false(varint_get(&p, bytes + n, &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width_comes_back_as_it_was),
        cmocka_unit_test(distances_add_up_from_before_the_first),
        cmocka_unit_test(a_varint_that_is_cut_or_too_long_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
