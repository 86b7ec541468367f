/*
 * access_token.h - the tokens that callers authenticate with.
 *
 *     qk_0f3a9c1d2b4e5f60_<64 hexadecimal digits>
 *        id                secret, 256 random bits
 *
 * The id says which one it is and may be shown; of the secret only the SHA-256
 * is kept, so that reading the database gives no access. (A slow hash, as of
 * passwords, would add nothing: 256 random bits cannot be guessed.)
 */
#ifndef SERVER_AUTH_ACCESS_TOKEN_H
#define SERVER_AUTH_ACCESS_TOKEN_H

#include "base/hash.h"
#include "base/str.h"

#define TOKEN_ID_DIGITS     16
#define TOKEN_SECRET_DIGITS 64
#define TOKEN_BYTES         (3 + TOKEN_ID_DIGITS + 1 + TOKEN_SECRET_DIGITS + 1)

struct token {
    char text[TOKEN_BYTES]; /* shown once */
    char id[TOKEN_ID_DIGITS + 1];
    uint8_t hash[HASH_BYTES]; /* of the secret's digits */
};

/* A new one; ERR_INTERNAL when the system has no random bytes. */
MUST_CHECK enum err token_make(struct token *t, struct error *e);

/*
 * token_read - parse a token.
 *
 * out      id      borrows `text`
 * returns  false: it has not the form of one
 */
bool token_read(struct str text, struct str *id, uint8_t hash[HASH_BYTES]);

/* The same hash? Takes as long whatever the answer is. */
bool token_is_same(const uint8_t a[HASH_BYTES], const uint8_t b[HASH_BYTES]);

#endif
