/* module: json */
/* fuzz_fields.c - fields of records lie in the text or are no longer than it,
 * lines only grow, and an error has a place in the text. */
#include "formats/json/fields.h"

#include "base/utf8.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

struct seen {
    uint64_t line;
    size_t bytes; /* of the text */
};

static enum err put(void *ctx, const struct fields *f, struct error *e)
{
    struct seen *s = ctx;

    (void)e;
    if (f->line < s->line || f->line == 0 || f->n > 4)
        abort();
    s->line = f->line;
    for (size_t i = 0; i < f->n; i++) {
        if (f->value[i].n > s->bytes ||
            utf8_valid_prefix(f->value[i]) < f->value[i].n)
            abort();
    }
    return OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static const struct str names[] = {{"_id", 3}, {"title", 5}, {"text", 4}};
    const struct str text = {(const char *)data, n};
    struct seen s = {0, n};
    const struct fields_sink sink = {put, &s};
    struct error e = {0};

    if (fields_of_json(text, names, 3, &sink, &e) == ERR_VALIDATION_FAILED &&
        (e.pos.line < s.line || e.pos.column == 0 || e.pos.offset > n))
        abort();
    s.line = 0;
    e = (struct error){0};
    if (fields_of_lines(text, 4, &sink, &e) == ERR_VALIDATION_FAILED &&
        (e.pos.line < s.line || e.pos.column == 0 || e.pos.offset > n))
        abort();
    return 0;
}
