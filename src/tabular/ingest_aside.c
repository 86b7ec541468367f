#include "tabular/ingest_aside.h"

#include "duck/duck_type.h"

#include <stdio.h>

static const char *const names[ASIDE_ACTIONS] = {
    [ASIDE_REPAIRED] = "repaired", [ASIDE_REJECTED] = "rejected",
    [ASIDE_TITLE] = "title",       [ASIDE_COMMENT] = "comment",
    [ASIDE_FOOTER] = "footer",
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

void ingest_aside_merge(struct ingest_aside *s,
                        const struct ingest_aside *later)
{
    s->lines += later->lines;
    for (size_t action = 0; action < ASIDE_ACTIONS; action++) {
        for (size_t i = 0;
             action <= ASIDE_REJECTED && i < ASIDE_SHOWN &&
             i < later->count[action] && s->count[action] + i < ASIDE_SHOWN;
             i++)
            s->shown[action][s->count[action] + i] = later->shown[action][i];
        s->count[action] += later->count[action];
    }
}

static void show(struct ingest_aside *s, const struct aside_line *line)
{
    uint64_t before = s->count[line->action];

    if (line->action <= ASIDE_REJECTED && before < ASIDE_SHOWN)
        s->shown[line->action][before] = *line;
}

enum err ingest_aside_add(struct ingest_aside *s, const struct aside_line *line,
                          struct str text, struct error *e)
{
    size_t at = s->pending;

    show(s, line);
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
    duck_append_str(s->append, 2, at, str_from(names[line->action]));
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

static void write_shown(const struct ingest_aside *s, enum aside_action action,
                        struct jsonw *w)
{
    jsonw_begin_array(w);
    for (size_t i = 0; i < s->count[action] && i < ASIDE_SHOWN; i++) {
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

void ingest_aside_write(const struct ingest_aside *s, struct jsonw *w)
{
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
}
