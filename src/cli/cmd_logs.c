/* cmd_logs.c - the query log of a home. */
#include "cli/home_args.h"
#include "cli/view.h"
#include "server/query_log/query_log.h"

#define EXPORT_BYTES ((size_t)256 << 20)
#define CURSOR_BYTES 256

/* A line each, as JSON, the last first. */
static enum err put_lines(struct cli *c, const struct json *answer)
{
    struct jsonw w;

    for (const struct json *j = json_find(answer, "logs")->first; j;
         j = j->next) {
        jsonw_init(&w, &c->out);
        json_write(j, &w);
        buf_put_char(&c->out, '\n');
    }
    return OK;
}

/* A part after `cursor`, which is empty after the last: in parts, so that a
 * log of any length goes through. */
static enum err export_part(struct cli *c, struct registry *r,
                            const struct query_log_filter *f,
                            struct buf *cursor, struct error *e)
{
    struct json *answer;
    struct arena a;
    struct jsonw w;
    struct str text;
    struct buf b;
    enum err rc;

    arena_init(&a, EXPORT_BYTES * 2);
    buf_init(&b, EXPORT_BYTES);
    jsonw_init(&w, &b);
    rc = query_log_write(r, f, &w, e);
    if (!rc)
        rc = buf_finish(&b, &text, e);
    if (!rc)
        rc = json_parse(text, &json_answer_limits, &a, &answer, e);
    if (!rc) {
        buf_reset(cursor);
        buf_put_str(cursor, json_text(json_find(answer, "next_cursor")));
        rc = put_lines(c, answer);
    }
    if (!rc)
        rc = cli_flush(c, e);
    buf_release(&b);
    arena_release(&a);
    return rc;
}

static enum err export_logs(struct cli *c, struct registry *r, struct error *e)
{
    struct query_log_filter f = {.session = c->args.value[OPT_SESSION],
                                 .page = {.limit = 1000}};
    struct buf cursor;
    enum err rc;

    buf_init(&cursor, CURSOR_BYTES);
    do {
        f.page.after = buf_str(&cursor);
        rc = export_part(c, r, &f, &cursor, e);
    } while (!rc && cursor.n > 0);
    buf_release(&cursor);
    return rc;
}

enum err cmd_logs_export(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, export_logs, e);
}

static enum err forget_session(struct cli *c, struct registry *r,
                               struct error *e)
{
    struct str session = c->args.value[OPT_SESSION];
    struct jsonw w;
    int64_t n = 0;
    enum err rc;

    if (!session.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "name the session with --session ID");
    rc = query_log_forget(r, session, &n, e);
    if (rc)
        return rc;
    if (!args_has(&c->args, OPT_JSON)) {
        buf_printf(&c->out, "removed %lld\n", (long long)n);
        return OK;
    }
    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_member_i64(&w, "removed", n);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
    return OK;
}

enum err cmd_logs_forget(struct cli *c, struct error *e)
{
    return home_args_with_registry(c, forget_session, e);
}
