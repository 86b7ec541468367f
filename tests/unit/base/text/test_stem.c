#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/fold.h"
#include "base/text/stem.h"

static void assert_stem(enum stem_language language, const char *word,
                        const char *stem)
{
    struct error e;
    struct stemmer *s = stemmer_new(language, &e);
    struct str got;

    assert_non_null(s);
    got = stemmer_stem(s, str_from(word));
    assert_int_equal(got.n, str_from(stem).n);
    assert_memory_equal(got.p, stem, got.n);
    stemmer_free(s);
}

static void inflected_forms_share_their_stem(void **state)
{
    (void)state;
    assert_stem(STEM_ENGLISH, "rotating", "rotat");
    assert_stem(STEM_ENGLISH, "rotates", "rotat");
    assert_stem(STEM_ENGLISH, "key's", "key");
    assert_stem(STEM_SPANISH, "operaciones", "oper");
    assert_stem(STEM_SPANISH, "operación", "oper");
    assert_stem(STEM_SPANISH, "", "");
}

static void folding_of_case_keeps_accents(void **state)
{
    struct arena a;
    struct error e;
    struct str s;

    (void)state;
    arena_init(&a, 1 << 16);
    assert_int_equal(text_fold_case(STR("OPERACIO\xcc\x81N"), &a, &s, &e), OK);
    assert_true(str_is(s, "operación"));
    assert_int_equal(text_fold_case(STR("Plain"), &a, &s, &e), OK);
    assert_true(str_is(s, "plain"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inflected_forms_share_their_stem),
        cmocka_unit_test(folding_of_case_keeps_accents),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
