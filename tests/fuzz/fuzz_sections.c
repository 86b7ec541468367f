/* module: markup */
/*
 * Any bytes, read as the first byte says: Markdown, HTML, text or as they look,
 * with each style of ids. What is accepted keeps every promise of sections.h
 * and is written as JSON that reads back.
 */
#include "base/json.h"
#include "formats/markup/invariants.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)512 << 20)

static void check_json(const struct sections *s, struct arena *a)
{
    struct json *root = NULL;
    struct error e;
    struct jsonw w;
    struct str text;
    struct buf out;
    enum err rc;

    buf_init(&out, BUDGET_BYTES);
    jsonw_init(&w, &out);
    sections_write(s, &w);
    BUG_ON(buf_finish(&out, &text, &e) != OK);
    rc = json_parse(text, &json_default_limits, a, &root, &e);
    BUG_ON(rc != OK && rc != ERR_LIMIT);
    buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;

    const struct str source = {(const char *)data + 1, size - 1};
    struct sections_options o = {0};
    struct sections s;
    struct arena a;
    struct error e;
    enum err rc;

    o.format = (enum sections_format)(data[0] & 3);
    o.id_style = (enum sections_id_style)((data[0] >> 2) % 3);
    if (!(data[0] & 64)) /* guessing is slow, and has a target of its own */
        o.encoding = utf8_valid_prefix(source) == source.n ? STR("utf-8")
                                                           : STR("iso-8859-1");
    arena_init(&a, BUDGET_BYTES);
    rc = sections_parse(source, &o, &a, &s, &e);
    BUG_ON(rc != OK && rc != ERR_LIMIT && rc != ERR_FILE_READ_FAILED);
    if (rc == OK) {
        const char *broken = broken_promise(&s, &a);

        if (broken)
            (void)fprintf(stderr, "broken: %s\n", broken);
        BUG_ON(broken != NULL);
        check_json(&s, &a);
    }
    arena_release(&a);
    return 0;
}
