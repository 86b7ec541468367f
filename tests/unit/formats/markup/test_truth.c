/*
 * Against what others say of the same documents: the table of contents of a
 * book, ids that translations share, the examples of a specification.
 */
#include "fixture.h"

#include "base/fs.h"
#include "base/testdata.h"

#include <dirent.h>

static char root[300];

static struct str read_below(const char *name)
{
    struct str text = {0};
    char *path = fs_join(root, name, &arena, &err);

    if (fs_read_file(path, name, (size_t)8 << 20, &arena, &text, &err))
        fail_msg("%s", err.msg);
    return text;
}

/*
 * The book's contents are not kept to the letter: nine of the files have a
 * first heading that says it a little differently.
 */
#define SAID_OTHERWISE 9u

/* Each entry of the book's contents is the first heading of its file. */
static void headings_are_those_of_a_book_s_contents(void **state)
{
    struct sections contents;
    unsigned compared = 0;
    unsigned same = 0;

    (void)state;
    testdata_path("markdown/rust-book", root, sizeof(root));
    assert_int_equal(parse_str(read_below("SUMMARY.md")), OK);
    contents = got;
    for (uint32_t i = 0; i < contents.n_links; i++) {
        const struct section_link *link = &contents.links[i];
        const char *name = str_cstr(link->target, &arena, &err);
        const struct section *first;

        assert_true(link->exact);
        if (access(fs_join(root, name, &arena, &err), R_OK) != 0)
            continue;
        assert_int_equal(parse_str(read_below(name)), OK);
        first = &got.sections[got.sections[0].level == 0];
        same += str_eq(first->title, link->text);
        compared++;
    }
    assert_true(compared >= 50);
    assert_int_equal(compared - same, SAID_OTHERWISE);
}

/* The id of "## Title { #id }", found without the reader. */
static struct str written_id(struct str line)
{
    size_t at = str_find(line, STR("{ #"));
    struct str id = str_slice(line, at + 3, line.n);

    if (line.n == 0 || line.p[0] != '#' || at == line.n)
        return (struct str){0};
    return str_slice(id, 0, str_find(id, STR(" }")));
}

static bool is_fence(struct str line)
{
    line = str_trim(line);
    return str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
}

/* All ids that a page writes, in order, are those of its sections. */
static unsigned compare_ids(struct str page)
{
    struct lines lines;
    uint32_t section = 0;
    bool fenced = false;
    unsigned n = 0;

    assert_int_equal(parse_str(page), OK);
    assert_int_equal(lines_find(page, 100000, &arena, &lines, &err), OK);
    for (uint32_t i = 1; i <= lines.n; i++) {
        struct str line = lines_get(&lines, i);
        struct str id = written_id(line);

        fenced ^= is_fence(line);
        if (fenced || id.n == 0)
            continue;
        while (section < got.n_sections && !got.sections[section].id_explicit)
            section++;
        assert_true(section < got.n_sections);
        assert_true(str_eq(got.sections[section].id, id));
        assert_int_equal(got.sections[section].heading.first_line, i);
        assert_true(str_find(got.sections[section].title, STR("{")) ==
                    got.sections[section].title.n);
        section++;
        n++;
    }
    while (section < got.n_sections)
        assert_false(got.sections[section++].id_explicit);
    return n;
}

static unsigned compare_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    unsigned n = 0;

    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        char *path = fs_join(folder, entry->d_name, &arena, &err);
        struct str text;

        assert_non_null(path);
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
            n += compare_folder(path);
        if (!str_ends(str_from(entry->d_name), STR(".md")))
            continue;
        assert_int_equal(
            fs_read_file(path, "page", 1 << 20, &arena, &text, &err), OK);
        n += compare_ids(text);
    }
    (void)closedir(dir);
    return n;
}

static void written_ids_are_found_in_three_languages(void **state)
{
    static const char *const languages[] = {
        "markdown/fastapi/en", "markdown/fastapi/es", "markdown/fastapi/zh"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        testdata_path(languages[i], root, sizeof(root));
        assert_true(compare_folder(root) >= 200);
    }
}

/* Headings wherever they are, "1 Title\n" each. */
static struct str headings(struct buf *b)
{
    uint32_t section = 0;
    uint32_t block = 0;

    buf_reset(b);
    while (section < got.n_sections || block < got.n_blocks) {
        const struct section *s = &got.sections[section];
        const struct section_block *x = &got.blocks[block];

        if (section < got.n_sections &&
            (block == got.n_blocks || s->range.begin <= x->range.begin)) {
            if (s->level)
                buf_printf(b, "%u %.*s\n", s->level, STR_FMT(s->title));
            section++;
            continue;
        }
        if (x->kind == SECTIONS_INNER_HEADING)
            buf_printf(b, "%u %.*s\n", x->level, STR_FMT(x->text));
        block++;
    }
    return buf_str(b);
}

/* The arrows stand for tabs. */
static struct str with_tabs(struct str s)
{
    char *p = arena_alloc(&arena, s.n + 1, &err);
    size_t n = 0;

    assert_non_null(p);
    for (size_t i = 0; i < s.n; i++) {
        bool arrow = str_starts(str_slice(s, i, s.n), STR("→"));

        p[n++] = arrow ? '\t' : s.p[i];
        i += arrow ? 2 : 0;
    }
    return (struct str){p, n};
}

/* The headings of an example are those of the HTML that is expected of it. */
static bool headings_agree(struct str markdown, struct str html)
{
    struct buf a;
    struct buf b;
    struct str x;
    bool same;

    buf_init(&a, 1 << 20);
    buf_init(&b, 1 << 20);
    options.format = SECTIONS_MARKDOWN;
    assert_int_equal(parse_str(markdown), OK);
    x = headings(&a);
    options.format = SECTIONS_HTML;
    assert_int_equal(parse_str(html), OK);
    same = str_eq(x, headings(&b));
    if (!same)
        print_message("%.*s: %.*s%.*s", STR_FMT(markdown), STR_FMT(x),
                      STR_FMT(buf_str(&b)));
    buf_release(&a);
    buf_release(&b);
    return same;
}

static void examples_of_the_specification_have_their_headings(void **state)
{
    const struct str fence = STR("````````````````````````````````");
    struct str spec;
    unsigned n = 0;
    unsigned agree = 0;

    (void)state;
    testdata_path("markdown/commonmark", root, sizeof(root));
    spec = read_below("spec.txt");
    assert_int_equal(parse_str(spec), OK);
    assert_str(got.title, "CommonMark Spec");
    for (size_t at = str_find(spec, STR(" example\n")); at < spec.n;) {
        struct str rest = str_slice(spec, at + 9, spec.n);
        size_t end = str_find(rest, fence);
        struct str example = with_tabs(str_slice(rest, 0, end));
        size_t half = str_starts(example, STR(".\n"))
                          ? 0
                          : str_find(example, STR("\n.\n")) + 1;

        n++;
        agree += headings_agree(str_slice(example, 0, half),
                                str_slice(example, half + 2, example.n));
        rest = str_slice(rest, end, rest.n);
        at = (size_t)(rest.p - spec.p) + str_find(rest, STR(" example\n"));
    }
    print_message("%u of %u examples\n", agree, n);
    assert_true(n > 600);
    assert_int_equal(agree, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SECTIONS_TEST(headings_are_those_of_a_book_s_contents),
        SECTIONS_TEST(written_ids_are_found_in_three_languages),
        SECTIONS_TEST(examples_of_the_specification_have_their_headings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
