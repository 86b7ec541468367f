/* module: json_tree */
/*
 * The first byte is the size of a run, the rest any text: split_text() judges
 * it as json_parse() does, each run keeps what split.h promises, and joined
 * again they are the text without white space: a fixed point, with the tree
 * that the text has.
 */
#include "store/json_tree/equal.h"
#include "store/json_tree/split_join.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)64 << 20)
#define MOST_RUNS    ((size_t)2000) /* looking one up is linear here */

struct runs {
    struct arena a;
    struct split_run run[MOST_RUNS];
    size_t n;
    size_t run_bytes;
};

static enum err keep_run(void *ctx, const struct split_run *r, struct error *e)
{
    struct runs *to = ctx;
    struct split_run *kept;
    enum err rc;

    if (to->n == MOST_RUNS)
        return error_set(e, ERR_CONFLICT, "too many for this test");
    BUG_ON(r->count == 0 || (r->count > 1 && r->text.n > to->run_bytes));
    BUG_ON((r->kind == SPLIT_VALUES) != (r->child == 0));
    BUG_ON(r->container > to->n || r->child > to->n + 1);
    kept = &to->run[to->n++];
    *kept = *r;
    kept->hash = NULL;
    rc = str_dup(r->text, &to->a, &kept->text, e);
    return rc == OK ? str_dup(r->key, &to->a, &kept->key, e) : rc;
}

static bool find_run(void *ctx, uint64_t container, uint64_t n,
                     struct split_run *r)
{
    const struct runs *from = ctx;

    for (size_t i = 0; i < from->n; i++) {
        if (from->run[i].container != container || n--)
            continue;
        *r = from->run[i];
        return true;
    }
    return false;
}

/* The whole text from the runs, in the arena. */
static struct str join_all(struct runs *runs)
{
    struct error e;
    struct buf out;
    struct str s = {0};

    buf_init(&out, BUDGET_BYTES);
    split_join(find_run, runs, 0, SPLIT_VALUES, &out);
    BUG_ON(buf_finish(&out, &s, &e) != OK);
    BUG_ON(str_dup(s, &runs->a, &s, &e) != OK);
    buf_release(&out);
    return s;
}

static void check_again(struct runs *runs, const struct json *root)
{
    struct str text = join_all(runs);
    const struct split_sink to = {keep_run, runs};
    struct split_limits lim = split_default_limits;
    struct json *again = NULL;
    struct error e;

    BUG_ON(json_parse(text, &json_default_limits, &runs->a, &again, &e) != OK);
    BUG_ON(!tree_same(root, again));
    lim.run_bytes = runs->run_bytes;
    runs->n = 0;
    BUG_ON(split_text(text, &lim, &to, &e) != OK);
    BUG_ON(!str_eq(text, join_all(runs)));
}

static void check(struct str text, size_t run_bytes, struct arena *a)
{
    struct split_limits lim = split_default_limits;
    static struct runs runs;
    const struct split_sink to = {keep_run, &runs};
    struct error one = {0};
    struct error two = {0};
    struct json *root = NULL;
    enum err rc;

    lim.run_bytes = run_bytes;
    runs.n = 0;
    runs.run_bytes = run_bytes;
    arena_init(&runs.a, BUDGET_BYTES);
    rc = split_text(text, &lim, &to, &one);
    if (rc != ERR_CONFLICT) {
        BUG_ON(json_parse(text, &json_default_limits, a, &root, &two) != rc);
        BUG_ON(one.pos.offset != two.pos.offset);
    }
    if (rc == OK)
        check_again(&runs, root);
    arena_release(&runs.a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a;

    if (size == 0)
        return 0;
    arena_init(&a, BUDGET_BYTES);
    check((struct str){(const char *)data + 1, size - 1}, (size_t)data[0] + 1,
          &a);
    arena_release(&a);
    return 0;
}
