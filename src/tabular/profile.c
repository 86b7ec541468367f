/* profile.c - the order of the passes, and the answer. */
#include "tabular/profile.h"

enum err profile_run(struct duck *d, const struct catalog *c, struct arena *a,
                     struct jsonw *w, struct error *e)
{
    const struct catalog_table *t = &c->tables[0];

    (void)d;
    (void)a;
    (void)e;
    jsonw_begin_object(w);
    jsonw_key(w, "row_count");
    jsonw_u64(w, t->rows);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < t->column_count; i++) {
        jsonw_begin_object(w);
        jsonw_key(w, "name");
        jsonw_str(w, t->columns[i].name);
        jsonw_key(w, "index");
        jsonw_u64(w, i);
        jsonw_key(w, "inferred_type");
        jsonw_cstr(w, t->columns[i].type_name);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
    return OK;
}
