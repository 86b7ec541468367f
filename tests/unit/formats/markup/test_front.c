#include "fixture.h"

#include "formats/markup/front.h"

static struct front front;

static void read_front(const char *text)
{
    struct lines lines;

    assert_int_equal(lines_find(str_from(text), 1000, &arena, &lines, &err),
                     OK);
    assert_int_equal(front_read(&lines, &arena, &front, &err), OK);
}

static void assert_field(unsigned i, const char *key,
                         enum section_field_kind kind, const char *const *want)
{
    const struct section_field *f = &front.fields[i];
    uint32_t n = 0;

    assert_true(i < front.n_fields);
    assert_str(f->key, key);
    assert_int_equal(f->kind, kind);
    for (; want[n]; n++) {
        assert_true(n < f->n);
        assert_str(f->values[n], want[n]);
    }
    assert_int_equal(f->n, n);
}

#define WANT(...) ((const char *const[]){__VA_ARGS__, NULL})

static void values_are_plain_or_quoted(void **state)
{
    (void)state;
    read_front("---\n# comment\ntitle: Plain: with colon # and comment\n"
               "single: 'it''s'\ndouble: \"say \\\"hi\\\"\"\nempty:\n"
               "\"quoted key\": 2024-01-02\n---\nbody\n");
    assert_int_equal(front.lines, 8);
    assert_int_equal(front.n_fields, 5);
    assert_field(0, "title", FIELD_TEXT, WANT("Plain: with colon"));
    assert_field(1, "single", FIELD_TEXT, WANT("it's"));
    assert_field(2, "double", FIELD_TEXT, WANT("say \"hi\""));
    assert_field(3, "empty", FIELD_TEXT, WANT(""));
    assert_field(4, "quoted key", FIELD_TEXT, WANT("2024-01-02"));
}

static void lists_are_in_brackets_or_line_by_line(void **state)
{
    (void)state;
    read_front("---\ntags: [a, \"b, c\", 'd']\nnone: []\nmore:\n  - x\n"
               "  - \"y: z\"\n  - 'u: v'\nflush:\n- p\n- q\n...\n");
    assert_int_equal(front.lines, 11);
    assert_field(0, "tags", FIELD_LIST, WANT("a", "b, c", "d"));
    assert_int_equal(front.fields[1].n, 0);
    assert_field(2, "more", FIELD_LIST, WANT("x", "y: z", "u: v"));
    assert_field(3, "flush", FIELD_LIST, WANT("p", "q"));
}

static void what_is_not_simple_stays_text(void **state)
{
    (void)state;
    read_front("---\ntext: |\n  one\n  two\nmap:\n  a: b\nanchor: &x y\n"
               "escaped: \"a\\n\"\nflow: {a: b}\n---\n");
    assert_int_equal(front.n_fields, 5);
    assert_field(0, "text", FIELD_RAW, WANT("text: |\n  one\n  two"));
    assert_field(1, "map", FIELD_RAW, WANT("map:\n  a: b"));
    assert_field(2, "anchor", FIELD_RAW, WANT("anchor: &x y"));
    assert_field(3, "escaped", FIELD_RAW, WANT("escaped: \"a\\n\""));
    assert_field(4, "flow", FIELD_RAW, WANT("flow: {a: b}"));
}

static void a_rule_at_the_start_is_no_front_matter(void **state)
{
    static const char *const texts[] = {"---\n\nA paragraph.\n\n---\n",
                                        "---\ntitle: never closed\n",
                                        "--- \nprose without colon\n---\n",
                                        "text\n---\na: b\n---\n",
                                        " ---\na: b\n---\n",
                                        "---\nhttp://x\n---\n"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        read_front(texts[i]);
        assert_int_equal(front.lines, 0);
    }
}

static void the_document_is_called_as_it_says(void **state)
{
    (void)state;
    parse("---\r\ntitle: Front\r\nlang: de\r\n---\r\n# First\r\n");
    assert_str(got.title, "Front");
    assert_str(got.chapter, "First");
    assert_str(got.language, "de");
    assert_lines(&got.front, 1, 4);
    assert_lines(&got.sections[1].range, 5, 5);
}

static void too_many_fields_name_the_limit(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 20);
    buf_puts(&b, "---\n");
    for (unsigned i = 0; i <= SECTIONS_MAX_FIELDS; i++)
        buf_printf(&b, "k%u: v\n", i);
    buf_puts(&b, "---\n");
    assert_int_equal(parse_str(buf_str(&b)), ERR_LIMIT);
    assert_string_equal(err.msg, "more than 1000 fields of front matter");
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SECTIONS_TEST(values_are_plain_or_quoted),
        SECTIONS_TEST(lists_are_in_brackets_or_line_by_line),
        SECTIONS_TEST(what_is_not_simple_stays_text),
        SECTIONS_TEST(a_rule_at_the_start_is_no_front_matter),
        SECTIONS_TEST(the_document_is_called_as_it_says),
        SECTIONS_TEST(too_many_fields_name_the_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
