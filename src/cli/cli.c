#include "cli/cli.h"

#include "base/fs.h"
#include "base/jsonw.h"
#include "cli/blobs_args.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/password_args.h"
#include "cli/progress.h"
#include "cli/store_args.h"
#include "cli/term/clean.h"
#include "store/catalog/pins.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define ARENA_BYTES  ((size_t)512 * 1024 * 1024)
#define OUTPUT_BYTES ((size_t)512 * 1024 * 1024)

#define PLAIN_WIDTH 80
#define READER_GONE (128 + SIGPIPE)

/* The command that argv begins with; the longest name wins. */
static const struct command *find_command(int argc, char **argv, int *words)
{
    for (const struct command *c = cli_commands; c->name; c++) {
        struct str name = str_from(c->name);
        size_t space = str_find_char(name, ' ');

        *words = space < name.n ? 2 : 1;
        if (argc > *words && str_is(str_slice(name, 0, space), argv[1]) &&
            (*words == 1 ||
             str_is(str_slice(name, space + 1, name.n), argv[2])))
            return c;
    }
    return NULL;
}

/* What the environment says about the output. */
static void look_around(struct cli *c)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    struct winsize size = {0};

    c->terminal = isatty(STDOUT_FILENO) == 1;
    c->color = c->terminal && !args_has(&c->args, OPT_NO_COLOR) &&
               !(no_color && *no_color) && !(term && !strcmp(term, "dumb"));
    c->width = PLAIN_WIDTH;
    if (c->terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col >= 20)
        c->width = size.ws_col;
}

static enum err check_operands(const struct command *cmd,
                               const struct args *args, struct error *e)
{
    if (args->n < cmd->min_operands || args->n > cmd->max_operands)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "usage: quarry %s %s; --help says more", cmd->name,
                         cmd->operands);
    if (args_has(args, OPT_JSON) && args_has(args, OPT_CSV))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--json and --csv exclude each other");
    return OK;
}

/* What the other modules call memory is an option here. */
static enum err name_memory(enum err rc, const struct command *cmd,
                            struct error *e)
{
    const struct error why = *e;

    if (rc != ERR_LIMIT || !(cmd->options & OPT_BIT(MEMORY)) ||
        !str_ends(str_from(why.msg), STR("allow it more")))
        return rc;
    return error_at(e, rc, why.pos, "%s with --memory", why.msg);
}

/* Does it carry out what others ask, each of which has names of its own? */
static bool serves(const struct command *cmd)
{
    return cmd->run == cmd_serve || cmd->run == cmd_mcp;
}

static enum err run(struct cli *c, const struct command *cmd, int argc,
                    char **argv, struct error *e)
{
    struct base_pins pins;
    enum err rc = password_args_take(c, argc, argv, e);

    if (!rc)
        rc = args_parse(argc, argv, cmd->options, &c->arena, &c->args, e);
    if (rc)
        return rc;
    if (args_has(&c->args, OPT_HELP)) {
        help_command(cmd, &c->out);
        return OK;
    }
    rc = check_operands(cmd, &c->args, e);
    if (rc)
        return rc;
    look_around(c);
    c->options.home = c->args.value[OPT_HOME];
    rc = store_args_take(c, cmd, e);
    if (!rc)
        rc = blobs_args_take(c, cmd, e);
    if (rc)
        return rc;
    c->options.cancel = interrupt_flag();
    c->options.may_connect = cmd->options & OPT_BIT(ALLOW_WRITABLE_ROLE);
    c->options.allow_writable_role =
        args_has(&c->args, OPT_ALLOW_WRITABLE_ROLE);
    c->options.progress = progress_start(c);
    if (!serves(cmd))
        base_pins_begin(&pins);
    rc = name_memory(cmd->run(c, e), cmd, e);
    blobs_args_end(c);
    if (!serves(cmd))
        base_pins_end(&pins);
    return rc;
}

/* All of it, or exit status 7: a full disk must not look like an answer. Who
 * reads from a pipe may have enough at any time, which is not a failure: the
 * status says it as a shell does, and nothing else. */
static enum err write_out(struct cli *c, struct str text, struct error *e)
{
    while (text.n) {
        ssize_t n = write(STDOUT_FILENO, text.p, text.n);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EPIPE) {
            c->status = READER_GONE;
            return OK;
        }
        if (n < 0)
            return error_set(e, ERR_FILE_WRITE_FAILED,
                             "cannot write the answer: %s", strerror(errno));
        text = str_slice(text, (size_t)n, text.n);
    }
    return OK;
}

/* The code that shows untrusted text makes it safe; JSON, which names it as it is, is
 * made so here. */
static enum err write_safe(struct cli *c, struct str text, struct error *e)
{
    struct buf safe;
    enum err rc;

    buf_init(&safe, OUTPUT_BYTES);
    term_put_escaped(&safe, text);
    rc = buf_finish(&safe, &text, e);
    if (!rc)
        rc = write_out(c, text, e);
    buf_release(&safe);
    return rc;
}

enum err cli_flush(struct cli *c, struct error *e)
{
    struct str text;
    enum err rc = buf_finish(&c->out, &text, e);

    if (!rc)
        rc = c->terminal ? write_safe(c, text, e) : write_out(c, text, e);
    buf_reset(&c->out);
    return rc;
}

/* Messages may quote a file: nothing in them may steer the terminal. */
static void print_error(const struct error *e)
{
    struct buf text;

    buf_init(&text, sizeof(e->msg) * 4);
    buf_puts(&text, "quarry: ");
    term_put_clean(&text, str_from(e->msg));
    if (e->pos.line)
        buf_printf(&text, " (line %llu, column %llu)",
                   (unsigned long long)e->pos.line,
                   (unsigned long long)e->pos.column);
    buf_printf(&text, " [%s]\n", err_name(e->code));
    (void)fwrite(text.p, 1, text.n, stderr);
    buf_release(&text);
}

static void report(struct cli *c, bool json, const struct error *e)
{
    struct error ignored;
    struct jsonw w;

    if (!json) {
        print_error(e);
        return;
    }
    buf_reset(&c->out);
    jsonw_init(&w, &c->out);
    jsonw_error(&w, e);
    buf_put_char(&c->out, '\n');
    (void)!write_out(c, buf_str(&c->out), &ignored);
}

/* Words are wrong before options are parsed: look for --json by hand. */
static bool wants_json(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--json") == 0)
            return true;
    }
    return false;
}

static bool wants_help(const char *word)
{
    return !word || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
           strcmp(word, "help") == 0;
}

/* Words that are not a command: help over several, or what is wrong. */
static enum err run_none(struct cli *c, int argc, char **argv, struct error *e)
{
    bool group = argc > 1 && help_is_group(argv[1]);

    if (argc < 2 || wants_help(argv[1]))
        help_overview(&c->out);
    else if (group && wants_help(argv[2]))
        help_group(argv[1], &c->out);
    else if (group)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s %s' is not a command; 'quarry %s --help' lists "
                         "them",
                         argv[1], argv[2], argv[1]);
    else
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s' is not a command; 'quarry --help' lists them",
                         argv[1]);
    return OK;
}

int cli_main(int argc, char **argv)
{
    struct cli c = {0};
    struct error e = {0};
    const struct command *cmd;
    int words = 1;
    enum err rc;

    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        argv[1] = (char *)"version";
    arena_init(&c.arena, ARENA_BYTES);
    buf_init(&c.out, OUTPUT_BYTES);
    interrupt_install(wants_json(argc, argv));
    cmd = find_command(argc, argv, &words);
    rc = cmd ? run(&c, cmd, argc - words, argv + words, &e)
             : run_none(&c, argc, argv, &e);
    progress_end();
    if (!rc)
        rc = cli_flush(&c, &e);
    if (rc)
        report(&c, wants_json(argc, argv), &e);
    buf_release(&c.out);
    arena_release(&c.arena);
    return rc ? err_exit_status(rc) : c.status;
}
