#include "server/tools/asking.h"

#include "base/clock.h"
#include "server/tools/call_state.h"
#include "store/catalog/pins.h"
#include "store/catalog/registry.h"

#define SOURCES_BYTES ((size_t)1 << 20)
#define ENTRY_BYTES   ((size_t)64 << 10) /* of the registry */

/* ---- what is configured ---- */

static enum err configure(const struct config *c, struct answer_request *r,
                          struct error *e)
{
    const uint64_t most = config_number(c, CONFIG_STRUCTURED_ROWS);

    if (!config_is_on(c, CONFIG_STRUCTURED) && !r->is_selected) {
        if (r->type == REQUEST_STRUCTURED)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "questions are not answered from tables here: "
                             "'enable_structured_data' is off");
        r->type = REQUEST_SEMANTIC;
    }
    if (r->max_rows == 0)
        r->max_rows = REQUEST_ROWS;
    r->max_rows = r->max_rows < most ? r->max_rows : most;
    r->model.otherwise = config_text(c, CONFIG_STRUCTURED_MODEL);
    return OK;
}

bool asking_has_tables(const struct tool_context *s)
{
    const struct config *c = s->asking ? atomic_load(&s->asking->config) : NULL;

    return !c || config_is_on(c, CONFIG_STRUCTURED);
}

void asking_set_config(struct asking *asking, const struct config *c)
{
    const struct query_log_rules rules = {
        .keeps = config_is_on(c, CONFIG_LOG_QUERIES),
        .keeps_text = config_is_on(c, CONFIG_LOG_TEXT),
        .days = (unsigned)config_number(c, CONFIG_LOG_DAYS),
        .archive_days = (unsigned)config_number(c, CONFIG_LOG_ARCHIVE_DAYS)};

    atomic_store(&asking->config, c);
    query_log_set(asking->log, &rules);
}

/* ---- what is kept ---- */

#define SESSION_BYTES 64 /* of an id that a client may choose */

/* That of the request, else that of the client's connection. */
static struct str session_of(const struct tool_context *s,
                             const struct answer_request *r)
{
    if (r->session_id.n > 0)
        return r->session_id;
    return s->session.n <= SESSION_BYTES ? s->session : STR("");
}

/* BASE of the first source that was named. */
static struct str base_of(const struct answer_request *r)
{
    return base_of_path(r->n > 0 ? r->sources[0].path : STR(""));
}

/* Which base that is now: a name may be another's when the answer is there. An
 * empty id: of none. */
static enum err find_base(const struct tool_context *s,
                          const struct answer_request *r, struct arena *a,
                          struct base_entry *out, struct error *e)
{
    struct registry g = REGISTRY_NONE;
    struct str name = base_of(r);
    struct error why;
    enum err rc;

    *out = (struct base_entry){.name = name};
    if (s->folder || name.n == 0)
        return OK;
    rc = registry_open(tables_home(s->tables), a, &g, e);
    if (!rc && registry_find(&g, name, a, out, &why))
        *out = (struct base_entry){.name = name};
    registry_close(&g);
    return rc;
}

/* The question, and how it was answered. */
struct asked {
    const struct answer_request *request;
    const struct answer *answer;
    struct base_entry base;
    uint64_t ms;
};

static void keep(const struct tool_context *s, const struct asked *x,
                 const struct error *e)
{
    const struct answer_request *r = x->request;
    const struct answer *an = x->answer;
    struct query_record q = {.session_id = session_of(s, r),
                             .query_text = r->question,
                             .is_selected = r->is_selected,
                             .selected_text = r->selected_text,
                             .response_time_ms = x->ms,
                             .base = s->folder ? STR("") : x->base.name,
                             .base_id = x->base.id,
                             .caller = s->grant->id};
    struct jsonw w;
    struct buf b;

    buf_init(&b, SOURCES_BYTES);
    jsonw_init(&w, &b);
    if (e->code) {
        q.error_code = str_from(err_name(e->code));
    } else {
        q.answer_text = an->text;
        q.answer_mode = str_from(answer_mode_name(an->mode));
        answer_write_sources(an, 0, &w);
        q.source_chunks = b.overflow ? STR("[]") : buf_str(&b);
    }
    query_log_add(s->asking->log, &q);
    buf_release(&b);
}

/* registry_find() says whether it is another than it was. */
static enum err find_again(void *registry, struct str name, struct error *e)
{
    struct base_entry ignored;
    struct arena a;
    enum err rc;

    arena_init(&a, ENTRY_BYTES);
    rc = registry_find(registry, name, &a, &ignored, e);
    arena_release(&a);
    return rc;
}

/* An answer that was made of bases one of which lost its name meanwhile: nobody
 * gets it. */
static enum err check_same_bases(const struct tool_context *s, struct arena *a,
                                 struct error *e)
{
    struct registry g = REGISTRY_NONE;
    enum err rc;

    if (s->folder)
        return OK;
    rc = registry_open(tables_home(s->tables), a, &g, e);
    if (!rc)
        rc = base_pins_each(find_again, &g, e);
    registry_close(&g);
    return rc;
}

enum err asking_answer(const struct tool_context *s,
                       const struct answer_request *r, struct arena *a,
                       struct answer *out, struct error *e)
{
    struct answer_request own = *r;
    const struct config *c = s->asking ? atomic_load(&s->asking->config) : NULL;
    const uint64_t began_ms = clock_ms();
    struct asked x = {.request = &own, .answer = out};
    struct base_pins pins;
    enum err rc = c ? configure(c, &own, e) : OK;

    own.queries = s->call_state ? s->call_state->queries : NULL;
    own.model.is_discreet = grant_is_public(s->grant);
    base_pins_begin(&pins);
    if (!rc)
        rc = find_base(s, &own, a, &x.base, e);
    if (!rc)
        rc = answer_question(s->tables, &own, a, out, e);
    if (!rc)
        rc = check_same_bases(s, a, e);
    base_pins_end(&pins);
    x.ms = clock_ms() - began_ms;
    if (s->asking && s->asking->log)
        keep(s, &x, rc ? e : &(const struct error){0});
    return rc;
}
