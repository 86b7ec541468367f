#include "fixture.h"

static void headings_nest_and_tile(void **state)
{
    (void)state;
    parse("intro\n\n# A\ntext\n### B\n## C\n\nUnder\nlined\n===\nend");
    assert_int_equal(got.n_sections, 5);
    assert_int_equal(got.sections[0].level, 0);
    assert_lines(&got.sections[0].range, 1, 2);
    assert_str(got.sections[1].title, "A");
    assert_int_equal(got.sections[1].end_section, 4);
    assert_int_equal(got.sections[2].parent, 1);
    assert_int_equal(got.sections[3].parent, 1);
    assert_str(got.sections[4].title, "Under lined");
    assert_lines(&got.sections[4].heading, 8, 10);
    assert_slice(&got.sections[4].range, "Under\nlined\n===\nend");
    assert_str(got.chapter, "A");
}

static void markup_is_stripped_from_titles(void **state)
{
    (void)state;
    parse("# *a* `b<T>` [c](d) &amp; ![e](f) <b>g</b> \\* ~~h~~ ##\n"
          "# ![only alt](x)\n");
    assert_str(got.sections[0].title, "a b<T> c &  g * h");
    assert_str(got.sections[1].title, "only alt");
}

static void ids_in_braces_win(void **state)
{
    (void)state;
    parse(
        "# One {#first}\n## Two { #second .cls key=v } ##\n"
        "### Three {: #third_x_ }\n## Four {.cls}\n## First\n"
        "## Not {braces}\n## `code {#no}`\n## \\{#no}\nSetext {#fifth}\n--\n");
    assert_str(got.sections[0].id, "first");
    assert_str(got.sections[0].title, "One");
    assert_true(got.sections[0].id_explicit);
    assert_str(got.sections[1].id, "second");
    assert_str(got.sections[2].id, "third_x_");
    assert_str(got.sections[2].title, "Three");
    assert_str(got.sections[3].id, "four-cls");
    assert_false(got.sections[3].id_explicit);
    assert_str(got.sections[4].id, "first-1");
    assert_str(got.sections[5].title, "Not {braces}");
    assert_str(got.sections[6].title, "code {#no}");
    assert_false(got.sections[7].id_explicit);
    assert_str(got.sections[8].id, "fifth");
    assert_lines(&got.sections[8].heading, 9, 10);
}

static void anchors_before_a_heading_lead_to_it(void **state)
{
    (void)state;
    parse("# A\n\ntext <span id=\"in\"></span>\n\n<!-- old -->\n\n"
          "<a id=\"x\"></a>\n<a name='y'></a>\n\n## B <a id=z></a>\n\nt\n");
    assert_int_equal(got.n_anchors, 4);
    assert_str(got.anchors[0].id, "in");
    assert_int_equal(got.anchors[0].section, 0);
    assert_str(got.anchors[1].id, "x");
    assert_int_equal(got.anchors[1].section, 1);
    assert_int_equal(got.anchors[1].line, 7);
    assert_str(got.anchors[2].id, "y");
    assert_int_equal(got.anchors[2].section, 1);
    assert_int_equal(got.anchors[2].line, 8);
    assert_int_equal(got.anchors[3].section, 1);
}

static void what_shows_nothing_and_has_an_id_is_an_anchor(void **state)
{
    (void)state;
    parse("# A\n\n<span id=\"s\"></span>\n<div id=\"d\"></div>\n\n## B\n\n"
          "<p id=\"p\"></p>\n\n## C\n\n<div></div>\n<div id=\"e\"></div>\n\n"
          "## D\n");
    assert_int_equal(got.n_anchors, 4);
    assert_int_equal(got.anchors[0].section, 1);
    assert_int_equal(got.anchors[1].section, 1);
    assert_int_equal(got.anchors[2].section, 1);
    assert_int_equal(got.anchors[3].section, 2);
}

static void a_heading_in_a_list_is_a_block_with_an_id(void **state)
{
    (void)state;
    parse("# A\n- # In {#i}\n  text\n\n> ## Quoted\n\n## In\n");
    assert_int_equal(got.n_sections, 2);
    assert_str(block_of(SECTIONS_INNER_HEADING, 0)->id, "i");
    assert_str(block_of(SECTIONS_INNER_HEADING, 0)->text, "In");
    assert_str(block_of(SECTIONS_INNER_HEADING, 1)->id, "quoted");
    assert_str(got.sections[1].id, "in");
}

/* Its line of === is no text of the quote. */
static void a_heading_in_a_quote_has_its_line(void **state)
{
    (void)state;
    parse("> Above {#a_b_}\n> ===\n> text\n");
    assert_str(block_of(SECTIONS_INNER_HEADING, 0)->text, "Above");
    assert_str(block_of(SECTIONS_INNER_HEADING, 0)->id, "a_b_");
    assert_lines(&block_of(SECTIONS_INNER_HEADING, 0)->range, 1, 2);
}

static void blocks_are_their_lines(void **state)
{
    (void)state;
    parse("# H\npara\nmore\n\n- a\n- b\n\n  ```c {x}\n  code\n\n  ```\n\n\n"
          "~~~ python\nx\n~~~\n> q\nlazy\n\n| a |\n|---|\n| b |\n\n***\n"
          "<div>\n\n    indented\n");
    assert_slice(&block_of(SECTIONS_PARAGRAPH, 0)->range, "para\nmore");
    assert_lines(&block_of(SECTIONS_LIST, 0)->range, 5, 11);
    assert_slice(&block_of(SECTIONS_CODE, 0)->range,
                 "  ```c {x}\n  code\n\n  ```");
    assert_str(block_of(SECTIONS_CODE, 0)->text, "c");
    assert_slice(&block_of(SECTIONS_CODE, 1)->range, "~~~ python\nx\n~~~");
    assert_str(block_of(SECTIONS_CODE, 1)->text, "python");
    assert_slice(&block_of(SECTIONS_QUOTE, 0)->range, "> q\nlazy");
    assert_slice(&block_of(SECTIONS_TABLE, 0)->range, "| a |\n|---|\n| b |");
    assert_slice(&block_of(SECTIONS_RULE, 0)->range, "***");
    assert_slice(&block_of(SECTIONS_RAW_HTML, 0)->range, "<div>");
    assert_slice(&block_of(SECTIONS_CODE, 2)->range, "    indented");
}

static void a_table_behind_a_line_of_text_begins_at_its_header(void **state)
{
    (void)state;
    parse("one\ntwo [l](m)\n| a | [b](c) |\n|---|:-:|\n| 1 | 2 |\n\n"
          "> text\n> | x |\n> |---|\n\nmore\n|\ty | z |\n|\t-- | :-: |\n");
    assert_slice(&block_of(SECTIONS_PARAGRAPH, 0)->range, "one\ntwo [l](m)");
    assert_lines(&block_of(SECTIONS_TABLE, 2)->range, 12, 13);
    assert_lines(&block_of(SECTIONS_TABLE, 0)->range, 3, 5);
    assert_slice(&block_of(SECTIONS_PARAGRAPH, 1)->range, "> text");
    assert_lines(&block_of(SECTIONS_TABLE, 1)->range, 8, 9);
    assert_slice(&got.links[0].range, "[l](m)");
    assert_slice(&got.links[1].range, "[b](c)");
}

static void a_fence_that_its_quote_ends_ends_there(void **state)
{
    (void)state;
    parse("> ```\n> code\nafter\n\n- ```\n  x\nend\n");
    assert_slice(&block_of(SECTIONS_CODE, 0)->range, "> ```\n> code");
    assert_slice(&block_of(SECTIONS_PARAGRAPH, 0)->range, "after");
    assert_slice(&block_of(SECTIONS_CODE, 1)->range, "- ```\n  x");
    assert_slice(&block_of(SECTIONS_PARAGRAPH, 1)->range, "end");
}

static void what_the_parser_takes_away_is_still_there(void **state)
{
    (void)state;
    parse("# A\n[d]: http://x\n\ntext[^1]\n\n[^1]: note\n\n    more\n\n"
          "[^2]: unused\n    [d]\n# B\n");
    assert_slice(&block_of(SECTIONS_DEFINITION, 0)->range, "[d]: http://x");
    assert_slice(&block_of(SECTIONS_FOOTNOTE, 0)->range,
                 "[^1]: note\n\n    more");
    assert_slice(&block_of(SECTIONS_DEFINITION, 1)->range,
                 "[^2]: unused\n    [d]");
    assert_int_equal(block_of(SECTIONS_FOOTNOTE, 0)->section, 0);
}

static void a_footnote_in_a_list_is_inside_it(void **state)
{
    const struct section_block *note;

    (void)state;
    parse("- a[^n]\n\n  [^n]: note [l](m)\n\n  b\n\nend\n");
    note = block_of(SECTIONS_FOOTNOTE, 0);
    assert_lines(&note->range, 3, 3);
    assert_ptr_equal(&got.blocks[note->parent], block_of(SECTIONS_LIST, 0));
    assert_lines(&block_of(SECTIONS_LIST, 0)->range, 1, 5);
    assert_slice(&got.links[0].range, "[l](m)");
}

static void links_are_where_they_are_written(void **state)
{
    static const char *const want[] = {"[a `]` b](<c d> \"t\")",
                                       "![i](p(q).png)",
                                       "[r]",
                                       "[x][r]",
                                       "<http://y.z>",
                                       "www.w.org",
                                       "[o ![in](n) p](q)",
                                       "![in](n)",
                                       "[e\\]](f)",
                                       "[<b>g</b>](h)",
                                       "[`T<U>`](v)"};

    (void)state;
    parse("one [a `]` b](<c d> \"t\") and\n   ![i](p(q).png), [r] [x][r]\n"
          "<http://y.z> www.w.org. [o ![in](n) p](q) \\[no](no)\n"
          "[e\\]](f) [<b>g</b>](h)\n[`T<U>`](v)\n\n[r]: s\n");
    assert_int_equal(got.n_links, 11);
    for (unsigned i = 0; i < 11; i++) {
        assert_true(got.links[i].exact);
        assert_slice(&got.links[i].range, want[i]);
    }
    assert_str(got.links[0].target, "c d");
    assert_str(got.links[0].text, "a ] b");
    assert_true(got.links[1].image);
    assert_str(got.links[2].target, "s");
    assert_str(got.links[5].target, "http://www.w.org");
    assert_str(got.links[6].text, "o in p");
    assert_str(got.links[10].text, "T<U>");
}

static void a_link_that_cannot_be_placed_has_the_lines_of_its_text(void **state)
{
    (void)state;
    parse("x [&eacute;](y)\n---\n\ntext\n[&eacute;z](y)\n\n\n");
    assert_int_equal(got.n_links, 2);
    assert_false(got.links[0].exact);
    assert_slice(&got.links[0].range, "x [&eacute;](y)\n---");
    assert_slice(&got.links[1].range, "text\n[&eacute;z](y)");
}

static void every_line_end_counts_as_an_editor_counts(void **state)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct buf b;

        buf_init(&b, 1000);
        buf_printf(&b, "\xEF\xBB\xBF# A%s%stext%s```%scode%s```%s## B%s",
                   ends[i], ends[i], ends[i], ends[i], ends[i], ends[i],
                   ends[i]);
        assert_int_equal(parse_str(buf_str(&b)), OK);
        assert_int_equal(got.base, 3);
        assert_int_equal(got.sections[0].range.begin, 3);
        assert_lines(&block_of(SECTIONS_CODE, 0)->range, 4, 6);
        assert_memory_equal(b.p + block_of(SECTIONS_CODE, 0)->range.begin,
                            "```", 3);
        assert_lines(&got.sections[1].range, 7, 7);
        assert_str(got.sections[1].title, "B");
        buf_release(&b);
    }
}

static void other_encodings_have_the_same_lines(void **state)
{
    static const char utf_16[] = "\xFF\xFE#\0 \0\xC4\0\n\0\n\0x\0\n\0#\0 \0B\0";

    (void)state;
    assert_int_equal(parse_str((struct str){utf_16, sizeof(utf_16) - 1}), OK);
    assert_false(got.text_is_source);
    assert_str(got.text, "# Ä\n\nx\n# B");
    assert_int_equal(got.base, 0);
    assert_lines(&got.sections[1].range, 4, 4);
    options.encoding = STR("windows-1252");
    assert_int_equal(parse_str(STR("# \xC4\r\ny\r\n")), OK);
    assert_str(got.sections[0].title, "Ä");
    assert_slice(&block_of(SECTIONS_PARAGRAPH, 0)->range, "y");
}

static void a_few_nul_bytes_move_nothing(void **state)
{
    (void)state;
    assert_int_equal(parse_str(STR("# A\0B\n\ntext\0\n# C\n")), OK);
    assert_false(got.text_is_source);
    assert_int_equal(got.sections[1].range.begin, 13);
    assert_str(got.sections[0].title, "A B");
}

static void what_was_never_text_is_refused(void **state)
{
    static const char zeros[4096];

    (void)state;
    options.encoding = STR("utf-8");
    assert_int_equal(parse_str((struct str){zeros, sizeof(zeros)}),
                     ERR_FILE_READ_FAILED);
    assert_int_equal(parse_str(STR("# A\n\xFF\n")), ERR_FILE_READ_FAILED);
    assert_int_equal(err.pos.line, 2);
}

static void nothing_is_a_document_without_sections(void **state)
{
    (void)state;
    parse("");
    assert_int_equal(got.n_sections, 0);
    parse(" \n\r\n\t");
    assert_int_equal(got.n_sections, 0);
    assert_int_equal(got.lines, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SECTIONS_TEST(headings_nest_and_tile),
        SECTIONS_TEST(markup_is_stripped_from_titles),
        SECTIONS_TEST(ids_in_braces_win),
        SECTIONS_TEST(anchors_before_a_heading_lead_to_it),
        SECTIONS_TEST(what_shows_nothing_and_has_an_id_is_an_anchor),
        SECTIONS_TEST(a_heading_in_a_list_is_a_block_with_an_id),
        SECTIONS_TEST(a_heading_in_a_quote_has_its_line),
        SECTIONS_TEST(blocks_are_their_lines),
        SECTIONS_TEST(a_table_behind_a_line_of_text_begins_at_its_header),
        SECTIONS_TEST(a_fence_that_its_quote_ends_ends_there),
        SECTIONS_TEST(what_the_parser_takes_away_is_still_there),
        SECTIONS_TEST(a_footnote_in_a_list_is_inside_it),
        SECTIONS_TEST(links_are_where_they_are_written),
        SECTIONS_TEST(a_link_that_cannot_be_placed_has_the_lines_of_its_text),
        SECTIONS_TEST(every_line_end_counts_as_an_editor_counts),
        SECTIONS_TEST(other_encodings_have_the_same_lines),
        SECTIONS_TEST(a_few_nul_bytes_move_nothing),
        SECTIONS_TEST(what_was_never_text_is_refused),
        SECTIONS_TEST(nothing_is_a_document_without_sections),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
