/*
 * cmd_chat.c - a conversation: a line is a question, and one that goes on from
 * the last is read with it (ask/followup/follow.h).
 *
 * What is kept between questions are their words, those since the last that
 * stood alone, as a server's client would send them. Where the input is no
 * terminal each question is printed before its answer, so that the output reads
 * as the conversation does. Ctrl-C stops the question that runs, and at the
 * prompt it ends the conversation.
 */
#include "answer/answer.h"
#include "cli/base_call.h"
#include "cli/config_args.h"
#include "cli/folder_args.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/model_args.h"
#include "cli/progress.h"
#include "cli/show_answer.h"
#include "cli/source_args.h"
#include "cli/term/clean.h"

#include <unistd.h>

#define LINE_BYTES     16384
#define QUESTION_BYTES ((size_t)1 << 30)
#define MEMORY_BYTES   ((size_t)1 << 20)

static const char help[] =
    "A line is a question. \"and by month?\", \"only 2023\" or \"y en 2022?\" go\n"
    "on from the last one. Type a number to choose a suggested interpretation.\n"
    "\n"
    "  :explain   how the last question was read\n"
    "  :new       forget what was asked\n"
    "  :help      this text\n"
    "  :quit      end, as the end of the input does\n";

struct chat {
    struct cli *c;
    struct tables *tables;
    struct answer_request request;
    struct request_turn history[REQUEST_MAX_HISTORY];
    struct arena memory;       /* of the history */
    struct arena question;     /* of the last one and its answer */
    const struct answer *last; /* NULL: nothing was asked yet */
    bool prompts;              /* somebody types */
    bool is_json;
    char line[LINE_BYTES];
};

/* The next line; false at the end. What is too long is cut, and then it is too
 * long for a question as well. */
static bool read_line(struct chat *x, struct str *line)
{
    bool some;

    *line = str_trim(input_line(x->line, sizeof(x->line), &some));
    return some;
}

static enum err prompt(struct chat *x, struct error *e)
{
    if (x->prompts)
        buf_puts(&x->c->out, "> ");
    return cli_flush(x->c, e);
}

/* What one sees who did not type it. */
static void echo(struct chat *x, struct str line)
{
    if (x->prompts || x->is_json)
        return;
    buf_puts(&x->c->out, "> ");
    term_put_clean(&x->c->out, line);
    buf_put_char(&x->c->out, '\n');
}

static void forget(struct chat *x)
{
    x->request.n_history = 0;
    arena_reset(&x->memory);
}

/* A question that stood alone begins anew; so does one too many. One that was
 * not answered is no part of the conversation. */
static enum err remember(struct chat *x, struct str question, struct error *e)
{
    struct request_turn *turn;

    if (x->last->mode == ANSWER_CLARIFICATION ||
        x->last->mode == ANSWER_NO_ANSWER)
        return OK;
    if (!x->last->is_follow_up || x->request.n_history == REQUEST_MAX_HISTORY)
        forget(x);
    turn = &x->history[x->request.n_history];
    turn->is_user = true;
    if (str_dup(question, &x->memory, &turn->content, e))
        return e->code;
    x->request.n_history++;
    return OK;
}

static enum err show(struct chat *x, const struct show_live *live,
                     struct error *e)
{
    const struct show_how how = {.live = live};
    struct jsonw w;

    if (!x->is_json)
        return show_answer(x->c, x->last, &how, e);
    jsonw_init(&w, &x->c->out);
    answer_write(x->last, &w);
    buf_put_char(&x->c->out, '\n');
    return OK;
}

/* What is wrong with one question ends no conversation. */
static void show_error(struct chat *x, const struct error *why)
{
    struct jsonw w;

    if (x->is_json) {
        jsonw_init(&w, &x->c->out);
        jsonw_error(&w, why);
    } else {
        buf_puts(&x->c->out, "error  ");
        term_put_clean(&x->c->out, str_from(why->msg));
        buf_printf(&x->c->out, " [%s]", err_name(why->code));
    }
    buf_put_char(&x->c->out, '\n');
}

static enum err ask(struct chat *x, struct str question, struct error *e)
{
    struct show_live live = {.c = x->c};
    struct answer *an;
    enum err rc;

    arena_reset(&x->question);
    x->last = NULL;
    an = arena_alloc(&x->question, sizeof(*an), e);
    if (!an || str_dup(question, &x->question, &x->request.question, e))
        return e->code;
    if (!x->is_json)
        x->request.listener =
            (struct answer_listener){.ctx = &live, .said = show_live_said};
    rc = answer_question(x->tables, &x->request, &x->question, an, e);
    progress_end();
    if (rc)
        return rc;
    x->last = an;
    return show(x, &live, e);
}

static enum err answer_line(struct chat *x, struct str line, struct error *e)
{
    const struct answer *chosen = x->last ? answer_chosen(x->last, line) : NULL;
    struct error why = {0};
    enum err rc;

    if (chosen) {
        x->last = chosen;
        return show(x, NULL, e);
    }
    rc = ask(x, line, &why);
    if (rc) {
        show_error(x, &why);
        interrupt_clear();
        return OK;
    }
    rc = remember(x, line, e);
    if (!rc && x->last->behind.n > 0)
        rc = base_call_catch_up(x->c, x->tables, x->last->behind, e);
    return rc;
}

static enum err explain(struct chat *x, struct error *e)
{
    const struct show_how how = {.explain = true};

    if (x->last)
        return show_answer(x->c, x->last, &how, e);
    buf_puts(&x->c->out, "nothing was asked yet\n");
    return OK;
}

static enum err obey(struct chat *x, struct str line, bool *quits,
                     struct error *e)
{
    *quits = str_is(line, ":quit") || str_is(line, ":q");
    if (*quits)
        return OK;
    if (str_is(line, ":explain"))
        return explain(x, e);
    if (str_is(line, ":new"))
        forget(x);
    else
        buf_puts(&x->c->out, help);
    return OK;
}

static enum err converse(struct chat *x, struct error *e)
{
    bool quits = false;
    struct str line;
    enum err rc = prompt(x, e);

    while (!rc && !quits && read_line(x, &line) && !*interrupt_flag()) {
        if (line.n > 0) {
            echo(x, line);
            rc = line.p[0] == ':' ? obey(x, line, &quits, e)
                                  : answer_line(x, line, e);
            if (!rc && !quits && !x->is_json)
                buf_put_char(&x->c->out, '\n');
        }
        if (!rc && !quits)
            rc = prompt(x, e);
    }
    if (!rc && x->prompts && !quits)
        buf_put_char(&x->c->out, '\n');
    return rc;
}

static enum err open_request(struct chat *x, struct error *e)
{
    struct cli *c = x->c;
    struct table_source *sources = NULL;
    char *session = arena_alloc(&c->arena, REQUEST_SESSION_BYTES, e);
    enum err rc =
        session ? source_args_read(c, c->args.n, &sources, e) : e->code;

    if (!rc)
        rc = request_new_session(session, e);
    x->request = (struct answer_request){.sources = sources,
                                         .n = c->args.n,
                                         .history = x->history,
                                         .session_id = str_from(session),
                                         .cancel = interrupt_flag()};
    return rc ? rc : model_args_read(c, &x->request.model, e);
}

enum err cmd_chat(struct cli *c, struct error *e)
{
    struct chat *x = arena_alloc(&c->arena, sizeof(*x), e);
    enum err rc;

    if (!x)
        return e->code;
    x->c = c;
    x->prompts = c->terminal && isatty(STDIN_FILENO);
    x->is_json = args_has(&c->args, OPT_JSON);
    arena_init(&x->memory, MEMORY_BYTES);
    arena_init(&x->question, QUESTION_BYTES);
    rc = config_args_asking(c, e);
    if (!rc)
        rc = open_request(x, e);
    if (!rc)
        rc = tables_new(&c->options, &x->tables, e);
    if (!rc)
        rc = folder_args_expand(c, x->tables, &x->request.sources,
                                &x->request.n, e);
    if (!rc)
        rc = converse(x, e);
    tables_free(x->tables);
    arena_release(&x->question);
    arena_release(&x->memory);
    return rc;
}
