#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "search/chunks/chunk.h"

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;
static struct error err;
static struct chunk_list list;

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 24);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* One section over all of the text, a block a paragraph; pages begin at these
 * lines and bytes. */
static void cut(const char *text, const char *pages, unsigned lines)
{
    struct json *sections = NULL;
    struct outline o;
    struct str json;

    assert_int_equal(
        str_printf(&arena, &json, &err,
                   "{\"sections\":[{\"level\":1,\"title\":\"Pilots\","
                   "\"range\":[1,%u,0,%zu]}],\"blocks\":[{\"kind\":"
                   "\"paragraph\",\"range\":[1,%u,0,%zu]}],\"pages\":%s}",
                   lines, strlen(text), lines, strlen(text), pages),
        OK);
    assert_int_equal(
        json_parse(json, &json_default_limits, &arena, &sections, &err), OK);
    assert_int_equal(
        outline_read(sections, str_from(text), 0, &arena, &o, &err), OK);
    assert_int_equal(chunk_text(&o, NULL, &arena, &list, &err), OK);
}

static void assert_part(size_t i, const char *text, uint64_t page,
                        uint64_t first_line, uint64_t last_line)
{
    const struct chunk_part *p = &list.chunk[0].part[i];

    assert_true(str_is(p->text, text));
    assert_int_equal(p->page, page);
    assert_int_equal(p->first_line, first_line);
    assert_int_equal(p->last_line, last_line);
    assert_true(str_is(p->heading[0], "Pilots"));
}

static void a_chunk_has_a_part_a_page(void **state)
{
    (void)state;
    cut("one\ntwo\nthree\nfour\n",
        "[{\"begin\":0,\"line\":1},{\"begin\":8,\"line\":3}]", 4);
    assert_int_equal(list.n, 1);
    assert_int_equal(list.chunk[0].n_parts, 2);
    assert_int_equal(list.chunk[0].page, 1);
    assert_true(str_is(list.chunk[0].text, "one\ntwo\nthree\nfour"));
    assert_part(0, "one\ntwo", 1, 1, 2);
    assert_part(1, "three\nfour", 2, 3, 4);
}

/* The second has its place before the end of a line. */
static void a_blank_page_makes_no_part(void **state)
{
    (void)state;
    cut("one\n\ntwo\n",
        "[{\"begin\":0,\"line\":1},{\"begin\":3,\"line\":2},"
        "{\"begin\":5,\"line\":3}]",
        3);
    assert_int_equal(list.chunk[0].n_parts, 2);
    assert_part(0, "one", 1, 1, 1);
    assert_part(1, "two", 3, 3, 3);
}

/* Pages two and three have no text. */
static void pages_without_text_are_passed_over(void **state)
{
    (void)state;
    cut("one\ntwo\n",
        "[{\"begin\":0,\"line\":1},{\"begin\":4,\"line\":2},"
        "{\"begin\":4,\"line\":2},{\"begin\":4,\"line\":2}]",
        2);
    assert_int_equal(list.chunk[0].n_parts, 2);
    assert_part(0, "one", 1, 1, 1);
    assert_part(1, "two", 4, 2, 2);
}

static void damaged_pages_are_refused(void **state)
{
    static const char *const pages[] = {
        "[{\"begin\":4,\"line\":2},{\"begin\":0,\"line\":1}]",
        "[{\"begin\":0,\"line\":0}]", "[{\"begin\":99,\"line\":1}]",
        "[{\"line\":1}]", "[7]"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        struct json *sections = NULL;
        struct outline o;
        struct str json;

        assert_int_equal(
            str_printf(&arena, &json, &err,
                       "{\"sections\":[],\"blocks\":[],\"pages\":%s}",
                       pages[i]),
            OK);
        assert_int_equal(
            json_parse(json, &json_default_limits, &arena, &sections, &err),
            OK);
        assert_int_equal(
            outline_read(sections, STR("one\ntwo\n"), 0, &arena, &o, &err),
            ERR_FILE_READ_FAILED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_chunk_has_a_part_a_page, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_blank_page_makes_no_part, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(pages_without_text_are_passed_over,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(damaged_pages_are_refused, setup,
                                        teardown)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
