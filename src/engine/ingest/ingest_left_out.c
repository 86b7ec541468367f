#include "engine/ingest/ingest_left_out.h"

enum err ingest_leave_out(struct ingest_left_out *l, struct str name,
                          bool is_view, const char *reason, struct arena *a,
                          struct error *e)
{
    l->total++;
    if (l->n == LEFT_OUT_LISTED)
        return OK;
    l->list[l->n].name = name;
    l->list[l->n].is_view = is_view;
    return str_dup(str_from(reason), a, &l->list[l->n++].reason, e);
}

void ingest_write_left_out(const struct ingest_left_out *l, struct jsonw *w)
{
    jsonw_key(w, "left_out");
    jsonw_begin_array(w);
    for (size_t i = 0; i < l->n; i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "name", l->list[i].name);
        jsonw_member_cstr(w, "what", l->list[i].is_view ? "view" : "table");
        jsonw_member_str(w, "reason", l->list[i].reason);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_member_u64(w, "tables_left_out", l->total);
}
