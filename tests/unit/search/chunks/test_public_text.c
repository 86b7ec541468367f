/*
 * What chunk.h promises, of all the Markdown that people wrote. The reader of
 * Markdown is of the other program, so blocks are found here, roughly: lines of
 * '#', fences, lines of '|', and what stands between blank lines.
 */
#include "text_check.h"

#include "base/fs.h"
#include "base/testdata.h"

#include <dirent.h>
#include <string.h>

#define MOST 20000

static struct arena arena;
static struct error err;
static struct outline_section section[MOST];
static struct outline_block block[MOST];

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)256 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static struct str line_at(struct str text, size_t at)
{
    struct str rest = str_slice(text, at, text.n);

    return str_slice(rest, 0, str_find_char(rest, '\n') + 1);
}

static bool is_fence(struct str line)
{
    return str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
}

static enum outline_kind kind_of(struct str line)
{
    if (is_fence(line))
        return OUTLINE_CODE;
    return str_starts(line, STR("|")) ? OUTLINE_TABLE : OUTLINE_TEXT;
}

/* Past the block that begins here. */
static size_t end_of_block(struct str text, size_t at)
{
    enum outline_kind kind = kind_of(line_at(text, at));

    for (at += line_at(text, at).n; at < text.n;) {
        struct str line = line_at(text, at);
        bool last = kind == OUTLINE_CODE && is_fence(line);

        if (kind == OUTLINE_TABLE && kind_of(line) != OUTLINE_TABLE)
            break;
        if (kind == OUTLINE_TEXT &&
            (str_trim(line).n == 0 || kind_of(line) != OUTLINE_TEXT ||
             line.p[0] == '#'))
            break;
        at += line.n;
        if (last)
            break;
    }
    return at;
}

static void begin_section(struct outline *o, size_t at, unsigned level)
{
    if (o->n_sections > 0) {
        section[o->n_sections - 1].range.end = at;
        section[o->n_sections - 1].end_block = o->n_blocks;
    }
    assert_true(o->n_sections < MOST);
    section[o->n_sections++] = (struct outline_section){
        .level = level,
        .parent = SIZE_MAX,
        .range = {.first_line = 1, .begin = at, .end = o->text.n},
        .first_block = o->n_blocks};
}

static struct outline outline_of(struct str text)
{
    struct outline o = {.text = text, .sections = section, .blocks = block};

    begin_section(&o, 0, 0);
    for (size_t at = 0; at < text.n;) {
        struct str line = line_at(text, at);
        size_t end = at + line.n;

        if (line.p[0] == '#') {
            begin_section(&o, at, 1);
        } else if (str_trim(line).n > 0) {
            end = end_of_block(text, at);
            assert_true(o.n_blocks < MOST);
            block[o.n_blocks++] = (struct outline_block){
                .kind = kind_of(line), .range = {.begin = at, .end = end}};
        }
        at = end;
    }
    section[o.n_sections - 1].end_block = o.n_blocks;
    return o;
}

struct seen {
    size_t files, blocks;
};

static void check_file(const char *path, struct seen *seen)
{
    struct chunk_list list;
    struct outline o;
    struct str text;

    if (fs_read_file(path, "a document", (size_t)8 << 20, &arena, &text, &err))
        fail_msg("%s", err.msg);
    o = outline_of(text);
    assert_int_equal(chunk_text(&o, NULL, &arena, &list, &err), OK);
    assert_all_is_covered(&o, &list);
    seen->blocks += assert_blocks_are_whole(&o, &list);
    assert_short_ones_have_joined(&o, &list);
    seen->files++;
}

static void check_folder(const char *folder, struct seen *seen)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        const char *path = fs_join(folder, entry->d_name, &arena, &err);

        assert_non_null(path);
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
            check_folder(path, seen);
        else if (str_ends(str_from(path), STR(".md")))
            check_file(path, seen);
    }
    (void)closedir(dir);
}

static void public_documents_keep_the_promises(void **state)
{
    struct seen seen = {0};
    char folder[300];

    (void)state;
    testdata_path("markdown", folder, sizeof(folder));
    check_folder(folder, &seen);
    assert_true(seen.files > 200);
    assert_true(seen.blocks > 500);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(public_documents_keep_the_promises),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
