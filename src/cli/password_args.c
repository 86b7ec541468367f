#include "cli/password_args.h"

#include "tables/postgres_url.h"

enum err password_args_take(struct cli *c, int argc, char **argv,
                            struct error *e)
{
    struct table_password *list = arena_alloc_array(
        &c->arena, argc > 0 ? (size_t)argc : 1, sizeof(*list), e);
    size_t n = 0;

    if (!list)
        return e->code;
    for (int i = 0; i < argc; i++) {
        struct str password;

        if (postgres_url_take_password(argv[i], &c->arena, &password, e))
            return e->code;
        if (password.n > 0)
            list[n++] = (struct table_password){str_from(argv[i]), password};
    }
    c->options.passwords = list;
    c->options.n_passwords = n;
    return OK;
}
