#include "cli/tool_args.h"

/* The commands that are tools. */
static const struct tool_command {
    enum err (*run)(struct cli *c, struct error *e);
    const struct tool_spec *spec;
} commands[] = {
    {cmd_ask, &spec_ask},
    {cmd_search, &spec_semantic_query},
    {cmd_fetch, &spec_fetch_evidence},
    {cmd_table_map, &spec_table_get_map},
    {cmd_table_describe, &spec_table_describe},
    {cmd_table_stats, &spec_table_stats},
    {cmd_table_rows, &spec_table_read_rows},
    {cmd_table_query, &spec_table_query},
    {cmd_table_export, &spec_table_export},
    {cmd_data_get, &spec_get_context_data},
    {cmd_data_query, &spec_query_data},
    {cmd_data_schema, &spec_get_data_schema},
    {cmd_data_create, &spec_create_data},
    {cmd_data_set, &spec_update_data},
    {cmd_data_delete, &spec_delete_data},
};

#define MAX_NAMES 2

/* What tools call the options of their commands, each by the first that it has. */
static const char *const names[N_OPTIONS][MAX_NAMES] = {
    [OPT_CHUNK_ROWS] = {"chunk_rows"},
    [OPT_LIMIT] = {"row_count", "window_rows"},
    [OPT_OFFSET] = {"window_offset"},
    [OPT_COLUMNS] = {"columns"},
    [OPT_SHEET] = {"sheet"},
    [OPT_FORMAT] = {"format"},
    [OPT_TOP_K] = {"top_k"},
    [OPT_MODE] = {"mode"},
    [OPT_TYPE] = {"query_type"},
};

const struct tool_spec *tool_args_spec(const struct command *c)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (commands[i].run == c->run)
            return commands[i].spec;
    return NULL;
}

const struct argument *tool_args_find(const struct tool_spec *spec,
                                      enum cli_option id)
{
    const struct argument *found = NULL;

    for (size_t i = 0; spec && i < MAX_NAMES && names[id][i] && !found; i++)
        found = argument_find(spec->arguments, str_from(names[id][i]));
    return found;
}

/* Is the largest that is allowed worth saying? */
static bool is_bounded(const struct argument *x)
{
    return x->max && x->max < ARGUMENT_MAX_INTEGER;
}

enum err tool_args_number(const struct args *args, enum cli_option id,
                          const struct tool_spec *spec, uint64_t *out,
                          struct error *e)
{
    const struct argument *x = tool_args_find(spec, id);
    const char *option = cli_option_info(id)->name;
    uint64_t value = 0;

    BUG_ON(!x);
    if (!args_has(args, id)) {
        *out = x->usual ? x->usual : *out;
        return OK;
    }
    if (args_number(args, id, UINT64_MAX, &value, e))
        return e->code;
    if (value < x->min)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "option '--%s' takes at least %llu", option,
                         (unsigned long long)x->min);
    if (x->max && value > x->max)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "option '--%s' takes at most %llu", option,
                         (unsigned long long)x->max);
    *out = value;
    return OK;
}

static void put_bounds(const struct argument *x, struct buf *out)
{
    if (!is_bounded(x))
        return;
    if (x->min > 1)
        buf_printf(out, ", %llu to %llu", (unsigned long long)x->min,
                   (unsigned long long)x->max);
    else
        buf_printf(out, ", at most %llu", (unsigned long long)x->max);
}

void tool_args_put_help(const struct tool_spec *spec, enum cli_option id,
                        struct buf *out)
{
    const struct argument *x = tool_args_find(spec, id);

    buf_puts(out, cli_option_info(id)->help);
    if (!x || (!x->usual && !x->otherwise))
        return;
    if (x->usual)
        buf_printf(out, " (default %llu", (unsigned long long)x->usual);
    else
        buf_printf(out, " (default %s", x->otherwise);
    if (x->type == ARGUMENT_INTEGER)
        put_bounds(x, out);
    buf_puts(out, ")");
}
