#include "answer/sentence/sentence_step.h"

#include "answer/sentence/wording.h"

void sentence_step(struct buf *b, const struct phrasing *x)
{
    static const enum wording texts[] = {
        [SPEC_STEP_FIRST] = WORDING_STEP_FIRST,
        [SPEC_STEP_LAST] = WORDING_STEP_LAST,
        [SPEC_STEP_NTH] = WORDING_STEP_NTH,
        [SPEC_STEP_MOST] = WORDING_STEP_MOST,
        [SPEC_STEP_LEAST] = WORDING_STEP_LEAST,
        [SPEC_STEP_NTH_MOST] = WORDING_STEP_NTH_MOST,
        [SPEC_STEP_NTH_LEAST] = WORDING_STEP_NTH_LEAST,
        [SPEC_STEP_NEXT] = WORDING_STEP_NEXT,
        [SPEC_STEP_PREVIOUS] = WORDING_STEP_PREVIOUS,
        [SPEC_STEP_AFTER] = WORDING_STEP_AFTER,
        [SPEC_STEP_BEFORE] = WORDING_STEP_BEFORE,
        [SPEC_STEP_BETWEEN] = WORDING_STEP_BETWEEN,
        [SPEC_STEP_SAME] = WORDING_STEP_SAME,
        [SPEC_STEP_OVER] = WORDING_STEP_OVER,
        [SPEC_STEP_UNDER] = WORDING_STEP_UNDER,
    };
    const struct spec_step *step = &x->spec->step;
    enum wording text = texts[step->kind];
    struct buf name;
    char number[32];
    struct str fill[2];

    if (!step->kind)
        return;
    buf_init(&name, (size_t)64 << 10);
    sentence_name(&name, step->column);
    (void)snprintf(number, sizeof(number), "%llu", (unsigned long long)step->n);
    fill[0] = buf_str(&name);
    fill[1] = str_from(number);
    if (step->kind == SPEC_STEP_NTH && step->column.n)
        text = WORDING_STEP_NTH_MOST;
    else if (step->n > 1 && step->kind == SPEC_STEP_FIRST)
        text = WORDING_STEP_FIRST_ONES;
    else if (step->n > 1 && step->kind == SPEC_STEP_LAST)
        text = WORDING_STEP_LAST_ONES;
    wording_put(b, x->language, text, fill, 2);
    buf_release(&name);
}
