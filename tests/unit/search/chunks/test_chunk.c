#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "search/chunks/chunk.h"
#include "search/chunks/measure.h"

#include "base/buf.h"

#include <string.h>

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

/* A document made block by block. */
#define MAX_PARTS 400

struct draft {
    struct buf text;
    struct outline_section section[MAX_PARTS];
    struct outline_block block[MAX_PARTS];
    struct outline o;
};

static uint64_t lines_in(struct str s)
{
    uint64_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == '\n';
    return n;
}

static void end_section(struct draft *d)
{
    struct outline_section *s;

    if (d->o.n_sections == 0)
        return;
    s = &d->section[d->o.n_sections - 1];
    s->range.end = d->text.n;
    s->range.last_line = lines_in(buf_str(&d->text));
    s->end_block = d->o.n_blocks;
}

static void add_section(struct draft *d, unsigned level, size_t parent)
{
    struct outline_section *s = &d->section[d->o.n_sections];

    end_section(d);
    *s = (struct outline_section){
        .level = level,
        .parent = parent,
        .title = STR("Title"),
        .id = STR("title"),
        .range = {.first_line = lines_in(buf_str(&d->text)) + 1,
                  .begin = d->text.n},
        .first_block = d->o.n_blocks};
    d->o.n_sections++;
    if (level > 0)
        buf_puts(&d->text, "# Title\n\n");
}

static void add_block(struct draft *d, enum outline_kind kind, const char *unit,
                      unsigned times)
{
    struct outline_block *b = &d->block[d->o.n_blocks++];

    *b = (struct outline_block){.kind = kind, .range = {.begin = d->text.n}};
    for (unsigned i = 0; i < times; i++)
        buf_puts(&d->text, unit);
    buf_put_char(&d->text, '\n');
    b->range.end = d->text.n;
    buf_put_char(&d->text, '\n');
}

/* NULL: the usual */
static const struct chunk_size *size;

static struct chunk_list chunk(struct draft *d)
{
    struct chunk_list list;

    end_section(d);
    d->o.text = buf_str(&d->text);
    d->o.sections = d->section;
    d->o.blocks = d->block;
    if (chunk_text(&d->o, size, &arena, &list, &err))
        fail_msg("%s", err.msg);
    return list;
}

static void begin(struct draft *d)
{
    memset(d, 0, sizeof(*d));
    buf_init(&d->text, (size_t)16 << 20);
}

/* What chunk.h promises of any document. */
static void assert_promises(const struct draft *d, const struct chunk_list *l)
{
    size_t covered = 0;
    struct str text = buf_str(&d->text);

    for (size_t i = 0; i < l->n; i++) {
        const struct chunk *c = &l->chunk[i];
        struct measure m = measure_text(c->text);

        assert_true(m.characters <= CHUNK_MAX_CHARACTERS);
        assert_true(m.tokens <= (size ? size->tokens : CHUNK_MAX_TOKENS));
        assert_ptr_equal(c->text.p, text.p + c->begin);
        assert_int_equal(c->text.n, c->end - c->begin);
        assert_int_equal(c->first_line,
                         lines_in(str_slice(text, 0, c->begin)) + 1);
        assert_true(
            measure_text(str_slice(c->text, 0, c->overlap_bytes)).tokens <=
            (size ? size->overlap_tokens : CHUNK_OVERLAP_TOKENS) + 1);
        assert_int_equal(
            str_trim(str_slice(text, covered, c->begin + c->overlap_bytes)).n,
            0);
        covered = c->end;
    }
    assert_int_equal(str_trim(str_slice(text, covered, text.n)).n, 0);
}

static void short_blocks_of_a_section_are_one_chunk(void **state)
{
    static struct draft d;
    struct chunk_list l;

    (void)state;
    begin(&d);
    add_section(&d, 1, SIZE_MAX);
    add_block(&d, OUTLINE_TEXT, "One sentence. ", 3);
    add_block(&d, OUTLINE_CODE, "make\n", 2);
    add_section(&d, 2, 0);
    add_block(&d, OUTLINE_TEXT, "Another. ", 3);
    l = chunk(&d);
    assert_int_equal(l.n, 1);
    assert_promises(&d, &l);
    assert_int_equal(l.chunk[0].n_parts, 2);
    assert_int_equal(l.chunk[0].part[0].n_headings, 1);
    assert_int_equal(l.chunk[0].part[1].n_headings, 2);
    assert_int_equal(l.chunk[0].first_line, 1);
    buf_release(&d.text);
}

static void a_heading_without_text_is_in_the_first_chunk_below_it(void **state)
{
    static struct draft d;
    struct chunk_list l;

    (void)state;
    begin(&d);
    add_section(&d, 1, SIZE_MAX);
    add_section(&d, 2, 0);
    add_section(&d, 3, 1);
    add_block(&d, OUTLINE_TEXT, "One sentence. ", 3);
    add_section(&d, 3, 1);
    add_block(&d, OUTLINE_TEXT, "Another. ", 3);
    add_section(&d, 1, SIZE_MAX); /* nothing is below it */
    l = chunk(&d);
    assert_promises(&d, &l);
    assert_int_equal(l.n, 2);
    assert_int_equal(l.chunk[0].first_line, 1);
    assert_int_equal(l.chunk[0].n_parts, 2);
    assert_int_equal(l.chunk[0].part[0].n_headings, 3);
    assert_int_equal(l.chunk[0].part[0].outer_level, 1);
    assert_int_equal(l.chunk[0].part[1].n_headings, 3);
    assert_int_equal(l.chunk[1].part[0].n_headings, 1);
    buf_release(&d.text);
}

static void the_size_is_the_users(void **state)
{
    static const struct chunk_size sizes[] = {
        {50, 0}, {50, 12}, {200, 20}, {800, 150}};
    static struct draft d;
    size_t before = SIZE_MAX;

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct chunk_list l;

        size = &sizes[i];
        begin(&d);
        add_section(&d, 1, SIZE_MAX);
        add_block(&d, OUTLINE_TEXT, "A sentence of six short words. ", 200);
        add_block(&d, OUTLINE_CODE, "int x = 1;\n", 200);
        l = chunk(&d);
        assert_promises(&d, &l);
        if (i != 1)
            assert_true(l.n < before);
        assert_int_equal(l.chunk[1].overlap_bytes > 0, i > 0);
        before = i != 1 ? l.n : before;
        buf_release(&d.text);
    }
    size = NULL;
}

static void a_size_is_read_or_refused_with_its_bounds(void **state)
{
    static const char *const bad[] = {
        "[]",
        "{\"chunk_size\":49}",
        "{\"chunk_size\":2001}",
        "{\"chunk_size\":\"400\"}",
        "{\"chunk_size\":100,\"chunk_overlap\":26}",
        "{\"chunk_overlap\":-1}",
        "{\"chunks\":1}"};
    struct chunk_size z;

    (void)state;
    assert_int_equal(
        chunk_size_parse(STR("{\"chunk_size\":400,\"chunk_overlap\":50,"
                             "\"json\":{}}"),
                         &arena, &z, &err),
        OK);
    assert_int_equal(z.tokens, 400);
    assert_int_equal(z.overlap_tokens, 50);
    assert_int_equal(
        chunk_size_parse(STR("{\"chunk_size\":60}"), &arena, &z, &err), OK);
    assert_int_equal(z.overlap_tokens, 15);
    assert_int_equal(chunk_size_parse(STR(""), &arena, &z, &err), OK);
    assert_int_equal(z.tokens, CHUNK_MAX_TOKENS);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (chunk_size_parse(str_from(bad[i]), &arena, &z, &err) !=
            ERR_VALIDATION_FAILED)
            fail_msg("%s is taken", bad[i]);
}

static void a_fence_that_fits_is_not_cut(void **state)
{
    static struct draft d;
    struct chunk_list l;
    bool whole = false;

    (void)state;
    begin(&d);
    add_section(&d, 1, SIZE_MAX);
    add_block(&d, OUTLINE_TEXT, "Some words of a sentence. ", 60);
    add_block(&d, OUTLINE_CODE, "int x = 1;\n", 120);
    l = chunk(&d);
    assert_promises(&d, &l);
    for (size_t i = 0; i < l.n; i++)
        whole = whole || (l.chunk[i].begin <= d.block[1].range.begin &&
                          l.chunk[i].end + 2 >= d.block[1].range.end);
    assert_true(whole);
    buf_release(&d.text);
}

static void what_is_cut_goes_on_with_the_end_of_what_was_before(void **state)
{
    static struct draft d;
    struct chunk_list l;

    (void)state;
    begin(&d);
    add_section(&d, 1, SIZE_MAX);
    add_block(&d, OUTLINE_TEXT, "A sentence of six short words. ", 200);
    l = chunk(&d);
    assert_promises(&d, &l);
    assert_true(l.n > 2);
    for (size_t i = 1; i < l.n; i++) {
        assert_true(l.chunk[i].overlap_bytes > 0);
        assert_true(str_starts(l.chunk[i].text, STR("A sentence")));
    }
    buf_release(&d.text);
}

static void text_without_spaces_is_cut_all_the_same(void **state)
{
    static struct draft d;
    struct chunk_list l;

    (void)state;
    begin(&d);
    add_section(&d, 0, SIZE_MAX);
    add_block(&d, OUTLINE_TEXT, "销售额", 2000);
    add_block(&d, OUTLINE_TEXT, "x", 9000);
    l = chunk(&d);
    assert_promises(&d, &l);
    assert_true(l.n >= 8);
    buf_release(&d.text);
}

static void no_document_breaks_the_promises(void **state)
{
    static const char *const units[] = {
        "Word ", "A sentence here. ", "销售。", "line\n",
        "x",     "1234567 ",          "é.\n"};
    static struct draft d;

    (void)state;
    for (seed = 1; seed <= 300; seed++) {
        uint64_t start = seed;
        struct chunk_list l;
        unsigned sections = 1 + below(6);

        begin(&d);
        for (unsigned i = 0; i < sections; i++) {
            unsigned blocks = below(8);

            add_section(&d, i ? 1 + below(6) : below(2),
                        i && below(2) ? below(i) : SIZE_MAX);
            for (unsigned k = 0; k < blocks; k++)
                add_block(&d, (enum outline_kind)below(3), units[below(7)],
                          1 + below(below(4) ? 60 : 1500));
        }
        l = chunk(&d);
        assert_promises(&d, &l);
        buf_release(&d.text);
        arena_reset(&arena);
        seed = start;
    }
}

static void damaged_sections_are_refused(void **state)
{
    static const char *const bad[] = {
        "{}",
        "{\"sections\":[],\"blocks\":3}",
        "{\"sections\":[{\"level\":9,\"range\":[1,1,0,5]}],\"blocks\":[]}",
        "{\"sections\":[{\"level\":1,\"range\":[1,1,0,50]}],\"blocks\":[]}",
        "{\"sections\":[{\"level\":1,\"range\":[1,1,4,2]}],\"blocks\":[]}",
        "{\"sections\":[{\"level\":1,\"parent\":0,\"range\":[1,1,0,5]}],"
        "\"blocks\":[]}",
        "{\"sections\":[{\"level\":1,\"range\":[1,1,0,5]}],\"blocks\":["
        "{\"range\":[1,1,2,4]},{\"range\":[1,1,1,4]}]}"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct outline o;
        struct json *j;

        assert_int_equal(json_parse(str_from(bad[i]), &json_default_limits,
                                    &arena, &j, &err),
                         OK);
        if (outline_read(j, STR("hello"), 0, &arena, &o, &err) !=
            ERR_FILE_READ_FAILED)
            fail_msg("%s is taken", bad[i]);
    }
}

static void sections_know_their_own_blocks(void **state)
{
    struct outline o;
    struct json *j;

    (void)state;
    assert_int_equal(
        json_parse(STR("{\"title\":\"T\",\"sections\":["
                       "{\"level\":1,\"parent\":null,\"range\":[1,2,3,6],"
                       "\"title\":\"A\",\"id\":\"a\"},"
                       "{\"level\":2,\"parent\":0,\"range\":[3,4,6,10]}],"
                       "\"blocks\":[{\"kind\":\"list\",\"range\":[1,1,3,5]},"
                       "{\"kind\":\"item\",\"parent\":0,\"range\":[1,1,3,5]},"
                       "{\"kind\":\"code\",\"range\":[3,3,6,9]}]}"),
                   &json_default_limits, &arena, &j, &err),
        OK);
    assert_int_equal(outline_read(j, STR("abc def"), 3, &arena, &o, &err), OK);
    assert_int_equal(o.n_blocks, 2);
    assert_int_equal(o.sections[0].end_block, 1);
    assert_int_equal(o.sections[1].first_block, 1);
    assert_int_equal(o.sections[1].parent, 0);
    assert_int_equal(o.blocks[1].kind, OUTLINE_CODE);
    assert_int_equal(o.blocks[1].range.begin, 3);
}

static void code_in_a_list_is_a_block_between_two_parts_of_it(void **state)
{
    struct outline o;
    struct json *j;

    (void)state;
    assert_int_equal(
        json_parse(STR("{\"sections\":[{\"level\":1,\"range\":[1,5,0,30]}],"
                       "\"blocks\":["
                       "{\"kind\":\"list\",\"range\":[1,4,0,20]},"
                       "{\"kind\":\"item\",\"parent\":0,"
                       "\"range\":[1,4,0,20]},"
                       "{\"kind\":\"code\",\"parent\":1,"
                       "\"range\":[2,2,5,10]},"
                       "{\"kind\":\"code\",\"parent\":1,"
                       "\"range\":[3,3,15,20]},"
                       "{\"kind\":\"paragraph\",\"range\":[5,5,25,30]}]}"),
                   &json_default_limits, &arena, &j, &err),
        OK);
    assert_int_equal(outline_read(j, STR("012345678901234567890123456789"), 0,
                                  &arena, &o, &err),
                     OK);
    assert_int_equal(o.n_blocks, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(o.blocks[i].kind,
                         i == 1 || i == 3 ? OUTLINE_CODE : OUTLINE_TEXT);
        assert_int_equal(o.blocks[i].range.begin, i == 4 ? 25 : 5 * i);
        assert_int_equal(o.blocks[i].goes_on, i > 0 && i < 4);
    }
    assert_int_equal(o.sections[0].end_block, 5);
}

static void a_fence_in_a_list_that_does_not_fit_is_not_cut(void **state)
{
    static struct draft d;
    struct chunk_list l;
    bool whole = false;

    (void)state;
    begin(&d);
    add_section(&d, 1, SIZE_MAX);
    add_block(&d, OUTLINE_TEXT, "Some words of a sentence. ", 60);
    add_block(&d, OUTLINE_CODE, "int x = 1;\n", 120);
    add_block(&d, OUTLINE_TEXT, "Some words of a sentence. ", 60);
    d.block[1].goes_on = d.block[2].goes_on = true;
    l = chunk(&d);
    assert_promises(&d, &l);
    for (size_t i = 0; i < l.n; i++)
        whole = whole || (l.chunk[i].begin <= d.block[1].range.begin &&
                          l.chunk[i].end + 2 >= d.block[1].range.end);
    assert_true(whole);
    buf_release(&d.text);
}

/* Bytes looked at for each of one section's: a text of many lines, then short
 * blocks, of which hundreds could be one chunk. */
static uint64_t looks_a_byte(unsigned lines, unsigned blocks)
{
    static struct draft d;
    struct chunk_list l;
    uint64_t looks;

    begin(&d);
    add_section(&d, 1, SIZE_MAX);
    add_block(&d, OUTLINE_TEXT, "A line of it.\n", lines);
    for (unsigned i = 0; i < blocks; i++)
        add_block(&d, OUTLINE_TEXT, "a", 1);
    l = chunk(&d);
    looks = l.looked_bytes / d.text.n;
    buf_release(&d.text);
    return looks;
}

static void a_long_section_is_not_looked_at_from_its_start_again(void **state)
{
    (void)state;
    assert_true(looks_a_byte(2000, 0) <= 8);
    assert_true(looks_a_byte(20000, 0) <= 8);
    assert_true(looks_a_byte(0, 390) <= 32);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(short_blocks_of_a_section_are_one_chunk),
        TEST(a_heading_without_text_is_in_the_first_chunk_below_it),
        TEST(the_size_is_the_users),
        TEST(a_size_is_read_or_refused_with_its_bounds),
        TEST(a_fence_that_fits_is_not_cut),
        TEST(what_is_cut_goes_on_with_the_end_of_what_was_before),
        TEST(text_without_spaces_is_cut_all_the_same),
        TEST(no_document_breaks_the_promises),
        TEST(damaged_sections_are_refused),
        TEST(sections_know_their_own_blocks),
        TEST(code_in_a_list_is_a_block_between_two_parts_of_it),
        TEST(a_fence_in_a_list_that_does_not_fit_is_not_cut),
        TEST(a_long_section_is_not_looked_at_from_its_start_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
