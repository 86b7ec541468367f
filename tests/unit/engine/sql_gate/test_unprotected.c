/*
 * test_unprotected.c - no isolation layer is active: is what the list refuses
 * an attack at all?
 *
 * A list of harmless statements would prove nothing about the layers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gate_list.h"

static unsigned done, failed;

static void run_anyway(struct fixture *fixture, const struct gate_item *item)
{
    struct error e = {0};
    uint64_t rows;

    if (!gate_item_in_sample(item))
        return;
    /* these would wait, or never end, or end the engine */
    if (str_find(item->sql, STR("RECURSIVE n")) < item->sql.n ||
        str_find(item->sql, STR("sleep")) < item->sql.n ||
        gate_item_ends_engine(item) ||
        str_find(item->sql, STR("://")) < item->sql.n ||
        str_find(item->sql, STR("\\\\host")) < item->sql.n ||
        str_find(item->sql, STR("httpfs")) < item->sql.n)
        return;
    if (fixture_run(fixture, item->sql, &rows, &e) == OK)
        done++;
    else
        failed++;
    if (!str_starts(item->sql, STR("SELECT")))
        fixture_renew(fixture); /* what it changed must not hinder the next */
}

static void the_attacks_work_unprotected(void **state)
{
    struct fixture *fixture = *state;
    uint64_t before = fixture_fingerprint();

    (void)gate_list_each(fixture, "refuse.sql", run_anyway);
    print_message("with no isolation layer %u attacks run, %u fail\n", done,
                  failed);
    assert_true(done >= (nightly() ? 100 : 30));
    assert_true(fixture_fingerprint() != before);
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_attacks_work_unprotected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
