/* module: objects */
/* What a bucket sends as a list of its objects. */
#include "store/objects/object_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Names are those that we could have put, one behind the other. */
static void check(const struct object_page *p)
{
    BUG_ON(p->more && p->n == 0);
    for (size_t i = 0; i < p->n; i++) {
        const struct str name = p->list[i].name;

        BUG_ON(i > 0 && str_cmp(p->list[i - 1].name, name) >= 0);
        for (size_t k = 0; k < name.n; k++)
            BUG_ON(name.p[k] <= ' ' || name.p[k] > 'z');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct str xml = {(const char *)data, size};
    struct object_page page;
    struct error e = {0};
    struct arena a;

    arena_init(&a, (size_t)16 << 20);
    if (object_page_read(xml, STR("p/"), &a, &page, &e) == OK)
        check(&page);
    else
        BUG_ON(!e.msg[0]);
    arena_release(&a);
    return 0;
}
