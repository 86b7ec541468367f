#include "formats/json/fields.h"

#include "base/json.h"
#include "base/utf8.h"
#include "formats/json/json_records.h"

#define RECORD_BYTES ((size_t)512 << 20) /* one record, as a tree */

/* A place in the text, moved forward with its line. */
struct place {
    struct str text;
    size_t at;
    size_t line_begin;
    uint64_t line;
};

static void move_to(struct place *p, size_t to)
{
    for (; p->at < to; p->at++) {
        if (p->text.p[p->at] == '\n') {
            p->line++;
            p->line_begin = p->at + 1;
        }
    }
}

static struct srcpos position(const struct place *p)
{
    return (struct srcpos){p->line, p->at - p->line_begin + 1, p->at};
}

/* From the record, where its parser found it, to the text. */
static void place_error(const struct place *p, struct error *e)
{
    if (e->pos.line == 0) {
        e->pos = position(p);
        return;
    }
    if (e->pos.line == 1)
        e->pos.column += p->at - p->line_begin;
    e->pos.line += p->line - 1;
    e->pos.offset += p->at;
}

static enum err take_member(const struct json *record, struct str name,
                            struct str *out, struct error *e)
{
    const struct json *j = record->first;

    *out = (struct str){0};
    while (j && !str_eq(j->key, name))
        j = j->next;
    if (!j || j->type == JSON_NULL)
        return OK;
    if (j->type != JSON_STRING && j->type != JSON_NUMBER)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the member '%.*s' is neither text nor a number",
                         STR_FMT(name));
    *out = j->text;
    return OK;
}

static enum err put_record(struct str text, const struct str *name,
                           struct fields *f, struct arena *a, struct error *e)
{
    struct json *record;
    enum err rc = json_parse(text, &json_default_limits, a, &record, e);

    if (!rc && record->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a record is an object, {\"name\": ...}");
    for (size_t i = 0; i < f->n && !rc; i++)
        rc = take_member(record, name[i], &f->value[i], e);
    return rc;
}

enum err fields_of_json(struct str text, const struct str *name, size_t n,
                        const struct fields_sink *sink, struct error *e)
{
    struct place p = {.text = text, .line = 1};
    struct json_records r;
    enum json_step step;
    struct arena a;
    size_t begin = 0;
    size_t end = 0;
    enum err rc = OK;

    BUG_ON(n > FIELDS_MAX);
    arena_init(&a, RECORD_BYTES);
    (void)json_records_begin(text, &r);
    while ((step = json_records_next(&r, text, end, false, &begin, &end)) ==
           JSON_STEP_RECORD) {
        struct fields f = {.n = n};

        move_to(&p, begin);
        f.line = p.line;
        rc = put_record(str_slice(text, begin, end), name, &f, &a, e);
        if (rc) {
            place_error(&p, e);
            break;
        }
        rc = sink->put(sink->ctx, &f, e);
        if (rc)
            break;
        arena_reset(&a);
    }
    arena_release(&a);
    if (rc || step == JSON_STEP_END)
        return rc;
    move_to(&p, begin);
    return error_at(e, ERR_VALIDATION_FAILED, position(&p),
                    "a record of JSON must begin or end here");
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next field of a line between blanks, or between tabs where it has any. */
static struct str next_field(struct str line, bool tabs, size_t *at)
{
    size_t begin = *at;

    if (tabs) {
        size_t n = str_find_char(str_slice(line, begin, line.n), '\t');

        *at = begin + n + 1;
        return str_trim(str_slice(line, begin, begin + n));
    }
    while (*at < line.n && !is_blank(line.p[*at]))
        ++*at;
    begin = *at - begin;
    line = str_slice(line, *at - begin, *at);
    return line;
}

static enum err split(struct str line, size_t n, struct fields *f,
                      struct error *e)
{
    const bool tabs = str_find_char(line, '\t') < line.n;

    for (size_t at = 0; at < line.n || (tabs && at == line.n);) {
        if (f->n == n)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a line has up to %zu fields; this one has more",
                             n);
        f->value[f->n++] = next_field(line, tabs, &at);
        while (!tabs && at < line.n && is_blank(line.p[at]))
            at++;
    }
    return OK;
}

enum err fields_of_lines(struct str text, size_t n,
                         const struct fields_sink *sink, struct error *e)
{
    struct place p = {.text = text, .line = 1};
    enum err rc = OK;

    BUG_ON(n > FIELDS_MAX);
    while (p.at < text.n && !rc) {
        struct str rest = str_slice(text, p.at, text.n);
        struct str line = str_slice(rest, 0, str_find_char(rest, '\n'));
        const size_t good = utf8_valid_prefix(line);
        const size_t next = p.at + line.n + 1;
        struct fields f = {.line = p.line};

        if (good < line.n) {
            p.at += good;
            return error_at(e, ERR_VALIDATION_FAILED, position(&p),
                            "the text is not UTF-8");
        }
        while (line.n > 0 && line.p[line.n - 1] == '\r')
            line.n--;
        if (str_trim(line).n > 0) {
            rc = split(str_find_char(line, '\t') < line.n ? line
                                                          : str_trim(line),
                       n, &f, e);
            if (rc)
                place_error(&p, e);
            else
                rc = sink->put(sink->ctx, &f, e);
        }
        move_to(&p, next < text.n ? next : text.n);
    }
    return rc;
}
