#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/utf8.h"
#include "runs_fixture.h"

#include <string.h>

static struct split_limits limits_of(size_t run_bytes)
{
    struct split_limits lim = split_default_limits;

    lim.run_bytes = run_bytes;
    return lim;
}

/* One line a run, as split.h shows them. */
static void check_runs(const char *text, size_t run_bytes,
                       const char *const *lines, size_t n)
{
    const struct split_limits lim = limits_of(run_bytes);

    assert_int_equal(split_runs(str_from(text), &lim), OK);
    for (size_t i = 0; i < runs.n && i < n; i++) {
        const struct split_run *r = &runs.run[i];
        struct str line;

        if (r->kind == SPLIT_VALUES)
            assert_int_equal(str_printf(&arena, &line, &err, "%d: %d %.*s",
                                        (int)r->container, (int)r->count,
                                        STR_FMT(r->text)),
                             OK);
        else
            assert_int_equal(
                str_printf(&arena, &line, &err, "%d: %s%s %.*s> %d",
                           (int)r->container, r->count == 1 ? "" : "!",
                           r->kind == SPLIT_ARRAY ? "array" : "object",
                           STR_FMT(r->key), (int)r->child),
                OK);
        assert_string_equal(line.p, lines[i]);
    }
    assert_int_equal(runs.n, n);
}

#define CHECK_RUNS(text, run_bytes, ...)                                    \
    do {                                                                    \
        static const char *const lines[] = {__VA_ARGS__};                   \
        check_runs(text, run_bytes, lines, sizeof(lines) / sizeof(*lines)); \
    } while (0)

static void a_small_or_scalar_root_is_one_run_of_container_0(void **state)
{
    (void)state;
    CHECK_RUNS(" { \"a\" : [ 1 , 2 ] } ", 11, "0: 1 {\"a\":[1,2]}");
    CHECK_RUNS("[]", 2, "0: 1 []");
    CHECK_RUNS("\t-1.50e+3\n", 1, "0: 1 -1.50e+3");
    CHECK_RUNS("\"a text that is longer than a run\"", 4,
               "0: 1 \"a text that is longer than a run\"");
}

static void a_large_root_is_container_1_and_its_children_are_runs(void **state)
{
    (void)state;
    CHECK_RUNS("[1,2,3,4,5,6,7]", 5, "0: array > 1", "1: 3 1,2,3", "1: 3 4,5,6",
               "1: 1 7");
    CHECK_RUNS("{\"a\":1, \"b\":2, \"c\":3}", 11, "0: object > 1",
               "1: 2 \"a\":1,\"b\":2", "1: 1 \"c\":3");
    CHECK_RUNS("[]", 1, "0: array > 1");
}

static void an_open_child_stands_in_a_run_of_its_own(void **state)
{
    (void)state;
    CHECK_RUNS("{\"meta\":{\"v\":1},\"rows\":[{\"x\":1},{\"x\":2},{\"x\":3}],"
               "\"n\":2}",
               16, "0: object > 1", "1: 1 \"meta\":{\"v\":1}",
               "1: array \"rows\"> 2", "2: 2 {\"x\":1},{\"x\":2}",
               "2: 1 {\"x\":3}", "1: 1 \"n\":2");
    CHECK_RUNS("[[[[1,2,3,4]]],5]", 8, "0: array > 1", "1: array > 2",
               "2: array > 3", "3: array > 4", "4: 4 1,2,3,4", "1: 1 5");
}

static void a_container_is_open_from_the_first_byte_over_the_limit(void **state)
{
    (void)state;
    CHECK_RUNS("[[1,2,3],9]", 7, "0: array > 1", "1: 1 [1,2,3]", "1: 1 9");
    CHECK_RUNS("[[1,2,3],9]", 6, "0: array > 1", "1: array > 2", "2: 3 1,2,3",
               "1: 1 9");
    CHECK_RUNS("[[1,2,3],9]", 11, "0: 1 [[1,2,3],9]");
    CHECK_RUNS("[[1,2,3],9]", 10, "0: array > 1", "1: 2 [1,2,3],9");
}

static void a_long_scalar_is_a_run_alone(void **state)
{
    (void)state;
    CHECK_RUNS("[1,\"0123456789\",2,3]", 4, "0: array > 1", "1: 1 1",
               "1: 1 \"0123456789\"", "1: 2 2,3");
}

static void white_space_goes_and_the_words_stay_as_written(void **state)
{
    (void)state;
    CHECK_RUNS("[ 1.0 ,\r\n\t1E+2 , \"\\u00fc \\/ \" , { \"\\u0061\" : -0 } ]",
               100, "0: 1 [1.0,1E+2,\"\\u00fc \\/ \",{\"\\u0061\":-0}]");
    CHECK_RUNS("{ \"\\u006bey\" : [ 1 , 2 ] , \"x\" : 3 }", 3, "0: object > 1",
               "1: array \"\\u006bey\"> 2", "2: 2 1,2", "1: 1 \"x\":3");
}

static void keys_are_hashed_decoded(void **state)
{
    const struct split_limits lim = limits_of(8);

    (void)state;
    assert_int_equal(split_key_hash(STR("")), 2166136261);
    assert_int_equal(split_key_hash(STR("a")), 0xe40c292c);
    assert_int_equal(split_runs(STR("{\"\\u0061\":1,\"b\":[10,20,30]}"), &lim),
                     OK);
    assert_int_equal(runs.n, 4);
    assert_int_equal(runs.run[1].hash[0], split_key_hash(STR("a")));
    assert_int_equal(runs.run[2].hash[0], split_key_hash(STR("b")));
    assert_null(runs.run[3].hash);
}

/* The run as a container of its own, with as many children as it says. */
static const struct json *run_tree(const struct split_run *r)
{
    struct str text;
    const struct json *j;

    assert_int_equal(str_printf(&arena, &text, &err, "%c%.*s%c",
                                r->hash ? '{' : '[', STR_FMT(r->text),
                                r->hash ? '}' : ']'),
                     OK);
    j = tree_of_str(text);
    assert_int_equal(j->count, r->count);
    return j;
}

static void check_values(const struct split_run *r, size_t run_bytes)
{
    const struct json *c = run_tree(r)->first;

    assert_true(r->count == 1 || r->text.n <= run_bytes);
    assert_int_equal(r->child, 0);
    for (size_t i = 0; i < r->count; i++, c = c->next) {
        if (r->hash)
            assert_int_equal(r->hash[i], split_key_hash(c->key));
    }
}

/* What split.h promises of the runs of one text. */
static void check_promises(size_t run_bytes)
{
    uint64_t ids = 0;

    for (size_t i = 0; i < runs.n; i++) {
        const struct split_run *r = &runs.run[i];

        assert_true(r->container <= ids);
        if (r->kind == SPLIT_VALUES) {
            check_values(r, run_bytes);
            continue;
        }
        assert_int_equal(r->count, 1);
        assert_int_equal(r->child, ++ids);
        assert_int_equal(r->key.n > 0, r->hash != NULL);
        if (r->hash)
            assert_int_equal(r->hash[0],
                             split_key_hash(tree_of_str(r->key)->text));
        if (runs.n < 100)
            assert_true(joined(r->child, r->kind).n > run_bytes);
    }
}

/* No two runs of values of one container that would fit in one. */
static void check_no_waste(size_t run_bytes)
{
    for (size_t i = 1; i < runs.n; i++) {
        const struct split_run *a = &runs.run[i - 1];
        const struct split_run *b = &runs.run[i];

        if (a->kind == SPLIT_VALUES && b->kind == SPLIT_VALUES &&
            a->container == b->container)
            assert_true(a->text.n + 1 + b->text.n > run_bytes);
    }
}

/* The same text with white space wherever it may be. */
static void put_spaced(struct dice *d, struct str text, struct buf *out)
{
    bool in_string = false;

    for (size_t i = 0; i < text.n; i++) {
        bool between = !in_string && strchr("[]{},:", text.p[i]);

        if (between && roll(d, 2))
            buf_puts(out, roll(d, 2) ? "\n  " : "\t \r");
        buf_put_char(out, text.p[i]);
        if (between && roll(d, 2))
            buf_put_char(out, ' ');
        if (in_string && text.p[i] == '\\')
            buf_put_char(out, text.p[++i]);
        else if (text.p[i] == '"')
            in_string = !in_string;
    }
}

static void check_way_back(struct dice *d, struct str text, size_t run_bytes)
{
    const struct split_limits lim = limits_of(run_bytes);
    struct buf spaced;

    buf_init(&spaced, 16 * MIB);
    put_spaced(d, text, &spaced);
    if (split_runs(buf_str(&spaced), &lim) != OK)
        fail_msg("%.*s: %s", STR_FMT(text), err.msg);
    buf_release(&spaced);
    check_promises(run_bytes);
    check_no_waste(run_bytes);
    assert_string_equal(joined(0, SPLIT_VALUES).p, text.p);
}

static void join_gives_the_text_back_for_every_shape_and_run_size(void **state)
{
    struct dice d = {77};

    (void)state;
    for (int i = 0; i < 1200; i++) {
        struct buf out;

        buf_init(&out, MIB);
        dice_value(&d, 1 + roll(&d, 6), &out);
        for (size_t run_bytes = 1; run_bytes < 600;
             run_bytes += 1 + roll(&d, (unsigned)run_bytes))
            check_way_back(&d, buf_str(&out), run_bytes);
        buf_release(&out);
        arena_reset(&arena);
    }
}

static void deep_and_long_texts_come_back(void **state)
{
    struct dice d = {3};
    struct buf out;

    (void)state;
    buf_init(&out, 16 * MIB);
    for (int i = 0; i < 511; i++)
        buf_printf(&out, i % 2 ? "[%d," : "{\"k%d\":1,\"in\":", i);
    buf_puts(&out, "[]");
    for (int i = 511; i--;)
        buf_puts(&out, i % 2 ? "]" : ",\"z\":2}");
    check_way_back(&d, buf_str(&out), 1);
    check_way_back(&d, buf_str(&out), 16);
    check_way_back(&d, buf_str(&out), 1000);
    buf_reset(&out);
    for (int i = 0; i < 100000; i++)
        buf_printf(&out, "%s\"k%d\":[%d,{\"v\":\"%d\"}]", i ? "," : "{", i, i,
                   i);
    buf_put_char(&out, '}');
    check_way_back(&d, buf_str(&out), 100);
    check_way_back(&d, buf_str(&out), SPLIT_RUN_BYTES);
    buf_release(&out);
}

/* Refused or not: as json_parse() says, at the same place. */
static enum err check_like_parse(struct str text, size_t run_bytes)
{
    const struct split_limits lim = limits_of(run_bytes);
    struct error expected = {0};
    struct json *root = NULL;
    enum err rc =
        json_parse(text, &json_default_limits, &arena, &root, &expected);

    err = (struct error){0};
    if (split_runs(text, &lim) != rc)
        fail_msg("%.*s: %s, not %s", STR_FMT(text), err.msg, expected.msg);
    assert_int_equal(err.pos.offset, expected.pos.offset);
    assert_int_equal(err.pos.line, expected.pos.line);
    assert_string_equal(err.msg, expected.msg);
    return rc;
}

/* As themselves in keys and values, and as escapes. */
static void every_character_comes_back(void **state)
{
    struct dice d = {17};
    struct buf out;

    (void)state;
    buf_init(&out, 64 * MIB);
    buf_puts(&out, "{\"\":0");
    for (uint32_t cp = 0x20; cp <= 0x10ffff; cp += cp < 0x10000 ? 1 : 61) {
        char utf8[4];
        struct str c = {utf8, utf8_encode(cp, utf8)};

        if ((cp >= 0xd800 && cp <= 0xdfff) || cp == '"' || cp == '\\')
            continue;
        buf_printf(&out, ",\"%.*s\":[\"%.*s\"", STR_FMT(c), STR_FMT(c));
        buf_printf(&out, cp > 0xffff ? ",\"\\ud83d\\u%04x\"]" : ",\"\\u%04x\"]",
                   cp > 0xffff ? 0xdc00 + (cp & 0x3ff) : cp);
    }
    buf_puts(&out, "}");
    check_way_back(&d, buf_str(&out), 16);
    check_way_back(&d, buf_str(&out), SPLIT_RUN_BYTES);
    buf_release(&out);
}

/* Overlong, cut, surrogate, too large, alone: UTF-8 that is none. */
static void bytes_that_are_no_utf8_are_refused_where_they_stand(void **state)
{
    static const char *const bad[] = {"\x80",
                                      "\xbf",
                                      "\xc0\xaf",
                                      "\xc1\xbf",
                                      "\xc3",
                                      "\xe0\x80\xaf",
                                      "\xe2\x82",
                                      "\xed\xa0\x80",
                                      "\xf0\x80\x80\xaf",
                                      "\xf0\x9f\x98",
                                      "\xf4\x90\x80\x80",
                                      "\xf5",
                                      "\xfe",
                                      "\xff"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct str text;

        assert_int_equal(
            str_printf(&arena, &text, &err, "[\"a\",\"\xc3\xbc%s\",1]", bad[i]),
            OK);
        assert_int_equal(check_like_parse(text, 4), ERR_VALIDATION_FAILED);
        assert_int_equal(err.pos.offset, 8);
        assert_int_equal(
            str_printf(&arena, &text, &err, "{\"a\":{},\"%s\":1}", bad[i]), OK);
        assert_int_equal(check_like_parse(text, 4), ERR_VALIDATION_FAILED);
        assert_int_equal(err.pos.offset, 9);
    }
}

static void what_is_no_json_is_refused_at_the_same_place(void **state)
{
    static const char *const bad[] = {"",
                                      " ",
                                      "[",
                                      "{",
                                      "[1",
                                      "[1,",
                                      "[1,]",
                                      "{\"a\"",
                                      "{\"a\":",
                                      "{\"a\":1,}",
                                      "{a:1}",
                                      "[1 2]",
                                      "1 2",
                                      "nul",
                                      "NaN",
                                      "01",
                                      "1.",
                                      "\"",
                                      "\"\\x\"",
                                      "\"\\ud800\"",
                                      "\"\x01\"",
                                      "\"\xff\"",
                                      "[1]]",
                                      "{\"a\":1 \"b\":2}",
                                      "{\"a\" 1}",
                                      "{1:2}",
                                      "[,1]",
                                      "\xef\xbb\xbf[]",
                                      "{\"a\":1,\n\"\\u0061\":2}"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(check_like_parse(str_from(bad[i]), 4),
                         ERR_VALIDATION_FAILED);
}

static void broken_texts_are_judged_as_the_parser_does(void **state)
{
    static const char bytes[] = "[]{},:\"\\0a \xff";
    struct dice d = {1234};
    size_t refused = 0;

    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct buf out;

        buf_init(&out, MIB);
        dice_value(&d, 4, &out);
        for (unsigned k = roll(&d, 3); k-- > 0;)
            out.p[roll(&d, (unsigned)out.n)] = bytes[roll(&d, 12)];
        refused += check_like_parse(buf_str(&out), 1 + roll(&d, 60)) != OK;
        buf_release(&out);
        arena_reset(&arena);
    }
    assert_true(refused > 1000 && refused < 2900);
}

static void check_duplicate(unsigned members, unsigned twice)
{
    struct buf out;

    buf_init(&out, 64 * MIB);
    buf_puts(&out, "[{\"other\":{");
    for (unsigned i = 0; i < members; i++)
        buf_printf(&out, "%s\"key %u\":{\"key %u\":0}", i ? "," : "", i, i);
    buf_puts(&out, "}},{");
    for (unsigned i = 0; i < members; i++)
        buf_printf(&out, "\"key %u\":{\"x\":0},", i);
    buf_printf(&out, "\"\\u006bey %u\":1}]", twice);
    assert_int_equal(check_like_parse(buf_str(&out), 64),
                     twice < members ? ERR_VALIDATION_FAILED : OK);
    buf_release(&out);
    arena_reset(&arena);
}

static void a_key_that_comes_twice_is_refused_among_any_number(void **state)
{
    static const unsigned sizes[] = {1, 2, 7, 8, 9, 10, 31, 32, 33, 20000};

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        check_duplicate(sizes[i], 0);
        check_duplicate(sizes[i], sizes[i] / 2);
        check_duplicate(sizes[i], sizes[i] - 1);
        check_duplicate(sizes[i], sizes[i]);
    }
}

static void check_limit(const struct split_limits *lim, const char *text,
                        const char *name)
{
    assert_int_equal(split_runs(str_from(text), lim), ERR_LIMIT);
    if (!strstr(err.msg, name))
        fail_msg("'%s' does not name '%s'", err.msg, name);
}

static void each_limit_is_named(void **state)
{
    struct split_limits lim = {.run_bytes = 8,
                               .max_bytes = 40,
                               .max_scalar_bytes = 10,
                               .max_values = 6,
                               .max_depth = 3};
    static char huge[1 << 18];

    (void)state;
    assert_int_equal(split_runs(STR("[[[1,2,3]]]"), &lim), OK);
    check_limit(&lim, "[[[[]]]]", "3 arrays and objects inside each other");
    check_limit(&lim, "[1,2,3,4,5,6]", "6 values");
    check_limit(&lim, "[\"0123456789\"]", "10 bytes in a string or number");
    check_limit(&lim, "{\"0123456789\":1}", "10 bytes in a string or number");
    check_limit(&lim, "[12345678901]", "10 bytes in a string or number");
    check_limit(&lim, "[1,                                         2]",
                "40 bytes");
    lim.max_bytes = sizeof(huge);
    memset(huge, 'x', sizeof(huge));
    huge[0] = '"';
    huge[sizeof(huge) - 2] = '"';
    huge[sizeof(huge) - 1] = '\0';
    check_limit(&lim, huge, "10 bytes");
}

static enum err stop_at_third(void *ctx, const struct split_run *r,
                              struct error *e)
{
    int *n = ctx;

    (void)r;
    if (++*n == 3)
        return error_set(e, ERR_CONFLICT, "enough");
    return OK;
}

static void what_the_caller_returns_ends_it(void **state)
{
    const struct split_limits lim = limits_of(2);
    int n = 0;
    const struct split_sink to = {stop_at_third, &n};

    (void)state;
    assert_int_equal(split_text(STR("[1,2,3,4,5,6]"), &lim, &to, &err),
                     ERR_CONFLICT);
    assert_int_equal(n, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_small_or_scalar_root_is_one_run_of_container_0, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            a_large_root_is_container_1_and_its_children_are_runs, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            an_open_child_stands_in_a_run_of_its_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_container_is_open_from_the_first_byte_over_the_limit, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(a_long_scalar_is_a_run_alone, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            white_space_goes_and_the_words_stay_as_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keys_are_hashed_decoded, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            join_gives_the_text_back_for_every_shape_and_run_size, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(deep_and_long_texts_come_back, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(every_character_comes_back, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            bytes_that_are_no_utf8_are_refused_where_they_stand, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            what_is_no_json_is_refused_at_the_same_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            broken_texts_are_judged_as_the_parser_does, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_key_that_comes_twice_is_refused_among_any_number, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(each_limit_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_the_caller_returns_ends_it, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
