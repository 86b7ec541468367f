#include "retrieve_fixture.h"

#include "base/json.h"
#include "search/lexical/search.h"
#include "search/retrieve/evidence.h"

static struct buf out;
static struct plan plan;
static const struct base base = {.name = "kb"};
static struct document document;
static struct candidate found;
static struct evidence_writer evidence;

static int begin(void **state)
{
    if (set_up_retrieve(state))
        return -1;
    buf_init(&out, 1 << 20);
    document = (struct document){.key = STR("a-1"),
                                 .name = STR("docs/guide/a.b.md"),
                                 .source_type = STR("file"),
                                 .created_at = STR("2026-01-01T00:00:00Z"),
                                 .version = 3};
    found = (struct candidate){
        .hit = {.id = 0xAB, .score = .123456, .keyword = .5, .vector = .25},
        .document = &document,
        .passage = {.document = STR("a-1"), .version = 2, .index = 4}};
    evidence = (struct evidence_writer){.base = &base,
                                        .options = {true, true, true, true},
                                        .plan = &plan,
                                        .analyzer = analyzer};
    return 0;
}

static int end(void **state)
{
    buf_release(&out);
    return tear_down_retrieve(state);
}

static void ask(const char *question)
{
    struct search_view none = {0};
    struct search_hits hits;
    struct query q;

    assert_ok(query_parse(str_from(question), &arena, &q, &err));
    assert_ok(plan_make(&q, 0, analyzer, &arena, &plan, &err));
    assert_ok(search_run(&none, &plan, 10, &arena, &hits, &err));
}

static const struct json *written(void)
{
    struct jsonw w;
    struct json *j;

    buf_reset(&out);
    jsonw_init(&w, &out);
    assert_ok(evidence_write(&evidence, &found, &arena, &w, &err));
    assert_ok(
        json_parse(buf_str(&out), &json_default_limits, &arena, &j, &err));
    return j;
}

static struct str member(const struct json *j, const char *a, const char *b)
{
    const struct json *v = json_find(json_find(j, a), b);

    return json_text(v);
}

static void assert_member(const struct json *j, const char *a, const char *b,
                          const char *want)
{
    if (!str_is(member(j, a, b), want))
        fail_msg("%s.%s is '%.*s', not '%s'", a, b, STR_FMT(member(j, a, b)),
                 want);
}

static void be_a_text(void)
{
    struct passage *p = &found.passage;

    p->fragment = STR("lines=3-5");
    p->title = STR("Guide");
    p->heading[0] = STR("Part");
    p->heading[1] = STR("Keys");
    p->n_headings = 2;
    p->heading_id = STR("keys");
    p->chapter = STR("Part");
    p->language = STR("en");
    p->first_line = 3;
    p->last_line = 5;
    p->begin = 3100;
    p->end = 3200;
    p->tags = STR("x\ny");
    p->text = STR("  how the key is rotated\nand what a key is  ");
}

static void every_member_is_there(void **state)
{
    static const char *const metadata[] = {
        "filename",         "source_type",  "created_at",  "indexed_at",
        "document_version", "language",     "tags",        "chapter",
        "section",          "heading_path", "source_file", "page_number",
        "chunk_index",      "lines",        "url"};
    const struct json *j;

    (void)state;
    be_a_text();
    ask("rotate key");
    j = written();
    for (size_t i = 0; i < sizeof(metadata) / sizeof(metadata[0]); i++)
        assert_non_null(json_find(json_find(j, "metadata"), metadata[i]));
    assert_true(str_is(json_find(j, "score")->text, "0.1235"));
    assert_member(j, "pointer", "table_id", "kb");
    assert_member(j, "pointer", "json_path", "");
    assert_member(j, "pointer", "document_key", "a-1");
    assert_member(j, "pointer", "relative_pointer", "lines=3-5");
    assert_member(j, "pointer", "chunk_id", "00000000000000ab");
    assert_member(j, "pointer", "uri", "quarry://kb/a-1@2#lines=3-5");
    assert_member(j, "metadata", "section", "Keys");
    assert_member(j, "metadata", "chapter", "Part");
    assert_member(j, "metadata", "filename", "docs/guide/a.b.md");
    assert_true(
        str_is(json_find(json_find(j, "metadata"), "page_number")->text, "2"));
    assert_true(str_is(
        json_find(json_find(j, "metadata"), "document_version")->text, "2"));
    assert_int_equal(json_find(json_find(j, "metadata"), "tags")->count, 2);
    assert_int_equal(json_find(json_find(j, "metadata"), "heading_path")->count,
                     2);
    assert_int_equal(json_find(json_find(j, "metadata"), "indexed_at")->type,
                     JSON_NULL);
    assert_int_equal(json_find(json_find(j, "metadata"), "url")->type,
                     JSON_NULL);
    assert_non_null(json_find(json_find(j, "scores"), "keyword"));
    assert_non_null(json_find(json_find(j, "scores"), "vector"));
    assert_non_null(json_find(j, "text"));
    assert_null(json_find(j, "same"));
}

static void only_what_is_asked_for_is_there(void **state)
{
    const struct json *j;

    (void)state;
    be_a_text();
    ask("rotate");
    evidence.options = (struct evidence_options){0};
    j = written();
    assert_null(json_find(j, "snippet"));
    assert_null(json_find(j, "marks"));
    assert_null(json_find(j, "text"));
    assert_null(json_find(j, "pointer"));
    assert_null(json_find(j, "metadata"));
    assert_non_null(json_find(j, "score"));
}

/* The words that are marked, in order, a blank after each. */
static void assert_marks(const struct json *j, const char *want)
{
    struct str snippet = json_text(json_find(j, "snippet"));
    struct buf words;

    buf_init(&words, 1 << 16);
    for (const struct json *m = json_find(j, "marks")->first; m; m = m->next) {
        uint64_t from = 0;
        uint64_t to = 0;

        assert_ok(json_read_u64(m->first, "x", 1 << 30, &from, &err));
        assert_ok(json_read_u64(m->first->next, "x", 1 << 30, &to, &err));
        assert_true(from < to && to <= snippet.n);
        buf_put_str(&words, str_slice(snippet, from, to));
        buf_put_char(&words, ' ');
    }
    assert_true(str_is(buf_str(&words), want));
    buf_release(&words);
}

static void marks_are_words_of_the_snippet(void **state)
{
    (void)state;
    be_a_text();
    ask("how do I rotate the keys?");
    assert_marks(written(), "key rotated key ");
    ask("something else");
    assert_marks(written(), "");
    ask("the");
    assert_marks(written(), "the ");
    found.passage.text = STR("");
    assert_marks(written(), "");
    found.passage.text = STR(" \n ");
    assert_marks(written(), "");
}

static void a_snippet_of_long_text_is_where_the_words_are(void **state)
{
    struct buf b;
    struct str text;

    (void)state;
    be_a_text();
    buf_init(&b, 1 << 20);
    for (int i = 0; i < 200; i++)
        buf_puts(&b, "página 页 ");
    buf_puts(&b, "mañana ");
    for (int i = 0; i < 200; i++)
        buf_puts(&b, "página 页 ");
    assert_ok(buf_finish(&b, &text, &err));
    found.passage.text = text;
    ask("manana");
    assert_marks(written(), "mañana ");
    assert_true(json_text(json_find(written(), "snippet")).n <= 340);
    buf_release(&b);
}

static void a_link_is_the_file_without_its_suffix(void **state)
{
    (void)state;
    be_a_text();
    ask("key");
    evidence.deep_link = STR("/docs/{path}#{id}");
    assert_member(written(), "metadata", "url", "/docs/docs/guide/a.b#keys");
    found.passage.heading_id = STR("");
    assert_member(written(), "metadata", "url", "/docs/docs/guide/a.b");
    document.name = STR("no.dots/README");
    assert_member(written(), "metadata", "url", "/docs/no.dots/README");
    evidence.deep_link = STR("https://x/{other}/{path}");
    assert_member(written(), "metadata", "url",
                  "https://x/{other}/no.dots/README");
}

/* What a link cannot hold is written as a link writes it. */
static void a_link_of_strange_names_is_still_a_link(void **state)
{
    (void)state;
    be_a_text();
    ask("key");
    evidence.deep_link = STR("/docs/{path}#{id}");
    document.name = STR("my \"notes\" 50%#1?.md");
    assert_member(written(), "metadata", "url",
                  "/docs/my%20%22notes%22%2050%25%231%3F#keys");
}

static void be_records(void)
{
    struct passage *p = &found.passage;

    p->is_json = true;
    p->fragment = STR("json=/items/7");
    p->pointer = STR("/items/7");
    p->last_pointer = STR("/items/9");
    p->text = STR("path=/items/7; name=pen\npath=/items/8; name=lamp\n"
                  "path=/items/9; name=desk");
    document.mount = STR("/shop/data.json");
    document.key = STR("data-1");
    p->document = document.key;
}

static void of_several_records_the_one_that_was_found_is_named(void **state)
{
    const struct json *j;

    (void)state;
    be_records();
    ask("lamp");
    j = written();
    assert_member(j, "pointer", "relative_pointer", "/items/8");
    assert_member(j, "pointer", "json_path", "/shop");
    assert_member(j, "pointer", "uri", "quarry://kb/data-1@2#json=/items/8");
    ask("desk");
    assert_member(written(), "pointer", "relative_pointer", "/items/9");
    ask("pen");
    assert_member(written(), "pointer", "relative_pointer", "/items/7");
    ask("nothing of it");
    assert_member(written(), "pointer", "relative_pointer", "/items/7");
    assert_int_equal(json_find(json_find(j, "metadata"), "page_number")->type,
                     JSON_NULL);
    assert_int_equal(json_find(json_find(j, "metadata"), "lines")->type,
                     JSON_NULL);
    evidence.deep_link = STR("/docs/{path}");
    assert_int_equal(json_find(json_find(written(), "metadata"), "url")->type,
                     JSON_NULL);
}

/* A word that is in all lines tells none; one that is in one does,
 * and that line alone is shown. */
static void the_record_with_the_most_words_is_named_and_shown(void **state)
{
    const struct json *j;

    (void)state;
    be_records();
    found.passage.text =
        STR("path=/items/7; name=unit7; note=of all\npath=/items/8; "
            "name=unit8; note=blue one of all\npath=/items/9; name=unit9; "
            "note=blue");
    ask("unit all blue");
    j = written();
    assert_member(j, "pointer", "relative_pointer", "/items/8");
    assert_true(str_is(json_text(json_find(j, "snippet")),
                       "path=/items/8; name=unit8; note=blue one of all"));
    ask("unit9");
    assert_member(written(), "pointer", "relative_pointer", "/items/9");
}

/* Empty elements have no line: a line's number says nothing. */
static void a_record_is_named_by_the_path_of_its_line(void **state)
{
    (void)state;
    be_records();
    found.passage.last_pointer = STR("/items/90");
    found.passage.text = STR("path=/items/7; name=pen\npath=/items/60; "
                             "name=lamp\npath=/items/90; name=desk");
    ask("lamp");
    assert_member(written(), "pointer", "relative_pointer", "/items/60");
    found.passage.pointer = STR("/1");
    found.passage.last_pointer = STR("/9");
    found.passage.text =
        STR("path=/1; name=pen\npath=/a~1b~0%; name=lamp\npath=/9; name=desk");
    ask("lamp");
    assert_member(written(), "pointer", "relative_pointer", "/a~1b~0%");
    assert_member(written(), "pointer", "uri",
                  "quarry://kb/data-1@2#json=/a~1b~0%25");
    ask("desk");
    assert_member(written(), "pointer", "relative_pointer", "/9");
}

/* "a, b, c" does not tell one value of it. */
static void values_of_a_list_are_named_by_the_list(void **state)
{
    (void)state;
    be_records();
    found.passage.pointer = STR("/m/0/0");
    found.passage.last_pointer = STR("/m/0/5");
    found.passage.text = STR("path=/m/0; red, green, blue, lamp, pen, desk");
    ask("lamp");
    assert_member(written(), "pointer", "relative_pointer", "/m/0");
    found.passage.pointer = STR("/0");
    found.passage.last_pointer = STR("/5");
    found.passage.text = STR("red, green, blue, lamp, pen, desk");
    assert_member(written(), "pointer", "relative_pointer", "");
    assert_member(written(), "pointer", "uri", "quarry://kb/data-1@2#json=");
}

static void one_value_is_named_as_it_is(void **state)
{
    (void)state;
    be_records();
    found.passage.pointer = STR("/a~1b/~0/");
    found.passage.last_pointer = STR("");
    found.passage.fragment = STR("json=/a~1b/~0/");
    ask("lamp");
    assert_member(written(), "pointer", "relative_pointer", "/a~1b/~0/");
    assert_member(written(), "pointer", "uri",
                  "quarry://kb/data-1@2#json=/a~1b/~0/");
}

static void others_that_say_the_same_are_named(void **state)
{
    struct candidate third = found;
    struct candidate second = found;
    const struct json *j;

    (void)state;
    be_a_text();
    second.passage.document = STR("b-2");
    second.passage.fragment = STR("lines=1-2");
    second.same = &third;
    third.passage.document = STR("c-3");
    found.same = &second;
    ask("key");
    j = json_find(written(), "same");
    assert_int_equal(j->count, 2);
    assert_true(str_is(j->first->text, "quarry://kb/b-2@2#lines=1-2"));
    assert_true(str_is(j->first->next->text, "quarry://kb/c-3@2"));
}

#define EVIDENCE_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EVIDENCE_TEST(every_member_is_there),
        EVIDENCE_TEST(only_what_is_asked_for_is_there),
        EVIDENCE_TEST(marks_are_words_of_the_snippet),
        EVIDENCE_TEST(a_snippet_of_long_text_is_where_the_words_are),
        EVIDENCE_TEST(a_link_is_the_file_without_its_suffix),
        EVIDENCE_TEST(a_link_of_strange_names_is_still_a_link),
        EVIDENCE_TEST(of_several_records_the_one_that_was_found_is_named),
        EVIDENCE_TEST(the_record_with_the_most_words_is_named_and_shown),
        EVIDENCE_TEST(a_record_is_named_by_the_path_of_its_line),
        EVIDENCE_TEST(values_of_a_list_are_named_by_the_list),
        EVIDENCE_TEST(one_value_is_named_as_it_is),
        EVIDENCE_TEST(others_that_say_the_same_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
