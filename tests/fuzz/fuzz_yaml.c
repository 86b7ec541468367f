/* module: yaml */
/* fuzz_yaml.c - what is read of YAML is JSON of bounded depth, each error has a
 * place in the text, and nothing grows beyond its text. */
#include "formats/yaml/yaml_tree.h"

#include "base/json.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const struct str text = {(const char *)data, n};
    struct error e = {0};
    struct arena a;
    struct buf b;
    struct jsonw w;
    struct str json;

    arena_init(&a, (size_t)64 << 20);
    buf_init(&b, (size_t)64 << 20);
    jsonw_init(&w, &b);
    if (yaml_tree_write(text, &a, &w, &e)) {
        if (e.pos.offset > n || (e.pos.line != 0 && e.pos.column == 0))
            abort();
    } else if (buf_finish(&b, &json, &e) || json_check(json, &e) ||
               json.n > 8 * n + 64 * ((size_t)n + 1)) {
        abort();
    }
    buf_release(&b);
    arena_release(&a);
    return 0;
}
