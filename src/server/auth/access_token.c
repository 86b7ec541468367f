#include "server/auth/access_token.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#define PREFIX    STR("qk_")
#define SECRET_AT (3 + TOKEN_ID_DIGITS + 1)

static void hash_secret(const char *digits, uint8_t out[HASH_BYTES])
{
    struct hash h;

    hash_init(&h);
    hash_update(&h, digits, TOKEN_SECRET_DIGITS);
    hash_finish(&h, out);
}

static enum err fill_random(void *bytes, size_t n, struct error *e)
{
    return getrandom(bytes, n, 0) == (ssize_t)n
               ? OK
               : error_set(e, ERR_INTERNAL, "the system has no random bytes");
}

enum err token_make(struct token *t, struct error *e)
{
    uint8_t id[HASH_BYTES] = {0};
    uint8_t secret[HASH_BYTES];
    char id_hex[HASH_HEX_BYTES];
    char secret_hex[HASH_HEX_BYTES];

    if (fill_random(id, TOKEN_ID_DIGITS / 2, e) ||
        fill_random(secret, sizeof(secret), e))
        return e->code;
    hash_hex(id, id_hex);
    hash_hex(secret, secret_hex);
    (void)snprintf(t->id, sizeof(t->id), "%.*s", TOKEN_ID_DIGITS, id_hex);
    (void)snprintf(t->text, sizeof(t->text), "qk_%s_%s", t->id, secret_hex);
    hash_secret(secret_hex, t->hash);
    explicit_bzero(secret, sizeof(secret));
    explicit_bzero(secret_hex, sizeof(secret_hex));
    return OK;
}

static bool is_hex(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (str_hex_value(s.p[i]) < 0 || (s.p[i] >= 'A' && s.p[i] <= 'F'))
            return false;
    return true;
}

bool token_read(struct str text, struct str *id, uint8_t hash[HASH_BYTES])
{
    struct str secret = str_slice(text, SECRET_AT, text.n);

    *id = str_slice(text, PREFIX.n, PREFIX.n + TOKEN_ID_DIGITS);
    if (text.n != TOKEN_BYTES - 1 || !str_starts(text, PREFIX) ||
        text.p[SECRET_AT - 1] != '_' || !is_hex(*id) || !is_hex(secret))
        return false;
    hash_secret(secret.p, hash);
    return true;
}

bool token_is_same(const uint8_t a[HASH_BYTES], const uint8_t b[HASH_BYTES])
{
    volatile uint8_t other = 0;

    for (size_t i = 0; i < HASH_BYTES; i++)
        other = (uint8_t)(other | (a[i] ^ b[i]));
    return other == 0;
}
