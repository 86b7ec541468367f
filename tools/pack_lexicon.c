/*
 * pack_lexicon.c - `pack_lexicon FOLDER FILE`: the lexicon as people write it as the one
 * file that Quarry maps (src/ask/lexicon/lex.h). The build runs it; it is not
 * installed.
 */
#include "ask/lexicon/lex_pack.h"

#include <stdio.h>

#define BUDGET_BYTES ((size_t)1 << 30)

int main(int argc, char **argv)
{
    struct error e = {0};
    struct arena a;
    enum err rc;

    if (argc != 3) {
        (void)fprintf(stderr, "usage: pack_lexicon FOLDER FILE\n");
        return 2;
    }
    arena_init(&a, BUDGET_BYTES);
    rc = lex_pack(argv[1], argv[2], &a, &e);
    if (rc)
        (void)fprintf(stderr, "pack_lexicon: %s, line %zu\n", e.msg,
                      (size_t)e.pos.line);
    arena_release(&a);
    return err_exit_status(rc);
}
