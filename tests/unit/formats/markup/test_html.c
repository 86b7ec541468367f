#include "fixture.h"

static int set_up_html(void **state)
{
    (void)set_up(state);
    options.format = SECTIONS_HTML;
    return 0;
}

#define HTML_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_html, tear_down)

static void a_page_has_title_language_and_headings(void **state)
{
    (void)state;
    parse("<!DOCTYPE html>\n<html lang=\"es\"><head><title>La &amp; p\n"
          "gina</title><meta name=\"keywords\" content=\"a, b\"></head>\n"
          "<body><p>antes\n<h1 id=\"uno\">El <b>uno</b></h1>\n<p>texto</p>\n"
          "<div><h2>Dos</h2>fin</div></body></html>\n");
    assert_str(got.title, "La & p gina");
    assert_str(got.language, "es");
    assert_str(got.fields[0].key, "keywords");
    assert_str(got.fields[0].values[0], "a, b");
    assert_int_equal(got.n_sections, 3);
    assert_str(got.sections[1].title, "El uno");
    assert_str(got.sections[1].id, "uno");
    assert_true(got.sections[1].id_explicit);
    assert_slice(&got.sections[1].heading, "<h1 id=\"uno\">El <b>uno</b></h1>");
    assert_str(got.sections[2].id, "dos");
    assert_int_equal(got.sections[2].parent, 1);
    assert_str(got.chapter, "El uno");
}

static void blocks_have_their_tags_and_what_is_visible(void **state)
{
    (void)state;
    parse("<p>one <i>two</i>\n three</p>loose <b>text</b><ul><li>a<li><p>b</ul>"
          "<pre class=\"x language-c\">int  x;\n y</pre>"
          "<blockquote>q</blockquote>"
          "<table><tr><th>h<th>i<tr><td>1<td>2 <b>3</b></table>");
    assert_slice(&got.blocks[0].range, "<p>one <i>two</i>\n three</p>");
    assert_str(got.blocks[0].visible, "one two three");
    assert_slice(&got.blocks[1].range, "loose <b>text");
    assert_str(got.blocks[1].visible, "loose text");
    assert_slice(&block_of(SECTIONS_LIST, 0)->range, "<ul><li>a<li><p>b</ul>");
    assert_slice(&block_of(SECTIONS_ITEM, 1)->range, "<li><p>b");
    assert_int_equal(block_of(SECTIONS_ITEM, 1)->parent, 2);
    assert_str(block_of(SECTIONS_CODE, 0)->visible, "int  x;\n y");
    assert_str(block_of(SECTIONS_CODE, 0)->text, "c");
    assert_slice(&block_of(SECTIONS_QUOTE, 0)->range,
                 "<blockquote>q</blockquote>");
    assert_str(block_of(SECTIONS_TABLE, 0)->visible, "h | i\n1 | 2 3");
}

static void what_no_browser_shows_is_left_out(void **state)
{
    (void)state;
    parse(
        "<style>a{}</style><script>b()</script><template><h1>c</h1></template>"
        "<p hidden>d</p><svg><title>e</title></svg><iframe>f</iframe>"
        "<!-- g --><p>shown</p>");
    assert_int_equal(got.n_blocks, 1);
    assert_str(got.blocks[0].visible, "shown");
    assert_int_equal(got.n_sections, 1);
    assert_str(got.title, "");
}

static void tables_for_layout_are_no_blocks(void **state)
{
    (void)state;
    parse(
        "<table><tr><td><h1>A</h1><p>a</p><td><table><tr><td>x</table></table>"
        "<ul><li><h2>B</h2>b</ul>");
    assert_int_equal(got.n_sections, 3);
    assert_str(got.sections[1].title, "A");
    assert_str(got.sections[2].title, "B");
    assert_str(block_of(SECTIONS_PARAGRAPH, 0)->visible, "a");
    assert_slice(&block_of(SECTIONS_TABLE, 0)->range,
                 "<table><tr><td>x</table>");
    assert_str(block_of(SECTIONS_PARAGRAPH, 1)->visible, "b");
}

static void misplaced_elements_keep_their_place(void **state)
{
    (void)state;
    parse("<table><tr><td>in</td></tr><h1>H</h1>text</table><p>after");
    assert_int_equal(got.n_sections, 2);
    assert_str(got.sections[1].title, "H");
    assert_slice(&got.sections[1].heading, "<h1>H</h1>");
}

static void links_and_anchors_are_found(void **state)
{
    (void)state;
    parse(
        "<p id=p>x <a href=\"u?a&amp;b\">the\n link</a><img src=i alt=\"an i\">"
        "<a name=old></a><h2>H</h2><a href=#p>up</a>");
    assert_int_equal(got.n_links, 3);
    assert_str(got.links[0].target, "u?a&b");
    assert_str(got.links[0].text, "the link");
    assert_slice(&got.links[0].range, "<a href=\"u?a&amp;b\">the\n link</a>");
    assert_true(got.links[1].image);
    assert_str(got.links[1].text, "an i");
    assert_int_equal(got.links[2].section, 1);
    assert_str(got.anchors[0].id, "p");
    assert_int_equal(got.anchors[0].section, 0);
}

static void an_anchor_before_a_heading_leads_to_it(void **state)
{
    (void)state;
    parse("<p>x</p>\n<a name=\"old\"></a>\n<h2>H</h2>");
    assert_str(got.anchors[0].id, "old");
    assert_int_equal(got.anchors[0].section, 1);
    assert_int_equal(got.anchors[0].line, 2);
}

static enum err parse_many(const char *piece, size_t n)
{
    struct buf b;
    enum err rc;

    buf_init(&b, (size_t)64 << 20);
    for (size_t i = 0; i < n; i++)
        buf_puts(&b, piece);
    rc = parse_str(buf_str(&b));
    buf_release(&b);
    return rc;
}

static void nesting_has_a_limit_with_a_name(void **state)
{
    static const char *const deep[] = {"<div>",
                                       "<b>",
                                       "<span></div>",
                                       "<p><button>",
                                       "<table><tr><td>",
                                       "<object></div>",
                                       "<span><div></span>"};
    static const char *const flat[] = {
        "<p>x",       "<li>x", "<div>x</div>", "<br>",
        "<a name=x>", "<td>",  "<i>x</i>",     "<script>'<div>'</script>"};

    (void)state;
    for (size_t i = 0; i < sizeof(deep) / sizeof(*deep); i++) {
        assert_int_equal(parse_many(deep[i], 2000), ERR_LIMIT);
        assert_string_equal(err.msg, "elements nested more than 1000 deep");
    }
    for (size_t i = 0; i < sizeof(flat) / sizeof(*flat); i++)
        assert_int_equal(parse_many(flat[i], 2000), OK);
    assert_int_equal(parse_many("<div>", SECTIONS_MAX_DEPTH), OK);
    assert_int_equal(parse_many("<div>", SECTIONS_MAX_DEPTH + 1), ERR_LIMIT);
}

static void attributes_have_a_limit(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 20);
    buf_puts(&b, "<p");
    for (unsigned i = 0; i < 2000; i++)
        buf_printf(&b, " a%u='x y'", i);
    buf_puts(&b, ">");
    assert_int_equal(parse_str(buf_str(&b)), ERR_LIMIT);
    assert_string_equal(err.msg, "more than 1000 attributes in a tag");
    buf_release(&b);
}

static void a_request_to_stop_is_honoured(void **state)
{
    static const atomic_bool stop = true;

    (void)state;
    options.stop = &stop;
    assert_int_equal(parse_str(STR("<p>x")), ERR_TIMEOUT);
    options.format = SECTIONS_MARKDOWN;
    assert_int_equal(parse_str(STR("# x")), ERR_TIMEOUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HTML_TEST(a_page_has_title_language_and_headings),
        HTML_TEST(blocks_have_their_tags_and_what_is_visible),
        HTML_TEST(what_no_browser_shows_is_left_out),
        HTML_TEST(tables_for_layout_are_no_blocks),
        HTML_TEST(misplaced_elements_keep_their_place),
        HTML_TEST(links_and_anchors_are_found),
        HTML_TEST(an_anchor_before_a_heading_leads_to_it),
        HTML_TEST(nesting_has_a_limit_with_a_name),
        HTML_TEST(attributes_have_a_limit),
        HTML_TEST(a_request_to_stop_is_honoured),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
