#include "answer/evaluate/table_set.h"

#include "answer/evaluate/table_kind.h"
#include "base/hash.h"

#include <string.h>

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

/* The tables that were named so far, by open addressing. */
struct names {
    struct str *slot; /* slot[n_slots]; empty ones have no text */
    uint32_t *number; /* number[n_slots] */
    size_t n_slots;   /* a power of two, twice the lines at least */
    uint32_t n;
};

struct reader {
    struct arena *a;
    struct str shown;
    uint64_t line;
    struct names names;
};

static enum err wrong(const struct reader *r, const char *what, struct error *e)
{
    return error_at(e, ERR_VALIDATION_FAILED,
                    (struct srcpos){.line = r->line, .column = 1}, "'%.*s': %s",
                    STR_FMT(r->shown), what);
}

static uint32_t number_of(struct names *n, struct str name)
{
    size_t at = hash_bytes(str_bytes(name), name.n) & (n->n_slots - 1);

    while (n->slot[at].n && !str_eq(n->slot[at], name))
        at = (at + 1) & (n->n_slots - 1);
    if (!n->slot[at].n) {
        n->slot[at] = name;
        n->number[at] = n->n++;
    }
    return n->number[at];
}

/* The table of a question, the first of several; empty: it names none. */
static struct str table_of(const struct json *line)
{
    const struct json *files = json_find(line, "files");

    return files && files->type == JSON_ARRAY
               ? json_text(files->first)
               : json_text(json_find(line, "table"));
}

/* A list that is not empty; NULL if there is none. */
static const struct json *list_of(const struct json *line, const char *name)
{
    const struct json *list = json_find(line, name);

    return list && list->type == JSON_ARRAY && list->count > 0 ? list : NULL;
}

static enum err read_line(struct reader *r, struct str text,
                          struct table_question *out, struct error *e)
{
    struct json *line;
    struct str question, table;
    enum err rc = json_parse(text, &json_default_limits, r->a, &line, e);

    if (rc) {
        e->pos.line = r->line;
        error_wrap(e, "'%.*s'", STR_FMT(r->shown));
        return rc;
    }
    question = json_text(json_find(line, "question"));
    table = table_of(line);
    if (question.n == 0 || table.n == 0)
        return wrong(r, "a line has a question, and a table or files", e);
    *out = (struct table_question){.line = text,
                                   .kind = json_text(json_find(line, "kind")),
                                   .answers = list_of(line, "answers"),
                                   .also = list_of(line, "also")};
    if (!out->answers == !json_find(line, "unanswerable"))
        return wrong(r, "a line has answers, or says why it is unanswerable",
                     e);
    out->fold = fold_of(number_of(&r->names, table));
    return out->kind.n ? OK : table_kind(question, r->a, &out->kind, e);
}

static enum err begin(struct reader *r, struct str text, struct table_set *out,
                      struct error *e)
{
    size_t lines = 1;

    for (size_t i = 0; i < text.n; i++)
        lines += text.p[i] == '\n';
    if (lines > TABLE_SET_MAX_QUESTIONS)
        return error_set(e, ERR_LIMIT,
                         "'%.*s' has too many lines: the limit is %d",
                         STR_FMT(r->shown), TABLE_SET_MAX_QUESTIONS);
    for (r->names.n_slots = 2; r->names.n_slots < 2 * lines;)
        r->names.n_slots *= 2;
    out->question = arena_alloc_array(r->a, lines, sizeof(*out->question), e);
    if (!out->question)
        return e->code;
    r->names.slot =
        arena_alloc_array(r->a, r->names.n_slots, sizeof(*r->names.slot), e);
    if (!r->names.slot)
        return e->code;
    r->names.number =
        arena_alloc_array(r->a, r->names.n_slots, sizeof(*r->names.number), e);
    return r->names.number ? OK : e->code;
}

enum err table_set_read(struct str text, struct str shown, struct arena *a,
                        struct table_set *out, struct error *e)
{
    struct reader r = {.a = a, .shown = shown};
    enum err rc;

    *out = (struct table_set){0};
    if (str_starts(text, STR(BYTE_ORDER_MARK)))
        text = str_slice(text, sizeof(BYTE_ORDER_MARK) - 1, text.n);
    rc = begin(&r, text, out, e);
    while (!rc && text.n) {
        size_t end = str_find_char(text, '\n');
        struct str line = str_trim(str_slice(text, 0, end));

        r.line++;
        text = str_slice(text, end + 1, text.n);
        if (line.n)
            rc = read_line(&r, line, &out->question[out->n++], e);
    }
    out->tables = r.names.n;
    return rc;
}
