/*
 * cmd_eval_tables.c - how well questions about tables are answered: judges the
 * lines of `ask --batch`.
 *
 * With --folds the questions of each fold of tables are asked with weights that
 * were learned without them, so that figures over the set that the weights come
 * from are those of tables that nobody has seen.
 */
#include "answer/batch/batch.h"
#include "answer/evaluate/table_report.h"
#include "answer/evaluate/table_weights.h"
#include "base/cpu.h"
#include "base/fs.h"
#include "cli/base_call.h"
#include "cli/confidence_args.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/root_arg.h"
#include "cli/source_args.h"
#include "cli/term/clean.h"
#include "cli/view.h"
#include "tables/target.h"

#include <sys/mman.h>
#include <unistd.h>

#define VERDICT_BYTES ((size_t)512 << 20)

/* An evaluation, while its questions are asked. */
struct evaluated {
    struct cli *c;
    struct batch batch;
    struct table_set set;
    struct table_verdict *verdict; /* verdict[set.n] */
    struct arena a;                /* of one verdict */
    struct target out;             /* --out: the lines that were judged */
    unsigned fold;                 /* whose questions are asked; FOLDS: all */
    size_t next;                   /* the question of the next line */
};

static bool is_asked(const struct evaluated *x, size_t i)
{
    return x->fold == FOLDS || x->set.question[i].fold == x->fold;
}

static enum err judge(void *ctx, struct str line, struct error *e)
{
    struct evaluated *x = ctx;
    enum err rc;

    while (!is_asked(x, x->next))
        x->next++;
    rc = table_verdict_read(line, &x->set.question[x->next], &x->a,
                            &x->verdict[x->next], e);
    x->next++;
    arena_reset(&x->a);
    if (!rc && x->out.fd >= 0)
        rc = fs_append(x->out.fd, x->out.shown, line, e);
    return rc;
}

/* The lines that are asked, as a file that only this process has. */
static enum err open_lines(struct evaluated *x, struct error *e)
{
    enum err rc = OK;

    x->batch.fd = memfd_create("questions", MFD_CLOEXEC);
    if (x->batch.fd < 0)
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot hold the questions");
    for (size_t i = 0; i < x->set.n && !rc; i++) {
        if (!is_asked(x, i))
            continue;
        rc = fs_append(x->batch.fd, x->batch.shown, x->set.question[i].line, e);
        if (!rc)
            rc = fs_append(x->batch.fd, x->batch.shown, STR("\n"), e);
    }
    if (!rc && lseek(x->batch.fd, 0, SEEK_SET) != 0)
        rc = error_set(e, ERR_INTERNAL, "the questions cannot be read again");
    return rc;
}

static enum err ask_part(struct evaluated *x, struct error *e)
{
    struct batch_counts counts;
    enum err rc = open_lines(x, e);

    x->next = 0;
    if (!rc)
        rc = batch_run(&x->batch, &counts, e);
    fs_close(&x->batch.fd);
    return rc;
}

static enum err ask_folds(struct evaluated *x, struct error *e)
{
    enum err rc = OK;

    for (x->fold = 0; x->fold < FOLDS && !rc; x->fold++) {
        struct ranker *r = table_weights_read(x->c->args.value[OPT_FOLDS],
                                              x->fold, &x->c->arena, e);

        x->batch.reading.ranker = r;
        rc = r ? ask_part(x, e) : e->code;
        table_weights_free(r);
    }
    return rc;
}

static enum err ask_all(struct evaluated *x, struct error *e)
{
    x->fold = FOLDS;
    return args_has(&x->c->args, OPT_FOLDS) ? ask_folds(x, e) : ask_part(x, e);
}

static enum err read_set(struct evaluated *x, struct error *e)
{
    struct str path = x->c->args.operands[0];
    struct str text;
    enum err rc = fs_read_file(path.p, path.p, TABLE_SET_MAX_BYTES,
                               &x->c->arena, &text, e);

    x->batch.shown = path.p;
    if (!rc)
        rc = table_set_read(text, path, &x->c->arena, &x->set, e);
    if (rc)
        return rc;
    x->verdict =
        arena_alloc_array(&x->c->arena, x->set.n + 1, sizeof(*x->verdict), e);
    return x->verdict ? OK : e->code;
}

/* The folder of the tables: --root, or that of the set. */
static enum err find_root(struct evaluated *x, const char **root,
                          struct error *e)
{
    struct str dir = x->c->args.operands[0];

    while (dir.n && dir.p[dir.n - 1] != '/')
        dir.n--;
    if (args_has(&x->c->args, OPT_ROOT))
        dir = x->c->args.value[OPT_ROOT];
    return root_arg_find(x->c, dir.n ? dir : STR("."), "open", root, e);
}

static enum err open_tables(struct evaluated *x, struct tables **t,
                            struct error *e)
{
    const unsigned cores = cpu_cores();
    const char *root = NULL;
    enum err rc = find_root(x, &root, e);

    if (rc)
        return rc;
    x->batch.threads = cores < BATCH_MAX_THREADS ? cores : BATCH_MAX_THREADS;
    x->c->options.root = str_from(root);
    x->c->options.workers = x->batch.threads;
    x->c->options.progress = (struct table_progress){0};
    rc = tables_new(&x->c->options, t, e);
    x->batch.tables = *t;
    return rc;
}

static void put_all(struct cli *c, const struct json *report)
{
    static const char *const lines[][2] = {
        {"accuracy", "right of the answerable"},
        {"precision", "right of the answered"},
        {"coverage", "answered of the answerable"},
        {"refusal", "not answered, of the unanswerable"}};
    const struct json *all = json_find(report, "all");

    term_put_clean(&c->out, base_call_member(report, "set"));
    buf_printf(&c->out,
               ": %.*s questions over %.*s tables, %.*s answered, %.*s "
               "failed\n\n",
               STR_FMT(base_call_member(report, "questions")),
               STR_FMT(base_call_member(report, "tables")),
               STR_FMT(base_call_member(all, "answered")),
               STR_FMT(base_call_member(all, "failed")));
    for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
        const struct json *share = json_find(all, lines[i][0]);

        if (share && share->type == JSON_NUMBER)
            buf_printf(&c->out, "%5.1f %%  %s (%s)\n", 100 * json_double(share),
                       lines[i][1], lines[i][0]);
    }
    buf_put_char(&c->out, '\n');
}

static void put_end(struct cli *c, const struct json *report)
{
    const struct json *timing = json_find(report, "timing");
    const struct json *off = json_find(report, "calibration_error");

    if (off && off->type == JSON_NUMBER)
        buf_printf(&c->out, "confidence is off by %.3f in the mean\n",
                   json_double(off));
    if (json_find(timing, "p50_ms"))
        buf_printf(&c->out, "time  %.1f ms a question, p99 %.1f ms\n",
                   json_double(json_find(timing, "p50_ms")),
                   json_double(json_find(timing, "p99_ms")));
}

static enum err put_reliability(struct cli *c, const struct json *of,
                                struct error *e)
{
    static const struct view_field bin[] = {{"from", "from"},
                                            {"to", "to"},
                                            {"answers", "answers"},
                                            {"mean", "mean confidence"},
                                            {"right", "right"}};
    const struct view_form bins = {.fields = bin,
                                   .n = sizeof(bin) / sizeof(*bin)};

    return view_put_list(c, json_find(of, "reliability"), &bins, e);
}

/* Answers by the rules and those by readings apart. */
static enum err put_readers(struct cli *c, const struct json *report,
                            struct error *e)
{
    const struct json *list = json_find(report, "readers");
    enum err rc = OK;

    for (const struct json *r = list->first; r && !rc; r = r->next) {
        buf_printf(&c->out, "by %.*s: %.*s answers\n",
                   STR_FMT(base_call_member(r, "reader")),
                   STR_FMT(base_call_member(r, "answers")));
        rc = put_reliability(c, r, e);
    }
    return rc;
}

static enum err show(struct cli *c, const struct json *report, struct error *e)
{
    static const struct view_field kind[] = {
        {"kind", "kind"},         {"questions", "questions"},
        {"right", "right"},       {"accuracy", "accuracy"},
        {"answered", "answered"}, {"precision", "precision"},
        {"coverage", "coverage"}, {"refusal", "refusal"}};
    static const struct view_field floor[] = {{"from", "confidence from"},
                                              {"answered", "answered"},
                                              {"precision", "precision"},
                                              {"coverage", "coverage"}};
    const struct view_form kinds = {.fields = kind,
                                    .n = sizeof(kind) / sizeof(*kind)};
    const struct view_form floors = {.fields = floor,
                                     .n = sizeof(floor) / sizeof(*floor)};
    enum err rc;

    put_all(c, report);
    rc = view_put_list(c, json_find(report, "kinds"), &kinds, e);
    if (!rc)
        rc = view_put_list(c, json_find(report, "at_confidence"), &floors, e);
    if (!rc)
        rc = put_reliability(c, report, e);
    if (!rc)
        rc = put_readers(c, report, e);
    put_end(c, report);
    return rc;
}

static enum err put_report(struct evaluated *x, struct error *e)
{
    struct json *report;
    struct jsonw w;
    struct str text;
    struct buf b;
    enum err rc;

    buf_init(&b, x->c->out.max_bytes);
    jsonw_init(&w, &b);
    rc = table_report(&x->set, x->verdict, x->c->args.operands[0], &x->c->arena,
                      &w, e);
    if (!rc)
        rc = buf_finish(&b, &text, e);
    if (!rc && args_has(&x->c->args, OPT_JSON)) {
        view_print_json(x->c, text);
    } else if (!rc) {
        rc = json_parse(text, &json_answer_limits, &x->c->arena, &report, e);
        if (!rc)
            rc = show(x->c, report, e);
    }
    buf_release(&b);
    return rc;
}

enum err cmd_eval_tables(struct cli *c, struct error *e)
{
    struct evaluated x = {.c = c,
                          .out = TARGET_NONE,
                          .batch = {.fd = -1,
                                    .write = judge,
                                    .progress = progress_start_as(c, "asking"),
                                    .cancel = interrupt_flag()}};
    struct tables *t = NULL;
    enum err rc = source_args_common(c, &x.batch.common, e);

    arena_init(&x.a, VERDICT_BYTES);
    x.batch.ctx = &x;
    if (!rc)
        rc = reading_args_read(c, &x.batch.reading, e);
    x.batch.reading.labelled = true;
    if (!rc)
        rc = read_set(&x, e);
    if (!rc)
        rc = open_tables(&x, &t, e);
    if (!rc && args_has(&c->args, OPT_OUT))
        rc = target_open(NULL, c->args.value[OPT_OUT], true, &c->arena, &x.out,
                         e);
    if (!rc)
        rc = ask_all(&x, e);
    progress_end();
    if (!rc && x.out.fd >= 0)
        rc = target_commit(&x.out, e);
    if (!rc)
        rc = put_report(&x, e);
    target_close(&x.out);
    tables_free(t);
    arena_release(&x.a);
    return rc;
}
