/* module: json_tree */
/*
 * Three lines: a JSON Pointer, a document, and a patch or another document.
 * The pointer is the same after writing it in each form; the patch is refused
 * or its inverse leads back exactly; the diff to its result, and to the third
 * line as a document, leads there exactly.
 */
#include "store/json_tree/diff.h"
#include "store/json_tree/equal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)64 << 20)

/* The line that `rest` begins with, which is taken off. */
static struct str take_line(struct str *rest)
{
    size_t end = str_find_char(*rest, '\n');
    struct str line = str_slice(*rest, 0, end);

    *rest = str_slice(*rest, end + 1, rest->n);
    return line;
}

static void check_written(const struct pointer *p, bool fragment,
                          struct arena *a)
{
    struct pointer again;
    struct error e;
    struct buf out;
    struct str s;
    enum err rc;

    buf_init(&out, BUDGET_BYTES);
    if (fragment)
        pointer_write_fragment(p, &out);
    else
        pointer_write(p, &out);
    BUG_ON(buf_finish(&out, &s, &e) != OK);
    rc = fragment ? pointer_parse_fragment(s, a, &again, &e)
                  : pointer_parse(s, a, &again, &e);
    BUG_ON(rc != OK || !pointer_eq(p, &again));
    buf_release(&out);
}

static void check_pointer(struct str text, const struct json *root,
                          struct arena *a)
{
    const struct json *found = NULL;
    struct pointer p[2];
    struct error e = {0};
    enum err rc[2];

    rc[0] = pointer_parse(text, a, &p[0], &e);
    BUG_ON(rc[0] == ERR_VALIDATION_FAILED && e.pos.offset >= text.n);
    rc[1] = pointer_parse_fragment(text, a, &p[1], &e);
    BUG_ON(rc[1] == ERR_VALIDATION_FAILED && e.pos.offset > text.n);
    for (int i = 0; i < 2; i++) {
        if (rc[i] != OK)
            continue;
        check_written(&p[i], false, a);
        check_written(&p[i], true, a);
        if (root)
            BUG_ON((pointer_get(root, &p[i], &found, &e) == OK) != !!found);
        found = NULL;
    }
}

static void check_diff(const struct json *from, const struct json *to,
                       struct arena *a)
{
    const struct json *result = NULL;
    const struct json *back = NULL;
    struct json_patch inverse;
    struct json_patch p;
    struct error e;

    if (tree_diff(from, to, a, &p, &e) != OK)
        return; /* the arena is full */
    if (json_patch_apply(&p, from, a, &result, &inverse, &e) != OK) {
        BUG_ON(e.code != ERR_LIMIT);
        return;
    }
    BUG_ON(!tree_same(result, to));
    if (json_patch_apply(&inverse, result, a, &back, NULL, &e) == OK)
        BUG_ON(!tree_same(back, from));
    else
        BUG_ON(e.code != ERR_LIMIT);
}

static void check_patch(const struct json *root, const struct json *doc,
                        struct arena *a)
{
    const struct json *result = NULL;
    const struct json *back = NULL;
    struct json_patch inverse;
    struct json_patch p;
    struct error e;

    if (json_patch_read(doc, a, &p, &e) != OK ||
        json_patch_apply(&p, root, a, &result, &inverse, &e) != OK)
        return;
    if (json_patch_apply(&inverse, result, a, &back, NULL, &e) == OK)
        BUG_ON(!tree_same(back, root));
    else
        BUG_ON(e.code != ERR_LIMIT);
    check_diff(root, result, a);
}

static void check(struct str rest, struct arena *a)
{
    struct str pointer = take_line(&rest);
    struct str text = take_line(&rest);
    struct json *root = NULL;
    struct json *third = NULL;
    struct error e;

    if (json_parse(text, &json_default_limits, a, &root, &e) != OK)
        root = NULL;
    check_pointer(pointer, root, a);
    if (!root || json_parse(rest, &json_default_limits, a, &third, &e) != OK)
        return;
    check_patch(root, third, a);
    check_diff(root, third, a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a;

    arena_init(&a, BUDGET_BYTES);
    check((struct str){(const char *)data, size}, &a);
    arena_release(&a);
    return 0;
}
