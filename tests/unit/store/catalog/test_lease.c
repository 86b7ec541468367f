/* Leases, of a home's files and of a store's rows. */
#include "catalog_fixture.h"

#include "base/clock.h"
#include "store/catalog/lease.h"
#include "store/catalog/store_news.h"

#include <stdatomic.h>
#include <time.h>

static struct lease_place place(const char *id)
{
    return (struct lease_place){.store = home.store,
                                .file = in("home/leased"),
                                .kind = "kind",
                                .id = str_from(id),
                                .shown = "it"};
}

static void a_lease_is_had_by_one(void **state)
{
    const struct lease_place p = place("1");
    struct lease one = LEASE_NONE;
    struct lease two = LEASE_NONE;

    (void)state;
    assert_ok(lease_open(&p, 0, &one, &err));
    assert_true(lease_is_held(&one));
    assert_ok(lease_try(&p, &two, &err));
    assert_false(lease_is_held(&two));
    assert_int_equal(lease_open(&p, 30, &two, &err), ERR_TIMEOUT);
    assert_ok(lease_check(&one, &err));
    lease_close(&one);
    assert_false(lease_is_held(&one));
    assert_ok(lease_open(&p, 1000, &two, &err));
    lease_close(&two);
    lease_close(&two);
}

static void other_leases_are_not_in_the_way(void **state)
{
    const struct lease_place p = place("1");
    const struct lease_place other = place("2");
    struct lease one = LEASE_NONE;
    struct lease two = LEASE_NONE;

    (void)state;
    if (!home.store)
        skip(); /* there the file decides */
    assert_ok(lease_open(&p, 0, &one, &err));
    assert_ok(lease_open(&other, 0, &two, &err));
    lease_close(&one);
    lease_close(&two);
}

/* ---- holders that are not this program ---- */

static void run(const char *sql)
{
    assert_ok(db_exec(registry.db, sql, &err));
}

static bool is_taken(void)
{
    const struct lease_place p = place("1");
    struct lease l = LEASE_NONE;
    bool taken;

    assert_ok(lease_try(&p, &l, &err));
    taken = lease_is_held(&l);
    lease_close(&l);
    return taken;
}

static void what_a_living_program_has_is_not_taken(void **state)
{
    (void)state;
    if (!home.store)
        skip();
    run("INSERT INTO lease VALUES ('kind/1', 's', 'h');"
        "INSERT INTO lease_holder VALUES"
        " ('h', clock_timestamp() + interval '1 minute')");
    assert_false(is_taken());
    run("UPDATE lease_holder SET server = 'another', pid = 1, began = now()"
        " WHERE id = 'h'"); /* of which this one knows no sessions */
    assert_false(is_taken());
}

static void what_a_dead_program_had_is_taken(void **state)
{
    (void)state;
    if (!home.store)
        skip();
    run("INSERT INTO lease VALUES ('kind/1', 's', 'h')"); /* nothing of it */
    assert_true(is_taken());
    run("INSERT INTO lease VALUES ('kind/1', 's', 'h');"
        "INSERT INTO lease_holder VALUES"
        " ('h', clock_timestamp() - interval '1 second')"); /* no word */
    assert_true(is_taken());
    run("INSERT INTO lease VALUES ('kind/1', 's', 'h');"
        "UPDATE lease_holder SET until = clock_timestamp() + interval '1 hour',"
        " server = pg_postmaster_start_time()::text, pid = pg_backend_pid(),"
        " began = now() - interval '1 day' WHERE id = 'h'"); /* no session */
    assert_true(is_taken());
}

static void who_lost_a_lease_is_told_before_it_publishes(void **state)
{
    const struct lease_place p = place("1");
    struct lease l = LEASE_NONE;

    (void)state;
    if (!home.store)
        skip();
    assert_ok(lease_open(&p, 0, &l, &err));
    assert_ok(lease_check(&l, &err));
    run("UPDATE lease SET serial = 'of another' WHERE name = 'kind/1'");
    assert_int_equal(lease_check(&l, &err), ERR_CONFLICT);
    assert_ok(db_begin_write(registry.db, &err));
    assert_int_equal(lease_fence(&l, registry.db, &err), ERR_CONFLICT);
    assert_int_equal(db_end(registry.db, ERR_CONFLICT, &err), ERR_CONFLICT);
    lease_close(&l);
    run("DELETE FROM lease WHERE serial = 'of another'");
}

/* Its holder is dead to all meanwhile, as if it had been cut off after it asked. */
static void nobody_takes_a_lease_during_what_it_fences(void **state)
{
    const struct lease_place p = place("1");
    struct lease l = LEASE_NONE;

    (void)state;
    if (!home.store)
        skip();
    assert_ok(lease_open(&p, 0, &l, &err));
    assert_ok(db_begin_write(registry.db, &err));
    assert_ok(lease_fence(&l, registry.db, &err));
    run("UPDATE lease_holder SET until = clock_timestamp()");
    assert_false(is_taken());
    assert_ok(db_end(registry.db, OK, &err));
    lease_close(&l);
    assert_true(is_taken());
}

static void it_is_known_whether_any_of_a_kind_is_held(void **state)
{
    const struct lease_place p = place("1");
    struct lease l = LEASE_NONE;
    bool any = true;

    (void)state;
    if (!home.store)
        skip();
    assert_ok(lease_any(registry.db, "kind", &any, &err));
    assert_false(any);
    assert_ok(lease_open(&p, 0, &l, &err));
    assert_ok(lease_any(registry.db, "kind", &any, &err));
    assert_true(any);
    assert_ok(lease_any(registry.db, "kin", &any, &err));
    assert_false(any);
    lease_close(&l);
}

/* ---- news ---- */

static void count(void *ctx)
{
    (void)atomic_fetch_add((atomic_int *)ctx, 1);
}

static bool comes(const atomic_int *n, int at_least)
{
    const uint64_t end_ms = clock_ms() + 20000;
    const struct timespec pause = {.tv_nsec = 1000000};

    while (atomic_load(n) < at_least && clock_ms() < end_ms)
        (void)nanosleep(&pause, NULL);
    return atomic_load(n) >= at_least;
}

static void what_others_change_is_heard_also_on_a_new_connection(void **state)
{
    struct store_news *news = NULL;
    atomic_int n = 0;

    (void)state;
    if (!home.store)
        skip();
    assert_ok(store_news_open(home.store, count, &n, &news, &err));
    run("INSERT INTO bound_tool VALUES ('t', 'x', 'b', 'p', 1, 'now')");
    assert_true(comes(&n, 1));
    run("SELECT pg_terminate_backend(o.pid::int) FROM lease_holder o");
    assert_ok(db_run(registry.db, "DELETE FROM bound_tool", DB_NO_ARGS, &err));
    for (int i = 0; i < 50 && atomic_load(&n) < 2; i++) {
        struct timespec pause = {.tv_nsec = 100000000};

        (void)nanosleep(&pause, NULL); /* until it is open again */
        run("INSERT INTO bound_tool VALUES ('t', 'x', 'b', 'p', 1, 'now')"
            " ON CONFLICT (name) DO UPDATE SET enabled = 0");
    }
    assert_true(comes(&n, 2));
    store_news_close(news);
}

static void a_home_has_no_news(void **state)
{
    struct store_news *news = NULL;

    (void)state;
    assert_ok(store_news_open(NULL, count, NULL, &news, &err));
    assert_null(news);
    store_news_close(news);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(a_lease_is_had_by_one),
        BASE_TEST(other_leases_are_not_in_the_way),
        BASE_TEST(what_a_living_program_has_is_not_taken),
        BASE_TEST(what_a_dead_program_had_is_taken),
        BASE_TEST(who_lost_a_lease_is_told_before_it_publishes),
        BASE_TEST(nobody_takes_a_lease_during_what_it_fences),
        BASE_TEST(it_is_known_whether_any_of_a_kind_is_held),
        BASE_TEST(what_others_change_is_heard_also_on_a_new_connection),
        BASE_TEST(a_home_has_no_news),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
