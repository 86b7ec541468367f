#include "bases_fixture.h"

#include "base/clock.h"
#include "search/index/index.h"
#include "search/index/indexed_passage.h"
#include "search/index/work.h"
#include "search/settings/settings.h"

static struct base base;

static int begin(void **state)
{
    if (set_up_bases(state))
        return -1;
    base = BASE_NONE;
    open_base(&base, "b");
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db,
                     settings_set(&base, STR("embedding"), STR("none"), &err),
                     &err));
    return 0;
}

static int end(void **state)
{
    base_close(&base);
    return tear_down_bases(state);
}

static struct index_worked work(const struct index_work *how)
{
    struct index_work w = *how;
    struct index_worked done;

    w.base = &base;
    w.tables = tables;
    assert_ok(index_work(&w, &done, &err));
    return done;
}

static void remove_document(const char *name)
{
    const struct str document = str_from(name);
    const struct bases_removal r = {.base = STR("b"),
                                    .documents = &document,
                                    .n = 1,
                                    .author = STR("test")};

    assert_ok(bases_remove(bases, &r, fresh(), &err));
}

static void removals_alone_leave_the_rest_for_later(void **state)
{
    struct lease lock = LEASE_NONE;
    struct index_worked done;

    (void)state;
    done = work(&(struct index_work){0});
    assert_int_equal(done.documents, 3);
    assert_int_equal(done.left, 0);
    edit("b", "/d.json/n", "5");
    assert_ok(index_lock(&base, 0, &lock, &err));
    remove_document("setup.md"); /* finds another indexer, and leaves it */
    lease_close(&lock);
    done = work(&(struct index_work){.only_removals = true});
    assert_int_equal(done.removed, 1);
    assert_int_equal(done.documents, 0);
    assert_int_equal(done.left, 1);
    done = work(&(struct index_work){0});
    assert_int_equal(done.documents, 1);
    assert_int_equal(done.left, 0);
}

static void who_cancels_keeps_the_jobs(void **state)
{
    static const atomic_bool cancel = true;
    const struct index_work w = {
        .base = &base, .tables = tables, .cancel = &cancel};
    struct index_worked done;

    (void)state;
    assert_int_equal(index_work(&w, &done, &err), ERR_TIMEOUT);
    assert_int_equal(done.documents, 0);
    done = work(&(struct index_work){0});
    assert_int_equal(done.documents, 3);
}

static void another_indexer_is_left_at_work(void **state)
{
    struct lease lock = LEASE_NONE;
    struct index_worked done;

    (void)state;
    assert_ok(index_lock(&base, 0, &lock, &err));
    done = work(&(struct index_work){0});
    assert_true(done.is_busy);
    assert_int_equal(done.documents, 0);
    lease_close(&lock);
    done = work(&(struct index_work){0});
    assert_false(done.is_busy);
    assert_int_equal(done.documents, 3);
}

static void note(void *ctx, uint64_t done, uint64_t total)
{
    unsigned *times = ctx;

    assert_int_equal(done, *times);
    assert_true(done <= total);
    *times += 1;
}

static void each_document_is_reported_before_it_is_made(void **state)
{
    unsigned times = 0;

    (void)state;
    (void)work(&(struct index_work){.report = note, .ctx = &times});
    assert_int_equal(times, 3);
}

static void a_lost_index_is_made_again(void **state)
{
    uint64_t bytes = 0;

    (void)state;
    (void)work(&(struct index_work){0});
    assert_ok(index_verify(&base, &bytes, &err));
    assert_true(bytes > 0);
    assert_ok(index_clear(&base, &err));
    assert_ok(index_verify(&base, &bytes, &err));
    assert_int_equal(bytes, 0);
    assert_int_equal(work(&(struct index_work){0}).documents, 3);
}

static void a_damaged_index_is_made_again(void **state)
{
    uint64_t bytes = 0;
    const char *manifest;

    (void)state;
    (void)work(&(struct index_work){0});
    manifest = in_base("b", "index/manifest");
    flip(manifest, size_of(manifest) / 2);
    assert_int_equal(index_verify(&base, &bytes, &err), ERR_INTERNAL);
    assert_int_equal(work(&(struct index_work){0}).documents, 3);
    assert_ok(index_verify(&base, &bytes, &err));
}

static void a_table_of_any_format_and_prose_are_indexed(void **state)
{
    (void)state;
    write_file("t.tsv", "id\tnote\n"
                        "1\tThe walrus sleeps on the ice of the northern sea\n"
                        "2\tNobody wakes it before noon on any day of it\n");
    add("t.tsv");
    assert_ok(index_clear(&base, &err));
    assert_int_equal(work(&(struct index_work){0}).documents, 4);
}

/* How many passages of all documents have such a fragment. */
static size_t count_at(const char *fragment)
{
    const struct segments_snapshot *s = NULL;
    struct index ix = INDEX_NONE;
    size_t n = 0;

    assert_ok(index_open(&base, bases->home, NULL, &ix, &err));
    assert_ok(segments_acquire(ix.segments, &s, &err));
    for (size_t i = 0; i < s->words.n; i++) {
        const struct segment *words = s->words.at[i].segment;

        for (uint32_t doc = 0; doc < segment_docs(words); doc++) {
            struct passage p;
            struct str stored;

            assert_ok(segment_stored(words, doc, &stored, &err));
            assert_ok(passage_read(stored, &arena, &p, &err));
            n += str_starts(p.fragment, str_from(fragment));
        }
    }
    segments_release(ix.segments, s);
    index_close(&ix);
    return n;
}

static void each_sheet_of_a_workbook_has_its_passages(void **state)
{
    const struct str book = STR(TESTS_DIR "/data/book.xlsx");
    const struct bases_add r = {
        .base = STR("b"), .paths = &book, .n = 1, .author = STR("test")};
    struct bases_added counts;

    (void)state;
    assert_ok(bases_add(bases, &r, &counts, fresh(), &err));
    assert_int_equal(counts.failed, 0);
    assert_ok(index_clear(&base, &err));
    assert_int_equal(work(&(struct index_work){0}).documents, 4);
    assert_true(count_at("sheet=Summary") > 0);
    assert_true(count_at("sheet=Orders%202024") > 0);
    assert_true(count_at("sheet=Customers") > 0);
    assert_int_equal(count_at("sheet=Other"), 0);
}

static atomic_bool stop;

static void stop_at_the_second(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    (void)total;
    if (done == 1)
        atomic_store(&stop, true);
}

/* What was made of the second is not published, and nothing is said to be
 * wrong. */
static void who_cancels_in_the_middle_keeps_what_was_finished(void **state)
{
    const struct index_work w = {.base = &base,
                                 .tables = tables,
                                 .cancel = &stop,
                                 .report = stop_at_the_second};
    struct index_worked done;

    (void)state;
    assert_ok(index_clear(&base, &err));
    atomic_store(&stop, false);
    assert_int_equal(index_work(&w, &done, &err), ERR_TIMEOUT);
    assert_int_equal(done.documents, 1);
    assert_int_equal(done.failed, 0);
    assert_true(count_at("") > 0);
    done = work(&(struct index_work){0});
    assert_int_equal(done.documents, 2);
    assert_int_equal(done.failed, 0);
}

#define BUDGET_MS 20

static void spend_it(void *ctx, uint64_t done, uint64_t total)
{
    const uint64_t began = clock_ms();

    (void)ctx;
    (void)done;
    (void)total;
    while (clock_ms() - began <= BUDGET_MS)
        ;
}

static void no_document_is_begun_when_the_time_is_spent(void **state)
{
    struct index_worked done;

    (void)state;
    done =
        work(&(struct index_work){.budget_ms = BUDGET_MS, .report = spend_it});
    assert_true(done.documents <= 1);
    assert_int_equal(done.documents + done.left, 3);
    assert_int_equal(work(&(struct index_work){0}).left, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(removals_alone_leave_the_rest_for_later),
        TEST(who_cancels_keeps_the_jobs),
        TEST(another_indexer_is_left_at_work),
        TEST(each_document_is_reported_before_it_is_made),
        TEST(a_lost_index_is_made_again),
        TEST(a_damaged_index_is_made_again),
        TEST(a_table_of_any_format_and_prose_are_indexed),
        TEST(each_sheet_of_a_workbook_has_its_passages),
        TEST(who_cancels_in_the_middle_keeps_what_was_finished),
        TEST(no_document_is_begun_when_the_time_is_spent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
