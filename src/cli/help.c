#include "cli/help.h"

#include "cli/tool_args.h"

#include <stdio.h>

void help_overview(struct buf *out)
{
    buf_puts(out, "quarry - ask your files: the number and its source\n\n"
                  "usage: quarry COMMAND [OPTION...] [--]\n\n");
    for (const struct command *c = cli_commands; c->name; c++)
        buf_printf(out, "  %-16s %s\n", c->name, c->summary);
    buf_puts(out, "\n'quarry COMMAND --help' explains one command.\n");
}

/* "table" of "table map". */
static bool is_of_group(const struct command *c, struct str word)
{
    struct str name = str_from(c->name);

    return str_starts(name, word) && word.n < name.n && name.p[word.n] == ' ';
}

bool help_is_group(const char *word)
{
    for (const struct command *c = cli_commands; c->name; c++) {
        if (is_of_group(c, str_from(word)))
            return true;
    }
    return false;
}

void help_group(const char *word, struct buf *out)
{
    buf_printf(out, "usage: quarry %s COMMAND [OPTION...] [--]\n\n", word);
    for (const struct command *c = cli_commands; c->name; c++) {
        if (is_of_group(c, str_from(word)))
            buf_printf(out, "  %-16s %s\n", c->name, c->summary);
    }
    buf_printf(out, "\n'quarry %s COMMAND --help' explains one.\n", word);
}

static void put_options(const struct command *c, struct buf *out)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        const struct cli_option_info *o = cli_option_info((enum cli_option)i);
        char name[48];

        if (!(c->options & (option_set)1 << i) || !o->help)
            continue;
        (void)snprintf(name, sizeof(name), "--%s%s%s", o->name,
                       o->argument ? " " : "", o->argument ? o->argument : "");
        buf_printf(out, "  %-22s ", name);
        tool_args_put_help(tool_args_spec(c), (enum cli_option)i, out);
        buf_put_char(out, '\n');
    }
}

static void put_exit_status(struct buf *out)
{
    buf_puts(
        out,
        "\nexit status:\n  0   success; a clarifying question is an answer\n");
    for (int i = 1; i < ERR_COUNT; i++)
        buf_printf(out, "  %-3d %s: %s\n", err_exit_status((enum err)i),
                   err_name((enum err)i), err_meaning((enum err)i));
}

void help_command(const struct command *c, struct buf *out)
{
    buf_printf(out, "quarry %s - %s\n\nusage: quarry %s %s [OPTION...]\n\n",
               c->name, c->summary, c->name, c->operands);
    buf_puts(out, c->text);
    buf_puts(out, "\noptions:\n");
    put_options(c, out);
    put_exit_status(out);
}
