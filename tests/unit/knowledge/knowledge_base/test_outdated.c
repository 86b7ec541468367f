/* Documents that an older version of the reader has read. */
#include "knowledge/knowledge_base/bases_fixture.h"

#include "knowledge/knowledge_base/derived.h"
#include "search/documents/derived_text.h"
#include "store/catalog/document_reader.h"

#include <dirent.h>
#include <unistd.h>
#include <cmocka.h>

#define OLDER "sections5"
/* Its text is none of its lines. */
#define MAIL                                                              \
    "From: a@b.example\nTo: c@b.example\nDate: Tue, 5 Mar 2024 09:00:00 " \
    "+0000\nSubject: Mole\n\nThe mole is long.\n"

/* What the present reader made of all documents is from now on an older one's. */
static void grow_old(void)
{
    const struct str now = STR("-" DOCUMENT_PARSER_READER);
    struct base b = BASE_NONE;
    struct dirent *entry;
    DIR *d;

    open_base(&b, "b");
    d = opendir(b.derived.cache);
    assert_non_null(d);
    while ((entry = readdir(d))) {
        const struct str name = str_from(entry->d_name);
        const size_t at = str_find(name, now);
        struct str to;

        if (at == name.n)
            continue;
        assert_ok(str_printf(&arena, &to, &err, "%.*s-" OLDER "%.*s", (int)at,
                             name.p, (int)(name.n - at - now.n),
                             name.p + at + now.n));
        assert_int_equal(
            rename(fs_join(b.derived.cache, entry->d_name, &arena, &err),
                   fs_join(b.derived.cache, to.p, &arena, &err)),
            0);
    }
    (void)closedir(d);
    assert_ok(db_exec(b.db,
                      "UPDATE document_version SET reader = '" OLDER "'"
                      " WHERE reader IS NOT NULL",
                      &err));
    base_close(&b);
}

/* The text that the older reader made. */
static void rewrite(const char *document, const char *text)
{
    const char *sections, *path;
    struct base b = BASE_NONE;
    struct document d;
    FILE *f;

    open_base(&b, "b");
    assert_ok(document_find(&b, str_from(document), &arena, &d, &err));
    assert_ok(derived_text_path(&b, &(struct text_of){d.sha256, STR(OLDER)},
                                &arena, &sections, &path, &err));
    base_close(&b);
    f = fopen(path, "w");
    assert_non_null(f);
    (void)fputs(text, f);
    (void)fclose(f);
}

/* Is `text` in what a pointer of the document leads to? */
static bool leads_to(const char *document, const char *rest, const char *text)
{
    struct str pointer;
    struct bases_pointers p = {.given = &pointer, .n = 1};

    assert_ok(
        str_printf(&arena, &pointer, &err, "quarry://b/%s%s", document, rest));
    assert_ok(bases_fetch(bases, STR("b"), &p, fresh(), &err));
    return str_find(buf_str(&answer), str_from(text)) < buf_str(&answer).n;
}

static int64_t count_outdated(void)
{
    assert_ok(bases_status(bases, STR("b"), NULL, fresh(), &err));
    return (int64_t)json_u64(json_find(answered(), "documents_outdated"), 1000);
}

static void what_another_reader_read_is_read_again(void **state)
{
    (void)state;
    write_file("mole.eml", MAIL);
    add("mole.eml");
    assert_int_equal(count_outdated(), 0);
    grow_old();
    rewrite("mole.eml", "The mole is low.\n");
    assert_int_equal(count_outdated(), 2); /* with setup.md */
    add("mole.eml");
    assert_true(str_is(text_of("documents_read_again"), "1"));
    assert_true(str_is(text_of("documents_changed"), "1"));
    assert_int_equal(count_outdated(), 1);
    assert_true(leads_to("mole.eml", "", "long"));
    assert_true(leads_to("mole.eml", "@2", "long"));
    assert_true(leads_to("mole.eml", "@1", "low"));
    add("mole.eml");
    assert_true(str_is(text_of("documents_read_again"), "0"));
    assert_true(str_is(text_of("documents_unchanged"), "1"));
}

static void what_both_readers_read_alike_stays_its_version(void **state)
{
    (void)state;
    write_file("mole.eml", MAIL);
    add("mole.eml");
    grow_old();
    add("mole.eml");
    assert_true(str_is(text_of("documents_read_again"), "1"));
    assert_true(str_is(text_of("documents_unchanged"), "1"));
    assert_true(str_is(text_of("documents_changed"), "0"));
    assert_int_equal(count_outdated(), 1);
    add("setup.md");
    assert_true(str_is(text_of("documents_read_again"), "1"));
    assert_int_equal(count_outdated(), 0);
    assert_true(leads_to("mole.eml", "@1", "long"));
}

static void a_check_says_what_another_reader_read(void **state)
{
    bool ok = false;

    (void)state;
    grow_old();
    open_bases_with(bases_new_to_check);
    assert_ok(bases_check(bases, STR("b"), &ok, fresh(), &err));
    assert_true(ok);
    assert_true(str_is(text_of("documents_outdated"), "1"));
}

/* It cannot be made again; once no version is of it, it goes. */
static void what_another_reader_made_stays_with_its_version(void **state)
{
    const struct bases_rebuild r = {.base = STR("b")};
    const struct str name = STR("mole.eml");
    const struct bases_removal gone = {
        .base = STR("b"), .documents = &name, .n = 1, .author = STR("test")};
    struct base b = BASE_NONE;
    struct document d;
    struct text_of t = {.reader = STR(OLDER)};
    bool is = false;

    (void)state;
    write_file("mole.eml", MAIL);
    add("mole.eml");
    grow_old();
    rewrite("mole.eml", "The mole is low.\n");
    assert_ok(bases_rebuild(bases, &r, fresh(), &err));
    assert_true(leads_to("mole.eml", "@1", "low"));
    open_base(&b, "b");
    assert_ok(document_find(&b, name, &arena, &d, &err));
    t.sha256 = d.sha256;
    assert_ok(derived_text_is_kept(&b, &t, &is, &err));
    assert_true(is);
    assert_ok(bases_remove(bases, &gone, fresh(), &err));
    assert_ok(derived_text_is_kept(&b, &t, &is, &err));
    assert_false(is);
    base_close(&b);
}

static void a_copy_has_no_passages_of_texts_that_it_has_not(void **state)
{
    struct base b = BASE_NONE;
    int64_t n = 0;

    (void)state;
    write_file("mole.eml", MAIL);
    add("mole.eml");
    grow_old();
    add("setup.md");
    assert_ok(bases_copy(bases, STR("b"), STR("c"), fresh(), &err));
    assert_true(str_is(text_of("documents_waiting"), "1"));
    open_base(&b, "c");
    assert_ok(
        document_count_outdated(&b, STR(DOCUMENT_PARSER_READER), &n, &err));
    assert_int_equal(n, 1);
    base_close(&b);
}

/* Then its lines are those of the present one. */
static void what_is_lost_of_another_reader_is_read_by_this_one(void **state)
{
    const struct bases_rebuild r = {.base = STR("b")};
    struct base b = BASE_NONE;

    (void)state;
    write_file("mole.eml", MAIL);
    add("mole.eml");
    grow_old();
    open_base(&b, "b");
    assert_ok(fs_remove_tree(b.derived.cache, "x", &err));
    assert_ok(fs_mkdirs(b.derived.cache, "x", &err));
    base_close(&b);
    assert_true(leads_to("mole.eml", "@1", "long"));
    assert_ok(bases_rebuild(bases, &r, fresh(), &err));
    assert_int_equal(count_outdated(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASES_TEST(what_another_reader_read_is_read_again),
        BASES_TEST(what_both_readers_read_alike_stays_its_version),
        BASES_TEST(a_check_says_what_another_reader_read),
        BASES_TEST(what_another_reader_made_stays_with_its_version),
        BASES_TEST(a_copy_has_no_passages_of_texts_that_it_has_not),
        BASES_TEST(what_is_lost_of_another_reader_is_read_by_this_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
