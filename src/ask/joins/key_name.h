/*
 * key_name.h - recognises keys by the names of columns and tables: customer_id,
 * "Código cliente" and 客户编号 identify customers.
 */
#ifndef ASK_JOINS_KEY_NAME_H
#define ASK_JOINS_KEY_NAME_H

#include "base/text/words.h"

/* A column's name without the words that only say "a key". */
struct key_name {
    struct words rest; /* borrows the words of the name */
    bool says_key;     /* some word did: id, code, 编号 */
};

/* Cut it so; borrows the name. */
struct key_name key_name_of(const struct words *name);

/* The words of a table's name that say what a row of it is: "customers" of
 * dim_customers_2024. Borrows the name. */
struct words key_name_noun(const struct words *table);

/* Equal words, whatever their number. */
bool key_name_same(const struct words *a, const struct words *b);

/*
 * key_name_ends - `of` after or before other words: customer in
 * billing_customer, cliente in cliente_facturacion.
 *
 * out      role   the other words; borrows `name`
 */
bool key_name_ends(const struct words *name, const struct words *of,
                   struct words *role);

/* Is the one word of `name` short for that of `of`: cust, dept, qty? */
bool key_name_short(const struct words *name, const struct words *of);

#endif
