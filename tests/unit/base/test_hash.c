#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void assert_sha256(const void *bytes, size_t n, const char *expected)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash h;

    hash_init(&h);
    hash_update(&h, bytes, n / 2); /* in two pieces */
    hash_update(&h, (const char *)bytes + n / 2, n - n / 2);
    hash_finish(&h, digest);
    hash_hex(digest, hex);
    assert_string_equal(hex, expected);
}

/* FIPS 180-4 examples. */
static void sha256_gives_the_published_digests(void **state)
{
    (void)state;
    assert_sha256(
        "", 0,
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_sha256(
        "abc", 3,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_sha256(
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void a_file_hashes_from_where_it_stands(void **state)
{
    uint8_t whole[HASH_BYTES];
    uint8_t rest[HASH_BYTES];
    char chunk[1000];
    struct error e = {0};
    struct hash h;
    int fd = memfd_create("test", 0);

    (void)state;
    assert_true(fd >= 0);
    memset(chunk, 'q', sizeof(chunk));
    hash_init(&h);
    for (int i = 0; i < 100; i++) {
        hash_update(&h, chunk, sizeof(chunk));
        assert_int_equal(write(fd, chunk, sizeof(chunk)), sizeof(chunk));
    }
    hash_finish(&h, whole);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    assert_int_equal(hash_fd(fd, "x", rest, &e), OK);
    assert_memory_equal(whole, rest, HASH_BYTES);
    assert_int_equal(lseek(fd, 1, SEEK_SET), 1);
    assert_int_equal(hash_fd(fd, "x", rest, &e), OK);
    assert_memory_not_equal(whole, rest, HASH_BYTES);
    (void)close(fd);
}

static void a_file_that_cannot_be_read_is_an_error(void **state)
{
    uint8_t digest[HASH_BYTES];
    struct error e = {0};
    int fd = open("/", O_RDONLY);

    (void)state;
    assert_int_equal(hash_fd(fd, "my.csv", digest, &e), ERR_FILE_READ_FAILED);
    assert_string_equal(e.msg, "cannot read 'my.csv': is a directory");
    (void)close(fd);
}

static void equal_bytes_have_equal_hashes_at_any_address(void **state)
{
    char text[100] = {0};

    (void)state;
    for (size_t n = 0; n < 40; n++) {
        for (size_t shift = 0; shift < 9; shift++) {
            memset(text, '#', sizeof(text));
            memcpy(text + shift, "abcdefghijklmnopqrstuvwxyz0123456789ABCDEF",
                   n);
            assert_true(
                hash_bytes(text + shift, n) ==
                hash_bytes("abcdefghijklmnopqrstuvwxyz0123456789ABCDEF", n));
        }
    }
    assert_true(hash_bytes(NULL, 0) == hash_bytes("", 0));
}

static void every_bit_of_the_input_matters(void **state)
{
    char zeros[24] = {0};
    uint64_t seen[24 * 8 + 24];
    size_t n = 0;

    (void)state;
    for (size_t len = 1; len <= sizeof(zeros); len++)
        seen[n++] = hash_bytes(zeros, len);
    for (size_t bit = 0; bit < sizeof(zeros) * 8; bit++) {
        zeros[bit / 8] = (char)(1U << bit % 8);
        seen[n++] = hash_bytes(zeros, sizeof(zeros));
        zeros[bit / 8] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            assert_true(seen[i] != seen[j]);
    }
}

static void low_bits_spread_over_a_table(void **state)
{
    unsigned used[64] = {0};

    (void)state;
    for (uint32_t i = 0; i < 6400; i++)
        used[hash_bytes(&i, sizeof(i)) & 63]++;
    for (int i = 0; i < 64; i++)
        assert_in_range(used[i], 40, 200); /* 100 expected, deviation 10 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_gives_the_published_digests),
        cmocka_unit_test(a_file_hashes_from_where_it_stands),
        cmocka_unit_test(a_file_that_cannot_be_read_is_an_error),
        cmocka_unit_test(equal_bytes_have_equal_hashes_at_any_address),
        cmocka_unit_test(every_bit_of_the_input_matters),
        cmocka_unit_test(low_bits_spread_over_a_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
