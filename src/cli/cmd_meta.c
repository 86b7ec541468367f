/* cmd_meta.c - what is made from the table of commands: version, completion
 * scripts, the man page. */
#include "cli/cli.h"

#include "base/jsonw.h"
#include "cli/tool_args.h"

#define HELP_BYTES 1024 /* of an option */

enum err cmd_version(struct cli *c, struct error *e)
{
    struct jsonw w;

    (void)e;
    if (!args_has(&c->args, OPT_JSON)) {
        buf_puts(&c->out, "quarry " QUARRY_VERSION "\n");
        return OK;
    }
    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "version", QUARRY_VERSION);
    jsonw_member_cstr(&w, "duckdb", DUCKDB_PINNED_VERSION);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
    return OK;
}

static void put_options(struct buf *out, option_set options)
{
    for (int i = 0; i < N_OPTIONS; i++) {
        const struct cli_option_info *o = cli_option_info((enum cli_option)i);

        if (options & (option_set)1 << i && o->help)
            buf_printf(out, " --%s", o->name);
    }
}

static struct str first_word(const struct command *c)
{
    struct str name = str_from(c->name);

    return str_slice(name, 0, str_find_char(name, ' '));
}

/* The next command that begins with another first word than `c`; those of one
 * first word are together in the table. */
static const struct command *next_group(const struct command *c)
{
    struct str first = first_word(c);

    while (c->name && str_eq(first_word(c), first))
        c++;
    return c;
}

/* The first words of commands, each once. */
static void put_first_words(struct buf *out)
{
    for (const struct command *c = cli_commands; c->name; c = next_group(c))
        buf_printf(out, " %.*s", STR_FMT(first_word(c)));
}

/* For each first word with second ones: a line of a case that offers them. */
static void put_groups(struct buf *out)
{
    for (const struct command *c = cli_commands; c->name;) {
        struct str first = first_word(c);
        const struct command *end = next_group(c);

        if (first.n < str_from(c->name).n) {
            buf_printf(out, "    '%.*s ') second=1 words='", STR_FMT(first));
            for (; c < end; c++)
                buf_printf(out, " %s", c->name + first.n + 1);
            buf_puts(out, "' ;;\n");
        }
        c = end;
    }
}

static void put_bash(struct buf *out)
{
    buf_puts(out, "_quarry() {\n"
                  "    local cur=${COMP_WORDS[COMP_CWORD]} words= second=\n"
                  "    case \"${COMP_WORDS[*]:1:COMP_CWORD-1} \" in\n"
                  "    ' ') second=1 words='");
    put_first_words(out);
    buf_puts(out, "' ;;\n");
    put_groups(out);
    for (const struct command *c = cli_commands; c->name; c++) {
        buf_printf(out, "    '%s '*) words='", c->name);
        put_options(out, c->options);
        buf_puts(out, "' ;;\n");
    }
    buf_puts(out, "    esac\n"
                  "    if [[ $words && ( $cur == -* || $second ) ]]; then\n"
                  "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- "
                  "\"$cur\")\n"
                  "    else\n"
                  "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
                  "    fi\n"
                  "}\n"
                  "complete -o filenames -F _quarry quarry\n");
}

static enum err check_shell(struct str shell, struct error *e)
{
    if (str_is(shell, "bash") || str_is(shell, "zsh"))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "no completion for '%.*s'; use bash or zsh",
                     STR_FMT(shell));
}

enum err cmd_completion(struct cli *c, struct error *e)
{
    enum err rc = check_shell(c->args.operands[0], e);

    if (rc)
        return rc;
    if (str_is(c->args.operands[0], "zsh"))
        buf_puts(&c->out, "#compdef quarry\n"
                          "autoload -U +X bashcompinit && bashcompinit\n");
    put_bash(&c->out);
    return OK;
}

/* Text for troff: a leading dot or quote and backslashes are commands. */
static void put_troff(struct buf *out, struct str text)
{
    bool line_start = true;

    for (size_t i = 0; i < text.n; i++) {
        const char c = text.p[i];

        if (line_start && (c == '.' || c == '\''))
            buf_puts(out, "\\&");
        if (c == '\\')
            buf_puts(out, "\\e");
        else if (c == '-')
            buf_puts(out, "\\-");
        else
            buf_put_char(out, c);
        line_start = c == '\n';
    }
}

static void put_man_options(struct buf *out, const struct tool_spec *tool,
                            option_set options)
{
    struct buf help;

    for (int i = 0; i < N_OPTIONS; i++) {
        const struct cli_option_info *o = cli_option_info((enum cli_option)i);

        if (!(options & (option_set)1 << i) || !o->help)
            continue;
        buf_puts(out, ".TP\n.B \\-\\-");
        put_troff(out, str_from(o->name));
        buf_printf(out, " %s\n", o->argument ? o->argument : "");
        buf_init(&help, HELP_BYTES);
        tool_args_put_help(tool, (enum cli_option)i, &help);
        put_troff(out, buf_str(&help));
        buf_release(&help);
        buf_put_char(out, '\n');
    }
}

enum err cmd_man(struct cli *c, struct error *e)
{
    struct buf *out = &c->out;

    (void)e;
    buf_puts(out, ".TH QUARRY 1 \"\" \"quarry " QUARRY_VERSION "\"\n"
                  ".SH NAME\nquarry \\- ask your files\n"
                  ".SH SYNOPSIS\n.B quarry\n.I COMMAND\n[OPTION...]\n"
                  ".SH COMMANDS\n");
    for (const struct command *cmd = cli_commands; cmd->name; cmd++) {
        buf_printf(out, ".SS quarry %s %s\n", cmd->name, cmd->operands);
        put_troff(out, str_from(cmd->summary));
        buf_puts(out, "\n.PP\n.nf\n");
        put_troff(out, str_from(cmd->text));
        buf_puts(out, ".fi\n");
        put_man_options(out, tool_args_spec(cmd), cmd->options & ~OPT_COMMON);
    }
    buf_puts(out, ".SH OPTIONS\nEvery command takes:\n");
    put_man_options(out, NULL, OPT_COMMON);
    buf_puts(out, ".SH EXIT STATUS\n.TP\n.B 0\nan answer, also a question "
                  "back\n");
    for (int i = 1; i < ERR_COUNT; i++)
        buf_printf(out, ".TP\n.B %d\n%s: %s\n", err_exit_status((enum err)i),
                   err_name((enum err)i), err_meaning((enum err)i));
    return OK;
}
