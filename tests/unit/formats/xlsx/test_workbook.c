#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/package/book.h"
#include "formats/xlsx/workbook.h"

static struct arena a;

static enum err read_book(struct book *b, struct workbook *w, struct error *e)
{
    int fd = book_close(b);
    struct unzip *u = NULL;
    enum err rc = unzip_open(fd, &u, e);

    if (!rc)
        rc = workbook_read(u, &a, w, e);
    unzip_close(u);
    (void)close(fd);
    return rc;
}

static void put_relations(struct book *b, const char *part, const char *body)
{
    struct buf t;

    buf_init(&t, MAX_ZIP);
    buf_printf(&t, "<Relationships xmlns='%s'>%s</Relationships>", PACKAGE,
               body);
    book_put(b, part, buf_str(&t));
    buf_release(&t);
}

static void sheets_keep_their_order_state_and_kind(void **state)
{
    struct workbook w = {0};
    struct error e;
    struct book b;

    (void)state;
    book_init(&b);
    put_relations(&b, "_rels/.rels",
                  "<Relationship Id='1' Type='x/officeDocument' "
                  "Target='/book/main.xml'/>");
    put_relations(&b, "book/_rels/main.xml.rels",
                  "<Relationship Id='1' Type='x/worksheet' "
                  "Target='../a/./s.xml'/><Relationship Id='2' "
                  "Type='x/chartsheet' Target='c.xml'/><Relationship Id='3' "
                  "Type='x/dialogsheet' Target='d.xml'/><Relationship Id='4' "
                  "Type='x/worksheet' Target='http://x' "
                  "TargetMode='External'/>");
    book_add(&b, "book/main.xml",
             "<workbook xmlns='" STRICT "' xmlns:r='http://purl.oclc.org/ooxml/"
             "officeDocument/relationships'><workbookPr date1904='true'/>"
             "<sheets><sheet name='B &amp; C' r:id='1'/><sheet name='D' "
             "state='hidden' r:id='2'/><sheet name='E' state='veryHidden' "
             "r:id='3'/><sheet name='F' r:id='4'/></sheets></workbook>");
    assert_int_equal(read_book(&b, &w, &e), OK);
    if (!w.sheets) {
        fail();
        return;
    }
    assert_int_equal(w.n, 4);
    assert_true(w.date1904);
    assert_true(str_is(w.sheets[0].name, "B & C"));
    assert_true(str_is(w.sheets[0].part, "a/s.xml"));
    assert_int_equal(w.sheets[1].state, WORKBOOK_HIDDEN);
    assert_int_equal(w.sheets[1].kind, WORKBOOK_CHART);
    assert_int_equal(w.sheets[2].state, WORKBOOK_VERY_HIDDEN);
    assert_int_equal(w.sheets[2].kind, WORKBOOK_OTHER);
    assert_int_equal(w.sheets[3].part.n, 0);
    assert_int_equal(w.styles.n, 0);
}

static void a_package_without_relations_has_its_usual_workbook(void **state)
{
    struct workbook w = {0};
    struct error e;
    struct book b;

    (void)state;
    book_init(&b);
    book_add(&b, "xl/workbook.xml",
             "<workbook><sheets><sheet name='A'/></sheets></workbook>");
    assert_int_equal(read_book(&b, &w, &e), OK);
    assert_int_equal(w.n, 1);
}

static void what_is_no_workbook_is_refused(void **state)
{
    static const char *const bad[] = {
        "<workbook/>", "<styles><sheets><sheet name='a'/></sheets></styles>",
        "<workbook><sheets><sheet/></sheets></workbook>", "text", ""};
    struct workbook w = {0};
    struct error e;
    struct book b;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        book_init(&b);
        book_add(&b, "xl/workbook.xml", bad[i]);
        assert_int_equal(read_book(&b, &w, &e), ERR_FILE_READ_FAILED);
    }
    book_init(&b);
    book_add(&b, "other", "");
    assert_int_equal(read_book(&b, &w, &e), ERR_FILE_READ_FAILED);
}

static void a_path_above_the_package_stays_in_it(void **state)
{
    struct workbook w = {0};
    struct error e;
    struct book b;

    (void)state;
    book_init(&b);
    put_relations(&b, "_rels/.rels",
                  "<Relationship Id='1' Type='x/officeDocument' "
                  "Target='../../../etc/book.xml'/>");
    book_add(&b, "etc/book.xml",
             "<workbook><sheets><sheet name='A'/></sheets></workbook>");
    assert_int_equal(read_book(&b, &w, &e), OK);
}

static int setup(void **state)
{
    (void)state;
    arena_init(&a, (size_t)1 << 24);
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
        cmocka_unit_test(sheets_keep_their_order_state_and_kind),
        cmocka_unit_test(a_package_without_relations_has_its_usual_workbook),
        cmocka_unit_test(what_is_no_workbook_is_refused),
        cmocka_unit_test(a_path_above_the_package_stays_in_it),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
