/*
 * pack_parse_weights.c - `pack_parse_weights FILE PACKED`: the weights of the parser as
 * the program has them (src/ask/parse/weights.h). The build runs it; it is not installed.
 */
#include "ask/parse/weights.h"
#include "base/fs.h"

#include <stdio.h>

#define MAX_BYTES ((size_t)64 << 20)

static enum err pack(const char *from, const char *to, struct arena *a,
                     struct error *e)
{
    struct parse_weights *w;
    struct str text;
    enum err rc;

    if (fs_read_file(from, from, MAX_BYTES, a, &text, e))
        return e->code;
    w = parse_weights_read(text, e);
    if (!w)
        return e->code;
    rc = fs_write_atomic(to, to, parse_weights_bytes(w), false, e);
    parse_weights_free(w);
    return rc;
}

int main(int argc, char **argv)
{
    struct error e = {0};
    struct arena a;
    enum err rc;

    if (argc != 3) {
        (void)fprintf(stderr, "usage: pack_parse_weights FILE PACKED\n");
        return 2;
    }
    arena_init(&a, 2 * MAX_BYTES);
    rc = pack(argv[1], argv[2], &a, &e);
    if (rc)
        (void)fprintf(stderr, "pack_parse_weights: %s\n", e.msg);
    arena_release(&a);
    return err_exit_status(rc);
}
