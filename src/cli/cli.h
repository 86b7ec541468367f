/*
 * cli.h - the command line: one table of commands, each a function.
 *
 * Standard output holds the answer and nothing else, standard error what is
 * for people: progress, notes, errors. With --json standard output holds one
 * JSON object whatever happens.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/buf.h"
#include "cli/args.h"
#include "tables/tables.h"

/* What a command gets. */
struct cli {
    struct args args;
    struct arena arena; /* of the whole run */
    struct buf out;     /* becomes standard output */
    struct tables_options options;
    bool color;
    bool terminal;  /* standard output is one */
    unsigned width; /* of the terminal, in columns */
    int status;     /* exit status of a command that gave its answer */
};

struct command {
    const char *name;     /* "table query" */
    const char *operands; /* "FILE SQL" */
    const char *summary;  /* one line */
    const char *text;     /* paragraphs of --help */
    option_set options;   /* OPT_BIT of those it takes */
    size_t min_operands;
    size_t max_operands;
    enum err (*run)(struct cli *c, struct error *e);
};

/* Every command, ended by one without a name; commands.c. */
extern const struct command cli_commands[];

/* Options that every command takes. */
#define OPT_COMMON                                                    \
    (OPT_BIT(HELP) | OPT_BIT(JSON) | OPT_BIT(QUIET) | OPT_BIT(HOME) | \
     OPT_BIT(NO_COLOR))

/* Options of the commands that work with a store (store_args.h). */
/* Where bases are kept. */
#define OPT_KEPT   (OPT_BIT(STORE) | OPT_BIT(BLOBS) | OPT_BIT(BLOBS_CACHE))
#define OPT_STORED (OPT_COMMON | OPT_KEPT)

/* Write what is in c->out now, before the command ends. */
MUST_CHECK enum err cli_flush(struct cli *c, struct error *e);

/* Run what argv says; returns the process's exit status. */
int cli_main(int argc, char **argv);

/* The commands, in the files of their names. */
enum err cmd_table_map(struct cli *c, struct error *e);
enum err cmd_table_describe(struct cli *c, struct error *e);
enum err cmd_table_stats(struct cli *c, struct error *e);
enum err cmd_table_rows(struct cli *c, struct error *e);
enum err cmd_table_query(struct cli *c, struct error *e);
enum err cmd_table_export(struct cli *c, struct error *e);
enum err cmd_ask(struct cli *c, struct error *e);
enum err cmd_ask_batch(struct cli *c, struct error *e); /* ask --batch */
enum err cmd_chat(struct cli *c, struct error *e);
enum err cmd_base_config(struct cli *c, struct error *e);
enum err cmd_base_log(struct cli *c, struct error *e);
enum err cmd_add(struct cli *c, struct error *e);
enum err cmd_status(struct cli *c, struct error *e);
enum err cmd_fetch(struct cli *c, struct error *e);
enum err cmd_rm(struct cli *c, struct error *e);
enum err cmd_search(struct cli *c, struct error *e);
enum err cmd_pin(struct cli *c, struct error *e);
enum err cmd_priority(struct cli *c, struct error *e);
enum err cmd_unpin(struct cli *c, struct error *e);
enum err cmd_reindex(struct cli *c, struct error *e);
enum err cmd_disable(struct cli *c, struct error *e);
enum err cmd_eval_retrieval(struct cli *c, struct error *e);
enum err cmd_eval_routing(struct cli *c, struct error *e);
enum err cmd_eval_tables(struct cli *c, struct error *e);
enum err cmd_mcp(struct cli *c, struct error *e);
enum err cmd_serve(struct cli *c, struct error *e);
enum err cmd_logs_export(struct cli *c, struct error *e);
enum err cmd_logs_forget(struct cli *c, struct error *e);
enum err cmd_backup(struct cli *c, struct error *e);
enum err cmd_open(struct cli *c, struct error *e);
enum err cmd_config(struct cli *c, struct error *e);
enum err cmd_token_create(struct cli *c, struct error *e);
enum err cmd_token_list(struct cli *c, struct error *e);
enum err cmd_token_revoke(struct cli *c, struct error *e);
enum err cmd_tool_bind(struct cli *c, struct error *e);
enum err cmd_tool_list(struct cli *c, struct error *e);
enum err cmd_tool_enable(struct cli *c, struct error *e);
enum err cmd_tool_disable(struct cli *c, struct error *e);
enum err cmd_tool_rm(struct cli *c, struct error *e);
enum err cmd_exposure_create(struct cli *c, struct error *e);
enum err cmd_exposure_list(struct cli *c, struct error *e);
enum err cmd_exposure_rm(struct cli *c, struct error *e);
enum err cmd_draft_list(struct cli *c, struct error *e);
enum err cmd_draft_show(struct cli *c, struct error *e);
enum err cmd_draft_publish(struct cli *c, struct error *e);
enum err cmd_draft_discard(struct cli *c, struct error *e);
enum err cmd_base_create(struct cli *c, struct error *e);
enum err cmd_base_list(struct cli *c, struct error *e);
enum err cmd_base_rm(struct cli *c, struct error *e);
enum err cmd_base_copy(struct cli *c, struct error *e);
enum err cmd_base_move(struct cli *c, struct error *e);
enum err cmd_base_check(struct cli *c, struct error *e);
enum err cmd_base_rebuild(struct cli *c, struct error *e);
enum err cmd_base_backup(struct cli *c, struct error *e);
enum err cmd_base_restore(struct cli *c, struct error *e);
enum err cmd_base_push(struct cli *c, struct error *e);
enum err cmd_blobs_gc(struct cli *c, struct error *e);
enum err cmd_blobs_trim(struct cli *c, struct error *e);
enum err cmd_data_get(struct cli *c, struct error *e);
enum err cmd_data_query(struct cli *c, struct error *e);
enum err cmd_data_create(struct cli *c, struct error *e);
enum err cmd_data_set(struct cli *c, struct error *e);
enum err cmd_data_delete(struct cli *c, struct error *e);
enum err cmd_data_history(struct cli *c, struct error *e);
enum err cmd_data_rollback(struct cli *c, struct error *e);
enum err cmd_data_schema(struct cli *c, struct error *e);
enum err cmd_data_diff(struct cli *c, struct error *e);
enum err cmd_semantic_load(struct cli *c, struct error *e);
enum err cmd_semantic_list(struct cli *c, struct error *e);
enum err cmd_semantic_search(struct cli *c, struct error *e);
enum err cmd_semantic_check(struct cli *c, struct error *e);
enum err cmd_semantic_learn(struct cli *c, struct error *e);
enum err cmd_eval_examples(struct cli *c, struct error *e);
enum err cmd_semantic_export(struct cli *c, struct error *e);
enum err cmd_semantic_edit(struct cli *c, struct error *e);
enum err cmd_semantic_clear(struct cli *c, struct error *e);
enum err cmd_cache_gc(struct cli *c, struct error *e);
enum err cmd_doctor(struct cli *c, struct error *e);
enum err cmd_version(struct cli *c, struct error *e);
enum err cmd_completion(struct cli *c, struct error *e);
enum err cmd_man(struct cli *c, struct error *e);

#endif
