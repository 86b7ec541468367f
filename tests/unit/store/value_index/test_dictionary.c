#include "dictionary_fixture.h"

static const char *const names[] = {
    "Acme", "Acme Corp", "Acme, Corp.", "García López",  "Corp of Acme",
    "Zed",  "--",        "New York",    "New York City", "City of New York",
    "华东", NULL};

/* Those of a run, ended where `whole`, as "a|b|" in their order. */
static const char *run_of(struct dictionary_column *c,
                          enum dictionary_part order, const char *run,
                          bool whole)
{
    static char out[512];
    struct dictionary_range r = dictionary_all(c, order);
    struct words w;
    size_t n = 0;

    out[0] = '\0';
    assert_int_equal(words_cut(str_from(run), WORDS_TEXT, &arena, &w, &err),
                     OK);
    for (size_t i = 0; i < w.n; i++) {
        uint32_t word = dictionary_word(c, w.word[i].stem);

        if (!word)
            return "none";
        r = dictionary_narrow(c, r, word);
    }
    if (whole)
        r = dictionary_narrow(c, r, DICTIONARY_END);
    for (uint64_t i = r.from; i < r.to; i++) {
        struct str text =
            dictionary_text(c, dictionary_value(c, r, i - r.from));

        n += (size_t)snprintf(out + n, sizeof(out) - n, "%.*s|", STR_FMT(text));
    }
    assert_false(c->damaged);
    return out;
}

static void a_run_is_found_where_values_begin_and_inside(void **state)
{
    struct dictionary_column *c = column_of(names);

    (void)state;
    assert_string_equal(run_of(c, DICTIONARY_FIRST, "new york", false),
                        "New York|New York City|");
    assert_string_equal(run_of(c, DICTIONARY_INNER, "NEW YORK", false),
                        "City of New York|");
    assert_string_equal(run_of(c, DICTIONARY_FIRST, "york", false), "");
    assert_string_equal(run_of(c, DICTIONARY_INNER, "acme", false),
                        "Corp of Acme|");
    assert_string_equal(run_of(c, DICTIONARY_INNER, "of", false),
                        "Corp of Acme|City of New York|");
    assert_string_equal(run_of(c, DICTIONARY_FIRST, "rome", false), "none");
}

static void a_whole_value_is_found_whatever_its_marks(void **state)
{
    struct dictionary_column *c = column_of(names);

    (void)state;
    assert_string_equal(run_of(c, DICTIONARY_FIRST, "acme", true), "Acme|");
    assert_string_equal(run_of(c, DICTIONARY_FIRST, "acme corp", true),
                        "Acme Corp|Acme, Corp.|");
    assert_string_equal(run_of(c, DICTIONARY_FIRST, "garcia lopez", true),
                        "García López|");
    assert_string_equal(run_of(c, DICTIONARY_FIRST, "华东", true), "华东|");
    assert_string_equal(run_of(c, DICTIONARY_FIRST, "new", true), "");
}

static void the_words_of_a_value_are_as_a_schema_has_them(void **state)
{
    struct dictionary_column *c = column_of(names);
    struct dictionary_range r = dictionary_all(c, DICTIONARY_FIRST);
    struct buf b;

    (void)state;
    r = dictionary_narrow(c, r, dictionary_word(c, STR("cit")));
    buf_init(&b, 1000);
    dictionary_put_words(c, dictionary_value(c, r, 0), &b);
    assert_true(str_is(buf_str(&b), " cit of new york "));
    buf_release(&b);
}

static void equal_values_give_equal_files(void **state)
{
    struct str first, again;

    (void)state;
    (void)column_of(names);
    assert_int_equal(fs_read_file(in("d"), "d", 1 << 20, &arena, &first, &err),
                     OK);
    dictionary_close(&dictionary);
    (void)column_of(names);
    assert_int_equal(fs_read_file(in("d"), "d", 1 << 20, &arena, &again, &err),
                     OK);
    assert_true(str_eq(first, again));
}

static void what_is_too_long_is_not_taken(void **state)
{
    struct dictionary_builder b;
    char text[DICTIONARY_MAX_TEXT_BYTES + 2];
    bool taken = true;

    (void)state;
    memset(text, 'x', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    assert_int_equal(dictionary_build_open(&b, in("d"), &arena, &err), OK);
    assert_int_equal(dictionary_build_begin(&b, &err), OK);
    assert_int_equal(dictionary_build_add(&b, str_from(text), &taken, &err),
                     OK);
    assert_false(taken);
    assert_int_equal(dictionary_build_add(&b, STR(""), &taken, &err), OK);
    assert_false(taken);
    /* a column without values is left out */
    assert_int_equal(dictionary_build_put(&b, 0, false, &err), OK);
    assert_int_equal(dictionary_build_finish(&b, &err), OK);
    dictionary_build_release(&b);
    assert_int_equal(dictionary_open(&dictionary, in("d"), &arena, &err), OK);
    assert_int_equal(dictionary.n, 0);
    assert_null(dictionary_find(&dictionary, 0));
}

/* Every value of many is found by all of its words, and by those of its end. */
static void each_of_many_values_is_found(void **state)
{
    static char text[3000][32];
    static const char *list[3001];
    struct dictionary_column *c;

    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        (void)snprintf(text[i], sizeof(text[i]), "n%u m%u %u", i % 37,
                       i / 7 % 91, i);
        list[i] = text[i];
    }
    c = column_of(list);
    for (unsigned i = 0; i < 3000; i++) {
        char want[40];

        (void)snprintf(want, sizeof(want), "%s|", text[i]);
        assert_string_equal(run_of(c, DICTIONARY_FIRST, text[i], true), want);
        assert_string_equal(
            run_of(c, DICTIONARY_INNER, strchr(text[i], ' ') + 1, true), want);
    }
}

static void a_file_that_is_cut_or_another_is_damaged(void **state)
{
    struct str s;

    (void)state;
    (void)column_of(names);
    dictionary_close(&dictionary);
    assert_int_equal(fs_read_file(in("d"), "d", 1 << 20, &arena, &s, &err), OK);
    assert_int_equal(fs_write_atomic(in("cut"), "cut", str_slice(s, 0, s.n - 9),
                                     false, &err),
                     OK);
    assert_int_equal(dictionary_open(&dictionary, in("cut"), &arena, &err),
                     ERR_INTERNAL);
    dictionary_close(&dictionary);
    write_file("text", "not a dictionary");
    assert_int_equal(dictionary_open(&dictionary, in("text"), &arena, &err),
                     ERR_INTERNAL);
    dictionary_close(&dictionary);
    assert_int_equal(dictionary_open(&dictionary, in("none"), &arena, &err),
                     ERR_NOT_FOUND);
}

static void a_flipped_bit_is_met(void **state)
{
    struct dictionary_column *c;
    struct str s;
    char *bytes;
    size_t at;

    (void)state;
    (void)column_of(names);
    dictionary_close(&dictionary);
    assert_int_equal(fs_read_file(in("d"), "d", 1 << 20, &arena, &s, &err), OK);
    at = str_find(s, STR("New York City"));
    assert_true(at < s.n);
    bytes = (char *)(uintptr_t)s.p;
    bytes[at] ^= 1;
    assert_int_equal(fs_write_atomic(in("d"), "d", s, false, &err), OK);
    /* the directory may lie on the same page, and is read when it is opened */
    if (dictionary_open(&dictionary, in("d"), &arena, &err) == OK) {
        c = dictionary_find(&dictionary, 3);
        (void)dictionary_word(c, STR("york"));
        (void)dictionary_text(c, 0);
        assert_true(c->damaged);
    } else {
        assert_int_equal(err.code, ERR_INTERNAL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DICTIONARY_TEST(a_run_is_found_where_values_begin_and_inside),
        DICTIONARY_TEST(a_whole_value_is_found_whatever_its_marks),
        DICTIONARY_TEST(the_words_of_a_value_are_as_a_schema_has_them),
        DICTIONARY_TEST(equal_values_give_equal_files),
        DICTIONARY_TEST(what_is_too_long_is_not_taken),
        DICTIONARY_TEST(each_of_many_values_is_found),
        DICTIONARY_TEST(a_file_that_is_cut_or_another_is_damaged),
        DICTIONARY_TEST(a_flipped_bit_is_met),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
