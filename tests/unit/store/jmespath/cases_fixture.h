/* cases_fixture.h - runs files of JMESPath cases; include after cmocka.h. */
#ifndef STORE_JMESPATH_CASES_FIXTURE_H
#define STORE_JMESPATH_CASES_FIXTURE_H

#include "base/fs.h"
#include "split_fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* How a case of the file must be met. */
enum strictness {
    SAME_VALUE, /* as JSON: 1 is 1.0, keys in any order */
    SAME_TEXT   /* numbers as written, keys in their order */
};

/* What `expression` finds in `given`. */
static inline enum err ask(struct str expression, const struct json *given,
                           struct json **result)
{
    struct jmespath *x = NULL;
    enum err rc = jmespath_compile(expression, &arena, &x, &err);

    if (rc == OK)
        rc = evaluate(x, given, &limits, &arena, result);
    return rc;
}

/* The same, as text; the message of an error. */
static inline const char *answer(const char *expression, const char *given)
{
    struct json *result = NULL;

    if (ask(str_from(expression), tree_of(given), &result) != OK)
        return err.msg;
    return text_of(result).p;
}

/* `n` times `piece` between `head` and `tail`. */
static inline struct str repeated(const char *head, const char *piece, size_t n,
                                  const char *tail)
{
    struct buf b;
    struct str s;

    buf_init(&b, 16 * MIB);
    buf_puts(&b, head);
    while (n-- > 0)
        buf_puts(&b, piece);
    buf_puts(&b, tail);
    assert_int_equal(buf_finish(&b, &s, &err), OK);
    assert_int_equal(str_dup(s, &arena, &s, &err), OK);
    buf_release(&b);
    return s;
}

static inline bool meets(const struct json *expected, const struct json *got,
                         enum strictness how)
{
    bool equal = false;

    if (how == SAME_TEXT)
        return tree_same(expected, got);
    assert_int_equal(tree_equal(expected, got, &arena, &equal, &err), OK);
    return equal;
}

static inline void run_case(const struct json *given, const struct json *one,
                            enum strictness how)
{
    struct str expression = json_text(json_find(one, "expression"));
    const struct json *expected = json_find(one, "result");
    struct str kind = json_text(json_find(one, "error"));
    struct str before = text_of(given);
    struct json *got = NULL;
    enum err rc = ask(expression, given, &got);

    assert_true(expected || kind.n);
    check_split(expression, given, rc, got);
    if (expected && rc != OK)
        fail_msg("%.*s: %s", STR_FMT(expression), err.msg);
    if (expected && !meets(expected, got, how))
        fail_msg("%.*s over %.*s: %.*s, not %.*s", STR_FMT(expression),
                 STR_FMT(before), STR_FMT(text_of(got)),
                 STR_FMT(text_of(expected)));
    if (!expected && rc == OK)
        fail_msg("%.*s: %.*s, not %.*s", STR_FMT(expression),
                 STR_FMT(text_of(got)), STR_FMT(kind));
    if (!expected) {
        assert_int_equal(rc, ERR_VALIDATION_FAILED);
        if (!str_starts(str_from(err.msg), kind) || err.msg[kind.n] != ':')
            fail_msg("%.*s: '%s', not %.*s", STR_FMT(expression), err.msg,
                     STR_FMT(kind));
        assert_true(err.pos.line > 0 && err.pos.offset <= expression.n);
    }
    assert_true(str_eq(before, text_of(given))); /* nothing was changed */
}

/* Every case of a file; returns how many there were. */
static inline size_t run_file(struct str text, enum strictness how)
{
    const struct json *groups = tree_of_str(text);
    size_t n = 0;

    for (const struct json *g = groups->first; g; g = g->next) {
        const struct json *cases = json_find(g, "cases");

        for (const struct json *c = cases->first; c; c = c->next, n++)
            run_case(json_find(g, "given"), c, how);
    }
    return n;
}

/* Every file of a folder; returns how many cases there were. */
static inline size_t run_folder(const char *folder, enum strictness how)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    size_t n = 0;

    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        char path[600];
        struct str text;

        if (!str_ends(str_from(entry->d_name), STR(".json")))
            continue;
        (void)snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        assert_int_equal(
            fs_read_file(path, entry->d_name, MIB, &arena, &text, &err), OK);
        n += run_file(text, how);
    }
    assert_int_equal(closedir(dir), 0);
    return n;
}

#endif
