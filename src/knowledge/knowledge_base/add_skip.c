/* add_skip.c - files of folders that an add did not take, by name and kind. */
#include "knowledge/knowledge_base/adding.h"
#include "tables/name.h"

#include <string.h>

struct str skip_suffix(struct str shown)
{
    struct str suffix = name_suffix(name_of_path(shown));

    return suffix.n ? suffix : STR("no suffix");
}

static void count_kind(struct skips *s, struct str kind)
{
    size_t i = 0;

    kind.n =
        kind.n < sizeof(s->kind[0].name) ? kind.n : sizeof(s->kind[0].name) - 1;
    while (i < s->n && !str_eq_nocase(kind, str_from(s->kind[i].name)))
        i++;
    if (i == SKIP_KINDS) { /* the last stands for all that follow */
        kind = STR("others");
        memset(s->kind[--i].name, 0, sizeof(s->kind[i].name));
        memcpy(s->kind[i].name, kind.p, kind.n);
    } else if (i == s->n) {
        memcpy(s->kind[i].name, kind.p, kind.n);
        s->n++;
    }
    s->kind[i].files++;
}

void skip_file(struct adding *x, struct str shown, struct str kind,
               const char *reason)
{
    struct skips *s = &x->skips;

    count_kind(s, kind);
    if (x->counts->skipped++ >= ADD_MAX_LISTED)
        return;
    jsonw_begin_object(s->list);
    jsonw_member_str(s->list, "path", shown);
    jsonw_member_cstr(s->list, "reason", reason);
    jsonw_end_object(s->list);
}

void skip_write_kinds(const struct adding *x, struct jsonw *w)
{
    jsonw_key(w, "skipped_kinds");
    jsonw_begin_array(w);
    for (size_t i = 0; i < x->skips.n; i++) {
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "kind", x->skips.kind[i].name);
        jsonw_member_u64(w, "files", x->skips.kind[i].files);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}
