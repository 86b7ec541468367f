#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/pdf/scan_words.h"

#include <cmocka.h>

static struct arena arena;
static struct error err;
static struct pdf_scans scans;
static struct pdf_scan_page found;

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)16 << 20);
    err = (struct error){0};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err read_page(const char *json)
{
    const struct pdf_scan scan = {.page = 1, .json = str_from(json)};

    return pdf_scan_words(&scan, &arena, &found, &err);
}

static void a_page_has_what_was_found_last(void **state)
{
    (void)state;
    assert_int_equal(pdf_scans_read(STR("7\t{\"a\":1}\n3\t{}\n7\t{\"b\":2}\n"),
                                    &arena, &scans, &err),
                     OK);
    assert_int_equal(scans.n, 3);
    assert_true(str_is(pdf_scans_find(&scans, 7)->json, "{\"b\":2}"));
    assert_true(str_is(pdf_scans_find(&scans, 3)->json, "{}"));
    assert_null(pdf_scans_find(&scans, 5));
    assert_null(pdf_scans_find(&scans, 8));
}

static void words_have_their_place_and_size(void **state)
{
    (void)state;
    assert_int_equal(
        read_page("{\"confidence\":0.93,\"languages\":0,\"words\":["
                  "[10,-700,40,-690,-692,10.5,0.91,\"net\"],"
                  "[44,-700,80,-690,-692,1e9,0.99,\"1,250\"]]}"),
        ERR_FILE_READ_FAILED); /* no type is so large */
    assert_int_equal(
        read_page("{\"confidence\":0.93,\"languages\":0,\"words\":["
                  "[10,-700,40,-690,-692,10.5,0.91,\"net\"],"
                  "[44,-700,80,-690,-692,0,0.99,\"1,250\"]]}"),
        OK);
    assert_int_equal(found.words.n, 2);
    assert_int_equal(found.words.characters, 8);
    assert_true(found.confidence > 0.92F && found.confidence < 0.94F);
    assert_true(found.words.word[0].size == 10.5F);
    assert_true(found.words.word[1].size == 1);
    assert_true(found.words.word[1].is_spaced);
    assert_true(found.words.word[1].base == -692);
}

static void letters_of_scripts_without_blanks_are_joined(void **state)
{
    (void)state;
    assert_int_equal(
        read_page("{\"confidence\":0.9,\"words\":["
                  "[10,0,20,10,9,10,1,\"港口\"],[23,0,33,10,9,10,1,\"收费\"],"
                  "[60,0,70,10,9,10,1,\"表\"],[72,0,82,10,9,10,1,\"A\"]]}"),
        OK);
    assert_true(found.words.word[1].box.x0 == 20);
    assert_false(found.words.word[1].is_spaced);
    assert_true(found.words.word[2].is_spaced); /* in another column */
    assert_true(found.words.word[3].is_spaced);
}

static void boxes_that_overlap_keep_the_order_of_reading(void **state)
{
    (void)state;
    assert_int_equal(
        read_page(
            "{\"confidence\":0.9,\"words\":["
            "[394,0,444,10,9,14,1,\"领先\"],[417,0,427,10,9,14,1,\"于\"],"
            "[427,0,438,10,9,14,1,\"全\"],[20,14,40,24,23,14,1,\"队\"]]}"),
        OK);
    assert_true(found.words.word[1].box.x0 == 444);
    assert_false(found.words.word[1].is_spaced);
    assert_true(found.words.word[2].box.x0 == 444);
    assert_false(found.words.word[2].is_spaced);
    assert_true(found.words.word[3].box.x0 == 20); /* on the next line */
}

static void a_page_that_failed_has_no_words(void **state)
{
    (void)state;
    assert_int_equal(read_page("{\"failed\":\"it took too long\"}"), OK);
    assert_int_equal(found.words.n, 0);
}

static void what_is_no_such_file_is_damaged(void **state)
{
    static const char *const lines[] = {"x\t{}\n", "1 {}\n", "-1\t{}\n"};
    static const char *const pages[] = {
        "",
        "[]",
        "{\"confidence\":2,\"words\":[]}",
        "{\"confidence\":1,\"words\":[[1,1,0,1,1,1,1,\"x1 before x0\"]]}",
        "{\"confidence\":1,\"words\":[[0,0,1,1,1,1,1,\"\"]]}",
        "{\"confidence\":1,\"words\":[[0,0,1,1,1,1,\"x\"]]}",
        "{\"confidence\":1,\"words\":[[0,0,1e38,1,1,1,1,\"x\"]]}"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        assert_int_equal(
            pdf_scans_read(str_from(lines[i]), &arena, &scans, &err),
            ERR_FILE_READ_FAILED);
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        assert_int_equal(read_page(pages[i]), ERR_FILE_READ_FAILED);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_page_has_what_was_found_last),
        CASE(words_have_their_place_and_size),
        CASE(letters_of_scripts_without_blanks_are_joined),
        CASE(boxes_that_overlap_keep_the_order_of_reading),
        CASE(a_page_that_failed_has_no_words),
        CASE(what_is_no_such_file_is_damaged)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
