#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/chunks/chunk.h"
#include "search/chunks/measure.h"
#include "search/chunks/table_chunk.h"

#include "base/fault.h"

#define MAX_KEPT 2000

static struct arena arena;
static struct error err;
static struct table_chunk kept[MAX_KEPT];
static size_t n_kept;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)256 << 20);
    n_kept = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err keep(void *ctx, const struct table_chunk *chunk,
                     struct error *e)
{
    struct measure m = measure_text(chunk->text);
    struct table_chunk *to = &kept[n_kept];
    enum err rc;

    (void)ctx;
    assert_true(n_kept++ < MAX_KEPT);
    assert_true(m.characters <= CHUNK_MAX_CHARACTERS);
    assert_true(m.tokens <= CHUNK_MAX_TOKENS);
    assert_true(chunk->lead_bytes + chunk->overlap_bytes < chunk->text.n);
    *to = *chunk;
    rc = str_dup(chunk->text, &arena, &to->text, e);
    return rc ? rc : str_dup(chunk->columns, &arena, &to->columns, e);
}

static const struct table_chunk_sink sink = {keep, NULL};

static struct json *parse(const char *text)
{
    struct json *root = NULL;

    if (json_parse(str_from(text), &json_default_limits, &arena, &root, &err))
        fail_msg("%s", err.msg);
    return root;
}

static void describe(const char *source, const char *chunks)
{
    struct table_about t = {.name = STR("sales.csv"),
                            .source = parse(source),
                            .chunks = parse(chunks)};

    n_kept = 0;
    if (table_chunk_describe(&t, &sink, &err))
        fail_msg("%s", err.msg);
}

static void row(const char *columns, const char *cells)
{
    n_kept = 0;
    if (table_chunk_row(STR("t.csv"), parse(columns), parse(cells), &sink,
                        &err))
        fail_msg("%s", err.msg);
}

static void a_table_is_described_with_its_columns_ranges_and_samples(
    void **state)
{
    (void)state;
    describe("{\"structured_data\":{\"row_count\":1000,\"column_count\":2,"
             "\"schema\":[{\"name\":\"region\",\"type\":\"string\"},"
             "{\"name\":\"amount\",\"type\":\"decimal\"}],"
             "\"column_stats\":{\"amount\":{\"min\":1.50,\"max\":99,"
             "\"avg\":7.25}},"
             "\"sample_values\":{\"region\":[\"North\",null,\"South\"],"
             "\"amount\":[3,4]}}}",
             "{\"structured_metadata\":{\"natural_language_description\":"
             "\"What was sold.\"}}");
    assert_int_equal(n_kept, 1);
    assert_string_equal(kept[0].text.p,
                        "table=sales.csv; rows=1000; columns=2; What was "
                        "sold.\nregion (string); such as North, South\n"
                        "amount (decimal): 1.50 to 99, on average 7.25; such "
                        "as 3, 4");
    assert_int_equal(kept[0].columns.n, 0);
    assert_true(str_is(kept[0].title, "sales.csv"));
}

static void what_is_not_known_is_left_out(void **state)
{
    static const char *const odd[] = {
        "{}",
        "[]",
        "null",
        "{\"structured_data\":3}",
        "{\"structured_data\":{\"schema\":{\"a\":1},\"sample_values\":[1]}}",
        "{\"structured_data\":{\"column_stats\":\"x\",\"row_count\":{}}}"};

    (void)state;
    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        describe(odd[i], odd[i]);
        assert_int_equal(n_kept, 1);
        assert_string_equal(kept[0].text.p, "table=sales.csv");
    }
    describe("{\"structured_data\":{\"schema\":[3,{\"name\":\"a\"},{}]}}",
             "{}");
    assert_string_equal(kept[0].text.p, "table=sales.csv\n\"\"\na\n\"\"");
}

static void ten_thousand_columns_are_several_chunks_that_name_theirs(
    void **state)
{
    struct buf b;
    size_t named = 0;

    (void)state;
    buf_init(&b, (size_t)16 << 20);
    buf_puts(&b, "{\"structured_data\":{\"schema\":[{\"name\":\"a,b c\"}");
    for (int i = 1; i < 10000; i++)
        buf_printf(&b, ",{\"name\":\"column %d\",\"type\":\"integer\"}", i);
    buf_puts(&b, "]}}");
    describe(buf_str(&b).p, "{}");
    buf_release(&b);
    assert_true(n_kept > 50);
    assert_true(str_starts(kept[0].columns, STR("a%2Cb%20c,column%201,")));
    for (size_t i = 0; i < n_kept; i++) {
        assert_true(str_starts(kept[i].text, STR("table=sales.csv\n")));
        assert_true(kept[i].columns.n > 0);
        named++;
        for (size_t k = 0; k < kept[i].columns.n; k++)
            named += kept[i].columns.p[k] == ',';
    }
    assert_int_equal(named, 10000);
}

static void long_names_and_samples_are_shortened(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, (size_t)16 << 20);
    buf_puts(&b, "{\"structured_data\":{\"schema\":[{\"name\":\"n\","
                 "\"type\":\"string\"}],\"sample_values\":{\"n\":[\"");
    for (int i = 0; i < 2000; i++)
        buf_puts(&b, "many words ");
    buf_puts(&b, "\",2]}}}");
    describe(buf_str(&b).p, "{}");
    buf_release(&b);
    assert_int_equal(n_kept, 1);
    assert_true(kept[0].text.n < 200);
    assert_true(str_ends(kept[0].text, STR("\xe2\x80\xa6, 2")));
}

static void a_row_says_column_and_value(void **state)
{
    (void)state;
    row("[{\"name\":\"id\"},{\"name\":\"title\"},{\"name\":\"x\"},"
        "{\"name\":\"ok\"}]",
        "[7,\"It\\nworks \",null,true,\"no column\"]");
    assert_int_equal(n_kept, 1);
    assert_string_equal(kept[0].text.p,
                        "table=t.csv; id: 7; title: It works; ok: true");
    assert_int_equal(kept[0].columns.n, 0);
    row("[{\"name\":\"a\"}]", "[null]");
    assert_int_equal(n_kept, 0);
    row("[]", "[1]");
    assert_int_equal(n_kept, 0);
}

static void a_long_cell_is_cut_with_overlap_under_its_name(void **state)
{
    struct buf b;
    size_t said = 0;

    (void)state;
    buf_init(&b, (size_t)16 << 20);
    buf_puts(&b, "[7,\"");
    for (int i = 0; i < 400; i++)
        buf_puts(&b, "A sentence here. ");
    buf_puts(&b, "\"]");
    row("[{\"name\":\"id\"},{\"name\":\"review, long\"}]", buf_str(&b).p);
    buf_release(&b);
    assert_true(n_kept > 4);
    for (size_t i = 0; i + 1 < n_kept; i++) {
        assert_true(str_starts(
            kept[i].text, STR("table=t.csv; review, long: A sentence here.")));
        assert_true(str_is(kept[i].columns, "review%2C%20long"));
        assert_int_equal(kept[i].overlap_bytes > 0, i > 0);
        said += kept[i].text.n - kept[i].lead_bytes - kept[i].overlap_bytes;
    }
    assert_int_equal(said, 400 * 17 - 1);
    assert_string_equal(kept[n_kept - 1].text.p, "table=t.csv; id: 7");
    assert_true(str_is(kept[n_kept - 1].columns, "id"));
}

static bool is_heavy(const char *samples)
{
    struct table_about t = {0};
    struct buf b;

    buf_init(&b, (size_t)1 << 20);
    buf_printf(&b, "{\"structured_data\":{\"sample_values\":%s}}", samples);
    t.source = parse(buf_str(&b).p);
    buf_release(&b);
    return table_chunk_is_text_heavy(&t);
}

static void prose_makes_a_table_text_heavy(void **state)
{
    (void)state;
    assert_true(is_heavy(
        "{\"id\":[1,2],\"review\":[\"I have had this for a year and it still "
        "works.\",\"Broke after two days, and nobody answers my letters.\","
        "\"ok\"]}"));
    assert_true(
        is_heavy("{\"r\":[\"我买了这个东西已经一年了，它还是很好用。\"]}"));
    assert_true(is_heavy("{\"r\":[\"Это очень хорошая вещь и я её всем друзьям "
                         "советую\"]}"));
}

static void names_codes_and_addresses_do_not(void **state)
{
    (void)state;
    assert_false(is_heavy(
        "{\"name\":[\"Maria del Carmen Garcia Lopez\"],"
        "\"address\":[\"12 Main Street, Springfield, IL 62704, United "
        "States\"],"
        "\"url\":[\"https://example.org/a/very/long/path/of/many/words/in/it?"
        "and=more&words=too\"],"
        "\"code\":[\"a1b2c3d4 e5f6 a7b8 c9d0 e1f2 a3b4 c5d6 e7f8 a9b0\"],"
        "\"list\":[\"red,green,blue,black,white,brown,yellow,orange,pink\"],"
        "\"n\":[1,2,3],\"cjk\":[\"北京市朝阳区建国路\"]}"));
    assert_false(is_heavy("{}"));
    assert_false(is_heavy("[]"));
    assert_false(is_heavy("{\"a\":\"x\",\"b\":[]}"));
}

#ifdef QUARRY_TORTURE
static void every_allocation_may_fail(void **state)
{
    const struct json *columns = parse("[{\"name\":\"a\"},{\"name\":\"b\"}]");
    struct json *cells;
    struct buf b;
    enum err rc = ERR_LIMIT;
    unsigned n = 1;

    (void)state;
    buf_init(&b, 1 << 20);
    buf_puts(&b, "[1,\"");
    for (int i = 0; i < 500; i++)
        buf_puts(&b, "Some words. ");
    buf_puts(&b, "\"]");
    cells = parse(buf_str(&b).p);
    buf_release(&b);
    for (; rc != OK && n < 1000; n++) {
        n_kept = 0;
        (void)fault_at(FAULT_MEMORY, n);
        rc = table_chunk_row(STR("t"), columns, cells, &sink, &err);
        (void)fault_at(FAULT_MEMORY, 0);
        assert_true(rc == OK || rc == ERR_LIMIT);
    }
    assert_true(n > 4 && rc == OK);
}
#endif

static void texts_around_the_rows_are_a_chunk_of_lines(void **state)
{
    (void)state;
    assert_int_equal(
        table_chunk_texts(
            STR("fees.xlsx"),
            parse("[{\"what\":\"title\",\"text\":\"Fees\\nin EUR\"},"
                  "{\"what\":\"note\",\"text\":\"Source: ledger\"}]"),
            &sink, &err),
        OK);
    assert_int_equal(n_kept, 1);
    assert_string_equal(kept[0].text.p,
                        "table=fees.xlsx\nFees\nin EUR\nSource: ledger");
    assert_int_equal(kept[0].columns.n, 0);
}

static void without_texts_there_is_no_chunk_of_them(void **state)
{
    (void)state;
    assert_int_equal(table_chunk_texts(STR("x"), NULL, &sink, &err), OK);
    assert_int_equal(table_chunk_texts(STR("x"), parse("[]"), &sink, &err), OK);
    assert_int_equal(n_kept, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(texts_around_the_rows_are_a_chunk_of_lines),
        TEST(without_texts_there_is_no_chunk_of_them),
        TEST(a_table_is_described_with_its_columns_ranges_and_samples),
        TEST(what_is_not_known_is_left_out),
        TEST(ten_thousand_columns_are_several_chunks_that_name_theirs),
        TEST(long_names_and_samples_are_shortened),
        TEST(a_row_says_column_and_value),
        TEST(a_long_cell_is_cut_with_overlap_under_its_name),
        TEST(prose_makes_a_table_text_heavy),
        TEST(names_codes_and_addresses_do_not),
#ifdef QUARRY_TORTURE
        TEST(every_allocation_may_fail),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
