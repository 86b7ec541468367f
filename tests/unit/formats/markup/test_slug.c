#include "fixture.h"

#include "formats/markup/slug.h"

static struct slugs slugs;

static void assert_slug(const char *text, const char *want)
{
    struct str id;

    assert_int_equal(slugs_make(&slugs, str_from(text), &id, &err), OK);
    assert_str(id, want);
}

static void github_keeps_letters_of_every_script(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_GITHUB, &arena);
    assert_slug("Hello, World!", "hello-world");
    assert_slug("Für & Wider", "für--wider");
    assert_slug("ÄÖÜ ИЙ", "äöü-ий");
    assert_slug("安装 指南（一）", "安装-指南一");
    assert_slug("snake_case and-dash", "snake_case-and-dash");
    assert_slug("C++ 17: what's new?", "c-17-whats-new");
    assert_slug("x² and ½", "x-and-");
    assert_slug("नमस्ते", "नमस्ते");
}

static void github_numbers_what_is_taken(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_GITHUB, &arena);
    assert_slug("a", "a");
    assert_slug("a", "a-1");
    assert_slug("a", "a-2");
    assert_slug("a 1", "a-1-1");
    assert_slug("A", "a-3");
    assert_slug("!!!", "");
    assert_slug("!!!", "");
}

static void mkdocs_keeps_ascii_and_joins_runs(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_MKDOCS, &arena);
    assert_slug("Für & Wider", "fur-wider");
    assert_slug("Größe", "groe");
    assert_slug("a - b -- c", "a-b-c");
    assert_slug("Ｆｕｌｌ ﬁ", "full-fi");
    assert_slug("snake_case", "snake_case");
}

static void mkdocs_counts_with_underscores(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_MKDOCS, &arena);
    assert_slug("a", "a");
    assert_slug("a", "a_1");
    assert_slug("a", "a_2");
    assert_slug("a_1", "a_3");
    assert_slug("安装", "_1");
    assert_slug("指南", "_2");
}

static void mdbook_lowers_ascii_only(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_MDBOOK, &arena);
    assert_slug("Hello, World!", "hello-world");
    assert_slug("Ärger", "Ärger");
    assert_slug("`Rc<T>`, the Reference", "rct-the-reference");
    assert_slug("x²", "x²");
    assert_slug("x²", "x²-1");
}

static void mdbook_keeps_numbers_and_makes_white_space_a_hyphen(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_MDBOOK, &arena);
    assert_slug("a\tb\rc", "a-b-c");
    assert_slug("a\xC2\xA0"
                "b\xE3\x80\x80"
                "c",
                "a-b-c-1");
    assert_slug("AZ@[`{", "az");
    assert_slug("x\x0E\x08y", "xy");
    assert_slug("²³¹¼½¾", "²³¹¼½¾");
    assert_slug("º»¿×", "º");
    assert_slug("⅐ ↉ ↊", "⅐-↉-");
    assert_slug("①⒛⒜", "①⒛");
    assert_slug("\xC3\xA9"
                "e\xCC\x81",
                "ée");
}

static void github_makes_a_hyphen_of_a_blank_alone(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_GITHUB, &arena);
    assert_slug("  a  b  ", "a--b");
    assert_slug("a\tb", "ab");
    assert_slug("ȺȺ", "ⱥⱥ");
}

static void mkdocs_goes_on_from_the_number_that_is_there(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_MKDOCS, &arena);
    assert_slug("x_9", "x_9");
    assert_slug("x_9", "x_10");
    assert_slug("x_9", "x_11");
    assert_slug("7", "7");
    assert_slug("7", "7_1");
    assert_slug("v7", "v7");
    assert_slug("v7", "v7_1");
    assert_slug("_3", "_3");
    assert_slug("_3", "_4");
    assert_slug("y_0", "y_0");
    assert_slug("y_0", "y_1");
    assert_slug(" - a", "-a");
    assert_slug("ẞa", "a");
    assert_slug("a\tb\r-c", "a-b-c");
}

/* Past every size that the table of ids grows through. */
static void what_is_taken_stays_taken_however_many_there_are(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_GITHUB, &arena);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 300; i++) {
            char text[16];
            char want[16];

            (void)snprintf(text, sizeof(text), "h%u", i);
            (void)snprintf(want, sizeof(want), round ? "h%u-1" : "h%u", i);
            assert_slug(text, want);
        }
    }
}

static void an_empty_id_takes_no_place(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_MKDOCS, &arena);
    assert_int_equal(slugs_take(&slugs, STR(""), &err), OK);
    assert_int_equal(slugs_take(&slugs, STR("a"), &err), OK);
    assert_int_equal(slugs_take(&slugs, STR("a"), &err), OK);
    assert_slug("!", "_1");
    assert_slug("a", "a_1");
}

static void ids_of_the_document_are_taken_from_the_start(void **state)
{
    (void)state;
    slugs_init(&slugs, SECTIONS_GITHUB, &arena);
    assert_int_equal(slugs_take(&slugs, STR("setup"), &err), OK);
    assert_slug("Setup", "setup-1");
}

static void many_equal_headings_take_no_square_of_time(void **state)
{
    struct str id;

    (void)state;
    for (int style = SECTIONS_GITHUB; style <= SECTIONS_MDBOOK; style++) {
        slugs_init(&slugs, (enum sections_id_style)style, &arena);
        for (unsigned i = 0; i < 100000; i++)
            assert_int_equal(slugs_make(&slugs, STR("same"), &id, &err), OK);
        assert_str(id, style == SECTIONS_MKDOCS ? "same_99999" : "same-99999");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SECTIONS_TEST(github_keeps_letters_of_every_script),
        SECTIONS_TEST(github_numbers_what_is_taken),
        SECTIONS_TEST(mkdocs_keeps_ascii_and_joins_runs),
        SECTIONS_TEST(mkdocs_counts_with_underscores),
        SECTIONS_TEST(mdbook_lowers_ascii_only),
        SECTIONS_TEST(mdbook_keeps_numbers_and_makes_white_space_a_hyphen),
        SECTIONS_TEST(github_makes_a_hyphen_of_a_blank_alone),
        SECTIONS_TEST(mkdocs_goes_on_from_the_number_that_is_there),
        SECTIONS_TEST(what_is_taken_stays_taken_however_many_there_are),
        SECTIONS_TEST(an_empty_id_takes_no_place),
        SECTIONS_TEST(ids_of_the_document_are_taken_from_the_start),
        SECTIONS_TEST(many_equal_headings_take_no_square_of_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
