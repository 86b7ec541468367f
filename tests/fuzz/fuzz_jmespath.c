/* module: jmespath */
/*
 * An expression up to the first NUL and a JSON text after it; without a NUL a
 * tree that has some of everything. What compiles is evaluated with few steps:
 * errors are of the kinds that the header promises and lie inside the
 * expression, the result is JSON, asking again gives the same, and the tree
 * that was asked is what it was.
 */
#include "store/jmespath/jmespath.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)8 << 20)

static const char some_of_everything[] =
    "{\"a\":{\"b\":[1,2.50,-3e2,{\"c\":\"x\"}],\"c\":\"\\u00e9\\ud83d\\ude00\"},"
    "\"b\":[[1,[2]],[],[{\"a\":3},{\"a\":10},{\"a\":9007199254740993}]],"
    "\"c\":[\"b\",\"a\",\"\"],\"d\":null,\"e\":true,\"f\":{},\"g\":[3,1.0,1]}";

/* The tree as text in `out`; it is always shallow enough to be written. */
static struct str written(const struct json *j, struct buf *out)
{
    struct error e;
    struct jsonw w;
    struct str s;

    buf_init(out, (size_t)256 << 20);
    jsonw_init(&w, out);
    json_write(j, &w);
    if (buf_finish(out, &s, &e) != OK) /* it shares and is long written out */
        s = STR("");
    return s;
}

static void check_error(enum err rc, const struct error *e, struct str text)
{
    BUG_ON(e->code != rc || e->msg[0] == '\0');
    BUG_ON(rc != ERR_LIMIT && rc != ERR_VALIDATION_FAILED);
    BUG_ON(rc == ERR_VALIDATION_FAILED && e->pos.line == 0);
    BUG_ON(e->pos.offset > text.n);
}

static void evaluate(const struct jmespath *x, struct str text,
                     const struct json *root, struct str *out, struct buf *b)
{
    const struct jmespath_limits lim = {.max_steps = 20000};
    struct error e = {0};
    struct jsonw w;
    struct arena a;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    buf_init(b, (size_t)1 << 20);
    jsonw_init(&w, b);
    rc = jmespath_write(x, root, &lim, &a, &w, &e);
    *out = rc ? STR("") : buf_str(b);
    if (rc)
        check_error(rc, &e, text);
    arena_release(&a);
}

static void check_json(struct str text)
{
    struct error e;

    if (text.n)
        BUG_ON(json_check(text, &e) == ERR_VALIDATION_FAILED);
}

static void ask(const struct jmespath *x, struct str text,
                const struct json *root)
{
    struct buf before;
    struct buf after;
    struct buf once;
    struct buf twice;
    struct str s = written(root, &before);
    struct str one;
    struct str two;

    evaluate(x, text, root, &one, &once);
    evaluate(x, text, root, &two, &twice);
    BUG_ON(!str_eq(one, two));
    check_json(one);
    BUG_ON(!str_eq(s, written(root, &after)));
    buf_release(&before);
    buf_release(&after);
    buf_release(&once);
    buf_release(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str input = {(const char *)data, size};
    struct str text = str_slice(input, 0, str_find_char(input, '\0'));
    struct str doc = str_slice(input, text.n + 1, input.n);
    struct jmespath *x = NULL;
    struct json *root = NULL;
    struct error e = {0};
    struct arena a;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    if (text.n == input.n)
        doc = STR(some_of_everything);
    rc = jmespath_compile(text, &a, &x, &e);
    if (rc != OK)
        check_error(rc, &e, text);
    else if (json_parse(doc, &json_default_limits, &a, &root, &e) == OK)
        ask(x, text, root);
    arena_release(&a);
    return 0;
}
