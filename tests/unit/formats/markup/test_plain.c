#include "fixture.h"

static int set_up_plain(void **state)
{
    (void)set_up(state);
    options.format = SECTIONS_TEXT;
    return 0;
}

#define PLAIN_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_plain, tear_down)

static void paragraphs_end_at_blank_lines(void **state)
{
    (void)state;
    parse("one\ntwo\n \n\n  three\n");
    assert_int_equal(got.n_blocks, 2);
    assert_slice(&got.blocks[0].range, "one\ntwo");
    assert_slice(&got.blocks[1].range, "  three");
    assert_int_equal(got.n_sections, 1);
    assert_int_equal(got.sections[0].level, 0);
}

static void only_underlined_lines_are_headings(void **state)
{
    (void)state;
    parse("Title\n=====\ntext\n# no\n\nSub part\n---------\n\n安装\n====\n");
    assert_int_equal(got.n_sections, 3);
    assert_str(got.sections[0].title, "Title");
    assert_int_equal(got.sections[0].level, 1);
    assert_str(got.sections[1].title, "Sub part");
    assert_int_equal(got.sections[1].level, 2);
    assert_str(got.sections[2].title, "安装");
    assert_slice(&got.blocks[0].range, "text\n# no");
}

static void a_line_above_belongs_to_the_heading(void **state)
{
    (void)state;
    parse("=====\nTitle\n=====\n\ntext\n");
    assert_int_equal(got.n_sections, 1);
    assert_lines(&got.sections[0].heading, 1, 3);
}

static void lines_of_signs_alone_are_text(void **state)
{
    static const char *const texts[] = {"a\nb\n---\n",
                                        "name   age\n---- ---\nx 1\n",
                                        "----------\nx\n",
                                        "short\n--------------\n",
                                        "a long line here\n--\n",
                                        "---\n---\n",
                                        "x\n\n=====\n"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        parse(texts[i]);
        assert_int_equal(got.sections[0].level, 0);
        assert_int_equal(got.n_sections, 1);
    }
}

static void form_feeds_count_pages(void **state)
{
    (void)state;
    parse("one\n\fTwo\n===\n\ntext\n\f\nthree\n \f\f five\n");
    assert_int_equal(got.blocks[0].page, 1);
    assert_str(got.sections[1].title, "Two");
    assert_int_equal(got.sections[1].page, 2);
    assert_int_equal(got.blocks[1].page, 2);
    assert_int_equal(got.blocks[2].page, 3);
    assert_int_equal(got.blocks[3].page, 5);
    assert_int_equal(got.n_blocks, 4);
}

static void what_a_document_is_shows_in_its_text(void **state)
{
    static const struct {
        const char *text;
        enum sections_format format;
    } documents[] = {{"just text\n\nmore - of it\n", SECTIONS_TEXT},
                     {"Title\n=====\n\ntext\n", SECTIONS_TEXT},
                     {"#!/bin/sh\n#comment\n", SECTIONS_TEXT},
                     {"a[i](x);\n", SECTIONS_TEXT},
                     {"x = 1\n\n# a comment\n\ny = 2\n", SECTIONS_TEXT},
                     {"# settings\nx = 1\n", SECTIONS_TEXT},
                     {"# Title\n\ntext\n", SECTIONS_MARKDOWN},
                     {"text\n\n## Heading\n", SECTIONS_MARKDOWN},
                     {"see [this](there.md)\n", SECTIONS_MARKDOWN},
                     {"```\ncode\n```\n", SECTIONS_MARKDOWN},
                     {"---\ntitle: t\n---\ntext\n", SECTIONS_MARKDOWN},
                     {"\n<!-- c -->\n<!DOCTYPE html><p>x", SECTIONS_HTML},
                     {"<?xml version=\"1.0\"?><HTML><p>x", SECTIONS_HTML},
                     {"# A\n\n<html>\n", SECTIONS_MARKDOWN}};

    (void)state;
    for (size_t i = 0; i < sizeof(documents) / sizeof(*documents); i++) {
        options.format = SECTIONS_AUTO;
        parse(documents[i].text);
        assert_int_equal(got.format, documents[i].format);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAIN_TEST(paragraphs_end_at_blank_lines),
        PLAIN_TEST(only_underlined_lines_are_headings),
        PLAIN_TEST(a_line_above_belongs_to_the_heading),
        PLAIN_TEST(lines_of_signs_alone_are_text),
        PLAIN_TEST(form_feeds_count_pages),
        PLAIN_TEST(what_a_document_is_shows_in_its_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
