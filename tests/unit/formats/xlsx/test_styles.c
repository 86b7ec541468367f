#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/package/book.h"
#include "formats/xlsx/styles.h"

static struct arena a;

static enum err read_styles(const char *xml, struct styles *s, struct error *e)
{
    struct unzip *u = NULL;
    struct book b;
    enum err rc;
    int fd;

    book_init(&b);
    book_add(&b, "s.xml", xml);
    fd = book_close(&b);
    assert_int_equal(unzip_open(fd, &u, e), OK);
    rc = styles_read(u, STR("s.xml"), &a, s, e);
    unzip_close(u);
    (void)close(fd);
    return rc;
}

static void a_style_has_its_own_format_or_a_known_one(void **state)
{
    struct styles s;
    struct error e;

    (void)state;
    assert_int_equal(
        read_styles("<styleSheet><numFmts><numFmt numFmtId='170' "
                    "formatCode='[h]:mm'/><numFmt numFmtId='14' "
                    "formatCode='0.0'/><numFmt numFmtId='3'/></numFmts>"
                    "<cellStyleXfs><xf numFmtId='9'/></cellStyleXfs><cellXfs>"
                    "<xf/><xf numFmtId='170'/><xf numFmtId='14'/>"
                    "<xf numFmtId='22'/><xf numFmtId='999'/>"
                    "<xf numFmtId='99999999999999999999'/><other/></cellXfs>"
                    "</styleSheet>",
                    &s, &e),
        OK);
    assert_int_equal(s.n, 6);
    assert_int_equal(s.list[0].format, FORMAT_NUMBER);
    assert_int_equal(s.list[1].format, FORMAT_DURATION);
    assert_true(str_is(s.list[2].code, "0.0"));
    assert_int_equal(s.list[3].format, FORMAT_DATETIME);
    assert_int_equal(s.list[4].code.n, 0);
    assert_int_equal(s.list[5].format, FORMAT_NUMBER);
}

static void a_workbook_may_have_no_styles(void **state)
{
    struct styles s;
    struct error e;

    (void)state;
    assert_int_equal(read_styles("<styleSheet/>", &s, &e), OK);
    assert_int_equal(s.n, 0);
    assert_int_equal(read_styles("<styleSheet>", &s, &e), ERR_FILE_READ_FAILED);
}

static int setup(void **state)
{
    (void)state;
    arena_init(&a, (size_t)1 << 20);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&a);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_style_has_its_own_format_or_a_known_one),
        cmocka_unit_test(a_workbook_may_have_no_styles),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
