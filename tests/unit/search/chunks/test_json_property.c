/*
 * What json_chunk.h promises, of trees that nobody wrote: every value is in a
 * chunk that names it, whatever a chunk says is below its pointers, and a
 * document that comes in pieces is found as one that comes whole.
 */
#include "json_cover.h"

#include "base/fs.h"
#include "base/nightly.h"
#include "base/testdata.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t seed;
static unsigned ids;

static unsigned below(unsigned n)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

static void put_key(struct buf *b, unsigned i)
{
    static const char *const keys[] = {"name", "a/b", "c~d", "",    "x.y",
                                       "id",   "é",   "0",   "tags"};

    if (i < 9)
        buf_printf(b, "\"%s\":", keys[i]);
    else
        buf_printf(b, "\"key %u\":", i);
}

/* A value whose text says which it is. */
static void put_scalar(struct buf *b)
{
    unsigned long_ones = below(40);

    switch (below(6)) {
    case 0: buf_printf(b, "%u.50", 100000 + ids++); return;
    case 1: buf_puts(b, below(2) ? "null" : "\"  \""); return;
    case 2: buf_puts(b, below(2) ? "true" : "false"); return;
    default: break;
    }
    buf_printf(b, "\"<%u>", ids);
    for (unsigned i = long_ones ? below(6) : below(900); i > 0; i--)
        buf_puts(b, i % 11 ? " word\\n" : " end of it.");
    buf_printf(b, " <%u>\"", ids++);
}

static void put_value(struct buf *b, unsigned depth)
{
    unsigned n = depth ? below(depth > 2 ? 9 : 6) : 0;
    bool is_array = below(2);

    if (n == 0 && below(8)) {
        put_scalar(b);
        return;
    }
    buf_put_char(b, is_array ? '[' : '{');
    for (unsigned i = 0; i < n; i++) {
        if (i)
            buf_put_char(b, ',');
        if (!is_array)
            put_key(b, i);
        put_value(b, depth - 1);
    }
    buf_put_char(b, is_array ? ']' : '}');
}

static struct json *random_tree(void)
{
    struct json *root;
    struct str text;
    struct buf b;

    ids = 0;
    buf_init(&b, (size_t)16 << 20);
    put_value(&b, 1 + below(5));
    assert_int_equal(buf_finish(&b, &text, &err), OK);
    root = parse(text);
    buf_release(&b);
    return root;
}

/* Open what chance says, and send the rest as trees. */
static void send(struct json_chunker *c, const struct json *v)
{
    if (!is_open(v) || v->count == 0 || below(3) == 0) {
        assert_int_equal(json_chunker_value(c, v, &err), OK);
        return;
    }
    assert_int_equal(json_chunker_open(c, v->key, v->type, &err), OK);
    for (const struct json *child = v->first; child; child = child->next)
        send(c, child);
    assert_int_equal(json_chunker_close(c, &err), OK);
}

/* "<17>" in a text: the value of that number. */
static const struct json *with_id(const struct json *v, struct str id,
                                  struct buf *pointer)
{
    size_t index = 0;

    if (v->type == JSON_STRING && str_find(v->text, id) < v->text.n)
        return v;
    for (const struct json *c = v->first; c; c = c->next, index++) {
        size_t n = pointer->n;
        const struct json *found;

        if (v->type == JSON_OBJECT)
            pointer_write_token(c->key, pointer);
        else
            buf_printf(pointer, "/%zu", index);
        found = with_id(c, id, pointer);
        if (found)
            return found;
        pointer->n = n;
    }
    return NULL;
}

/* What a chunk says is below what it points to. */
static void assert_no_chunk_says_more(const struct json *root)
{
    struct buf pointer;

    buf_init(&pointer, (size_t)1 << 20);
    for (size_t i = 0; i < n_kept; i++) {
        struct str rest = kept[i].text;

        for (size_t at; (at = str_find_char(rest, '<')) < rest.n;) {
            size_t end = str_find_char(str_slice(rest, at, rest.n), '>');
            struct str id = str_slice(rest, at, at + end + 1);

            buf_reset(&pointer);
            assert_non_null(with_id(root, id, &pointer));
            if (!names(root, &kept[i], buf_str(&pointer)))
                fail_msg("'%s' also says %.*s", kept[i].pointer.p, STR_FMT(id));
            rest = str_slice(rest, at + end + 1, rest.n);
        }
    }
    buf_release(&pointer);
}

static void check_tree(const struct json *root)
{
    struct json_chunker *c;

    chunk_tree(root);
    assert_covered(root);
    assert_no_chunk_says_more(root);
    c = begin();
    send(c, root);
    json_chunker_free(c);
    assert_covered(root);
    assert_no_chunk_says_more(root);
}

/* By night all. */
static void check_trees(unsigned all)
{
    unsigned n = nightly() ? all : all / 4;

    for (unsigned i = 0; i < n; i++) {
        seed = i + 1;
        arena_reset(&arena);
        check_tree(random_tree());
    }
}

static void every_value_of_any_tree_is_in_a_chunk_that_names_it(void **state)
{
    (void)state;
    check_trees(80);
}

static void so_it_is_in_coarse_chunks(void **state)
{
    (void)state;
    grain = JSON_GRAIN_COARSE;
    check_trees(80);
}

static void so_it_is_in_fine_chunks(void **state)
{
    (void)state;
    grain = JSON_GRAIN_FINE;
    check_trees(60);
}

static void so_it_is_in_units_that_a_config_names(void **state)
{
    (void)state;
    for (config.unit = JSON_UNIT_RECORD; config.unit <= JSON_UNIT_LEAF;
         config.unit++)
        check_trees(25);
}

/* All files of a folder that are JSON. */
static unsigned check_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    unsigned n = 0;

    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        const char *path = fs_join(folder, entry->d_name, &arena, &err);
        struct json *root = NULL;
        struct str text;

        assert_non_null(path);
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.') {
            n += check_folder(path);
            continue;
        }
        if (!str_ends(str_from(entry->d_name), STR(".json")) ||
            fs_read_file(path, entry->d_name, (size_t)8 << 20, &arena, &text,
                         &err) ||
            json_parse(text, &json_default_limits, &arena, &root, &err))
            continue;
        check_tree(root);
        n++;
    }
    (void)closedir(dir);
    return n;
}

static void every_value_of_public_json_is_in_a_chunk_that_names_it(void **state)
{
    char folder[300];

    (void)state;
    testdata_path("json", folder, sizeof(folder));
    seed = 1;
    assert_true(check_folder(folder) > 60);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_value_of_any_tree_is_in_a_chunk_that_names_it),
        TEST(so_it_is_in_coarse_chunks),
        TEST(so_it_is_in_fine_chunks),
        TEST(so_it_is_in_units_that_a_config_names),
        TEST(every_value_of_public_json_is_in_a_chunk_that_names_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
