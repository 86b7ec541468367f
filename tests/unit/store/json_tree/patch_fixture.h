/* patch_fixture.h - patches from texts, and the way there and back. */
#ifndef STORE_JSON_TREE_PATCH_FIXTURE_H
#define STORE_JSON_TREE_PATCH_FIXTURE_H

#include "store/json_tree/json_patch.h"
#include "tree_fixture.h"

static inline struct json_patch patch_of(const char *text)
{
    struct json_patch p;

    if (json_patch_read(tree_of(text), &arena, &p, &err) != OK)
        fail_msg("'%s' was refused: %s", text, err.msg);
    return p;
}

static inline struct str patch_text(const struct json_patch *p)
{
    struct buf out;
    struct str s;
    struct jsonw w;

    buf_init(&out, 256 * MIB);
    jsonw_init(&w, &out);
    json_patch_write(p, &w);
    assert_int_equal(buf_finish(&out, &s, &err), OK);
    assert_int_equal(str_dup(s, &arena, &s, &err), OK);
    buf_release(&out);
    return s;
}

/* The result; and the old tree is unchanged, and the inverse leads back. */
static inline const struct json *applied_and_back(const struct json_patch *p,
                                                  const struct json *root)
{
    struct str before = text_of(root);
    const struct json *result = NULL;
    const struct json *back = NULL;
    struct json_patch inverse;
    struct json_patch again;

    if (json_patch_apply(p, root, &arena, &result, &inverse, &err) != OK)
        fail_msg("%s: %s", patch_text(p).p, err.msg);
    again = patch_of(patch_text(&inverse).p); /* as it would be stored */
    if (json_patch_apply(&again, result, &arena, &back, NULL, &err) != OK)
        fail_msg("%s undone by %s: %s", patch_text(p).p, patch_text(&inverse).p,
                 err.msg);
    assert_string_equal(text_of(back).p, before.p);
    assert_string_equal(text_of(root).p, before.p);
    return result;
}

#endif
