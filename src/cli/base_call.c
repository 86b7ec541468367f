#include "cli/base_call.h"

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/view.h"
#include "knowledge/knowledge_base/base_search.h"

#define CATCH_UP_MS  10000
#define ANSWER_BYTES ((size_t)256 * 1024 * 1024)

static enum err show(struct cli *c, struct base_call *k, base_call_show *person,
                     struct error *e)
{
    struct json *answer;
    struct str text;
    enum err rc = buf_finish(&k->answer, &text, e);

    if (rc)
        return rc;
    if (args_has(&c->args, OPT_JSON)) {
        view_print_json(c, text);
        return OK;
    }
    rc = json_parse(text, &json_answer_limits, &c->arena, &answer, e);
    return rc ? rc : person(c, answer, e);
}

/* The caller has the result already. */
static enum err catch_up(struct cli *c, struct bases *bases, struct str base,
                         struct error *e)
{
    const struct bases_catch_up r = {
        .base = base, .budget_ms = CATCH_UP_MS, .cancel = interrupt_flag()};
    struct index_worked done;
    struct error ignored;
    enum err rc = cli_flush(c, e);

    if (!rc)
        (void)!bases_catch_up(bases, &r, &done, &ignored);
    return rc;
}

enum err base_call_catch_up(struct cli *c, struct tables *t, struct str base,
                            struct error *e)
{
    struct bases *bases = NULL;
    enum err rc = bases_new(t, &bases, e);

    if (!rc)
        rc = catch_up(c, bases, base, e);
    bases_free(bases);
    return rc;
}

static enum err call_opened(struct cli *c, bases_opener *open,
                            base_call_run *run, base_call_show *person,
                            struct error *e)
{
    struct base_call k = {0};
    enum err rc;

    buf_init(&k.answer, ANSWER_BYTES);
    jsonw_init(&k.w, &k.answer);
    rc = tables_new(&c->options, &k.tables, e);
    if (!rc)
        rc = open(k.tables, &k.bases, e);
    if (!rc)
        rc = run(c, &k, e);
    progress_end();
    if (!rc)
        rc = show(c, &k, person, e);
    if (!rc && k.behind.n > 0)
        rc = catch_up(c, k.bases, k.behind, e);
    if (k.bases)
        bases_keep_metrics(k.bases);
    bases_free(k.bases);
    tables_free(k.tables);
    buf_release(&k.answer);
    return rc;
}

enum err base_call(struct cli *c, base_call_run *run, base_call_show *person,
                   struct error *e)
{
    return call_opened(c, bases_new, run, person, e);
}

enum err base_call_to_check(struct cli *c, base_call_run *run,
                            base_call_show *person, struct error *e)
{
    return call_opened(c, bases_new_to_check, run, person, e);
}

struct str base_call_member(const struct json *j, const char *key)
{
    const struct json *v = json_find(j, key);

    return v ? v->text : (struct str){0};
}
