#include "fixture.h"

static int set_up_html(void **state)
{
    (void)set_up(state);
    options.format = SECTIONS_HTML;
    return 0;
}

#define CLEAN_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_html, tear_down)

static void assert_clean(const char *source, const char *text)
{
    parse(source);
    assert_true(got.clean.differs);
    assert_str(got.clean.text, text);
}

/* The lines of the source that have the first and the last byte of `text`. */
static void assert_at(const char *text, unsigned first, unsigned last)
{
    const struct clean_text *c = &got.clean;
    size_t from = str_find(c->text, str_from(text));
    size_t to = from + strlen(text);
    uint32_t i = 0;
    struct lines l;

    assert_true(from < c->text.n);
    if (lines_find(got.text, SECTIONS_MAX_LINES, &arena, &l, &err))
        fail_msg("%s", err.msg);
    while (c->spans[i].at + c->spans[i].n <= from)
        i++;
    assert_int_equal(lines_at(&l, c->spans[i].source), first);
    while (i + 1 < c->n_spans && c->spans[i + 1].at < to)
        i++;
    assert_int_equal(lines_at(&l, c->spans[i].source), last);
    assert_int_equal(
        lines_at(&l, c->spans[i].source + c->spans[i].source_n - 1), last);
}

static void text_has_no_tags_attributes_entities_or_comments(void **state)
{
    (void)state;
    assert_clean(
        "<!-- no --><div class=\"sectionbody\"><p class=x>I don&#8217;t "
        "know,\n  &amp; <b>you</b>&nbsp;&lt;do&gt;.</p></div>"
        "<script>f()</script><style>p{}</style>",
        "I don’t know, & you <do>.");
    assert_at("know, & you", 1, 2);
    assert_at("<do>", 2, 2);
}

static void an_entity_has_the_bytes_that_it_is_written_with(void **state)
{
    (void)state;
    parse("<pre>a&nGt;\nb</pre><p>c &nGt;&amp;d");
    assert_int_equal(got.clean.n_spans, 2);
    assert_int_equal(got.clean.spans[0].source_n, 6);
    assert_int_equal(got.clean.spans[1].source, 12);
    assert_int_equal(got.clean.spans[1].source_n, 23);
}

static void headings_paragraphs_and_lists_are_those_of_markdown(void **state)
{
    (void)state;
    assert_clean("<h1>A <i>b</i></h1>x<h2>C</h2><p>one\n<p>two<br>three"
                 "<ul><li>a<li><p>b</p><p>c</p><ol><li>d<li>e</ol></ul>z",
                 "# A b\n\nx\n\n## C\n\none\n\ntwo\nthree\n\n- a\n- b\n\n  c\n"
                 "  1. d\n  2. e\n\nz");
    assert_clean("<p>x<blockquote><p>q<p>r</blockquote>", "x\n\n> q\n\n> r");
}

static void terms_and_what_is_said_of_them_stay_together(void **state)
{
    (void)state;
    assert_clean("<dl><dt>-v<dd>Be <b>verbose</b>.<dt>-q<dd><p>Quiet.</dl>",
                 "-v\n: Be verbose.\n\n-q\n: Quiet.");
}

static void code_keeps_its_lines_and_is_fenced(void **state)
{
    (void)state;
    assert_clean("<p>Run<pre>\n<b>make</b>  all\n  x &lt; y\n\n</pre>then",
                 "Run\n\n```\nmake  all\n  x < y\n\n\n```\n\nthen");
    assert_clean("<ul><li>Run<pre>a\nb</pre></ul>",
                 "- Run\n\n  ```\n  a\n  b\n  ```");
    assert_at("a\n  b", 1, 2);
    parse("<pre>\n\na\n&amp;b\r\n c</pre>\n<p>d &lt;\n\n&gt;");
    assert_at("a", 3, 3);
    assert_at("&b", 4, 4);
    assert_at("c", 5, 5);
    assert_at("d < >", 6, 8);
}

static void tables_have_rows_and_those_for_layout_are_not_there(void **state)
{
    (void)state;
    assert_clean("<table><caption>T</caption><tr><th>a<th>b<tr><td>1<td>\n"
                 "<p>2</p> <p>3</p><tr><td><td>4</table>",
                 "T\n\n| a | b |\n|---|---|\n| 1 | 2 3 |\n|  | 4 |");
    assert_clean("<table><tr><td><p>a</p><p>b</p></table>", "a\n\nb");
    assert_clean("<table><tr><td>1\n2<td><pre>x\ny</pre></table>",
                 "1 2\n\n```\nx\ny\n```");
}

static void a_note_is_a_row_that_names_it(void **state)
{
    (void)state;
    assert_clean("<div class=note><table><tr><td><div>Note</div><td>Mind."
                 "</table></div>",
                 "| Note | Mind. |");
}

static void ways_to_other_pages_are_left_out(void **state)
{
    (void)state;
    assert_clean("<nav><a href=a>A</a></nav><header>Site</header>"
                 "<h1>T<a href=\"#t\">¶</a></h1><p>Text of the page."
                 "<footer>Imprint</footer>",
                 "# T\n\nText of the page.");
    assert_clean("<table><tr><td><a accesskey=p href=1>Prev</a><td>"
                 "Chapter 2<td><a accesskey=n href=3>Next</a></table>"
                 "<h1>T</h1><p>Text of the page.",
                 "# T\n\nText of the page.");
    assert_clean("<h1>T</h1><div>Contents<ul><li><a href=\"#a\">Alpha one</a>"
                 "<li><a href=\"#b\">Beta two</a><li><a href=\"#c\">Gamma</a>"
                 "</ul></div><p>Text of the page.",
                 "# T\n\nText of the page.");
    assert_clean("<div role=navigation><h3>Topics</h3><ul><li>x</ul></div>"
                 "<p><a href=i>Home</a> » <a href=j>Docs</a> » Page"
                 "<h1>T</h1><p>Text.",
                 "# T\n\nText.");
    assert_int_equal(got.n_sections, 2);
}

static void a_page_of_links_keeps_them(void **state)
{
    (void)state;
    assert_clean("<ul><li><a href=a>Alpha</a><li><a href=b>Beta</a><li>"
                 "<a href=c>Gamma</a></ul>",
                 "- Alpha\n- Beta\n- Gamma");
    assert_clean("<nav><p>All that there is.</nav>", "All that there is.");
}

static void sections_and_blocks_are_places_in_the_clean_text(void **state)
{
    const struct clean_text *c = &got.clean;

    (void)state;
    parse("<p>zero<h1>A</h1><pre>x</pre><h2>B</h2><ul><li>a<li>b"
          "<pre>c</pre>d</ul>");
    assert_int_equal(got.n_sections, 3);
    assert_int_equal(c->sections[0], 0);
    assert_str(str_slice(c->text, c->sections[1], c->sections[1] + 3), "# A");
    assert_str(str_slice(c->text, c->sections[2], c->sections[2] + 4), "## B");
    assert_int_equal(c->n_blocks, 5);
    assert_int_equal(c->blocks[1].kind, CLEAN_CODE);
    assert_false(c->blocks[2].goes_on);
    assert_str(str_slice(c->text, c->blocks[2].begin, c->blocks[2].begin + 7),
               "- a\n- b");
    assert_int_equal(c->blocks[3].kind, CLEAN_CODE);
    assert_true(c->blocks[3].goes_on);
    assert_true(c->blocks[4].goes_on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLEAN_TEST(text_has_no_tags_attributes_entities_or_comments),
        CLEAN_TEST(an_entity_has_the_bytes_that_it_is_written_with),
        CLEAN_TEST(headings_paragraphs_and_lists_are_those_of_markdown),
        CLEAN_TEST(terms_and_what_is_said_of_them_stay_together),
        CLEAN_TEST(code_keeps_its_lines_and_is_fenced),
        CLEAN_TEST(tables_have_rows_and_those_for_layout_are_not_there),
        CLEAN_TEST(a_note_is_a_row_that_names_it),
        CLEAN_TEST(ways_to_other_pages_are_left_out),
        CLEAN_TEST(a_page_of_links_keeps_them),
        CLEAN_TEST(sections_and_blocks_are_places_in_the_clean_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
