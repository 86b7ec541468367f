/*
 * pack_model.c - `pack_model PACKAGE FILE`: the npm package of the embedding
 * model as the one file that Quarry maps (src/models/embedding/packed.h). The
 * build runs it; it is not installed.
 */
#include "models/embedding/model_pack.h"

#include <stdio.h>

#define BUDGET_BYTES ((size_t)512 << 20)

int main(int argc, char **argv)
{
    struct error e = {0};
    struct arena a;
    enum err rc;

    if (argc != 3) {
        (void)fprintf(stderr, "usage: pack_model PACKAGE FILE\n");
        return 2;
    }
    arena_init(&a, BUDGET_BYTES);
    rc = pack_model(argv[1], argv[2], &a, &e);
    if (rc)
        (void)fprintf(stderr, "pack_model: %s\n", e.msg);
    arena_release(&a);
    return err_exit_status(rc);
}
