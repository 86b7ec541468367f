/* module: embedding */
/* What people write as a provider, and what endpoints say of a failure. */
#include "base/http/url.h"
#include "models/embedding/provider.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A provider that is accepted names a URL that is accepted, and nothing that
 * could end a line. */
static void check_provider(struct str text)
{
    struct endpoint_name name;
    struct error e = {0};
    struct url url;

    if (provider_check(text, &e)) {
        BUG_ON(e.code != ERR_VALIDATION_FAILED || !e.msg[0]);
        return;
    }
    for (size_t i = 0; i < text.n; i++)
        BUG_ON(text.p[i] <= ' ' || text.p[i] > '~');
    if (endpoint_name_parse(text, &name, &e) == OK)
        BUG_ON(url_parse(name.url, &url, &e) != OK);
}

/* The first line is the key, the second a text that was sent. */
static void check_message(struct str all)
{
    size_t key_end = str_find_char(all, '\n');
    struct str rest = str_slice(all, key_end + 1, all.n);
    size_t text_end = str_find_char(rest, '\n');
    struct str text = str_slice(rest, 0, text_end);
    const struct endpoint_question q = {.text = &text, .n = 1};
    char out[ENDPOINT_MESSAGE_BYTES];
    char key[64] = "";

    memcpy(key, all.p, key_end < sizeof(key) ? key_end : sizeof(key) - 1);
    endpoint_message(str_slice(rest, text_end + 1, rest.n), key, &q, out);
    BUG_ON(strlen(key) >= 8 && strstr(out, key));
    for (const char *p = out; *p; p++)
        BUG_ON(*p < ' ' || *p > '~');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str all = {(const char *)data, size};

    if (size == 0)
        return 0;
    check_provider(all);
    check_message(all);
    return 0;
}
