#include "base/fs_fixture.h"

#include "search/index/indexed_passage.h"

#include <stdio.h>

static const struct passage full = {
    .document = {"a-1", 3},
    .version = 7,
    .index = 41,
    .content = 0xFEDCBA9876543210U,
    .fragment = {"json=/x", 7},
    .pointer = {"/x", 2},
    .last_pointer = {"/y", 2},
    .is_json = true,
    .title = {"T \"quoted\"", 10},
    .heading = {{"One", 3}, {"Two\t", 4}},
    .n_headings = 2,
    .heading_id = {"two", 3},
    .chapter = {"One", 3},
    .language = {"en", 2},
    .first_line = 3,
    .last_line = 9,
    .begin = 0,
    .end = 20,
    .page = 2,
    .overlap = 4,
    .model = {"m@1", 3},
    .lexical_only = {"unknown", 7},
    .tags = {"a\nb", 3},
    .text = {"one\ntwo \xC3\xA9", 10},
};

static struct str written(const struct passage *p)
{
    struct buf b;
    struct str out, copy;

    buf_init(&b, 1 << 20);
    passage_write(p, &b);
    assert_int_equal(buf_finish(&b, &out, &err), OK);
    assert_int_equal(str_dup(out, &arena, &copy, &err), OK);
    buf_release(&b);
    return copy;
}

#define SAME(member) assert_true(str_eq(p.member, full.member))

static void what_is_written_is_read_back_member_by_member(void **state)
{
    struct passage p;

    (void)state;
    assert_int_equal(passage_read(written(&full), &arena, &p, &err), OK);
    SAME(document);
    SAME(fragment);
    SAME(pointer);
    SAME(last_pointer);
    SAME(title);
    SAME(heading[0]);
    SAME(heading[1]);
    SAME(heading_id);
    SAME(chapter);
    SAME(language);
    SAME(model);
    SAME(lexical_only);
    SAME(tags);
    SAME(text);
    assert_int_equal(p.version, 7);
    assert_int_equal(p.index, 41);
    assert_true(p.content == full.content);
    assert_true(p.is_json);
    assert_int_equal(p.n_headings, 2);
    assert_int_equal(p.first_line, 3);
    assert_int_equal(p.last_line, 9);
    assert_int_equal(p.begin, 0);
    assert_int_equal(p.end, 20);
    assert_int_equal(p.page, 2);
    assert_int_equal(p.overlap, 4);
}

static void what_is_empty_is_empty_again(void **state)
{
    const struct passage few = {.document = {"a", 1}};
    struct passage p;
    struct str bytes = written(&few);

    (void)state;
    assert_int_equal(passage_read(bytes, &arena, &p, &err), OK);
    assert_false(p.is_json);
    assert_int_equal(p.n_headings, 0);
    assert_int_equal(p.text.n, 0);
    assert_int_equal(p.lexical_only.n, 0);
    assert_true(str_eq(written(&p), bytes));
}

static void parts_have_headings_of_their_own(void **state)
{
    static const struct passage_part parts[] = {
        {.at = 0,
         .first_line = 3,
         .last_line = 4,
         .heading = {{"One", 3}, {"Two", 3}},
         .n_headings = 2,
         .heading_id = {"two", 3}},
        {.at = 4,
         .first_line = 6,
         .last_line = 9,
         .heading = {{"One", 3}, {"Three", 5}, {"Four", 4}},
         .n_headings = 3},
    };
    struct passage p, part;
    struct passage several = {.document = {"a", 1},
                              .heading = {{"One", 3}, {"Two", 3}},
                              .n_headings = 2,
                              .heading_id = {"two", 3},
                              .first_line = 3,
                              .last_line = 9,
                              .text = {"one\ntwo", 7},
                              .part = parts,
                              .n_parts = 2};
    struct str bytes = written(&several);

    (void)state;
    assert_int_equal(passage_read(bytes, &arena, &p, &err), OK);
    assert_int_equal(p.n_parts, 2);
    assert_true(str_eq(written(&p), bytes));
    part = passage_part_at(&p, 3);
    assert_true(str_is(part.text, "one"));
    assert_true(str_is(part.heading_id, "two"));
    part = passage_part_at(&p, 4);
    assert_true(str_is(part.text, "two"));
    assert_int_equal(part.first_line, 6);
    assert_int_equal(part.n_headings, 3);
    assert_true(str_is(part.heading[0], "One"));
    assert_true(str_is(part.heading[2], "Four"));
    assert_int_equal(part.heading_id.n, 0);
}

static void parts_have_the_page_that_they_begin_on(void **state)
{
    static const struct passage_part parts[] = {
        {.at = 0,
         .first_line = 30,
         .last_line = 31,
         .page = 4,
         .page_label = {"iv", 2}},
        {.at = 4, .first_line = 1, .last_line = 2, .page = 5},
    };
    struct passage p;
    const struct passage several = {.document = {"a", 1},
                                    .first_line = 30,
                                    .last_line = 33,
                                    .page = 4,
                                    .page_label = {"iv", 2},
                                    .text = {"one\ntwo", 7},
                                    .part = parts,
                                    .n_parts = 2};
    const struct str bytes = written(&several);
    char damaged[1024];
    struct str none;

    (void)state;
    assert_int_equal(passage_read(bytes, &arena, &p, &err), OK);
    assert_true(str_eq(written(&p), bytes));
    assert_int_equal(passage_part_at(&p, 0).page, 4);
    assert_int_equal(passage_part_at(&p, 5).page, 5);
    assert_int_equal(passage_part_at(&p, 5).first_line, 1);
    assert_true(str_is(passage_part_at(&p, 0).page_label, "iv"));
    assert_int_equal(passage_part_at(&p, 5).page_label.n, 0);
    none = (struct str){damaged, str_find(bytes, STR(",5]"))};
    memcpy(damaged, bytes.p, none.n);
    memcpy(damaged + none.n, bytes.p + none.n + 2, bytes.n - none.n - 2);
    none.n = bytes.n - 2;
    assert_int_equal(passage_read(none, &arena, &p, &err), ERR_INTERNAL);
}

static void damaged_parts_are_refused(void **state)
{
    static const char *const bad[] = {"[[0,1,2]]", "[[0,1,2,1,\"\"]]",
                                      "[[0,1,2,0,\"\"],[0,1,2,0,\"\"],3]",
                                      "[1]", "{}"};
    struct passage p;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        struct str bytes;

        assert_int_equal(str_printf(&arena, &bytes, &err,
                                    "{\"document\":\"a\",\"content\":"
                                    "\"0123456789abcdef\",\"parts\":%s}\nx",
                                    bad[i]),
                         OK);
        assert_int_equal(passage_read(bytes, &arena, &p, &err), ERR_INTERNAL);
    }
}

static void json_as_a_whole_is_still_json(void **state)
{
    const struct passage root = {.document = {"a", 1}, .is_json = true};
    struct passage p;

    (void)state;
    assert_int_equal(passage_read(written(&root), &arena, &p, &err), OK);
    assert_true(p.is_json);
    assert_int_equal(p.pointer.n, 0);
}

/* It is read as something or refused; nothing is read outside of it. */
static void bytes_that_are_cut_or_flipped_are_read_or_refused(void **state)
{
    const struct str bytes = written(&full);
    struct passage p;
    char *copy;

    (void)state;
    for (size_t n = 0; n < bytes.n; n++) {
        struct arena a;
        enum err rc;

        arena_init(&a, 1 << 20);
        copy = test_malloc(n + 1);
        memcpy(copy, bytes.p, n);
        rc = passage_read((struct str){copy, n}, &a, &p, &err);
        assert_true(rc == OK || rc == ERR_INTERNAL);
        assert_true(rc || n > str_find_char(bytes, '\n'));
        test_free(copy);
        arena_release(&a);
    }
    for (size_t i = 0; i < 8 * bytes.n; i++) {
        struct arena a;
        enum err rc;

        arena_init(&a, 1 << 20);
        copy = test_malloc(bytes.n);
        memcpy(copy, bytes.p, bytes.n);
        copy[i / 8] ^= (char)(1 << i % 8);
        rc = passage_read((struct str){copy, bytes.n}, &a, &p, &err);
        assert_true(rc == OK || rc == ERR_INTERNAL);
        assert_true(rc || p.overlap <= p.text.n);
        test_free(copy);
        arena_release(&a);
    }
}

static void members_of_another_kind_are_refused_or_none(void **state)
{
    static const char *const bad[] = {
        "",
        "\n",
        "{}\n",
        "[]\n",
        "{\"document\":\"a\"}\n",
        "{\"document\":1,\"content\":\"0000000000000000\"}\n",
        "{\"document\":\"a\",\"content\":\"000000000000000\"}\n",
        "{\"document\":\"a\",\"content\":\"000000000000000g\"}\n",
        "{\"document\":\"a\",\"content\":\"0000000000000000\",\"index\":-1}\n",
        "{\"document\":\"a\",\"content\":\"0000000000000000\",\"index\":1.5}\n",
        "{\"document\":\"a\",\"content\":\"0000000000000000\",\"lines\":[1]}\n",
        "{\"document\":\"a\",\"content\":\"0000000000000000\",\"lines\":{}}\n",
        "{\"document\":\"a\",\"content\":\"0000000000000000\",\"page\":1e99}\n",
        "{\"document\":\"a\",\"content\":\"0000000000000000\"}",
    };
    struct passage p;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(passage_read(str_from(bad[i]), &arena, &p, &err),
                         ERR_INTERNAL);
    assert_int_equal(
        passage_read(STR("{\"document\":\"a\",\"content\":\"0000000000000000\","
                         "\"headings\":7,\"overlap\":9}\nab"),
                     &arena, &p, &err),
        OK);
    assert_int_equal(p.n_headings, 0);
    assert_int_equal(p.overlap, 0);
}

static void an_id_is_of_document_place_content_and_pointer(void **state)
{
    struct passage p = full;
    const uint64_t id = passage_id(&full);
    char text[PASSAGE_ID_BYTES];

    (void)state;
    p.version = 8;
    p.title = STR("another");
    p.text = STR("");
    assert_true(passage_id(&p) == id);
    p = full;
    p.document = STR("a-2");
    assert_true(passage_id(&p) != id);
    p = full;
    p.index++;
    assert_true(passage_id(&p) != id);
    p = full;
    p.content++;
    assert_true(passage_id(&p) != id);
    p = full;
    p.fragment = STR("json=/z");
    assert_true(passage_id(&p) != id);
    passage_id_text(UINT64_C(0xAB), text);
    assert_string_equal(text, "00000000000000ab");
}

/* Kept in indexes that are there: another number is another PASSAGES version
 * in index.c. */
static void ids_are_the_same_in_every_build(void **state)
{
    char text[PASSAGE_ID_BYTES];

    (void)state;
    passage_id_text(passage_id(&full), text);
    assert_string_equal(text, "b3f049c022a88bdc");
}

static void texts_are_distinguished(void **state)
{
    const struct str one[] = {STR("ab"), STR("c")};
    const struct str other[] = {STR("a"), STR("bc")};

    (void)state;
    assert_true(passage_hash(one, 2) != passage_hash(other, 2));
    assert_true(passage_hash(one, 1) != passage_hash(one, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(what_is_written_is_read_back_member_by_member),
        FS_TEST(what_is_empty_is_empty_again),
        FS_TEST(parts_have_headings_of_their_own),
        FS_TEST(parts_have_the_page_that_they_begin_on),
        FS_TEST(damaged_parts_are_refused),
        FS_TEST(json_as_a_whole_is_still_json),
        FS_TEST(bytes_that_are_cut_or_flipped_are_read_or_refused),
        FS_TEST(members_of_another_kind_are_refused_or_none),
        FS_TEST(an_id_is_of_document_place_content_and_pointer),
        FS_TEST(ids_are_the_same_in_every_build),
        FS_TEST(texts_are_distinguished),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
