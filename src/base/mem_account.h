/*
 * mem_account.h - accounts for large allocations, by principal, against the
 * budget of the process. Private to mem.c.
 *
 *     budget   |------------ requests: 3/4 at most ------------|   1/4   |
 *              |--- anonymous: 3/4 of it at most ---|
 *              |   1/4   |-------------- jobs: 3/4 at most --------------|
 *
 * Inside each of these a principal (base/principal.h) may have more while that
 * is at most a multiple of what is then still free (base/fair_share.h): alone
 * it has a part, and the next one finds some. The number of principals is not
 * known in advance, so accounts are buckets of a hash: two principals in one of
 * 4,096 share what one has.
 */
#ifndef BASE_MEM_ACCOUNT_H
#define BASE_MEM_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why an allocation was refused. */
enum mem_refusal {
    MEM_NOT_REFUSED,
    MEM_OVER_BUDGET, /* others hold it */
    MEM_OVER_SHARE   /* the principal itself does */
};

/* 0: no limit. Nothing may be held yet. */
void mem_account_set_budget(size_t bytes);

/* The account of the principal of this thread. */
uint32_t mem_account_now(bool is_job);

/* Count `n` bytes more, unless they would pass a limit. */
enum mem_refusal mem_account_take(uint32_t account, size_t n);

/* Count `n` bytes that are there already. */
void mem_account_add(uint32_t account, size_t n);

/* Count them no more. */
void mem_account_give_back(uint32_t account, size_t n);

/* What one that is alone may have; SIZE_MAX: there is no limit. */
size_t mem_account_most(uint32_t account);

/* What one arena of it may have, which is less. */
size_t mem_account_arena(uint32_t account);

/* The sum of all. */
size_t mem_account_held(void);

#endif
