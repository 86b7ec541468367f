#include "answer/base_rules.h"

#include "search/settings/structured.h"

static enum err read_one(struct tables *t, struct str name, struct arena *a,
                         struct structured_setting *out, struct error *e)
{
    struct base b = BASE_NONE;
    enum err rc = base_open(tables_home(t), name, a, &b, e);

    if (!rc)
        rc = settings_structured(&b, a, out, e);
    base_close(&b);
    return rc;
}

static void add(struct base_rules *to, struct str base,
                const struct structured_setting *s)
{
    if (s->is_off)
        to->off = base;
    if (!s->by_default)
        to->is_structured = false;
    if (s->max_rows && (to->max_rows == 0 || s->max_rows < to->max_rows))
        to->max_rows = s->max_rows;
}

enum err base_rules_read(struct tables *t, const struct answer *an,
                         struct arena *a, struct base_rules *out,
                         struct error *e)
{
    struct str seen = {0};

    *out = (struct base_rules){.is_structured = an->n_sources > 0};
    for (size_t i = 0; i < an->n_sources; i++) {
        const struct str base = answer_source_base(&an->sources[i]);
        struct structured_setting of = {0};

        if (i > 0 && str_eq(base, seen)) /* those of a base are together */
            continue;
        seen = base;
        if (base.n && read_one(t, base, a, &of, e))
            return e->code;
        add(out, base, &of);
    }
    return OK;
}
