/*
 * The index of a text, a table and JSON made anew, with the first, second,
 * third ... allocation or write of this program failing: base/torture.h says
 * what must hold. A document that cannot be indexed says so; the next time all
 * are ready again.
 */
#include "bases_fixture.h"

#include "base/torture.h"
#include "search/index/work.h"
#include "search/settings/settings.h"
#include "store/catalog/index_job.h"

#define DOCUMENTS 6

/* Links, tags, fields that are ours and theirs; rows of prose; JSON of more
 * than a run, with a part of more than one. */
static void add_more(void)
{
    struct buf b;

    buf_init(&b, 1 << 20);
    write_file("rich.md", "---\ntitle: Ice\ntags: [north, sea]\nauthor: Ada\n"
                          "keywords: cold\nfile: no\n---\n# One\n\n## Two\n\n"
                          "See [a](https://example.org/a) and [b](#one).\n\n"
                          "# Three\n\nAnd [c](https://example.org/c).\n");
    buf_puts(&b, "what,note\n");
    for (int i = 0; i < 12; i++)
        buf_printf(&b,
                   "%d,\"The walrus number %d sleeps on the ice of the "
                   "northern sea and nobody wakes it before noon\"\n",
                   i, i);
    write_file("prose.csv", b.p);
    buf_reset(&b);
    buf_puts(&b, "{\"by\":{");
    for (int i = 0; i < 400; i++)
        buf_printf(&b, "%s\"key %d\":{\"v\":[%d,\"some text\"]}", i ? "," : "",
                   i, i);
    buf_puts(&b, "},\"n\":null}");
    write_file("large.json", b.p);
    buf_release(&b);
    add("rich.md");
    add("prose.csv");
    add("large.json");
}

static enum err all_stale(const struct base *b, struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    return rc ? rc : db_end(b->db, index_jobs_all_stale(b, e), e);
}

static enum err index_job(void *ctx, struct arena *a, struct error *e)
{
    const struct base *b = ctx;
    const struct index_work w = {.base = b, .tables = tables};
    struct index_worked done = {0};
    enum err rc = all_stale(b, e);

    (void)a;
    if (!rc)
        rc = index_work(&w, &done, e);
    if (!rc)
        assert_int_equal(done.documents + done.failed, DOCUMENTS);
    if (!rc && done.failed)
        assert_int_not_equal(done.first_failure.code, OK);
    return rc;
}

static void indexing_survives_every_failure(void **state)
{
    struct base b = BASE_NONE;
    struct index_job_counts counts;

    (void)state;
    add_more();
    open_base(&b, "b");
    assert_ok(db_begin_write(b.db, &err));
    assert_ok(db_end(
        b.db, settings_set(&b, STR("embedding"), STR("none"), &err), &err));
    (void)torture(FAULT_ARENA, index_job, &b);
    (void)torture(FAULT_DISK, index_job, &b);
    assert_ok(index_jobs_count(&b, &counts, &err));
    assert_int_equal(counts.failed, 0);
    assert_int_equal(counts.waiting, 0);
    base_close(&b);
    assert_true(is_whole("b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASES_TEST(indexing_survives_every_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
