/*
 * table_read.c - the tables that a question may be about, by their profiles:
 * files, the sheets of a workbook, documents of a base and their lists.
 */
#include "answer/answer_layer.h"
#include "answer/table_part.h"
#include "answer/table_union.h"
#include "ask/link/column_comments.h"
#include "ask/link/recall.h"
#include "base/log.h"
#include "tables/base_tables.h"
#include "tables/dictionaries.h"

static enum err read_table(struct table_part *r, const struct table_source *s,
                           struct answer_source *out, struct error *e)
{
    struct table_source from = *s;
    struct json *full;
    struct str text;
    enum err rc = from.opened ? OK : table_open(r->t, &from, r->a, e);

    if (!rc)
        rc = table_get_profile(r->t, &from, r->a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, r->a, &full, e);
    if (rc)
        return rc;
    *out = (struct answer_source){.from = from, .file = s->path, .full = full};
    out->map = json_find(full, "map");
    out->sha256 = json_text(json_find(json_find(out->map, "source"), "sha256"));
    out->rows = json_u64(
        json_find(json_find(out->map, "fidelity"), "sampled_of"), INT64_MAX);
    return out->rows
               ? OK
               : json_read_u64(json_find(out->map, "row_count"), "row_count",
                               UINT64_MAX / 2, &out->rows, e);
}

/* Is the source one of those before it? */
static bool is_repeated(const struct expanded *r, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (str_eq(r->sources[k].path, r->sources[i].path) &&
            str_eq(r->sources[k].sheet, r->sources[i].sheet))
            return true;
    }
    return false;
}

/* The file's name, or its path where another file has the same. */
static struct str name_of(const struct expanded *r, struct str path)
{
    struct str name = str_after_last(path, '/');

    for (size_t k = 0; k < r->n; k++) {
        if (str_eq(str_after_last(r->sources[k].path, '/'), name) &&
            !str_eq(r->sources[k].path, path))
            return path;
    }
    return name;
}

/* The columns of the last table whose values are too many for its profile. */
static enum err many_valued(const struct schema_table *t, struct arena *a,
                            struct table_columns *out, struct error *e)
{
    struct str *names =
        arena_alloc_array(a, t->n_columns + 1, sizeof(*names), e);

    if (!names)
        return e->code;
    *out = (struct table_columns){.names = names};
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        if (c->kind == COLUMN_TEXT && !c->complete && !c->empty)
            names[out->n++] = c->name;
    }
    return OK;
}

/* Without its dictionaries a table is asked as if it had no values there. */
static enum err open_dictionaries(struct table_part *r,
                                  const struct answer_source *src,
                                  struct error *e)
{
    struct schema_table *t = &r->schema->tables[r->schema->n_tables - 1];
    struct dictionary *d = &r->dictionaries[r->n_dictionaries];
    struct table_source from = src->from;
    struct table_columns columns;
    struct error why;

    if (many_valued(t, r->a, &columns, e))
        return e->code;
    if (columns.n == 0)
        return OK;
    if (src->table.n)
        from.sheet = src->table;
    if (table_dictionaries(r->t, &from, &columns, r->a, d, &why)) {
        log_warn("answer", "no dictionary of values code=%s",
                 err_name(why.code));
        dictionary_close(d);
        return why.code == ERR_TIMEOUT ? (*e = why).code : OK;
    }
    r->n_dictionaries++;
    for (size_t i = 0; i < t->n_columns; i++)
        t->columns[i].dictionary = dictionary_find(d, i);
    return OK;
}

static void drop_dictionaries(struct table_part *r)
{
    log_warn("answer", "a dictionary of values is damaged; rebuilding it");
    for (size_t i = 0; i < r->out->n_sources; i++) {
        struct table_source from = r->out->sources[i].from;

        if (r->out->sources[i].table.n)
            from.sheet = r->out->sources[i].table;
        table_dictionaries_drop(r->t, &from, r->a);
    }
}

/* What the question may mean of them. Damage shows when it is met: this
 * question goes without, and the next makes the file again. */
static enum err recall_values(struct table_part *r, struct error *e)
{
    struct error why;
    struct words w;
    enum err rc;

    if (r->n_dictionaries == 0)
        return OK;
    if (words_cut(r->heard, WORDS_TEXT, r->a, &w, e))
        return e->code;
    rc = schema_recall(r->schema, &w, r->a, &why);
    if (rc == ERR_INTERNAL)
        drop_dictionaries(r);
    else if (rc)
        *e = why;
    return rc == ERR_INTERNAL ? OK : rc;
}

void table_part_release(struct table_part *r)
{
    for (size_t i = 0; i < r->n_dictionaries; i++)
        dictionary_close(&r->dictionaries[i]);
    r->n_dictionaries = 0;
}

static enum err add_table(struct table_part *r, const struct answer_source *src,
                          struct error *e)
{
    struct answer *out = r->out;
    enum err rc;

    if (out->n_sources == ANSWER_MAX_SOURCES)
        return error_set(e, ERR_LIMIT,
                         "a question takes at most %d tables; name one with "
                         "--table",
                         ANSWER_MAX_SOURCES);
    rc = src->table.n
             ? schema_add(r->schema, src->table, src->table, src->full, r->a, e)
             : schema_add(r->schema, name_of(&r->expanded, src->file),
                          STR("data"), src->full, r->a, e);
    if (rc) /* sources and tables go in step: one that is left out is neither */
        return rc;
    out->sources[out->n_sources++] = *src;
    return open_dictionaries(r, src, e);
}

/* A view of a database says again what its tables say: it is asked where it is
 * named. */
static bool is_view(const struct json *table)
{
    return json_is(json_find(json_find(table, "fidelity"), "object"), "view");
}

/* Each sheet, by its own name in SQL. */
static enum err read_sheets(struct table_part *r,
                            const struct answer_source *book,
                            const struct json *tables, struct error *e)
{
    enum err rc = OK;

    for (const struct json *j = tables->first; j && !rc; j = j->next) {
        struct table_source s = book->from;
        struct str title = json_text(json_find(j, "title"));
        struct answer_source sheet;

        if (is_view(j) && j != tables->first)
            continue;
        s.sheet = json_text(json_find(j, "name"));
        s.alone = true;
        rc = read_table(r, &s, &sheet, e);
        sheet.from.sheet = (struct str){0};
        sheet.from.alone = false;
        sheet.table = s.sheet;
        if (!rc)
            rc = add_table(r, &sheet, e);
        if (!rc && title.n && !str_eq(title, s.sheet))
            rc = schema_also_called(r->schema, title, r->a, e);
    }
    return rc;
}

/* Its only table is not called as the database is, as that of a file is. */
static bool is_of_server(const struct answer_source *src)
{
    return json_find(json_find(src->map, "source"), "server") != NULL;
}

/* A file's table; of a workbook all, unless one is named. */
static enum err read_file(struct table_part *r, const struct table_source *s,
                          struct error *e)
{
    struct answer_source src;
    const struct json *tables;
    enum err rc = read_table(r, s, &src, e);

    if (rc)
        return rc;
    tables = json_find(src.map, "tables");
    if (s->sheet.n || !tables || !tables->first ||
        (tables->count < 2 && !is_of_server(&src)))
        return add_table(r, &src, e);
    return read_sheets(r, &src, tables, e);
}

/* JSON that is not a list of objects but holds several: each is a table. */
static enum err read_lists(struct table_part *r, const struct table_source *s,
                           size_t *n, struct error *e)
{
    struct base_tables lists;
    enum err rc = base_tables_of_json(r->t, s->path, r->a, &lists, e);

    for (size_t i = 0; i < lists.n && !rc; i++) {
        struct table_source list = *s;

        list.path = lists.paths[i];
        rc = read_file(r, &list, e);
    }
    *n = lists.n;
    return rc;
}

/* Of a base: a server that is down, or does not let us in. */
static bool is_server_away(const struct error *e)
{
    return e->code == ERR_TOOL_WORKER_UNAVAILABLE && !e->of_machine;
}

/* A document of a base, which is asked without those that cannot be read. */
static enum err read_of_base(struct table_part *r, const struct table_source *s,
                             struct error *e)
{
    const struct answer *out = r->out;
    size_t lists = 0;
    enum err rc;

    if (out->n_sources == ANSWER_MAX_SOURCES) {
        r->expanded.left_out++;
        return OK;
    }
    rc = read_file(r, s, e);
    if (rc == ERR_VALIDATION_FAILED) {
        struct error why;

        if (read_lists(r, s, &lists, &why) == OK && lists > 0)
            return OK;
    }
    if (!rc || (!expand_may_skip(rc) && !is_server_away(e)))
        return rc;
    if (out->n_sources == ANSWER_MAX_SOURCES)
        r->expanded.left_out++;   /* more sheets than fit */
    else if (rc != ERR_NOT_FOUND) /* JSON without a table, or gone by now */
        expand_note_unread(&r->expanded, s->path, e);
    return OK;
}

static enum err read_sources(struct table_part *r, struct error *e)
{
    struct expanded *x = &r->expanded;
    enum err rc = OK;

    for (size_t i = 0; i < x->n && !rc; i++) {
        if (!is_repeated(x, i))
            rc = x->of_base[i] ? read_of_base(r, &x->sources[i], e)
                               : read_file(r, &x->sources[i], e);
    }
    return rc;
}
static enum err no_tables(const struct expanded *x, struct error *e)
{
    const struct str unread = buf_str(&x->unread);

    if (x->base.n == 0) /* files of a folder */
        return error_set(e, ERR_FILE_READ_FAILED,
                         "none of the files can be read: %.*s",
                         STR_FMT(unread));
    return error_set(e, ERR_NOT_FOUND, "base '%.*s' has no %s%s%.*s",
                     STR_FMT(x->base),
                     x->n_unread ? "table that can be read" : "documents",
                     x->n_unread ? "; not these: " : "", STR_FMT(unread));
}

enum err table_part_read(struct table_part *r, struct error *e)
{
    enum err rc = OK;

    r->schema = arena_alloc(r->a, sizeof(*r->schema), e);
    r->dictionaries = arena_alloc_array(r->a, ANSWER_MAX_SOURCES,
                                        sizeof(*r->dictionaries), e);
    if (!r->schema || !r->dictionaries)
        return e->code;
    r->schema->looks_up = true;
    rc = read_sources(r, e);
    if (!rc)
        rc = recall_values(r, e);
    if (!rc)
        rc = schema_take_comments(r->schema, r->a, e);
    if (!rc)
        rc = table_unite(r->t, r->schema, r->a, r->out, e);
    if (!rc)
        rc = layer_attach(r->t, r->schema, r->a, r->out, e);
    if (rc || r->out->n_sources > 0 || r->expanded.pages.n > 0)
        return rc;
    if (r->expanded.documents == 0 || r->expanded.n_unread > 0)
        return no_tables(&r->expanded, e);
    expand_search_data(&r->expanded);
    return OK;
}
