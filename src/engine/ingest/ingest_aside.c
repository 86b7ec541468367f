#include "engine/ingest/ingest_aside.h"

#include "base/utf8.h"
#include "engine/duck/duck_type.h"
#include "engine/ingest/ingest_texts.h"

#include <stdio.h>
#include <string.h>

#define MISSING_SHOWN 20u /* columns that a padded row lacks */

static const char *const action_names[ASIDE_ACTIONS] = {
    [ASIDE_PADDED] = "padded",     [ASIDE_REPAIRED] = "repaired",
    [ASIDE_REJECTED] = "rejected", [ASIDE_TITLE] = "title",
    [ASIDE_COMMENT] = "comment",   [ASIDE_FOOTER] = "footer",
};

enum err ingest_aside_create(struct duck *d, const char *catalog,
                             struct error *e)
{
    char sql[256];
    enum err rc;

    (void)snprintf(sql, sizeof(sql),
                   "CREATE TABLE %s.main." INGEST_IRREGULAR
                   " (line BIGINT, \"row\" BIGINT, action VARCHAR, reason "
                   "VARCHAR, \"text\" VARCHAR)",
                   catalog);
    rc = duck_exec(d, sql, e);
    (void)snprintf(sql, sizeof(sql),
                   "COMMENT ON TABLE %s.main." INGEST_IRREGULAR " IS '2'",
                   catalog);
    return rc ? rc : duck_exec(d, sql, e);
}

void ingest_aside_begin(struct ingest_aside *s, struct duck *d,
                        const char *catalog)
{
    *s = (struct ingest_aside){.duck = d, .catalog = catalog};
}

static void note_cells(struct ingest_aside *s, size_t cells)
{
    if (cells && (s->least_cells == 0 || cells < s->least_cells))
        s->least_cells = cells;
}

/* Keep the words of a title, a comment or a footer, as many as there is room for. */
static void keep_text(struct ingest_aside *s, const struct aside_text *line,
                      struct str text)
{
    struct aside_text *to = &s->text[s->texts];

    if (line->action < ASIDE_TITLE || s->texts == ASIDE_TEXTS)
        return;
    text = str_slice(str_trim(text), 0, ASIDE_TEXT_MOST);
    text.n = utf8_valid_prefix(text);
    if (text.n == 0 || text.n > sizeof(s->said) - s->said_bytes)
        return;
    *to = *line;
    to->at = s->said_bytes;
    to->n = text.n;
    memcpy(s->said + to->at, text.p, text.n);
    s->said_bytes += text.n;
    s->texts++;
}

static struct str text_of(const struct ingest_aside *s, size_t i)
{
    return (struct str){s->said + s->text[i].at, s->text[i].n};
}

void ingest_aside_merge(struct ingest_aside *s,
                        const struct ingest_aside *later)
{
    s->lines += later->lines;
    note_cells(s, later->least_cells);
    if (!s->unit.text[0])
        s->unit = later->unit;
    for (size_t i = 0; i < later->texts; i++)
        keep_text(s, &later->text[i], text_of(later, i));
    for (size_t action = 0; action < ASIDE_ACTIONS; action++) {
        for (size_t i = 0;
             action < ASIDE_SHOWN_ACTIONS && i < ASIDE_SHOWN &&
             i < later->count[action] && s->count[action] + i < ASIDE_SHOWN;
             i++)
            s->shown[action][s->count[action] + i] = later->shown[action][i];
        s->count[action] += later->count[action];
    }
}

static void show(struct ingest_aside *s, const struct aside_line *line)
{
    uint64_t before = s->count[line->action];

    if (line->action < ASIDE_SHOWN_ACTIONS && before < ASIDE_SHOWN)
        s->shown[line->action][before] = *line;
    if (line->action == ASIDE_PADDED)
        note_cells(s, line->cells);
}

/* A title, a comment or a footer may state a unit; the first of them are looked at. */
static void look_for_unit(struct ingest_aside *s, const struct aside_line *line,
                          struct str text)
{
    if ((!line->is_caption && line->action != ASIDE_COMMENT &&
         line->action != ASIDE_FOOTER) ||
        s->unit.text[0] || s->captions++ >= ASIDE_SHOWN)
        return;
    if (caption_unit_find(text, &s->unit))
        s->unit.line = line->line;
}

enum err ingest_aside_add(struct ingest_aside *s, const struct aside_line *line,
                          struct str text, struct error *e)
{
    size_t at = s->pending;

    show(s, line);
    look_for_unit(s, line, text);
    keep_text(s, &(struct aside_text){line->action, line->line, 0, 0}, text);
    s->count[line->action]++;
    if (!s->duck)
        return OK;
    if (!s->append &&
        duck_append_open(s->duck, s->catalog, INGEST_IRREGULAR, &s->append, e))
        return e->code;
    duck_append_int(s->append, 0, at, (int128)line->line);
    if (line->row)
        duck_append_int(s->append, 1, at, (int128)line->row);
    else
        duck_append_null(s->append, 1, at);
    duck_append_str(s->append, 2, at, str_from(action_names[line->action]));
    duck_append_str(s->append, 3, at, str_from(line->reason));
    duck_append_str(s->append, 4, at, text);
    s->pending++;
    if (s->pending < DUCK_CHUNK_ROWS)
        return OK;
    s->pending = 0;
    return duck_append_flush(s->append, DUCK_CHUNK_ROWS, e);
}

enum err ingest_aside_close(struct ingest_aside *s, enum err rc,
                            struct error *e)
{
    if (!s->append)
        return rc;
    if (!rc && s->pending)
        rc = duck_append_flush(s->append, s->pending, e);
    if (rc)
        duck_append_abort(s->append);
    else
        rc = duck_append_close(s->append, e);
    s->append = NULL;
    return rc;
}

/* The columns after the first `n` cells. */
static void write_missing(size_t cells, const struct column_name *names,
                          size_t columns, struct jsonw *w)
{
    jsonw_begin_array(w);
    for (size_t i = cells; i < columns && i < cells + MISSING_SHOWN; i++)
        jsonw_str(w, names[i].name);
    jsonw_end_array(w);
}

static size_t shown(const struct ingest_aside *s, enum aside_action action)
{
    return s->count[action] < ASIDE_SHOWN ? (size_t)s->count[action]
                                          : ASIDE_SHOWN;
}

static void write_padded(const struct ingest_aside *s,
                         const struct column_name *names, size_t columns,
                         struct jsonw *w)
{
    jsonw_begin_array(w);
    for (size_t i = 0; i < shown(s, ASIDE_PADDED); i++) {
        const struct aside_line *line = &s->shown[ASIDE_PADDED][i];

        jsonw_begin_object(w);
        jsonw_member_u64(w, "line", line->line);
        jsonw_member_u64(w, "row", line->row);
        jsonw_member_u64(w, "cells", line->cells);
        jsonw_key(w, "missing");
        write_missing(line->cells, names, columns, w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_shown(const struct ingest_aside *s, enum aside_action action,
                        struct jsonw *w)
{
    jsonw_begin_array(w);
    for (size_t i = 0; i < shown(s, action); i++) {
        const struct aside_line *line = &s->shown[action][i];

        jsonw_begin_object(w);
        jsonw_member_u64(w, "line", line->line);
        if (line->row)
            jsonw_member_u64(w, "row", line->row);
        jsonw_member_cstr(w, "reason", line->reason);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_texts(const struct ingest_aside *s, struct jsonw *w)
{
    struct ingest_texts t;

    ingest_texts_begin(&t, w);
    for (size_t i = 0; i < s->texts; i++) {
        if (!ingest_texts_next(&t, action_names[s->text[i].action],
                               text_of(s, i)))
            continue;
        jsonw_member_u64(w, "line", s->text[i].line);
        jsonw_end_object(w);
    }
    t.total = s->count[ASIDE_TITLE] + s->count[ASIDE_COMMENT] +
              s->count[ASIDE_FOOTER];
    ingest_texts_end(&t);
}

void ingest_aside_write(const struct ingest_aside *s,
                        const struct column_name *names, size_t columns,
                        struct jsonw *w)
{
    jsonw_key(w, "rows_padded");
    write_padded(s, names, columns, w);
    jsonw_member_u64(w, "rows_padded_count", s->count[ASIDE_PADDED]);
    jsonw_key(w, "rows_padded_missing");
    write_missing(s->least_cells ? s->least_cells : columns, names, columns, w);
    jsonw_key(w, "rows_rejected");
    write_shown(s, ASIDE_REJECTED, w);
    jsonw_member_u64(w, "rows_rejected_count", s->count[ASIDE_REJECTED]);
    jsonw_key(w, "rows_repaired");
    write_shown(s, ASIDE_REPAIRED, w);
    jsonw_member_u64(w, "rows_repaired_count", s->count[ASIDE_REPAIRED]);
    jsonw_member_u64(w, "title_lines", s->count[ASIDE_TITLE]);
    jsonw_member_u64(w, "comment_lines", s->count[ASIDE_COMMENT]);
    jsonw_member_u64(w, "footer_lines", s->count[ASIDE_FOOTER]);
    jsonw_member_u64(w, "lines_set_aside", s->lines);
    write_texts(s, w);
}
