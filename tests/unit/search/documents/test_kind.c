#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/documents/kind.h"

#include <string.h>

static enum kind_reader reader(const char *name, struct str head)
{
    return kind_of(str_from(name), head).reader;
}

static void the_suffix_says_who_reads_a_file(void **state)
{
    (void)state;
    assert_int_equal(reader("a/B.MD", STR("x")), KIND_SECTIONS);
    assert_int_equal(reader("a.html", STR("x")), KIND_SECTIONS);
    assert_int_equal(reader("a.csv", STR("x")), KIND_TABLE);
    assert_int_equal(reader("a.csv.gz", STR("\x1f\x8b")), KIND_TABLE);
    assert_int_equal(reader("a.jsonl", STR("{}")), KIND_TABLE);
    assert_int_equal(reader("a.json", STR("{}")), KIND_JSON);
}

static void a_pdf_is_one_by_its_name_or_its_bytes(void **state)
{
    (void)state;
    assert_string_equal(kind_of(STR("a.PDF"), STR("x")).format, "pdf");
    assert_string_equal(kind_of(STR("a.bin"), STR("%PDF-1.7\n\xe2")).format,
                        "pdf");
    assert_int_equal(reader("a.bin", STR("\x01PDF-1.7")), KIND_NONE);
}

static void a_database_is_one_by_its_bytes(void **state)
{
    const struct str sqlite = {"SQLite format 3\0\x10", 17};
    const struct str duckdb = {"12345678DUCK\0\0\0\0", 16};

    (void)state;
    assert_int_equal(reader("a.db", sqlite), KIND_TABLE);
    assert_int_equal(reader("a.sqlite.gz", STR("\x1f\x8b")), KIND_TABLE);
    assert_int_equal(reader("a.ddb", duckdb), KIND_TABLE);
    assert_int_equal(reader("backup", sqlite), KIND_TABLE);
    assert_int_equal(reader("Thumbs.db", STR("\xd0\xcf\x11\xe0\xa1\xb1")),
                     KIND_NONE);
    assert_int_equal(reader("a.db-wal", STR("\x37\x7f\x06\x82")), KIND_NONE);
    assert_string_not_equal(kind_of(STR("a.db-wal"), STR("x")).refusal,
                            kind_of(STR("a.db"), STR("\1")).refusal);
}

static void what_nothing_reads_is_refused_with_advice(void **state)
{
    struct kind k = kind_of(STR("a.doc"), STR("x"));

    (void)state;
    assert_int_equal(k.reader, KIND_NONE);
    assert_non_null(k.refusal);
    assert_int_equal(reader("a.7z", STR("7z\xbc\xaf\x27\x1c")), KIND_NONE);
    assert_int_equal(reader("a.svgz", STR("\x1f\x8b\x08")), KIND_NONE);
    assert_int_equal(reader("a.png", STR("\x89PNG\r\n\x1a\n")), KIND_SECTIONS);
}

static void what_is_packed_is_of_the_kind_that_its_name_says(void **state)
{
    const struct str gzip = STR("\x1f\x8b\x08");
    struct kind k = kind_of(STR("a.md.gz"), gzip);

    (void)state;
    assert_true(k.is_packed);
    assert_string_equal(k.format, "markdown");
    k = kind_of(STR("a.tgz"), gzip);
    assert_true(k.is_packed);
    assert_string_equal(k.members, "tar");
    k = kind_of(STR("a.gz"), gzip);
    assert_true(k.is_packed);
    assert_string_equal(k.format, "text");
    assert_false(kind_of(STR("a.csv.gz"), gzip).is_packed);
    assert_false(kind_of(STR("a.tar.gz"), STR("a/b")).is_packed);
}

static void an_archive_holds_others(void **state)
{
    char head[512] = "a";

    (void)state;
    memcpy(head + 257, "ustar", 5);
    assert_string_equal(kind_of(STR("a.ZIP"), STR("PK")).members, "zip");
    assert_string_equal(kind_of(STR("a"), (struct str){head, 512}).members,
                        "tar");
    assert_string_equal(kind_of(STR("a.docx"), STR("PK\3\4")).members,
                        "package");
    assert_string_equal(kind_of(STR("a.odt"), STR("PK\3\4")).members,
                        "package");
    assert_null(kind_of(STR("a.epub"), STR("PK\3\4")).members);
}

static void a_name_that_says_nothing_is_text_when_its_bytes_are(void **state)
{
    (void)state;
    assert_int_equal(reader("LICENSE", STR("Permission is")), KIND_SECTIONS);
    assert_int_equal(reader("a.c", STR("int main(void)\n")), KIND_SECTIONS);
    assert_int_equal(reader("utf16", STR("\xff\xfe"
                                         "a\0b\0")),
                     KIND_SECTIONS);
    assert_int_equal(reader("blob", STR("ab\0cd")), KIND_NONE);
}

static void sources_are_text_that_is_no_prose(void **state)
{
    (void)state;
    assert_true(kind_of(STR("a/site.CSS"), STR("p {}")).is_source);
    assert_true(kind_of(STR("search.js"), STR("f()")).is_source);
    assert_int_equal(reader("search.js", STR("f()")), KIND_SECTIONS);
    assert_false(kind_of(STR("notes"), STR("f()")).is_source);
    assert_false(kind_of(STR("notes.txt"), STR("f()")).is_source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pdf_is_one_by_its_name_or_its_bytes),
        cmocka_unit_test(what_is_packed_is_of_the_kind_that_its_name_says),
        cmocka_unit_test(an_archive_holds_others),
        cmocka_unit_test(sources_are_text_that_is_no_prose),
        cmocka_unit_test(the_suffix_says_who_reads_a_file),
        cmocka_unit_test(a_database_is_one_by_its_bytes),
        cmocka_unit_test(what_nothing_reads_is_refused_with_advice),
        cmocka_unit_test(a_name_that_says_nothing_is_text_when_its_bytes_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
