#include "ask/spec/spec_join.h"

#include "ask/spec/spec.h"

const struct spec_join *spec_join_counting(const struct query_spec *s,
                                           struct str name)
{
    for (size_t i = 0; i < s->n_joins; i++) {
        if (s->joins[i].counts && s->joins[i].n_brings &&
            str_eq(s->joins[i].brings[0].name, name))
            return &s->joins[i];
    }
    return NULL;
}

static void write_also(const struct spec_join *join, struct jsonw *w)
{
    if (join->n_also == 0)
        return;
    jsonw_key(w, "also");
    jsonw_begin_array(w);
    for (size_t i = 0; i < join->n_also; i++) {
        jsonw_begin_object(w);
        jsonw_member_text(w, "left_column", join->also[i].left_column);
        jsonw_member_text(w, "column", join->also[i].column);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_join(const struct spec_join *join, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_text(w, "table", join->table);
    jsonw_member_text(w, "name", join->name);
    jsonw_member_text(w, "left", join->left);
    jsonw_member_text(w, "left_column", join->left_column);
    jsonw_member_text(w, "column", join->column);
    write_also(join, w);
    jsonw_key(w, "brings");
    jsonw_begin_array(w);
    for (size_t i = 0; i < join->n_brings; i++) {
        jsonw_begin_object(w);
        jsonw_member_text(w, "name", join->brings[i].name);
        jsonw_member_text(w, "column", join->brings[i].column);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    if (join->counts) {
        jsonw_key(w, "counts");
        spec_write(join->counts, w);
        jsonw_member_bool(w, "counts_one", join->counts_one);
    }
    jsonw_end_object(w);
}

bool spec_join_brings(const struct query_spec *s, struct str name)
{
    for (size_t i = 0; i < s->n_joins; i++) {
        for (size_t k = 0; k < s->joins[i].n_brings; k++) {
            if (str_eq(s->joins[i].brings[k].name, name))
                return true;
        }
    }
    return false;
}

void spec_join_write(const struct query_spec *s, struct jsonw *w)
{
    if (s->n_joins == 0)
        return;
    jsonw_key(w, "joins");
    jsonw_begin_array(w);
    for (size_t i = 0; i < s->n_joins; i++)
        write_join(&s->joins[i], w);
    jsonw_end_array(w);
}

static enum err too_many(struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the query spec has too many joins");
}

static enum err read_brings(const struct json *j, struct arena *a,
                            struct spec_join *join, struct error *e)
{
    struct spec_brought *list;

    if (j && j->count > SPEC_MAX_BROUGHT)
        return too_many(e);
    list = arena_alloc_array(a, j ? j->count : 0, sizeof(*list), e);
    if (!list)
        return e->code;
    for (j = j ? j->first : NULL; j; j = j->next)
        list[join->n_brings++] = (struct spec_brought){
            json_text(json_find(j, "name")), json_text(json_find(j, "column"))};
    join->brings = list;
    return OK;
}

static enum err read_also(const struct json *j, struct arena *a,
                          struct spec_join *join, struct error *e)
{
    struct spec_pair *list;

    if (j && j->count > SPEC_MAX_PAIRS)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a join of the query spec has too many columns");
    list = arena_alloc_array(a, j ? j->count : 0, sizeof(*list), e);
    if (!list)
        return e->code;
    for (j = j ? j->first : NULL; j; j = j->next)
        list[join->n_also++] =
            (struct spec_pair){json_text(json_find(j, "left_column")),
                               json_text(json_find(j, "column"))};
    join->also = list;
    return OK;
}

/* What a join counts: a query that counts nothing by joins of its own. */
static enum err read_counts(const struct json *j, struct arena *a,
                            struct spec_join *join, struct error *e)
{
    const struct json *counts = json_find(j, "counts");
    struct query_spec *s;

    if (!counts)
        return OK;
    s = arena_alloc(a, sizeof(*s), e);
    if (!s || spec_read(counts, a, s, e))
        return e->code;
    join->counts = s;
    join->counts_one = json_is_true(json_find(j, "counts_one"));
    return OK;
}

enum err spec_join_read(const struct json *j, struct arena *a,
                        struct query_spec *s, struct error *e)
{
    if (j && j->count > SPEC_MAX_JOINS)
        return too_many(e);
    for (j = j ? j->first : NULL; j; j = j->next) {
        struct spec_join *join = &s->joins[s->n_joins++];

        *join = (struct spec_join){.table = json_text(json_find(j, "table")),
                                   .name = json_text(json_find(j, "name")),
                                   .left = json_text(json_find(j, "left")),
                                   .left_column =
                                       json_text(json_find(j, "left_column")),
                                   .column = json_text(json_find(j, "column"))};
        if (read_also(json_find(j, "also"), a, join, e) ||
            read_brings(json_find(j, "brings"), a, join, e) ||
            read_counts(j, a, join, e))
            return e->code;
    }
    return OK;
}
