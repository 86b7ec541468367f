#include "store_fixture.h"

#include "store/table_cache/file_digest.h"

static void a_file_that_is_as_it_was_is_reported_with_its_size(void **state)
{
    uint64_t bytes = 0;

    (void)state;
    write_file("f", "some bytes");
    assert_ok(digest_keep(in("f"), &err));
    assert_true(digest_check(in("f"), &bytes));
    assert_int_equal(bytes, 10);
}

static void another_byte_is_noticed(void **state)
{
    uint64_t bytes = 0;

    (void)state;
    write_file("f", "some bytes");
    assert_ok(digest_keep(in("f"), &err));
    write_file("f", "same bytes");
    assert_false(digest_check(in("f"), &bytes));
    assert_int_equal(bytes, 10);
}

static void without_the_file_or_its_sum_nothing_says_so(void **state)
{
    uint64_t bytes = 7;

    (void)state;
    write_file("f", "some bytes");
    assert_false(digest_check(in("f"), &bytes));
    assert_int_equal(bytes, 0);
    assert_ok(digest_keep(in("f"), &err));
    write_file("f" DIGEST_SUFFIX, "short");
    assert_false(digest_check(in("f"), &bytes));
    assert_ok(digest_keep(in("f"), &err));
    assert_int_equal(unlink(in("f")), 0);
    assert_false(digest_check(in("f"), &bytes));
    assert_int_equal(digest_keep(in("f"), &err), ERR_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_file_that_is_as_it_was_is_reported_with_its_size),
        STORE_TEST(another_byte_is_noticed),
        STORE_TEST(without_the_file_or_its_sum_nothing_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
