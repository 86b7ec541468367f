#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/package/book.h"
#include "formats/package/package_kind.h"
#include "formats/xlsx/xlsx.h"

/* Refused with a message that names it; the descriptor is closed. */
static void refused(int fd, const char *name)
{
    struct xlsx *x = NULL;
    struct error e;

    assert_int_equal(xlsx_open(fd, NULL, &x, &e), ERR_FILE_READ_FAILED);
    if (!strstr(e.msg, name))
        fail_msg("'%s' is not in '%s'", name, e.msg);
    (void)close(fd);
}

/* An OLE file whose directory has this stream. */
static int ole(const char *stream)
{
    static const char magic[] = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
    char bytes[2048] = {0};
    size_t n = strlen(stream);

    memcpy(bytes, magic, 8);
    for (size_t i = 0; i < n; i++)
        bytes[1024 + 2 * i] = stream[i];
    bytes[1024 + 64] = (char)(2 * (n + 1));
    bytes[1024 + 66] = 2;
    return book_file((struct str){bytes, sizeof(bytes)});
}

static int package(const char *part, const char *text)
{
    struct book b;

    book_init(&b);
    book_add(&b, part, text);
    return book_close(&b);
}

static void old_formats_are_named(void **state)
{
    (void)state;
    refused(ole("EncryptedPackage"), "encrypted with a password");
    refused(ole("WordDocument"), "old Office file");
    refused(book_file((struct str){"\x09\x00\x04\x00\x02\x00\x10\x00", 8}),
            ".xls;");
}

static void other_packages_are_named(void **state)
{
    (void)state;
    refused(package("mimetype", "application/vnd.oasis.opendocument.text"),
            "OpenDocument text");
    refused(package("word/document.xml", ""), ".docx");
    refused(package("ppt/presentation.xml", ""), ".pptx");
    refused(package("a.csv", "1,2"), "zip archive");
}

static void other_files_are_named(void **state)
{
    (void)state;
    refused(book_file(STR("")), "empty");
    refused(book_file(STR("a,b\n1,2\n")), "not a zip package");
    refused(book_file(STR("%PDF-1.7")), "PDF");
    refused(book_file(STR("<?xml version='1.0'?><?mso-application "
                          "progid=\"Excel.Sheet\"?>")),
            "XML Spreadsheet 2003");
    refused(book_file(STR("<html><p>")), "web page");
    refused(book_file(STR("<div><table>")), "web page");
    refused(book_file(STR("<!DOCTYPE html><p>")), "web page");
    refused(book_file(STR("PK\3\4 and nothing more")), "damaged");
}

static void the_first_bytes_tell_who_reads_a_file(void **state)
{
    (void)state;
    assert_true(package_is_binary(STR("PK\3\4....")));
    assert_true(package_is_binary(STR("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")));
    assert_false(package_is_binary(STR("PKcode,x")));
    assert_false(package_is_binary(STR("a,b")));
    assert_false(package_is_binary(STR("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_formats_are_named),
        cmocka_unit_test(other_packages_are_named),
        cmocka_unit_test(other_files_are_named),
        cmocka_unit_test(the_first_bytes_tell_who_reads_a_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
