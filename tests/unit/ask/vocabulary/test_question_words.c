#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/vocabulary/question_words.h"

#include <cmocka.h>

static struct words cut(const char *text, struct arena *a)
{
    struct error e = {0};
    struct words w = {0};

    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, a, &w, &e), OK);
    return w;
}

/* The text begins with this concept, over so many words. */
static void check(const char *text, enum concept_kind kind, size_t covers)
{
    const struct question_word *entry;
    struct arena a;
    struct words w;
    size_t n;

    arena_init(&a, 1 << 16);
    w = cut(text, &a);
    entry = question_words_find(&w, 0, &n);
    if (!entry || entry->kind != kind || n != covers)
        fail_msg("'%s' is concept %d of %zu words", text,
                 entry ? (int)entry->kind : -1, n);
    arena_release(&a);
}

static void the_longest_entry_wins(void **state)
{
    (void)state;
    check("how many customers", CONCEPT_MANY, 2);
    check("how many different customers", CONCEPT_MANY, 3);
    check("most expensive", CONCEPT_LIKE, 2);
    check("more than 5", CONCEPT_CMP, 2);
}

static void accents_and_case_do_not_matter(void **state)
{
    (void)state;
    check("M\xc3\x81XIMO importe", CONCEPT_AGG, 1);
    check("\xc2\xbf"
          "Cu\xc3\xa1ntos hay?",
          CONCEPT_MANY, 1);
}

static void chinese_words_are_found_without_spaces(void **state)
{
    (void)state;
    check("多少个客户", CONCEPT_MANY, 3);
    check("排名前5", CONCEPT_TOP, 3);
    check("平均单价", CONCEPT_AGG, 2);
}

static void shorter_entries_can_be_asked_for(void **state)
{
    const struct question_word *entry;
    struct arena a;
    struct words w;
    size_t n;

    (void)state;
    arena_init(&a, 1 << 16);
    w = cut("the most expensive", &a);
    entry = question_words_find_within(&w, 0, 1, &n);
    assert_non_null(entry);
    assert_int_equal(entry->kind, CONCEPT_FILLER);
    assert_int_equal(n, 1);
    arena_release(&a);
}

static noun_groups nouns(const char *text, struct arena *a)
{
    struct words w = cut(text, a);
    size_t n;

    return question_words_nouns(&w, 0, &n) & ~GROUP_NATURES;
}

static void nouns_of_three_languages_share_groups(void **state)
{
    struct arena a;

    (void)state;
    arena_init(&a, 1 << 18);
    assert_true(nouns("customers", &a) & nouns("clientes", &a) &
                nouns("客户", &a));
    assert_true(nouns("revenue", &a) & nouns("ventas", &a) &
                nouns("销售额", &a));
    assert_false(nouns("city", &a) & nouns("country", &a));
    assert_int_equal(nouns("zzz", &a), 0);
    arena_release(&a);
}

static void the_language_is_detected_by_its_words(void **state)
{
    struct arena a;
    struct words w;

    (void)state;
    arena_init(&a, 1 << 18);
    w = cut("what is the total of Madrid", &a);
    assert_int_equal(question_words_language(&w), LANGUAGE_EN);
    w = cut("IMOR de INVEX \xc3\xbaltimos 3 meses", &a);
    assert_int_equal(question_words_language(&w), LANGUAGE_ES);
    w = cut("2023年销售额", &a);
    assert_int_equal(question_words_language(&w), LANGUAGE_ZH);
    w = cut("zzz", &a);
    assert_int_equal(question_words_language(&w), LANGUAGE_EN);
    arena_release(&a);
}

/* Is the text of an entry in a part, at or after `from`? */
static bool has_text(const struct question_words_part *part, size_t from,
                     const char *text)
{
    size_t i;

    for (i = from; i < part->n; i++) {
        if (str_is(str_from(part->entries[i].text), text))
            return true;
    }
    return false;
}

/* An entry of a part, and none of it or of those after it says the same. */
static void check_once(size_t part, size_t entry)
{
    const char *text = question_words_parts[part].entries[entry].text;

    for (size_t q = part; q < QUESTION_PARTS; q++) {
        if (has_text(&question_words_parts[q], q == part ? entry + 1 : 0, text))
            fail_msg("'%s' stands twice", text);
    }
}

static void no_words_are_in_the_tables_twice(void **state)
{
    (void)state;
    for (size_t p = 0; p < QUESTION_PARTS; p++) {
        for (size_t i = 0; i < question_words_parts[p].n; i++)
            check_once(p, i);
    }
}

/* Characters of a value are no question in Chinese. */
static void values_do_not_tell_the_language(void **state)
{
    static const char *const english[] = {
        "total sales in 北京", "how many orders from 上海市", "北京 sales"};
    static const char *const chinese[] = {
        "北京的销售额",       "订单 SKU-12",
        "GMV 最高的主播是谁", "哪个 customer 的 revenue 最高",
        "北京 上海",          "units 总和",
        "寄养收入 by 城市"};
    struct arena a;

    (void)state;
    arena_init(&a, 1 << 20);
    for (size_t i = 0; i < COUNT_OF(english); i++) {
        struct words w = cut(english[i], &a);

        assert_int_equal(question_words_language(&w), LANGUAGE_EN);
    }
    for (size_t i = 0; i < COUNT_OF(chinese); i++) {
        struct words w = cut(chinese[i], &a);

        assert_int_equal(question_words_language(&w), LANGUAGE_ZH);
    }
    arena_release(&a);
}

static void nouns_tell_the_language_where_no_other_word_does(void **state)
{
    static const char *const es[] = {"importe total", "precio total",
                                     "saldo 2023", "n\xc3\xb3minas",
                                     "saldo a 31/12/2023"};
    static const char *const en[] = {"sales", "sales M\xc3\xa1laga", "xyz",
                                     "price total"};
    struct arena a;
    struct words w;
    struct error e;
    size_t i;

    (void)state;
    arena_init(&a, 1 << 20);
    for (i = 0; i < sizeof(es) / sizeof(es[0]); i++) {
        assert_int_equal(words_cut(str_from(es[i]), WORDS_TEXT, &a, &w, &e),
                         OK);
        assert_int_equal(question_words_language(&w), LANGUAGE_ES);
    }
    for (i = 0; i < sizeof(en) / sizeof(en[0]); i++) {
        assert_int_equal(words_cut(str_from(en[i]), WORDS_TEXT, &a, &w, &e),
                         OK);
        assert_int_equal(question_words_language(&w), LANGUAGE_EN);
    }
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_do_not_tell_the_language),
        cmocka_unit_test(nouns_tell_the_language_where_no_other_word_does),
        cmocka_unit_test(the_longest_entry_wins),
        cmocka_unit_test(accents_and_case_do_not_matter),
        cmocka_unit_test(chinese_words_are_found_without_spaces),
        cmocka_unit_test(shorter_entries_can_be_asked_for),
        cmocka_unit_test(nouns_of_three_languages_share_groups),
        cmocka_unit_test(the_language_is_detected_by_its_words),
        cmocka_unit_test(no_words_are_in_the_tables_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
