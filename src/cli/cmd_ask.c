/* cmd_ask.c - a question over files and bases, and the answer with its source. */
#include "answer/answer.h"
#include "base/fs.h"
#include "cli/base_call.h"
#include "cli/confidence_args.h"
#include "cli/config_args.h"
#include "cli/file_base.h"
#include "cli/folder_args.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/model_args.h"
#include "cli/show_answer.h"
#include "cli/source_args.h"
#include "cli/tool_args.h"

#include <unistd.h>

#define SELECTED_BYTES ((size_t)1 << 20)
#define LINE_BYTES     64

static enum err read_piped(struct cli *c, struct str *out, struct error *e)
{
    struct buf text;
    enum err rc;

    buf_init(&text, SELECTED_BYTES);
    rc = input_read(&text, "the selected text", e);
    if (!rc)
        rc = buf_dup(&text, &c->arena, out, e);
    buf_release(&text);
    return rc;
}

/* The text of --selected-text: a file, or standard input. */
static enum err read_selected(struct cli *c, struct answer_request *r,
                              struct error *e)
{
    const struct str given = c->args.value[OPT_SELECTED_TEXT];
    const char *path = str_cstr(given, &c->arena, e);
    enum err rc = path ? OK : e->code;

    r->is_selected = args_has(&c->args, OPT_SELECTED_TEXT);
    if (rc || !r->is_selected)
        return rc;
    if (str_is(given, "-"))
        rc = read_piped(c, &r->selected_text, e);
    else
        rc = fs_read_file(path, path, SELECTED_BYTES, &c->arena,
                          &r->selected_text, e);
    r->selected_text = str_trim(r->selected_text);
    return rc;
}

/* --rows, and which of them. */
static enum err read_behind(struct cli *c, struct behind_request *b,
                            struct error *e)
{
    static const enum cli_option all[] = {OPT_RESULT_ROW, OPT_OFFSET,
                                          OPT_LIMIT};
    uint64_t offset = 0;
    uint64_t *const numbers[] = {&b->result_row, &offset, &b->count};

    b->is_wanted = args_has(&c->args, OPT_ROWS);
    b->count = REQUEST_ROWS_BEHIND;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        if (args_has(&c->args, all[i]) && !b->is_wanted)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "--result-row, --limit and --offset need --rows");
        if (args_number(&c->args, all[i], UINT32_MAX, numbers[i], e))
            return e->code;
    }
    b->start = offset + 1;
    return OK;
}

static enum err read_options(struct cli *c, struct answer_request *r,
                             struct error *e)
{
    enum err rc =
        tool_args_number(&c->args, OPT_TOP_K, &spec_ask, &r->top_k, e);

    if (!rc)
        rc = args_number(&c->args, OPT_MAX_ROWS, REQUEST_MAX_ROWS, &r->max_rows,
                         e);
    if (!rc && args_has(&c->args, OPT_MAX_ROWS) && r->max_rows == 0)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "option '--max-rows' must be 1 to %d", REQUEST_MAX_ROWS);
    if (!rc && args_has(&c->args, OPT_TYPE) &&
        !request_type_find(c->args.value[OPT_TYPE], &r->type))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "--type is auto, structured, semantic or hybrid");
    if (!rc)
        rc = args_number(&c->args, OPT_CHOOSE, UINT32_MAX, &r->choose, e);
    if (!rc && args_has(&c->args, OPT_CHOOSE) && r->choose == 0)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "option '--choose' must be 1 or more");
    if (!rc)
        rc = read_behind(c, &r->behind, e);
    r->retrieval_mode = c->args.value[OPT_MODE];
    r->filters = c->args.value[OPT_WHERE];
    r->cancel = interrupt_flag();
    if (!rc)
        rc = reading_args_read(c, &r->reading, e);
    if (!rc)
        rc = model_args_read(c, &r->model, e);
    return rc ? rc : read_selected(c, r, e);
}

static enum err read_request(struct cli *c, struct answer_request *r,
                             struct error *e)
{
    struct table_source *sources = NULL;
    char *session = arena_alloc(&c->arena, REQUEST_SESSION_BYTES, e);
    enum err rc = session ? read_options(c, r, e) : e->code;

    if (rc)
        return rc;
    r->n = c->args.n - 1;
    r->question = c->args.operands[r->n];
    if (r->n > 0)
        rc = source_args_read(c, r->n, &sources, e);
    if (!rc)
        rc = request_new_session(session, e);
    r->sources = sources;
    r->session_id = str_from(session);
    return rc;
}

static enum err print(struct cli *c, const struct answer *an,
                      const struct show_live *live, struct error *e)
{
    const struct show_how how = {args_has(&c->args, OPT_EXPLAIN), live};
    struct jsonw w;

    if (args_has(&c->args, OPT_JSON)) {
        jsonw_init(&w, &c->out);
        answer_write(an, &w);
        buf_put_char(&c->out, '\n');
        return OK;
    }
    if (args_has(&c->args, OPT_CSV) && an->result)
        return show_answer_rows(c, an, e);
    return show_answer(c, an, &how, e);
}

/* A clarifying question, and somebody types: the number of what was meant. */
static enum err offer(struct cli *c, const struct answer *an, struct error *e)
{
    const struct show_how how = {args_has(&c->args, OPT_EXPLAIN), NULL};
    char line[LINE_BYTES];
    bool some;
    const struct answer *chosen;

    if (!c->terminal || !isatty(STDIN_FILENO) || args_has(&c->args, OPT_JSON) ||
        an->mode != ANSWER_CLARIFICATION || an->n_alternatives == 0)
        return OK;
    buf_printf(&c->out, "\n1-%zu, or Enter for none: ", an->n_alternatives);
    if (cli_flush(c, e))
        return e->code;
    chosen = answer_chosen(an, str_trim(input_line(line, sizeof(line), &some)));
    if (!chosen)
        return OK;
    buf_put_char(&c->out, '\n');
    return show_answer(c, chosen, &how, e);
}

/* One question needs its words, and has nothing of what many have. */
static enum err check_alone(const struct cli *c, struct error *e)
{
    const bool selected = args_has(&c->args, OPT_SELECTED_TEXT);

    if (args_has(&c->args, OPT_ROOT) || args_has(&c->args, OPT_OUT))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--root and --out need --batch");
    if (selected && c->args.n == 1)
        return OK;
    if (selected)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--selected-text allows no other source: usage: "
                         "quarry ask --selected-text FILE QUESTION");
    if (c->args.n < 2)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "usage: quarry ask FILE... QUESTION; --help says "
                         "more");
    return OK;
}

enum err cmd_ask(struct cli *c, struct error *e)
{
    struct answer *an = arena_alloc(&c->arena, sizeof(*an), e);
    struct show_live live = {.c = c};
    struct answer_request r = {0};
    struct tables *t = NULL;
    bool is_made = false;
    enum err rc;

    if (!an)
        return e->code;
    if (args_has(&c->args, OPT_BATCH))
        return cmd_ask_batch(c, e);
    rc = check_alone(c, e);
    if (!rc)
        rc = config_args_asking(c, e);
    if (!rc)
        rc = read_request(c, &r, e);
    if (!rc)
        rc = tables_new(&c->options, &t, e);
    if (!rc)
        rc = file_base_sources(c, t, &r.sources, &r.n, &is_made, e);
    if (!rc && is_made) {
        tables_free(t);
        t = NULL;
        rc = tables_new(&c->options, &t, e);
    }
    if (!rc)
        rc = folder_args_expand(c, t, &r.sources, &r.n, e);
    if (!args_has(&c->args, OPT_JSON) && !args_has(&c->args, OPT_CSV))
        r.listener =
            (struct answer_listener){.ctx = &live, .said = show_live_said};
    if (!rc)
        rc = answer_question(t, &r, &c->arena, an, e);
    if (!rc)
        rc = print(c, an, &live, e);
    if (!rc)
        rc = offer(c, an, e);
    if (!rc && an->behind.n > 0)
        rc = base_call_catch_up(c, t, an->behind, e);
    tables_free(t);
    return rc;
}
