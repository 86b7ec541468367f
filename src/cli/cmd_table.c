/* cmd_table.c - the six table tools on the command line. */
#include "cli/progress.h"
#include "cli/show.h"
#include "cli/source_args.h"
#include "cli/tool_args.h"
#include "cli/view.h"

#define DEFAULT_COUNT 20

/* One tool called over the files that the command names. */
struct call {
    struct cli *cli;
    struct tables *tables;
    size_t words; /* operands after the files */
    struct table_source source;
    struct table_also also;
    struct table_columns columns;
    bool *shown; /* the answer was given while the file was read */
};

typedef enum err call_run(const struct call *k, struct str *json,
                          struct error *e);
typedef enum err call_show(struct cli *c, const struct json *answer,
                           struct error *e);

static enum err read_call(struct cli *c, struct call *k, struct error *e)
{
    struct table_source *sources = NULL;
    struct str *names = NULL;
    enum err rc = source_args_read(c, c->args.n - k->words, &sources, e);

    k->cli = c;
    if (!rc) {
        k->source = sources[0];
        k->also = (struct table_also){sources + 1, c->args.n - k->words - 1};
        rc = args_list(&c->args, OPT_COLUMNS, &c->arena, &names, &k->columns.n,
                       e);
    }
    k->columns.names = names;
    return rc;
}

/* Print what a tool said as the options ask. */
static enum err print_answer(struct cli *c, struct str json, call_show *show,
                             struct error *e)
{
    struct json *answer;
    enum err rc;

    if (args_has(&c->args, OPT_JSON)) {
        view_print_json(c, json);
        return OK;
    }
    rc = json_parse(json, &json_default_limits, &c->arena, &answer, e);
    return rc ? rc : show(c, answer, e);
}

/* Call the tool on the files, then print what it said. */
static enum err carry_out(struct cli *c, size_t words, call_run *run,
                          call_show *show, struct error *e)
{
    bool shown = false;
    struct call k = {.words = words, .shown = &shown};
    struct str json;
    enum err rc = read_call(c, &k, e);

    if (!rc)
        rc = tables_new(&c->options, &k.tables, e);
    if (!rc)
        rc = run(&k, &json, e);
    tables_free(k.tables);
    return rc || shown ? rc : print_answer(c, json, show, e);
}

static enum err run_map(const struct call *k, struct str *json, struct error *e)
{
    struct table_source s = k->source;
    enum err rc = tool_args_number(&k->cli->args, OPT_CHUNK_ROWS,
                                   &spec_table_get_map, &s.chunk_rows, e);

    return rc ? rc : table_get_map(k->tables, &s, &k->cli->arena, json, e);
}

enum err cmd_table_map(struct cli *c, struct error *e)
{
    return carry_out(c, 0, run_map, show_map, e);
}

static enum err run_describe(const struct call *k, struct str *json,
                             struct error *e)
{
    return table_describe(k->tables, &k->source, &k->cli->arena, json, e);
}

enum err cmd_table_describe(struct cli *c, struct error *e)
{
    return carry_out(c, 0, run_describe, show_description, e);
}

static enum err run_stats(const struct call *k, struct str *json,
                          struct error *e)
{
    return table_stats(k->tables, &k->source, &k->columns, &k->cli->arena, json,
                       e);
}

enum err cmd_table_stats(struct cli *c, struct error *e)
{
    return carry_out(c, 0, run_stats, show_stats, e);
}

static enum err run_rows(const struct call *k, struct str *json,
                         struct error *e)
{
    const struct tool_spec *spec = &spec_table_read_rows;
    const struct args *args = &k->cli->args;
    struct table_range range = {
        .start = 1, .count = DEFAULT_COUNT, .columns = &k->columns};
    uint64_t offset = 0;
    enum err rc = tool_args_number(args, OPT_LIMIT, spec, &range.count, e);

    if (!rc)
        rc = args_number(args, OPT_OFFSET, UINT32_MAX, &offset, e);
    range.start += offset;
    return rc ? rc
              : table_read_rows(k->tables, &k->source, &range, &k->cli->arena,
                                json, e);
}

enum err cmd_table_rows(struct cli *c, struct error *e)
{
    return carry_out(c, 0, run_rows, show_rows, e);
}

/* Shown at once; the command then ends when the table is kept, too. */
static void show_early(void *ctx, struct str json)
{
    const struct call *k = ctx;
    struct error e;

    progress_end();
    if (print_answer(k->cli, json, show_result, &e))
        buf_reset(&k->cli->out);
    else
        *k->shown = cli_flush(k->cli, &e) == OK;
}

static enum err run_query(const struct call *k, struct str *json,
                          struct error *e)
{
    const struct tool_spec *spec = &spec_table_query;
    const struct args *args = &k->cli->args;
    struct call early = *k;
    struct table_window window = {.also = k->also,
                                  .early = {show_early, &early}};
    enum err rc = tool_args_number(args, OPT_LIMIT, spec, &window.rows, e);

    if (!rc)
        rc = tool_args_number(args, OPT_OFFSET, spec, &window.offset, e);
    if (!rc)
        rc = sql_args_read(k->cli, args->operands[args->n - 1], &window.sql, e);
    return rc ? rc
              : table_query(k->tables, &k->source, &window, &k->cli->arena,
                            json, e);
}

enum err cmd_table_query(struct cli *c, struct error *e)
{
    return carry_out(c, 1, run_query, show_result, e);
}

/* "csv" or "xlsx" as --format says, or as the target's name ends. */
static enum err find_format(const struct args *args, struct str *format,
                            struct error *e)
{
    struct str to = args->value[OPT_TO];

    *format = args->value[OPT_FORMAT];
    if (args_has(args, OPT_FORMAT))
        return OK;
    *format = str_ends(to, STR(".xlsx")) || str_ends(to, STR(".XLSX"))
                  ? STR("xlsx")
                  : STR("csv");
    if (format->n == 4 || str_ends(to, STR(".csv")) ||
        str_ends(to, STR(".CSV")))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the name '%.*s' does not show the format; add "
                     "--format csv or --format xlsx",
                     STR_FMT(to));
}

/* Here, unlike for a model, there is an option for it. */
static enum err name_force(struct error *e)
{
    const struct error why = *e;

    return error_set(e, ERR_CONFLICT, "%s, or replace it with --force",
                     why.msg);
}

static enum err run_export(const struct call *k, struct str *json,
                           struct error *e)
{
    const struct args *args = &k->cli->args;
    struct table_export_target to = {.path = args->value[OPT_TO],
                                     .sheet = args->value[OPT_SHEET],
                                     .overwrite = args_has(args, OPT_FORCE),
                                     .also = k->also};
    enum err rc;

    if (!args_has(args, OPT_TO))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "name the file to write with --to OUT");
    rc = find_format(args, &to.format, e);
    if (!rc)
        rc = sql_args_read(k->cli, args->value[OPT_QUERY], &to.sql, e);
    if (!rc)
        rc = table_export(k->tables, &k->source, &to, &k->cli->arena, json, e);
    return rc == ERR_CONFLICT && !to.overwrite ? name_force(e) : rc;
}

enum err cmd_table_export(struct cli *c, struct error *e)
{
    return carry_out(c, 0, run_export, show_export, e);
}
