#include "knowledge/knowledge_base/bases_fixture.h"

#include "knowledge/knowledge_base/base_search.h"

#include <sqlite3.h>
#include <unistd.h>
#include <cmocka.h>

/* What SQLite was asked for since the last look. */
static struct {
    unsigned connections;
    unsigned lookups; /* of bases by name */
    unsigned reads;   /* of documents, whole */
} asked;

static int note_statement(unsigned what, void *ctx, void *statement, void *sql)
{
    const struct str s = str_from(sql);

    (void)what;
    (void)ctx;
    (void)statement;
    asked.lookups += str_starts(s, STR("SELECT name, id, created_at FROM"));
    asked.reads += str_starts(s, STR("SELECT d.id, d.key, d.name, d.source"));
    return 0;
}

static int note_connection(sqlite3 *db, char **message,
                           const struct sqlite3_api_routines *api)
{
    (void)message;
    (void)api;
    asked.connections++;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, note_statement, NULL);
}

/* From now on, when what the fixture left to do is done.
 * sqlite3_auto_extension() takes the function without its type. */
static void watch(void)
{
    write_file("before.md", "# Before\n");
    add("before.md");
    assert_int_equal(sqlite3_auto_extension((void (*)(void))note_connection),
                     SQLITE_OK);
    open_bases();
    memset(&asked, 0, sizeof(asked));
}

/* The home's database is open: that of the base is the only one to open. */
static void an_add_looks_its_base_up_and_opens_it_once(void **state)
{
    (void)state;
    watch();
    write_file("new.md", "# New\n");
    add("new.md");
    assert_int_equal(asked.connections, 1);
    assert_int_equal(asked.lookups, 1);
    sqlite3_reset_auto_extension();
}

/* Is it there; is it there still under the lock; what is it called; which file is
 * it; what is to be indexed; what stands around its rows. */
static void an_added_table_is_looked_up_six_times(void **state)
{
    (void)state;
    watch();
    write_file("new.csv", "city,n\nRome,4\n");
    add("new.csv");
    assert_int_equal(asked.reads, 6);
    assert_int_equal(asked.connections, 1);
    sqlite3_reset_auto_extension();
}

/* A worker that ends before it was asked anything. */
static void open_with_worker(const char *program)
{
    const struct tables_options o = {.home = str_from(in("home")),
                                     .worker_path = str_from(program)};

    close_bases();
    assert_ok(tables_new(&o, &tables, &err));
    assert_ok(bases_new(tables, &bases, &err));
}

static int64_t count(const char *sql)
{
    struct base b = BASE_NONE;
    int64_t n = 0;

    open_base(&b, "b");
    assert_ok(db_get_int(b.db, sql, DB_NO_ARGS, &n, &err));
    base_close(&b);
    return n;
}

static void a_worker_that_cannot_start_is_no_fault_of_a_file(void **state)
{
    struct bases_added counts;
    struct bases_add r = {.base = STR("b"), .n = 1, .author = STR("test")};
    struct str path;

    (void)state;
    write_file("new.md", "# New\n");
    path = str_from(in("new.md"));
    r.paths = &path;
    open_with_worker("/bin/false");
    assert_int_equal(bases_add(bases, &r, &counts, fresh(), &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    open_bases();
    assert_int_equal(count("SELECT count(*) FROM document"), 3);
    add("new.md");
}

static void a_worker_that_cannot_start_leaves_documents_stale(void **state)
{
    const struct bases_marking all = {.base = STR("b"), .mark = BASES_REINDEX};

    (void)state;
    assert_ok(fs_remove_tree(in_base("b", "tables"), "x", &err));
    open_with_worker("/bin/false");
    assert_int_equal(bases_mark(bases, &all, fresh(), &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(
        count("SELECT count(*) FROM document WHERE state = 'stale'"), 3);
    open_bases();
    assert_ok(bases_mark(bases, &all, fresh(), &err));
    assert_int_equal(
        count("SELECT count(*) FROM document WHERE state = 'ready'"), 3);
}

static atomic_bool stop;
static uint64_t stop_at; /* files that were read before */

static void stop_there(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    (void)total;
    if (done == stop_at)
        atomic_store(&stop, true);
}

/* An add of the folder "notes" that is stopped after so many files. */
static enum err add_until(uint64_t done)
{
    const struct str path = str_from(in("notes"));
    const struct bases_add r = {.base = STR("new"),
                                .paths = &path,
                                .n = 1,
                                .author = STR("test"),
                                .progress.report = stop_there,
                                .cancel = &stop};
    struct bases_added counts;

    stop_at = done;
    atomic_store(&stop, false);
    return bases_add(bases, &r, &counts, fresh(), &err);
}

/* "notes/a.csv" to "notes/f.csv", or of another kind. */
static void write_notes(const char *suffix, const char *content)
{
    char name[] = "notes/a.csv";

    assert_ok(fs_mkdirs(in("notes"), "x", &err));
    for (; name[6] < 'g'; name[6]++) {
        memcpy(name + 7, suffix, strlen(suffix) + 1);
        write_file(name, content);
    }
}

static void an_interrupted_add_keeps_each_finished_document(void **state)
{
    (void)state;
    write_notes(".md", "a note");
    assert_int_equal(add_until(3), ERR_TIMEOUT);
    assert_non_null(strstr(err.msg, "3 files are kept, 3 documents are not"));
    assert_ok(bases_status(bases, STR("new"), NULL, fresh(), &err));
    assert_true(str_is(text_of("document_count"), "3"));
}

static void an_interrupted_add_of_one_says_so(void **state)
{
    (void)state;
    write_notes(".md", "a note");
    assert_int_equal(add_until(1), ERR_TIMEOUT);
    assert_non_null(strstr(err.msg, "1 file is kept, 1 document is not"));
}

/* They are committed, and not described any more. */
static void an_interrupted_add_counts_tables_that_it_keeps(void **state)
{
    (void)state;
    write_notes(".csv", "city,n\nRome,4\n");
    assert_int_equal(add_until(3), ERR_TIMEOUT);
    assert_non_null(strstr(err.msg, "3 files are kept, 3 documents are not"));
    assert_ok(bases_status(bases, STR("new"), NULL, fresh(), &err));
    assert_true(str_is(text_of("document_count"), "3"));
    assert_ok(add_until(UINT64_MAX));
    assert_true(str_is(text_of("documents_added"), "3"));
    assert_true(str_is(text_of("documents_unchanged"), "3"));
}

static void an_interrupted_add_keeps_what_is_there_again(void **state)
{
    (void)state;
    write_notes(".md", "a note");
    assert_ok(add_until(UINT64_MAX));
    assert_int_equal(unlink(in("notes/a.md")), 0);
    assert_ok(add_until(UINT64_MAX));
    assert_true(str_is(text_of("documents_gone"), "1"));
    write_file("notes/a.md", "a note");
    assert_int_equal(add_until(2), ERR_TIMEOUT);
    assert_non_null(strstr(err.msg, "2 files are kept, 1 document is not"));
}

static void stop_while_it_is_read(void *ctx, const char *work, uint64_t bytes)
{
    (void)ctx;
    (void)work;
    (void)bytes;
    atomic_store(&stop, true);
}

static void an_error_is_not_hidden_by_an_interruption(void **state)
{
    const struct str path = str_from(in("new.md"));
    const struct bases_add r = {.base = STR("b"),
                                .paths = &path,
                                .n = 1,
                                .author = STR("test"),
                                .progress.measure = stop_while_it_is_read,
                                .cancel = &stop};
    struct bases_added counts;

    (void)state;
    write_file("new.md", "# New\n");
    open_with_worker(in("none")); /* one that ends later may be cancelled */
    atomic_store(&stop, false);
    assert_int_equal(bases_add(bases, &r, &counts, fresh(), &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(err.code, ERR_TOOL_WORKER_UNAVAILABLE);
}

#define MAIL(subject)                                                \
    "From a@b.example Tue Mar  5 09:00:00 2024\nFrom: a@b.example\n" \
    "Date: Tue, 5 Mar 2024 09:00:00 +0000\nSubject: " subject "\n\n" \
    "Of " subject ".\n\n"

/* So that no worker is needed. */
static void what_was_opened_before_is_not_opened_again(void **state)
{
    (void)state;
    write_file("in.mbox", MAIL("One") MAIL("Two"));
    add("in.mbox");
    assert_true(str_is(text_of("documents_added"), "2"));
    open_with_worker("/bin/false");
    add("in.mbox");
    assert_true(str_is(text_of("documents_unchanged"), "2"));
    assert_true(str_is(text_of("documents_gone"), "0"));
    open_bases();
    write_file("in.mbox", MAIL("Two"));
    add("in.mbox");
    assert_true(str_is(text_of("documents_unchanged"), "1"));
    assert_true(str_is(text_of("documents_gone"), "1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASES_TEST(what_was_opened_before_is_not_opened_again),
        BASES_TEST(a_worker_that_cannot_start_is_no_fault_of_a_file),
        BASES_TEST(a_worker_that_cannot_start_leaves_documents_stale),
        BASES_TEST(an_add_looks_its_base_up_and_opens_it_once),
        BASES_TEST(an_interrupted_add_keeps_each_finished_document),
        BASES_TEST(an_interrupted_add_of_one_says_so),
        BASES_TEST(an_interrupted_add_counts_tables_that_it_keeps),
        BASES_TEST(an_interrupted_add_keeps_what_is_there_again),
        BASES_TEST(an_error_is_not_hidden_by_an_interruption),
        BASES_TEST(an_added_table_is_looked_up_six_times),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
