/*
 * Two hashes for two needs.
 *
 * SHA-256 (nettle) names files: it is stored, shown and compared between
 * machines. SipHash-1-3 fills hash tables: its keys come from outside, and
 * with a hash that anyone can compute, a file of 100,000 chosen keys costs
 * 10^10 steps. The key is what the kernel gave this process at its start
 * (AT_RANDOM), so it needs no system call and works inside the sandbox.
 */
#include "base/hash.h"

#include "base/fs.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

_Static_assert(sizeof(struct sha256_ctx) <= sizeof(struct hash),
               "struct hash must hold nettle's state");

static struct sha256_ctx *ctx(struct hash *h)
{
    return (struct sha256_ctx *)(void *)h->opaque;
}

void hash_init(struct hash *h)
{
    sha256_init(ctx(h));
}

void hash_update(struct hash *h, const void *bytes, size_t n)
{
    if (n)
        sha256_update(ctx(h), n, bytes);
}

void hash_finish(struct hash *h, uint8_t out[HASH_BYTES])
{
    sha256_digest(ctx(h), HASH_BYTES, out);
}

void hash_hex(const uint8_t digest[HASH_BYTES], char out[HASH_HEX_BYTES])
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < HASH_BYTES; i++) {
        out[2 * i] = digits[digest[i] >> 4];
        out[2 * i + 1] = digits[digest[i] & 15];
    }
    out[HASH_HEX_BYTES - 1] = '\0';
}

enum err hash_fd(int fd, const char *shown, uint8_t out[HASH_BYTES],
                 struct error *e)
{
    char chunk[32 * 1024];
    struct hash h;
    ssize_t n;

    hash_init(&h);
    while ((n = read(fd, chunk, sizeof(chunk))) != 0) {
        if (n > 0)
            hash_update(&h, chunk, (size_t)n);
        else if (errno != EINTR)
            return fs_error(ERR_FILE_READ_FAILED, "read", shown, errno, e);
    }
    hash_finish(&h, out);
    return OK;
}

static uint64_t rotl(uint64_t v, int bits)
{
    return v << bits | v >> (64 - bits);
}

static void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[1] = rotl(v[1], 13) ^ v[0];
    v[0] = rotl(v[0], 32);
    v[2] += v[3];
    v[3] = rotl(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = rotl(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = rotl(v[1], 17) ^ v[2];
    v[2] = rotl(v[2], 32);
}

static void sip_start(uint64_t v[4])
{
    uint64_t key[2] = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
    unsigned long random = getauxval(AT_RANDOM);

    if (random) /* an address, by the kernel's interface */
        memcpy(key, (const void *)random, sizeof(key)); // NOLINT
    v[0] = key[0] ^ 0x736f6d6570736575;
    v[1] = key[1] ^ 0x646f72616e646f6d;
    v[2] = key[0] ^ 0x6c7967656e657261;
    v[3] = key[1] ^ 0x7465646279746573;
}

uint64_t hash_bytes(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t last = (uint64_t)n << 56;
    uint64_t word;
    uint64_t v[4];
    size_t i = 0;

    sip_start(v);
    for (; i + sizeof(word) <= n; i += sizeof(word)) {
        memcpy(&word, p + i, sizeof(word));
        v[3] ^= word;
        sip_round(v);
        v[0] ^= word;
    }
    for (unsigned shift = 0; i < n; i++, shift += 8)
        last |= (uint64_t)p[i] << shift;
    v[3] ^= last;
    sip_round(v);
    v[0] ^= last;
    v[2] ^= 0xff;
    for (int r = 0; r < 3; r++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t hash_sum(const void *bytes, size_t n, uint64_t seed)
{
    const unsigned char *p = bytes;
    uint64_t sum = hash_step(seed + 1, n);
    uint64_t word;
    size_t i = 0;

    for (; i + sizeof(word) <= n; i += sizeof(word)) {
        memcpy(&word, p + i, sizeof(word));
        sum = hash_step(sum, word);
    }
    word = 0;
    for (unsigned shift = 0; i < n; i++, shift += 8)
        word |= (uint64_t)p[i] << shift;
    return hash_step(sum, word);
}
