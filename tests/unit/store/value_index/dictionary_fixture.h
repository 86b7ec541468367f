/* dictionary_fixture.h - a file of values in a folder of the test's own. */
#ifndef STORE_VALUE_INDEX_DICTIONARY_FIXTURE_H
#define STORE_VALUE_INDEX_DICTIONARY_FIXTURE_H

#include "base/fs_fixture.h"

#include "store/value_index/dictionary.h"
#include "store/value_index/dictionary_build.h"

#include <stdio.h>

static struct dictionary dictionary;

/* The column of a file with these values, at place 3 of its table; NULL ends
 * the list. */
static inline struct dictionary_column *column_of(const char *const values[])
{
    struct dictionary_builder b;
    struct dictionary_column *c;

    assert_int_equal(dictionary_build_open(&b, in("d"), &arena, &err), OK);
    assert_int_equal(dictionary_build_begin(&b, &err), OK);
    for (size_t i = 0; values[i]; i++) {
        bool taken = false;

        assert_int_equal(
            dictionary_build_add(&b, str_from(values[i]), &taken, &err), OK);
        assert_true(taken);
    }
    assert_int_equal(dictionary_build_put(&b, 3, true, &err), OK);
    assert_int_equal(dictionary_build_finish(&b, &err), OK);
    dictionary_build_release(&b);
    assert_int_equal(dictionary_open(&dictionary, in("d"), &arena, &err), OK);
    c = dictionary_find(&dictionary, 3);
    assert_non_null(c);
    return c;
}

static inline int tear_down_dictionary(void **state)
{
    dictionary_close(&dictionary);
    return tear_down(state);
}

#define DICTIONARY_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down_dictionary)

#endif
