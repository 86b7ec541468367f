/* args.h - parses a command line into options and operands. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/str.h"

enum cli_option {
#define OPTION(id, name, arg, help) OPT_##id,
#include "cli/options.def"
#undef OPTION
    N_OPTIONS
};

/* A set of options: 1 << OPT_x for each. There are more than 64. */
__extension__ typedef unsigned __int128 option_set;
#define OPT_BIT(id) ((option_set)1 << OPT_##id)

struct cli_option_info {
    const char *name;
    const char *argument; /* NULL: the option takes none */
    const char *help;     /* NULL: hidden, for our own tests */
};

/* What options.def says about an option. */
const struct cli_option_info *cli_option_info(enum cli_option id);

struct arg_given {
    enum cli_option id;
    struct str value;
};

struct args {
    option_set set;              /* OPT_BIT of those given */
    struct str value[N_OPTIONS]; /* the last one of each; borrows argv */
    struct arg_given *given;     /* given[n_given], in their order */
    size_t n_given;
    struct str *operands; /* operands[n], borrow argv */
    size_t n;
};

/*
 * args_parse - sort argv[1..argc); "--" ends the options, "--x=v" is "--x v",
 * "-" and "-5" are operands.
 *
 * in       allowed  the options that the command takes
 * out      args     operands live in `a`
 * errors   ERR_VALIDATION_FAILED  an unknown option, a missing argument
 */
MUST_CHECK enum err args_parse(int argc, char **argv, option_set allowed,
                               struct arena *a, struct args *args,
                               struct error *e);

/* Was the option given? */
bool args_has(const struct args *args, enum cli_option id);

/*
 * args_number - the value of an option as a whole number.
 *
 * in       max   the largest that is allowed
 * out      out   untouched when the option was not given
 * errors   ERR_VALIDATION_FAILED  not a number, or over `max`
 */
MUST_CHECK enum err args_number(const struct args *args, enum cli_option id,
                                uint64_t max, uint64_t *out, struct error *e);

/* args_share - the value of an option as a number from 0 to 1. Otherwise as
 * args_number(). */
MUST_CHECK enum err args_share(const struct args *args, enum cli_option id,
                               double *out, struct error *e);

/* "a,b,c" of an option as names[n] in `a`, of each time it was given; n == 0
 * when it was not. */
MUST_CHECK enum err args_list(const struct args *args, enum cli_option id,
                              struct arena *a, struct str **names, size_t *n,
                              struct error *e);

#endif
