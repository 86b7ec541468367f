/* Jobs as the threads of a server use them: several ask, two do the work. */
#include "bases/bases_fixture.h"

#include "jobs/jobs.h"

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
    unsigned heard;
    unsigned last; /* how often it was said that nothing follows */
    bool empty;    /* the server ended first */
};

static void ear_init(struct ear *x)
{
    *x = (struct ear){0};
    (void)pthread_mutex_init(&x->lock, NULL);
    (void)pthread_cond_init(&x->changed, NULL);
}

static void heard(void *ctx, struct str json, bool is_last)
{
    struct ear *x = ctx;

    (void)pthread_mutex_lock(&x->lock);
    x->heard++;
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
    struct json *root;
    struct str base, json;
    struct error e;

    if (jobs_find(jobs, str_from(id), &arena, &base, &json, &e))
        return NULL;
    assert_ok(json_parse(json, &json_default_limits, &arena, &root, &err));
    return str_cstr(json_text(json_find(root, key)), &arena, &err);
}

static void await_job(const char *id)
{
    const struct jobs_listener l = {.heard = heard};
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
        struct jobs_listener l = {&ear[i], heard};

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
        struct jobs_listener l = {&ear, heard};
        struct str base, json;
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
        rc = jobs_index(jobs, STR("b"), &w, &e);
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_sent_is_read_into_its_base),
        TEST(what_cannot_be_a_job_is_refused),
        TEST(a_home_has_one_server),
        TEST(what_was_taken_is_done_by_the_next_server),
        TEST(many_threads_ask_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
