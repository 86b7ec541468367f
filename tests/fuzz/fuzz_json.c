/* module: base */
/*
 * Any bytes: json_parse() accepts or refuses with a position inside them, and
 * what it accepts is written and read again as the same text.
 */
#include "base/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)64 << 20)

/* Write the tree into `out`; false when it does not fit. */
static bool rewrite(const struct json *j, struct buf *out, struct str *s)
{
    struct error e;
    struct jsonw w;

    jsonw_init(&w, out);
    json_write(j, &w);
    return buf_finish(out, s, &e) == OK;
}

/* Writing is a fixed point: read(write(tree)) writes the same bytes. */
static void check_again(const struct json *j, const struct json_limits *lim,
                        struct arena *a)
{
    struct buf first;
    struct buf second;
    struct json *again = NULL;
    struct error e;
    struct str s;
    struct str t;

    buf_init(&first, BUDGET_BYTES);
    buf_init(&second, BUDGET_BYTES);
    if (rewrite(j, &first, &s)) {
        enum err rc = json_parse(s, lim, a, &again, &e);

        BUG_ON(rc != OK && rc != ERR_LIMIT);
        if (rc == OK && rewrite(again, &second, &t))
            BUG_ON(!str_eq(s, t));
    }
    buf_release(&first);
    buf_release(&second);
}

static void check(struct str text, const struct json_limits *lim)
{
    struct error e = {0};
    struct arena a;
    struct json *root = NULL;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    rc = json_parse(text, lim, &a, &root, &e);
    if (rc == OK) {
        check_again(root, lim, &a);
    } else {
        BUG_ON(root || e.code != rc || e.msg[0] == '\0');
        BUG_ON(rc != ERR_LIMIT && rc != ERR_VALIDATION_FAILED);
        BUG_ON(rc == ERR_VALIDATION_FAILED && e.pos.line == 0);
        BUG_ON(e.pos.offset > text.n);
    }
    arena_release(&a);
}

/* json_check() says what json_parse() says of the same limits. */
static void check_without_tree(struct str text)
{
    struct json_limits lim = json_default_limits;
    struct error one = {0};
    struct error two = {0};
    struct arena a;
    struct json *root = NULL;
    enum err rc;

    lim.keep_duplicates = true;
    arena_init(&a, BUDGET_BYTES);
    rc = json_parse(text, &lim, &a, &root, &one);
    BUG_ON(json_check(text, &two) != rc || two.pos.offset != one.pos.offset);
    arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct json_limits lim = {.max_depth = 100, .keep_duplicates = true};
    struct str text = {(const char *)data, size};

    check_without_tree(text);

    check(text, &json_default_limits);
    check(text, &lim);
    return 0;
}
