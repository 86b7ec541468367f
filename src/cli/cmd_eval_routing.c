/* cmd_eval_routing.c - how often questions are routed as labelled. */
#include "answer/evaluate/routing.h"
#include "cli/base_call.h"
#include "cli/interrupt.h"
#include "cli/source_args.h"
#include "cli/term/clean.h"
#include "cli/view.h"

static enum err run_routing(struct cli *c, struct base_call *k, struct error *e)
{
    struct routing_evaluation q = {.tables = k->tables,
                                   .path = c->args.operands[0],
                                   .n = c->args.n - 1,
                                   .cancel = interrupt_flag()};
    struct table_source *sources = NULL;
    enum err rc = source_args_read(c, c->args.n, &sources, e);

    if (!rc && q.n > 0)
        q.sources = sources + 1; /* the first operand is the set */
    return rc ? rc : evaluate_routing(&q, &k->w, e);
}

static void put_share(struct cli *c, const char *name, const struct json *j)
{
    const struct str right = base_call_member(j, "right");
    const struct str all = base_call_member(j, "questions");
    const struct json *accuracy = json_find(j, "accuracy");

    buf_printf(&c->out, "%s%.*s of %.*s", name, STR_FMT(right), STR_FMT(all));
    if (accuracy && accuracy->type == JSON_NUMBER)
        buf_printf(&c->out, ", %.1f %%", 100 * json_double(accuracy));
}

static void put_total(struct cli *c, const struct json *answer)
{
    term_put_clean(&c->out, base_call_member(answer, "set"));
    put_share(c, ": ", json_find(answer, "all"));
    put_share(c, "; held out ", json_find(answer, "held_out"));
    buf_puts(&c->out, "\n\n");
}

static void put_times(struct cli *c, const struct json *timing)
{
    const struct json *p50 = json_find(timing, "p50_us");
    const struct json *p99 = json_find(timing, "p99_us");
    const struct json *linking = json_find(timing, "linking_p50_us");

    if (p50 && p99 && linking)
        buf_printf(&c->out,
                   "time  %.0f us a question, p99 %.0f us; linking %.0f us\n",
                   json_double(p50), json_double(p99), json_double(linking));
}

static void put_misses(struct cli *c, const struct json *answer)
{
    for (const struct json *m = json_find(answer, "misses")->first; m;
         m = m->next) {
        const struct json *out = json_find(m, "held_out");

        term_put_clean(&c->out, base_call_member(m, "id"));
        buf_printf(&c->out, "%s  %.*s, not %.*s: ",
                   out->type == JSON_TRUE ? " (held out)" : "",
                   STR_FMT(base_call_member(m, "route")),
                   STR_FMT(base_call_member(m, "label")));
        term_put_clean(&c->out, base_call_member(m, "question"));
        buf_put_char(&c->out, '\n');
    }
}

static enum err show_routing(struct cli *c, const struct json *answer,
                             struct error *e)
{
    static const struct view_field lang[] = {{"lang", "language"},
                                             {"questions", "questions"},
                                             {"right", "right"},
                                             {"accuracy", "accuracy"}};
    static const struct view_field label[] = {
        {"label", "label"},           {"questions", "questions"},
        {"structured", "structured"}, {"semantic", "semantic"},
        {"hybrid", "hybrid"},         {"accuracy", "accuracy"}};
    const struct view_form langs = {.fields = lang,
                                    .n = sizeof(lang) / sizeof(*lang)};
    const struct view_form labels = {.fields = label,
                                     .n = sizeof(label) / sizeof(*label)};
    enum err rc;

    put_total(c, answer);
    rc = view_put_list(c, json_find(answer, "languages"), &langs, e);
    if (!rc)
        rc = view_put_list(c, json_find(answer, "labels"), &labels, e);
    put_times(c, json_find(answer, "timing"));
    if (args_has(&c->args, OPT_MISSES))
        put_misses(c, answer);
    return rc;
}

enum err cmd_eval_routing(struct cli *c, struct error *e)
{
    return base_call(c, run_routing, show_routing, e);
}
