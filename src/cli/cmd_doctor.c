/* cmd_doctor.c - checks the isolation layers of this machine, the parts of
 * Quarry, and whether its home can be served. */
#include "cli/cli.h"

#include "base/json.h"
#include "cli/doctor_home.h"
#include "cli/term/clean.h"
#include "cli/view.h"
#include "knowledge/knowledge_base/base_search.h"
#include "models/embedding/use_lite.h"
#include "search/documents/document_parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/utsname.h>

/* What the programs say that read files. */
struct readers {
    struct str ready; /* of the worker */
    struct error pdf; /* why PDF cannot be read; code OK: it can */
};

static enum err ask_readers(struct cli *c, struct readers *out, struct error *e)
{
    struct tables *t = NULL;
    enum err rc = tables_new(&c->options, &t, e);

    if (!rc)
        rc = tables_probe_worker(t, &c->arena, &out->ready, e);
    if (!rc)
        out->pdf.code = pdf_program_check(tables_pool(t), &out->pdf);
    tables_free(t);
    return rc;
}

/* Does a server look after the home? */
static bool is_served(struct cli *c)
{
    struct tables *t = NULL;
    struct bases *b = NULL;
    struct error ignored;
    const bool is = tables_new(&c->options, &t, &ignored) == OK &&
                    bases_new(t, &b, &ignored) == OK && bases_has_server(b);

    bases_free(b);
    tables_free(t);
    return is;
}

/* The embedding model, or in `why` what is the matter with it. */
static struct embedder *open_model(struct cli *c, struct error *why)
{
    struct embedder *m = NULL;
    const char *path;

    if (use_lite_find(&c->arena, &path, why) || use_lite_open(path, &m, why))
        return NULL;
    return m;
}

PRINTF_LIKE(4)
static void line(struct cli *c, enum doctor_state state, const char *name,
                 const char *fmt, ...)
{
    static const char *const shown[] = {"ok    ", "warn  ", "FAIL  "};
    const struct term_style style = view_style(c);
    char text[DOCTOR_TEXT_BYTES];
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    term_puts(&c->out, &style, state == DOCTOR_OK ? TERM_DIM : TERM_BOLD,
              shown[state]);
    buf_printf(&c->out, "%-12s ", name);
    term_put_clean(&c->out, str_from(text)); /* a worker says some of it */
    buf_put_char(&c->out, '\n');
}

static enum doctor_state state_of(bool good)
{
    return good ? DOCTOR_OK : DOCTOR_FAIL;
}

static bool is_whole(const struct json *ready)
{
    return json_is_true(json_find(ready, "sandbox_whole"));
}

static void show_pdf(struct cli *c, const struct error *why)
{
    if (why->code)
        line(c, DOCTOR_FAIL, "pdf",
             "%s; PDF is not read until quarry-pdf and its library are "
             "installed again",
             why->msg);
    else
        line(c, DOCTOR_OK, "pdf", "quarry-pdf starts, its library loads");
}

static void show(struct cli *c, const struct json *ready,
                 const struct error *pdf, const struct embedder *model,
                 const struct error *why, const struct doctor_findings *home)
{
    struct utsname kernel = {0};
    double abi = json_double(json_find(ready, "landlock_abi"));
    bool seccomp = json_is_true(json_find(ready, "seccomp"));

    (void)uname(&kernel);
    line(c, DOCTOR_OK, "quarry", "%s", QUARRY_VERSION);
    line(c, DOCTOR_OK, "worker", "%.*s, starts and answers",
         STR_FMT(json_text(json_find(ready, "version"))));
    line(c, DOCTOR_OK, "duckdb", "%.*s",
         STR_FMT(json_text(json_find(ready, "duckdb"))));
    line(c, DOCTOR_OK, "kernel", "%s %s", kernel.sysname, kernel.release);
    line(c, state_of(abi > 0), "landlock",
         abi > 0 ? "ABI %.0f: a worker sees the one file or folder it was given"
                 : "missing (ABI %.0f): a worker can open any file of yours",
         abi);
    line(c, state_of(seccomp), "seccomp", "%s",
         seccomp ? "a worker has no socket, no exec, no ptrace"
                 : "missing: a worker can make any system call");
    show_pdf(c, pdf);
    if (model)
        line(c, DOCTOR_OK, "embedding", "%s: %zu dimensions, %zu tokens",
             model->model, model->dimensions, model->max_tokens);
    else
        line(c, DOCTOR_FAIL, "embedding", "%s; install it again", why->msg);
    line(c, DOCTOR_OK, "limits",
         "a query: %llu s, %llu MiB; an answer: %llu MiB; %u workers at once",
         (unsigned long long)(TABLE_QUERY_MS / 1000),
         (unsigned long long)(TABLE_MEMORY_BYTES >> 20),
         (unsigned long long)(TABLE_RESPONSE_BYTES >> 20), TABLE_MAX_WORKERS);
    for (size_t i = 0; i < home->n; i++)
        line(c, home->list[i].state, home->list[i].name, "%s",
             home->list[i].text);
    if (!is_whole(ready))
        buf_puts(&c->out,
                 "\nUntrusted files are read without the third "
                 "isolation layer on this kernel.\nUse one with Landlock and "
                 "seccomp (Linux 5.13 and later, CONFIG_SECURITY_"
                 "LANDLOCK=y).\n");
}

static void write_model(struct jsonw *w, const struct embedder *model,
                        const struct error *why)
{
    jsonw_key(w, "embedding");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, model ? "model" : "error",
                      model ? model->model : why->msg);
    if (model)
        jsonw_member_u64(w, "dimensions", model->dimensions);
    jsonw_end_object(w);
}

static void write_home(struct jsonw *w, const struct doctor_findings *home)
{
    static const char *const states[] = {"ok", "warn", "fail"};

    jsonw_key(w, "home");
    jsonw_begin_array(w);
    for (size_t i = 0; i < home->n; i++) {
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "name", home->list[i].name);
        jsonw_member_cstr(w, "state", states[home->list[i].state]);
        jsonw_member_cstr(w, "text", home->list[i].text);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_pdf(struct jsonw *w, const struct error *why)
{
    jsonw_key(w, "pdf");
    jsonw_begin_object(w);
    jsonw_key(w, "can_be_read");
    jsonw_bool(w, !why->code);
    if (why->code)
        jsonw_member_cstr(w, "error", why->msg);
    jsonw_end_object(w);
}

static void write_json(struct cli *c, const struct readers *r,
                       const struct embedder *model, const struct error *why,
                       const struct doctor_findings *home)
{
    struct jsonw w;

    jsonw_init(&w, &c->out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "version", QUARRY_VERSION);
    jsonw_member_raw(&w, "worker", r->ready);
    write_pdf(&w, &r->pdf);
    write_model(&w, model, why);
    write_home(&w, home);
    jsonw_key(&w, "limits");
    jsonw_begin_object(&w);
    jsonw_member_u64(&w, "query_timeout_ms", TABLE_QUERY_MS);
    jsonw_member_u64(&w, "query_memory_bytes", TABLE_MEMORY_BYTES);
    jsonw_member_u64(&w, "response_bytes", TABLE_RESPONSE_BYTES);
    jsonw_member_u64(&w, "max_workers", TABLE_MAX_WORKERS);
    jsonw_end_object(&w);
    jsonw_end_object(&w);
    buf_put_char(&c->out, '\n');
}

enum err cmd_doctor(struct cli *c, struct error *e)
{
    struct error why = {0};
    struct doctor_findings home;
    struct embedder *model;
    struct json *ready;
    struct readers r = {0};
    enum err rc = ask_readers(c, &r, e);

    if (!rc)
        rc = json_parse(r.ready, &json_default_limits, &c->arena, &ready, e);
    if (rc)
        return rc;
    model = open_model(c, &why);
    doctor_home(c, is_served(c), &home);
    if (args_has(&c->args, OPT_JSON))
        write_json(c, &r, model, &why, &home);
    else
        show(c, ready, &r.pdf, model, &why, &home);
    for (size_t i = home.n; i > 0; i--) /* the first counts */
        if (home.list[i - 1].state == DOCTOR_FAIL)
            c->status = err_exit_status(home.list[i - 1].code);
    if (r.pdf.code)
        c->status = err_exit_status(r.pdf.code);
    if (!model)
        c->status = err_exit_status(why.code);
    if (!is_whole(ready))
        c->status = err_exit_status(ERR_TOOL_WORKER_UNAVAILABLE);
    embedder_close(model);
    return OK;
}
