/* cmd_base_documents.c - what a base holds: add, status, fetch, rm. */
#include "base/base64.h"
#include "base/fs.h"
#include "cli/base_args.h"
#include "cli/base_call.h"
#include "cli/config_args.h"
#include "cli/file_base.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/show_added.h"
#include "cli/term/clean.h"
#include "cli/term/wrap.h"
#include "cli/view.h"
#include "knowledge/knowledge_base/add_text.h"
#include "knowledge/knowledge_base/base_search.h"
#include "knowledge/knowledge_base/list.h"

#define WIDE_COLUMNS 120u
#define NOTE_BYTES   1000

static struct bases_mount mount_of(const struct args *args)
{
    return (struct bases_mount){.has_path = args_has(args, OPT_JSON_PATH),
                                .has_key = args_has(args, OPT_MOUNT_KEY),
                                .json_path = args->value[OPT_JSON_PATH],
                                .key = args->value[OPT_MOUNT_KEY],
                                .replace = args_has(args, OPT_FORCE)};
}

/* "add B - --as NAME": what is piped in. */
static enum err add_piped(struct cli *c, struct base_call *k,
                          struct bases_added *counts, struct error *e)
{
    struct bases_text t = {.base = c->args.operands[0],
                           .name = c->args.value[OPT_AS],
                           .url = c->args.value[OPT_URL],
                           .mount = mount_of(&c->args),
                           .wait = args_has(&c->args, OPT_WAIT),
                           .cancel = interrupt_flag()};
    struct buf text;
    enum err rc = base_args_author(c, &t.author, e);

    if (!rc && !args_has(&c->args, OPT_AS))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "standard input needs a name: --as notes.md");
    buf_init(&text, TEXT_MAX_BYTES);
    if (!rc)
        rc = input_read(&text, "the text", e);
    if (!rc)
        rc = buf_finish(&text, &t.text, e);
    if (!rc)
        rc = bases_add_text(k->bases, &t, counts, &k->w, e);
    buf_release(&text);
    return rc;
}

static enum err add_paths(struct cli *c, struct base_call *k,
                          struct bases_added *counts, struct error *e)
{
    struct bases_add r = {.base = c->args.operands[0],
                          .paths = c->args.operands + 1,
                          .n = c->args.n - 1,
                          .mount = mount_of(&c->args),
                          .encoding = c->args.value[OPT_ENCODING],
                          .keep_missing = args_has(&c->args, OPT_KEEP_MISSING),
                          .wait = args_has(&c->args, OPT_WAIT),
                          .progress = progress_of_files(c),
                          .cancel = interrupt_flag()};
    enum err rc = base_args_author(c, &r.author, e);

    if (!rc && (args_has(&c->args, OPT_AS) || args_has(&c->args, OPT_URL)))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "--as and --url are for standard input: add BASE -");
    return rc ? rc : bases_add(k->bases, &r, counts, &k->w, e);
}

static enum err run_add(struct cli *c, struct base_call *k, struct error *e)
{
    const bool piped = c->args.n == 2 && str_is(c->args.operands[1], "-");
    struct bases_added counts = {0};
    enum err rc =
        piped ? add_piped(c, k, &counts, e) : add_paths(c, k, &counts, e);

    if (!rc && !bases_added_any(&counts))
        c->status =
            err_exit_status(counts.first_failure ? counts.first_failure
                                                 : ERR_VALIDATION_FAILED);
    return rc;
}

enum err cmd_add(struct cli *c, struct error *e)
{
    struct config config; /* of a base that is made */

    if (config_args_load(c, &config, e))
        return e->code;
    return base_call(c, run_add, show_added, e);
}

/* One document, with what is kept of it. */
static enum err run_kept(struct cli *c, struct base_call *k, struct error *e)
{
    const struct str base = c->args.operands[0];
    const struct str document = c->args.operands[1];
    enum err rc;

    jsonw_begin_object(&k->w);
    jsonw_member_str(&k->w, "base", base);
    jsonw_key(&k->w, "documents");
    jsonw_begin_array(&k->w);
    rc = bases_document(k->bases, base, document, &k->w, e);
    jsonw_end_array(&k->w);
    if (!rc)
        rc = bases_document_kept(k->bases, base, document, &k->w, e);
    jsonw_end_object(&k->w);
    return rc;
}

static enum err run_status(struct cli *c, struct base_call *k, struct error *e)
{
    if (c->args.n == 2 && !args_has(&c->args, OPT_METRICS))
        return run_kept(c, k, e);

    if (args_has(&c->args, OPT_METRICS))
        return bases_metrics(k->bases, &k->w, e);
    if (c->args.n == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "name a base: 'quarry status BASE'");
    return bases_status(k->bases, c->args.operands[0], NULL, &k->w, e);
}

/* A count with all its digits, a measured number with those that tell. */
static void put_number(struct cli *c, const struct json *j)
{
    if (!j || j->type != JSON_NUMBER)
        buf_put_char(&c->out, '-');
    else if (str_find_char(j->text, '.') == j->text.n)
        buf_put_str(&c->out, j->text);
    else
        buf_printf(&c->out, "%.3g", json_double(j));
}

static void put_numbers(struct cli *c, const struct json *list)
{
    for (const struct json *j = list ? list->first : NULL; j; j = j->next) {
        buf_printf(&c->out, "%-28.*s ", STR_FMT(j->key));
        put_number(c, j);
        buf_put_char(&c->out, '\n');
    }
}

static void show_metrics(struct cli *c, const struct json *answer)
{
    const struct json *list = json_find(answer, "histograms");
    static const char *const parts[] = {"count", "p50", "p90", "p99"};

    put_numbers(c, json_find(answer, "counters"));
    put_numbers(c, json_find(answer, "gauges"));
    put_numbers(c, json_find(answer, "ratios"));
    for (const struct json *j = list ? list->first : NULL; j; j = j->next) {
        buf_printf(&c->out, "%-28.*s", STR_FMT(j->key));
        for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
            const struct json *v = json_find(j, parts[i]);

            buf_printf(&c->out, "  %s ", parts[i]);
            put_number(c, v);
        }
        buf_put_char(&c->out, '\n');
    }
}

static void show_index(struct cli *c, const struct json *index)
{
    const struct term_style style = view_style(c);
    struct str note = json_text(json_find(index, "note"));
    struct wrapped_text f = {.indent = 10, .column = 10, .width = c->width};
    struct buf said;

    buf_init(&said, NOTE_BYTES);
    buf_printf(&c->out, "index     %.*s: %.*s passages, %.*s vectors (",
               STR_FMT(base_call_member(index, "state")),
               STR_FMT(base_call_member(index, "chunks")),
               STR_FMT(base_call_member(index, "vectors")));
    term_put_clean(&c->out, base_call_member(index, "embedding"));
    buf_puts(&c->out, ")\n");
    if (note.n > 0) {
        buf_puts(&c->out, "note      ");
        buf_printf(&said, "%.*s passages have no vector: %.*s",
                   STR_FMT(base_call_member(index, "lexical_only")),
                   STR_FMT(note));
        f.text = buf_str(&said);
        wrap_put(&c->out, &f, &style);
    }
    buf_release(&said);
}

/* To the minute, of "2026-11-22T08:35:01.492Z". */
static enum err short_times(struct cli *c, struct grid *g, size_t column,
                            struct error *e)
{
    size_t n = g->rows * g->n;
    struct str *cells = arena_alloc_array(&c->arena, n, sizeof(*cells), e);

    if (!cells)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        cells[i] = g->cells[i];
        if (i % g->n == column && cells[i].n > 16)
            cells[i].n = 16;
    }
    g->cells = cells;
    return OK;
}

/* A terminal that is not wide shows what people ask for most. */
static enum err show_documents(struct cli *c, const struct json *list,
                               struct error *e)
{
    static const struct view_field all[] = {
        {"name", "document"},   {"key", "key"},
        {"format", "format"},   {"version", "version"},
        {"bytes", "bytes"},     {"state", "state"},
        {"chunks", "chunks"},   {"vectors", "vectors"},
        {"hotness", "hotness"}, {"last_indexed_at", "indexed"}};
    static const struct view_field few[] = {
        {"name", "document"},   {"state", "state"},
        {"chunks", "chunks"},   {"vectors", "vectors"},
        {"hotness", "hotness"}, {"last_indexed_at", "indexed"}};
    bool narrow = c->terminal && c->width < WIDE_COLUMNS;
    const struct view_form form = {.fields = narrow ? few : all,
                                   .n = narrow ? sizeof(few) / sizeof(few[0])
                                               : sizeof(all) / sizeof(all[0])};
    struct grid g;
    enum err rc = view_of_objects(list->first, &form, &c->arena, &g, e);

    if (!rc && !args_has(&c->args, OPT_CSV))
        rc = short_times(c, &g, g.n - 1, e);
    return rc ? rc : view_print(c, &g, e);
}

static void put_remark(struct cli *c, const struct json *document,
                       struct str text)
{
    term_put_clean(&c->out, base_call_member(document, "name"));
    buf_puts(&c->out, ": ");
    term_put_clean(&c->out, text);
    buf_put_char(&c->out, '\n');
}

static void put_priority(struct cli *c, const struct json *document)
{
    const struct str priority = base_call_member(document, "priority");

    if (str_is(priority, "0"))
        return;
    term_put_clean(&c->out, base_call_member(document, "name"));
    buf_printf(&c->out, ": priority %.*s\n", STR_FMT(priority));
}

/* Its line, then what the base says of it and the questions to begin with. */
static enum err show_kept(struct cli *c, const struct json *answer,
                          struct error *e)
{
    const struct json *about =
        json_find(json_find(answer, "chunks"), "structured_metadata");
    const struct json *asks = json_find(about, "sample_queries");
    enum err rc = show_documents(c, json_find(answer, "documents"), e);

    if (rc || args_has(&c->args, OPT_CSV) || !about)
        return rc;
    buf_put_char(&c->out, '\n');
    term_put_clean(&c->out,
                   base_call_member(about, "natural_language_description"));
    buf_put_char(&c->out, '\n');
    for (const struct json *q = asks ? asks->first : NULL; q; q = q->next) {
        buf_puts(&c->out, "  - ");
        term_put_clean(&c->out, q->text);
        buf_put_char(&c->out, '\n');
    }
    return OK;
}

static enum err show_status(struct cli *c, const struct json *answer,
                            struct error *e)
{
    const struct json *list = json_find(answer, "documents");
    enum err rc;

    if (args_has(&c->args, OPT_METRICS)) {
        show_metrics(c, answer);
        return OK;
    }
    if (json_find(answer, "chunks"))
        return show_kept(c, answer, e);
    if (list->count == 0) {
        buf_puts(&c->out, "no documents; 'quarry add' adds files\n");
        return OK;
    }
    rc = show_documents(c, list, e);
    if (rc || args_has(&c->args, OPT_CSV))
        return rc;
    for (const struct json *d = list->first; d; d = d->next) {
        const struct json *failure = json_find(d, "failure");

        if (json_is_true(json_find(d, "pinned")))
            put_remark(c, d, STR("pinned"));
        put_priority(c, d);
        if (failure && failure->type == JSON_OBJECT)
            put_remark(c, d, base_call_member(failure, "message"));
    }
    show_index(c, json_find(answer, "index"));
    show_outdated(c, answer);
    return OK;
}

enum err cmd_status(struct cli *c, struct error *e)
{
    return base_call(c, run_status, show_status, e);
}

static enum err run_fetch(struct cli *c, struct base_call *k, struct error *e)
{
    struct bases_pointers p = {.given = c->args.operands + 1,
                               .n = c->args.n - 1,
                               .draws = args_has(&c->args, OPT_IMAGE)};
    enum err rc = bases_fetch(k->bases, c->args.operands[0], &p, &k->w, e);

    if (!rc && p.failure)
        c->status = err_exit_status(p.failure);
    return rc;
}

/* As it is for programs, line by line and made safe for a terminal. */
static void put_passage(struct cli *c, struct str text)
{
    if (!c->terminal)
        buf_put_str(&c->out, text);
    while (c->terminal && text.n > 0) {
        size_t end = str_find_char(text, '\n');

        term_put_clean(&c->out, str_slice(text, 0, end));
        if (end < text.n)
            buf_put_char(&c->out, '\n');
        text = str_slice(text, end + 1, text.n);
    }
}

/* Text, JSON or rows as a grid. */
static enum err show_item(struct cli *c, const struct json *item,
                          struct error *e)
{
    const struct json *value = json_find(item, "value");
    const struct json *table = json_find(item, "table");
    const struct json *failure = json_find(item, "error");
    struct jsonw w;
    struct grid g;
    struct str text = base_call_member(item, "text");
    enum err rc;

    if (failure) {
        buf_puts(&c->out, "failed    ");
        term_put_clean(&c->out, base_call_member(failure, "message"));
        buf_put_char(&c->out, '\n');
        return OK;
    }
    if (table) {
        rc = view_of_result(table, &c->arena, &g, e);
        return rc ? rc : view_print(c, &g, e);
    }
    if (value) {
        jsonw_init(&w, &c->out);
        json_write(value, &w);
        buf_put_char(&c->out, '\n');
        return OK;
    }
    put_passage(c, text);
    if (!str_ends(text, STR("\n")))
        buf_put_char(&c->out, '\n');
    return OK;
}

/* The image of the first, which is all that there is. */
static enum err save_image(struct cli *c, const struct json *answer,
                           struct error *e)
{
    const struct json *items = json_find(answer, "items");
    const struct json *image = json_find(items->first, "image");
    const struct str text = json_text(json_find(image, "data"));
    const struct str path = c->args.value[OPT_IMAGE];
    struct str png = {0};
    char *bytes = arena_alloc(&c->arena, text.n + 1, e);

    if (!bytes)
        return e->code;
    if (!base64_read(text, bytes, &png.n))
        return error_set(e, ERR_INTERNAL, "an image is no Base64");
    png.p = bytes;
    if (fs_write_atomic(str_cstr(path, &c->arena, e), "the image", png, false,
                        e))
        return e->code;
    buf_printf(&c->out, "page %.*s of %.*s, %.*s by %.*s pixels\n",
               STR_FMT(base_call_member(image, "page")),
               STR_FMT(base_call_member(image, "pages")),
               STR_FMT(base_call_member(image, "width")),
               STR_FMT(base_call_member(image, "height")));
    return OK;
}

static enum err show_fetched(struct cli *c, const struct json *answer,
                             struct error *e)
{
    const struct json *items = json_find(answer, "items");
    enum err rc = OK;

    if (args_has(&c->args, OPT_IMAGE))
        return save_image(c, answer, e);
    for (const struct json *i = items->first; i && !rc; i = i->next) {
        if (items->count > 1)
            buf_printf(&c->out, "== %.*s\n",
                       STR_FMT(base_call_member(i, "uri")));
        rc = show_item(c, i, e);
    }
    return rc;
}

enum err cmd_fetch(struct cli *c, struct error *e)
{
    enum err rc = file_base_operand(c, e);

    if (!rc && args_has(&c->args, OPT_IMAGE) && c->args.n != 2)
        return error_set(e, ERR_VALIDATION_FAILED, "--image takes one pointer");
    if (!rc && args_has(&c->args, OPT_IMAGE) && args_has(&c->args, OPT_JSON))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--image writes a file; as JSON the image is what "
                         "the tool fetch_evidence gives");
    return rc ? rc : base_call(c, run_fetch, show_fetched, e);
}

static enum err run_rm(struct cli *c, struct base_call *k, struct error *e)
{
    struct bases_removal r = {.base = c->args.operands[0],
                              .documents = c->args.operands + 1,
                              .n = c->args.n - 1};
    enum err rc = base_args_author(c, &r.author, e);

    return rc ? rc : bases_remove(k->bases, &r, &k->w, e);
}

static enum err show_removed(struct cli *c, const struct json *answer,
                             struct error *e)
{
    const struct json *list = json_find(answer, "removed");

    (void)e;
    for (const struct json *key = list->first; key; key = key->next)
        buf_printf(&c->out, "removed %.*s\n", STR_FMT(key->text));
    return OK;
}

enum err cmd_rm(struct cli *c, struct error *e)
{
    return base_call(c, run_rm, show_removed, e);
}
