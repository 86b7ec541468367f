#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "book.h"
#include "formats/package/part.h"

static struct arena a;

static void relations_are_found_by_id_and_by_type(void **state)
{
    struct part_relations r;
    struct unzip *u = NULL;
    struct error e;
    struct book b;
    int fd;

    (void)state;
    book_init(&b);
    book_add(&b, "x/_rels/y.xml.rels",
             "<Relationships xmlns='" PACKAGE "'>"
             "<Relationship Id='1' Type='a/one' Target='z\\w.xml'/>"
             "<Relationship Id='2' Type='two' Target='/abs.xml'/>"
             "<Relationship Id='3' Type='a/one' Target='../../up.xml'/>"
             "<Relationship Id='4' Type='a/out' Target='u' "
             "TargetMode='External'/><Relationship Id='5'/>"
             "</Relationships>");
    fd = book_close(&b);
    assert_int_equal(unzip_open(fd, &u, &e), OK);
    assert_int_equal(part_relations_read(u, STR("x/y.xml"), &a, &r, &e), OK);
    assert_int_equal(r.n, 3);
    assert_true(str_is(part_relation_find(&r, STR("1"))->target, "x/z/w.xml"));
    assert_true(str_is(part_relation_find(&r, STR("3"))->target, "up.xml"));
    assert_true(
        str_is(part_relation_of_type(&r, STR("two"))->target, "abs.xml"));
    assert_null(part_relation_find(&r, STR("4")));
    assert_null(part_relation_of_type(&r, STR("three")));
    assert_int_equal(part_relations_read(u, STR("none.xml"), &a, &r, &e), OK);
    assert_int_equal(r.n, 0);
    unzip_close(u);
    (void)close(fd);
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
        cmocka_unit_test(relations_are_found_by_id_and_by_type),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
