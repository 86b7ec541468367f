#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/weights.h"
#include "base/err.h"

static struct error err;

static struct parse_weights *read_text(const char *text)
{
    return parse_weights_read(str_from(text), &err);
}

static void a_weight_is_found_by_its_name(void **state)
{
    struct parse_weights *w =
        read_text("# comment\nrole:1:2:3 1.5\nskip_word:9 -0.25\n");

    (void)state;
    assert_non_null(w);
    assert_true(parse_weights_of(w, parse_feature_hash(STR("role:1:2:3"))) ==
                1.5);
    assert_true(parse_weights_of(w, parse_feature_hash(STR("skip_word:9"))) ==
                -0.25);
    assert_true(parse_weights_of(w, parse_feature_hash(STR("role:1:2"))) == 0);
    parse_weights_free(w);
}

static void confidence_lies_between_its_knots(void **state)
{
    struct parse_weights *w = read_text("@en 0.2 0.1\n@en 0.6 0.5\n");

    (void)state;
    assert_non_null(w);
    assert_true(parse_weights_confidence(w, LANGUAGE_EN, 0.1) == 0.1);
    assert_true(parse_weights_confidence(w, LANGUAGE_EN, 0.4) > 0.299 &&
                parse_weights_confidence(w, LANGUAGE_EN, 0.4) < 0.301);
    assert_true(parse_weights_confidence(w, LANGUAGE_EN, 0.9) == 0.5);
    assert_true(parse_weights_confidence(w, LANGUAGE_ZH, 0.7) ==
                0.7); /* has none */
    parse_weights_free(w);
}

static void what_is_no_line_is_refused_with_its_number(void **state)
{
    static const char *const texts[] = {"role:1 x\n",
                                        "role:1\n",
                                        "a 1\n@xx 0.1 0.2\n",
                                        "@en 0.6 0.5\n@en 0.5 0.6\n",
                                        "@en 0.1 0.5\n@en 0.5 0.4\n",
                                        "role:1 1e999\n"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        assert_null(read_text(texts[i]));
        assert_int_equal(err.code, ERR_VALIDATION_FAILED);
        assert_true(str_starts(str_from(err.msg), STR("line ")));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_weight_is_found_by_its_name),
        cmocka_unit_test(confidence_lies_between_its_knots),
        cmocka_unit_test(what_is_no_line_is_refused_with_its_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
