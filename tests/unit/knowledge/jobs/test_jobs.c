/* Jobs as the threads of a server use them: several ask, two do the work. */
#include "knowledge/knowledge_base/bases_fixture.h"

#include "knowledge/jobs/jobs.h"
#include "knowledge/knowledge_base/list.h"

#include <pthread.h>
#include <unistd.h>

#define ASKERS 4
#define EACH   3

static struct jobs *jobs;

static int begin(void **state)
{
    return set_up_bases(state) || jobs_open(tables, &jobs, &err);
}

static int end(void **state)
{
    jobs_close(jobs);
    jobs = NULL;
    return tear_down_bases(state);
}

/* Who hears of one job, and waits for its end. */
struct ear {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned calls;
    unsigned last; /* how often it was said that nothing follows */
    bool empty;    /* the server ended first */
};

static void ear_init(struct ear *x)
{
    *x = (struct ear){0};
    (void)pthread_mutex_init(&x->lock, NULL);
    (void)pthread_cond_init(&x->changed, NULL);
}

static void on_progress(void *ctx, struct str json, bool is_last)
{
    struct ear *x = ctx;

    (void)pthread_mutex_lock(&x->lock);
    x->calls++;
    x->last += is_last;
    x->empty |= json.n == 0;
    (void)pthread_cond_broadcast(&x->changed);
    (void)pthread_mutex_unlock(&x->lock);
}

static void await_end(struct ear *x)
{
    (void)pthread_mutex_lock(&x->lock);
    while (x->last == 0)
        (void)pthread_cond_wait(&x->changed, &x->lock);
    (void)pthread_mutex_unlock(&x->lock);
}

/* A file without a name, as an upload is one. */
static int file_of(const char *text)
{
    int fd = open(jobs_folder(jobs), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    return fd;
}

/* Submits one text; its job's id is in `id`. Any thread, so nothing is shared. */
static enum err submit(const char *base, const char *name, const char *text,
                       char id[40], struct error *e)
{
    const struct jobs_file f = {
        .name = str_from(name), .fd = file_of(text), .bytes = strlen(text)};
    const struct jobs_request r = {
        .base = str_from(base), .author = STR("test"), .files = &f, .n = 1};
    struct json *root;
    struct arena a;
    struct jsonw w;
    struct buf b;
    enum err rc;

    arena_init(&a, 1 << 20);
    buf_init(&b, 1 << 20);
    jsonw_init(&w, &b);
    rc = jobs_submit(jobs, &r, &w, e);
    if (!rc)
        rc = json_parse(buf_str(&b), &json_default_limits, &a, &root, e);
    if (!rc)
        (void)snprintf(id, 40, "%.*s",
                       STR_FMT(json_text(json_find(root, "job_id"))));
    buf_release(&b);
    arena_release(&a);
    (void)close(f.fd);
    return rc;
}

/* A member of the job's object; NULL when there is no such job. */
static const char *job_member(const char *id, const char *key)
{
    struct base_entry base;
    struct json *root;
    struct error e;
    struct str json;

    if (jobs_find(jobs, str_from(id), &arena, &base, &json, &e))
        return NULL;
    assert_ok(json_parse(json, &json_default_limits, &arena, &root, &err));
    return str_cstr(json_text(json_find(root, key)), &arena, &err);
}

static void await_job(const char *id)
{
    const struct jobs_listener l = {.notify = on_progress};
    struct jobs_listener mine = l;
    struct ear ear;

    ear_init(&ear);
    mine.ctx = &ear;
    if (jobs_listen(jobs, str_from(id), &mine))
        await_end(&ear);
}

static void what_is_sent_is_read_into_its_base(void **state)
{
    char id[40];

    (void)state;
    assert_ok(submit("new", "a.md", "# Keys\n\nRotate them.\n", id, &err));
    await_job(id);
    assert_string_equal(job_member(id, "state"), "done");
    assert_string_equal(job_member(id, "base"), "new");
    assert_ok(bases_status(bases, STR("new"), NULL, fresh(), &err));
    assert_non_null(strstr(str_cstr(buf_str(&answer), &arena, &err), "a.md"));
}

static void what_cannot_be_a_job_is_refused(void **state)
{
    static const char *const names[] = {"", "a/b", ".hidden", "a\nb", "\xff"};
    char id[40];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_int_equal(submit("b", names[i], "x", id, &err),
                         ERR_VALIDATION_FAILED);
    assert_int_equal(submit("No Base", "a.md", "x", id, &err),
                     ERR_VALIDATION_FAILED);
    assert_null(job_member("0", "state"));
    assert_null(job_member("../x", "state"));
    assert_null(job_member("", "state"));
}

static void a_home_has_one_server(void **state)
{
    struct jobs *second = NULL;

    (void)state;
    assert_int_equal(jobs_open(tables, &second, &err), ERR_CONFLICT);
    assert_null(second);
}

/* Whoever listens when the server ends is let go once, and the job is done by
 * the next server. */
static void what_was_taken_is_done_by_the_next_server(void **state)
{
    char id[3][40];
    struct ear ear[3];

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct jobs_listener l = {&ear[i], on_progress};

        ear_init(&ear[i]);
        assert_ok(submit("b", "again.md", "# A\n\nagain\n", id[i], &err));
        if (!jobs_listen(jobs, str_from(id[i]), &l))
            ear[i].last = 1;
    }
    jobs_close(jobs);
    jobs = NULL;
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(ear[i].last, 1);
    assert_ok(jobs_open(tables, &jobs, &err));
    for (size_t i = 0; i < 3; i++) {
        await_job(id[i]);
        assert_string_equal(job_member(id[i], "state"), "done");
    }
}

/* One of several threads that ask at once. */
struct asker {
    unsigned number;
    const char *failure;
};

static const char *ask_for_all(struct asker *x)
{
    for (unsigned i = 0; i < EACH; i++) {
        struct error e = {0};
        struct arena a;
        struct ear ear;
        struct jobs_listener l = {&ear, on_progress};
        struct base_entry base;
        struct str json;
        struct jsonw w;
        struct buf b;
        char id[40];
        char name[40];
        enum err rc;

        (void)snprintf(name, sizeof(name), "f-%u-%u.md", x->number, i);
        if (submit(i % 2 ? "b" : "other", name, "# T\n\ntext\n", id, &e))
            return "submit";
        ear_init(&ear);
        buf_init(&b, 1 << 20);
        jsonw_init(&w, &b);
        rc = jobs_index(jobs, STR("b"), STR("ana"), &w, &e);
        buf_release(&b);
        if (rc)
            return "index";
        if (jobs_listen(jobs, str_from(id), &l))
            await_end(&ear);
        arena_init(&a, 1 << 20);
        rc = jobs_find(jobs, str_from(id), &a, &base, &json, &e);
        arena_release(&a);
        if (rc)
            return "find";
    }
    return NULL;
}

static void *ask(void *asker)
{
    struct asker *x = asker;

    x->failure = ask_for_all(x);
    return NULL;
}

static void many_threads_ask_at_once(void **state)
{
    struct asker askers[ASKERS];
    pthread_t threads[ASKERS];

    (void)state;
    for (unsigned i = 0; i < ASKERS; i++) {
        askers[i] = (struct asker){.number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    }
    for (unsigned i = 0; i < ASKERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        if (askers[i].failure)
            fail_msg("%s", askers[i].failure);
    }
    assert_ok(bases_status(bases, STR("other"), NULL, fresh(), &err));
    for (unsigned i = 0; i < ASKERS; i++) {
        char name[40];

        (void)snprintf(name, sizeof(name), "f-%u-0.md", i);
        assert_non_null(strstr(str_cstr(buf_str(&answer), &arena, &err), name));
    }
}

/* ---- bases and documents that go, and what is newer ---- */

/* A member of the error of a job. */
static const char *job_error(const char *id, const char *key)
{
    struct base_entry base;
    struct json *root;
    struct str json;

    assert_ok(jobs_find(jobs, str_from(id), &arena, &base, &json, &err));
    assert_ok(json_parse(json, &json_default_limits, &arena, &root, &err));
    return str_cstr(json_text(json_find(json_find(root, "error"), key)), &arena,
                    &err);
}

static const char *job_file(const char *id, const char *name)
{
    struct str path;

    assert_ok(str_printf(&arena, &path, &err, "home/jobs/%s/%s", id, name));
    return in(path.p);
}

static void replace_text(const char *path, const char *old, const char *fresh)
{
    struct str text, out;
    const char *at;

    assert_ok(fs_read_file(path, "x", 1 << 20, &arena, &text, &err));
    at = strstr(text.p, old);
    assert_non_null(at);
    assert_ok(str_printf(&arena, &out, &err, "%.*s%s%s", (int)(at - text.p),
                         text.p, fresh, at + strlen(old)));
    assert_ok(fs_write_atomic(path, "x", out, true, &err));
}

/* As a server leaves a job that dies when its document is committed, and its
 * end is not on the disk. */
static void leave_running(const char *id, const char *text)
{
    assert_string_equal(job_member(id, "state"), "done");
    jobs_close(jobs);
    jobs = NULL;
    replace_text(job_file(id, "job.json"), "\"done\"", "\"running\"");
    assert_ok(fs_write_atomic(job_file(id, "file-0"), "x", str_from(text), true,
                              &err));
}

static void start_again(const char *id)
{
    assert_ok(jobs_open(tables, &jobs, &err));
    await_job(id);
}

static const char *documents_of(const char *base)
{
    assert_ok(bases_status(bases, str_from(base), NULL, fresh(), &err));
    return str_cstr(buf_str(&answer), &arena, &err);
}

static void drop(const char *base)
{
    assert_ok(bases_drop(bases, str_from(base), true, fresh(), &err));
}

static void remove_document(const char *base, const char *name)
{
    const struct str documents[] = {str_from(name)};
    const struct bases_removal r = {
        .base = str_from(base), .documents = documents, .n = 1};

    assert_ok(bases_remove(bases, &r, fresh(), &err));
}

static void a_removed_base_does_not_come_back_with_a_job(void **state)
{
    char id[40];

    (void)state;
    assert_ok(submit("p", "a.csv", "n\n1\n2\n", id, &err));
    await_job(id);
    leave_running(id, "n\n1\n2\n");
    drop("p");
    start_again(id);
    assert_string_equal(job_member(id, "state"), "failed");
    assert_string_equal(job_error(id, "code"), "CONFLICT");
    assert_int_equal(bases_describe(bases, STR("p"), fresh(), &err),
                     ERR_NOT_FOUND);
    jobs_close(jobs); /* what its end still had to do is done */
    jobs = NULL;
    assert_int_not_equal(access(job_file(id, "file-0"), F_OK), 0);
}

static void a_job_does_not_go_to_another_base_of_the_name(void **state)
{
    char id[40];

    (void)state;
    assert_ok(submit("p", "secret.csv", "n\n1\n2\n", id, &err));
    await_job(id);
    leave_running(id, "n\n1\n2\n");
    replace_text(job_file(id, "job.json"), "\"attempts\":1",
                 "\"attempts\":0"); /* as if it had only been queued */
    drop("p");
    assert_ok(bases_create(bases, STR("p"), fresh(), &err));
    start_again(id);
    assert_string_equal(job_error(id, "code"), "CONFLICT");
    assert_null(strstr(documents_of("p"), "secret"));
}

static void a_removed_document_does_not_come_back_with_a_job(void **state)
{
    char id[40];

    (void)state;
    assert_ok(submit("p", "a.csv", "n\n1\n2\n", id, &err));
    await_job(id);
    leave_running(id, "n\n1\n2\n");
    remove_document("p", "a.csv");
    start_again(id);
    assert_null(strstr(documents_of("p"), "a.csv"));
}

static void a_job_replaces_nothing_that_is_newer(void **state)
{
    char old[40];
    char fresh[40];

    (void)state;
    assert_ok(submit("p", "a.csv", "n\n1\n2\n", old, &err));
    await_job(old);
    assert_ok(submit("p", "a.csv", "n\n100\n200\n", fresh, &err));
    await_job(fresh);
    leave_running(old, "n\n1\n2\n");
    start_again(old);
    assert_non_null(strstr(documents_of("p"), "\"version\":2"));
    assert_null(strstr(documents_of("p"), "\"version\":3"));
}

/* Accepted, never begun; meanwhile somebody adds another version. */
static void a_job_that_waited_is_older_than_what_came_meanwhile(void **state)
{
    struct registry r = REGISTRY_NONE;
    struct base base = BASE_NONE;
    char id[40];

    (void)state;
    assert_ok(submit("p", "a.csv", "n\n1\n2\n", id, &err));
    await_job(id);
    leave_running(id, "n\n7\n");
    replace_text(job_file(id, "job.json"), "\"attempts\":1", "\"attempts\":0");
    assert_ok(
        registry_open(&(struct home){.path = in("home")}, &arena, &r, &err));
    assert_ok(base_open_in(&r, STR("p"), &arena, &base, &err));
    assert_ok(db_exec(base.db,
                      "INSERT INTO upload(accepted, name, standing)"
                      " SELECT 'x', 'a.csv', 1",
                      &err));
    assert_ok(db_run(base.db, "UPDATE upload SET accepted = ?1",
                     DB_ARGS(db_text(str_from(id))), &err));
    base_close(&base);
    registry_close(&r);
    start_again(id);
    assert_string_equal(job_member(id, "state"), "failed");
    assert_string_equal(job_error(id, "code"), "CONFLICT");
    assert_null(strstr(documents_of("p"), "\"version\":2"));
}

/* Kept by a program that knew bases by their names. */
static void a_job_of_an_older_program_goes_to_the_base_it_meant(void **state)
{
    char meant[40];
    char other[40];
    char text[80];

    (void)state;
    assert_ok(submit("p", "a.csv", "n\n1\n2\n", meant, &err));
    await_job(meant);
    assert_ok(submit("q", "a.csv", "n\n1\n2\n", other, &err));
    await_job(other);
    (void)snprintf(text, sizeof(text), "\"base_id\":\"%s\",",
                   job_member(meant, "base_id"));
    leave_running(meant, "n\n1\n2\n");
    replace_text(job_file(meant, "job.json"), text, "");
    replace_text(job_file(other, "job.json"), "\"base_id\":", "\"x\":");
    replace_text(job_file(other, "job.json"), "\"done\"", "\"queued\"");
    drop("q");
    assert_ok(bases_create(bases, STR("q"), fresh(), &err));
    start_again(meant);
    await_job(other);
    assert_null(strstr(documents_of("p"), "\"version\":2"));
    assert_string_equal(job_error(other, "code"), "CONFLICT");
    assert_null(strstr(documents_of("q"), "a.csv"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_sent_is_read_into_its_base),
        TEST(what_cannot_be_a_job_is_refused),
        TEST(a_home_has_one_server),
        TEST(what_was_taken_is_done_by_the_next_server),
        TEST(many_threads_ask_at_once),
        TEST(a_removed_base_does_not_come_back_with_a_job),
        TEST(a_job_does_not_go_to_another_base_of_the_name),
        TEST(a_removed_document_does_not_come_back_with_a_job),
        TEST(a_job_replaces_nothing_that_is_newer),
        TEST(a_job_that_waited_is_older_than_what_came_meanwhile),
        TEST(a_job_of_an_older_program_goes_to_the_base_it_meant),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
