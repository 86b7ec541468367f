#include "answer/model_choice.h"

#include "store/catalog/base.h"

enum err model_choice_of_base(struct tables *t, struct str name,
                              struct arena *a, struct model_setting *out,
                              struct error *e)
{
    struct base b = BASE_NONE;
    enum err rc = base_open(tables_home(t), name, a, &b, e);

    if (!rc)
        rc = settings_model(&b, a, out, e);
    base_close(&b);
    return rc;
}
