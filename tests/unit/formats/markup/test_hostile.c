/* Documents made to hurt: read or refused with the limit's name. */
#include "base/nightly.h"
#include "fixture.h"

static struct buf document;

static int set_up_hostile(void **state)
{
    buf_init(&document, (size_t)80 << 20);
    return set_up(state);
}

static int tear_down_hostile(void **state)
{
    buf_release(&document);
    return tear_down(state);
}

#define HOSTILE_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_hostile, tear_down_hostile)

static void put(const char *piece, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_puts(&document, piece);
}

static enum err parse_document(void)
{
    return parse_str(buf_str(&document));
}

static void brackets_and_signs_by_the_hundred_thousand_are_read(void **state)
{
    static const char *const pieces[] = {
        "[",    "![",   "_",   "*a ", "**a *b ", "`a", "<",    "&",
        "[a](", "a@",   "~a ", "h:",  "[^a]",    "\\", "www.", "http://a",
        "[a]:", "<!--", "|",   "a\n", "#",       "\f", "- \n", "> a\n"};

    (void)state;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces);
         i += nightly() ? 1 : 3) {
        arena_reset(&arena);
        buf_reset(&document);
        put(pieces[i], 100000);
        assert_int_equal(parse_document(), OK);
    }
}

static void links_that_cannot_be_placed_take_no_square_of_time(void **state)
{
    const unsigned n = nightly() ? 100000 : 30000;

    (void)state;
    put("[&eacute;x](y) ", n);
    assert_int_equal(parse_document(), OK);
    assert_int_equal(got.n_links, n);
}

static void nested_links_and_notes_are_read(void **state)
{
    (void)state;
    put("![", 20000);
    put("](a)", 20000);
    buf_puts(&document, "\n\n");
    for (unsigned i = 0; i < 20000; i++)
        buf_printf(&document, "[^%u]: x [^%u] <a id=n>\n", i, i + 1);
    buf_puts(&document, "\n[^0]\n");
    assert_int_equal(parse_document(), OK);
}

static void a_wide_table_is_read(void **state)
{
    (void)state;
    put("|a", 300);
    buf_puts(&document, "|\n");
    put("|-", 300);
    buf_puts(&document, "|\n");
    put("|[x](y)|z|\n", 2000);
    assert_int_equal(parse_document(), OK);
    assert_int_equal(got.n_blocks, 1);
    assert_int_equal(got.n_links, 2000);
}

/* Two minutes were needed for two rows. */
static void rows_of_cells_without_end_have_a_limit(void **state)
{
    (void)state;
    put("|a", 100000);
    buf_puts(&document, "|\n");
    put("|-", 100000);
    buf_puts(&document, "|\n");
    assert_int_equal(parse_document(), ERR_LIMIT);
    assert_string_equal(err.msg,
                        "tables whose rows have too many cells, as in line 1");
    buf_reset(&document);
    buf_puts(&document, "|a|\n|-|\n");
    put("|b", 100000);
    assert_int_equal(parse_document(), ERR_LIMIT);
}

static void a_long_table_is_read(void **state)
{
    (void)state;
    buf_puts(&document, "a|b\n-|-\n");
    put("x|[y](z)\n", 100000);
    assert_int_equal(parse_document(), OK);
    assert_int_equal(got.n_blocks, 1);
    assert_true(got.links[99999].exact);
    assert_int_equal(got.links[99999].range.first_line, 100002);
}

static void quotes_and_lists_have_a_depth(void **state)
{
    static const char *const pieces[] = {">",  "> ",  "- ",
                                         "+ ", "1. ", "[^a]: "};

    (void)state;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
        buf_reset(&document);
        buf_puts(&document, "text\n\n");
        put(pieces[i], 100000);
        buf_puts(&document, "a");
        assert_int_equal(parse_document(), ERR_LIMIT);
        assert_string_equal(
            err.msg, "quotes and lists nested more than 1000 deep in line 3");
    }
    buf_reset(&document); /* rules, however long */
    put("- ", 100000);
    buf_puts(&document, "\n");
    put("* ", 100000);
    assert_int_equal(parse_document(), OK);
    assert_int_equal(got.n_blocks, 2);
}

static void tags_that_are_never_closed_have_a_limit(void **state)
{
    static const char *const pieces[] = {"a <![CDATA[", "a <!A ", "a <?",
                                         "a <?\r\n"};

    (void)state;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
        buf_reset(&document);
        put(pieces[i], 100000);
        assert_int_equal(parse_document(), ERR_LIMIT);
        assert_string_equal(err.msg,
                            "too many tags of HTML that are never closed");
        buf_reset(&document); /* each in a paragraph of its own */
        for (unsigned k = 0; k < 10000; k++) {
            put(pieces[i], 1);
            put("\r\n \r\n", 1);
        }
        assert_int_equal(parse_document(), OK);
        assert_int_equal(got.n_blocks, 10000);
    }
    buf_reset(&document);
    put("a <!A > <![CDATA[ ]]> <? ?> ", 50000);
    assert_int_equal(parse_document(), OK);
}

static void deep_lists_by_indentation_are_read(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 500; i++) {
        put("  ", i);
        buf_puts(&document, "- a\n");
    }
    put("lazy\n", 1000);
    assert_int_equal(parse_document(), OK);
}

static void limits_are_named(void **state)
{
    static const struct {
        const char *piece, *message;
        size_t n;
        enum sections_format format;
    } over[] = {
        {"\n", "more than 1000000 lines", 1000001, SECTIONS_TEXT},
        {"# a\n", "more than 100000 headings in a document", 100001,
         SECTIONS_MARKDOWN},
        {"0123456789abcdef", "a document of more than 64 MiB", 4194305,
         SECTIONS_TEXT},
        {"\xFF\x30", "a text of more than 64 MiB", 24000000, SECTIONS_TEXT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(over) / sizeof(*over); i++) {
        buf_reset(&document);
        put(over[i].piece, over[i].n);
        options.format = over[i].format;
        options.encoding = i == 3 ? STR("utf-16le") : (struct str){0};
        assert_int_equal(parse_document(), ERR_LIMIT);
        assert_string_equal(err.msg, over[i].message);
    }
}

static void a_tree_over_its_memory_is_a_limit(void **state)
{
    (void)state;
    if (!nightly()) /* small ones have a limit too: below */
        return;
    put("*a ", 8000000);
    assert_int_equal(parse_document(), ERR_LIMIT);
}

static void a_small_arena_is_a_limit_at_every_size(void **state)
{
    static const char text[] =
        "---\nt: [a, 'b']\n---\n# A\n[x](y) <a id=z>\n\n- b\n\n# A\n";
    struct arena small;
    enum err rc = ERR_LIMIT;

    (void)state;
    for (int format = SECTIONS_MARKDOWN; format <= SECTIONS_TEXT; format++) {
        options.format = (enum sections_format)format;
        for (size_t bytes = 16; bytes < 100000; bytes += 16) {
            arena_init(&small, bytes);
            rc = sections_parse(STR(text), &options, &small, &got, &err);
            arena_release(&small);
            if (rc == OK)
                break;
            assert_int_equal(rc, ERR_LIMIT);
        }
        assert_int_equal(rc, OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOSTILE_TEST(brackets_and_signs_by_the_hundred_thousand_are_read),
        HOSTILE_TEST(links_that_cannot_be_placed_take_no_square_of_time),
        HOSTILE_TEST(nested_links_and_notes_are_read),
        HOSTILE_TEST(a_wide_table_is_read),
        HOSTILE_TEST(rows_of_cells_without_end_have_a_limit),
        HOSTILE_TEST(a_long_table_is_read),
        HOSTILE_TEST(quotes_and_lists_have_a_depth),
        HOSTILE_TEST(tags_that_are_never_closed_have_a_limit),
        HOSTILE_TEST(deep_lists_by_indentation_are_read),
        HOSTILE_TEST(limits_are_named),
        HOSTILE_TEST(a_tree_over_its_memory_is_a_limit),
        HOSTILE_TEST(a_small_arena_is_a_limit_at_every_size),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
