#include "tables_fixture.h"

#include "tables/dictionaries.h"

#include <sys/stat.h>

static const struct str names[] = {{"name", 4}, {"n", 1}, {"absent", 6}};
static const struct table_columns columns = {names, 3};

static struct table_source source;
static struct dictionary dictionary;

static void open_names(void)
{
    struct buf b;

    buf_init(&b, 1 << 20);
    buf_puts(&b, "name,n\n");
    for (int i = 0; i < 1500; i++)
        buf_printf(&b, "person %d,%d\n", i, i);
    buf_put_char(&b, '\0');
    write_file("names.csv", b.p);
    buf_release(&b);
    source = source_in("names.csv");
    assert_ok(table_open(tables, &source, &arena, &err));
}

static enum err look_up(void)
{
    dictionary_close(&dictionary);
    return table_dictionaries(tables, &source, &columns, &arena, &dictionary,
                              &err);
}

static void assert_whole(void)
{
    assert_int_equal(dictionary.n, 1); /* numbers have none */
    assert_int_equal(dictionary.columns[0].n[DICTIONARY_FIRST], 1500);
    assert_true(dictionary.columns[0].complete);
    assert_int_not_equal(dictionary_word(&dictionary.columns[0], STR("1499")),
                         0);
}

/* The file beside the entry. */
static const char *file_of(void)
{
    struct str path;

    assert_ok(str_printf(&arena, &path, &err, "%.*s.values",
                         (int)strlen(source.opened->files.profile) - 5,
                         source.opened->files.profile));
    return path.p;
}

static ino_t inode_of(const char *path)
{
    struct stat st;

    assert_int_equal(stat(path, &st), 0);
    return st.st_ino;
}

static void it_is_made_once_and_found_again(void **state)
{
    ino_t first;

    (void)state;
    open_names();
    assert_ok(look_up());
    assert_whole();
    first = inode_of(file_of());
    assert_ok(look_up());
    assert_whole();
    assert_int_equal(inode_of(file_of()), first);
    dictionary_close(&dictionary);
}

static void a_damaged_one_is_made_again(void **state)
{
    (void)state;
    open_names();
    assert_ok(look_up());
    assert_int_equal(truncate(file_of(), 5000), 0);
    assert_ok(look_up());
    assert_whole();
    dictionary_close(&dictionary);
}

static void one_that_was_dropped_is_made_again(void **state)
{
    (void)state;
    open_names();
    assert_ok(look_up());
    dictionary_close(&dictionary);
    table_dictionaries_drop(tables, &source, &arena);
    assert_int_not_equal(access(file_of(), F_OK), 0);
    assert_ok(look_up());
    assert_whole();
    dictionary_close(&dictionary);
}

static void it_goes_with_its_entry(void **state)
{
    (void)state;
    open_names();
    assert_ok(look_up());
    dictionary_close(&dictionary);
    cache_entry_drop(&source.opened->files);
    assert_int_not_equal(access(file_of(), F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(it_is_made_once_and_found_again),
        TABLES_TEST(a_damaged_one_is_made_again),
        TABLES_TEST(one_that_was_dropped_is_made_again),
        TABLES_TEST(it_goes_with_its_entry),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
