#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tables/postgres_url.h"

#include <stdlib.h>
#include <string.h>

static struct arena a;
static struct error e;

static int set_up(void **state)
{
    (void)state;
    arena_init(&a, 1 << 20);
    (void)setenv("HOME", "/nowhere", 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&a);
    return 0;
}

static void check(const struct postgres_url *u, const char *name,
                  const char *value)
{
    const char *is = postgres_url_find(u, name);

    if (!value)
        assert_null(is);
    else if (!is)
        fail_msg("there is no %s", name);
    else
        assert_string_equal(is, value);
}

static struct postgres_url parse(const char *url)
{
    struct postgres_url u;

    e = (struct error){0};
    if (postgres_url_parse(str_from(url), &a, &u, &e))
        fail_msg("%s: %s", url, e.msg);
    return u;
}

static void an_address_has_parts(void **state)
{
    struct postgres_url u =
        parse("postgres://reader:s3%40cret@localhost:5433/shop");

    (void)state;
    check(&u, "user", "reader");
    check(&u, "password", "s3@cret");
    check(&u, "host", "localhost");
    check(&u, "port", "5433");
    check(&u, "dbname", "shop");
    assert_true(str_is(u.shown, "postgres://reader@localhost:5433/shop"));
    assert_true(str_is(u.database, "shop"));
    u = parse("postgresql://[::1]:5433/shop");
    check(&u, "host", "::1");
    check(&u, "port", "5433");
    check(&u, "user", NULL);
    assert_true(str_is(u.shown, "postgres://[::1]:5433/shop"));
    u = parse("postgres:///shop?host=/run/postgresql");
    check(&u, "host", "/run/postgresql");
    assert_true(str_is(u.shown, "postgres:///shop"));
}

static void another_machine_is_verified_and_this_one_is_not(void **state)
{
    struct postgres_url u = parse("postgres://reader@db.example.org/shop");

    (void)state;
    check(&u, "sslmode", "verify-full");
    assert_non_null(postgres_url_find(&u, "sslrootcert"));
    u = parse("postgres://reader@10.0.0.7/shop?sslmode=require");
    check(&u, "sslmode", "require");
    check(&u, "sslrootcert", NULL);
    u = parse("postgres://reader@db/shop?sslrootcert=/etc/own.pem");
    check(&u, "sslmode", "verify-full");
    check(&u, "sslrootcert", "/etc/own.pem");
    u = parse("postgres://reader@localhost/shop");
    check(&u, "sslmode", NULL);
    u = parse("postgres://reader@localhost.example.org/shop");
    check(&u, "sslmode", "verify-full");
}

static void check_refused(const char *url, const char *why)
{
    struct postgres_url u;

    e = (struct error){0};
    assert_int_equal(postgres_url_parse(str_from(url), &a, &u, &e),
                     ERR_VALIDATION_FAILED);
    if (!strstr(e.msg, why))
        fail_msg("%s: %s", url, e.msg);
    assert_null(strstr(e.msg, "s3cret"));
}

static void what_is_not_known_is_refused_and_no_password_is_quoted(void **state)
{
    (void)state;
    check_refused("postgres://r:s3cret@h/d?options=-c%20x", "'options'");
    check_refused("postgres://r:s3cret@h/d?service=x", "'service'");
    check_refused("postgres://r@h/d?password=s3cret", "as a parameter");
    check_refused("postgres://r:s3cret@h1,h2/d", "several servers");
    check_refused("postgres://r:s3cret%zz@h/d", "hexadecimal");
    check_refused("postgres://r:s3cret%00@h/d", "hexadecimal");
    check_refused("mysql://r:s3cret@h/d", "postgres://");
}

static void check_taken(const char *given, const char *left,
                        const char *password)
{
    char url[128] = "";
    struct str taken;

    memcpy(url, given, strlen(given));
    assert_int_equal(postgres_url_take_password(url, &a, &taken, &e), OK);
    assert_string_equal(url, left);
    if (!str_is(taken, password))
        fail_msg("%s: %.*s", given, STR_FMT(taken));
    for (size_t i = strlen(left); i < sizeof(url); i++)
        assert_int_equal(url[i], '\0');
}

static void a_password_is_taken_out_of_an_argument(void **state)
{
    (void)state;
    check_taken("postgres://r:s3%3Acret@h:1/d?sslmode=require",
                "postgres://r@h:1/d?sslmode=require", "s3:cret");
    check_taken("postgres://r:a@b@h/d", "postgres://r@h/d", "a@b");
    check_taken("postgres://r@h:5432/d", "postgres://r@h:5432/d", "");
    check_taken("postgres://h:5432/d", "postgres://h:5432/d", "");
    check_taken("a question: who @home?", "a question: who @home?", "");
}

static void an_address_says_which_tables_are_meant(void **state)
{
    struct postgres_url u;

    (void)state;
    assert_int_equal(
        postgres_url_parse(
            STR("postgres://r:a#b@h/d?sslmode=require#s%20a.*,t"), &a, &u, &e),
        OK);
    assert_true(str_is(u.only, "s a.*,t"));
    assert_true(str_is(u.database, "d"));
    assert_string_equal(postgres_url_find(&u, "password"), "a#b");
    assert_true(str_is(u.shown, "postgres://r@h/d"));
    assert_false(u.allows_writable);
}

static void check_kept(const char *url, bool writable, const char *kept)
{
    struct str out = {0};

    assert_int_equal(postgres_url_keep(str_from(url), writable, &a, &out, &e),
                     OK);
    if (!str_is(out, kept))
        fail_msg("%s: %.*s", url, STR_FMT(out));
}

static void check_not_kept(const char *url, const char *says)
{
    struct str out = {0};

    assert_int_equal(postgres_url_keep(str_from(url), false, &a, &out, &e),
                     ERR_VALIDATION_FAILED);
    if (!strstr(e.msg, says) || strstr(e.msg, "s3cret"))
        fail_msg("%s: %s", url, e.msg);
}

static void an_address_that_is_kept_has_no_password(void **state)
{
    struct postgres_url u;

    (void)state;
    check_kept("postgres://r@h/d#s.*", false, "postgres://r@h/d#s.*");
    check_kept("postgres://r@h/d#s.*", true,
               "postgres://r@h/d?allow_writable_role=yes#s.*");
    check_kept("postgres://r@h/d?sslmode=require", true,
               "postgres://r@h/d?sslmode=require&allow_writable_role=yes");
    check_not_kept("postgres://r:s3cret@h/d", "~/.pgpass");
    check_not_kept("postgres://r@h/d?sslrootcert=ca.pem", "'sslrootcert'");
    assert_int_equal(
        postgres_url_parse(STR("postgres://r@h/d?allow_writable_role=yes"), &a,
                           &u, &e),
        OK);
    assert_true(u.allows_writable);
}

static void only_addresses_are_taken_for_one(void **state)
{
    (void)state;
    assert_true(postgres_url_fits(STR("postgres://h/d")));
    assert_true(postgres_url_fits(STR("postgresql://h/d")));
    assert_false(postgres_url_fits(STR("postgres.csv")));
    assert_false(postgres_url_fits(STR("in/postgres://h/d")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_has_parts),
        cmocka_unit_test(another_machine_is_verified_and_this_one_is_not),
        cmocka_unit_test(
            what_is_not_known_is_refused_and_no_password_is_quoted),
        cmocka_unit_test(a_password_is_taken_out_of_an_argument),
        cmocka_unit_test(an_address_says_which_tables_are_meant),
        cmocka_unit_test(an_address_that_is_kept_has_no_password),
        cmocka_unit_test(only_addresses_are_taken_for_one),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
