#include "fixture.h"

#define MAX_LINKS 4

/* Each link of the text is exactly there, and nothing else is a link. */
static void assert_links(const char *source, const char *const want[MAX_LINKS])
{
    uint32_t n = 0;

    parse(source);
    for (; n < MAX_LINKS && want[n]; n++) {
        if (n >= got.n_links || !got.links[n].exact)
            fail_msg("'%s' is not found in '%s'", want[n], source);
        assert_slice(&got.links[n].range, want[n]);
    }
    assert_int_equal(got.n_links, n);
}

#define LINKS(source, ...) \
    assert_links(source, (const char *const[MAX_LINKS]){__VA_ARGS__})

static void a_target_ends_where_its_parentheses_do(void **state)
{
    (void)state;
    LINKS("[a](b(c)d) e)", "[a](b(c)d)");
    LINKS("[a](b\\)c) d)", "[a](b\\)c)");
    LINKS("[a](<b)c> ) d)", "[a](<b)c> )");
    LINKS("[a](<b\\>c>) d", "[a](<b\\>c>)");
    LINKS("[a]() [b](<>) c", "[a]()", "[b](<>)");
    LINKS("[a](\n b\n) c", "[a](\n b\n)");
    LINKS("[a](b&amp;c) [d](e\\_f) g", "[a](b&amp;c)", "[d](e\\_f)");
}

static void a_title_ends_at_its_quote(void **state)
{
    (void)state;
    LINKS("[a](b \"c)\") d)", "[a](b \"c)\")");
    LINKS("[a](b 'c)' ) d)", "[a](b 'c)' )");
    LINKS("[a](b (c)) d)", "[a](b (c))");
    LINKS("[a](b \"c\\\")\") d)", "[a](b \"c\\\")\")");
    LINKS("[a](b 'c\"d') e", "[a](b 'c\"d')");
}

static void brackets_inside_a_link_are_passed_over(void **state)
{
    (void)state;
    LINKS("x [a [b] c](d) e]", "[a [b] c](d)");
    LINKS("x [a \\] b](d) e](d)", "[a \\] b](d)");
    LINKS("x [a `` ` ] `` b](d) e", "[a `` ` ] `` b](d)");
    LINKS("x [a ` b](d) e", "[a ` b](d)");
    LINKS("x [a\nb](d) e", "[a\nb](d)");
    LINKS("[*a* __b__](d)", "[*a* __b__](d)");
    LINKS("[a <i title=\"z\">b</i>](d)", "[a <i title=\"z\">b</i>](d)");
}

/* What only looks like the link, before it, is not taken for it. */
static void a_link_is_the_one_that_says_the_same(void **state)
{
    (void)state;
    LINKS("\\[a](x) [a](x)", "[a](x)");
    LINKS("`[a](x)` [a](x)", "[a](x)");
    LINKS("[a](x) [a](y) [a](x)", "[a](x)", "[a](y)", "[a](x)");
    LINKS("[ab] [a](x) [a b](x)", "[a](x)", "[a b](x)");
    LINKS("![a](x) [a](x)", "![a](x)", "[a](x)");
    LINKS("[a] [a](x)\n\n[a]: y\n", "[a]", "[a](x)");
}

static void references_end_behind_their_label(void **state)
{
    (void)state;
    LINKS("[a][b] [b][] [b] ![b]\n\n[b]: c\n", "[a][b]", "[b][]", "[b]",
          "![b]");
    LINKS("[b] (c)\n\n[b]: c\n", "[b]");
    LINKS("[b](no way) c\n\n[b]: c\n", "[b]");
}

static void addresses_are_links_as_they_stand(void **state)
{
    (void)state;
    LINKS("<https://a.b/c?d> e", "<https://a.b/c?d>");
    LINKS("<a@b.cd> e", "<a@b.cd>");
    LINKS("see https://a.b/c, or www.d.ef.", "https://a.b/c", "www.d.ef");
    LINKS("a@b.cd and [x](mailto:a@b.cd)", "a@b.cd", "[x](mailto:a@b.cd)");
}

static void links_of_headings_tables_and_quotes_are_found(void **state)
{
    (void)state;
    LINKS("# [a](b)\n\n> c\n> [d](e)\n\n- f\n  [g](h)\n", "[a](b)", "[d](e)",
          "[g](h)");
    LINKS("| [a](b) | `|` |\n|---|---|\n| c | [d](e) |\n", "[a](b)", "[d](e)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SECTIONS_TEST(a_target_ends_where_its_parentheses_do),
        SECTIONS_TEST(a_title_ends_at_its_quote),
        SECTIONS_TEST(brackets_inside_a_link_are_passed_over),
        SECTIONS_TEST(a_link_is_the_one_that_says_the_same),
        SECTIONS_TEST(references_end_behind_their_label),
        SECTIONS_TEST(addresses_are_links_as_they_stand),
        SECTIONS_TEST(links_of_headings_tables_and_quotes_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
