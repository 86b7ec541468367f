/* module: csv */
/*
 * Any bytes as a text whose columns are told by their place: columns are in order and the text
 * that is written has a line for each of its lines.
 */
#include "base/utf8.h"
#include "formats/csv/aligned.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)64 << 20)
#define MAX_BYTES    ((size_t)16 << 10)

static size_t count_lines(struct str text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] == '\n';
    return n + (text.n && text.p[text.n - 1] != '\n');
}

static void check(struct str text, const struct aligned *found)
{
    struct buf out;

    BUG_ON(found->n == 0 || found->n > ALIGNED_COLUMNS);
    BUG_ON(found->first > found->last);
    for (size_t i = 0; i < found->n; i++) {
        BUG_ON(found->columns[i].from > found->columns[i].to);
        BUG_ON(i > 0 && found->columns[i].from < found->columns[i - 1].to);
    }
    buf_init(&out, 64 * MAX_BYTES);
    aligned_write(text, found, &out);
    BUG_ON(out.overflow);
    BUG_ON(utf8_valid_prefix(buf_str(&out)) != out.n);
    BUG_ON(count_lines(buf_str(&out)) != count_lines(text));
    buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = {size ? (const char *)data : "", size};
    struct aligned found;
    bool certain = false;
    struct arena a;
    struct error e;
    enum err rc;

    if (size > MAX_BYTES)
        return 0;
    text.n = utf8_valid_prefix(text);
    arena_init(&a, BUDGET_BYTES);
    rc = aligned_find(text, '\0', &a, &found, &certain, &e);
    BUG_ON(rc != OK && rc != ERR_LIMIT);
    if (rc == OK && certain)
        check(text, &found);
    arena_release(&a);
    return 0;
}
