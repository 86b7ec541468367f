#include "fixture.h"

static void assert_clean(const char *source, const char *text)
{
    parse(source);
    assert_true(got.clean.differs);
    assert_str(got.clean.text, text);
}

static void assert_same(const char *source)
{
    parse(source);
    if (got.clean.differs)
        fail_msg("'%.*s'", STR_FMT(got.clean.text));
}

static void text_that_is_clean_stays_as_it_is(void **state)
{
    (void)state;
    assert_same("# A\n\nSome *text* with `<b>&amp;` and\n[a](https://b.c/d).\n"
                "\n```\n<!-- code --> &amp; [x](y)\n```\n\n- a < b && c\n");
    assert_same("Check out <branch> of <https://a.b/c> at 5 < 6.\n");
    assert_same("If a <b and <c> is d, so is <i <e>.\n");
}

static void front_matter_and_definitions_are_no_text(void **state)
{
    (void)state;
    assert_clean("---\ntitle: T\n---\n# A\n\n[b][c] d\n\n[c]: e/f\n",
                 "# A\n\n[b][c] d\n\n");
    assert_same("---\ntitle: all there is\n---\n\n");
}

static void tags_comments_and_entities_are_no_text(void **state)
{
    (void)state;
    assert_clean(
        "I don&#8217;t <b class=\"x\">know</b>&nbsp;<!-- a\nb -->c<br>d\n",
        "I don’t know \nc d\n");
    assert_clean(
        "<div align=\"center\">\n<table><tr><td>a</td><td>b</td></tr>\n"
        "</table></div>\n\ntext <!-- no end\n\n# H\n",
        "\na b \n\n\ntext  no end\n\n# H\n");
    assert_clean("<style>\np {}\n</style>\n\nx\n", "\n\n\n\nx\n");
    assert_clean("a&nbsp;b&copy;&cent;\n", "a b\u00a9\u00a2\n");
    assert_clean("<!-- a\n\nb -->\n\nx\n", "\n\n\n\nx\n");
}

static void what_is_hidden_ends_where_it_is_said_to(void **state)
{
    (void)state;
    assert_clean("a <!--> b\n\nc <!---> d\n\ne --> f\n",
                 "a  b\n\nc  d\n\ne --> f\n");
    assert_clean("<div>\n<!-- x\n\ny\n\n```\nz --> u\n```\n\nv\n\nw --> t\n",
                 "\n\n\n\n\n\n u\n```\n\nv\n\nw --> t\n");
    assert_clean("# A <!-- b\n\nc\n\nd --> e\n", "# A  b\n\nc\n\nd --> e\n");
    assert_clean("A <!-- b\nc --> d\n===\n\ne\n", "A \n d\n===\n\ne\n");
}

static void an_entity_has_the_bytes_that_it_is_written_with(void **state)
{
    (void)state;
    assert_clean("a&nGt;\nb &nGt;&amp;c\n",
                 "a\u226b\u20d2\nb \u226b\u20d2&c\n");
    assert_int_equal(got.clean.n_spans, 2);
    assert_int_equal(got.clean.spans[0].n, 7);
    assert_int_equal(got.clean.spans[0].source_n, 6);
    assert_int_equal(got.clean.spans[1].source, 7);
    assert_int_equal(got.clean.spans[1].source_n, 13);
}

static void targets_within_the_site_and_ids_fall_away(void **state)
{
    (void)state;
    assert_clean("## A b {#c .d}\n\nSee [the `x` page](../x.md#y) and "
                 "![a cat](cat.png), [z](w (v)).\n",
                 "## A b\n\nSee the `x` page and a cat, [z](w (v)).\n");
}

static void blocks_and_sections_are_places_in_the_clean_text(void **state)
{
    const struct clean_text *c = &got.clean;

    (void)state;
    parse("---\na: b\n---\nx\n\n# H\n\n- a\n\n  ```\n  <b>\n  ```\n\n  c\n\n"
          "| t | u |\n|---|---|\n| &amp; | v |\n");
    assert_int_equal(got.n_sections, 2);
    assert_str(str_slice(c->text, c->sections[1], c->sections[1] + 3), "# H");
    assert_int_equal(c->n_blocks, 5);
    assert_int_equal(c->blocks[2].kind, CLEAN_CODE);
    assert_true(c->blocks[2].goes_on);
    assert_int_equal(c->blocks[3].kind, CLEAN_TEXT);
    assert_int_equal(c->blocks[4].kind, CLEAN_TABLE);
    assert_false(c->blocks[4].goes_on);
    assert_str(str_slice(c->text, c->blocks[4].begin, c->text.n),
               "| t | u |\n|---|---|\n| & | v |\n");
}

static void text_that_is_made_to_hurt_is_cleaned_in_time(void **state)
{
    static const char *const pieces[] = {"<a \"",    "<a '<b \"", "[",
                                         "](",       "[a](",      "<!--",
                                         "<script>", "&",         "`` ` "};
    struct buf b;

    (void)state;
    buf_init(&b, (size_t)8 << 20);
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        buf_reset(&b);
        buf_puts(&b, "text &amp; ");
        for (size_t k = 0; k < 100000; k++)
            buf_puts(&b, pieces[i]);
        (void)parse_str(buf_str(&b)); /* what the parser cannot do it refuses */
    }
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SECTIONS_TEST(text_that_is_clean_stays_as_it_is),
        SECTIONS_TEST(front_matter_and_definitions_are_no_text),
        SECTIONS_TEST(tags_comments_and_entities_are_no_text),
        SECTIONS_TEST(what_is_hidden_ends_where_it_is_said_to),
        SECTIONS_TEST(an_entity_has_the_bytes_that_it_is_written_with),
        SECTIONS_TEST(targets_within_the_site_and_ids_fall_away),
        SECTIONS_TEST(text_that_is_made_to_hurt_is_cleaned_in_time),
        SECTIONS_TEST(blocks_and_sections_are_places_in_the_clean_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
