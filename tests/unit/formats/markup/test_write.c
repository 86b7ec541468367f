#include "fixture.h"

#include "base/torture.h"

static struct str written;

static void write_out(const char *source)
{
    struct buf out;
    struct jsonw w;
    struct str text = {0};

    parse(source);
    if (options.format == SECTIONS_MARKDOWN)
        got.clean.differs = false; /* blocks are written without it alone */
    buf_init(&out, 1 << 20);
    jsonw_init(&w, &out);
    sections_write(&got, &w);
    assert_int_equal(buf_finish(&out, &text, &err), OK);
    assert_int_equal(str_dup(text, &arena, &written, &err), OK);
    buf_release(&out);
}

static void assert_has(const char *members)
{
    if (str_find(written, str_from(members)) == written.n)
        fail_msg("'%s' is not in '%.*s'", members, STR_FMT(written));
}

static void what_is_empty_has_all_lists(void **state)
{
    (void)state;
    write_out("");
    assert_has("{\"format\":\"markdown\",\"encoding\":\"utf-8\","
               "\"text_is_source\":true,\"bytes\":[0,0],\"lines\":0,"
               "\"title\":\"\",\"chapter\":\"\",\"language\":\"\","
               "\"front\":null,\"fields\":[],\"sections\":[],\"blocks\":[]"
               ",\"links\":[],\"anchors\":[]}");
}

static void fields_are_of_three_kinds(void **state)
{
    (void)state;
    write_out("---\ntitle: T\ntags: [a, b]\nraw: {c: 1}\n---\n");
    assert_has("\"lines\":5,\"title\":\"T\",\"chapter\":\"T\","
               "\"language\":\"\",\"front\":[1,5,0,41],"
               "\"fields\":[{\"key\":\"title\",\"text\":\"T\"},"
               "{\"key\":\"tags\",\"list\":[\"a\",\"b\"]},"
               "{\"key\":\"raw\",\"raw\":\"raw: {c: 1}\"}],\"sections\":[");
}

static void a_section_tells_its_place_among_the_others(void **state)
{
    (void)state;
    write_out("in\n# One {#o}\n## Two\n");
    assert_has("\"sections\":[{\"level\":0,\"parent\":null,"
               "\"end_section\":1,\"title\":\"\",\"id\":\"\","
               "\"id_explicit\":false,\"range\":[1,1,0,3],"
               "\"heading\":null,\"blocks\":[0,1]},{\"level\":1,"
               "\"parent\":null,\"end_section\":3,\"title\":\"One\","
               "\"id\":\"o\",\"id_explicit\":true,\"range\":[2,2,3,14],"
               "\"heading\":[2,2,3,13],\"blocks\":[1,1]},{\"level\":2,"
               "\"parent\":1,\"end_section\":3,\"title\":\"Two\","
               "\"id\":\"two\",\"id_explicit\":false,\"range\":[3,3,14,21]"
               ",\"heading\":[3,3,14,20],\"blocks\":[1,1]}],"
               "\"blocks\":[{\"kind\":\"paragraph\",\"section\":0,"
               "\"parent\":null,\"range\":[1,1,0,2]}],\"links\":[]");
}

static void a_block_has_the_members_that_it_needs(void **state)
{
    (void)state;
    write_out("```c\nz\n```\n- # Deep\n  t\n");
    assert_has("\"blocks\":[{\"kind\":\"code\",\"section\":0,"
               "\"parent\":null,\"range\":[1,3,0,10],\"text\":\"c\"},"
               "{\"kind\":\"list\",\"section\":0,\"parent\":null,"
               "\"range\":[4,5,11,23]},{\"kind\":\"item\",\"section\":0,"
               "\"parent\":1,\"range\":[4,5,11,23]},{\"kind\":\"heading\","
               "\"section\":0,\"parent\":2,\"range\":[4,4,11,19],"
               "\"text\":\"Deep\",\"id\":\"deep\",\"level\":1},"
               "{\"kind\":\"paragraph\",\"section\":0,\"parent\":2,"
               "\"range\":[5,5,20,23]}],\"links\"");
    write_out("> q\n\n| a |\n|---|\n\n***\n\n<p>h</p>\n\nx[^1]\n\n"
              "[^1]: n\n\n[d]: u\n");
    assert_has("\"blocks\":[{\"kind\":\"quote\",\"section\":0,"
               "\"parent\":null,\"range\":[1,1,0,3]},"
               "{\"kind\":\"paragraph\",\"section\":0,\"parent\":0,");
    assert_has("{\"kind\":\"table\",\"section\":0,\"parent\":null,"
               "\"range\":[3,4,5,16]},{\"kind\":\"rule\",\"section\":0,"
               "\"parent\":null,\"range\":[6,6,18,21]},{\"kind\":\"html\","
               "\"section\":0,\"parent\":null,\"range\":[8,8,23,31]},");
    assert_has("{\"kind\":\"footnote\",\"section\":0,\"parent\":null,"
               "\"range\":[12,12,40,47]},{\"kind\":\"paragraph\","
               "\"section\":0,\"parent\":6,\"range\":[12,12,40,47]},"
               "{\"kind\":\"definition\",\"section\":0,\"parent\":null,"
               "\"range\":[14,14,49,55]}],\"links\"");
}

static void links_and_anchors_say_where_they_stand(void **state)
{
    (void)state;
    write_out("[x](y) ![](z)\n\n# H\n\n[&eacute;](w)\n");
    assert_has("\"links\":[{\"target\":\"y\",\"text\":\"x\","
               "\"image\":false,\"exact\":true,\"section\":0,\"range\":[1,"
               "1,0,6]},{\"target\":\"z\",\"text\":\"\",\"image\":true,"
               "\"exact\":true,\"section\":0,\"range\":[1,1,7,13]},"
               "{\"target\":\"w\",\"text\":\"é\",\"image\":false,"
               "\"exact\":false,\"section\":1,\"range\":[5,5,20,33]}],"
               "\"anchors\":[]}");
    write_out("a <a id=\"q\"></a>\n\n<a id=\"r\"></a>\n\n# H\n");
    assert_has("\"anchors\":[{\"id\":\"q\",\"section\":0,\"line\":1},"
               "{\"id\":\"r\",\"section\":1,\"line\":3}]}");
}

static void bytes_of_html_count_its_mark(void **state)
{
    (void)state;
    options.format = SECTIONS_HTML;
    write_out("\xEF\xBB\xBF<html lang=en><title>T</title>"
              "<h1 id=i>A</h1><p>b <b>c</b></p>");
    assert_has("{\"format\":\"html\",\"encoding\":\"utf-8\","
               "\"text_is_source\":true,\"bytes\":[3,65],\"lines\":1,"
               "\"title\":\"T\",\"chapter\":\"A\",\"language\":\"en\","
               "\"front\":null,");
    assert_has("\"id\":\"i\",\"id_explicit\":true,\"range\":[1,1,33,65],"
               "\"heading\":[1,1,33,48],\"blocks\":[0,1]}],"
               "\"blocks\":[],\"links\":[],\"anchors\":[],\"clean\":{\"text\":"
               "\"# A\\n\\nb c\",\"spans\":\"2,39,6,15 \","
               "\"blocks\":\"0,5,0 \",\"sections\":\"0 0 \"}}");
}

static void plain_text_has_pages(void **state)
{
    (void)state;
    options.format = SECTIONS_TEXT;
    write_out("a\n\fb\n");
    assert_has("\"heading\":null,\"blocks\":[0,2],\"page\":1}],"
               "\"blocks\":[{\"kind\":\"paragraph\",\"section\":0,"
               "\"parent\":null,\"range\":[1,1,0,1],\"page\":1},"
               "{\"kind\":\"paragraph\",\"section\":0,\"parent\":null,"
               "\"range\":[2,2,2,4],\"page\":2}],\"links\"");
    options.encoding = STR("windows-1252");
    write_out("\xE9\n");
    assert_has("{\"format\":\"text\",\"encoding\":\"windows-1252\","
               "\"text_is_source\":false,\"bytes\":[0,3],\"lines\":1,");
}

static enum err write_again(void *ctx, struct arena *a, struct error *e)
{
    struct buf out;
    struct jsonw w;
    struct str text = {0};
    enum err rc;

    (void)ctx;
    (void)a;
    buf_init(&out, 1 << 20);
    jsonw_init(&w, &out);
    sections_write(&got, &w);
    rc = buf_finish(&out, &text, e);
    if (!rc)
        assert_true(str_eq(text, written));
    buf_release(&out);
    return rc;
}

static void memory_that_ends_is_an_error_and_no_shorter_list(void **state)
{
    (void)state;
    options.format = SECTIONS_HTML;
    write_out("<h1>A</h1><p>b<pre>c\nd</pre>");
    (void)torture(FAULT_MEMORY, write_again, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SECTIONS_TEST(what_is_empty_has_all_lists),
        SECTIONS_TEST(fields_are_of_three_kinds),
        SECTIONS_TEST(a_section_tells_its_place_among_the_others),
        SECTIONS_TEST(a_block_has_the_members_that_it_needs),
        SECTIONS_TEST(links_and_anchors_say_where_they_stand),
        SECTIONS_TEST(bytes_of_html_count_its_mark),
        SECTIONS_TEST(plain_text_has_pages),
        SECTIONS_TEST(memory_that_ends_is_an_error_and_no_shorter_list),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
