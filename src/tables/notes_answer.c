/*
 * notes_answer.c - the notes of the tables of a call, in its answer.
 *
 * Nearly every table has none, which its map shows without being parsed; then
 * the answer stays as the worker wrote it.
 */
#include "tables/notes.h"
#include "tables/tables_internal.h"

#define NOTES_MAX_BYTES ((size_t)2 * 1024 * 1024)
#define MOST_NOTES      40u

struct adding {
    struct entries *en;
    struct str sql;    /* empty: the tables that are selected */
    struct jsonw text; /* sentences, then objects */
    struct jsonw objects;
    size_t n;
};

static void add(struct adding *x, const struct json *table, struct str name)
{
    struct table_notes notes;
    struct buf text;

    table_notes_make(table, &notes);
    for (size_t i = 0; i < notes.n && x->n < MOST_NOTES; i++) {
        if (!table_note_concerns(&notes.list[i], x->sql))
            continue;
        x->n++;
        notes.list[i].name = name;
        buf_init(&text, NOTES_MAX_BYTES);
        table_note_say(&notes.list[i], TABLE_NOTE_EN, &text);
        jsonw_str(&x->text, buf_str(&text));
        table_note_write(&notes.list[i], &x->objects);
        buf_release(&text);
    }
}

/* The table that is selected, and others of its file that the SQL names. */
static enum err add_file(struct adding *x, size_t i, struct error *e)
{
    const struct entry *en = &x->en->list[i];
    const struct json *root;
    const struct json *tables;
    struct str selected;
    enum err rc;

    if (!table_notes_are_in(en->map))
        return OK;
    rc = entries_map(x->en, i, &root, e);
    tables = json_find(root, "tables");
    selected = json_text(json_find(root, "table"));
    if (!rc)
        add(x, root,
            x->en->n > 1                  ? en->table
            : tables && tables->count > 1 ? selected
                                          : (struct str){0});
    for (const struct json *t = tables ? tables->first : NULL; t; t = t->next) {
        struct str name = json_text(json_find(t, "name"));

        if (!str_eq(name, selected) && str_has_word(x->sql, name))
            add(x, t, name);
    }
    return rc;
}

/* The answer without its end, the sentences in its list, the objects after it. */
static enum err join(const struct adding *x, const struct call_notes *to,
                     struct arena *a, struct str *json, struct error *e)
{
    struct str text = buf_str(x->text.out);
    struct str objects = buf_str(x->objects.out);
    struct str inner = str_slice(text, 1, text.n - 1); /* without its [] */
    struct str before = str_slice(*json, 0, json->n - 1);

    if (!to->is_there || !str_ends(*json, STR("]}")))
        return str_printf(a, json, e, "%.*s,\"%s\":%.*s,\"table_notes\":%.*s}",
                          STR_FMT(before), to->list, STR_FMT(text),
                          STR_FMT(objects));
    before.n--;
    return str_printf(a, json, e, "%.*s%s%.*s],\"table_notes\":%.*s}",
                      STR_FMT(before), str_ends(before, STR("[")) ? "" : ",",
                      STR_FMT(inner), STR_FMT(objects));
}

static bool have_notes(const struct entries *en)
{
    for (size_t i = 0; i < en->n; i++) {
        if (table_notes_are_in(en->list[i].map))
            return true;
    }
    return false;
}

enum err call_add_notes(const struct call *c, struct entries *en,
                        struct arena *a, struct str *json, struct error *e)
{
    struct adding x = {.en = en, .sql = c->notes.sql};
    struct buf text;
    struct buf objects;
    enum err rc = OK;

    if (!c->notes.list || !have_notes(en) || !str_ends(*json, STR("}")))
        return OK;
    buf_init(&text, NOTES_MAX_BYTES);
    buf_init(&objects, NOTES_MAX_BYTES);
    jsonw_init(&x.text, &text);
    jsonw_init(&x.objects, &objects);
    jsonw_begin_array(&x.text);
    jsonw_begin_array(&x.objects);
    for (size_t i = 0; i < en->n && !rc; i++)
        rc = add_file(&x, i, e);
    jsonw_end_array(&x.text);
    jsonw_end_array(&x.objects);
    if (!rc && x.n && (text.overflow || objects.overflow))
        rc = error_set(e, ERR_LIMIT, "the notes of the tables are too long");
    if (!rc && x.n)
        rc = join(&x, &c->notes, a, json, e);
    buf_release(&text);
    buf_release(&objects);
    return rc;
}
