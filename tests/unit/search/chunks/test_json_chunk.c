#include "json_fixture.h"

#include "base/fault.h"

/* `n` times `unit` between `head` and `tail`, as a tree. */
static struct json *repeated(const char *head, const char *unit, size_t n,
                             const char *tail)
{
    struct json *root;
    struct str text;
    struct buf b;

    buf_init(&b, (size_t)256 << 20);
    buf_puts(&b, head);
    for (size_t i = 0; i < n; i++)
        buf_puts(&b, unit);
    buf_puts(&b, tail);
    assert_int_equal(buf_finish(&b, &text, &err), OK);
    root = parse(text);
    buf_release(&b);
    return root;
}

static void each_object_of_a_list_is_a_record(void **state)
{
    (void)state;
    chunk("{\"items\":[{\"name\":\"Widget\",\"qty\":3,"
          "\"address\":{\"city\":\"Oslo\"},\"tags\":[\"a\",\"b\"]},"
          "{\"name\":\"Gadget\"}]}");
    assert_int_equal(n_kept, 2);
    assert_chunk(0, JSON_CHUNK_RECORD, "/items/0",
                 "path=/items/0; name=Widget; qty=3; address.city=Oslo; "
                 "tags=a, b");
    assert_chunk(1, JSON_CHUNK_RECORD, "/items/1",
                 "path=/items/1; name=Gadget");
    assert_int_equal(kept[0].lead_bytes, 15);
}

static void a_small_object_is_a_section(void **state)
{
    (void)state;
    chunk("{\"server\":{\"port\":80,\"tls\":{\"on\":true}},\"name\":\"x\"}");
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_SECTION, "",
                 "server.port=80; server.tls.on=true; name=x");
}

static void what_stands_beside_a_list_of_objects_is_not_in_its_records(
    void **state)
{
    (void)state;
    chunk("{\"currency\":\"EUR\",\"rows\":[{\"a\":1}],\"m\":[[1,2],[3]],"
          "\"server\":{\"port\":80}}");
    assert_int_equal(n_kept, 3);
    assert_chunk(0, JSON_CHUNK_RECORD, "/rows/0", "path=/rows/0; a=1");
    assert_chunk(1, JSON_CHUNK_SECTION, "/server", "path=/server; port=80");
    assert_chunk(2, JSON_CHUNK_LEAF, "", "currency=EUR; m=1, 2; m=3");
}

static void a_list_in_a_record_that_fits_is_in_its_text(void **state)
{
    (void)state;
    chunk("[{\"order\":7,\"lines\":[{\"sku\":\"a\"},{\"sku\":\"b\"}]}]");
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_RECORD, "/0",
                 "path=/0; order=7; lines.sku=a; lines.sku=b");
}

static void a_list_in_a_record_that_does_not_fit_has_its_own_records(
    void **state)
{
    struct json *root;

    (void)state;
    root = repeated("[{\"order\":7,\"to\":{\"city\":\"Oslo\"},\"lines\":[{}",
                    ",{\"sku\":\"abcdefgh\",\"qty\":12345}", 200, "]}]");
    chunk_tree(root);
    assert_int_equal(n_kept, 201);
    assert_chunk(0, JSON_CHUNK_RECORD, "/0/lines/1",
                 "path=/0/lines/1; sku=abcdefgh; qty=12345");
    assert_chunk(200, JSON_CHUNK_RECORD, "/0",
                 "path=/0; order=7; to.city=Oslo");
    assert_promises(root);
}

static void empty_values_are_in_no_text(void **state)
{
    (void)state;
    chunk("[{\"a\":null,\"b\":\"\",\"c\":\" \\n\",\"d\":[],\"e\":{},"
          "\"f\":[null,\"x\",\"\"],\"g\":0},{\"a\":null},null,[]]");
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_RECORD, "/0", "path=/0; f=x; g=0");
    chunk("null");
    assert_int_equal(n_kept, 0);
}

static void numbers_keep_the_text_of_the_source(void **state)
{
    (void)state;
    chunk("{\"a\":1.50,\"b\":123456789012345678901234567890,\"c\":-1E+2}");
    assert_chunk(0, JSON_CHUNK_SECTION, "",
                 "a=1.50; b=123456789012345678901234567890; c=-1E+2");
}

static void a_document_may_be_one_value(void **state)
{
    (void)state;
    chunk("\"hello\\u0000 \\n\\tworld\"");
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_LEAF, "", "hello world");
    chunk("[1,2,[3]]");
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_LEAF, "", "1, 2; 3");
}

static void keys_with_slashes_and_empty_keys_resolve(void **state)
{
    const struct json *root;

    (void)state;
    root = chunk("{\"a/b\":[{\"c~d\":1}],\"\":[{\"\":2}]}");
    assert_int_equal(n_kept, 2);
    assert_chunk(0, JSON_CHUNK_RECORD, "/a~1b/0", "path=/a~1b/0; c~d=1");
    assert_chunk(1, JSON_CHUNK_RECORD, "//0", "path=//0; \"\"=2");
    assert_promises(root);
}

static void a_long_string_is_cut_into_pieces_that_overlap(void **state)
{
    const struct json *root;

    (void)state;
    root =
        repeated("{\"id\":4,\"body\":\"", "A sentence of words. ", 400, "\"}");
    chunk_tree(root);
    assert_true(n_kept > 4);
    for (size_t i = 0; i + 1 < n_kept; i++) {
        assert_string_equal(kept[i].pointer.p, "/body");
        assert_true(str_starts(kept[i].text,
                               STR("path=/body; body=A sentence of words.")));
        assert_int_equal(kept[i].overlap_bytes > 0, i > 0);
    }
    assert_chunk(n_kept - 1, JSON_CHUNK_LEAF, "", "id=4");
    assert_promises(root);
}

static void a_long_list_of_values_is_cut_between_them(void **state)
{
    const struct json *root;

    (void)state;
    root = repeated("{\"data\":{\"t\":[0", ",12345", 3000, "]}}");
    chunk_tree(root);
    assert_true(n_kept > 5);
    assert_string_equal(kept[0].pointer.p, "/data/t/0");
    assert_true(str_starts(kept[0].text, STR("path=/data/t/0; t=0, 12345")));
    for (size_t i = 1; i < n_kept; i++) {
        size_t before;
        size_t first;

        assert_true(pointer_index(
            str_slice(kept[i - 1].last_pointer, 8, SIZE_MAX), &before));
        assert_true(
            pointer_index(str_slice(kept[i].pointer, 8, SIZE_MAX), &first));
        assert_int_equal(first, before + 1);
    }
    assert_string_equal(kept[n_kept - 1].last_pointer.p, "/data/t/3000");
    assert_promises(root);
}

static void small_records_of_a_coarse_document_share_a_chunk(void **state)
{
    const struct json *root;

    (void)state;
    grain = JSON_GRAIN_COARSE;
    chunk("{\"rows\":[{\"a\":1},{\"b\":\"x\\ny\"},{\"c\":3}]}");
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_RECORD, "/rows/0",
                 "path=/rows/0; a=1\npath=/rows/1; b=x y\npath=/rows/2; c=3");
    assert_string_equal(kept[0].last_pointer.p, "/rows/2");
    root = repeated("[{}", ",{\"name\":\"somebody\",\"age\":44}", 500, "]");
    chunk_tree(root);
    assert_true(n_kept > 5 && n_kept < 20);
    assert_string_equal(kept[0].pointer.p, "/1");
    assert_string_equal(kept[n_kept - 1].last_pointer.p, "/500");
    assert_promises(root);
}

static void small_sections_of_a_coarse_document_share_a_chunk(void **state)
{
    struct json_chunker *c;

    (void)state;
    grain = JSON_GRAIN_COARSE;
    c = begin();
    assert_int_equal(json_chunker_open(c, STR(""), JSON_OBJECT, &err), OK);
    assert_int_equal(
        json_chunker_value(c, parse(STR("{\"k\":{\"a\":1}}"))->first, &err),
        OK);
    assert_int_equal(
        json_chunker_value(c, parse(STR("{\"l\":{\"a\":2}}"))->first, &err),
        OK);
    assert_int_equal(json_chunker_close(c, &err), OK);
    json_chunker_free(c);
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_SECTION, "/k", "path=/k; a=1\npath=/l; a=2");
    assert_string_equal(kept[0].last_pointer.p, "/l");
}

static void a_long_string_of_a_fine_document_is_found_by_itself_too(
    void **state)
{
    const struct json *root;

    (void)state;
    root = repeated("[{\"id\":1,\"short\":\"x\",\"notes\":{\"de\":\"",
                    "Ein Satz. ", 60, "\"}}]");
    chunk_tree(root);
    assert_int_equal(n_kept, 1);
    grain = JSON_GRAIN_FINE;
    chunk_tree(root);
    assert_int_equal(n_kept, 2);
    assert_string_equal(kept[1].pointer.p, "/0/notes/de");
    assert_true(
        str_starts(kept[1].text, STR("path=/0/notes/de; notes.de=Ein Satz.")));
    assert_promises(root);
}

static void weights_leave_out_and_make_titles(void **state)
{
    (void)state;
    use_config("{\"json\":{\"fields\":{\"name\":3,\"internal\":0,"
               "\"internal.shown\":1,\"address.zip\":0}}}");
    chunk("[{\"name\":\"Widget\",\"internal\":{\"id\":7,\"shown\":8},"
          "\"address\":{\"zip\":1,\"city\":\"Oslo\"},\"zip\":2}]");
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_RECORD, "/0",
                 "path=/0; name=Widget; internal.shown=8; address.city=Oslo; "
                 "zip=2");
    assert_string_equal(kept[0].title.p, "Widget");
    use_config("{\"json\":{\"fields\":{\"notes\":1},\"default_weight\":0}}");
    chunk("[{\"name\":\"Widget\",\"notes\":[\"a\",\"b\"]},{\"name\":\"x\"}]");
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_RECORD, "/0", "path=/0; notes=a, b");
}

static void a_record_in_several_chunks_has_its_title_on_each(void **state)
{
    (void)state;
    use_config("{\"json\":{\"fields\":{\"title\":2}}}");
    chunk_tree(repeated("[{\"body\":\"", "Some words. ", 500,
                        "\",\"id\":3,\"title\":\"The  title\"}]"));
    assert_true(n_kept > 3);
    for (size_t i = 0; i < n_kept; i++)
        assert_string_equal(kept[i].title.p, "The title");
}

static void what_a_config_excludes_is_in_no_chunk(void **state)
{
    struct json *root;
    struct json_chunker *c;

    (void)state;
    use_config("{\"json\":{\"exclude\":[\"/meta\",\"/rows/1\",\"/x/y\"]}}");
    root = chunk("{\"meta\":{\"a\":1},\"rows\":[{\"a\":2},{\"a\":3}],"
                 "\"x\":{\"y\":[1],\"z\":5}}");
    assert_int_equal(n_kept, 2);
    assert_chunk(0, JSON_CHUNK_RECORD, "/rows/0", "path=/rows/0; a=2");
    assert_chunk(1, JSON_CHUNK_SECTION, "/x", "path=/x; z=5");
    c = begin();
    assert_int_equal(json_chunker_open(c, STR(""), JSON_OBJECT, &err), OK);
    assert_int_equal(json_chunker_open(c, STR("meta"), JSON_OBJECT, &err), OK);
    assert_int_equal(json_chunker_open(c, STR("deep"), JSON_ARRAY, &err), OK);
    assert_int_equal(json_chunker_value(c, root, &err), OK);
    assert_int_equal(json_chunker_close(c, &err), OK);
    assert_int_equal(json_chunker_close(c, &err), OK);
    assert_int_equal(json_chunker_value(c, root->first->next, &err), OK);
    assert_int_equal(json_chunker_close(c, &err), OK);
    json_chunker_free(c);
    assert_int_equal(n_kept, 1);
    assert_string_equal(kept[0].pointer.p, "/rows/0");
}

static void units_of_a_config_are_kept_to(void **state)
{
    const char *text = "{\"rows\":[{\"a\":1,\"t\":[1,2]},{\"a\":2}],\"n\":3}";

    (void)state;
    grain = JSON_GRAIN_COARSE;
    use_config("{\"json\":{\"granularity\":\"record\"}}");
    chunk(text);
    assert_int_equal(n_kept, 3);
    use_config("{\"json\":{\"granularity\":\"section\"}}");
    chunk(text);
    assert_int_equal(n_kept, 1);
    assert_chunk(0, JSON_CHUNK_SECTION, "",
                 "rows.a=1; rows.t=1, 2; rows.a=2; n=3");
    use_config("{\"json\":{\"granularity\":\"leaf\"}}");
    chunk(text);
    assert_int_equal(n_kept, 4);
    assert_chunk(0, JSON_CHUNK_LEAF, "/rows/0/a", "path=/rows/0/a; a=1");
    assert_chunk(1, JSON_CHUNK_LEAF, "/rows/0/t", "path=/rows/0/t; t=1, 2");
    assert_chunk(3, JSON_CHUNK_LEAF, "/n", "path=/n; n=3");
}

static enum err refuse(void *ctx, const struct json_chunk *c, struct error *e)
{
    (void)c;
    return --*(int *)ctx ? OK : error_set(e, ERR_TIMEOUT, "no more");
}

static void an_error_of_the_sink_ends_the_work(void **state)
{
    int left = 2;
    const struct json_chunk_sink sink = {refuse, &left};
    struct json_chunker *c = json_chunker_new(&config, grain, sink, &err);

    (void)state;
    assert_non_null(c);
    assert_int_equal(
        json_chunker_value(
            c, parse(STR("[[{\"a\":1}],[{\"a\":2}],[{\"a\":3}]]")), &err),
        ERR_TIMEOUT);
    json_chunker_free(c);
    assert_int_equal(left, 0);
}

#ifdef QUARRY_TORTURE
static void every_allocation_may_fail(void **state)
{
    struct json *root;
    enum err rc = ERR_LIMIT;
    unsigned n = 1;

    (void)state;
    for (; rc != OK && n < 1000; n++) {
        const struct json_chunk_sink sink = {keep, NULL};
        struct json_chunker *c;

        n_kept = 0;
        arena_reset(&arena);
        root = repeated("{\"a\":[{\"n\":\"", "Some words. ", 500,
                        "\",\"t\":[1,[2]]},{\"b\":1}],\"z\":4}");
        (void)fault_at(FAULT_MEMORY, n);
        c = json_chunker_new(&config, grain, sink, &err);
        rc = c ? json_chunker_value(c, root, &err) : err.code;
        (void)fault_at(FAULT_MEMORY, 0);
        json_chunker_free(c);
        assert_true(rc == OK || rc == ERR_LIMIT);
    }
    assert_true(n > 10 && rc == OK);
}
#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_object_of_a_list_is_a_record),
        TEST(a_small_object_is_a_section),
        TEST(what_stands_beside_a_list_of_objects_is_not_in_its_records),
        TEST(a_list_in_a_record_that_fits_is_in_its_text),
        TEST(a_list_in_a_record_that_does_not_fit_has_its_own_records),
        TEST(empty_values_are_in_no_text),
        TEST(numbers_keep_the_text_of_the_source),
        TEST(a_document_may_be_one_value),
        TEST(keys_with_slashes_and_empty_keys_resolve),
        TEST(a_long_string_is_cut_into_pieces_that_overlap),
        TEST(a_long_list_of_values_is_cut_between_them),
        TEST(small_records_of_a_coarse_document_share_a_chunk),
        TEST(small_sections_of_a_coarse_document_share_a_chunk),
        TEST(a_long_string_of_a_fine_document_is_found_by_itself_too),
        TEST(weights_leave_out_and_make_titles),
        TEST(a_record_in_several_chunks_has_its_title_on_each),
        TEST(what_a_config_excludes_is_in_no_chunk),
        TEST(units_of_a_config_are_kept_to),
        TEST(an_error_of_the_sink_ends_the_work),
#ifdef QUARRY_TORTURE
        TEST(every_allocation_may_fail),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
