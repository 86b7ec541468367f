/* hash.h - SHA-256 for persistent names, a fast hash for tables in memory. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

#define HASH_BYTES     32
#define HASH_HEX_BYTES 65 /* 64 lower-case digits and the NUL */

/* A SHA-256 under way; the state is private to hash.c. */
struct hash {
    uint64_t opaque[16];
};

/* Begin. */
void hash_init(struct hash *h);

/* Add n bytes. */
void hash_update(struct hash *h, const void *bytes, size_t n);

/* The digest of what was added; `h` must be begun again after that. */
void hash_finish(struct hash *h, uint8_t out[HASH_BYTES]);

/* The digest as lower-case hexadecimal, NUL-terminated. */
void hash_hex(const uint8_t digest[HASH_BYTES], char out[HASH_HEX_BYTES]);

/*
 * hash_fd - the SHA-256 of what is left to read in a file.
 *
 * in       fd     read from where it is to its end
 *          shown  the file's name for messages
 * out      out    uint8[HASH_BYTES]
 * errors   ERR_FILE_READ_FAILED  reading fails
 * source   FIPS 180-4, by nettle
 */
MUST_CHECK enum err hash_fd(int fd, const char *shown, uint8_t out[HASH_BYTES],
                            struct error *e);

/*
 * hash_bytes - 64 bits for a hash table.
 *
 * Keyed with bytes that differ in every process, so that nobody outside can
 * choose keys that collide. Never store it and never order by it.
 *
 * cost     O(n), about 1 byte a cycle
 * source   SipHash-1-3, Aumasson and Bernstein
 */
uint64_t hash_bytes(const void *bytes, size_t n);

#define HASH_MULTIPLIER UINT64_C(0x9e3779b97f4a7c15)

/*
 * A step of the sums that files keep, for callers that read words in their own
 * way. Both halves can be undone, so a difference is never lost on the way.
 */
static inline uint64_t hash_step(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * HASH_MULTIPLIER;
    return sum ^ sum >> 29;
}

/*
 * hash_sum - 64 bits that say whether stored bytes are still those.
 *
 * The same on every machine, without a key: it finds damage, not forgery.
 * Bytes that differ in one run of up to 8 always have another sum.
 *
 * in       seed   such as where the bytes belong, so that a block that is
 *                 delivered from another place is found, too
 * cost     O(n), 8 bytes in 6 cycles
 */
uint64_t hash_sum(const void *bytes, size_t n, uint64_t seed);

#endif
