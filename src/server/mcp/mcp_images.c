#include "server/mcp/mcp_images.h"

#include <string.h>

#define BEGIN ",\"data\":\""
#define IMAGE "\"mime_type\":\"image/png\"" BEGIN

/* The next image's Base64, and what is before its member "data"; false: there is
 * none. What is left of `json` is behind it. */
static bool next(struct str *json, struct str *before, struct str *data)
{
    const struct str image = STR(IMAGE);
    const size_t at = str_find(*json, image);

    if (at >= json->n)
        return false;
    *before = str_slice(*json, 0, at + image.n - (sizeof(BEGIN) - 1));
    *json = str_slice(*json, at + image.n, json->n);
    *data = str_slice(*json, 0, str_find_char(*json, '"'));
    *json = str_slice(*json, data->n + 1, json->n);
    return true;
}

enum err mcp_images_part(struct str json, struct arena *a, struct str *out,
                         struct error *e)
{
    struct str before, data;
    char *to;
    size_t n = 0;

    *out = json;
    if (str_find(json, STR(IMAGE)) >= json.n)
        return OK;
    to = arena_alloc(a, json.n, e);
    if (!to)
        return e->code;
    while (next(&json, &before, &data)) {
        memcpy(to + n, before.p, before.n);
        n += before.n;
    }
    memcpy(to + n, json.p, json.n);
    *out = (struct str){to, n + json.n};
    return OK;
}

void mcp_images_write(struct str json, struct jsonw *w)
{
    struct str before, data;

    while (next(&json, &before, &data)) {
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "type", "image");
        jsonw_member_str(w, "data", data);
        jsonw_member_cstr(w, "mimeType", "image/png");
        jsonw_end_object(w);
    }
}
