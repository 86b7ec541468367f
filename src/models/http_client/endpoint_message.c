#include "models/http_client/endpoint.h"

#include <string.h>

#define PLACES     5
#define BODY_BYTES ((size_t)64 * 1024)
#define ROOM_BYTES ((size_t)8 << 20)

/* So much of a key or text in a row is no chance. */
#define KEY_WINDOW  8
#define TEXT_WINDOW 20
#define SHORT_TEXT  4 /* shorter ones are in every message */

/* {"error":{"message":M}}, {"error":M}, {"message":M}, {"detail":M},
 * {"detail":[{"msg":M}]} */
static struct str find_message(const struct json *root)
{
    const struct json *error = json_find(root, "error");
    const struct json *detail = json_find(root, "detail");
    const struct json *first =
        detail && detail->type == JSON_ARRAY ? detail->first : NULL;
    const struct str places[PLACES] = {
        json_text(json_find(error, "message")), json_text(error),
        json_text(json_find(root, "message")),  json_text(detail),
        json_text(json_find(first, "msg")),
    };

    for (size_t i = 0; i < PLACES; i++) {
        if (places[i].n)
            return places[i];
    }
    return STR("");
}

/* Do `window` bytes in a row of the secret occur in the message? */
static bool repeats(struct str message, struct str secret, size_t window)
{
    if (secret.n < window)
        window = secret.n;
    for (size_t i = 0; window && i + window <= message.n; i++) {
        if (str_find(secret, str_slice(message, i, i + window)) < secret.n)
            return true;
    }
    return false;
}

static bool is_fit(struct str message, const char *key,
                   const struct endpoint_question *q)
{
    if (repeats(message, str_from(key), KEY_WINDOW))
        return false;
    for (size_t i = 0; i < q->n; i++) {
        struct str text = str_trim(q->text[i]);

        if (text.n >= SHORT_TEXT && repeats(message, text, TEXT_WINDOW))
            return false;
    }
    return true;
}

void endpoint_message(struct str body, const char *key,
                      const struct endpoint_question *q,
                      char out[ENDPOINT_MESSAGE_BYTES])
{
    struct json *root = NULL;
    struct str message;
    struct error ignored;
    struct arena a;

    arena_init(&a, ROOM_BYTES);
    out[0] = '\0';
    if (body.n > BODY_BYTES ||
        json_parse(body, &json_default_limits, &a, &root, &ignored))
        goto out;
    message = str_trim(find_message(root));
    message = str_slice(message, 0, ENDPOINT_MESSAGE_BYTES - 1);
    if (!is_fit(message, key, q))
        goto out;
    for (size_t i = 0; i < message.n; i++) {
        char c = message.p[i];

        out[i] = (char)(c >= ' ' && c <= '~' ? c : '?');
    }
    out[message.n] = '\0';
out:
    arena_release(&a);
}
