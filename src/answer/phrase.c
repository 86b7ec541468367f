#include "answer/phrase.h"

const char *chart_name(enum chart chart)
{
    static const char *const names[] = {[CHART_NONE] = "none",
                                        [CHART_RANKING] = "ranking",
                                        [CHART_SERIES] = "series"};

    return names[chart];
}

enum err phrase_answer(const struct query_spec *s, enum language language,
                       const struct json *result, uint64_t within,
                       struct arena *a, struct phrase *out, struct error *e)
{
    const struct json *rows = json_find(result, "rows");

    (void)language;
    (void)within;
    *out = (struct phrase){0};
    if (!rows || rows->type != JSON_ARRAY)
        return error_set(e, ERR_VALIDATION_FAILED, "a result has no rows");
    if (s->order == ORDER_MEASURE)
        out->chart = CHART_RANKING;
    if (rows->first && rows->first->first && !s->n_groups)
        return str_printf(a, &out->text, e, "%.*s",
                          STR_FMT(rows->first->first->text));
    return str_printf(a, &out->text, e, "%zu rows", rows->count);
}
