#include "base/fs_fixture.h"

#include "search/index/language.h"

static struct analyzer *analyzer;

static int begin(void **state)
{
    if (set_up(state))
        return -1;
    analyzer = analyzer_new(&err);
    return analyzer ? 0 : -1;
}

static int end(void **state)
{
    analyzer_free(analyzer);
    return tear_down(state);
}

static void assert_language(struct str text, const char *want)
{
    struct str language;

    assert_int_equal(language_of(analyzer, text, &language, &err), OK);
    if (!str_is(language, want))
        fail_msg("'%.40s' is '%.*s', not '%s'", text.p, STR_FMT(language),
                 want);
}

static void five_languages_are_detected(void **state)
{
    (void)state;
    assert_language(STR("How do I rotate the key that was given to me by the "
                        "people of the other office?"),
                    "en");
    assert_language(STR("¿Cómo puedo cambiar la clave que me dieron los de la "
                        "otra oficina?"),
                    "es");
    assert_language(STR("如何轮换另一个办公室的人给我的密钥？"), "zh");
    assert_language(STR("別のオフィスの人からもらった鍵を交換するには？"),
                    "ja");
    assert_language(STR("다른 사무실 사람들이 준 키를 어떻게 바꾸나요?"), "ko");
}

static void what_does_not_tell_is_no_language(void **state)
{
    (void)state;
    assert_language(STR(""), "");
    assert_language(STR("   \n"), "");
    assert_language(STR("1234 5678"), "");
    assert_language(STR("sku-77 xq9"), "");
    assert_language(STR("!!! ???"), "");
}

/* English text that names a few things in Chinese can be embedded. */
static void some_foreign_words_do_not_change_the_language(void **state)
{
    (void)state;
    assert_language(STR("The name of the city is 北京 and it is the capital of "
                        "the country with the largest population of all"),
                    "en");
    assert_language(STR("请使用 git commit 命令来提交你的更改，然后推送它们"),
                    "zh");
}

static void bytes_that_are_no_utf8_are_no_trouble(void **state)
{
    (void)state;
    assert_language((struct str){"\xFF\xFE\x80\xC3", 4}, "");
    assert_language((struct str){"\xE4\xB8", 2}, "");
}

/* A text is cut after the first KiB, also within a character. */
static void only_the_beginning_counts(void **state)
{
    char text[4096];

    (void)state;
    for (size_t i = 0; i + 3 <= sizeof(text); i += 3)
        memcpy(text + i, "语", 3);
    assert_language((struct str){text, 4095}, "zh");
    memset(text, '7', 1024);
    assert_language((struct str){text, 4095}, "");
}

static void a_name_has_a_bit(void **state)
{
    (void)state;
    assert_int_equal(language_bit(STR("")), 0);
    assert_int_equal(language_bit(STR("en")), LANG_ENGLISH);
    assert_int_equal(language_bit(STR("EN-gb")), LANG_ENGLISH);
    assert_int_equal(language_bit(STR("es_MX")), LANG_SPANISH);
    assert_int_equal(language_bit(STR("zh")), LANG_OTHER);
    assert_int_equal(language_bit(STR("x")), LANG_OTHER);
}

#define LANGUAGE_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LANGUAGE_TEST(five_languages_are_detected),
        LANGUAGE_TEST(what_does_not_tell_is_no_language),
        LANGUAGE_TEST(some_foreign_words_do_not_change_the_language),
        LANGUAGE_TEST(bytes_that_are_no_utf8_are_no_trouble),
        LANGUAGE_TEST(only_the_beginning_counts),
        LANGUAGE_TEST(a_name_has_a_bit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
