/* Damage, lies and failing machines. */
#include "lexical_fixture.h"

#include "base/fault.h"
#include "base/nightly.h"
#include "reseal.h"
#include "search/lexical/segment_write.h"

#define MOST_RUNS 20000

static const char *const questions[] = {"rotating keys",
                                        "\"rotate keys\" +door -\"old wheel\"",
                                        "rot* w*", "a b c d e f g h", "黑豹队"};

static void add_some(void)
{
    const struct lexical_filter f[] = {{STR("lang"), STR("en"), false}};
    struct lexical_doc d = {.title = STR("keys"),
                            .body = STR("rotate keys of the old door 黑豹队"),
                            .stored = STR("kept"),
                            .filter = f,
                            .n_filters = 1};

    for (d.id = 1; d.id < 140; d.id++)
        assert_int_equal(segment_builder_add(builder, &d, &err), OK);
    add_text(200, "wheel", "rotating the wheel by getUserName in E1234");
}

/* Ask everything; the hits of each question as one number, 0 on an error. */
static uint64_t ask_all(const struct segment *s, bool *failed)
{
    const struct search_segment one = {.segment = s};
    const struct search_view v = {&one, 1};
    uint64_t sum = 0;

    *failed = false;
    for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++) {
        struct search_hits hits;
        struct arena a;
        struct query q;
        struct plan p;

        arena_init(&a, 64 * MIB);
        assert_int_equal(query_parse(str_from(questions[i]), &a, &q, &err), OK);
        if (i == 0)
            assert_int_equal(query_parse_filters(STR("lang~e"), &a, &q, &err),
                             OK);
        assert_int_equal(plan_make(&q, 0, analyzer, &a, &p, &err), OK);
        if (search_run(&v, &p, 10, &a, &hits, &err) == OK) {
            for (size_t k = 0; k < hits.n; k++) {
                struct str stored;

                sum = sum * 31 + hits.hit[k].id * 7 + hits.hit[k].score;
                if (segment_stored(s, hits.hit[k].doc, &stored, &err) != OK)
                    *failed = true;
            }
        } else {
            *failed = true;
        }
        arena_release(&a);
    }
    return sum;
}

static struct str file_bytes(const char *name)
{
    struct str s;

    assert_int_equal(fs_read_file(in(name), name, MIB, &arena, &s, &err), OK);
    return s;
}

static void put_file(const char *name, const unsigned char *p, size_t n)
{
    assert_int_equal(fs_write_atomic(in(name), name,
                                     (struct str){(const char *)p, n}, false,
                                     &err),
                     OK);
}

static void damage_of_any_byte_is_found(void **state)
{
    uint64_t truth;
    struct str good;
    unsigned char *p;
    bool failed;

    (void)state;
    add_some();
    seal();
    truth = ask_all(segments[0], &failed);
    assert_false(failed);
    assert_int_not_equal(truth, 0);
    good = file_bytes("0.seg");
    p = arena_alloc(&arena, good.n, &err);
    memcpy(p, good.p, good.n);
    for (size_t i = 0; i < good.n; i++) {
        struct segment *s = NULL;

        p[i] ^= 1 << i % 8;
        put_file("bad", p, good.n);
        p[i] ^= 1 << i % 8;
        if (segment_open(in("bad"), "bad", &s, &err) != OK) {
            assert_int_equal(err.code, ERR_INTERNAL);
            continue;
        }
        assert_int_equal(segment_verify(s, &err), ERR_INTERNAL);
        if (i % 8 == 0) {
            uint64_t now = ask_all(s, &failed);

            assert_true(failed || now == truth);
        }
        segment_close(s);
    }
}

static void a_file_that_was_cut_is_refused(void **state)
{
    struct str good;

    (void)state;
    add_some();
    seal();
    good = file_bytes("0.seg");
    for (size_t n = 0; n < good.n; n += n < good.n - 300 ? 97 : 1) {
        struct segment *s;

        put_file("cut", (const unsigned char *)good.p, n);
        assert_int_equal(segment_open(in("cut"), "cut", &s, &err),
                         ERR_INTERNAL);
    }
}

/* Any byte changed by who fits the sums, too: an error or an answer, and the
 * sanitizers are content. */
static void lies_hurt_nobody(void **state)
{
    static const unsigned char lies[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    struct str good;
    unsigned char *p;
    const size_t step = nightly() ? 3 : 11;
    unsigned opened = 0;

    (void)state;
    add_some();
    seal();
    good = file_bytes("0.seg");
    p = arena_alloc(&arena, good.n, &err);
    for (size_t i = 0; i < good.n; i += step) {
        struct segment *s;
        bool failed;

        memcpy(p, good.p, good.n);
        p[i] = lies[i % sizeof(lies)] ^ (unsigned char)(i / 5 % 3);
        reseal(p, good.n);
        put_file("lie", p, good.n);
        if (segment_open(in("lie"), "lie", &s, &err) != OK)
            continue;
        opened++;
        (void)ask_all(s, &failed);
        segment_close(s);
    }
    assert_true(opened > 1500 / step);
}

static void an_empty_segment_answers_nothing(void **state)
{
    bool failed;

    (void)state;
    seal();
    assert_int_equal(segment_docs(segments[0]), 0);
    assert_int_equal(ask_all(segments[0], &failed), 0);
    assert_false(failed);
}

static void what_is_too_large_is_refused_and_nothing_is_lost(void **state)
{
    char *text = arena_alloc(&arena, LEXICAL_MAX_TEXT_BYTES + 1, &err);
    const struct lexical_filter none[] = {{{0}, STR("x"), false}};
    struct lexical_doc d = {.id = 2,
                            .body = {text, LEXICAL_MAX_TEXT_BYTES + 1}};

    (void)state;
    memset(text, 'a', d.body.n);
    add_text(1, "", "one text");
    assert_int_equal(segment_builder_add(builder, &d, &err), ERR_LIMIT);
    d = (struct lexical_doc){.id = 3, .body = STR("bad"), .filter = none};
    d.n_filters = 1;
    assert_int_equal(segment_builder_add(builder, &d, &err),
                     ERR_VALIDATION_FAILED);
    for (size_t i = 0; i < LEXICAL_MAX_TEXT_BYTES - 6; i += 6)
        (void)snprintf(text + i, 7, "%05zu ", i / 6 % 100000);
    d = (struct lexical_doc){.id = 4,
                             .body = {text, LEXICAL_MAX_TEXT_BYTES - 8}};
    assert_int_equal(segment_builder_add(builder, &d, &err), ERR_LIMIT);
    seal();
    assert_string_equal(found("text bad 00001"), "1");
}

#ifdef QUARRY_TORTURE
static enum err whole_job(struct error *e)
{
    struct segment_builder *b = segment_builder_new(MIB, e);
    struct analyzer *z = b ? analyzer_new(e) : NULL;
    struct segment *s = NULL;
    struct search_hits hits = {0};
    struct search_segment one = {0};
    const struct search_view v = {&one, 1};
    const struct lexical_doc d = {.id = 9, .body = STR("rotating the key")};
    struct query q;
    struct plan p;
    struct arena a;
    enum err rc = z ? OK : e->code;

    arena_init(&a, 8 * MIB);
    if (rc == OK)
        rc = segment_builder_add(b, &d, e);
    if (rc == OK)
        rc = segment_builder_write(b, in("t.seg"), "t.seg", e);
    if (rc == OK)
        rc = segment_open(in("t.seg"), "t.seg", &s, e);
    one.segment = s;
    if (rc == OK)
        rc = query_parse(STR("+rotate \"the key\" k*"), &a, &q, e);
    if (rc == OK)
        rc = plan_make(&q, 0, z, &a, &p, e);
    if (rc == OK)
        rc = search_run(&v, &p, 10, &a, &hits, e);
    if (rc == OK)
        assert_int_equal(hits.n, 1);
    segment_close(s);
    analyzer_free(z);
    segment_builder_free(b);
    arena_release(&a);
    return rc;
}

static void no_memory_is_a_typed_error(void **state)
{
    enum err rc = ERR_LIMIT;

    (void)state;
    (void)in("t.seg"); /* the fixture's arena has its block */
    for (unsigned n = 1; n < MOST_RUNS && rc != OK; n++) {
        struct error e = {0};

        (void)fault_at(FAULT_MEMORY, n);
        rc = whole_job(&e);
        (void)fault_at(FAULT_MEMORY, 0);
        assert_true(rc == OK || (rc == ERR_LIMIT && e.code == ERR_LIMIT));
    }
    assert_int_equal(rc, OK);
}

static void a_failing_disk_leaves_nothing_half_written(void **state)
{
    enum err rc = ERR_FILE_WRITE_FAILED;
    unsigned n;

    (void)state;
    for (n = 1; n < 100 && rc != OK; n++) {
        struct segment *s = NULL;

        segment_builder_free(builder);
        builder = segment_builder_new(4 * MIB, &err);
        add_some();
        (void)fault_at(FAULT_DISK, n);
        rc = segment_builder_write(builder, in("d.seg"), "d.seg", &err);
        (void)fault_at(FAULT_DISK, 0);
        if (access(in("d.seg"), F_OK) == 0) /* then it is whole */
            assert_int_equal(segment_open(in("d.seg"), "d.seg", &s, &err), OK);
        else
            assert_int_equal(rc, ERR_FILE_WRITE_FAILED);
        segment_close(s);
        (void)unlink(in("d.seg"));
        assert_int_equal(rmdir(folder), 0); /* nothing else is there */
        assert_non_null(mkdtemp(strcpy(folder, "/tmp/quarry-test-XXXXXX")));
    }
    assert_int_equal(rc, OK);
    assert_true(n > 4);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEXICAL_TEST(damage_of_any_byte_is_found),
        LEXICAL_TEST(a_file_that_was_cut_is_refused),
        LEXICAL_TEST(lies_hurt_nobody),
        LEXICAL_TEST(an_empty_segment_answers_nothing),
        LEXICAL_TEST(what_is_too_large_is_refused_and_nothing_is_lost),
#ifdef QUARRY_TORTURE
        LEXICAL_TEST(no_memory_is_a_typed_error),
        LEXICAL_TEST(a_failing_disk_leaves_nothing_half_written),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
