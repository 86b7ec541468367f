/* What can happen to an index: bytes that change, disks and memory that fail,
 * and the end of its writer between any two system calls. */
#include "segments_answers.h"

#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define ENOUGH    30 /* successes one after the other */
#define DOCUMENTS 8

/* Small, with all that a manifest may have. */
static void make_small(void)
{
    for (uint64_t d = 0; d < 2; d++)
        assert_int_equal(try_replace(x, writer, d, 0, &err), OK);
    assert_int_equal(try_replace(x, writer, 0, 3, &err), OK);
    add(writer, 20, 23, 0);
    publish(writer);
    assert_int_equal(segment_count(), 3);
}

static void flip(int fd, off_t at, unsigned char bit)
{
    unsigned char byte;

    assert_int_equal(pread(fd, &byte, 1, at), 1);
    byte ^= bit;
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
}

/* A damaged index may say so at any time, but not answer otherwise. */
static bool is_detected(uint64_t expected)
{
    const struct segments_snapshot *s = NULL;
    struct segments *damaged;
    bool detected;
    uint64_t sum;

    if (segments_open(in("index"), &damaged, &err) != OK) {
        assert_int_equal(err.code, ERR_INTERNAL);
        return true;
    }
    assert_int_equal(segments_acquire(damaged, &s, &err), OK);
    if (try_answers(s, &sum, &err) == OK)
        assert_int_equal(sum, expected);
    else
        assert_int_equal(err.code, ERR_INTERNAL);
    detected = segments_verify(damaged, &err) == ERR_INTERNAL;
    segments_release(damaged, s);
    segments_close(damaged);
    return detected;
}

static void damage_file(struct str name, uint64_t expected)
{
    char *path =
        fs_join(in("index"), str_cstr(name, &arena, &err), &arena, &err);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    off_t bytes;

    assert_true(fd >= 0);
    bytes = lseek(fd, 0, SEEK_END);
    for (off_t at = 0; at < bytes; at++) {
        unsigned char bit = (unsigned char)(1U << at % 8);

        flip(fd, at, bit);
        if (!is_detected(expected))
            fail_msg("byte %lld of %.*s", (long long)at, STR_FMT(name));
        flip(fd, at, bit);
    }
    assert_int_equal(close(fd), 0);
}

static void every_byte_that_is_changed_is_noticed(void **state)
{
    uint64_t expected;
    struct str *list;
    size_t n;

    (void)state;
    make_small();
    expected = answers_of(x);
    arena.budget_bytes = (size_t)4 << 30;
    assert_int_equal(fs_list_tree(in("index"), "i", &arena, &list, &n, &err),
                     OK);
    assert_int_equal(n, 1 + 3 + 3 + 1);
    for (size_t i = 0; i < n; i++)
        damage_file(list[i], expected);
    assert_int_equal(answers_of(x), expected);
}

static void a_file_that_is_cut_or_gone_is_noticed(void **state)
{
    struct segments *other;
    struct str *list;
    size_t n;

    (void)state;
    make_small();
    assert_int_equal(fs_list_tree(in("index"), "i", &arena, &list, &n, &err),
                     OK);
    for (size_t i = 0; i < n; i++) {
        char *path =
            fs_join(in("index"), str_cstr(list[i], &arena, &err), &arena, &err);
        struct str good;

        if (str_ends(list[i], STR(".lock")) || str_is(list[i], "manifest"))
            continue;
        assert_int_equal(fs_read_file(path, "f", MIB, &arena, &good, &err), OK);
        for (size_t part = 0; part < 3; part++) {
            struct str cut = str_slice(good, 0, good.n / 3 * part);

            assert_int_equal(fs_write_atomic(path, "f", cut, false, &err), OK);
            assert_int_equal(segments_open(in("index"), &other, &err),
                             ERR_INTERNAL);
        }
        assert_int_equal(unlink(path), 0);
        assert_int_equal(segments_open(in("index"), &other, &err),
                         ERR_INTERNAL);
        assert_int_equal(fs_write_atomic(path, "f", good, false, &err), OK);
    }
    assert_int_equal(segments_open(in("index"), &other, &err), OK);
    segments_close(other);
}

static void a_file_of_another_segment_is_noticed(void **state)
{
    struct segments *other;
    struct str *list;
    struct str bytes;
    size_t n;

    (void)state;
    make_small();
    assert_int_equal(fs_list_tree(in("index"), "i", &arena, &list, &n, &err),
                     OK);
    for (size_t i = 0; i + 2 < n; i++) {
        char *from =
            fs_join(in("index"), str_cstr(list[i], &arena, &err), &arena, &err);
        char *to = fs_join(in("index"), str_cstr(list[i + 2], &arena, &err),
                           &arena, &err);

        if (!str_ends(list[i + 2], STR(".vec")) ||
            !str_ends(list[i], STR(".vec")))
            continue;
        assert_int_equal(fs_read_file(from, "f", MIB, &arena, &bytes, &err),
                         OK);
        assert_int_equal(fs_write_atomic(to, "f", bytes, false, &err), OK);
        assert_int_equal(segments_open(in("index"), &other, &err),
                         ERR_INTERNAL);
        return;
    }
    fail();
}

/* Which variant document 0 has: all passages are of one. */
static unsigned variant_of(struct segments *index)
{
    const struct segments_snapshot *s = NULL;
    struct search_hits hits;
    unsigned variant = 0;

    assert_int_equal(segments_acquire(index, &s, &err), OK);
    assert_int_equal(segments_passages(s, STR("doc-0"), &arena, &hits, &err),
                     OK);
    assert_int_equal(hits.n, A_DOCUMENT);
    for (size_t i = 0; i < hits.n; i++) {
        const struct search_hit *h = &hits.hit[i];
        const struct vector_segment *part;
        const float *kept = NULL;
        struct str text;
        uint64_t found;
        uint32_t n = 0;
        size_t at;

        assert_int_equal(segment_stored(s->words.at[h->segment].segment, h->doc,
                                        &text, &err),
                         OK);
        at = str_find(text, STR(" v")) + 2;
        assert_int_equal(
            str_parse_u64(str_slice(text, at, text.n), 1000000, &found, &err),
            OK);
        assert_true(i == 0 || found == variant);
        variant = (unsigned)found;
        part = s->vectors.at[h->segment].segment;
        if (part)
            assert_int_equal(vector_segment_of(part, h->doc, &kept, &n, &err),
                             OK);
        assert_int_equal(n, h->id % 3);
    }
    assert_int_equal(s->passages, DOCUMENTS * A_DOCUMENT);
    segments_release(index, s);
    return variant;
}

/* Replace the first document, and merge. */
static enum err change_and_merge(unsigned variant, struct error *e)
{
    struct segments_writer *w = NULL;
    struct segments *index = NULL;
    bool did = true;
    enum err rc = segments_open(in("index"), &index, e);

    if (rc == OK)
        w = segments_writer_new(index, &KIND, WRITER_BYTES, e);
    if (rc == OK)
        rc = w ? try_replace(index, w, 0, variant, e) : e->code;
    while (rc == OK && did)
        rc = segments_merge(index, &did, e);
    segments_writer_free(w);
    segments_close(index);
    return rc;
}

/* Seven segments or more, so that one more makes them merge. */
static void make_segments(void)
{
    for (uint64_t d = 1; d < DOCUMENTS && segment_count() < DOCUMENTS - 1; d++)
        assert_int_equal(try_replace(x, writer, d, 1, &err), OK);
}

/* Is the child about to make a call that changes a file or a name? */
static bool is_before_a_change(pid_t child)
{
    static const uint64_t calls[] = {SYS_openat, SYS_write,  SYS_fsync,
                                     SYS_rename, SYS_unlink, SYS_flock};
    struct __ptrace_syscall_info info;

    assert_true(ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof(info), &info) >
                0);
    for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
        if (info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == calls[i])
            return true;
    }
    return false;
}

/* A child that stops before it changes the index; 0: it cannot be watched. */
static pid_t begin_child(unsigned variant)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0) {
        struct error e;

        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(2);
        (void)raise(SIGSTOP);
        _exit(change_and_merge(variant, &e) == OK ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSTOPPED(status) && ptrace(PTRACE_SETOPTIONS, child, NULL,
                                        PTRACE_O_TRACESYSGOOD) == 0
               ? child
               : 0;
}

/* Kill it before the n-th call that changes something; false when it was done
 * before. */
static bool kill_before_call(pid_t child, unsigned n)
{
    int status = 0;

    while (n) {
        assert_int_equal(ptrace(PTRACE_SYSCALL, child, NULL, NULL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSTOPPED(status)) {
            assert_int_equal(status, 0);
            return false;
        }
        n -= is_before_a_change(child);
    }
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return true;
}

static void a_writer_that_dies_anywhere_leaves_the_old_or_the_new(void **state)
{
    unsigned before = 1;
    bool killed = true;

    (void)state;
    add(writer, 0, (uint64_t)DOCUMENTS * A_DOCUMENT, before);
    publish(writer);
    for (unsigned n = 1; killed; n++) {
        unsigned now;
        pid_t child;

        make_segments();
        child = begin_child(n + 1);
        if (!child)
            skip(); /* nobody may watch another here */
        killed = kill_before_call(child, n);
        now = variant_of(x);
        assert_true(now == before || now == n + 1);
        assert_true(killed || now == n + 1);
        before = now;
        assert_int_equal(segments_verify(x, &err), OK);
    }
    assert_true(before > 60); /* it was killed that often */
    publish(writer);
    assert_no_left_overs();
}

#ifdef QUARRY_TORTURE
/* Fail the n-th call of a kind for n = 1, 2, ... until nothing fails any more;
 * some failures are got over. */
static void torture(enum fault kind)
{
    unsigned before = 1;
    unsigned passed = 0;

    add(writer, 0, (uint64_t)DOCUMENTS * A_DOCUMENT, before);
    publish(writer);
    for (unsigned n = 1; passed < ENOUGH; n++) {
        struct error e;
        unsigned now;
        enum err rc;

        make_segments();
        (void)fault_at(kind, n);
        rc = change_and_merge(n + 1, &e);
        (void)fault_at(kind, 0);
        now = variant_of(x);
        assert_true(now == before || now == n + 1);
        assert_true(rc != OK || now == n + 1);
        before = now;
        passed = rc == OK ? passed + 1 : 0;
        assert_int_equal(segments_verify(x, &err), OK);
    }
    publish(writer);
    assert_no_left_overs();
}

static void a_failing_disk_leaves_the_old_or_the_new(void **state)
{
    (void)state;
    torture(FAULT_DISK);
}

static void memory_that_runs_out_leaves_the_old_or_the_new(void **state)
{
    (void)state;
    torture(FAULT_MEMORY);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        SEGMENTS_TEST(every_byte_that_is_changed_is_noticed),
        SEGMENTS_TEST(a_file_that_is_cut_or_gone_is_noticed),
        SEGMENTS_TEST(a_file_of_another_segment_is_noticed),
        SEGMENTS_TEST(a_writer_that_dies_anywhere_leaves_the_old_or_the_new),
#ifdef QUARRY_TORTURE
        SEGMENTS_TEST(a_failing_disk_leaves_the_old_or_the_new),
        SEGMENTS_TEST(memory_that_runs_out_leaves_the_old_or_the_new),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
