#include "cli/args.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_option_info infos[N_OPTIONS] = {
#define OPTION(id, name, arg, help) [OPT_##id] = {name, arg, help},
#include "cli/options.def"
#undef OPTION
};

const struct cli_option_info *cli_option_info(enum cli_option id)
{
    return &infos[id];
}

static bool find_option(struct str name, enum cli_option *id)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        if (str_is(name, infos[i].name)) {
            *id = (enum cli_option)i;
            return true;
        }
    }
    return false;
}

/* The name of "--name=value" or of the two short forms. */
static struct str option_name(struct str word, struct str *value)
{
    size_t equals = str_find_char(word, '=');

    *value = str_slice(word, equals + 1, word.n);
    if (str_is(word, "-h"))
        return STR("help");
    if (str_is(word, "-q"))
        return STR("quiet");
    return str_slice(word, 2, equals);
}

/* One option at argv[*i]; *i moves past a separate argument. */
static enum err take_option(int argc, char **argv, int *i, option_set allowed,
                            struct args *args, struct error *e)
{
    struct str word = str_from(argv[*i]);
    struct str value;
    struct str name = option_name(word, &value);
    enum cli_option id;

    if (!find_option(name, &id) || !(allowed & (option_set)1 << id))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "option '%s' is not known here; --help lists them",
                         argv[*i]);
    if (!infos[id].argument && value.p && word.n > name.n + 2)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "option '--%s' takes no argument", infos[id].name);
    if (infos[id].argument && str_find_char(word, '=') == word.n) {
        if (*i + 1 >= argc)
            return error_set(e, ERR_VALIDATION_FAILED, "option '--%s' needs %s",
                             infos[id].name, infos[id].argument);
        value = str_from(argv[++*i]);
    }
    args->set |= (option_set)1 << id;
    args->value[id] = value;
    args->given[args->n_given++] = (struct arg_given){id, value};
    return OK;
}

/* "-5" is a number, not an option. */
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] && !(word[1] >= '0' && word[1] <= '9');
}

enum err args_parse(int argc, char **argv, option_set allowed, struct arena *a,
                    struct args *args, struct error *e)
{
    bool options = true;
    enum err rc = OK;

    memset(args, 0, sizeof(*args));
    args->operands =
        arena_alloc_array(a, (size_t)argc + 1, sizeof(*args->operands), e);
    args->given =
        arena_alloc_array(a, (size_t)argc + 1, sizeof(*args->given), e);
    if (!args->operands || !args->given)
        return e->code;
    for (int i = 1; i < argc && !rc; i++) {
        if (options && strcmp(argv[i], "--") == 0)
            options = false;
        else if (options && is_option(argv[i]))
            rc = take_option(argc, argv, &i, allowed, args, e);
        else
            args->operands[args->n++] = str_from(argv[i]);
    }
    return rc;
}

bool args_has(const struct args *args, enum cli_option id)
{
    return (args->set & (option_set)1 << id) != 0;
}

enum err args_number(const struct args *args, enum cli_option id, uint64_t max,
                     uint64_t *out, struct error *e)
{
    enum err rc;

    if (!args_has(args, id))
        return OK;
    rc = str_parse_u64(args->value[id], max, out, e);
    if (rc)
        error_wrap(e, "option '--%s'", infos[id].name);
    return rc;
}

enum err args_share(const struct args *args, enum cli_option id, double *out,
                    struct error *e)
{
    struct str text = args->value[id];
    char *end = NULL;
    double x;

    if (!args_has(args, id))
        return OK;
    x = text.n > 0 ? strtod(text.p, &end) : -1; /* argv ends with a NUL */
    if (text.n == 0 || end != text.p + text.n || !(x >= 0 && x <= 1))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "option '--%s' must be a number from 0 to 1",
                         infos[id].name);
    *out = x;
    return OK;
}

static size_t count_commas(struct str text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] == ',';
    return n;
}

enum err args_list(const struct args *args, enum cli_option id, struct arena *a,
                   struct str **names, size_t *n, struct error *e)
{
    size_t room = 0;

    *n = 0;
    for (size_t i = 0; i < args->n_given; i++)
        if (args->given[i].id == id)
            room += count_commas(args->given[i].value) + 1;
    if (room == 0)
        return OK;
    *names = arena_alloc_array(a, room, sizeof(**names), e);
    if (!*names)
        return e->code;
    for (size_t i = 0; i < args->n_given; i++) {
        struct str rest = args->given[i].value;
        size_t parts = count_commas(rest) + 1;

        for (size_t k = 0; args->given[i].id == id && k < parts; k++) {
            size_t comma = str_find_char(rest, ',');

            (*names)[(*n)++] = str_slice(rest, 0, comma);
            rest = str_slice(rest, comma + 1, rest.n);
        }
    }
    return OK;
}
