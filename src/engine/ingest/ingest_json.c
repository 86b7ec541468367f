/*
 * ingest_json.c - a list of JSON records in two passes, as delimited text is
 * read: one to see which columns there are and what they hold, one to append.
 * Records are cut out of the window one by one, so that memory holds a batch
 * and never the file.
 */
#include "engine/ingest/ingest_json.h"

#include "engine/ingest/ingest_internal.h"
#include "engine/ingest/ingest_map.h"
#include "engine/ingest/ingest_totals.h"
#include "engine/ingest/json_columns.h"
#include "formats/json/json_records.h"

#define RECORD_MAX_BYTES ((size_t)256 << 20) /* a record with its tree */
#define BATCH_BYTES      ((size_t)32 << 20)  /* of trees, then rows go */

struct records {
    struct ingest in;
    struct json_columns columns;
    struct json_records scan;
    size_t at;              /* in the window, where the next record begins */
    uint64_t row;           /* of the record that is read, from 1 */
    bool behind;            /* it begins on the line where the last one ended */
    struct arena batch;     /* trees of the rows in in.cells */
    size_t rows;            /* of them */
    struct csv_cell *cells; /* of the row that is filled */
    bool in_list;           /* the rows are a list that one object is around: */
    uint64_t list_offset;   /* of its bracket in the text */
    struct json *around;    /* the object without it */
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t skip_space(struct str s, size_t at)
{
    while (at < s.n && is_space(s.p[at]))
        at++;
    return at;
}

/* Is a colon after the key that begins at `at`, as far as it can be seen? In
   `{"x","y"};5`, which other programs write for lists, there is none. */
static bool is_key(struct str head, size_t at)
{
    for (at++; at < head.n && head.p[at] != '"'; at++)
        at += head.p[at] == '\\';
    at = skip_space(head, at + 1);
    return at >= head.n || head.p[at] == ':';
}

bool ingest_json_fits(struct str head)
{
    struct json_records scan;
    size_t at;

    if (str_starts(head, STR("\xEF\xBB\xBF")))
        head = str_slice(head, 3, head.n);
    if (!json_records_begin(head, &scan))
        return false;
    at = skip_space(head, str_find_char(head, '{') + 1);
    return at < head.n &&
           (head.p[at] == '}' || (head.p[at] == '"' && is_key(head, at)));
}

static enum err refuse(struct records *r, size_t at, const char *why,
                       struct error *e)
{
    const struct srcpos pos = {.offset = at};
    enum err rc = error_at(e, ERR_FILE_READ_FAILED, pos, "%s", why);

    ingest_source_place(&r->in.source, false, e);
    return rc;
}

/* One record of the window, parsed. */
static enum err parse(struct records *r, size_t begin, size_t end,
                      struct json **out, struct error *e)
{
    struct str text = str_slice(ingest_source_text(&r->in.source), begin, end);
    enum err rc = json_parse(text, &json_default_limits, &r->batch, out, e);

    if (rc == ERR_VALIDATION_FAILED) {
        e->pos.offset += begin;
        ingest_source_place(&r->in.source, false, e);
        rc = e->code = ERR_FILE_READ_FAILED;
    }
    if (!rc && (*out)->type != JSON_OBJECT)
        rc = refuse(r, begin, "a record is not an object; put it into one", e);
    return rc;
}

/* The next record; *out is NULL at the end. */
static enum err next(struct records *r, struct json **out, struct error *e)
{
    *out = NULL;
    for (;;) {
        struct str text = ingest_source_text(&r->in.source);
        size_t begin;
        size_t end;
        enum err rc;

        switch (json_records_next(&r->scan, text, r->at, !r->in.source.end,
                                  &begin, &end)) {
        case JSON_STEP_END: return OK;
        case JSON_STEP_BROKEN:
            return refuse(r, begin,
                          "a record, a comma or the end was expected here", e);
        case JSON_STEP_RECORD:
            r->behind = r->row > 0 &&
                        str_find_char(str_slice(text, r->at, begin), '\n') ==
                            begin - r->at;
            r->at = end;
            r->row++;
            return parse(r, begin, end, out, e);
        case JSON_STEP_STARVED: break;
        }
        if (text.n - r->at >= CSV_MAX_RECORD_BYTES)
            return refuse(r, r->at, "a record of more than 128 MiB", e);
        rc = ingest_source_move(&r->in.source, r->at, e);
        if (rc)
            return rc;
        r->at = 0;
    }
}

/* Go to the list that holds the rows. */
static enum err enter(struct records *r, struct error *e)
{
    struct ingest_source *s = &r->in.source;
    enum err rc = OK;

    while (!rc && r->list_offset - s->text_offset >= ingest_source_text(s).n &&
           !s->end)
        rc = ingest_source_move(s, ingest_source_text(s).n, e);
    r->at = (size_t)(r->list_offset - s->text_offset);
    r->scan = (struct json_records){.array = true, .inner = true};
    if (!rc && r->at >= ingest_source_text(s).n)
        rc = ingest_changed(e);
    return rc;
}

static enum err start(struct records *r, struct error *e)
{
    enum err rc = ingest_source_rewind(&r->in.source, e);

    (void)json_records_begin(ingest_source_text(&r->in.source), &r->scan);
    r->at = 0;
    if (!rc && r->in_list)
        rc = enter(r, e);
    r->row = 0;
    r->rows = 0;
    arena_reset(&r->batch);
    return rc;
}

/* The object without the list at [begin, end): if it is none, the reading of it as a
 * record says so. */
static enum err take_around(struct records *r, struct str object, size_t begin,
                            size_t end, struct error *e)
{
    struct error ignored = {0};
    struct str text;

    if (str_printf(r->in.a, &text, e, "%.*s[]%.*s",
                   STR_FMT(str_slice(object, 0, begin)),
                   STR_FMT(str_slice(object, end, object.n))))
        return e->code;
    r->in_list = json_parse(text, &json_default_limits, r->in.a, &r->around,
                            &ignored) == OK;
    return OK;
}

/* Is the text one object around a list of others, as services answer? */
static enum err find_list(struct records *r, struct error *e)
{
    struct ingest_source *s = &r->in.source;
    enum err rc = start(r, e);

    while (!rc && !r->scan.array) {
        const struct str text = ingest_source_text(s);
        struct json_records scan = r->scan;
        size_t begin, end, next, list, list_end;
        enum json_step step =
            json_records_next(&scan, text, 0, !s->end, &begin, &end);

        if (step == JSON_STEP_RECORD)
            step = json_records_next(&scan, text, end, !s->end, &next, &list);
        if (step == JSON_STEP_END &&
            json_records_list(str_slice(text, begin, end), &list, &list_end)) {
            r->list_offset = s->text_offset + begin + list;
            return take_around(r, str_slice(text, begin, end), list, list_end,
                               e);
        }
        if (step != JSON_STEP_STARVED || text.n >= CSV_MAX_RECORD_BYTES)
            return OK;
        rc = ingest_source_move(s, 0, e);
    }
    return rc;
}

static enum err report(const struct records *r, bool second, struct error *e)
{
    const struct ingest_progress *p = &r->in.request->progress;
    uint64_t total = r->in.source.size;
    uint64_t done = r->in.source.decoder.offset;

    done = done < total ? done : total;
    if (p->report)
        p->report(p->ctx, done + (second ? total : 0), total * 2);
    if (r->in.request->stop && atomic_load(r->in.request->stop))
        return error_set(e, ERR_TIMEOUT, "reading the file was stopped");
    return OK;
}

/* The text of a value that is a cell; numbers and strings borrow the tree. */
static enum err cell_of(const struct json *value, struct arena *a,
                        struct csv_cell *cell, struct error *e)
{
    struct str text = value->text;
    struct jsonw w;
    struct buf b;
    enum err rc = OK;

    *cell = (struct csv_cell){0};
    switch (json_kind_of(value)) {
    case JSON_KIND_NULL: return OK;
    case JSON_KIND_BOOLEAN:
        text = value->type == JSON_TRUE ? STR("true") : STR("false");
        break;
    case JSON_KIND_NESTED:
        buf_init(&b, CSV_MAX_CELL_BYTES);
        jsonw_init(&w, &b);
        json_write(value, &w);
        rc = buf_dup(&b, a, &text, e);
        buf_release(&b);
        break;
    default: break;
    }
    if (!rc && text.n > CSV_MAX_CELL_BYTES)
        rc = error_set(e, ERR_LIMIT, "a value of more than 64 MiB");
    cell->p = text.p ? text.p : "";
    cell->n = (uint32_t)text.n;
    cell->quoted = value->type == JSON_STRING;
    return rc;
}

static enum err look_at(void *ctx, size_t column, const struct json *value,
                        struct error *e)
{
    struct records *r = ctx;
    struct json_column *c = &r->columns.list[column];
    enum json_kind kind = json_kind_of(value);
    struct csv_cell cell;
    enum err rc;

    c->kinds[kind]++;
    if (c->first_row[kind] == 0)
        c->first_row[kind] = r->row;
    if (kind != JSON_KIND_TEXT && kind != JSON_KIND_NUMBER)
        return OK;
    rc = cell_of(value, &r->batch, &cell, e);
    if (!rc)
        column_add(&c->seen, &cell, 1, 1, r->row);
    return rc;
}

static enum err look(struct records *r, struct error *e)
{
    struct json *record;
    enum err rc = start(r, e);

    while (!rc) {
        rc = next(r, &record, e);
        if (rc || !record)
            break;
        rc = json_columns_walk(&r->columns, record, r->in.a, look_at, r, e);
        if (r->batch.used_bytes > BATCH_BYTES) {
            arena_reset(&r->batch);
            if (!rc)
                rc = report(r, false, e);
        }
    }
    r->in.rows = r->row;
    if (!rc && r->columns.n == 0)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the records have no members, so there are no columns");
    return rc;
}

/* Words for what a value is, for reasons. */
static const char *const kind_words[JSON_KINDS] = {
    [JSON_KIND_TEXT] = "is text",
    [JSON_KIND_NUMBER] = "is a number",
    [JSON_KIND_BOOLEAN] = "is a boolean",
    [JSON_KIND_NESTED] = "is an array or an object"};

static void decide_type(const struct json_column *c, struct column_type *t)
{
    const struct column_kinds kinds = {kind_words, c->kinds, c->first_row,
                                       JSON_KINDS};

    *t = (struct column_type){.kind = COLUMN_TEXT};
    switch (json_column_kind(c)) {
    case JSON_KIND_BOOLEAN: t->kind = COLUMN_BOOLEAN; return;
    case JSON_KIND_NUMBER: column_decide_number(&c->seen, 1, 0, t); return;
    case JSON_KIND_TEXT: break;
    default: return;
    }
    column_explain_kinds(&kinds, t);
    if (c->kinds[JSON_KIND_TEXT] == 0 || t->kept_as_text)
        return;
    column_decide_text(&c->seen, t);
}

static enum err name_columns(struct records *r, struct error *e)
{
    struct ingest *in = &r->in;
    struct str *raw = arena_alloc_array(in->a, in->columns, sizeof(*raw), e);
    enum err rc = OK;

    if (!raw)
        return e->code;
    for (size_t i = 0; i < in->columns && !rc; i++) {
        const struct json_column *c = &r->columns.list[i];

        raw[i] = c->key;
        if (c->sub.p)
            rc = str_printf(in->a, &raw[i], e, "%.*s.%.*s", STR_FMT(c->key),
                            STR_FMT(c->sub));
    }
    return rc ? rc : column_names_make(raw, in->columns, in->a, in->names, e);
}

static enum err decide(struct records *r, struct error *e)
{
    struct ingest *in = &r->in;
    size_t n = r->columns.n;
    enum err rc;

    in->columns = n;
    in->batch_rows = ingest_batch_rows(n);
    in->names = arena_alloc_array(in->a, n, sizeof(*in->names), e);
    in->types = arena_alloc_array(in->a, n, sizeof(*in->types), e);
    in->cells =
        arena_alloc_array(in->a, in->batch_rows * n, sizeof(*in->cells), e);
    if (!in->names || !in->types || !in->cells)
        return e->code;
    rc = name_columns(r, e);
    for (size_t i = 0; i < n && !rc; i++)
        decide_type(&r->columns.list[i], &in->types[i]);
    return rc;
}

static enum err fill_cell(void *ctx, size_t column, const struct json *value,
                          struct error *e)
{
    struct records *r = ctx;

    return cell_of(value, &r->batch, &r->cells[column], e);
}

/* Rows that are filled go into the table. */
static enum err hand_over(struct records *r, struct error *e)
{
    enum err rc = r->rows ? ingest_append_rows(&r->in, r->rows, e) : OK;

    r->rows = 0;
    arena_reset(&r->batch);
    return rc ? rc : report(r, true, e);
}

static enum err append(struct records *r, struct error *e)
{
    struct ingest *in = &r->in;
    struct json *record;
    enum err rc = start(r, e);

    while (!rc) {
        rc = next(r, &record, e);
        if (rc || !record)
            break;
        r->cells = &in->cells[r->rows++ * in->columns];
        for (size_t i = 0; i < in->columns; i++)
            r->cells[i] = (struct csv_cell){0};
        rc = json_columns_walk(&r->columns, record, NULL, fill_cell, r, e);
        if (!rc &&
            (r->rows == in->batch_rows || r->batch.used_bytes > BATCH_BYTES))
            rc = hand_over(r, e);
    }
    if (!rc)
        rc = hand_over(r, e);
    return !rc && r->row != in->rows ? ingest_changed(e) : rc;
}

static void write_column(const struct records *r, size_t i, struct jsonw *w)
{
    const struct json_column *c = &r->columns.list[i];

    jsonw_begin_object(w);
    jsonw_member_str(w, "name", r->in.names[i].name);
    jsonw_key(w, "member_of");
    if (c->sub.p)
        jsonw_str(w, c->key);
    else
        jsonw_null(w);
    jsonw_member_u64(w, "values_kept_as_json", c->kinds[JSON_KIND_NESTED]);
    ingest_write_null_words(&r->in.types[i], w);
    ingest_write_reason(&r->in.types[i], w);
    jsonw_end_object(w);
}

/* Is it where the list was, which was taken out? */
static bool is_emptied(const struct json *member)
{
    return member->type == JSON_ARRAY && !member->first;
}

static bool holds_list(const struct json *member)
{
    bool holds = false;

    for (const struct json *c = member->first;
         member->type == JSON_OBJECT && c && !holds; c = c->next)
        holds = is_emptied(c);
    return holds;
}

/* What is beside the list, and in no row. */
static void write_beside(const struct records *r, struct jsonw *w)
{
    jsonw_key(w, "records_beside");
    jsonw_begin_array(w);
    for (const struct json *c = r->around->first; c; c = c->next) {
        const struct json *in = holds_list(c) ? c->first : NULL;

        for (; in; in = in->next)
            if (!is_emptied(in))
                jsonw_str(w, in->key);
        if (!is_emptied(c) && !holds_list(c))
            jsonw_str(w, c->key);
    }
    jsonw_end_array(w);
}

static void write_fidelity(const struct records *r, struct jsonw *w)
{
    jsonw_key(w, "fidelity");
    jsonw_begin_object(w);
    ingest_write_compression(r->in.request, w);
    jsonw_member_cstr(w, "records",
                      r->in_list      ? "list"
                      : r->scan.array ? "array"
                                      : "values");
    if (r->in_list)
        write_beside(r, w);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < r->in.columns; i++)
        write_column(r, i, w);
    jsonw_end_array(w);
    ingest_write_renamed(&r->in, w);
    ingest_totals_write(&r->in, NULL, NULL, w);
    ingest_write_nothing_rejected(w);
    jsonw_end_object(w);
}

static void write_map(const struct records *r, struct jsonw *w)
{
    const struct ingest_head head = {.format = "json",
                                     .encoding = &r->in.source.begin.report};

    ingest_write_head(&head, w);
    jsonw_member_bool(w, "has_header", true);
    jsonw_member_u64(w, "row_count", r->in.rows);
    jsonw_member_u64(w, "column_count", r->in.columns);
    ingest_write_columns(&r->in, w);
    ingest_write_chunks(r->in.rows, w);
    jsonw_key(w, "tables");
    jsonw_begin_array(w);
    jsonw_end_array(w);
    write_fidelity(r, w);
    jsonw_member_null(w, "caution");
    jsonw_end_object(w);
}

static enum err make_table(struct records *r, struct error *e)
{
    enum err rc = ingest_file_begin(&r->in, e);

    if (!rc)
        rc = ingest_create_table(&r->in, e);
    if (!rc)
        rc = ingest_append_begin(&r->in, e);
    if (!rc)
        rc = ingest_append_end(&r->in, append(r, e), e);
    if (!rc)
        rc = ingest_totals_find(&r->in, e);
    return ingest_file_end(&r->in, rc, e);
}

enum err ingest_json(struct duck *d, const struct ingest_request *request,
                     struct arena *a, struct jsonw *w, bool *doubtful,
                     struct error *e)
{
    struct records r = {
        .in = {.duck = d, .request = request, .a = a, .table = INGEST_TABLE}};
    enum err rc =
        ingest_source_open(&r.in.source, request->fd, request->window_bytes,
                           request->encoding, a, e);

    arena_init(&r.batch, RECORD_MAX_BYTES);
    if (!rc)
        rc = json_columns_init(&r.columns, a, e);
    if (!rc)
        rc = find_list(&r, e);
    if (!rc)
        rc = look(&r, e);
    *doubtful = rc == ERR_FILE_READ_FAILED && r.behind && !r.scan.array;
    if (!rc)
        rc = decide(&r, e);
    if (!rc)
        rc = make_table(&r, e);
    if (!rc)
        write_map(&r, w);
    arena_release(&r.batch);
    ingest_source_close(&r.in.source);
    return rc;
}
