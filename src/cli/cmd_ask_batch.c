/*
 * cmd_ask_batch.c - ask --batch: the lines of a file in, lines of answers out.
 *
 * With --out the answers go to another file in its folder, which gets the name when the
 * last one is written; an older OUT is replaced then and not before. Without,
 * they are standard output.
 */
#include "answer/batch/batch.h"
#include "base/cpu.h"
#include "base/fs.h"
#include "base/jsonw.h"
#include "cli/confidence_args.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/root_arg.h"
#include "cli/source_args.h"
#include "tables/target.h"

#include <unistd.h>

static enum err write_file(void *ctx, struct str line, struct error *e)
{
    const struct target *t = ctx;

    return fs_append(t->fd, t->shown, line, e);
}

/* The reader of the output may close it, which ends the batch and is not an
 * error. */
static enum err write_output(void *ctx, struct str line, struct error *e)
{
    struct cli *c = ctx;
    enum err rc;

    buf_put_str(&c->out, line);
    rc = cli_flush(c, e);
    if (!rc && c->status)
        rc = error_set(e, ERR_FILE_WRITE_FAILED, "the reader is gone");
    return rc;
}

static enum err check_words(const struct cli *c, struct error *e)
{
    if (c->args.n > 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "with --batch the files and questions are in '%.*s'",
                         STR_FMT(c->args.value[OPT_BATCH]));
    if (args_has(&c->args, OPT_CSV) || args_has(&c->args, OPT_EXPLAIN) ||
        args_has(&c->args, OPT_TABLE))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--batch excludes --csv, --explain and --table");
    return OK;
}

/* The questions; *fd is closed by the caller where it is not standard input. */
static enum err open_questions(struct cli *c, struct batch *b, struct error *e)
{
    struct str given = c->args.value[OPT_BATCH];

    b->shown = str_cstr(given, &c->arena, e);
    if (!b->shown)
        return e->code;
    if (str_is(given, "-")) {
        b->fd = STDIN_FILENO;
        b->shown = "standard input";
        return OK;
    }
    return fs_open_read(b->shown, b->shown, &b->fd, e);
}

/* Where the answers go: a file that gets its name later, or the output. */
static enum err open_answers(struct cli *c, struct batch *b, struct target *t,
                             struct error *e)
{
    struct str out = c->args.value[OPT_OUT];

    b->write = write_output;
    b->ctx = c;
    if (!args_has(&c->args, OPT_OUT) || str_is(out, "-"))
        return OK;
    b->write = write_file;
    b->ctx = t;
    return target_open(NULL, out, true, &c->arena, t, e);
}

static enum err open_tables(struct cli *c, struct batch *b, struct tables **t,
                            struct error *e)
{
    struct str dir =
        args_has(&c->args, OPT_ROOT) ? c->args.value[OPT_ROOT] : STR(".");
    const unsigned cores = cpu_cores();
    const char *root = NULL;
    enum err rc = root_arg_find(c, dir, "open", &root, e);

    if (rc)
        return rc;
    b->threads = cores < BATCH_MAX_THREADS ? cores : BATCH_MAX_THREADS;
    c->options.root = str_from(root);
    c->options.workers = b->threads;
    c->options.progress = (struct table_progress){0}; /* of a file: no bar */
    rc = tables_new(&c->options, t, e);
    b->tables = *t;
    return rc;
}

/* What was done, where standard output is not the answers. */
static void report(struct cli *c, const struct target *t,
                   const struct batch_counts *n)
{
    struct jsonw w;

    if (args_has(&c->args, OPT_JSON)) {
        jsonw_init(&w, &c->out);
        jsonw_begin_object(&w);
        jsonw_member_u64(&w, "questions", n->questions);
        jsonw_member_u64(&w, "answered", n->answered);
        jsonw_member_u64(&w, "asked_back", n->asked_back);
        jsonw_member_u64(&w, "failed", n->failed);
        jsonw_member_cstr(&w, "out", t->shown);
        jsonw_end_object(&w);
        buf_put_char(&c->out, '\n');
        return;
    }
    buf_printf(
        &c->out,
        "%llu question%s: %llu answered, %llu need clarification, %llu failed\n",
        (unsigned long long)n->questions, n->questions == 1 ? "" : "s",
        (unsigned long long)n->answered, (unsigned long long)n->asked_back,
        (unsigned long long)n->failed);
}

static enum err run(struct cli *c, struct batch *b, struct target *t,
                    struct error *e)
{
    struct batch_counts counts;
    enum err rc = batch_run(b, &counts, e);

    progress_end();
    if (rc && c->status) /* as write_output() says */
        return OK;
    if (rc || b->ctx != t)
        return rc;
    rc = target_commit(t, e);
    if (!rc)
        report(c, t, &counts);
    return rc;
}

enum err cmd_ask_batch(struct cli *c, struct error *e)
{
    struct batch b = {.fd = -1,
                      .progress = progress_start_as(c, "asking"),
                      .cancel = interrupt_flag()};
    struct target answers = TARGET_NONE;
    struct tables *t = NULL;
    enum err rc = check_words(c, e);

    if (!rc)
        rc = source_args_common(c, &b.common, e);
    if (!rc)
        rc = reading_args_read(c, &b.reading, e);
    b.reading.labelled = true;
    if (!rc)
        rc = open_questions(c, &b, e);
    if (!rc)
        rc = open_tables(c, &b, &t, e);
    if (!rc)
        rc = open_answers(c, &b, &answers, e);
    if (!rc)
        rc = run(c, &b, &answers, e);
    target_close(&answers);
    tables_free(t);
    if (b.fd != STDIN_FILENO)
        fs_close(&b.fd);
    return rc;
}
